"""Fixtures shared by all tests: one private server a session, cheap databases from a template."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from pg_recall.cluster import database as database_setup
from pg_recall.cluster.cluster import Cluster
from pg_recall.home import LOCAL_ROLE, Home, default_home
from provision.console import StepFailed
from provision.server_python import install_code, require_dependencies

TEMPLATE = "recall_template"
SHARED = "recall_shared"

# Tests crash the server on purpose, never the machine: the disk does not have to be waited for.
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_wal_size": "1GB"}

# Unit tests load models too; the server and the sidecar get this from the cluster's environment.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"


@pytest.fixture(scope="session")
def runtime() -> Home:
    """The home that `make setup` filled with the server's packages and the models."""
    home = default_home()
    try:
        require_dependencies(home)
    except StepFailed as refusal:
        pytest.fail(f"{refusal.message}; {refusal.hint}")
    return home


@pytest.fixture(scope="session")
def make_home(runtime: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Home]]:
    """Makes empty homes that share packages and models, and hold the server code of this checkout.

    Not below pytest's own directory: its mode is 0700, and as root the server runs as user postgres.
    """
    with tempfile.TemporaryDirectory(prefix="pg_recall-test-") as place:
        Path(place).chmod(0o755)
        first = Home(Path(place) / "0")
        first.server.mkdir(parents=True)
        (first.server / "deps").symlink_to(runtime.deps)
        first.models.symlink_to(runtime.models)
        install_code(first)
        homes = [first]

        def make() -> Home:
            home = Home(Path(place) / str(len(homes)))
            home.path.mkdir()
            home.server.symlink_to(first.server)
            home.models.symlink_to(runtime.models)
            homes.append(home)
            return home

        yield make


@pytest.fixture(scope="session")
def cluster(make_home: Callable[[], Home]) -> Iterator[Cluster]:
    """A running private server with its sidecar."""
    running = Cluster(make_home(), QUICK)
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def admin_dsn(cluster: Cluster) -> str:
    """The superuser's connection string, to the maintenance database."""
    return cluster.home.dsn("postgres", "postgres")


@pytest.fixture(scope="session")
def copy_template(cluster: Cluster, admin_dsn: str) -> Callable[[str], None]:
    """Makes a database as `pg-recall up` leaves it: extension, login role, project and model."""
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(TEMPLATE)))
    database_setup.prepare(cluster.home, TEMPLATE)

    def copy(name: str) -> None:
        with psycopg.connect(admin_dsn, autocommit=True) as admin:
            statement = sql.SQL("create database {} template {}")
            admin.execute(statement.format(sql.Identifier(name), sql.Identifier(TEMPLATE)))
            database_setup.choose_project(admin, name)

    return copy


@pytest.fixture
def database(admin_dsn: str, copy_template: Callable[[str], None]) -> Iterator[str]:
    """The name of a fresh database, for tests that commit or need several sessions."""
    name = "recall_test"
    copy_template(name)
    yield name
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


@pytest.fixture
def connect(cluster: Cluster, database: str) -> Iterator[Callable[..., psycopg.Connection]]:
    """Opens sessions on the fresh database: `connect(role="recall_local", autocommit=True)`."""
    sessions: list[psycopg.Connection] = []

    def open_session(role: str = LOCAL_ROLE, *, autocommit: bool = True) -> psycopg.Connection:
        login = role if role == LOCAL_ROLE else "postgres"
        session = psycopg.connect(cluster.home.dsn(login, database), autocommit=True)
        sessions.append(session)
        if role != login:
            # Group roles cannot log in; this makes the session theirs, not just the current user.
            session.execute(sql.SQL("set session authorization {}").format(sql.Identifier(role)))
        session.autocommit = autocommit
        return session

    yield open_session
    for session in sessions:
        session.close()


@pytest.fixture(scope="session")
def shared_database(copy_template: Callable[[str], None]) -> str:
    """One database for all tests that roll back what they do."""
    copy_template(SHARED)
    return SHARED


@pytest.fixture(scope="module")
def shared_session(cluster: Cluster, shared_database: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(cluster.home.dsn(database=shared_database), autocommit=True) as session:
        yield session


@pytest.fixture
def db(shared_session: psycopg.Connection) -> Iterator[psycopg.Connection]:
    """A session of the local role inside a transaction that is rolled back after the test."""
    with shared_session.transaction(force_rollback=True):
        yield shared_session
