"""What of a home runs, and whether it runs the code that is on disk."""

from dataclasses import dataclass

import psycopg

from pg_recall.cluster import environment, server, sidecar
from pg_recall.cluster.database import EXTENSION
from pg_recall.home import Home


@dataclass(frozen=True)
class Status:
    """A snapshot; `older` names processes started with other code or paths than a start would use now."""

    home: Home
    server_pid: int | None
    extension_on_disk: str | None
    extension_installed: str | None
    sidecar: str
    older: list[str]


def inspect(home: Home) -> Status:
    """Look without changing anything."""
    wanted = environment.runtime(home)
    server_pid, sidecar_pid = server.running_pid(home), sidecar.running_pid(home)
    running = {"server": server_pid, "sidecar": sidecar_pid}
    on_disk, installed = _extension(home) if server_pid else (None, None)
    return Status(
        home=home,
        server_pid=server_pid,
        extension_on_disk=on_disk,
        extension_installed=installed,
        sidecar=_sidecar(home, sidecar_pid),
        older=[name for name, pid in running.items() if pid and server.differs(pid, wanted)],
    )


def _extension(home: Home) -> tuple[str | None, str | None]:
    with psycopg.connect(home.dsn("postgres")) as connection:
        row = connection.execute(
            "select default_version, installed_version from pg_available_extensions where name = %s",
            [EXTENSION],
        ).fetchone()
    return row or (None, None)


def _sidecar(home: Home, pid: int | None) -> str:
    if not sidecar.installed(home):
        return "not installed (its package is missing in the code directory); run: make install"
    if pid is None:
        return "not running; start it with: pg-recall up"
    health = sidecar.health(home)
    return (
        f"healthy (process {pid})"
        if health
        else f"process {pid} does not answer; see {home.log / 'sidecar.log'}"
    )
