"""However a database came to this version, its catalogue is the same."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from private_server import ROOT, Server
from sqlalchemy.exc import DBAPIError

from pg_recall import alembic

RELEASED = sorted((ROOT / "extension" / "released").glob("*.sql"))


@pytest.fixture(scope="module")
def installed_database(server: Server) -> str:
    """A database after create extension."""
    server.install(ROOT)
    return create_extension(server)


@pytest.fixture(scope="module")
def installed(server: Server, installed_database: str) -> list[str]:
    """What the other ways have to arrive at."""
    return server.snapshot(installed_database)


def create_extension(server: Server) -> str:
    database = server.make_database()
    server.execute(database, "create extension pg_recall cascade")
    return database


def make_previous(tree: Path) -> None:
    """Turn a copy of the sources into an earlier version: fewer migrations and functions, another rule."""
    control = tree / "extension" / "pg_recall.control"
    control.write_text(control.read_text().replace("default_version = '0.1.0'", "default_version = '0.0.9'"))
    for later in sorted((tree / "sql" / "migrations").glob("*.sql"))[5:]:
        later.unlink()
    functions = tree / "sql" / "functions"
    kept = ("10_formula.sql", "12_key.sql", "14_setting.sql", "20_scope.sql", "95_row_security.sql")
    for file in functions.glob("*.sql"):
        if file.name not in kept:
            file.unlink()
    formula = functions / "10_formula.sql"
    text = formula.read_text()
    assert "least(strength + step, 1::float8)" in text
    formula.write_text(text.replace("least(strength + step, 1::float8)", "strength"))


def test_an_upgrade_from_fewer_migrations_gives_the_catalogue_of_an_installation(
    server: Server, make_tree: Callable[[str], Path]
):
    old, new = make_tree("old"), make_tree("new")
    make_previous(old)
    server.install(old)
    database = create_extension(server)
    server.execute(database, "insert into recall.project (name, name_key) values ('kept', 'kept')")
    before = server.snapshot(database)
    shutil.copy(server.extension / "pg_recall--0.0.9.sql", new / "extension" / "released")
    server.install(new)
    server.execute(database, "alter extension pg_recall update")
    after = server.snapshot(database)
    assert before != after
    assert after == server.snapshot(create_extension(server))
    with psycopg.connect(server.dsn(database)) as session:
        assert session.execute("select id, name from recall.project").fetchall() == [(1, "kept")]


def test_an_upgrade_from_each_release_gives_the_catalogue_of_an_installation(
    server: Server, installed: list[str]
):
    for script in RELEASED:
        shutil.copy(script, server.extension)
        version = script.stem.removeprefix("pg_recall--")
        database = server.make_database()
        server.execute(database, f"create extension pg_recall version '{version}' cascade")
        server.execute(database, "alter extension pg_recall update")
        assert server.snapshot(database) == installed, version


def test_alembic_gives_the_catalogue_of_an_installation_also_when_run_again(
    server: Server, installed: list[str]
):
    database = server.make_database()
    for _ in range(2):
        alembic.upgrade(server.dsn(database))
        assert server.snapshot(database) == without_dump_marks(installed)


def test_the_plain_script_gives_the_catalogue_of_an_installation_also_when_run_again(
    server: Server, installed: list[str], tmp_path: Path
):
    subprocess.run([ROOT / "extension" / "build", "--plain", "--output", tmp_path], check=True)
    database = server.make_database()
    for _ in range(2):
        psql = ["psql", "-X", "-q", "-o", "/dev/null", "-d", server.dsn(database)]
        subprocess.run([*psql, "-f", tmp_path / "pg_recall_plain.sql"], check=True)
        assert server.snapshot(database) == without_dump_marks(installed)


def without_dump_marks(snapshot: list[str]) -> list[str]:
    """Only an extension marks what a dump contains; without one, every table is dumped whole."""
    return [line for line in snapshot if not line.startswith("dumped: ")]


def test_the_extension_has_everything_in_its_schema_as_a_member(server: Server, installed_database: str):
    with psycopg.connect(server.dsn(installed_database)) as session:
        strays = session.execute("""
            select c.oid::regclass::text from pg_class c
            where c.relnamespace = 'recall'::regnamespace and c.relkind in ('r', 'v', 'S')
                and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
            union all
            select p.oid::regprocedure::text from pg_proc p
            where p.pronamespace = 'recall'::regnamespace
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
            union all
            select i.identity
            from pg_depend d
            join pg_extension e on e.oid = d.refobjid and e.extname = 'pg_recall',
                pg_identify_object(d.classid, d.objid, d.objsubid) i
            where d.deptype = 'e' and coalesce(i.schema, i.identity) <> 'recall'
        """).fetchall()
    assert strays == []


def test_dropping_the_extension_leaves_nothing_in_the_database(server: Server, installed: list[str]):
    database = create_extension(server)
    server.execute(database, "drop extension pg_recall")
    with psycopg.connect(server.dsn(database)) as session:
        assert session.execute("select from pg_namespace where nspname = 'recall'").fetchall() == []
    server.execute(database, "create extension pg_recall")
    assert server.snapshot(database) == installed


def test_a_schema_of_the_same_name_is_not_taken_over(server: Server, installed: list[str]):
    database = server.make_database()
    server.execute(database, "create schema recall")
    with pytest.raises(psycopg.errors.DuplicateSchema) as caught:
        server.execute(database, "create extension pg_recall cascade")
    hint = "Rename it (alter schema recall rename to another_name) or drop it."
    assert caught.value.diag.message_hint == hint


def test_vector_in_another_schema_is_refused_with_the_way_out(server: Server, installed: list[str]):
    database = server.make_database()
    server.execute(database, "create schema elsewhere; create extension vector schema elsewhere")
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
        server.execute(database, "create extension pg_recall cascade")
    assert caught.value.diag.message_detail == "It is installed in schema elsewhere."
    assert caught.value.diag.message_hint == "alter extension vector set schema public;"


def test_a_migration_run_with_another_text_stops_the_upgrade(server: Server, installed: list[str]):
    database = server.make_database()
    alembic.upgrade(server.dsn(database))
    server.execute(database, "update recall.migration set sha256 = 'another' where name like '0003%'")
    with psycopg.connect(server.dsn(database)) as session, pytest.raises(psycopg.Error) as caught:
        session.execute("select recall._migrate('0003_create_memory.sql', 'this', 'select 1')")
    assert caught.value.sqlstate == "RC013"


def test_alembic_leaves_a_database_with_the_extension_alone(server: Server, installed: list[str]):
    database = create_extension(server)
    with pytest.raises(DBAPIError) as caught:
        alembic.upgrade(server.dsn(database))
    assert caught.value.orig.diag.message_hint == "alter extension pg_recall update;"
    assert server.snapshot(database) == installed
