"""Which PostgreSQL server programs this machine has, and what they can do. Standard library only."""

import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pg_recall.cluster.error import ClusterError

DEBIAN_ROOT = Path("/usr/lib/postgresql")


@dataclass(frozen=True)
class Installation:
    """One major version of the server programs."""

    major: int
    bin: Path

    @cached_property
    def library(self) -> Path:
        return self._directory("--pkglibdir")

    @cached_property
    def extension(self) -> Path:
        """Where control files and install scripts go."""
        return self._directory("--sharedir") / "extension"

    def has_library(self, name: str) -> bool:
        return (self.library / f"{name}.so").exists()

    @property
    def missing(self) -> list[str]:
        """Server libraries that pg_recall needs and this version lacks; empty when it is usable."""
        return [name for name in ("plpython3", "vector") if not self.has_library(name)]

    def _directory(self, option: str) -> Path:
        answer = subprocess.run([self.bin / "pg_config", option], check=True, capture_output=True, text=True)
        return Path(answer.stdout.strip())


def installations() -> list[Installation]:
    """Every server version installed, newest first."""
    found = [
        Installation(int(root.name), root / "bin")
        for root in DEBIAN_ROOT.glob("[0-9]*")
        if root.name.isdigit() and (root / "bin" / "postgres").exists()
    ]
    return sorted(found, key=lambda one: one.major, reverse=True)


def usable_installation() -> Installation | None:
    """The newest version with everything pg_recall needs."""
    return next((one for one in installations() if not one.missing), None)


def installation_for(data: Path) -> Installation:
    """The version a data directory was made with, or the newest usable one where there is none yet.

    Raises: ClusterError when that version is not installed or lacks a library.
    """
    version_file = data / "PG_VERSION"
    if not version_file.exists():
        if chosen := usable_installation():
            return chosen
        raise ClusterError("no PostgreSQL with plpython3 and pgvector is installed", "run: make setup")
    major = int(version_file.read_text())
    chosen = next((one for one in installations() if one.major == major), None)
    if chosen is None:
        raise ClusterError(
            f"{data} was made by PostgreSQL {major}, which is not installed",
            f"install postgresql-{major}, or move the data to a newer version with pg_upgrade",
        )
    if chosen.missing:
        raise ClusterError(f"PostgreSQL {major} lacks {', '.join(chosen.missing)}", "run: make setup")
    return chosen
