"""BM25 over the sources of a collection: the exact best passages and the exact statistics."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.index import accumulate, statistic
from pg_recall_udf.index.accumulate import Accumulator, Word
from pg_recall_udf.index.ranking import Best, Ranking, cutoff
from pg_recall_udf.index.source import Source
from pg_recall_udf.index.statistic import Statistics


class Query:
    """A query read against the sources of a collection, to be answered in either direction.

    words: one entry per query word, each its alternative terms; a word scores the best of its terms, and a
    word given twice counts twice. statistics: exact, of all living passages; filters do not change them.
    Scores do not depend on how passages are spread over sources, to the last bit. Raises ValueError for a
    filter term.
    """

    def __init__(
        self, sources: Sequence[Source], words: Sequence[Sequence[str]], k1: float, b: float
    ) -> None:
        alternatives = Counter(tuple(sorted(set(terms))) for terms in words)
        terms = sorted({term for word in alternatives for term in word})
        postings = [statistic.read_postings(source, terms) for source in sources]
        self.statistics = statistic.from_postings(sources, postings, terms)
        self._k1, self._b = k1, b
        weighed = _weigh(alternatives, self.statistics)
        self._sources = sources
        self._entries = [accumulate.entries(own, weighed) for own in postings]

    def best(self, limit: int, allowed: Sequence[np.ndarray | None] | None = None) -> Ranking:
        """The best `limit` living passages that have at least one of the terms.

        allowed: per source a mask of the passages that may be returned, None for all. Raises ValueError for a
        limit below 1.
        """
        best = Best(limit)
        masks = allowed if allowed is not None else [None] * len(self._sources)
        parts = zip(self._sources, self._entries, masks, strict=True)
        # The largest first: the higher the floor it sets, the less of the others has to be read.
        for source, words, mask in sorted(parts, key=lambda part: -part[0].size):
            ordinals, scores = Accumulator(source, words, self._norm).best(mask, best.floor, limit)
            kept = scores >= cutoff(scores, limit, best.floor)
            if kept.any():
                best.add(source.nos[ordinals[kept]], scores[kept])
        return best.ranking()

    def of(self, nos: np.ndarray) -> np.ndarray:
        """Scores (float64) of these passages, in their order; 0 for one without any of the words or not
        living.
        """
        nos = np.asarray(nos, dtype=np.int64)
        scores = np.zeros(len(nos), dtype=np.float64)
        for source, words in zip(self._sources, self._entries, strict=True):
            at, ordinals = source.locate(nos)
            if len(at):
                scores[at] = Accumulator(source, words, self._norm).of(ordinals)
        return scores

    def _norm(self, lengths: np.ndarray) -> np.ndarray:
        return formula.length_norm(lengths, self.statistics.average_length, self._k1, self._b)


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
    """Query(...).best(...) with the statistics behind the scores."""
    query = Query(sources, words, k1, b)
    return LexicalResult(query.best(limit, allowed), query.statistics)


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
