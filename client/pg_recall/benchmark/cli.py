"""`pg-recall bench`."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from pg_recall.benchmark import report
from pg_recall.benchmark.run import Plan, run
from pg_recall.benchmark.target import target

PIPED_WIDTH = 120


@click.command("bench")
@click.option(
    "--rows",
    default=100_000,
    show_default=True,
    type=click.IntRange(min=100),
    help="Memories in the large project.",
)
@click.option("--queries", default=200, show_default=True, type=click.IntRange(min=20), help="Distinct queries.")
@click.option(
    "--dim", default=384, show_default=True, type=click.IntRange(min=1), help="Dimension of the active model."
)
@click.option(
    "--json",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the figures as JSON.",
)
@click.option("--keep", is_flag=True, help="Leave the database recall_bench for a look at it.")
def bench_command(rows: int, queries: int, dim: int, output: Path | None, keep: bool) -> None:
    """Measure speed and sizes on synthetic memories, in a database of its own.

    \b
    Examples:  pg-recall bench
               pg-recall bench --rows 1000000 --json million.json
    """
    status = Console(stderr=True).status("preparing the database")
    with status, target(keep) as where:
        figures = run(
            where,
            Plan(rows=rows, queries=queries, dim=dim),
            lambda label, done, total: status.update(_line(label, done, total)),
        )
    report.show(Console(width=None if sys.stdout.isatty() else PIPED_WIDTH), figures)
    if output:
        output.write_text(json.dumps(figures.as_dict(), indent=2) + "\n", encoding="utf-8")


def _line(label: str, done: int, total: int) -> str:
    return label if total <= 1 else f"{label}: {done:,} of {total:,}"
