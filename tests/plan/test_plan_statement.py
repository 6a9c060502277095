"""The calls of this folder reach every statement that the Python code prepares: a new one needs a call that runs it."""

import ast
import re
from pathlib import Path

from call import READ, SEARCH, UPKEEP, WRITE
from crowded import GRAPHED, LARGE, SMALL

import pg_recall_udf

PACKAGE = Path(pg_recall_udf.__file__).parent
# Each needs a server, a database or a moment of its own.
ELSEWHERE = {
    "door.py": {"select extversion"},
    "model/add.py": {"select id, is_active", "insert into recall.model", "select recall._create_embedding_table"},
    "maintain/embed.py": {"update recall.job"},
    "write/context.py": {"select recall.create_project('shared')"},
}
# Made of a name that is not known before the call.
COMPOSED = {"tool/database.py"}


def prepared():
    """(file, pattern) of every Statement in the package; what is filled in later matches anything."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Statement":
                text = node.args[0]
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                pattern = "".join(re.escape(part.value) if isinstance(part, ast.Constant) else r"\w+" for part in parts)
                yield path.relative_to(PACKAGE).as_posix(), pattern


def plain(pattern):
    return " ".join(re.sub(r"\\(.)", r"\1", pattern, flags=re.DOTALL).split())


def is_elsewhere(file, pattern):
    return file in COMPOSED or plain(pattern).startswith(tuple(ELSEWHERE.get(file, ())))


def test_every_statement_is_run_by_a_call_whose_plans_are_looked_at(explain):
    session = explain("recall_admin", "generic")
    seen = set()
    for project, calls in ((LARGE, [*SEARCH, *READ, *WRITE]), (GRAPHED, SEARCH), (SMALL, [*UPKEEP, *SEARCH, *UPKEEP])):
        for call in calls:
            seen |= {plan.text for plan in session.run(call.format(p=project))}
    statements = list(prepared())
    assert len(statements) > 50
    missing = [
        (file, plain(pattern))
        for file, pattern in statements
        if not is_elsewhere(file, pattern) and not any(re.fullmatch(pattern, text) for text in seen)
    ]
    assert missing == []
