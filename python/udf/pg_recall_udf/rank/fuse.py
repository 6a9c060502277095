"""Joining the ranked lists of several arms into one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pg_recall_udf import formula

Id = int | str
Arms = Mapping[str, Sequence[tuple[Id, float]]]


@dataclass(frozen=True, slots=True)
class Hit:
    """A fused candidate. arms: for every arm that found it {"score": its own score, "rank": its place from
    0}.
    """

    id: Id
    score: float
    arms: dict[str, dict[str, float]]


def rrf(arms: Arms, weights: Mapping[str, float], k: float) -> list[Hit]:
    """Weighted reciprocal rank fusion: score(d) = sum of weight / (k + rank + 1) over the arms that found d.

    arms: ordered (id, score) lists, best first. weights: per arm, missing means 0 (formula.routed_weights for
    the entropy-routed rule). Best first, ties by id. Raises ValueError for a negative weight or an id twice
    in an arm.
    """
    gains = {
        name: [formula.reciprocal_rank(rank, _weight(weights, name), k) for rank in range(len(hits))]
        for name, hits in arms.items()
    }
    return _joined(arms, gains)


def score_aware(
    arms: Arms,
    weights: Mapping[str, float],
    trust: Mapping[str, float],
    unknown: Mapping[str, Collection[Id]] | None = None,
) -> list[Hit]:
    """Weighted sum of the arms' min-max scaled scores; not found in an arm counts 0.

    An arm takes part when it found anything and its weight is above 0; the weights of those are scaled to sum
    1 after each is multiplied by the arm's trust in [0, 1] (missing means 1), so that an arm known to be weak
    for this query yields its share. Of the ids in `unknown` an arm can say nothing: the others decide about those, in
    full. Best first, ties by id. Raises ValueError for a weight or trust out of range or an id twice in an arm.
    """
    for name, value in trust.items():
        if not 0 <= value <= 1:
            raise ValueError(f"trust {value} of arm {name} is outside [0, 1]")
    shares = {name: _weight(weights, name) * trust.get(name, 1) for name, hits in arms.items() if hits}
    total = sum(shares.values())
    gains = {}
    heard: dict[Id, float] = {}
    for name, hits in arms.items():
        share = shares[name] / total if total and hits else 0
        gains[name] = (share * formula.min_max(np.array([score for _, score in hits]))).tolist()
        for id in (unknown or {}).get(name, ()):
            heard[id] = heard.get(id, 1) - share
    return _joined(arms, gains, heard)


def _weight(weights: Mapping[str, float], name: str) -> float:
    weight = weights.get(name, 0)
    if weight < 0:
        raise ValueError(f"weight {weight} of arm {name} is negative")
    return weight


def _joined(
    arms: Arms, gains: Mapping[str, Sequence[float]], heard: Mapping[Id, float] | None = None
) -> list[Hit]:
    """Sum the gains per id, in the order of the arms' names, so that equal evidence gives equal bits.

    heard: the share of the arms that could say something about an id, where that is not all of them.
    """
    found: dict[Id, dict[str, dict[str, float]]] = {}
    totals: dict[Id, float] = {}
    for name in sorted(arms):
        for rank, ((id, score), gain) in enumerate(zip(arms[name], gains[name], strict=True)):
            places = found.setdefault(id, {})
            if name in places:
                raise ValueError(f"arm {name} has id {id} twice")
            places[name] = {"score": score, "rank": rank}
            totals[id] = totals.get(id, 0) + gain
    for id, share in (heard or {}).items():
        if id in totals and share > 0:
            totals[id] /= share
    hits = [Hit(id, totals[id], places) for id, places in found.items()]
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))
