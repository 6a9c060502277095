"""JSON lines for programs, tables for people."""

import dataclasses
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import click
from psycopg.types.range import Range
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pg_recall.cli.hint import in_shell
from pg_recall.result import Result
from pg_recall.terminal import escaped, printable

Columns = Mapping[str, Callable[[Any], object]]

# Wide enough that a table that goes into a file keeps its columns.
_PIPED_WIDTH = 120

# What is copied or compared as a whole.
_UNBROKEN = frozenset({"when", "#", "type"})
# An id is as wide as half a terminal: it stands below the text it belongs to.
_ID, _ABOVE_ID = "id", "what"


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """--json / --table: JSON lines when the output goes to a program, a table when it goes to a person."""
    return click.option(
        "--json/--table",
        "as_json",
        default=None,
        help="JSON lines or a table (default: a table on a terminal, else JSON lines).",
    )(command)


def wants_json(as_json: bool | None) -> bool:
    """What was asked for, else JSON where no person reads."""
    return not sys.stdout.isatty() if as_json is None else as_json


def show(rows: Sequence[Any], columns: Columns, as_json: bool | None, empty: str) -> None:
    """Rows as JSON lines, or as a table of these columns; when there is none, `empty` goes to standard error."""
    if not rows:
        click.echo(printable(empty), err=True)
    elif wants_json(as_json):
        for row in rows:
            click.echo(line(row))
    else:
        table = Table(box=None, pad_edge=False, header_style="bold")
        titles = [title for title in columns if title != _ID]
        for title in titles:
            table.add_column(title, overflow="fold", no_wrap=title in _UNBROKEN)
        for row in rows:
            # Text, not markup: a memory may hold [brackets].
            cells = {title: Text(printable(_cell(value(row)))) for title, value in columns.items()}
            if _ID in cells:
                cells[_ABOVE_ID].append(f"\n{cells[_ID]}", style="dim")
            table.add_row(*(cells[title] for title in titles))
        Console(width=None if sys.stdout.isatty() else _PIPED_WIDTH).print(table)


def show_one(document: Any, as_json: bool | None) -> None:
    """One document: a JSON line, or its members that say something, one a line."""
    if wants_json(as_json):
        click.echo(line(document))
        return
    plain = json.loads(line(document))
    told = {name: value for name, value in plain.items() if value not in (None, [], {}, "")}
    width = max(map(len, told), default=0)
    for name, value in told.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        text = in_shell(text) if name == "hint" else text
        click.echo(f"{name:<{width}}  {printable(text)}")


def line(value: Any) -> str:
    """One JSON document on one line; of an answer all of it. What would steer a terminal is escaped."""
    return escaped(json.dumps(value, ensure_ascii=False, default=_plain))


def day(value: datetime | str | None) -> str:
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
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def _interval(value: Range[Any]) -> str:
    """A range as PostgreSQL writes it."""
    if value.isempty:
        return "empty"
    first, last = (end.isoformat() if end else "" for end in (value.lower, value.upper))
    return f"{'[' if value.lower_inc else '('}{first},{last}{']' if value.upper_inc else ')'}"


def _plain(value: Any) -> Any:
    if isinstance(value, Result):
        return value.raw
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Range):
        return _interval(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return str(value)
