"""Indexes on a real server, looked at from several sessions."""

from collections.abc import Callable

import psycopg
import pytest
from indexed import Indexed


@pytest.fixture
def open_index(connect: Callable[..., psycopg.Connection]) -> Callable[..., Indexed]:
    """Opens sessions on a fresh database."""
    return lambda *arguments, **options: Indexed(connect(*arguments, **options))


@pytest.fixture
def index(open_index: Callable[..., Indexed]) -> Indexed:
    """The session that writes."""
    return open_index()


@pytest.fixture
def owner(open_index: Callable[..., Indexed], index: Indexed) -> Indexed:
    """The superuser, who may damage what nobody else can touch."""
    return open_index("postgres")
