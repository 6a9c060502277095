"""A Memory on a session whose changes are rolled back, and one on a fresh database."""

import pytest

from pg_recall import Memory


@pytest.fixture
def memory(db) -> Memory:
    return Memory(db)


@pytest.fixture
def dsn(cluster, database) -> str:
    return cluster.home.dsn(database=database)
