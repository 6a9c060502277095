"""Named queries."""

import ast
import re
from pathlib import Path

import pytest

import pg_recall
from pg_recall.query import parse, query

PACKAGE = Path(pg_recall.__file__).parent
FILES = sorted((PACKAGE / "queries").glob("*.sql"))

# Tools that measure and demonstrate, and the cluster's and alembic's own statements.
OWN_SQL = {"alembic", "benchmark", "cluster", "demo", "evaluation"}


def test_a_query_goes_from_its_name_to_the_next():
    text = "-- one: First.\nselect 1\n-- a comment\n\n-- two: Second.\nselect 2\n"
    assert parse(text) == {"one": "select 1\n-- a comment", "two": "select 2"}


def test_an_unknown_name_is_an_error():
    with pytest.raises(KeyError):
        query("nothing")


def test_names_are_unique_over_all_files():
    names = [name for file in FILES for name in parse(file.read_text())]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_query_has_one_sentence_above_it(file):
    for line in re.findall(r"^-- .*$", file.read_text(), re.MULTILINE):
        assert re.fullmatch(r"-- \w+: [A-Z].*\.", line), line


def test_every_query_is_used():
    code = "\n".join(file.read_text() for file in PACKAGE.rglob("*.py"))
    for file in FILES:
        for name in parse(file.read_text()):
            assert f'"{name}"' in code, name


def test_there_is_no_sql_outside_the_queries():
    for file in PACKAGE.rglob("*.py"):
        if file.relative_to(PACKAGE).parts[0] in OWN_SQL:
            continue
        tree = ast.parse(file.read_text())
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        described = {
            node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for text in texts - described:
            assert not re.match(r"\s*(select|insert|update|delete|call|listen)\s", text), (file, text)
