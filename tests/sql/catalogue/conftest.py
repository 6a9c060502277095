"""The superuser's view of an installed database."""

from collections.abc import Iterator

import psycopg
import pytest

from pg_recall.cluster.cluster import Cluster


@pytest.fixture(scope="module")
def catalogue(cluster: Cluster, shared_database: str) -> Iterator[psycopg.Connection]:
    """A session of the superuser, who sees everything and should change nothing."""
    with psycopg.connect(cluster.home.dsn("postgres", shared_database), autocommit=True) as session:
        yield session
