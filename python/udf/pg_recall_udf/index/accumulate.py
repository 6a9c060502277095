"""Summing the word scores of one source, without touching passages that cannot reach the best ones.

MaxScore (Turtle & Flood 1995), with numpy: words come rarest first; once the words that are left cannot lift
a new passage to the floor, they are looked up for the remaining candidates only. Every passage sums its words
in the same order on every path, so the result is the same to the last bit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.index import pack
from pg_recall_udf.index.pack import DamagedIndex, Posting
from pg_recall_udf.index.ranking import cutoff
from pg_recall_udf.index.source import Source

# Relative rounding error of a sum of positive terms is far below this; it keeps a bound from cutting an exact
# tie.
_SLACK = 1 - 64 * float(np.finfo(np.float64).eps)

# A binary search per candidate costs about as much as adding this many postings.
_LOOKUP_COST = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A query word: its terms with their idf, all positive, and how often the query says it."""

    terms: tuple[tuple[str, float], ...]
    repeat: int

    @property
    def idf(self) -> float:
        return max(idf for _, idf in self.terms)


@dataclass(frozen=True, slots=True)
class _Term:
    docs: np.ndarray
    freqs: np.ndarray
    idf: float


Entries = Sequence[tuple[int, list[_Term]]]


def entries(postings: Mapping[str, Posting], words: Sequence[Word]) -> Entries:
    """The words that a source has, in their order, with its postings. Raises ValueError for a filter term."""
    found = [(word.repeat, _terms(postings, word)) for word in words]
    return [(repeat, terms) for repeat, terms in found if terms]


def _terms(postings: Mapping[str, Posting], word: Word) -> list[_Term]:
    found = [(postings[term], term, idf) for term, idf in word.terms if term in postings]
    for posting, term, _ in found:
        if posting.freqs is None:
            if not pack.is_filter(term):
                raise DamagedIndex(f"no frequencies are stored with the term {term!r}")
            raise ValueError(f"{term!r} is a filter term and has no score")
    return [_Term(posting.docs, posting.freqs, idf) for posting, _, idf in found]


def _bounds_of_rest(words: Entries, least_norm: float) -> list[float]:
    """rest[i]: the most that words i, i + 1, … can add to any passage; rest[-1] is 0."""
    rest: list[float] = [0]
    for repeat, terms in reversed(words):
        bound = max(float(formula.term_score(term.idf, term.freqs.max(), least_norm)) for term in terms)
        rest.append(rest[-1] + repeat * bound)
    return rest[::-1]


class Accumulator:
    """Scores of one source for one query; used once. norm turns lengths into BM25 length norms."""

    def __init__(self, source: Source, words: Entries, norm: Callable[[np.ndarray], np.ndarray]) -> None:
        self._source = source
        self._words = words
        self._norm = norm
        self._mask: np.ndarray | None = None
        self._norms: np.ndarray | None = None
        self._sums = np.zeros(source.size)
        self._scratch: np.ndarray | None = None

    def of(self, ordinals: np.ndarray) -> np.ndarray:
        """Exact scores (float64) of these documents, 0 without any of the words."""
        for repeat, terms in self._words:
            self._add_to(ordinals, terms, repeat)
        return self._sums[ordinals]

    def best(self, mask: np.ndarray | None, floor: float, limit: int) -> tuple[np.ndarray, np.ndarray]:
        """Ordinals (intp, ascending) and exact scores (float64) of the living, allowed passages that reach
        `floor`; without one (-inf), of at least the best `limit` with all their ties.
        """
        if not self._words or (mask is not None and not mask.any()):
            return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.float64)
        self._mask = mask
        floor = floor * _SLACK if floor > 0 else 0
        rest = _bounds_of_rest(self._words, float(self._norm(self._source.lengths.min())))
        candidates = self._few_allowed()
        if candidates is None and self._is_dense():
            self._norms = self._norm(self._source.lengths)
        for i, (repeat, terms) in enumerate(self._words):
            if candidates is None and rest[i] < floor:
                candidates = self._reaching(floor - rest[i])
            if candidates is None:
                self._add(terms, repeat)
                continue
            candidates = candidates[self._sums[candidates] >= floor - rest[i]]
            self._add_to(candidates, terms, repeat)
        if candidates is None:
            candidates = self._reaching(floor or self._last_place(limit))
        scores = self._sums[candidates]
        found = (scores >= floor) & (scores > 0)
        return candidates[found], scores[found]

    def _is_dense(self) -> bool:
        """True when norms of all documents cost less than looking them up posting by posting."""
        return 2 * sum(len(term.docs) for _, terms in self._words for term in terms) > self._source.size

    def _last_place(self, limit: int) -> float:
        """Lowest score worth returning when no floor is known yet: cheaper than returning every document."""
        if self._mask is not None:
            self._sums[~self._mask] = 0
        self._sums[self._source.dead] = 0
        return max(cutoff(self._sums, limit, 0), float(np.finfo(np.float64).tiny))

    def _reaching(self, score: float) -> np.ndarray:
        return self._alive(np.flatnonzero(self._sums >= score))

    def _few_allowed(self) -> np.ndarray | None:
        if self._mask is None or np.count_nonzero(self._mask) * 16 > len(self._mask):
            return None
        return self._alive(np.flatnonzero(self._mask))

    def _alive(self, ordinals: np.ndarray) -> np.ndarray:
        if self._mask is not None:
            ordinals = ordinals[self._mask[ordinals]]
        if self._source.dead_mask is not None:
            ordinals = ordinals[~self._source.dead_mask[ordinals]]
        return ordinals

    def _term_scores(self, term: _Term, docs: np.ndarray, freqs: np.ndarray) -> np.ndarray:
        norms = self._norms[docs] if self._norms is not None else self._norm(self._source.lengths[docs])
        return formula.term_score(term.idf, freqs, norms)

    def _add(self, terms: Sequence[_Term], repeat: int) -> None:
        """Add a word to every document that has it."""
        docs = [term.docs.astype(np.intp) for term in terms]
        if len(terms) == 1:
            np.add.at(self._sums, docs[0], repeat * self._term_scores(terms[0], docs[0], terms[0].freqs))
            return
        if self._scratch is None:
            self._scratch = np.zeros(len(self._sums))
        best = self._scratch
        for term, own in zip(terms, docs, strict=True):
            np.maximum.at(best, own, self._term_scores(term, own, term.freqs))
        for own in docs:
            # The first term that a document has adds its best and clears it; the others then add 0.
            np.add.at(self._sums, own, repeat * best[own])
            best[own] = 0

    def _add_to(self, candidates: np.ndarray, terms: Sequence[_Term], repeat: int) -> None:
        """Add a word to these documents; others may be added to as well, if that is cheaper."""
        if sum(len(term.docs) for term in terms) < len(candidates) * _LOOKUP_COST * len(terms):
            self._add(terms, repeat)
            return
        best = np.zeros(len(candidates))
        for term in terms:
            needles = candidates.astype(term.docs.dtype)
            at = np.searchsorted(term.docs, needles)
            at[at == len(term.docs)] = 0
            hit = np.flatnonzero(term.docs[at] == needles)
            scores = self._term_scores(term, candidates[hit], term.freqs[at[hit]])
            best[hit] = np.maximum(best[hit], scores)
        self._sums[candidates] += repeat * best
