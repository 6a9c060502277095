"""The best passages of several sources, in one deterministic order."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Ranking:
    """Passage numbers (int64) with their scores (float64): higher score first, lower number first among
    equals.
    """

    nos: np.ndarray
    scores: np.ndarray

    def pairs(self) -> list[tuple[int, float]]:
        """(number, score) in rank order, as plain Python values."""
        return list(zip(self.nos.tolist(), self.scores.tolist(), strict=True))


def cutoff(scores: np.ndarray, limit: int, floor: float) -> float:
    """The limit-th best score, or floor when that is higher or there are fewer."""
    if len(scores) < limit:
        return floor
    return max(floor, float(np.partition(scores, len(scores) - limit)[len(scores) - limit]))


class Best:
    """Collects the best `limit` passages of sources given one after the other, in any order.

    floor: score of the last place, which a passage must reach to get in (-inf until `limit` are known).
    """

    def __init__(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"limit {limit} is below 1")
        self.limit = limit
        self.floor = -np.inf
        self._nos = np.empty(0, dtype=np.int64)
        self._scores = np.empty(0, dtype=np.float64)

    def add(self, nos: np.ndarray, scores: np.ndarray) -> None:
        """Offer passages; their numbers must not have been offered before."""
        nos = np.concatenate([self._nos, nos])
        scores = np.concatenate([self._scores, scores])
        self.floor = cutoff(scores, self.limit, self.floor)
        reaching = scores >= self.floor
        nos, scores = nos[reaching], scores[reaching]
        order = np.lexsort((nos, -scores))[: self.limit]
        self._nos, self._scores = nos[order], scores[order]

    def ranking(self) -> Ranking:
        return Ranking(self._nos, self._scores)
