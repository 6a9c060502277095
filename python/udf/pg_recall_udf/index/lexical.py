"""BM25 over the sources of a collection: the exact best passages and the exact statistics."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.index import accumulate, statistic
from pg_recall_udf.index.accumulate import Word
from pg_recall_udf.index.ranking import Best, Ranking, cutoff
from pg_recall_udf.index.source import Source
from pg_recall_udf.index.statistic import Statistics


@dataclass(frozen=True, slots=True)
class LexicalResult:
    ranking: Ranking
    statistics: Statistics


def score(
    sources: Sequence[Source],
    words: Sequence[Sequence[str]],
    limit: int,
    k1: float,
    b: float,
    allowed: Sequence[np.ndarray | None] | None = None,
) -> LexicalResult:
    """The best `limit` living passages for a query, scored by BM25, with the statistics behind the scores.

    words: one entry per query word, each its alternative terms; a word scores the best of its terms, and a
    word given twice counts twice. allowed: per source a mask of the passages that may be returned, None for
    all. Only passages with at least one term are returned. The result does not depend on how passages are
    spread over sources, to the last bit. Raises ValueError for a limit below 1 or a filter term among the
    words.
    """
    best = Best(limit)
    alternatives = Counter(tuple(sorted(set(terms))) for terms in words)
    terms = sorted({term for word in alternatives for term in word})
    postings = [statistic.read_postings(source, terms) for source in sources]
    statistics = statistic.from_postings(sources, postings, terms)
    query = _weigh(alternatives, statistics)
    masks = allowed if allowed is not None else [None] * len(sources)
    parts = sorted(zip(sources, postings, masks, strict=True), key=lambda part: -part[0].size)

    def norm(lengths: np.ndarray) -> np.ndarray:
        return formula.length_norm(lengths, statistics.average_length, k1, b)

    for source, own, mask in parts:
        ordinals, scores = accumulate.score_source(source, own, query, norm, mask, best.floor, limit)
        ordinals, scores = _trim(ordinals, scores, limit, best.floor)
        if len(ordinals):
            best.add(source.nos[ordinals], scores)
    return LexicalResult(best.ranking(), statistics)


def _weigh(alternatives: Counter, statistics: Statistics) -> list[Word]:
    """Words that occur at all, the rarest first: the order in which every passage sums its score."""
    words = [
        Word(
            tuple(
                (term, float(formula.idf(statistics.df[term], statistics.count)))
                for term in terms
                if statistics.df[term]
            ),
            repeat,
        )
        for terms, repeat in alternatives.items()
    ]
    return sorted((word for word in words if word.terms), key=lambda word: (-word.idf, word.terms))


def _trim(
    ordinals: np.ndarray, scores: np.ndarray, limit: int, floor: float
) -> tuple[np.ndarray, np.ndarray]:
    """Drop what cannot be among the best, ties kept, so that numbers are looked up for few passages only."""
    kept = scores >= cutoff(scores, limit, floor)
    return ordinals[kept], scores[kept]
