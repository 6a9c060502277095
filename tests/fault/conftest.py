"""Sessions that get in each other's way."""

from collections.abc import Callable

import psycopg
import pytest
from crowd import Crowd


@pytest.fixture
def crowd(connect: Callable[..., psycopg.Connection]) -> Crowd:
    """Sessions of the local role on a fresh database."""
    return Crowd(connect)


@pytest.fixture
def session(connect: Callable[..., psycopg.Connection]) -> psycopg.Connection:
    """One more session on the same database, to look at the outcome."""
    return connect()
