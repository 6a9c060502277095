"""What a plan may not do in a crowded database."""

from collections.abc import Sequence

from explained import Plan

# What a filter leaves of a project is answered from its vectors, up to 2,000; all else reads hundreds of rows.
ROWS = 2000
PAIRS = 1_000_000
# Of a large project or of the whole database it has thousands of rows.
CONTENT = {
    "entity", "entity_alias", "event", "index_fresh", "job", "memory_entity", "memory_record", "memory_state",
    "memory_version", "passage", "project", "segment", "segment_code", "segment_term", "session", "embedding_1",
}  # fmt: skip


def assert_frugal(plans: Sequence[Plan]) -> None:
    """No plan reads a content table as a whole, or many rows of it, or compares many pairs of rows."""
    assert plans
    wasteful = [
        (" ".join(plan.text.split())[:200], plan.pairs, scan)
        for plan in plans
        for scan in [*plan.scanned(), ("", "", 0)]
        if (scan[1] == "Seq Scan" and scan[0] in CONTENT) or scan[2] > ROWS or plan.pairs > PAIRS
    ]
    assert not wasteful, wasteful
