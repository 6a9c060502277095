"""One crowded database for all tests of this folder, and sessions in it that show the plans of everything they run."""

from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest
from crowded import fill
from explained import Explained
from psycopg import sql

from pg_recall.cluster.cluster import Cluster

CROWDED = "recall_crowded"


@pytest.fixture(scope="session")
def crowded(cluster: Cluster, admin_dsn: str, copy_template: Callable[[str], None]) -> Iterator[str]:
    """The connection string of the superuser to the crowded database."""
    copy_template(CROWDED)
    dsn = cluster.home.dsn("postgres", CROWDED)
    with (
        psycopg.connect(dsn, autocommit=True) as owner,
        psycopg.connect(cluster.home.dsn(database=CROWDED), autocommit=True) as local,
    ):
        fill(owner, local)
    yield dsn
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(CROWDED)))


@pytest.fixture(scope="module")
def crowded_session(crowded: str) -> Iterator[psycopg.Connection]:
    """One backend for the tests of a module: the first search in a backend loads the server's Python code."""
    with psycopg.connect(crowded, autocommit=True) as session:
        yield session


@pytest.fixture
def explain(crowded_session: psycopg.Connection) -> Iterator[Callable[[str, str], Explained]]:
    """Makes the session one of a role, with generic or custom plans; undone after the test."""
    with crowded_session.transaction(force_rollback=True):
        yield partial(Explained, crowded_session)
