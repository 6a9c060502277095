"""Before the first statistics, as after a load, every statement of a search or a write still reads about what it needs."""

from itertools import islice

import pytest
from call import READ, SEARCH, WRITE
from explained import Explained
from psycopg.types.json import Jsonb

from pg_recall.benchmark.synthetic import Source

PROJECT = "default"
COUNT = 900
# A plan may go through the project for each of the 150 passages it looks at (and so in two tables), not for each row of it.
ROWS, PAIRS = 150 * COUNT, 300 * COUNT
TABLES = "pg_class where relnamespace = 'recall'::regnamespace and relkind = 'r'"


# Tables that were never looked at, and tables that were last vacuumed when they were empty.
@pytest.fixture(params=[-1, 0], ids=["new", "once empty"])
def loaded(request, connect):
    """The superuser's session in a database without statistics; half of its memories are folded."""
    owner, local = connect("postgres"), connect()
    tables = owner.execute(f"select oid::regclass::text from {TABLES}").fetchall()
    for (table,) in tables:
        owner.execute(f"alter table {table} set (autovacuum_enabled = false)")
    memories = Source(384).memories(COUNT)
    for _ in range(2):
        items = [
            memory.item | {"embedding": {"model": "minilm-int8", "vector": memory.vector.tolist()}}
            for memory in islice(memories, COUNT // 2)
        ]
        local.execute("select recall.ingest(%s)", [Jsonb(items)])
        local.execute("select recall.compact()")
    owner.execute("set allow_system_table_mods = on")
    owner.execute(f"delete from pg_statistic where starelid in (select oid from {TABLES})")
    owner.execute(
        f"update pg_class set reltuples = %s, relpages = 0 where oid in (select oid from {TABLES})", [request.param]
    )
    return owner


def test_no_statement_goes_through_a_project_for_each_of_its_rows(loaded):
    wasteful = []
    with loaded.transaction(force_rollback=True):
        session = Explained(loaded, "recall_local", "generic")
        for call in [*SEARCH, *READ, *WRITE]:
            for plan in session.run(call.format(p=PROJECT)):
                rows = max((scan[2] for scan in plan.scanned()), default=0)
                if rows > ROWS or plan.pairs > PAIRS:
                    wasteful.append((" ".join(plan.text.split())[:200], rows, plan.pairs))
    assert wasteful == []
