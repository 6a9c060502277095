"""A dump brings everything back with plain pg_restore."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from private_server import SNAPSHOT

from pg_recall.cluster.cluster import Cluster
from pg_recall.cluster.installation import usable_installation

RESTORED = "recall_restored"

# Made again by recall.rebuild_index, or by creating the extension.
DERIVED = {"index_complete", "index_fresh", "index_language", "migration"} | {
    "segment", "segment_code", "segment_dead", "segment_term"
}

FILL = Path(__file__).with_name("fill.sql").read_text()
RUNTIME_TABLE = Path(__file__).with_name("runtime_table.sql").read_text()


@pytest.fixture
def restored(
    cluster: Cluster, database: str, connect: Callable[..., psycopg.Connection], tmp_path: Path
) -> Iterator[psycopg.Connection]:
    """A session on the copy of a filled database, made by pg_dump and pg_restore without options."""
    filling = connect()
    for statement in FILL.strip().split(";\n"):
        filling.execute(statement)
    programs, dump = usable_installation().bin, tmp_path / "dump"
    source = cluster.home.dsn("postgres", database)
    subprocess.run([programs / "pg_dump", "-Fc", "-f", dump, source], check=True)
    with psycopg.connect(cluster.home.dsn("postgres", "postgres"), autocommit=True) as admin:
        admin.execute(f"create database {RESTORED} template template0")
        try:
            target = cluster.home.dsn("postgres", RESTORED)
            subprocess.run([programs / "pg_restore", "--exit-on-error", "-d", target, dump], check=True)
            with psycopg.connect(cluster.home.dsn(database=RESTORED), autocommit=True) as session:
                session.execute("select recall.use_project('default')")
                yield session
        finally:
            admin.execute(f"drop database {RESTORED} with (force)")


def counts(session: psycopg.Connection) -> dict[str, int]:
    """Return the number of rows of every table, as the superuser sees them."""
    tables = session.execute("""
        select relname from pg_class
        where relnamespace = 'recall'::regnamespace and relkind = 'r' order by relname
    """).fetchall()
    return {name: session.execute(f"select count(*) from recall.{name}").fetchone()[0] for (name,) in tables}


def test_a_restored_database_is_complete_and_goes_on_working(
    cluster: Cluster, database: str, connect: Callable[..., psycopg.Connection], restored: psycopg.Connection
):
    query = "select id, content, score, arms from recall.search('which parser drops commas', 5) order by rank"
    original = connect()
    expected = original.execute(query).fetchall()
    assert len(expected) >= 2

    with (
        psycopg.connect(cluster.home.dsn("postgres", database)) as before,
        psycopg.connect(cluster.home.dsn("postgres", RESTORED)) as after,
    ):
        kept = {name: count for name, count in counts(before).items() if name not in DERIVED}
        assert {name: count for name, count in counts(after).items() if name not in DERIVED} == kept
        assert [name for name, count in kept.items() if count == 0] == ["memory_link", "memory_source"]
        assert catalogue(after) == catalogue(before)

    restored.execute("select recall.rebuild_index()")
    assert restored.execute("select * from recall.check_index()").fetchall() == []
    assert restored.execute(query).fetchall() == expected

    added = restored.execute("select recall.remember('The parser keeps leading commas')").fetchone()[0]
    assert added["outcome"] == "added"
    found = restored.execute("select id::text from recall.search('leading commas', 1)").fetchall()
    assert found == [(added["id"],)]


def catalogue(session: psycopg.Connection) -> list[str]:
    """Return everything in schema recall, and of the tables made at run time what a dump could lose."""
    members = session.execute(SNAPSHOT.read_text()).fetchall()
    vectors = session.execute(RUNTIME_TABLE).fetchall()
    assert vectors
    return [line for (line,) in members + vectors]
