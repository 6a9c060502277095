"""The evaluation as tables for people."""

import statistics
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from pg_recall.evaluation import summary
from pg_recall.evaluation.bar import Verdict
from pg_recall.evaluation.bootstrap import Difference, Interval
from pg_recall.evaluation.run import Outcome


def show(
    console: Console, outcome: Outcome, pairs: Sequence[tuple[str, str]], verdicts: Sequence[Verdict]
) -> None:
    """Print one table of means and one of paired differences, then what is notable and the bars."""
    console.print(_means(outcome))
    if pairs:
        console.print(_differences(outcome, pairs))
    for note in _notes(outcome):
        console.print(f"[yellow]note:[/] {note}")
    for verdict in verdicts:
        mark = "[green]met[/]  " if verdict.is_met else "[red]below[/]"
        console.print(f"{mark} {verdict.rule}: {verdict.value:.3f} (bar {verdict.bound:.3f})")
    console.print()


def _means(outcome: Outcome) -> Table:
    name = outcome.question_set.name
    table = Table(
        title=f"{name}: mean per question [95 % interval]", title_justify="left", title_style="bold"
    )
    table.add_column("questions")
    table.add_column("ranking")
    for metric in outcome.question_set.metrics:
        table.add_column(metric, justify="right", no_wrap=True)
    table.add_column("p50 ms", justify="right")
    for place, (group, count) in enumerate(summary.groups(outcome).items()):
        for position, (ranking, row) in enumerate(summary.means(outcome, group).items()):
            # Times are over the whole set, so they stand in its first block only.
            median = f"{statistics.median(outcome.scores[ranking].milliseconds):.1f}" if place == 0 else ""
            label = f"{group} ({count})" if position == 0 else ""
            table.add_row(label, ranking, *map(_interval, row.values()), median)
        table.add_section()
    return table


def _differences(outcome: Outcome, pairs: Sequence[tuple[str, str]]) -> Table:
    name = outcome.question_set.name
    title = f"{name}: paired differences [95 % interval] (least difference that would show)"
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("questions")
    table.add_column("compared")
    for metric in outcome.question_set.metrics:
        table.add_column(metric, justify="right", no_wrap=True)
    for group, count in summary.groups(outcome).items():
        for position, (a, b) in enumerate(pairs):
            row = summary.differences(outcome, group, a, b)
            table.add_row(
                f"{group} ({count})" if position == 0 else "", f"{a} - {b}", *map(_difference, row.values())
            )
        table.add_section()
    return table


def _notes(outcome: Outcome) -> list[str]:
    notes = [
        f"{name}: {scores.degraded} of {len(outcome.categories)} answers lacked an arm"
        for name, scores in outcome.scores.items()
        if scores.degraded
    ]
    if outcome.missing_ids:
        notes.append(f"{outcome.missing_ids} relevant ids are no memory of this database")
    if outcome.skipped_questions:
        notes.append(f"{outcome.skipped_questions} questions left out: none of their relevant ids exists")
    return notes


def _interval(value: Interval) -> str:
    return f"{value.mean:.3f} [{value.low:.3f}, {value.high:.3f}]"


def _difference(value: Difference) -> str:
    text = f"{value.mean:+.3f} [{value.low:+.3f}, {value.high:+.3f}] ({value.minimum_detectable:.3f})"
    if not value.excludes_zero:
        return text
    return f"[green]{text}[/]" if value.mean > 0 else f"[red]{text}[/]"
