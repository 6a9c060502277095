"""Starting: once, twice, at the same time, with newer code, in a long path."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from pg_recall.cluster import process, server, sidecar
from pg_recall.cluster.cluster import Cluster
from pg_recall.home import DATABASE, Home

UP = "import sys; from pathlib import Path; from pg_recall.home import Home; \
from pg_recall.cluster.cluster import Cluster; Cluster(Home(Path(sys.argv[1])), {'fsync': 'off'}).up()"


def test_up_twice_leaves_the_same_processes_and_the_same_database(make_cluster):
    cluster = make_cluster()
    cluster.up()
    before = server.running_pid(cluster.home), sidecar.running_pid(cluster.home), _contents(cluster.home)
    cluster.up()
    assert None not in before
    assert before == (
        server.running_pid(cluster.home),
        sidecar.running_pid(cluster.home),
        _contents(cluster.home),
    )


def _contents(home: Home) -> list[tuple]:
    with psycopg.connect(home.dsn()) as session:
        return session.execute(
            "select current_setting('recall.project'), extname, extversion from pg_extension order by extname"
        ).fetchall()


def test_upkeep_is_scheduled_with_the_cluster_and_stays_unscheduled(make_cluster):
    cluster = make_cluster()
    cluster.up()
    with psycopg.connect(cluster.home.dsn("postgres"), autocommit=True) as owner:
        jobs = "select command, username, database, active from cron.job"
        assert owner.execute(jobs).fetchall() == [("call recall.maintain()", "recall_cron", DATABASE, True)]
        owner.execute("select recall.unschedule_upkeep()")
        cluster.up()
        assert owner.execute(jobs).fetchall() == []


def test_two_ups_at_once_make_one_cluster(make_cluster):
    cluster = make_cluster()
    both = [subprocess.Popen([sys.executable, "-c", UP, cluster.home.path]) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert server.running_pid(cluster.home) is not None


def test_a_start_after_newer_code_was_installed_restarts_server_and_sidecar(make_cluster):
    cluster = make_cluster()
    cluster.start()
    before = server.running_pid(cluster.home), sidecar.running_pid(cluster.home)
    newer = cluster.home.path / "server-newer"
    newer.mkdir()
    (newer / "deps").symlink_to(cluster.home.deps)
    (newer / "code").symlink_to(newer / "code-newer")
    subprocess.run(["cp", "-r", cluster.home.code, newer / "code-newer"], check=True)
    cluster.home.server.unlink()
    cluster.home.server.symlink_to(newer)
    cluster.start()
    after = server.running_pid(cluster.home), sidecar.running_pid(cluster.home)
    assert None not in after
    assert not set(before) & set(after)


def test_the_sidecar_comes_back_at_the_next_start(make_cluster):
    cluster = make_cluster()
    cluster.start()
    sidecar.stop(cluster.home)
    assert sidecar.health(cluster.home) is None
    cluster.start()
    assert sidecar.health(cluster.home) is not None


def test_an_interrupted_initdb_is_made_again(make_cluster):
    cluster = make_cluster()
    half = cluster.home.path / "data.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("15\n")
    cluster.start()
    assert server.running_pid(cluster.home) is not None


def test_a_long_home_path_still_gets_a_socket_that_fits(make_home):
    home = make_home()
    deep = home.path / ("long-directory-name/" * 8)
    deep.mkdir(parents=True)
    (deep / "server").symlink_to(home.server.resolve())
    (deep / "models").symlink_to(home.models.resolve())
    cluster = Cluster(Home(Path(deep)), {"fsync": "off"})
    try:
        cluster.start()
        with psycopg.connect(cluster.home.dsn("postgres")) as session:
            assert session.execute("select 1").fetchone() == (1,)
    finally:
        cluster.stop()


def test_only_the_servers_user_can_reach_the_sockets_and_nothing_listens_on_tcp(cluster, admin_dsn):
    assert cluster.home.sockets.stat().st_mode & 0o777 == 0o700
    with psycopg.connect(admin_dsn) as session:
        assert session.execute("show listen_addresses").fetchone() == ("",)


def test_statements_that_fail_do_not_reach_the_log(cluster, admin_dsn):
    with (
        psycopg.connect(admin_dsn, autocommit=True) as session,
        pytest.raises(psycopg.errors.InvalidTextRepresentation),
    ):
        session.execute("select 'a remembered secret'::int")
    logs = "".join(path.read_text() for path in cluster.home.log.glob("postgresql-*.log"))
    assert "select 'a remembered secret'" not in logs


def test_stopping_leaves_neither_processes_nor_sockets(make_cluster):
    cluster = make_cluster()
    cluster.start()
    assert cluster.stop() is True
    assert process.working_in(cluster.home.data) == []
    assert sidecar.running_pid(cluster.home) is None
    assert not cluster.home.sockets.exists()
