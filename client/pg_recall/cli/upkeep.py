"""Commands of upkeep: maintain, work, check-index, migrate."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from pg_recall.api import Memory
from pg_recall.cli.option import chosen_dsn, connection, dsn_option, memory, project_option
from pg_recall.cli.output import format_option, line, show
from pg_recall.errors import from_database
from pg_recall.query import query

TASKS = ("embed", "access", "compact", "graph", "trim")

# A worker looks by itself this often: a failed job is due again without anybody knocking.
_LOOK_EVERY_S = 30

_DIFFERENCE = {
    "collection": lambda row: row.collection,
    "problem": lambda row: row.problem,
    "detail": lambda row: row.detail,
}


@click.command()
@click.argument("task", type=click.Choice(TASKS), required=False)
@dsn_option
def maintain(task: str | None, dsn: str | None) -> None:
    """Run upkeep now, all of it or one TASK: embed what waits, fold accesses, compact the index, trim logs.

    Prints a JSON line a task; status 1 when one failed or could not be done for want of an embedder.

    \b
    Examples:  pg-recall maintain
               pg-recall maintain embed
    """
    with memory(dsn) as open_memory:
        sys.exit(1 if _maintain(open_memory, task) else 0)


@click.command()
@click.option("--once", is_flag=True, help="Empty the queue and end.")
@dsn_option
def work(once: bool, dsn: str | None) -> None:
    """Embed what waits as soon as it is queued, until interrupted. Several workers share the queue.

    \b
    Example:  pg-recall work
    """
    with connection(dsn) as session, _ended_by_signal():
        worker = Memory(session)
        session.execute(query("listen_jobs"))
        is_left = _maintain(worker, "embed")
        if once:
            sys.exit(1 if is_left else 0)
        while True:
            for _ in session.notifies(timeout=_LOOK_EVERY_S, stop_after=1):
                pass
            _maintain(worker, "embed")


@click.command("check-index")
@project_option
@dsn_option
@format_option
def check_index(project: str | None, dsn: str | None, as_json: bool | None) -> None:
    """Compare the index with the texts. Status 1 when they differ.

    \b
    Example:  pg-recall check-index --project work
    """
    with memory(dsn, project) as open_memory:
        found = open_memory.check_index()
    show(found, _DIFFERENCE, as_json, "the index is exact")
    sys.exit(1 if found else 0)


@click.command()
@dsn_option
def migrate(dsn: str | None) -> None:
    """Install or upgrade through alembic, for a database where the extension's files are not wanted.

    \b
    Example:  pg-recall migrate --dsn "host=db.example dbname=app user=postgres"
    """
    from sqlalchemy.exc import DBAPIError  # noqa: PLC0415  SQLAlchemy takes a while to import

    from pg_recall.alembic import upgrade  # noqa: PLC0415

    try:
        upgrade(chosen_dsn(dsn))
    except DBAPIError as error:
        raise from_database(error.orig) from error
    click.echo("the schema recall is up to date")


def _maintain(worker: Memory, task: str | None) -> bool:
    """Run upkeep and print a line a task; True when one failed or could not be done."""
    runs = worker.maintain(task)
    for run in runs:
        told = {"task": run.task, **run.counts} | ({"error": run.error} if run.error else {})
        click.echo(line(told))
    return any(run.error or run.counts.get("unavailable") for run in runs)


@contextmanager
def _ended_by_signal() -> Iterator[None]:
    """SIGTERM, as a service manager sends it, ends the worker like the end of its work."""

    def end(_: int, __: FrameType | None) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
