"""A session that is used again, as a pool does, after an error or a cancel."""

import json
import threading

import psycopg
import pytest
from crowd import value

SETTINGS = """
    select name, setting from pg_settings where source <> 'default' or name like 'enable%%' or name ~ '^(hnsw|pg_trgm)'
    union all
    select name, current_setting(name, true)
    from unnest(array['recall.project', 'recall.scope', 'search_path', 'statement_timeout', 'row_security']) as name
    order by 1, 2
"""
REFUSED = [
    ("select recall.remember('')", "RC001"),
    ("select recall.remember('A door.', project => 'nowhere')", "RC005"),
    ("select * from recall.search('door', fusion => 'x')", "RC004"),
    ("select recall.search_json('door', project => 'nowhere')", "RC005"),
    ("select recall.ingest('{}')", "RC003"),
    ("select recall.get('x')", "RC003"),
    ("select recall.entity('get', 'Nobody')", "RC008"),
]


@pytest.fixture
def warm(session):
    """A session that has done everything once: libraries are loaded and their settings are known."""
    value(session, "select recall.remember('The door is green.')")
    session.execute("select * from recall.search('door')").fetchall()
    return session


def settings(session: psycopg.Connection) -> list[tuple]:
    return session.execute(SETTINGS).fetchall()


def test_an_error_leaves_the_settings_of_the_session_as_they_were(warm):
    before = settings(warm)
    for call, code in REFUSED:
        with pytest.raises(psycopg.Error) as refused:
            warm.execute(call)
        assert refused.value.sqlstate == code
        assert settings(warm) == before


def test_a_call_leaves_the_settings_of_the_session_as_they_were(warm):
    before = settings(warm)
    value(warm, "select recall.remember('The window is red.')")
    warm.execute("select * from recall.search('window', include_shared => true)").fetchall()
    value(warm, "select recall.compact()")
    value(warm, "select recall.call('search', '{\"query\": \"window\"}', '{\"project\": \"default\"}')")
    assert settings(warm) == before


def test_a_project_chosen_inside_a_transaction_that_is_undone_is_not_chosen(warm):
    value(warm, "select recall.create_project('garden')")
    before = settings(warm)
    with warm.transaction(force_rollback=True):
        value(warm, "select recall.use_project('garden')")
        assert value(warm, "select current_setting('recall.project')") == "garden"
    assert settings(warm) == before


# Not its state: the server calls a session active while it still reads the call, when it takes no cancel.
BEGAN = "select exists (select from pg_locks where pid = %s and relation = 'recall.project'::regclass)"
WAITS = "select wait_event_type = 'Lock' from pg_stat_activity where pid = %s"


@pytest.mark.parametrize("moment", ["as it begins", "when all rows are written"])
def test_a_cancelled_ingest_leaves_nothing_and_the_session_goes_on(warm, connect, moment):
    before = settings(warm)
    items = [{"content": f"Tile {number} is blue and square.", "embed": "later"} for number in range(2500)]
    owner, watcher = connect("postgres", autocommit=False), connect("postgres")
    ask = BEGAN
    if moment == "when all rows are written":
        owner.execute("lock table recall.segment_term in share mode")  # the fold that ends the batch needs it
        ask = WAITS
    pid = warm.info.backend_pid

    def cancel() -> None:
        while watcher.execute(ask, [pid]).fetchone() != (True,):
            pass
        watcher.execute("select pg_cancel_backend(%s)", [pid])

    other = threading.Thread(target=cancel)
    other.start()
    with pytest.raises(psycopg.errors.QueryCanceled):
        warm.execute("select recall.ingest(%s::jsonb)", [json.dumps(items)])
    other.join()
    owner.rollback()
    assert settings(warm) == before
    assert value(warm, "select count(*) from recall.memory") == 1
    assert warm.execute("select * from recall.check_index()").fetchall() == []
    assert value(warm, "select recall.remember('The door is green.')")["outcome"] == "duplicate"
    assert len(warm.execute("select * from recall.search('door')").fetchall()) == 1
