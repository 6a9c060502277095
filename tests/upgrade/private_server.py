"""A server whose extension folder belongs to the tests, so that they can install any version of pg_recall."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from pg_recall.cluster.account import server_account
from pg_recall.cluster.installation import usable_installation

ROOT = Path(__file__).resolve().parents[2]
SNAPSHOT = Path(__file__).with_name("snapshot.sql")


def copy_server(place: Path) -> tuple[Path, Path]:
    """Return the bin and extension folders of a second server below `place`.

    A server finds its folders from where its own program lies: one copied file and links are enough.
    """
    original = usable_installation()
    programs = place / original.bin.relative_to("/usr")
    share = place / original.extension.parent.relative_to("/usr")
    programs.mkdir(parents=True)
    share.mkdir(parents=True)
    shutil.copy(original.bin / "postgres", programs)
    (place / original.library.relative_to("/usr")).symlink_to(original.library)
    for entry in original.extension.parent.iterdir():
        if entry.name != "extension":
            (share / entry.name).symlink_to(entry)
    extension = share / "extension"
    extension.mkdir()
    for entry in original.extension.iterdir():
        if not entry.name.startswith("pg_recall"):
            (extension / entry.name).symlink_to(entry)
    return programs, extension


@dataclass
class Server:
    """A running server, and the folder its extensions are read from."""

    sockets: Path
    extension: Path
    databases: list[str] = field(default_factory=list)

    def dsn(self, database: str) -> str:
        return f"host={self.sockets} port=5432 dbname={database} user=postgres"

    def make_database(self) -> str:
        """Return the name of a new, empty database."""
        name = f"recall_{len(self.databases)}"
        self.databases.append(name)
        self.execute("postgres", f"create database {name}")
        return name

    def execute(self, database: str, statement: str) -> None:
        with psycopg.connect(self.dsn(database), autocommit=True) as session:
            session.execute(statement)

    def snapshot(self, database: str) -> list[str]:
        """Return everything in schema recall as lines of text."""
        with psycopg.connect(self.dsn(database)) as session:
            return [line for (line,) in session.execute(SNAPSHOT.read_text())]

    def install(self, tree: Path) -> None:
        """Put the extension that a source tree builds where this server looks for it."""
        for old in self.extension.glob("pg_recall*"):
            old.unlink()
        subprocess.run([tree / "extension" / "build", "--output", self.extension], check=True)


@contextmanager
def private_server(environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server of its own, gone with everything in it at the end; with this environment added to the tests' own."""
    account = server_account()
    original = usable_installation()
    with tempfile.TemporaryDirectory(prefix="pg_recall-server-") as name:
        place = Path(name)
        place.chmod(0o755)
        programs, extension = copy_server(place)
        data, sockets = place / "data", place / "s"
        account.own(data)
        account.own(sockets, 0o755)

        def run(program: str, *arguments: str | Path) -> None:
            quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "cwd": "/"}
            quiet["env"] = os.environ | (environment or {})
            command = [original.bin / program, "-D", data, *arguments]
            subprocess.run(command, check=True, **quiet, **account.switch)

        run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        options = f"-k {sockets} -c listen_addresses= -c port=5432 -F"
        run("pg_ctl", "start", "-w", "-l", data / "log", "-p", programs / "postgres", "-o", options)
        try:
            yield Server(sockets, extension)
        finally:
            run("pg_ctl", "stop", "-w", "-m", "immediate")
