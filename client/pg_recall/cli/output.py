"""JSON lines for programs, tables for people."""

import dataclasses
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

Columns = Mapping[str, Callable[[Any], object]]


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """--json / --table: JSON lines when the output goes to a program, a table when it goes to a person."""
    return click.option(
        "--json/--table",
        "as_json",
        default=None,
        help="JSON lines or a table (default: a table on a terminal).",
    )(command)


def show(rows: Sequence[Any], columns: Columns, as_json: bool | None, empty: str = "nothing") -> None:
    """Rows as JSON lines or as a table of these columns. On a terminal, `empty` says that there is none."""
    if as_json if as_json is not None else not sys.stdout.isatty():
        for row in rows:
            click.echo(line(row))
        return
    if not rows:
        click.echo(empty, err=True)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in columns:
        table.add_column(title, overflow="fold")
    for row in rows:
        # Text, not markup: a memory may hold [brackets].
        table.add_row(*(Text(_cell(value(row))) for value in columns.values()))
    Console().print(table)


def line(value: Any) -> str:
    """One JSON document on one line."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = dataclasses.asdict(value)
    return json.dumps(value, ensure_ascii=False, default=_plain)


def day(value: Any) -> str:
    """A time as a date and minute; empty for none."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    return f"{value:%Y-%m-%d %H:%M}" if value else ""


def short(text: str | None, limit: int = 200) -> str:
    """The text on one line, cut with an ellipsis."""
    flat = " ".join((text or "").split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    return str(value)
