"""Which system user runs the server, and what that user can reach."""

import os
import pwd
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pg_recall.cluster.error import ClusterError

# Prints the first path the user cannot enter and read; a real access check, so ACLs count too.
PROBE = 'for path; do [ -r "$path" ] && [ -x "$path" ] || { printf %s "$path"; exit 1; }; done'


@dataclass(frozen=True)
class Account:
    """A system user; `switch` are the subprocess arguments that become that user (none for oneself)."""

    name: str
    uid: int
    gid: int
    directory: str

    @property
    def switch(self) -> dict[str, object]:
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path, mode: int = 0o700) -> None:
        """Make a directory that belongs to this user; its parents stay the caller's."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        path.mkdir(exist_ok=True, mode=mode)
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (self.uid, os.geteuid()):
            raise ClusterError(f"{path} is not a directory of {self.name}", f"remove it: rm -r {path}")
        if found.st_uid != self.uid:
            self._adopt(path)
        path.chmod(mode)

    def write(self, path: Path, text: str, mode: int = 0o644) -> None:
        """Replace a file in a directory of this user; by renaming, so that a planted link is not followed."""
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as draft:
            draft.write(text)
            os.fchmod(draft.fileno(), mode)
            self._adopt(draft.fileno())
        os.replace(draft.name, path)

    def append_to(self, path: Path) -> BinaryIO:
        """Open a log of this user, making it first; a link in its place is refused by the system."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        self._adopt(descriptor)
        return os.fdopen(descriptor, "ab")

    def _adopt(self, target: Path | int) -> None:
        if self.uid != os.geteuid():
            os.chown(target, self.uid, self.gid)


def server_account() -> Account:
    """PostgreSQL refuses to run as root: root hands the server to user postgres, others run it themselves.

    Raises: ClusterError where root finds no user postgres.
    """
    try:
        entry = pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    except KeyError as missing:
        raise ClusterError(
            "there is no system user postgres to run the server", "run: make setup"
        ) from missing
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid, entry.pw_dir)


def require_reachable(account: Account, *paths: Path) -> None:
    """Refuse paths that the server's user cannot read, naming the directory that is in the way.

    Raises: ClusterError with that directory, its mode and its owner.
    """
    chain = dict.fromkeys(
        step for path in paths for step in (*reversed(path.absolute().parents), path.absolute())
    )
    # Directories on the way only have to be entered: reading them is asked of the last one alone.
    probe = PROBE.replace('[ -r "$path" ] && ', "")
    for script, steps in ((probe, chain), (PROBE, paths)):
        result = subprocess.run(
            ["/bin/sh", "-c", script, "sh", *map(str, steps)],
            cwd="/",
            capture_output=True,
            text=True,
            **account.switch,
        )
        if result.returncode:
            blocked = Path(result.stdout)
            if not blocked.exists():
                raise ClusterError(f"{blocked} is missing", "run: make setup install")
            found = blocked.stat()
            owner = pwd.getpwuid(found.st_uid).pw_name
            raise ClusterError(
                f"the server runs as user {account.name}, who cannot enter {blocked} "
                f"(mode {stat.S_IMODE(found.st_mode):04o}, owner {owner})",
                f"choose another home with PG_RECALL_HOME, or allow it: chmod a+rx {blocked}",
            )
