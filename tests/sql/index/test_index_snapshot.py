"""A search sees one state of the index, whatever a compaction or a merge commits meanwhile."""

import time
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from pg_recall.benchmark.synthetic import Source

DEADLINE_S = 30
WAITS = "select wait_event_type = 'Lock' from pg_stat_activity where pid = %s"
# What a search reads after it has seen the list of segments; a warm backend holds the codes.
READ_LATER = [("segment_term", "warm"), ("segment_term", "cold"), ("segment_code", "cold"), ("index_fresh", "warm")]


@pytest.fixture
def pending(open_project):
    """A project with seven segments, some of them with dead entries: the next compaction folds an eighth, and merges."""
    project = open_project()
    source = Source(384)
    memories = list(source.memories(120))
    for start in range(0, 105, 15):
        ids = project.add(memories[start : start + 15], vectors=True)
        project.compact()
    project.forget(ids[::10])
    project.forget(project.add(memories[105:], vectors=True)[::10])
    project.queries = source.queries(4)
    return project


def compact(project):
    """Do what is pending, and see that it was more than nothing."""
    done = project.compact()
    assert (done["folded"], done["merged"]) == (13, 8)


@pytest.mark.parametrize("backend", ["warm", "cold"])
def test_a_repeatable_read_transaction_keeps_its_answers(pending, open_project, backend):
    expected = pending.answers(pending.queries)
    reader = open_project(autocommit=False)
    reader.session.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    if backend == "warm":
        assert reader.answers(pending.queries) == expected
        reader.session.rollback()
    before = reader.value("select array_agg(id order by id) from recall.segment")  # the snapshot is taken
    compact(pending)
    assert reader.answers(pending.queries) == expected
    assert reader.value("select array_agg(id order by id) from recall.segment") == before
    reader.session.rollback()
    assert reader.answers(pending.queries) == expected


def test_a_read_committed_transaction_goes_from_one_state_to_the_next(pending, open_project):
    reader = open_project(autocommit=False)
    expected = reader.answers(pending.queries)
    compact(pending)
    assert reader.answers(pending.queries) == expected


@pytest.mark.parametrize(("table", "backend"), READ_LATER)
def test_a_compaction_that_commits_in_the_middle_of_a_search_changes_nothing_in_its_answer(
    pending, open_project, table, backend
):
    query = pending.queries[0]
    expected = pending.answers([query])
    reader, compactor, watcher = open_project(), open_project("postgres", autocommit=False), open_project("postgres")
    if backend == "warm":
        assert reader.answers([query]) == expected
    compact(compactor)
    compactor.session.execute(f"lock table recall.{table} in access exclusive mode")
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(reader.answers, [query])
        end = time.monotonic() + DEADLINE_S
        while watcher.value(WAITS, reader.session.info.backend_pid) is not True:
            assert not search.done() and time.monotonic() < end
        compactor.session.commit()
        assert search.result(DEADLINE_S) == expected
    assert reader.answers([query]) == expected
