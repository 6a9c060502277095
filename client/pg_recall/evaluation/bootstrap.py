"""Confidence intervals by resampling questions; seeded, so the same scores give the same interval.

Questions of one conversation are treated as independent, as the protocol of the sets asks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

RESAMPLES = 2000
SEED = 20240229
# Two-sided 5 % test with 80 % power: 1.96 + 0.84 standard errors.
POWER_FACTOR = 2.80


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """Mean of per-question differences a - b, its 95 % interval, and the smallest difference that so many
    questions would show four times in five."""

    mean: float
    low: float
    high: float
    minimum_detectable: float

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0


def interval(scores: Sequence[float]) -> Interval:
    """95 % percentile interval of the mean of per-question scores.

    Raises: ValueError for no scores.
    """
    values = _values(scores)
    low, high = _bounds(values)
    return Interval(float(values.mean()), low, high)


def paired(a: Sequence[float], b: Sequence[float]) -> Difference:
    """Compare two rankings on the same questions, given in the same order.

    The minimum detectable difference is 2.80 * sigma of the differences / sqrt(n).

    Raises: ValueError when the lengths differ or are 0.
    """
    if len(a) != len(b):
        raise ValueError(f"a paired comparison needs the same questions: {len(a)} and {len(b)} scores")
    values = _values(a) - _values(b)
    low, high = _bounds(values)
    sigma = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return Difference(float(values.mean()), low, high, POWER_FACTOR * sigma / math.sqrt(len(values)))


def _bounds(values: np.ndarray) -> tuple[float, float]:
    means = values[_resampled(len(values))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


@lru_cache(maxsize=8)
def _resampled(count: int) -> np.ndarray:
    """(RESAMPLES, count) question numbers, drawn with replacement; the same for every metric of one set."""
    return np.random.default_rng(SEED).integers(0, count, size=(RESAMPLES, count), dtype=np.int32)


def _values(scores: Sequence[float]) -> np.ndarray:
    if len(scores) == 0:
        raise ValueError("no scores: nothing to resample")
    return np.asarray(scores, dtype=np.float64)
