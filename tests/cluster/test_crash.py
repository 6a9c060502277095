"""What a crash leaves behind: stale pid files, dead postmasters, backends that outlive them."""

import os
import signal
import subprocess
import threading

import psycopg

from pg_recall.cluster import process, server
from pg_recall.cluster.account import server_account


def test_a_pid_file_whose_number_now_belongs_to_another_process_is_stale(make_cluster):
    cluster = make_cluster()
    cluster.start()
    pid_file = cluster.home.data / "postmaster.pid"
    content = pid_file.read_text()
    cluster.stop()
    # A process of the server's own user: PostgreSQL alone would take it for a running postmaster.
    bystander = subprocess.Popen(["sleep", "600"], cwd="/", **server_account().switch)
    try:
        pid_file.write_text(content.replace(content.split("\n", 1)[0], str(bystander.pid), 1))
        cluster.start()
        assert server.running_pid(cluster.home) not in (None, bystander.pid)
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_kill_9_of_the_server_loses_no_committed_row(make_cluster):
    cluster = make_cluster()
    cluster.start()
    with psycopg.connect(cluster.home.dsn("postgres"), autocommit=True) as session:
        session.execute("create table kept as select 1 as one")
        os.kill(server.running_pid(cluster.home), signal.SIGKILL)
    cluster.start()
    with psycopg.connect(cluster.home.dsn("postgres")) as session:
        assert session.execute("select one from kept").fetchall() == [(1,)]


def test_a_backend_that_outlived_its_server_does_not_keep_the_next_one_from_starting(make_cluster):
    cluster = make_cluster()
    cluster.start()
    session = psycopg.connect(cluster.home.dsn("postgres"), autocommit=True)
    session.execute("create extension plpython3u")
    busy = threading.Thread(target=_sleep_in_python, args=(session,))
    with psycopg.connect(cluster.home.dsn("postgres"), autocommit=True) as watcher:
        busy.start()
        _wait_for_python(watcher, session.info.backend_pid)
        os.kill(server.running_pid(cluster.home), signal.SIGKILL)
    cluster.start()
    busy.join()
    assert not process.alive(session.info.backend_pid)
    assert server.running_pid(cluster.home) is not None


def _sleep_in_python(session: psycopg.Connection) -> None:
    try:
        session.execute("do language plpython3u $$ import time; time.sleep(600) $$")
    except psycopg.OperationalError:
        session.close()


def _wait_for_python(watcher: psycopg.Connection, pid: int) -> None:
    state = "select state = 'active' from pg_stat_activity where pid = %s"
    while watcher.execute(state, [pid]).fetchone() != (True,):
        pass
