"""One benchmark run, from an empty database to figures."""

import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import psycopg

from pg_recall.benchmark import fill, footprint, latency
from pg_recall.benchmark.contention import Contention, contend
from pg_recall.benchmark.latency import Latency, summarise, without_embedding
from pg_recall.benchmark.synthetic import SECONDS_APART, START, Source
from pg_recall.benchmark.target import LARGE, SMALL, Target

ARMS = ("bm25", "vector", "names")


@dataclass(frozen=True)
class Plan:
    """What to run, in numbers of memories, queries, connections and calls."""

    # Memories in the large project, and in the small one beside it.
    rows: int = 100_000
    small: int = 10_000
    queries: int = 200
    # Dimension of the active model's vectors.
    dim: int = 384
    # New connections whose first search is timed.
    cold: int = 10
    single_writes: int = 200
    embedded: int = 512
    contended_writes: int = 400
    # Searches of one backend before its memory is read.
    searches: int = 1000


@dataclass
class Figures:
    """Everything that was measured; `latencies` in milliseconds by name, in the order measured."""

    machine: dict
    plan: dict
    latencies: dict[str, Latency] = field(default_factory=dict)
    rates: dict[str, float] = field(default_factory=dict)
    contention: Contention | None = None
    index_problems: int | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    memory: dict[str, footprint.Memory | None] = field(default_factory=dict)

    def as_dict(self) -> dict:
        return asdict(self)


def run(target: Target, plan: Plan, progress: fill.Progress) -> Figures:
    """Fill, then measure. Nothing else should run on the machine meanwhile."""
    source = Source(plan.dim)
    with target.admin() as admin, target.writer() as writer:
        figures = Figures(_machine(admin), asdict(plan))
        model = _model(admin)
        _fill(figures, admin, writer, source, plan, model, progress)
        queries = source.queries(plan.queries)
        _measure_search(figures, target, queries, plan, progress)
        _measure_write(figures, writer, source, plan, model, progress)
        progress("searchers beside writers", 0, 1)
        first = _numbers(plan)["contended"]
        memories = list(source.memories(plan.contended_writes, first))
        figures.contention = contend(target, queries, memories, model)
        progress("checking the index", 0, 1)
        (figures.index_problems,) = admin.execute("select count(*) from recall.check_index(%s)", [LARGE]).fetchone()
        figures.sizes = dict(footprint.sizes(admin))
        _measure_memory(figures, target, admin, queries, plan, progress)
    return figures


def _fill(
    figures: Figures,
    admin: psycopg.Connection,
    writer: psycopg.Connection,
    source: Source,
    plan: Plan,
    model: str,
    progress: fill.Progress,
) -> None:
    for project in (LARGE, SMALL):
        admin.execute("select recall.create_project(%s)", [project])
    memories = source.memories(plan.rows + plan.small)
    seconds = fill.fill(writer, SMALL, islice(memories, plan.small), model, progress, plan.small)
    seconds += fill.fill(writer, LARGE, memories, model, progress, plan.rows)
    progress("folding the index", 0, 1)
    figures.rates["bulk write with vectors, rows/s"] = round((plan.rows + plan.small) / seconds, 1)
    figures.rates["fold, index vectors, analyze, s"] = round(fill.settle(admin, (LARGE, SMALL)), 1)


