"""Where everything of one installation lives on disk, and the connection string that leads to it.

Standard library only: the setup scripts import this before any package is installed.
"""

import hashlib
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

DATABASE = "recall"
LOCAL_ROLE = "recall_local"
PORT = 5432


@dataclass(frozen=True)
class Home:
    """The directory layout below one home; making an instance touches nothing on disk."""

    path: Path

    @property
    def data(self) -> Path:
        """PGDATA of the private cluster."""
        return self.path / "data"

    @property
    def log(self) -> Path:
        return self.path / "log"

    @property
    def models(self) -> Path:
        return self.path / "models"

    @property
    def server(self) -> Path:
        """Holds `code-<version>-<hash>` and `deps-<hash>`, and links `code` and `deps` to those in use."""
        return self.path / "server"

    @property
    def code(self) -> Path:
        """The versioned directory with pg_recall_udf and pg_recall_sidecar that a start would use now."""
        return (self.server / "code").resolve()

    @property
    def deps(self) -> Path:
        """The virtual environment, made with the server's Python, that a start would use now."""
        return (self.server / "deps").resolve()

    @property
    def python(self) -> Path:
        return self.deps / "bin" / "python"

    @cached_property
    def sockets(self) -> Path:
        """Directory of both unix sockets; short, as a socket's path may have 107 bytes at most."""
        digest = hashlib.sha256(os.fsencode(self.path.resolve())).hexdigest()[:12]
        if os.geteuid() == 0 and os.access("/run", os.W_OK):
            return Path("/run/pg_recall") / digest
        return Path(f"/tmp/pg_recall-{digest}")

    @property
    def sidecar_socket(self) -> Path:
        return self.sockets / "sidecar.sock"

    def dsn(self, role: str = LOCAL_ROLE, database: str = DATABASE) -> str:
        """A libpq connection string for the private cluster, whatever PG* variables are set."""
        return f"host={self.sockets} port={PORT} dbname={database} user={role}"


def default_home() -> Home:
    """The home in use: PG_RECALL_HOME, else /var/lib/pg_recall for root, else the XDG data directory."""
    if chosen := os.environ.get("PG_RECALL_HOME"):
        return Home(Path(chosen).absolute())
    if os.geteuid() == 0:
        return Home(Path("/var/lib/pg_recall"))
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Home(Path(data) / "pg_recall")


def default_dsn() -> str:
    """The connection string every command uses: PG_RECALL_DSN, else the private cluster of the home."""
    return os.environ.get("PG_RECALL_DSN") or default_home().dsn()
