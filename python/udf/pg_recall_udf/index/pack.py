"""The byte layout of the index: little-endian columns, postings, and term hashes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from pg_recall_udf.errors import RecallError

SEGMENT_LIMIT = 65_536
FILTER_MARK = "#"

COLUMN_TYPES: Mapping[str, np.dtype] = {
    "nos": np.dtype("<i8"),
    "lengths": np.dtype("<u4"),
    "times": np.dtype("<i8"),
    "codes": np.dtype("i1"),
    "scales": np.dtype("<f4"),
    "counts": np.dtype("<i4"),
    "hashes": np.dtype("<u8"),
    "freqs": np.dtype("<u2"),
}

_DOC = np.dtype("<u2")
_ESCAPED = np.dtype("<u4")
_BYTE_LIMIT = 255


class DamagedIndex(RecallError, ValueError):
    """RC018: stored bytes that no writer of this layout has made."""

    def __init__(self, what: str) -> None:
        super().__init__(
            "RC018", f"the index is damaged: {what}",
            hint="select * from recall.check_index() says where; select recall.rebuild_index() makes it again.",
        )  # fmt: skip


def encode_column(name: str, values: np.ndarray | Sequence[int]) -> bytes:
    """Bytes of a column. Raises ValueError when a value does not fit the column's type exactly."""
    dtype = COLUMN_TYPES[name]
    values = np.asarray(values)
    packed = values.astype(dtype)
    if dtype.kind != "f" and not np.array_equal(packed, values):
        raise ValueError(f"a value of column {name} does not fit {dtype}")
    return packed.tobytes()


def decode_column(name: str, data: bytes, size: int | None = None) -> np.ndarray:
    """Read-only array over the bytes of a column; `codes` comes back as (size, dim) and needs size; dim may
    be 0.

    Raises DamagedIndex when the bytes do not hold exactly `size` values (rows, for codes).
    """
    if name == "codes":
        if size is None or (len(data) % size if size else len(data)):
            raise DamagedIndex(f"column codes: {len(data)} bytes are not {size} rows")
        return np.frombuffer(data, dtype=np.int8).reshape(size, len(data) // size if size else 0)
    values = _values(data, COLUMN_TYPES[name], f"column {name}")
    if size is not None and len(values) != size:
        raise DamagedIndex(f"column {name}: {len(values)} values, expected {size}")
    return values


def _values(data: bytes, dtype: np.dtype, what: str) -> np.ndarray:
    if len(data) % dtype.itemsize:
        raise DamagedIndex(f"{what}: {len(data)} bytes are not whole values")
    return np.frombuffer(data, dtype=dtype)


def is_filter(term: str) -> bool:
    """True for a term that only filters (#tag:x): it has no frequency and never counts in lengths or
    scores.
    """
    return term.startswith(FILTER_MARK)


def term_hash(term: str) -> int:
    """64-bit hash of a term as stored in the fresh block: blake2b of its UTF-8 text, read little-endian.

    Two of a million terms collide with probability 3e-8; a collision only lasts until the next compaction.
    """
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "little")


def encode_fresh_terms(terms: Mapping[str, int]) -> tuple[bytes, bytes]:
    """Columns `hashes` and `freqs` of one fresh row, in the mapping's order; filter terms have frequency 0.

    Raises ValueError for a frequency above 65,535 or one that contradicts the kind of term.
    """
    for term, freq in terms.items():
        check_frequency(term, freq)
    hashes = b"".join(blake2b(term.encode(), digest_size=8).digest() for term in terms)
    return hashes, encode_column("freqs", list(terms.values()))


def check_frequency(term: str, freq: int) -> None:
    """Raises ValueError unless filter terms have frequency 0 and all others at least 1."""
    if (freq != 0) if is_filter(term) else (freq < 1):
        raise ValueError(f"term {term!r} cannot have frequency {freq}")


@dataclass(frozen=True, slots=True)
class Posting:
    """Ascending ordinals of the documents that hold a term, and its frequency in each (None for a filter
    term).
    """

    docs: np.ndarray
    freqs: np.ndarray | None