def _measure_search(
    figures: Figures, target: Target, queries: Sequence[str], plan: Plan, progress: fill.Progress
) -> None:
    found = figures.latencies
    with target.reader() as reader:
        progress("warming up", 0, 1)
        latency.search_times(reader, LARGE, queries[: len(queries) // 4])
        progress("embedding", 0, 1)
        embedding = latency.embed_times(reader, queries)
        found["embedding alone"] = summarise(embedding)
        for arm in ARMS:
            progress(f"arm {arm}", 0, 1)
            times = latency.search_times(reader, LARGE, queries, [arm])
            found[f"arm {arm}, minus embedding"] = summarise(
                without_embedding(times, embedding) if arm == "vector" else times
            )
        middle = (START + timedelta(seconds=SECONDS_APART * plan.rows / 2)).isoformat()
        for label, project, filters in (
            ("search", LARGE, {}),
            ("search, tag and half of the time", LARGE, {"tags": ["alpha"], "after": middle}),
            (f"search in a project of {plan.small:,}", SMALL, {}),
        ):
            progress(label, 0, 1)
            latency.search_times(reader, project, queries[:10], **filters)
            times = latency.search_times(reader, project, queries, **filters)
            found[f"{label}, minus embedding"] = summarise(without_embedding(times, embedding))
            if label == "search":
                found["search, embedding included"] = summarise(times)
    progress("cold backends", 0, 1)
    found["first search of a new connection, all of it"] = summarise(list(_cold(target, queries[: plan.cold])))


def _cold(target: Target, queries: Sequence[str]) -> Iterator[float]:
    for query in queries:
        with target.reader() as reader:
            yield latency.search_times(reader, LARGE, [query])[0]


def _measure_write(
    figures: Figures,
    writer: psycopg.Connection,
    source: Source,
    plan: Plan,
    model: str,
    progress: fill.Progress,
) -> None:
    first = _numbers(plan)
    progress("single writes", 0, 1)
    times = [
        latency.timed(lambda m=memory: fill.fill(writer, LARGE, [m], model, lambda *_: None, 1))
        for memory in source.memories(plan.single_writes, first["single"])
    ]
    figures.latencies["write one, vector given"] = summarise(times)
    # The same work twice, once with vectors given: what is left of the difference is the embedder's own time.
    given = fill.fill(writer, LARGE, source.memories(plan.embedded, first["given"]), model, progress, plan.embedded)
    whole = fill.fill(writer, LARGE, source.memories(plan.embedded, first["embedded"]), None, progress, plan.embedded)
    figures.rates["bulk write with embedding, rows/s"] = round(plan.embedded / whole, 1)
    figures.rates["share of the embedder's own throughput"] = round(max(whole - given, 0) / whole, 3)


def _measure_memory(
    figures: Figures,
    target: Target,
    admin: psycopg.Connection,
    queries: Sequence[str],
    plan: Plan,
    progress: fill.Progress,
) -> None:
    for label, provider in (("with sidecar", None), ("without sidecar", "backend")):
        progress(f"memory of a backend {label}", 0, 1)
        with _provider(admin, provider), target.reader() as reader:
            for _ in range(-(-plan.searches // len(queries))):
                latency.search_times(reader, LARGE, queries)
            figures.memory[label] = footprint.backend_memory(reader)


@contextmanager
def _provider(admin: psycopg.Connection, name: str | None) -> Iterator[None]:
    """Change for a while who embeds."""
    if name is None:
        yield
        return
    admin.execute("select recall.set_setting('embed.provider', to_jsonb(%s::text))", [name])
    try:
        yield
    finally:
        admin.execute("select recall.set_setting('embed.provider', null)")


def _numbers(plan: Plan) -> dict[str, int]:
    """The first number of each series of memories; no two overlap."""
    single = plan.rows + plan.small
    given = single + plan.single_writes
    embedded = given + plan.embedded
    return {"single": single, "given": given, "embedded": embedded, "contended": embedded + plan.embedded}


def _model(connection: psycopg.Connection) -> str:
    (name,) = connection.execute("select name from recall.model where role = 'embed' and is_active").fetchone()
    return name


def _machine(connection: psycopg.Connection) -> dict:
    (version,) = connection.execute("show server_version").fetchone()
    (extension,) = connection.execute("select extversion from pg_extension where extname = 'vector'").fetchone()
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30, 1),
        "load_before": round(os.getloadavg()[0], 2),
        "system": platform.platform(),
        "postgresql": version,
        "pgvector": extension,
    }


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
