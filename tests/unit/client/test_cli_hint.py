"""No hint that reaches the command line speaks of SQL. The hints are read from the sources that give them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pg_recall import errors
from pg_recall.cli.hint import _IN_SHELL, hint, in_shell, note_in_shell
from pg_recall_udf.search import rank

ROOT = Path(__file__).parents[3]
SQL_HINT = re.compile(
    r"(?:\bhint\s*=|'hint',)\s*'((?:[^']|'')*)'|_clean_name\([^;\n]*,\s*'[^']*',\s*'((?:[^']|'')*)'\)"
)
SPEAKS_SQL = re.compile(r"\brecall\.|\bselect\b|=>|^Action |\bextension pg_recall\b|\b(?:by|from) remember\b")

# What no command calls: settings, bulk loads, sessions by key, the making of a vector index by number.
UNREACHABLE = (
    "select key from jsonb_each(recall._setting_default())",
    "recall.start_load",
    "recall.start_session(key)",
    "select recall.projects() lists those that you may use.",
)


def _hints_of_sql() -> Iterator[str]:
    for path in sorted((ROOT / "sql" / "functions").glob("*.sql")):
        for found in SQL_HINT.finditer(path.read_text()):
            yield (found[1] or found[2]).replace("''", "'")


def _hints_of_python(folder: str) -> Iterator[str]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            is_argument = isinstance(node, ast.keyword) and node.arg == "hint"
            is_member = isinstance(node, ast.Assign) and "'hint'" in ast.unparse(node.targets[0])
            if is_argument or is_member:
                yield from _texts(node.value)


def _texts(node: ast.expr) -> Iterator[str]:
    """The constant texts of an expression; what is filled in becomes an x."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


HINTS = {*_hints_of_sql(), *_hints_of_python("python/udf"), *errors._HINTS.values()}
REACHABLE = [text for text in sorted(HINTS) if not any(part in text for part in UNREACHABLE)]


@pytest.mark.parametrize("text", [text for text in REACHABLE if SPEAKS_SQL.search(text)])
def test_a_hint_that_speaks_sql_is_told_in_commands(text):
    told = in_shell(text)
    assert not SPEAKS_SQL.search(re.sub(r"""psql -c (?:"[^"]*"|'[^']*')(?:, or '[^']*')?""", "", told))


@pytest.mark.parametrize("text", [text for text in REACHABLE if not SPEAKS_SQL.search(text)])
def test_every_other_hint_is_shown_as_it_came(text):
    assert in_shell(text) == text


@pytest.mark.parametrize("said", _IN_SHELL)
def test_every_translation_belongs_to_a_hint_that_is_given(said):
    assert any(said in text for text in HINTS)


def test_an_error_without_a_hint_gets_none():
    assert hint(errors.NotFound("gone")) is None


@pytest.mark.parametrize("text", [rank._INCOMPLETE, rank._NO_MODEL, "3 of 4 wait: call recall.maintain('embed')"])
def test_a_note_on_what_did_not_take_part_names_commands(text):
    told = note_in_shell(text)
    assert not SPEAKS_SQL.search(re.sub(r"psql -c '[^']*'", "", told))
    assert "`pg-recall " in told
