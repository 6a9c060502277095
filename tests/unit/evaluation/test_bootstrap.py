"""Intervals: known distributions, fixed seed, and what a pairing must notice."""

import numpy as np
import pytest

from pg_recall.evaluation.bootstrap import interval, paired


def test_the_same_scores_give_the_same_interval() -> None:
    scores = [0.0, 1.0, 0.5, 1.0, 0.0, 0.25]
    assert interval(scores) == interval(list(scores))


def test_constant_scores_have_no_width() -> None:
    found = interval([0.4] * 50)
    assert (found.mean, found.low, found.high) == pytest.approx((0.4, 0.4, 0.4))


def test_the_interval_of_coin_flips_is_that_of_the_normal_approximation() -> None:
    # 400 flips, half heads: standard error 0.025, so 0.5 -+ 1.96 * 0.025.
    found = interval([0.0, 1.0] * 200)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.451, abs=0.006)
    assert found.high == pytest.approx(0.549, abs=0.006)


def test_pairing_sees_a_small_gain_that_separate_intervals_hide() -> None:
    noise = np.random.default_rng(1).random(200)
    a, b = list(noise + 0.02), list(noise)
    assert interval(a).low < interval(b).high
    difference = paired(a, b)
    assert difference.excludes_zero
    assert difference.mean == pytest.approx(0.02)


def test_the_order_of_a_pair_decides_the_sign() -> None:
    assert paired([1.0, 1.0], [0.0, 0.0]).mean == 1
    assert paired([0.0, 0.0], [1.0, 1.0]).mean == -1


def test_noise_around_nothing_does_not_exclude_zero() -> None:
    assert not paired([1.0, 0.0] * 20, [0.0, 1.0] * 20).excludes_zero


def test_the_minimum_detectable_difference_follows_its_formula() -> None:
    # Differences 1, -1, 1, -1: sample sigma sqrt(4/3); 2.80 * sigma / sqrt(4).
    found = paired([1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0])
    assert found.minimum_detectable == pytest.approx(2.80 * (4 / 3) ** 0.5 / 2)


def test_different_numbers_of_questions_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="same questions"):
        paired([1.0], [1.0, 0.0])


def test_no_scores_are_refused() -> None:
    with pytest.raises(ValueError, match="no scores"):
        interval([])
