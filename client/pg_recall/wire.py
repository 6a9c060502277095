"""What can travel to PostgreSQL: text without NUL and half characters, JSON without NaN, times with a zone."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from pg_recall.errors import BadValue

REPLACEMENT = "\ufffd"
MAX_DEPTH = 200

_SURROGATES = re.compile(r"[\ud800-\udfff]")


def clean(value: Any, path: str = "") -> tuple[Any, list[str]]:
    """The value with every string in it, keys included, made fit for PostgreSQL; and what was done, once each.

    NUL and lone surrogates become U+FFFD, two halves of one character are put together, NaN and infinity
    become null. Notes read `path: change` with change one of nul, surrogates, not a number; the path, below
    the one given, names members of objects, not positions in lists.

    Raises: BadValue (RC003) for what JSON has no type for, for keys that become equal, and when lists and objects are
    nested deeper than MAX_DEPTH.
    """
    notes: dict[str, None] = {}
    return _clean(value, path, notes, 0), list(notes)


def instant(value: str | datetime | date | None, name: str) -> tuple[datetime | None, list[str]]:
    """A time with its zone; without one it is taken as UTC, and said, whatever the session's time zone is.

    Raises: BadValue (RC003) for what is no time, and for text that is not ISO 8601.
    """
    if value is None:
        return None, []
    if isinstance(value, str):
        value = _parsed(value, name)
    elif not isinstance(value, date):
        raise _no_time(value, name)
    elif not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if value.tzinfo is not None:
        return value, []
    return value.replace(tzinfo=UTC), [f"{name}: no time zone given, taken as UTC"]


def _parsed(value: str, name: str) -> datetime:
    try:
        return datetime.fromisoformat(value.strip())
    except ValueError as error:
        raise _no_time(value, name) from error


def _no_time(value: Any, name: str) -> BadValue:
    return BadValue(
        f"{name} is not a time: {value!r:.80}",
        hint="Use ISO 8601, for example 2024-05-01 or 2024-05-01T09:30:00+02:00.",
    )


def _clean(value: Any, path: str, notes: dict[str, None], depth: int) -> Any:
    if isinstance(value, str):
        return _text(value, path, notes)
    _refuse_bytes(value, path or "a value")
    if isinstance(value, float) and not math.isfinite(value):
        _note(notes, path, "not a number")
        return None
    if isinstance(value, Mapping | list | tuple):
        if depth == MAX_DEPTH:
            raise BadValue(
                f"lists and objects are nested deeper than {MAX_DEPTH}",
                hint="Flatten the value, or store it as text.",
            )
        if isinstance(value, Mapping):
            return _mapping(value, path, notes, depth)
        return [_clean(item, path, notes, depth + 1) for item in value]
    if isinstance(value, UUID):
        return str(value)
    if value is not None and not isinstance(value, bool | int | float | datetime | date):
        raise BadValue(
            f"{path or 'a value'} is of type {type(value).__name__}, which JSON does not have",
            hint="Pass text, numbers, lists and objects.",
        )
    return value


def _mapping(value: Mapping[Any, Any], path: str, notes: dict[str, None], depth: int) -> dict[str, Any]:
    cleaned = {}
    for key, item in value.items():
        name = _key(key, path, notes)
        if name in cleaned:
            raise BadValue(
                f"{path or 'an object'} has the key {name!r} twice", hint="Keys are text: 1 and '1' are one key."
            )
        cleaned[name] = _clean(item, f"{path}.{name}" if path else name, notes, depth + 1)
    return cleaned


def _key(key: Any, path: str, notes: dict[str, None]) -> str:
    _refuse_bytes(key, f"a key of {path}" if path else "a key")
    return _text(str(key), path, notes)


def _refuse_bytes(value: Any, subject: str) -> None:
    """Text of them would be their hexadecimal digits, or Python's way to write them."""
    if isinstance(value, bytes | bytearray | memoryview):
        raise BadValue(f"{subject} is bytes, not text", hint="Decode it: value.decode('utf-8').")


def _text(value: str, path: str, notes: dict[str, None]) -> str:
    if "\0" in value:
        _note(notes, path, "nul")
        value = value.replace("\0", REPLACEMENT)
    if not value.isascii() and _SURROGATES.search(value):
        _note(notes, path, "surrogates")
        value = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return value


def _note(notes: dict[str, None], path: str, change: str) -> None:
    notes[f"{path}: {change}" if path else change] = None
