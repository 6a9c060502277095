"""The postmaster of the private cluster: start, stop, and recovery from what a crash leaves behind."""

import signal
import subprocess
from collections.abc import Mapping

from pg_recall.cluster import environment, process
from pg_recall.cluster.account import Account
from pg_recall.cluster.error import ClusterError
from pg_recall.cluster.installation import Installation
from pg_recall.home import PORT, Home

START_SECONDS = 120
STOP_SECONDS = 60
ORPHAN_SECONDS = 2.0


def running_pid(home: Home) -> int | None:
    """The postmaster's process id, checked against /proc; None when it does not run."""
    pid_file = home.data / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None
    return pid if pid in process.working_in(home.data) else None


def differs(pid: int, wanted: Mapping[str, str]) -> bool:
    """Whether a running process was started with other values of these variables."""
    started_with = process.environment(pid)
    return any(started_with.get(name) != value for name, value in wanted.items())


def start(home: Home, installation: Installation, account: Account) -> None:
    """Start the server and wait until it answers.

    Raises: ClusterError with the end of the server's log.
    """
    _clear_crash(home)
    first_log = home.log / "start.log"
    account.write(first_log, "", mode=0o600)
    command = [
        installation.bin / "pg_ctl",
        "start",
        "-w",
        "-t",
        str(START_SECONDS),
        "-D",
        home.data,
        "-l",
        first_log,
    ]
    # No pipes of ours: the server would inherit them, and we would wait for their end as long as it runs.
    done = subprocess.run(
        [str(word) for word in command],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment.full(home),
        start_new_session=True,
        umask=0o077,
        **account.switch,
    )
    if done.returncode:
        raise ClusterError(f"the server did not start:\n{_tail(home)}", f"read {home.log}")


def stop(home: Home, installation: Installation, account: Account) -> bool:
    """Stop the server, rolling back what is open; False when it was not running."""
    pid = running_pid(home)
    if pid is None:
        return False
    command = [
        installation.bin / "pg_ctl",
        "stop",
        "-w",
        "-m",
        "fast",
        "-t",
        str(STOP_SECONDS),
        "-D",
        home.data,
    ]
    done = subprocess.run(
        [str(word) for word in command], cwd="/", capture_output=True, text=True, **account.switch
    )
    if done.returncode and process.wait_until_gone([pid], ORPHAN_SECONDS):
        raise ClusterError(f"the server did not stop: {done.stderr.strip()}", f"read {home.log}")
    return True


def _clear_crash(home: Home) -> None:
    """End backends that outlived a killed postmaster, then drop its lock files.

    PostgreSQL does most of this itself, but it trusts a pid that another process of the same user has taken
    since (after a reboot), or that nobody has waited for. And a backend in a long Python call does not see
    that its postmaster has gone.
    """
    orphans = process.wait_until_gone(process.working_in(home.data), ORPHAN_SECONDS)
    process.end(orphans, signal.SIGQUIT, ORPHAN_SECONDS)
    (home.data / "postmaster.pid").unlink(missing_ok=True)
    (home.sockets / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)


def _tail(home: Home) -> str:
    lines = (home.log / "start.log").read_text(errors="replace").splitlines()
    newest = max(home.log.glob("postgresql-*.log"), key=lambda path: path.stat().st_mtime, default=None)
    if newest:
        lines += newest.read_text(errors="replace").splitlines()
    return "\n".join(lines[-15:])
