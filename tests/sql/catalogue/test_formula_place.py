"""Every rule with a number in it is written once, in 10_formula.sql or formula.py; values are settings."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SQL = ROOT / "sql" / "functions"
PYTHON = ROOT / "python" / "udf" / "pg_recall_udf"

FUNCTIONS = {"exp", "expm1", "ln", "log", "log10", "log1p", "log2", "pow", "power"}
SQL_PLACE = {"10_formula.sql": "the place of scalar formulas"}
PYTHON_PLACE = {"formula.py": "the place of array formulas"}

# No formula: each says what its numbers are.
SQL_EXCEPTION: dict[str, str] = {}
PYTHON_EXCEPTION = {
    "embed/client.py": "time limits of the connection to the sidecar, in seconds",
    "embed/encode.py": "keeps the length of a vector off zero, as the model's own code does",
    "embed/exchange.py": "length of one slice of waiting, in seconds",
    "embed/preset.py": "the known vector of a model and its measured floor, which are data",
    "embed/vector.py": "how far from 1 rounding may leave the length of a vector",
    "text/chunk.py": "how full a passage should be before it ends at a sentence; part of the analyser",
    "text/language.py": "how sure the detector must be; part of the analyser",
    "tool/catalogue.py": "how alike a misspelt tool name must be for 'did you mean'",
    "tool/facthouse/capture.py": "a default in the interface of that profile",
    "tool/facthouse/knowledge.py": "quality grades that the interface of that profile fixes",
}


def sql_numbers(text: str) -> list[str]:
    """Return calls of logarithms and powers, and numbers with a fraction, outside strings and comments."""
    code = re.sub(r"--[^\n]*|'(?:[^']|'')*'", " ", text)
    calls = re.findall(rf"\b({'|'.join(FUNCTIONS)})\s*\(", code)
    return calls + re.findall(r"(?<![\w.])\d*\.\d+\b", code)


def python_numbers(text: str) -> list[str]:
    """Return the same for Python code, where whole numbers written as floats do not count."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and not node.value.is_integer():
            found.append(str(node.value))
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in FUNCTIONS:
                found.append(name)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and not is_literal(node):
            found.append("**")
    return found


def is_literal(node: ast.BinOp) -> bool:
    """Tell a way of writing a whole number (2**63) from a formula."""
    return isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)


def test_sql_formulas_are_in_their_place():
    found = {file.name: sql_numbers(file.read_text()) for file in SQL.glob("*.sql")}
    faulty = {name: numbers for name, numbers in found.items() if numbers}
    assert {name: numbers for name, numbers in faulty.items() if name not in SQL_PLACE | SQL_EXCEPTION} == {}
    assert set(SQL_PLACE | SQL_EXCEPTION) <= set(faulty), "an exception is no longer needed"


def test_python_formulas_are_in_their_place():
    found = {str(file.relative_to(PYTHON)): python_numbers(file.read_text()) for file in PYTHON.rglob("*.py")}
    faulty = {name: numbers for name, numbers in found.items() if numbers}
    allowed = PYTHON_PLACE | PYTHON_EXCEPTION
    assert {name: numbers for name, numbers in faulty.items() if name not in allowed} == {}
    assert set(allowed) <= set(faulty), "an exception is no longer needed"


def test_the_scan_sees_what_it_looks_for():
    assert sql_numbers("select exp(-x) * 0.5 -- 0.7\n, '0.9', v1.2, .25") == ["exp", "0.5", ".25"]
    assert python_numbers("x = np.log1p(y) * 0.5 + 2.0 ** z - 2**63  # 0.7\n'0.9'") == ["**", "log1p", "0.5"]
