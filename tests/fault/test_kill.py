"""kill -9 of the server in the middle of a bulk load and of a compaction."""

import json
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator

import psycopg
import pytest
from crowd import load, value

from pg_recall.cluster import server
from pg_recall.cluster.cluster import Cluster
from pg_recall.home import Home

WAITING = "select wait_event_type = 'Lock' from pg_stat_activity where pid = %s"
CONTENTS = "select content from recall.memory order by content"


@pytest.fixture
def victim(make_home: Callable[[], Home]) -> Iterator[Cluster]:
    """A cluster of its own, with a database as `up` makes it."""
    cluster = Cluster(make_home(), {"fsync": "off"})
    cluster.up()
    yield cluster
    cluster.stop()
    shutil.rmtree(cluster.home.path)


def kill(cluster: Cluster, session: psycopg.Connection) -> None:
    """Kill the session's backend and the server: nobody cleans up."""
    postmaster = server.running_pid(cluster.home)
    os.kill(session.info.backend_pid, signal.SIGKILL)
    os.kill(postmaster, signal.SIGKILL)


def items(first: int, last: int) -> list[str]:
    return [json.dumps({"content": f"Crate {n:04} holds apples.", "embed": "later"}) for n in range(first, last)]


def test_a_load_that_was_killed_loses_no_committed_row_and_can_be_repeated(victim):
    with psycopg.connect(victim.home.dsn(), autocommit=True) as session:
        assert load(session, items(0, 100), 50)["added"] == 100
    session = psycopg.connect(victim.home.dsn(), autocommit=True)
    session.add_notice_handler(lambda notice: kill(victim, session) if notice.message_primary == "100 of 1000" else None)
    with pytest.raises(psycopg.OperationalError):
        load(session, items(50, 1050), 50)
    victim.start()
    with psycopg.connect(victim.home.dsn(), autocommit=True) as session:
        expected = [json.loads(line)["content"] for line in items(0, 100)]
        assert [content for (content,) in session.execute(CONTENTS)] == expected
        assert session.execute("select * from recall.check_index()").fetchall() == []
        answer = load(session, items(50, 1050), 50)
        assert (answer["added"], answer["duplicates"], answer["failed"]) == (950, 50, 0)
        assert session.execute("select * from recall.check_index()").fetchall() == []
        assert len(session.execute("select * from recall.search('crate 0777')").fetchall()) > 0


def test_a_compaction_that_was_killed_leaves_the_index_as_it_was(victim):
    with psycopg.connect(victim.home.dsn(), autocommit=True) as session:
        load(session, items(0, 300), 50)
        value(session, "select recall.compact()")
        load(session, items(300, 500), 50)
        before = session.execute("select id, score from recall.search('crate 0400 apples')").fetchall()
    owner = psycopg.connect(victim.home.dsn("postgres"))
    owner.execute("lock table recall.segment_term in share mode")  # the fold has its segment, and waits for its terms
    session = psycopg.connect(victim.home.dsn(), autocommit=True)
    fold = threading.Thread(target=_compact, args=(session,))
    with psycopg.connect(victim.home.dsn("postgres"), autocommit=True) as watcher:
        fold.start()
        while watcher.execute(WAITING, [session.info.backend_pid]).fetchone() != (True,):
            pass
        kill(victim, session)
    fold.join()
    owner.close()
    victim.start()
    with psycopg.connect(victim.home.dsn(), autocommit=True) as session:
        assert value(session, "select count(*) from recall.segment") == 1
        assert value(session, "select count(*) from recall.memory") == 500
        assert session.execute("select * from recall.check_index()").fetchall() == []
        assert session.execute("select id, score from recall.search('crate 0400 apples')").fetchall() == before
        assert value(session, "select recall.compact()")["folded"] == 200
        assert session.execute("select * from recall.check_index()").fetchall() == []
        assert session.execute("select id, score from recall.search('crate 0400 apples')").fetchall() == before


def _compact(session: psycopg.Connection) -> None:
    try:
        session.execute("select recall.compact()")
    except psycopg.OperationalError:
        session.close()
