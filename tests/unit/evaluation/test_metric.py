"""Metrics against values worked by hand."""

import math

import pytest

from pg_recall.evaluation.metric import ndcg_at, recall_at, reciprocal_rank

RANKED = ["a", "b", "c", "d"]


def test_recall_is_the_fraction_of_the_evidence_found_within_k() -> None:
    assert recall_at(RANKED, {"b", "d", "x"}, 3) == pytest.approx(1 / 3)
    assert recall_at(RANKED, {"b", "d", "x"}, 4) == pytest.approx(2 / 3)
    assert recall_at(RANKED, {"x"}, 4) == 0


def test_recall_counts_an_id_named_twice_once() -> None:
    assert recall_at(["a", "a"], ["a", "b", "b"], 2) == 0.5


def test_reciprocal_rank_is_that_of_the_first_relevant_id() -> None:
    assert reciprocal_rank(RANKED, {"c", "d"}) == pytest.approx(1 / 3)
    assert reciprocal_rank(RANKED, {"x"}) == 0


def test_ndcg_discounts_by_the_logarithm_of_the_rank() -> None:
    # Gains at ranks 2 and 4: 1/log2(3) + 1/log2(5); ideal at ranks 1 and 2: 1 + 1/log2(3).
    gained = 0.6309297535714574 + 0.43067655807339306
    assert ndcg_at(RANKED, {"b", "d"}, 4) == pytest.approx(gained / 1.6309297535714573)


def test_the_ideal_holds_relevant_ids_that_the_ranking_missed() -> None:
    assert ndcg_at(["a"], {"a", "x", "y"}, 10) == pytest.approx(1 / (1 + 1 / math.log2(3) + 0.5))


def test_the_ideal_holds_no_more_than_k_ids() -> None:
    assert ndcg_at(["a", "b"], {"a", "b", "c"}, 2) == pytest.approx(1)


def test_rank_two_weighs_less_than_rank_one() -> None:
    assert ndcg_at(["a", "x"], {"a"}, 10) == 1
    assert ndcg_at(["x", "a"], {"a"}, 10) == pytest.approx(0.6309297535714574)


def test_an_id_returned_twice_gains_once() -> None:
    assert ndcg_at(["a", "a"], {"a", "b"}, 2) == pytest.approx(1 / 1.6309297535714573)


def test_an_empty_answer_scores_zero() -> None:
    assert (recall_at([], {"a"}, 10), reciprocal_rank([], {"a"}), ndcg_at([], {"a"}, 10)) == (0, 0, 0)


@pytest.mark.parametrize(
    "score",
    [lambda: recall_at(["a"], [], 1), lambda: reciprocal_rank(["a"], []), lambda: ndcg_at(["a"], [], 1)],
)
def test_a_question_without_gold_is_refused(score) -> None:
    with pytest.raises(ValueError, match="without relevant ids"):
        score()
