"""What `up` and `down` refuse, and what they say."""

import pytest

from pg_recall.cluster.account import server_account
from pg_recall.cluster.cluster import Cluster
from pg_recall.cluster.error import ClusterError
from pg_recall.home import Home


def test_a_data_directory_made_by_something_else_is_left_alone(make_cluster):
    cluster = make_cluster()
    cluster.home.data.mkdir()
    foreign = cluster.home.data / "PG_VERSION"
    foreign.write_text("15\n")
    with pytest.raises(ClusterError, match=f"{cluster.home.data} holds something"):
        cluster.start()
    with pytest.raises(ClusterError, match=f"{cluster.home.data} holds something"):
        cluster.stop()
    assert [path.name for path in cluster.home.data.iterdir()] == ["PG_VERSION"]
    assert foreign.read_text() == "15\n"
    foreign.unlink()


def test_a_home_the_servers_user_cannot_enter_is_named_with_its_mode(make_home):
    closed = make_home().path / "closed"
    home = Home(closed / "home")
    home.path.mkdir(parents=True)
    closed.chmod(0o600)
    try:
        with pytest.raises(ClusterError) as refusal:
            Cluster(home).start()
    finally:
        closed.chmod(0o755)
    assert f"user {server_account().name}, who cannot enter {closed} (mode 0600" in refusal.value.message
    assert "PG_RECALL_HOME" in refusal.value.hint


def test_a_home_that_was_never_set_up_says_what_to_run(make_home):
    home = Home(make_home().path / "empty")
    home.path.mkdir()
    with pytest.raises(ClusterError) as refusal:
        Cluster(home).start()
    assert refusal.value.hint == "run: make setup install"


def test_stopping_what_was_never_made_is_not_an_error(make_home):
    assert Cluster(make_home()).stop() is False
