"""Averages and paired differences of an outcome, by group of questions."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict

from pg_recall.evaluation.bootstrap import Difference, Interval, interval, paired
from pg_recall.evaluation.run import Outcome


def select(outcome: Outcome, configuration: str, group: str, metric: str) -> list[float]:
    """Per-question scores of one configuration within one group, in the order asked."""
    wanted = outcome.question_set.groups[group]
    scores = outcome.scores[configuration].metrics[metric]
    return [score for score, category in zip(scores, outcome.categories, strict=True) if category in wanted]


def groups(outcome: Outcome) -> dict[str, int]:
    """Number of questions by group; groups that no question belongs to are left out."""
    counts = {
        name: sum(category in wanted for category in outcome.categories)
        for name, wanted in outcome.question_set.groups.items()
    }
    return {name: count for name, count in counts.items() if count}


def means(outcome: Outcome, group: str) -> dict[str, dict[str, Interval]]:
    """Configuration -> metric -> mean with its interval."""
    return {
        name: {
            metric: interval(select(outcome, name, group, metric)) for metric in outcome.question_set.metrics
        }
        for name in outcome.scores
    }


def differences(outcome: Outcome, group: str, a: str, b: str) -> dict[str, Difference]:
    """Metric -> paired difference a - b."""
    return {
        metric: paired(select(outcome, a, group, metric), select(outcome, b, group, metric))
        for metric in outcome.question_set.metrics
    }


def as_dict(outcome: Outcome, pairs: Sequence[tuple[str, str]]) -> dict:
    """The whole outcome as plain values for JSON."""
    return {
        "set": outcome.question_set.name,
        "missing_ids": outcome.missing_ids,
        "skipped_questions": outcome.skipped_questions,
        "configurations": {
            name: {"degraded": scores.degraded, "p50_ms": round(statistics.median(scores.milliseconds), 2)}
            for name, scores in outcome.scores.items()
        },
        "groups": {group: _group(outcome, group, count, pairs) for group, count in groups(outcome).items()},
    }


def _group(outcome: Outcome, group: str, count: int, pairs: Sequence[tuple[str, str]]) -> dict:
    rows = {
        name: {metric: asdict(value) for metric, value in row.items()}
        for name, row in means(outcome, group).items()
    }
    compared = {
        f"{a} - {b}": {metric: asdict(value) for metric, value in differences(outcome, group, a, b).items()}
        for a, b in pairs
    }
    return {"questions": count, "means": rows, "differences": compared}
