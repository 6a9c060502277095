"""Bringing a database to this version, from a program or the command line."""

from pathlib import Path

import alembic.command
import alembic.config
import psycopg
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

_INI = Path(__file__).with_name("alembic.ini")


def upgrade(dsn: str) -> None:
    """Install pg_recall in a database, or bring it to this version, in one transaction.

    The role has to be a superuser: only one may create functions in PL/Python.

    Raises: sqlalchemy.exc.DBAPIError, and nothing has changed.
    """
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn), poolclass=NullPool)
    config = alembic.config.Config(_INI)
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")
