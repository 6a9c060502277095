"""Grouping, comparison and bars of an outcome."""

import io
import json

import pytest
from rich.console import Console

from pg_recall.evaluation import bar, report, summary
from pg_recall.evaluation.corpus import QuestionSet
from pg_recall.evaluation.run import Outcome, Scores


def outcome(name, fused, words, categories=("1", "1", "5")) -> Outcome:
    groups = {"1-4": frozenset("1234"), "2": frozenset("2"), "5": frozenset("5"), "all": frozenset("12345")}
    metrics = ["recall@10", "ndcg@10"] if name == "locomo" else ["recall@1"]
    scores = {
        "bm25": Scores({metric: list(words) for metric in metrics}, [1.0] * len(words)),
        "score": Scores({metric: list(fused) for metric in metrics}, [2.0] * len(fused), degraded=1),
    }
    return Outcome(QuestionSet(name, [], groups, metrics), categories, scores, 0, 0)


def test_a_group_averages_its_own_categories_only() -> None:
    found = outcome("locomo", [1.0, 0.0, 0.25], [0.0, 0.0, 0.0])
    assert summary.means(found, "1-4")["score"]["recall@10"].mean == 0.5
    assert summary.means(found, "5")["score"]["recall@10"].mean == 0.25


def test_a_group_without_questions_is_left_out() -> None:
    assert summary.groups(outcome("locomo", [1, 1, 1], [1, 1, 1])) == {"1-4": 2, "5": 1, "all": 3}


def test_fusion_that_gains_nothing_over_words_is_below_its_bar() -> None:
    verdicts = bar.judge(outcome("locomo", [0.9] * 3, [1.0, 0.8, 0.9]))
    gains = [verdict for verdict in verdicts if "fused - bm25" in verdict.rule]
    assert len(gains) == 2
    assert not any(verdict.is_met for verdict in gains)


def test_fusion_may_not_fall_a_point_below_the_best_arm() -> None:
    words = [1.0] * 100
    near, far = [1.0] * 99 + [0.0], [1.0] * 98 + [0.0] * 2
    for fused, is_met in [(near, True), (far, False)]:
        verdicts = bar.judge(outcome("xquad-fr", fused, words, ["1"] * 100))
        assert [verdict.is_met for verdict in verdicts] == [is_met]


def test_a_set_without_bars_is_not_judged() -> None:
    assert bar.judge(outcome("own.jsonl", [0.0], [1.0], ["1"])) == []


def test_the_report_shows_means_differences_and_missing_arms() -> None:
    found = outcome("locomo", [1.0, 0.0, 0.25], [0.0, 0.0, 0.0])
    console = Console(file=io.StringIO(), width=160)
    report.show(console, found, [("score", "bm25")], bar.judge(found))
    text = console.file.getvalue()
    assert "0.500 [0.000, 1.000]" in text
    assert "score - bm25" in text
    assert "score: 1 of 3 answers lacked an arm" in text
    assert "below locomo 1-4 recall@10: 0.500 (bar 0.660)" in text


def test_the_outcome_is_plain_json() -> None:
    found = summary.as_dict(outcome("locomo", [1.0, 0.0, 0.25], [0.0, 0.0, 0.0]), [("score", "bm25")])
    assert json.loads(json.dumps(found)) == found
    assert found["groups"]["1-4"]["differences"]["score - bm25"]["recall@10"]["mean"] == pytest.approx(0.5)
