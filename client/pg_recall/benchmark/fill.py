"""Bulk loading through recall.ingest: synthetic memories with their vectors, or real embedding of texts."""

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import psycopg

from pg_recall.benchmark.synthetic import Memory

BATCH = 1000

# Below the setting a scan of the packed codes is faster than an index.
INDEX_VECTORS = """
select recall.index_vectors(%(project)s)
from recall.projects() p
where p.name = %(project)s and p.memories > (recall.setting('search.exact_vectors'))::bigint
"""

Progress = Callable[[str, int, int], None]


def fill(
    connection: psycopg.Connection,
    project: str,
    memories: Iterable[Memory],
    model: str | None,
    progress: Progress,
    total: int,
) -> float:
    """Ingest in batches that each commit, and return the seconds that the database took.

    `model` None: the memories come without vectors and the database embeds them.

    Raises: RuntimeError when a memory is not added: the figures would be those of something else.
    """
    seconds = 0.0
    done = 0
    for batch in _batches(memories):
        progress(f"filling {project}", done, total)
        items = "[" + ",".join(memory.as_json(model) for memory in batch) + "]"
        started = time.perf_counter()
        (answer,) = connection.execute("select recall.ingest(%s::jsonb, project => %s)", [items, project]).fetchone()
        seconds += time.perf_counter() - started
        if answer["added"] != len(batch) or answer.get("degraded"):
            raise RuntimeError(f"{answer['added']} of {len(batch)} memories were added to {project}: {_first(answer)}")
        done += len(batch)
    return seconds


def settle(connection: psycopg.Connection, projects: Iterable[str]) -> float:
    """What belongs after a bulk load: fold the index, index the vectors of a large project, gather
    statistics. Returns seconds."""
    started = time.perf_counter()
    for project in projects:
        connection.execute("select recall.compact(%s)", [project])
        connection.execute(INDEX_VECTORS, {"project": project})
    connection.execute("analyze")
    return time.perf_counter() - started


def _batches(memories: Iterable[Memory]) -> Iterator[list[Memory]]:
    remaining = iter(memories)
    while batch := list(islice(remaining, BATCH)):
        yield batch


def _first(answer: dict) -> object:
    failed = [result["error"] for result in answer["results"] if result["outcome"] == "error"]
    return failed[0] if failed else answer.get("degraded") or "the others are duplicates"
