"""The figures as a table, beside what they have to hold."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from pg_recall.benchmark.latency import Latency
from pg_recall.benchmark.run import Figures

# Upper bounds in milliseconds of the median, for 100,000 and for 1,000,000 rows.
MEDIAN_BARS = {
    "search, minus embedding": (12, 25),
    "search in a project of 10,000, minus embedding": (25, 25),
    "write one, vector given": (6, None),
}
RATE_BARS = {"share of the embedder's own throughput": 0.9}
MEMORY_BARS = {"with sidecar": 150, "without sidecar": 450}
LARGE_ROWS = 1_000_000


def show(console: Console, figures: Figures) -> None:
    """Print everything that was measured."""
    machine = figures.machine
    console.print(
        f"{figures.plan['rows']:,} memories, {figures.plan['queries']} distinct queries; "
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gib']} GiB, "
        f"PostgreSQL {machine['postgresql']}, pgvector {machine['pgvector']}, "
        f"load before {machine['load_before']}"
    )
    table = Table(title="milliseconds", title_justify="left", title_style="bold")
    for column in ("what", "p50", "p95", "calls", "bar (p50)"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for name, found in figures.latencies.items():
        table.add_row(name, f"{found.p50:.1f}", f"{found.p95:.1f}", str(found.count), _median_bar(figures, name))
    console.print(table)
    rest = Table(title="the rest", title_justify="left", title_style="bold")
    for column in ("what", "value", "bar"):
        rest.add_column(column, justify="left" if column == "what" else "right")
    for row in _rest(figures):
        rest.add_row(*row)
    console.print(rest)


def _rest(figures: Figures) -> Iterator[tuple[str, str, str]]:
    for name, value in figures.rates.items():
        bar = RATE_BARS.get(name)
        yield name, f"{value:g}", f">= {bar}" if bar else ""
    if (found := figures.contention) is not None:
        yield (
            "8 searchers beside 2 writers: search p50 / p95 ms",
            _both(found.searches),
            "",
        )
        yield "  searches/s", f"{found.searches_per_second:g}", ""
        yield "  write p50 / p95 ms", _both(found.writes), ""
        yield "  deadlocks", str(found.deadlocks), "0"
        yield "  lost writes", str(found.lost_writes), "0"
        yield "  errors", str(len(found.errors)), "0"
    yield "differences found by check_index", str(figures.index_problems), "0"
    for name, size in figures.sizes.items():
        yield f"disk: {name}", f"{size / 2**20:.1f} MiB", ""
    for name, memory in figures.memory.items():
        value = "another machine" if memory is None else f"{memory.anonymous:.0f} own, {memory.total:.0f} in all"
        yield f"backend after 1,000 searches {name}, MiB", value, f"<= {MEMORY_BARS[name]}"


def _both(found: Latency) -> str:
    return f"{found.p50:.1f} / {found.p95:.1f}"


def _median_bar(figures: Figures, name: str) -> str:
    if name not in MEDIAN_BARS:
        return ""
    bar = MEDIAN_BARS[name][figures.plan["rows"] >= LARGE_ROWS]
    return f"<= {bar}" if bar is not None else ""
