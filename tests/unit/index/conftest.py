"""Documents spread over segments and a fresh block in every way that a test asks for."""

import numpy as np
import pytest

from pg_recall_udf.index import pack
from pg_recall_udf.index.compact import Row, SegmentImage, build
from pg_recall_udf.index.source import Fresh, Segment


def as_segment(image: SegmentImage, dead=()) -> Segment:
    postings = {term: (docs, freqs) for term, docs, freqs in image.term_rows()}
    return Segment(image.size, image.total_length, postings, image.column_bytes().__getitem__, dead)


def as_fresh(rows: list[Row], dead=()) -> Fresh:
    dim = max((len(row.code) for row in rows), default=0)
    terms = [pack.encode_fresh_terms(row.terms) for row in rows]
    columns = {
        "nos": pack.encode_column("nos", [row.no for row in rows]),
        "lengths": pack.encode_column("lengths", [row.length for row in rows]),
        "times": pack.encode_column("times", [row.time for row in rows]),
        "counts": pack.encode_column("counts", [len(row.terms) for row in rows]),
        "hashes": b"".join(hashes for hashes, _ in terms),
        "freqs": b"".join(freqs for _, freqs in terms),
        "codes": b"".join(row.code or bytes(dim) for row in rows),
        "scales": np.array([row.scale for row in rows], dtype="<f4").tobytes(),
    }
    return Fresh(columns.__getitem__, dead)


def spread(rows: list[Row], places: list[int], dim: int = 0) -> list:
    """Rows by place: 0 is the fresh block, every other number a segment."""
    sources = []
    for place in sorted(set(places)):
        own = [row for row, at in zip(rows, places, strict=True) if at == place]
        sources.append(as_fresh(own) if place == 0 else as_segment(build(own, dim)))
    return sources


def document(no: int, text: str, time: int = 0, filters: tuple[str, ...] = ()) -> Row:
    words = text.split()
    terms = {word: words.count(word) for word in words} | dict.fromkeys(filters, 0)
    return Row(no, len(words), time, terms)


@pytest.fixture(scope="session")
def place():
    """The builders above, as a namespace."""
    return type(
        "Place", (), {f.__name__: staticmethod(f) for f in (as_segment, as_fresh, build, document, spread)}
    )
