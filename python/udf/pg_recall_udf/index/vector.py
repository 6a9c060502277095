"""Nearest passages by vector: a scan of the int8 codes, then the exact cosine of the best."""

from collections.abc import Sequence

import numpy as np

from pg_recall_udf import formula
from pg_recall_udf.index.pack import DamagedIndex
from pg_recall_udf.index.ranking import Best, Ranking, cutoff
from pg_recall_udf.index.source import Source

# Rows widened to float32 at a time: small enough to stay in the second-level cache at a few hundred
# dimensions.
_BLOCK = 512


def scan(
    query: np.ndarray,
    sources: Sequence[Source],
    limit: int,
    allowed: Sequence[np.ndarray | None] | None = None,
) -> Ranking:
    """The best `limit` living passages that have a vector, by approximate cosine; fetch four times what is
    needed.

    query: (dim,), any length but 0. allowed: per source a mask of the passages that may be returned, None for
    all. Raises ValueError for a limit below 1, a query that is zero or not finite, or codes of another
    dimension.
    """
    query = unit_query(query)
    best = Best(limit)
    masks = allowed if allowed is not None else [None] * len(sources)
    for source, mask in zip(sources, masks, strict=True):
        ordinals = _candidates(source, mask)
        if ordinals is not None and not len(ordinals):
            continue
        cosines = code_cosines(query, source, ordinals)
        if ordinals is None:
            ordinals = np.arange(source.size)
        kept = cosines >= cutoff(cosines, limit, best.floor)
        best.add(source.nos[ordinals[kept]], cosines[kept])
    return best.ranking()


def _candidates(source: Source, mask: np.ndarray | None) -> np.ndarray | None:
    """Ordinals to compare, None for all of them."""
    usable = source.scales > 0
    if mask is not None:
        usable &= mask
    if source.dead_mask is not None:
        usable &= ~source.dead_mask
    return None if len(usable) and usable.all() else np.flatnonzero(usable)


def unit_query(query: np.ndarray) -> np.ndarray:
    """The query scaled to length 1 as float32. Raises ValueError when it is zero, not finite or not one
    row.
    """
    query = np.asarray(query, dtype=np.float32)
    if query.ndim != 1 or not query.any():
        raise ValueError("a query vector is one row and not zero")
    return formula.unit(query)


def code_cosines(query: np.ndarray, source: Source, ordinals: np.ndarray | None) -> np.ndarray:
    """Approximate cosines (float64) of a unit query with these passages of a source, None for all in
    order.
    """
    codes, scales = source.codes, source.scales
    if codes.shape[1] != len(query):
        raise DamagedIndex(f"codes of {codes.shape[1]} dimensions, query of {len(query)}")
    count = source.size if ordinals is None else len(ordinals)
    cosines = np.empty(count, dtype=np.float64)
    wide = np.empty((min(_BLOCK, count), len(query)), dtype=np.float32)
    for start in range(0, count, _BLOCK):
        end = min(start + _BLOCK, count)
        rows = slice(start, end) if ordinals is None else ordinals[start:end]
        np.copyto(wide[: end - start], codes[rows])
        cosines[start:end] = formula.code_cosine(query, wide[: end - start], scales[rows])
    return cosines


def decode_halfvecs(vectors: bytes, dim: int) -> np.ndarray:
    """Rows (n, dim) as float16 of vectors in pgvector's binary form for halfvec, one after the other.

    vectors: concatenated halfvec_send values (int16 dimension, int16 unused, big-endian float16 each). Raises
    ValueError when a dimension is another or the bytes do not add up.
    """
    record = np.dtype([("dim", ">i2"), ("unused", ">i2"), ("values", ">u2", (dim,))])
    if len(vectors) % record.itemsize:
        raise ValueError(f"{len(vectors)} bytes are not vectors of {dim} dimensions")
    records = np.frombuffer(vectors, dtype=record)
    if (records["dim"] != dim).any():
        raise ValueError(f"a vector does not have {dim} dimensions")
    return records["values"].astype(np.uint16).view(np.float16)


def rescore(query: np.ndarray, vectors: bytes) -> np.ndarray:
    """Exact cosines (float64) of a query with vectors as decode_halfvecs takes them; a zero vector has cosine
    0.

    Raises what decode_halfvecs raises, and ValueError for a query that is zero or not finite.
    """
    query = unit_query(query)
    rows = formula.unit(decode_halfvecs(vectors, len(query)))
    # Not a BLAS product: that rounds by position, and equal vectors must tie.
    return np.einsum("ij,j->i", rows, query).astype(np.float64)
