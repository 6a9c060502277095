"""Options that commands share, and the connection behind them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
import psycopg

from pg_recall.api import Memory
from pg_recall.errors import RecallError
from pg_recall.home import default_dsn

Command = Callable[..., Any]


def project_option(command: Command) -> Command:
    """--project: the unit of isolation that the command works in."""
    return click.option("--project", help="Project to work in (else the database's setting recall.project).")(
        command
    )


def dsn_option(command: Command) -> Command:
    """--dsn: the database, else PG_RECALL_DSN, else the private server."""
    return click.option("--dsn", help="Connection string (else PG_RECALL_DSN, else the private server).")(
        command
    )


@contextmanager
def memory(dsn: str | None, project: str | None) -> Iterator[Memory]:
    """A Memory on a connection of its own; errors become a message with its way out and status 1."""
    try:
        with psycopg.connect(dsn or default_dsn(), autocommit=True) as connection:
            yield Memory(connection, project)
    except RecallError as error:
        raise click.ClickException(f"{error} ({error.code})") from error
    except psycopg.OperationalError as error:
        raise click.ClickException(
            f"{str(error).strip()}\nHint: start the server with: pg-recall up"
        ) from error
    except psycopg.Error as error:
        raise click.ClickException(_shown(error)) from error


def _shown(error: psycopg.Error) -> str:
    parts = [f"{error.diag.message_primary or error} ({error.sqlstate})"]
    parts += [f"Detail: {error.diag.message_detail}"] if error.diag.message_detail else []
    parts += [f"Hint: {error.diag.message_hint}"] if error.diag.message_hint else []
    return "\n".join(parts)
