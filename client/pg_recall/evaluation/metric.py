"""Ranking metrics of one question: a ranked list of ids against the set of relevant ids (binary gain)."""

import math
from collections.abc import Collection, Sequence


def recall_at(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Fraction of the relevant ids among the first k, in [0, 1].

    Raises: ValueError when nothing is relevant: such a question must be left out, not scored.
    """
    _require_relevant(relevant)
    return len(set(ranked[:k]) & set(relevant)) / len(set(relevant))


def reciprocal_rank(ranked: Sequence[str], relevant: Collection[str]) -> float:
    """1 / rank of the first relevant id, from 1; 0 when none is in the list (its mean is MRR).

    Raises: ValueError when nothing is relevant.
    """
    _require_relevant(relevant)
    wanted = set(relevant)
    return next((1 / rank for rank, found in enumerate(ranked, start=1) if found in wanted), 0.0)


def ndcg_at(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Normalised discounted cumulative gain of the first k, in [0, 1] (Järvelin & Kekäläinen 2002).

    A hit at rank r, from 1, gains 1 / log2(r + 1). The ideal holds every relevant id, at most k: also those
    that the ranking missed.

    Raises: ValueError when nothing is relevant.
    """
    _require_relevant(relevant)
    wanted = set(relevant)
    gained: set[str] = set()
    total = 0.0
    for rank, found in enumerate(ranked[:k], start=1):
        if found in wanted and found not in gained:
            gained.add(found)
            total += _discount(rank)
    return total / sum(_discount(rank) for rank in range(1, min(len(wanted), k) + 1))


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def _require_relevant(relevant: Collection[str]) -> None:
    if not relevant:
        raise ValueError("a question without relevant ids has no score")
