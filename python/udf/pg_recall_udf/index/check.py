"""Comparing a stored index with what its passages say it should hold."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pg_recall_udf.index import pack
from pg_recall_udf.index.compact import Row, SegmentImage
from pg_recall_udf.index.pack import PostingTable
from pg_recall_udf.index.source import Fresh


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it should be. no: the passage, None when it concerns a whole segment."""

    where: str
    no: int | None
    what: str
    expected: object
    found: object


@dataclass(frozen=True, slots=True)
class StoredSegment:
    """A segment as its tables hold it. columns: bytes by name (at least nos and lengths); dead: ordinals."""

    name: str
    size: int
    total_length: int
    columns: Mapping[str, bytes]
    term_rows: Sequence[tuple[str, bytes, bytes]]
    dead: Sequence[int]


def compare(
    expected: Iterable[Row],
    segments: Iterable[StoredSegment],
    fresh: Fresh,
    fresh_columns: Sequence[str] = ("lengths", "times", "codes", "scales"),
) -> Iterator[Difference]:
    """Differences between the passages that should be searchable and the index of their collection.

    Only columns that are stored are compared; fresh_columns names those of the fresh block. What dead
    passages left behind in postings is no difference. Segments are read one at a time; of a segment that
    cannot be decoded only that is reported, and its passages as missing.
    """
    rows = {row.no: row for row in expected}
    seen: dict[int, str] = {}
    for segment in segments:
        try:
            image = _read(segment)
        except ValueError as error:
            yield Difference(segment.name, None, "malformed", None, str(error))
            continue
        yield from _structure(segment, image)
        yield from _passages(segment.name, _living_rows(segment, image), image.columns, rows, seen)
    yield from _fresh(fresh, fresh_columns, rows, seen)
    for no in sorted(rows.keys() - seen.keys()):
        yield Difference("index", no, "missing", "indexed", "absent")


def _read(segment: StoredSegment) -> SegmentImage:
    columns = {name: pack.decode_column(name, data, segment.size) for name, data in segment.columns.items()}
    postings = PostingTable.from_rows(segment.term_rows)
    docs = postings.docs.astype(np.int64)
    first = np.zeros(len(docs), dtype=bool)
    first[postings.starts[:-1]] = True
    if (docs >= segment.size).any() or ((np.diff(docs, prepend=-1) <= 0) & ~first).any():
        raise ValueError("ordinals of a term are not ascending below the size")
    if any(not 0 <= ordinal < segment.size for ordinal in segment.dead):
        raise ValueError("a dead ordinal is outside the segment")
    return SegmentImage(columns, postings)


def _structure(segment: StoredSegment, image: SegmentImage) -> Iterator[Difference]:
    if image.total_length != segment.total_length:
        yield Difference(segment.name, None, "total length", image.total_length, segment.total_length)
    if (np.diff(image.columns["nos"]) <= 0).any():
        yield Difference(segment.name, None, "order of numbers", "ascending", "not ascending")


def _living_rows(segment: StoredSegment, image: SegmentImage) -> Iterator[tuple[int, int, dict[str, int]]]:
    """(ordinal, number, terms) of every living passage: the postings turned back into documents."""
    table = image.postings
    ids = np.repeat(np.arange(len(table.terms)), np.diff(table.starts))
    order = np.argsort(table.docs, kind="stable")
    ends = np.searchsorted(table.docs[order], np.arange(image.size), side="right").tolist()
    ids, freqs = ids[order].tolist(), table.freqs[order].tolist()
    dead = set(segment.dead)
    start = 0
    for ordinal, (no, end) in enumerate(zip(image.columns["nos"].tolist(), ends, strict=True)):
        if ordinal not in dead:
            yield ordinal, no, {table.terms[ids[i]]: freqs[i] for i in range(start, end)}
        start = end


def _passages(
    where: str,
    living: Iterable[tuple[int, int, dict]],
    columns: Mapping[str, np.ndarray],
    rows: Mapping[int, Row],
    seen: dict[int, str],
    hashed: bool = False,
) -> Iterator[Difference]:
    for ordinal, no, terms in living:
        if no in seen:
            yield Difference(where, no, "indexed twice", seen[no], where)
        seen.setdefault(no, where)
        row = rows.get(no)
        if row is None:
            yield Difference(where, no, "unexpected", "absent", "indexed")
            continue
        wanted = (
            {pack.term_hash(term): freq for term, freq in row.terms.items()} if hashed else dict(row.terms)
        )
        if terms != wanted:
            yield Difference(where, no, "terms", _only(wanted, terms), _only(terms, wanted))
        for name, value in (("lengths", row.length), ("times", row.time)):
            if name in columns and columns[name][ordinal] != value:
                yield Difference(where, no, name, value, int(columns[name][ordinal]))
        if "scales" in columns:
            yield from _vector(where, no, row, columns, ordinal)


def _only(own: Mapping, other: Mapping) -> dict:
    """The entries of one that the other has not, or has with another frequency."""
    return {term: freq for term, freq in own.items() if other.get(term) != freq}


def _vector(
    where: str, no: int, row: Row, columns: Mapping[str, np.ndarray], ordinal: int
) -> Iterator[Difference]:
    scale = columns["scales"][ordinal]
    if np.float32(row.scale) != scale:
        yield Difference(where, no, "scales", row.scale, float(scale))
    elif row.scale and columns["codes"][ordinal].tobytes() != row.code:
        yield Difference(where, no, "codes", row.code.hex(), columns["codes"][ordinal].tobytes().hex())


def _fresh(
    fresh: Fresh, names: Sequence[str], rows: Mapping[int, Row], seen: dict[int, str]
) -> Iterator[Difference]:
    try:
        columns = {name: fresh.column(name) for name in names}
        living = list(_fresh_rows(fresh))
    except ValueError as error:
        yield Difference("fresh", None, "malformed", None, str(error))
        return
    yield from _passages("fresh", living, columns, rows, seen, hashed=True)


def _fresh_rows(fresh: Fresh) -> Iterator[tuple[int, int, dict[int, int]]]:
    ends = np.searchsorted(fresh.owners, np.arange(fresh.size), side="right").tolist()
    hashes, freqs = fresh.hashes.tolist(), fresh.freqs.tolist()
    start = 0
    for ordinal, (no, end) in enumerate(zip(fresh.nos.tolist(), ends, strict=True)):
        if ordinal not in fresh.dead:
            yield ordinal, no, dict(zip(hashes[start:end], freqs[start:end], strict=True))
        start = end
