"""Options that commands share, and the memory behind them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
import psycopg

from pg_recall.api import Memory
from pg_recall.errors import BadValue, translated
from pg_recall.home import default_dsn

Command = Callable[..., Any]

PROJECT_HELP = "Project to work in (else the database's setting recall.project)."
DSN_HELP = "Connection string (else PG_RECALL_DSN, else the private server)."
_CONNECT_SECONDS = 10


def project_option(command: Command) -> Command:
    """--project: the unit of isolation that the command works in."""
    return click.option("--project", help=PROJECT_HELP)(command)


def dsn_option(command: Command) -> Command:
    """--dsn: the database."""
    return click.option("--dsn", help=DSN_HELP)(command)


@contextmanager
def memory(dsn: str | None, project: str | None = None) -> Iterator[Memory]:
    """A Memory on a connection of its own, in autocommit mode.

    Raises: ConnectionFailed when there is no server to be had.
    """
    with connection(dsn) as opened:
        yield Memory(opened, chosen_project(project))


@contextmanager
def connection(dsn: str | None) -> Iterator[psycopg.Connection[Any]]:
    """A connection to the database chosen."""
    with translated():
        opened = psycopg.connect(
            chosen_dsn(dsn),
            autocommit=True,
            connect_timeout=_CONNECT_SECONDS,
            fallback_application_name="pg-recall",
        )
    with translated(), opened:
        yield opened


def chosen_dsn(dsn: str | None) -> str:
    """What was given to the command, else before it, else the default.

    Raises: click.BadParameter (status 2) for a blank one: it would choose a server by itself.
    """
    chosen = dsn if dsn is not None else _before_the_command("dsn")
    if chosen is not None and not chosen.strip():
        raise click.BadParameter("is blank; leave it out for the private server", param_hint="--dsn")
    return default_dsn() if chosen is None else chosen


def chosen_project(project: str | None) -> str | None:
    """What was given to the command, else before it. A blank name is refused by the server, never replaced."""
    return project if project is not None else _before_the_command("project")


def chosen_tool_project(project: str | None) -> str | None:
    """What was chosen, for calls of tools: a blank name in their context would mean that none was given.

    Raises: BadValue (RC003) for a blank one.
    """
    chosen = chosen_project(project)
    if chosen is not None and not chosen.strip():
        raise BadValue("the project name is blank", hint="Leave --project out, or name one.")
    return chosen


def _before_the_command(name: str) -> str | None:
    context = click.get_current_context(silent=True)
    return context.find_root().params.get(name) if context else None
