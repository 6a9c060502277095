"""Projects whose index is folded, merged, damaged and made again."""

from collections.abc import Callable

import psycopg
import pytest
from indexed_project import IndexedProject


@pytest.fixture
def project(db: psycopg.Connection) -> IndexedProject:
    """The default project; what is done to it is rolled back after the test."""
    return IndexedProject(db)


@pytest.fixture
def open_project(connect: Callable[..., psycopg.Connection]) -> Callable[..., IndexedProject]:
    """Opens the default project of a fresh database: each call has a session of its own."""
    return lambda *arguments, **options: IndexedProject(connect(*arguments, **options))
