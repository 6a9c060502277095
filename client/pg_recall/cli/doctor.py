"""`pg-recall doctor`: what the database finds about itself, and what only the outside can see."""

import shutil
import sys
from typing import Any

import click

from pg_recall import __version__
from pg_recall.api import Memory
from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import format_option, show
from pg_recall.cluster.status import inspect
from pg_recall.home import default_dsn, default_home

_LEAST_FREE_BYTES = 1 << 30
_MARK = {"ok": "ok", "warn": "warn", "fail": "FAIL"}
_COLUMNS = {
    "": lambda row: _MARK[row["status"]],
    "check": lambda row: row["check"],
    "found": lambda row: row["found"],
    "what to do": lambda row: row["advice"],
}


@click.command()
@project_option
@dsn_option
@format_option
def doctor(project: str | None, dsn: str | None, as_json: bool | None) -> None:
    """Check the installation, the models and the index; each finding with what to do. Status 1 on a failure.

    \b
    Example:  pg-recall doctor
    """
    with memory(dsn, project) as open_memory:
        rows = [finding("client", "ok", __version__), *_versions(open_memory, dsn), *open_memory.doctor()]
    if (dsn or default_dsn()) == default_home().dsn():
        rows += _outside()
    show(rows, _COLUMNS, as_json)
    sys.exit(1 if any(row["status"] == "fail" for row in rows) else 0)


def finding(check: str, status: str, found: str, advice: str | None = None) -> dict[str, Any]:
    """One row: status is ok, warn or fail."""
    return {"check": check, "status": status, "found": found, "advice": advice}


def _versions(open_memory: Memory, dsn: str | None) -> list[dict[str, Any]]:
    code = open_memory.versions()["code"]
    same = code == __version__
    advice = None if same else "Install the same version on both sides: make install, then pg-recall up."
    return [finding("server code", "ok" if same else "warn", code, advice)]


def _outside() -> list[dict[str, Any]]:
    home = default_home()
    found = inspect(home)
    older = ", ".join(found.older)
    rows = [
        finding(
            "running code", "warn" if older else "ok", f"{older} runs older code" if older else found.home.code.name,
            "Restart with: pg-recall up" if older else None,
        ),
        finding(
            "sidecar", "ok" if found.sidecar.startswith("healthy") else "warn", found.sidecar,
            None if found.sidecar.startswith("healthy") else "Start it with: pg-recall up; meanwhile backends embed themselves.",
        ),
    ]  # fmt: skip
    free = shutil.disk_usage(home.path).free
    scarce = free < _LEAST_FREE_BYTES
    rows.append(
        finding(
            "disk",
            "warn" if scarce else "ok",
            f"{free / 1e9:.1f} GB free",
            "Make room on the home's disk." if scarce else None,
        )
    )
    return rows
