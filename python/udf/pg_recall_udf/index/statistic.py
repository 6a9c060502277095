"""What BM25 needs to know about a whole collection; filters do not change it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pg_recall_udf.index.pack import Posting
from pg_recall_udf.index.source import Source


@dataclass(frozen=True, slots=True)
class Statistics:
    """count: living passages. average_length: of those, in words (0 for none). df: living passages per
    term.
    """

    count: int
    average_length: float
    df: dict[str, int]


def collect(sources: Sequence[Source], terms: Iterable[str]) -> Statistics:
    """Exact statistics of the living passages of all sources, fresh ones included."""
    terms = list(dict.fromkeys(terms))
    return from_postings(sources, [read_postings(source, terms) for source in sources], terms)


def read_postings(source: Source, terms: Iterable[str]) -> dict[str, Posting]:
    """The postings that a source has of these terms."""
    found = {term: source.posting(term) for term in terms}
    return {term: posting for term, posting in found.items() if posting is not None}


def from_postings(
    sources: Sequence[Source], postings: Sequence[Mapping[str, Posting]], terms: Iterable[str]
) -> Statistics:
    """The same from postings that are read already, one mapping per source."""
    count = sum(source.living for source in sources)
    length = sum(source.living_length for source in sources)
    df = {
        term: sum(
            source.living_count(own[term].docs)
            for source, own in zip(sources, postings, strict=True)
            if term in own
        )
        for term in terms
    }
    return Statistics(count, length / count if count else 0, df)
