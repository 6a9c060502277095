"""Folding fresh rows and small segments into segments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from pg_recall_udf.index import pack
from pg_recall_udf.index.pack import PostingTable


@dataclass(frozen=True, slots=True)
class Row:
    """One passage on its way into a segment.

    length in words; time (when it happened) in microseconds since 1970; terms with their frequencies, filter
    terms with 0; code and scale from formula.quantise, empty and 0 without a vector.
    """

    no: int
    length: int
    time: int
    terms: Mapping[str, int]
    code: bytes = b""
    scale: float = 0


@dataclass(frozen=True, slots=True)
class SegmentImage:
    """A whole segment in memory. Columns by their name in pack.COLUMN_TYPES; `codes` is (size, dim), dim may
    be 0.
    """

    columns: dict[str, np.ndarray]
    postings: PostingTable
    size: int = field(init=False)
    total_length: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.columns["nos"]))
        object.__setattr__(self, "total_length", int(self.columns["lengths"].sum(dtype=np.int64)))

    def column_bytes(self) -> dict[str, bytes]:
        """Every column as stored."""
        return {name: pack.encode_column(name, values) for name, values in self.columns.items()}

    def term_rows(self) -> Iterable[tuple[str, bytes, bytes]]:
        """(term, docs, freqs) as stored, terms in code point order."""
        return self.postings.rows()


def build(rows: Iterable[Row], dim: int) -> SegmentImage:
    """Segment of rows, ordered by number. dim: width of the codes, 0 for none.

    Raises ValueError for more than 65,536 rows, a number that occurs twice, a code of another width, or a bad
    frequency.
    """
    rows = sorted(rows, key=lambda row: row.no)
    if len(rows) > pack.SEGMENT_LIMIT:
        raise ValueError(f"{len(rows)} passages do not fit a segment")
    columns = {
        "nos": np.array([row.no for row in rows], dtype=np.int64),
        "lengths": np.array([row.length for row in rows], dtype=np.uint32),
        "times": np.array([row.time for row in rows], dtype=np.int64),
        "codes": np.frombuffer(b"".join(_code(row, dim) for row in rows), dtype=np.int8).reshape(
            len(rows), dim
        ),
        "scales": np.array([row.scale for row in rows], dtype=np.float32),
    }
    if (np.diff(columns["nos"]) == 0).any():
        raise ValueError("a passage number occurs twice")
    return SegmentImage(columns, _invert(rows))


def _code(row: Row, dim: int) -> bytes:
    if not row.scale:
        return bytes(dim)
    if len(row.code) != dim:
        raise ValueError(f"passage {row.no}: code of {len(row.code)} bytes, expected {dim}")
    return row.code


def _invert(rows: Sequence[Row]) -> PostingTable:
    term_id: dict[str, int] = {}
    ids, freqs, counts = [], [], []
    for row in rows:
        counts.append(len(row.terms))
        for term, freq in row.terms.items():
            pack.check_frequency(term, freq)
            ids.append(term_id.setdefault(term, len(term_id)))
            freqs.append(freq)
    docs = np.repeat(np.arange(len(rows)), counts)
    return _table(list(term_id), np.array(ids, np.int64), docs, np.array(freqs, np.uint32))


def _table(terms: list[str], ids: np.ndarray, docs: np.ndarray, freqs: np.ndarray) -> PostingTable:
    """Postings from unordered entries; ids index `terms`. Terms without an entry are left out."""
    by_name = sorted(range(len(terms)), key=terms.__getitem__)
    place = np.empty(len(terms), dtype=np.int64)
    place[by_name] = np.arange(len(terms))
    keys = place[ids] * pack.SEGMENT_LIMIT + docs
    order = np.argsort(keys)
    counts = np.bincount(place[ids], minlength=len(terms))
    kept = np.flatnonzero(counts)
    return PostingTable(
        terms=[terms[by_name[i]] for i in kept.tolist()],
        starts=np.concatenate([[0], np.cumsum(counts[kept])]).astype(np.int64),
        docs=docs[order].astype(np.uint16),
        freqs=freqs[order],
    )


@dataclass(frozen=True, slots=True)
class MergePlan:
    """Columns of the merged segment, and for each old segment the new ordinal of each of its passages (-1:
    dropped).
    """

    columns: dict[str, np.ndarray]
    maps: list[np.ndarray]


def plan_merge(columns: Sequence[Mapping[str, np.ndarray]], dead: Sequence[np.ndarray]) -> MergePlan:
    """Where every living passage of several segments goes, ordered by number.

    All segments must have the same columns; segments without codes (dim 0) get zero codes where others have
    some. Raises ValueError when more than 65,536 are living, a living number occurs twice, or two code widths
    meet.
    """
    living = [_living(len(part["nos"]), gone) for part, gone in zip(columns, dead, strict=True)]
    if sum(map(len, living)) > pack.SEGMENT_LIMIT:
        raise ValueError(f"{sum(map(len, living))} living passages do not fit a segment")
    dim = max((part["codes"].shape[1] for part in columns if "codes" in part), default=0)
    joined = {
        name: np.concatenate(
            [_widened(name, part[name], dim)[kept] for part, kept in zip(columns, living, strict=True)]
        )
        for name in columns[0]
    }
    order = np.argsort(joined["nos"], kind="stable")
    merged = {name: values[order] for name, values in joined.items()}
    if (np.diff(merged["nos"]) == 0).any():
        raise ValueError("a living passage number occurs in two segments")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    maps, start = [], 0
    for part, kept in zip(columns, living, strict=True):
        target = np.full(len(part["nos"]), -1, dtype=np.int64)
        target[kept] = place[start : start + len(kept)]
        maps.append(target)
        start += len(kept)
    return MergePlan(merged, maps)


def _living(size: int, dead: np.ndarray) -> np.ndarray:
    mask = np.ones(size, dtype=bool)
    mask[np.asarray(dead, dtype=np.intp)] = False
    return np.flatnonzero(mask)


def _widened(name: str, values: np.ndarray, dim: int) -> np.ndarray:
    if name != "codes" or values.shape[1] == dim:
        return values
    if values.shape[1]:
        raise ValueError(f"codes of {values.shape[1]} and of {dim} dimensions in one merge")
    return np.zeros((len(values), dim), dtype=np.int8)


def merge_postings(tables: Sequence[PostingTable], maps: Sequence[np.ndarray]) -> PostingTable:
    """Postings of the merged segment; tables may hold a slice of the terms, so that a large merge can go in
    pieces.

    The slices must be cut at the same terms in every segment.
    """
    term_id: dict[str, int] = {}
    ids, docs, freqs = [], [], []
    for table, target in zip(tables, maps, strict=True):
        own = np.array([term_id.setdefault(term, len(term_id)) for term in table.terms], dtype=np.int64)
        moved = target[table.docs]
        kept = moved >= 0
        ids.append(np.repeat(own, np.diff(table.starts))[kept])
        docs.append(moved[kept])
        freqs.append(table.freqs[kept])
    return _table(list(term_id), np.concatenate(ids), np.concatenate(docs), np.concatenate(freqs))


def merge(images: Sequence[SegmentImage], dead: Sequence[np.ndarray]) -> SegmentImage:
    """One segment of the living passages of several. Raises what plan_merge raises."""
    plan = plan_merge([image.columns for image in images], dead)
    return SegmentImage(plan.columns, merge_postings([image.postings for image in images], plan.maps))


def choose_merge(sizes: Sequence[int], dead: Sequence[int], fanout: int) -> list[int]:
    """Positions of segments that should become one now; empty when the index is in shape. Repeat until empty.

    Size tiers: `fanout` (at least 2) segments of about one size merge, so a passage is rewritten once per
    tier and small segments cannot pile up. A segment with a quarter of its passages dead is rewritten alone.
    """
    if fanout < 2:
        raise ValueError(f"fanout {fanout} is below 2")
    living = [size - gone for size, gone in zip(sizes, dead, strict=True)]
    tiers: dict[int, list[int]] = {}
    for i in sorted(range(len(living)), key=living.__getitem__):
        tier, reach = 0, fanout
        while reach <= living[i]:
            tier, reach = tier + 1, reach * fanout
        tiers.setdefault(tier, []).append(i)
    for members in tiers.values():
        group, total = [], 0
        for i in members:
            if total + living[i] <= pack.SEGMENT_LIMIT:
                group.append(i)
                total += living[i]
        full = len(group) < len(members)
        if len(group) >= fanout or (full and len(group) > 1):
            return group
    return [i for i, gone in enumerate(dead) if gone and gone * 4 >= sizes[i]][:1]
