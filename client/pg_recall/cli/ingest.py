"""`pg-recall ingest`: a file of JSON lines, in batches, with the outcome of what failed by line."""

import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pg_recall.cli.option import dsn_option, memory, project_option
from pg_recall.cli.output import line

Numbered = tuple[int, dict[str, Any]]


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8", errors="surrogateescape"))
@click.option("--batch", default=256, show_default=True, help="Items in one call.")
@project_option
@dsn_option
def ingest(file: TextIO, batch: int, dsn: str | None, project: str | None) -> None:
    """Remember every line of FILE (- for standard input): JSON objects with remember's argument names.

    Prints one JSON line for each item that failed, then the counts. Status 1 when something failed.

    \b
    Examples:  pg-recall ingest notes.jsonl --project work
               jq -c '.[]' export.json | pg-recall ingest -
    """
    counts = {"added": 0, "duplicates": 0, "failed": 0}
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with (
        memory(dsn, project) as open_memory,
        Progress(*columns, console=console, disable=not sys.stderr.isatty()) as progress,
    ):
        task = progress.add_task("remembering", total=None)
        for numbered in _batches(_items(file, counts), max(batch, 1)):
            answer = open_memory.ingest([item for _, item in numbered])
            counts = {name: counts[name] + getattr(answer, name) for name in counts}
            for result in answer.results:
                if result["outcome"] == "error":
                    click.echo(line({"line": numbered[result["position"]][0], "error": result["error"]}))
            progress.advance(task, len(numbered))
    click.echo(line(counts))
    sys.exit(1 if counts["failed"] else 0)


def _items(file: TextIO, counts: dict[str, int]) -> Iterator[Numbered]:
    for number, text in enumerate(file, 1):
        if not text.strip():
            continue
        try:
            yield number, json.loads(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            counts["failed"] += 1
            failure = {"code": "RC003", "message": f"not JSON: {error}", "hint": "One JSON object a line."}
            click.echo(line({"line": number, "error": failure}))


def _batches(items: Iterator[Numbered], size: int) -> Iterator[list[Numbered]]:
    batch: list[Numbered] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
