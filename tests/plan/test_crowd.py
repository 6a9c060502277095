"""5,000 projects in one database: each is as quick to ask as it would be alone, and all of them are kept up."""

import psycopg
import pytest
from crowded import LARGE, MODEL, OTHER, SMALL, TINY, TINY_SEEDS
from explained import Explained

from pg_recall.benchmark import fill as bulk
from pg_recall.benchmark.synthetic import Source
from pg_recall.home import LOCAL_ROLE

QUERY = "what about the bridge over the river"
CALLS = [
    f"select * from recall.search('{QUERY}', project => 'tiny 3000')",
    "select * from recall.list(project => 'tiny 3000')",
    "select recall.timeline(project => 'tiny 3000')",
]


def work(session):
    """Rows that each call reads in all its statements, and pages."""
    for call in CALLS:
        session.run(call)  # the first time loads catalogues
    found = [session.run(call) for call in CALLS]
    rows = [sum(rows for plan in plans for *_, rows in plan.scanned()) for plans in found]
    return rows, [sum(plan.blocks for plan in plans) for plans in found]


@pytest.fixture
def alone(connect):
    """A session in a database of one project, which is like a tiny one of the crowded database."""
    local = connect()
    local.execute("select recall.create_project('tiny 3000')")
    source = Source(384)
    bulk.fill(local, "tiny 3000", source.memories(TINY_SEEDS), MODEL, lambda *_: None, TINY_SEEDS)
    local.execute("select recall.compact('tiny 3000')")
    session = connect("postgres")
    session.execute("analyze")
    return session


@pytest.mark.parametrize("mode", ["generic", "custom"])
def test_the_work_of_a_call_does_not_grow_with_the_number_of_other_projects(explain, alone, mode):
    rows, pages = work(explain("recall_reader", mode))
    with alone.transaction(force_rollback=True):
        rows_alone, pages_alone = work(Explained(alone, "recall_reader", mode))
    assert all(rows_alone)
    assert [here <= 2 * there for here, there in zip(rows, rows_alone, strict=True)] == [True] * len(CALLS)
    # Alone, a table is one page; among thousands, a row is found by a tree of three or four.
    assert [here <= 10 * there for here, there in zip(pages, pages_alone, strict=True)] == [True] * len(CALLS)


@pytest.mark.parametrize("project", ["tiny 0", "tiny 1", f"tiny {TINY - 1}"])
def test_a_project_finds_all_of_its_own_and_nothing_else(crowded_session, project):
    with crowded_session.transaction(force_rollback=True):
        crowded_session.execute("set local session authorization recall_reader")
        hits = crowded_session.execute(
            "select id, project from recall.search(%s, 50, project => %s)", [QUERY, project]
        ).fetchall()
        listed = crowded_session.execute("select id, project from recall.list(project => %s)", [project]).fetchall()
    assert sorted(hits) == sorted(listed)
    assert [owner for _, owner in listed] == [project] * TINY_SEEDS


def test_the_list_of_projects_counts_each(crowded_session):
    rows = crowded_session.execute("select name, memories from recall.projects()").fetchall()
    counts = dict(rows)
    assert len(rows) == len(counts) == TINY + 6  # the projects `default` and `shared` too
    assert (counts["default"], counts["shared"]) == (0, 0)
    assert (counts[SMALL], counts[LARGE] == counts[OTHER] > 40_000) == (300, True)
    assert {count for name, count in counts.items() if name.startswith("tiny")} == {TINY_SEEDS}


def test_one_pass_of_upkeep_reaches_every_project(cluster, crowded_session):
    names = ["tiny 7", f"tiny {TINY - 2}"]
    with psycopg.connect(cluster.home.dsn(LOCAL_ROLE, crowded_session.info.dbname), autocommit=True) as local:
        for name in names:
            local.execute("select recall.log_event('message', 'The crane fell.', project => %s)", [name])
        local.execute("call recall.maintain()")
        assert local.execute("select task, error from recall.maintain_run order by id").fetchall() == [
            ("embed", None), ("access", None), ("compact", None), ("graph", None), ("trim", None)
        ]  # fmt: skip
        for name in names:
            assert local.execute("select * from recall.check_index(%s)", [name]).fetchall() == []
    (fresh,) = crowded_session.execute("select count(*) from recall.index_fresh").fetchone()
    assert fresh == 0
