"""The benchmark itself, small enough for every run of the suite."""

import io

import pytest
from rich.console import Console

from pg_recall.benchmark import latency, report
from pg_recall.benchmark.run import Plan, run
from pg_recall.benchmark.synthetic import Source
from pg_recall.benchmark.target import Target

TINY = Plan(
    rows=300, small=50, queries=20, cold=2, single_writes=5, embedded=20, contended_writes=20, searches=20
)


@pytest.fixture
def figures(cluster, database):
    target = Target(cluster.home.dsn(database=database))
    return run(target, TINY, lambda label, done, total: None)


def test_a_small_run_measures_everything_and_loses_nothing(figures) -> None:
    assert figures.latencies["search, minus embedding"].count == TINY.queries
    assert figures.latencies["write one, vector given"].count == TINY.single_writes
    assert (figures.contention.deadlocks, figures.contention.lost_writes, figures.contention.errors) == (
        0,
        0,
        [],
    )
    assert figures.index_problems == 0
    assert (
        figures.sizes["database"]
        > sum(size for part, size in figures.sizes.items() if part != "database")
        > 0
    )
    assert figures.memory["with sidecar"].total > figures.memory["with sidecar"].anonymous > 0
    console = Console(file=io.StringIO(), width=120)
    report.show(console, figures)
    assert "lost writes" in console.file.getvalue()


def test_two_sources_of_one_seed_give_the_same_memories() -> None:
    first, second = Source(8), Source(8)
    assert [m.as_json("m") for m in first.memories(20)] == [m.as_json("m") for m in second.memories(20)]
    assert first.queries(10) == second.queries(10)


def test_queries_are_distinct_and_memories_too() -> None:
    source = Source(8)
    assert len({memory.item["content"] for memory in source.memories(500)}) == 500
    assert len(set(source.queries(200))) == 200


def test_vectors_have_length_one() -> None:
    assert all(abs(float((m.vector**2).sum()) - 1) < 1e-5 for m in Source(384).memories(20))


def test_percentiles_are_interpolated() -> None:
    found = latency.summarise([float(n) for n in range(1, 101)])
    assert (found.p50, found.p95, found.count) == (50.5, 95.05, 100)


def test_subtracting_the_embedding_is_done_query_by_query() -> None:
    assert latency.without_embedding([10.0, 5.0], [4.0, 6.0]) == [6.0, 0.0]


def test_no_calls_are_no_latency() -> None:
    with pytest.raises(ValueError, match="no calls"):
        latency.summarise([])