def encode_posting(docs: np.ndarray, freqs: np.ndarray | None) -> tuple[bytes, bytes]:
    """Bytes of one (segment, term) row: ordinals as uint16, then one byte per frequency.

    A frequency above 255 is written as byte 0 and follows the n bytes as uint32, in order: rare, exact, and
    cheap. Filter terms (freqs None) have empty frequency bytes. Raises ValueError for a frequency of 0.
    """
    data = np.asarray(docs).astype(_DOC).tobytes()
    if freqs is None:
        return data, b""
    freqs = np.asarray(freqs)
    if (freqs < 1).any():
        raise ValueError("a scored term cannot have frequency 0")
    large = freqs > _BYTE_LIMIT
    return data, np.where(large, 0, freqs).astype(np.uint8).tobytes() + freqs[large].astype(
        _ESCAPED
    ).tobytes()


def decode_posting(docs: bytes, freqs: bytes, size: int) -> Posting:
    """Posting over the bytes of encode_posting, in a segment of `size` passages.

    Raises DamagedIndex when the two do not belong together, or not to such a segment.
    """
    ordinals = _values(docs, _DOC, "a posting")
    if len(ordinals) and ordinals[-1] >= size:
        raise DamagedIndex(f"a posting names passage {ordinals[-1]} of {size}")
    if not freqs:
        return Posting(ordinals, None)
    return Posting(ordinals, _decode_freqs(freqs, len(ordinals)))


def _decode_freqs(data: bytes, count: int) -> np.ndarray:
    small = np.frombuffer(data, dtype=np.uint8, count=min(count, len(data)))
    if len(data) == count and 0 not in data:
        return small
    escaped = np.flatnonzero(small == 0)
    if len(data) != count + len(escaped) * _ESCAPED.itemsize:
        raise DamagedIndex(f"{len(data)} frequency bytes do not belong to {count} ordinals")
    freqs = small.astype(np.uint32)
    freqs[escaped] = np.frombuffer(data, dtype=_ESCAPED, offset=count)
    return freqs


@dataclass(frozen=True, slots=True)
class PostingTable:
    """All postings of a segment, flat: term i owns entries starts[i]:starts[i + 1] of docs (uint16) and freqs
    (uint32).

    Terms are distinct; filter terms have frequency 0.
    """

    terms: list[str]
    starts: np.ndarray
    docs: np.ndarray
    freqs: np.ndarray

    def rows(self) -> Iterable[tuple[str, bytes, bytes]]:
        """(term, docs, freqs) for each term, as stored."""
        docs = self.docs.astype(_DOC).tobytes()
        large = np.flatnonzero(self.freqs > _BYTE_LIMIT)
        escaped = self.freqs[large].astype(_ESCAPED).tobytes()
        freqs = np.where(self.freqs > _BYTE_LIMIT, 0, self.freqs).astype(np.uint8).tobytes()
        starts = self.starts.tolist()
        escapes = (np.searchsorted(large, self.starts) * _ESCAPED.itemsize).tolist()
        for i, term in enumerate(self.terms):
            start, end = starts[i], starts[i + 1]
            data = docs[start * _DOC.itemsize : end * _DOC.itemsize]
            yield (
                term,
                data,
                b"" if is_filter(term) else freqs[start:end] + escaped[escapes[i] : escapes[i + 1]],
            )

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[str, bytes, bytes]]) -> "PostingTable":
        """Table of stored rows. Raises DamagedIndex when a row's two columns do not belong together."""
        rows = list(rows)
        counts = [len(docs) // _DOC.itemsize for _, docs, _ in rows]
        freqs = [
            bytes(count) if not data else _plain_freqs(data, count)
            for count, (_, _, data) in zip(counts, rows, strict=True)
        ]
        wide = any(isinstance(data, np.ndarray) for data in freqs)
        if wide:
            flat = np.concatenate([np.frombuffer(f, np.uint8) if isinstance(f, bytes) else f for f in freqs])
        else:
            flat = np.frombuffer(b"".join(freqs), dtype=np.uint8)
        return cls(
            terms=[term for term, _, _ in rows],
            starts=np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64),
            docs=np.frombuffer(b"".join(docs for _, docs, _ in rows), dtype=_DOC),
            freqs=flat.astype(np.uint32),
        )


def _plain_freqs(data: bytes, count: int) -> bytes | np.ndarray:
    return data if len(data) == count and 0 not in data else _decode_freqs(data, count)
