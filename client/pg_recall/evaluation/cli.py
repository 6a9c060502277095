"""`pg-recall eval`."""

import json
import sys
from pathlib import Path

import click
import psycopg
from rich.console import Console

from pg_recall.evaluation import bar, report, source, summary
from pg_recall.evaluation.configuration import ARMS, FUSIONS, Configuration, parse, standard, standard_pairs
from pg_recall.evaluation.error import EvaluationError
from pg_recall.evaluation.run import Outcome, run
from pg_recall.home import default_dsn

# Wide enough that no cell is cut when the output goes to a file.
PIPED_WIDTH = 180


class _Configurations(click.ParamType):
    name = "arms[:fusion]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Configuration:
        if isinstance(value, Configuration):
            return value
        try:
            return parse(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command("eval")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Directory of the sets (else PG_RECALL_EVAL_DATA, else ../shared/data).",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    help="locomo, xquad-<language> or FILE.jsonl; may be repeated. Default: every standard set.",
)
@click.option("--project", help="Project that a FILE.jsonl asks about.")
@click.option(
    "--arms", default=",".join(ARMS), show_default=True, help="Arms to measure alone, separated by commas."
)
@click.option(
    "--fusion", default=",".join(FUSIONS), show_default=True, help="Fusions to measure, separated by commas."
)
@click.option(
    "--compare",
    nargs=2,
    type=_Configurations(),
    help="Measure only two configurations, paired: score, rrf, bm25, bm25+vector:rrf, …",
)
@click.option("--check", is_flag=True, help="Exit 1 when a set is below its bar.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a set.")
def eval_command(
    data: Path | None,
    sets: tuple[str, ...],
    project: str | None,
    arms: str,
    fusion: str,
    compare: tuple[Configuration, Configuration] | None,
    check: bool,
    as_json: bool,
) -> None:
    """Measure search on question sets, with 95 % intervals and paired comparisons.

    Corpora are loaded once, through recall.ingest, into projects named eval-…

    \b
    Examples:  pg-recall eval --set locomo
               pg-recall eval --compare score rrf --set xquad-es
               pg-recall eval --set my-questions.jsonl --project work
    """
    configurations, pairs = _chosen(arms, fusion, compare)
    below = False
    try:
        question_sets = [source.open_set(name, data, project) for name in sets or source.STANDARD]
        with psycopg.connect(default_dsn(), autocommit=True) as connection:
            for question_set in question_sets:
                with _Progress(question_set.name) as progress:
                    outcome = run(connection, question_set, configurations, progress.show)
                below |= _print(outcome, pairs, as_json)
    except EvaluationError as error:
        click.echo(f"Error: {error.message}\nHint: {error.hint}", err=True)
        sys.exit(2)
    sys.exit(1 if check and below else 0)


def _chosen(
    arms: str, fusion: str, compare: tuple[Configuration, Configuration] | None
) -> tuple[list[Configuration], list[tuple[str, str]]]:
    if compare:
        first, second = compare
        if first == second:
            raise click.BadParameter("the two configurations are the same", param_hint="--compare")
        return [first, second], [(first.name, second.name)]
    single = _split(arms, ARMS, "--arms")
    fused = _split(fusion, FUSIONS, "--fusion")
    configurations = standard(single, fused)
    if not configurations:
        raise click.BadParameter("nothing to measure", param_hint="--arms")
    return configurations, standard_pairs(configurations)


def _split(text: str, known: tuple[str, ...], option: str) -> list[str]:
    names = list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if unknown := [name for name in names if name not in known]:
        raise click.BadParameter(f"unknown {unknown[0]!r}; known are {', '.join(known)}", param_hint=option)
    return names


def _print(outcome: Outcome, pairs: list[tuple[str, str]], as_json: bool) -> bool:
    """Show one set; True when it is below a bar."""
    verdicts = bar.judge(outcome)
    if as_json:
        click.echo(json.dumps(summary.as_dict(outcome, pairs)))
    else:
        console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
        report.show(console, outcome, pairs, verdicts)
    return not all(verdict.is_met for verdict in verdicts)


class _Progress:
    """One status line on stderr, only where a person looks at it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._status = Console(stderr=True).status(f"{name}: starting")

    def __enter__(self) -> "_Progress":
        self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    def show(self, label: str, done: int, total: int) -> None:
        if done % 10 == 0:
            self._status.update(f"{self._name}: {label} {done} of {total}")
