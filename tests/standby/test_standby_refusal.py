"""Where nothing can be written, a write says so before it does any work."""

import psycopg
import pytest

WRITES = [
    "select recall.remember('The mill is closed.')",
    "select recall.ingest('[{\"content\": \"The mill is closed.\"}]')",
    "select recall.correct(id, 'The mill is closed.') from recall.memory",
    "select recall.forget(id) from recall.memory",
    "select recall.log_event('message', 'The mill is closed.')",
    "select recall.entity('create', 'Miller')",
    "select recall.entity('rename', 'Mill', new_name => 'Windmill')",
    "select recall.relate('create', 'Mill', 'Bakery')",
    "select recall.start_session('evening')",
    "select recall.end_session('visit')",
    "select recall.start_load()",
    "select recall.create_project('garden')",
    "select recall.rename_project('default', 'garden')",
    "select recall.set_setting('bm25.b', '0.5')",
    "select recall.compact()",
    "select recall.rebuild_index()",
    "select recall.index_vectors()",
]
SEARCH = "select id, score from recall.search('who grinds rye?')"


def refused(session: psycopg.Connection, write: str) -> None:
    with pytest.raises(psycopg.Error) as caught:
        session.execute(write)
    assert caught.value.sqlstate == "RC016"
    assert "primary" in caught.value.diag.message_hint


@pytest.mark.parametrize("write", WRITES)
def test_a_standby_refuses_a_write(pair, write):
    with pair.read() as standby:
        refused(standby, write)


@pytest.mark.parametrize("write", WRITES)
def test_a_session_that_is_read_only_refuses_a_write(pair, write):
    with pair.write() as session:
        session.execute("set default_transaction_read_only = on")
        refused(session, write)


@pytest.mark.parametrize("write", WRITES)
def test_a_read_only_transaction_refuses_a_write(pair, write):
    with pair.write() as session:
        session.execute("begin read only")
        refused(session, write)


def test_a_read_only_transaction_searches_as_any_other(pair):
    with pair.write() as session:
        expected = session.execute(SEARCH).fetchall()
        with session.transaction():
            session.execute("set transaction read only")
            assert session.execute(SEARCH).fetchall() == expected


def test_maintain_is_refused_on_a_standby(pair):
    with pair.read() as standby:
        refused(standby, "call recall.maintain()")


def test_a_tool_call_that_writes_is_answered_with_the_code(pair):
    with pair.read() as standby:
        (answer,) = standby.execute(
            "select recall.call('remember', '{\"content\": \"The mill is closed.\"}', '{\"project\": \"default\"}')"
        ).fetchone()
        assert answer["error"]["code"] == "RC016"
