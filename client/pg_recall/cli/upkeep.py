"""Commands of upkeep: maintain, work, check-index, migrate."""

import sys

import click
import psycopg

from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import format_option, line, show
from pg_recall.home import default_dsn

# A worker looks by itself this often: a failed job is due again without anybody knocking.
_LOOK_EVERY_S = 30

_DIFFERENCE = {
    "collection": lambda row: row["collection"],
    "problem": lambda row: row["problem"],
    "detail": lambda row: row["detail"],
}
_LAST_RUNS = """
    select distinct on (task) task, counts, error from recall.maintain_run
    where id > %s order by task, id desc
"""


@click.command()
@click.argument("task", required=False)
@dsn_option
def maintain(task: str | None, dsn: str | None) -> None:
    """Run upkeep now: embed what waits, fold accesses, compact the index, trim logs. Status 1 when a task failed.

    \b
    Examples:  pg-recall maintain
               pg-recall maintain embed
    """
    with memory(dsn, None), psycopg.connect(dsn or default_dsn(), autocommit=True) as connection:
        sys.exit(1 if _maintain(connection, task) else 0)


@click.command()
@click.option("--once", is_flag=True, help="Empty the queue and end.")
@dsn_option
def work(once: bool, dsn: str | None) -> None:
    """Embed what waits as soon as it is queued, until interrupted. Several workers share the queue.

    \b
    Example:  pg-recall work
    """
    with memory(dsn, None), psycopg.connect(dsn or default_dsn(), autocommit=True) as connection:
        connection.execute("listen recall_job")
        while True:
            _maintain(connection, "embed")
            if once:
                return
            for _ in connection.notifies(timeout=_LOOK_EVERY_S, stop_after=1):
                pass


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
    from pg_recall.alembic import upgrade  # noqa: PLC0415  SQLAlchemy takes a while to import

    with memory(dsn, None):
        upgrade(dsn or default_dsn())
    click.echo("the schema recall is up to date")


def _maintain(connection: psycopg.Connection, task: str | None) -> bool:
    """Run upkeep and print a line a task; True when one failed."""
    before = connection.execute("select coalesce(max(id), 0) from recall.maintain_run").fetchone()
    connection.execute("call recall.maintain(%s)", [task])
    failed = False
    for name, counts, error in connection.execute(_LAST_RUNS, before).fetchall():
        click.echo(line({"task": name, **counts} | ({"error": error} if error else {})))
        failed = failed or error is not None
    return failed
