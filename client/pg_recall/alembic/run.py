"""Running SQL files unchanged: no parameters, so that neither % nor : means anything."""

import hashlib
from pathlib import Path

import alembic
from sqlalchemy import Connection

from pg_recall.alembic import source

_QUOTE = "$migration$"


def run_sql(name: str) -> None:
    """Run one migration, unless the database has it already; called by the revisions.

    Raises: sqlalchemy.exc.DBAPIError, with SQLSTATE RC013 when it was run with another text.
    """
    file = source.migration(name)
    text = file.read_bytes()
    digest = hashlib.sha256(text).hexdigest()
    call = f"select recall._migrate('{name}', '{digest}', {_QUOTE}\n{text.decode().rstrip()}\n{_QUOTE})"
    execute(alembic.op.get_bind(), call)


def run_file(connection: Connection, file: Path) -> None:
    """Run every statement of a file."""
    execute(connection, file.read_text(encoding="utf-8"))


def execute(connection: Connection, text: str) -> None:
    connection.exec_driver_sql(text, execution_options={"no_parameters": True})
