"""Writes on a real server."""

from collections.abc import Callable

import psycopg
import pytest
from writer import Writer


@pytest.fixture
def recall(db: psycopg.Connection) -> Writer:
    """A writer whose writes are rolled back after the test."""
    return Writer(db)


@pytest.fixture
def writer(connect: Callable[..., psycopg.Connection]) -> Callable[..., Writer]:
    """Opens writers on a fresh database: each has a session of its own."""
    return lambda *arguments, **options: Writer(connect(*arguments, **options))
