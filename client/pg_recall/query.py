"""Named queries: every SQL text of the client stands in `queries/*.sql`, under a comment that names it."""

import re
from functools import cache
from importlib.resources import files

_NAME = re.compile(r"^-- (\w+): ", re.MULTILINE)


def query(name: str) -> str:
    """The text of a named query, its parameters written %(name)s.

    Raises: KeyError when no file has it.
    """
    return _queries()[name]


@cache
def _queries() -> dict[str, str]:
    found: dict[str, str] = {}
    for file in files("pg_recall").joinpath("queries").iterdir():
        if file.name.endswith(".sql"):
            found |= parse(file.read_text(encoding="utf-8"))
    return found


def parse(text: str) -> dict[str, str]:
    """Queries by name: each begins with the line `-- name: what it does.` and ends where the next begins."""
    starts = list(_NAME.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    return {
        start[1]: text[start.start() : end].partition("\n")[2].strip()
        for start, end in zip(starts, ends, strict=True)
    }
