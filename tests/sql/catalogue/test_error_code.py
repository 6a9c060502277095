"""The codes of errors are one list: raised in SQL, defined in Python, explained in docs/errors.md."""

import re
from pathlib import Path

from pg_recall_udf.errors import MEANING

ROOT = Path(__file__).resolve().parents[3]
CODE = re.compile(r"\bRC[0-9A-Z]{3}\b")


def documented() -> dict[str, str]:
    """Return the meaning of each code in the table of docs/errors.md."""
    page = (ROOT / "docs" / "errors.md").read_text()
    rows = re.findall(r"^\| `(RC\w{3})` \| (.+?) \| .+ \|$", page, re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a code is explained twice"
    return dict(rows)


def test_the_page_explains_exactly_the_codes_defined_in_python_in_the_same_words():
    assert documented() == MEANING


def test_every_code_used_in_a_source_is_explained():
    sources = [
        *(ROOT / "sql" / "functions").glob("*.sql"),
        *(ROOT / "extension").glob("*.sql"),
        *(ROOT / "python").rglob("*.py"),
        *(ROOT / "client").rglob("*.py"),
    ]
    used = {code for file in sources for code in CODE.findall(file.read_text())}
    assert used - set(documented()) == set()
    assert {"RC003", "RC006"} <= used
