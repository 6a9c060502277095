"""An upgrade keeps what was remembered."""

import shutil
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from private_server import ROOT, private_server

from pg_recall.cluster import environment
from pg_recall.home import Home

FILL = Path(__file__).with_name("fill.sql").read_text()
COUNTS = """
    select relname, (xpath('/row/n/text()', counted))[1]::text
    from pg_class
    cross join lateral query_to_xml(
        'select count(*) as n from recall.' || quote_ident(relname), false, true, ''
    ) as counted
    where relnamespace = 'recall'::regnamespace and relkind = 'r'
    order by relname
"""
SEARCH = "select content, score from recall.search('which parser drops commas') order by rank"


def test_an_upgrade_keeps_every_row_and_older_code_refuses_to_run_against_it(
    make_home: Callable[[], Home], make_tree: Callable[[str], Path]
):
    new = make_tree("new")
    control = new / "extension" / "pg_recall.control"
    text = control.read_text()
    assert "default_version = '0.1.0'" in text
    control.write_text(text.replace("default_version = '0.1.0'", "default_version = '0.2.0'"))
    with private_server(environment.runtime(make_home())) as server:
        server.install(ROOT)
        name = server.make_database()
        server.execute(name, "create extension pg_recall cascade")
        with psycopg.connect(server.dsn(name), autocommit=True) as session:
            session.execute("select recall.create_project('default'), recall.use_project('default')")
            session.execute("select recall.add_model('minilm-int8')")
            for statement in FILL.strip().split(";\n"):
                session.execute(statement)
            counts, found = session.execute(COUNTS).fetchall(), session.execute(SEARCH).fetchall()
        assert all(
            int(number) for table, number in counts if table in ("memory_record", "passage", "tombstone", "event")
        )
        assert found[0][0] == "The parser drops trailing commas"
        shutil.copy(server.extension / "pg_recall--0.1.0.sql", new / "extension" / "released")
        server.install(new)
        server.execute(name, "alter extension pg_recall update")
        with psycopg.connect(server.dsn(name), autocommit=True) as session:
            session.execute("select recall.use_project('default')")
            assert session.execute(COUNTS).fetchall() == counts
            with pytest.raises(psycopg.Error) as refusal:
                session.execute(SEARCH)
            assert refusal.value.sqlstate == "RC013"
            # As if the server had been started with the code of the new version.
            session.execute("update pg_extension set extversion = '0.1.0' where extname = 'pg_recall'")
            assert session.execute(SEARCH).fetchall() == found
            assert session.execute("select * from recall.check_index()").fetchall() == []
