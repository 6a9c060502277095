"""Searchers beside writers: how fast both are together, and whether anything deadlocks or gets lost."""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import psycopg

from pg_recall.benchmark.latency import SEARCH, Latency, summarise
from pg_recall.benchmark.synthetic import Memory
from pg_recall.benchmark.target import LARGE, Target

SEARCHERS = 8
WRITERS = 2


@dataclass(frozen=True)
class Contention:
    """What happened while `writes` memories were written one by one by two writers and eight searched."""

    searches: Latency
    searches_per_second: float
    writes: Latency
    deadlocks: int
    lost_writes: int
    errors: Sequence[str]


@dataclass
class _Log:
    searches: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def contend(target: Target, queries: Sequence[str], memories: Sequence[Memory], model: str) -> Contention:
    """Split the memories over the writers; the searchers go on until the last one is written."""
    written = threading.Event()
    with target.admin() as admin:
        admin.execute("select recall.use_project(%s)", [LARGE])
        before = _deadlocks(admin)
        started = time.perf_counter()
        with ThreadPoolExecutor(SEARCHERS + WRITERS) as pool:
            writers = [pool.submit(_write, target, memories[n::WRITERS], model) for n in range(WRITERS)]
            searchers = [pool.submit(_search, target, _turned(queries, n), written) for n in range(SEARCHERS)]
            logs = [writer.result() for writer in writers]
            written.set()
            logs += [searcher.result() for searcher in searchers]
        elapsed = time.perf_counter() - started
        ids = [memory_id for log in logs for memory_id in log.ids]
        (kept,) = admin.execute("select count(*) from recall.memory where id = any(%s::uuid[])", [ids]).fetchone()
        after = _deadlocks(admin)
    errors = [error for log in logs for error in log.errors]
    searches = [ms for log in logs for ms in log.searches]
    return Contention(
        searches=summarise(searches),
        searches_per_second=round(len(searches) / elapsed, 1),
        writes=summarise([ms for log in logs for ms in log.writes]),
        deadlocks=after - before + sum(error.startswith("40P01") for error in errors),
        lost_writes=len(memories) - kept,
        errors=errors,
    )


def _write(target: Target, memories: Sequence[Memory], model: str) -> _Log:
    log = _Log()
    with target.writer() as connection:
        for memory in memories:
            statement = "select recall.ingest(%s::jsonb, project => %s)"
            started = time.perf_counter()
            try:
                (answer,) = connection.execute(statement, [f"[{memory.as_json(model)}]", LARGE]).fetchone()
            except psycopg.Error as error:
                log.errors.append(f"{error.sqlstate} {error}")
                continue
            log.writes.append((time.perf_counter() - started) * 1000)
            log.ids += [result["id"] for result in answer["results"] if result["outcome"] == "added"]
    return log


def _search(target: Target, queries: Sequence[str], written: threading.Event) -> _Log:
    log = _Log()
    with target.reader() as connection:
        while not written.is_set():
            for query in queries:
                arguments = {"query": query, "project": LARGE, "arms": None, "tags": None, "after": None}
                started = time.perf_counter()
                try:
                    connection.execute(SEARCH, arguments).fetchall()
                except psycopg.Error as error:
                    log.errors.append(f"{error.sqlstate} {error}")
                    continue
                log.searches.append((time.perf_counter() - started) * 1000)
                if written.is_set():
                    break
    return log


def _turned(queries: Sequence[str], number: int) -> list[str]:
    """The same queries from another place, so that no two searchers ask the same at once."""
    start = number * len(queries) // SEARCHERS
    return [*queries[start:], *queries[:start]]


def _deadlocks(connection: psycopg.Connection) -> int:
    (count,) = connection.execute(
        "select deadlocks from pg_stat_database where datname = current_database()"
    ).fetchone()
    return count
