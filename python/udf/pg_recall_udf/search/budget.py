"""Fitting shaped rows into a number of tokens, counted exactly as cl100k_base."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.text import sentence

_CONTENT_KEYS = ("c", "content")

# Content this short says nothing; then the row is left out instead.
_LEAST_CHARACTERS = 20

# What a list adds to its rows, at most.
_BRACKETS, _COMMA = 2, 1


@cache
def _encoding() -> Any:
    # Half of what a searching backend weighs: imported by the first call that has a budget.
    import tiktoken  # noqa: PLC0415

    return tiktoken.get_encoding("cl100k_base")


def count(value: Any) -> int:
    """Tokens of a value as the server writes jsonb: that text is what a caller gets."""
    return len(_encoding().encode(json.dumps(_ordered(value), ensure_ascii=False), disallowed_special=()))


def _ordered(value: Any) -> Any:
    """Keys in the order of jsonb: the shorter first."""
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return {key: _ordered(value[key]) for key in keys}
    return [_ordered(item) for item in value] if isinstance(value, list) else value


def fit(rows: Sequence[Mapping[str, Any]], max_tokens: int | None) -> tuple[list[dict[str, Any]], int]:
    """Rows in order, as many as fit, and the tokens they take. A row that is too long is passed over.

    The first row is cut at a sentence rather than lost. max_tokens: None for no budget, otherwise at least 1.
    Raises: RC003 for a budget below 1.
    """
    if max_tokens is not None and max_tokens < 1:
        raise RecallError(
            "RC003",
            f"max_tokens is {max_tokens}, it must be at least 1",
            hint="Leave it out for the default.",
        )
    fitted: list[dict[str, Any]] = []
    used = _BRACKETS
    for place, row in enumerate(rows):
        size = count(row) + _COMMA
        if max_tokens is not None and used + size > max_tokens:
            if place:
                continue
            cut = _cut(row, max_tokens - used - _COMMA)
            if cut is None:
                continue
            row, size = cut, count(cut) + _COMMA
        fitted.append(dict(row))
        used += size
    return fitted, count(fitted)


def _cut(row: Mapping[str, Any], max_tokens: int) -> dict[str, Any] | None:
    """The row with as much of its content as fits, cut at a sentence; None when hardly anything would be left."""
    key = next(key for key in _CONTENT_KEYS if key in row)
    low, high = 0, len(row[key])
    while low < high:
        middle = (low + high + 1) // 2
        if count({**row, key: row[key][:middle]}) <= max_tokens:
            low = middle
        else:
            high = middle - 1
    # Rarely a cut text takes a token more than the longer one it was measured by.
    while low >= _LEAST_CHARACTERS:
        cut = {**row, key: sentence.cut(row[key], low)}
        if count(cut) <= max_tokens:
            return cut
        low -= 10
    return None
