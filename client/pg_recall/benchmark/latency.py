"""Timing of single calls: one client, one call after the other, whole round trips."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import psycopg

SEARCH = """
select id from recall.search(
    %(query)s, max_results => 10, project => %(project)s, arms => %(arms)s::text[],
    tags => %(tags)s::text[], after => %(after)s::timestamptz
)
"""
EMBED = "select recall.embed(%(query)s)"


@dataclass(frozen=True)
class Latency:
    """Milliseconds of `count` calls."""

    p50: float
    p95: float
    count: int


def summarise(milliseconds: Sequence[float]) -> Latency:
    """Median and 95th percentile, interpolated.

    Raises: ValueError for no calls.
    """
    if not milliseconds:
        raise ValueError("no calls were timed")
    p50, p95 = np.percentile(milliseconds, [50, 95])
    return Latency(round(float(p50), 2), round(float(p95), 2), len(milliseconds))


def timed(call: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


def embed_times(connection: psycopg.Connection, queries: Iterable[str]) -> list[float]:
    """Embedding each query alone."""
    return [timed(lambda q=query: connection.execute(EMBED, {"query": q}).fetchone()) for query in queries]


def search_times(
    connection: psycopg.Connection,
    project: str,
    queries: Iterable[str],
    arms: Sequence[str] | None = None,
    tags: Sequence[str] | None = None,
    after: str | None = None,
) -> list[float]:
    """Searching for each query, embedding included."""
    fixed = {
        "project": project,
        "arms": list(arms) if arms else None,
        "tags": list(tags) if tags else None,
        "after": after,
    }
    return [timed(lambda q=query: connection.execute(SEARCH, {**fixed, "query": q}).fetchall()) for query in queries]


def without_embedding(search: Sequence[float], embedding: Sequence[float]) -> list[float]:
    """Search minus embedding, query by query; noise cannot make it negative."""
    return [max(whole - part, 0.0) for whole, part in zip(search, embedding, strict=True)]
