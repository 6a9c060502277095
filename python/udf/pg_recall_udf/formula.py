"""Every array formula of retrieval, once.

Values that an operator may change (k1, b, k, weights) are arguments; the only numbers written here belong to
a published rule.
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np

# int8 is used symmetrically: -128 has no positive twin.
CODE_LIMIT = 127


def idf(df: np.ndarray | int, count: int) -> np.ndarray:
    """Inverse document frequency, ln(1 + (N - df + 0.5) / (df + 0.5)), always positive (Lucene
    BM25Similarity).

    df in [0, count]; count = number of living passages.
    """
    df = np.asarray(df, dtype=np.float64)
    return np.log1p((count - df + 0.5) / (df + 0.5))


def length_norm(lengths: np.ndarray, average: float, k1: float, b: float) -> np.ndarray:
    """k1 * (1 - b + b * length / average): what saturates the frequency of a term (Robertson & Zaragoza 2009,
    3.15).

    Lengths in words. An average of 0 (no passage has a word) counts every passage as of average length.
    """
    lengths = np.asarray(lengths, dtype=np.float64)
    if average == 0:
        return np.full(lengths.shape, k1, dtype=np.float64)
    return k1 * (1 - b) + (k1 * b / average) * lengths


def term_score(idf_value: float, freqs: np.ndarray, norms: np.ndarray) -> np.ndarray:
    """BM25 contribution idf * f / (f + norm), without the constant factor k1 + 1 (Lucene since 8.0)."""
    freqs = freqs.astype(np.float64)
    return idf_value * (freqs / (freqs + norms))


def entropy(words: Sequence[Hashable]) -> float:
    """Shannon entropy in bits of the word frequencies; 0 for no words, log2 n for n distinct words."""
    total = len(words)
    return sum(-(n / total) * math.log2(n / total) for n in Counter(words).values())


def routed_weights(bits: float) -> dict[str, float]:
    """Arm weights of a query by its entropy: short queries trust names and words, long ones the vector.

    t = 1 / (1 + e^(-2 (bits - 2.75))); names and bm25 = 0.7 - 0.4 t, vector = 0.3 + 0.4 t.
    """
    t = 1 / (1 + math.exp(-2 * (bits - 2.75)))
    lexical = 0.7 - 0.4 * t
    return {"names": lexical, "bm25": lexical, "vector": 0.3 + 0.4 * t}


def reciprocal_rank(rank: int, weight: float, k: float) -> float:
    """weight / (k + rank + 1) with rank from 0 (Cormack, Clarke & Buettcher 2009)."""
    return weight / (k + rank + 1)


def min_max(scores: np.ndarray) -> np.ndarray:
    """Scores scaled to [0, 1]; a constant list (also of one) becomes all 1: found must outrank not found."""
    scores = np.asarray(scores, dtype=np.float64)
    if scores.size == 0:
        return scores
    low, high = scores.min(), scores.max()
    if low == high:
        return np.ones_like(scores)
    return (scores - low) / (high - low)


def overlap_coefficient(a: frozenset[str], b: frozenset[str]) -> float:
    """|A and B| / min(|A|, |B|) in [0, 1]; 0 when either is empty (Szymkiewicz-Simpson)."""
    smaller = min(len(a), len(b))
    return len(a & b) / smaller if smaller else 0.0


def unit(vectors: np.ndarray) -> np.ndarray:
    """Rows scaled to length 1 as float32; a zero row stays zero. Raises ValueError on NaN or infinity."""
    vectors = np.asarray(vectors, dtype=np.float32)
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    if not np.isfinite(norms).all():
        raise ValueError("vector with a NaN or infinite component")
    return np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)


def quantise(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 codes (n, dim) and float32 scales (n): code * scale approximates the row scaled to length 1.

    A zero row gets scale 0, which means "no vector". Raises ValueError on NaN or infinity.
    """
    rows = unit(vectors)
    scales = (np.abs(rows).max(axis=-1) / CODE_LIMIT).astype(np.float32)
    divisor = np.where(scales > 0, scales, 1)[..., None]
    return np.rint(rows / divisor).astype(np.int8), scales


def code_cosine(query: np.ndarray, codes: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Approximate cosine of a unit query (dim) with code rows (n, dim), given as int8 or already as
    float32.
    """
    return (codes.astype(np.float32, copy=False) @ query) * scales
