"""Sessions that get in each other's way, and a sidecar that comes and goes."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from crowd import Crowd
from lonely import Lonely

from pg_recall.cluster import database
from pg_recall.cluster.cluster import Cluster
from pg_recall.home import DATABASE, Home


@pytest.fixture
def crowd(connect: Callable[..., psycopg.Connection]) -> Crowd:
    """Sessions of the local role on a fresh database."""
    return Crowd(connect)


@pytest.fixture
def session(connect: Callable[..., psycopg.Connection]) -> psycopg.Connection:
    """One more session on the same database, to look at the outcome."""
    return connect()


@pytest.fixture(scope="session")
def lonely_home(make_home: Callable[[], Home]) -> Iterator[Home]:
    """The home of a running cluster whose backends never embed by themselves; without pg_cron, nothing happens by itself."""
    cluster = Cluster(make_home(), {"fsync": "off", "shared_preload_libraries": ""})
    try:
        cluster.start()
        database.prepare(cluster.home, DATABASE)
        with psycopg.connect(cluster.home.dsn()) as session:
            session.execute("select recall.set_setting('embed.in_backend', 'false')")
        yield cluster.home
    finally:
        cluster.stop()


@pytest.fixture
def lonely(lonely_home: Home) -> Iterator[Lonely]:
    """A fresh session there with an empty memory. Whether the sidecar runs is for the test to say."""
    with psycopg.connect(lonely_home.dsn(), autocommit=True) as session:
        yield Lonely(lonely_home, session)
        session.execute("select recall.forget(id) from recall.memory")
        session.execute("select recall.set_setting('embed.timeout_ms', null)")
