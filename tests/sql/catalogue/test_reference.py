"""The SQL reference is the one that the catalogue gives.

PG_RECALL_REGENERATE=1 .venv/bin/pytest tests/sql/catalogue/test_reference.py  writes the page anew.
"""

import os
from pathlib import Path

from sql_reference import write_reference

PAGE = Path(__file__).resolve().parents[3] / "docs" / "sql.md"


def test_the_reference_page_is_up_to_date(catalogue):
    current = write_reference(catalogue)
    if os.environ.get("PG_RECALL_REGENERATE"):
        PAGE.write_text(current)
    assert current.splitlines() == PAGE.read_text().splitlines()


def test_every_column_of_the_public_views_and_of_a_hit_is_explained(catalogue):
    rows = catalogue.execute("""
        select c.relname, a.attname from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'recall'::regnamespace and c.relkind in ('v', 'c') and c.relname !~ '^_' and a.attnum > 0
            and coalesce(col_description(c.oid, a.attnum), '') = ''
    """).fetchall()
    assert rows == []
