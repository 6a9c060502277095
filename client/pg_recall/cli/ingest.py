"""`pg-recall ingest`: a file of JSON lines, in batches, with the outcome of what failed by line."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pg_recall import wire
from pg_recall.api import Memory
from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import line
from pg_recall.errors import RecallError


@dataclass(frozen=True)
class Line:
    """One line of the file: an item, or the reason why it is none. `number` counts from 1."""

    number: int
    item: Any = None
    error: dict[str, str | None] | None = None


class Counts:
    """What became of the lines so far."""

    def __init__(self) -> None:
        self.added = self.duplicates = self.failed = self.queued = self.lines = 0

    def as_dict(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in ("lines", "added", "duplicates", "failed", "queued")}


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--batch", type=click.IntRange(1, 10_000), default=256, show_default=True, help="Lines in one call.")
@project_option
@dsn_option
def ingest(file: BinaryIO, batch: int, dsn: str | None, project: str | None) -> None:
    """Remember every line of FILE (- for standard input): JSON objects with remember's argument names.

    Prints one JSON line for each line that failed, with its number, then the counts. Status 1 when one failed.
    Lines that are stored already are counted as duplicates, so that a load that was cut can be run again.

    \b
    Examples:  pg-recall ingest notes.jsonl --project work
               jq -c '.[]' export.json | pg-recall ingest -
    """
    counts = Counts()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(stderr=True)
    with (
        memory(dsn, project) as open_memory,
        Progress(*columns, console=console, disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("remembering", total=None)
        for lines in _batches(read(file), batch):
            try:
                _remember(open_memory, lines, counts)
            except RecallError:
                click.echo(f"stopped before line {lines[0].number}; the lines before it are stored", err=True)
                raise
            progress.update(task, completed=counts.lines)
    click.echo(line(counts.as_dict()))
    sys.exit(1 if counts.failed else 0)


def read(file: Iterable[bytes]) -> Iterator[Line]:
    """The lines that are not blank. What cannot be read becomes a line with an error (RC003)."""
    for number, raw in enumerate(file, 1):
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            if text.strip():
                item = json.loads(text)
                wire.clean(item)
                yield Line(number, item)
        except UnicodeDecodeError as error:
            yield Line(number, error=_refusal(f"not UTF-8: {error.reason} at byte {error.start}"))
        except RecallError as error:
            yield Line(number, error=error.as_dict())
        except (ValueError, RecursionError) as error:
            yield Line(number, error=_refusal(f"not JSON: {error}"))


def _remember(open_memory: Memory, lines: list[Line], counts: Counts) -> None:
    """One batch: store its items, print what failed, count."""
    good = [one for one in lines if one.error is None]
    failed = [one for one in lines if one.error is not None]
    if good:
        answer = open_memory.ingest([one.item for one in good])
        counts.added += answer.added
        counts.duplicates += answer.duplicates
        counts.queued += answer.queued
        failed += [
            Line(good[result.position].number, error=dict(result.error or {}))
            for result in answer.results
            if result.outcome == "error"
        ]
    counts.failed += len(failed)
    counts.lines += len(lines)
    for one in sorted(failed, key=lambda one: one.number):
        click.echo(line({"line": one.number, "error": one.error}))


def _batches(lines: Iterator[Line], size: int) -> Iterator[list[Line]]:
    while batch := list(islice(lines, size)):
        yield batch


def _refusal(message: str) -> dict[str, str | None]:
    hint = 'One object in UTF-8 a line, for example {"content": "Staging runs on db7"}.'
    return {"code": "RC003", "message": message, "detail": None, "hint": hint}
