"""`pg-recall doctor`: what the database finds about itself, and what only the outside can see."""

import os
import sys

import click

from pg_recall import health
from pg_recall.cli.option import chosen_dsn, dsn_option, memory, project_option
from pg_recall.cli.output import format_option, show
from pg_recall.errors import ConnectionFailed, NotInstalled
from pg_recall.home import Home, default_home

_MARKS = {"ok": "ok", "warn": "warn", "fail": "FAIL"}
_COLUMNS = {
    "": lambda row: _MARKS[row["status"]],
    "check": lambda row: row["check"],
    "found": lambda row: row["found"],
    "what to do": lambda row: row["advice"],
}


@click.command()
@project_option
@dsn_option
@format_option
def doctor(project: str | None, dsn: str | None, as_json: bool | None) -> None:
    """Check versions, processes, the model, the index, roles and upkeep; each with what to do.

    Status 1 when a check fails; warnings do not count.

    \b
    Examples:  pg-recall doctor
               pg-recall doctor --json | jq 'select(.status != "ok")'
    """
    home = _home(chosen_dsn(dsn))
    try:
        with memory(dsn, project) as open_memory:
            rows = list(health.examine(open_memory, home))
    except (ConnectionFailed, NotInstalled) as error:
        rows = list(health.unreachable(error, home))
    show(rows, _COLUMNS, as_json, "nothing to check")
    sys.exit(1 if any(row["status"] == "fail" for row in rows) else 0)


def _home(dsn: str) -> Home | None:
    """The home whose private server the connection string leads to, if any."""
    home = default_home()
    return home if f"host={home.sockets}" in dsn.split() and os.path.isdir(home.path) else None
