"""What a release must reach on the public sets; `pg-recall eval --check` fails below it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pg_recall.evaluation.bootstrap import paired
from pg_recall.evaluation.run import Outcome
from pg_recall.evaluation.summary import select

FUSED = "score"
SINGLE_ARMS = ("bm25", "vector", "names")
# (set, group, metric, at least) of the default fusion.
MINIMUM = (
    ("locomo", "1-4", "recall@10", 0.66),
    ("locomo", "1-4", "ndcg@10", 0.51),
    ("xquad-en", "all", "recall@1", 0.95),
    ("xquad-es", "all", "recall@1", 0.90),
    ("xquad-zh", "all", "recall@1", 0.92),
)
# Fusion may cost this much against the best single arm of a language, no more.
DRAG = 0.01


@dataclass(frozen=True)
class Verdict:
    rule: str
    value: float
    bound: float

    @property
    def is_met(self) -> bool:
        return self.value >= self.bound


def judge(outcome: Outcome) -> Sequence[Verdict]:
    """The rules that apply to this set and whose configurations were run."""
    name = outcome.question_set.name
    if FUSED not in outcome.scores:
        return []
    verdicts = [
        Verdict(f"{name} {group} {metric}", _mean(outcome, FUSED, group, metric), bound)
        for set_name, group, metric, bound in MINIMUM
        if set_name == name
    ]
    if name == "locomo" and "bm25" in outcome.scores:
        verdicts += [_gain(outcome, metric) for metric in ("recall@10", "ndcg@10")]
    arms = [arm for arm in SINGLE_ARMS if arm in outcome.scores]
    if name.startswith("xquad-") and arms:
        best = max(_mean(outcome, arm, "all", "recall@1") for arm in arms)
        fused = _mean(outcome, FUSED, "all", "recall@1")
        verdicts.append(Verdict(f"{name} recall@1 against its best single arm", fused, best - DRAG))
    return verdicts


def _gain(outcome: Outcome, metric: str) -> Verdict:
    fused = select(outcome, FUSED, "1-4", metric)
    words = select(outcome, "bm25", "1-4", metric)
    return Verdict(f"locomo 1-4 {metric}, fused - bm25, lower end of 95 %", paired(fused, words).low, 0.0)


def _mean(outcome: Outcome, configuration: str, group: str, metric: str) -> float:
    scores = select(outcome, configuration, group, metric)
    return sum(scores) / len(scores)
