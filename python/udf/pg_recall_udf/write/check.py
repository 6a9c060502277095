"""Checks of single values. Each returns the cleaned value or raises an error that names the argument and a way out."""

import json
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.text import normalise

NAME_LIMIT = 200
LABEL_LIMIT = 400
METADATA_DEPTH = 64


class Notes:
    """What was normalised, once each, in the order in which it happened."""

    def __init__(self) -> None:
        self._notes: dict[str, None] = {}

    def add(self, name: str, changes: Sequence[str]) -> None:
        for change in changes:
            self._notes[f"{name}: {change}"] = None

    def list(self) -> list[str]:
        return list(self._notes)


def text(value: Any, name: str, notes: Notes) -> str:
    """Cleaned text. Raises RC003 for anything but text."""
    if not isinstance(value, str):
        raise RecallError(
            "RC003", f"{name} must be text, not {_kind(value)}", hint=f"Pass {name} as a string."
        )
    cleaned = normalise.clean(value)
    notes.add(name, cleaned.changes)
    return cleaned.text


def content(value: Any, max_bytes: int, notes: Notes) -> str:
    """What is to be remembered. Raises RC001 when there is nothing in it, RC002 when it is too large."""
    if value is None:
        raise RecallError("RC001", "content is missing", hint="Pass the text to remember as content.")
    cleaned = text(value, "content", notes)
    size = len(cleaned.encode())
    if size > max_bytes:
        raise RecallError(
            "RC002",
            f"content has {size} bytes, at most {max_bytes} are accepted",
            hint="Split the text, or raise the setting write.max_bytes.",
        )
    if not cleaned.strip():
        raise RecallError("RC001", "content is empty", hint="Pass the text to remember as content.")
    if normalise.is_degenerate(cleaned):
        raise RecallError(
            "RC001",
            "content says nothing",
            detail=f"content: {cleaned[:60]!r}",
            hint="Pass a statement, not a placeholder.",
        )
    return cleaned


def label(value: Any, name: str, notes: Notes, limit: int = LABEL_LIMIT) -> str | None:
    """A short optional text; blank counts as absent. Raises RC003 when it is not text, RC002 when it is too long."""
    if value is None:
        return None
    cleaned = text(value, name, notes).strip()
    if len(cleaned) > limit:
        raise RecallError(
            "RC002",
            f"{name} has {len(cleaned)} characters, at most {limit} are accepted",
            hint=f"Shorten {name}.",
        )
    return cleaned or None


def entity(value: Any, notes: Notes) -> str | None:
    """The name of an entity, blanks collapsed. Raises RC003 when it is blank, RC002 when it is too long."""
    if value is None:
        return None
    name = label(" ".join(value.split()) if isinstance(value, str) else value, "entity", notes, NAME_LIMIT)
    if name is None:
        raise RecallError(
            "RC003", "entity is blank", hint="Leave entity out when the memory is about no one thing."
        )
    return name


def choice(value: Any, name: str, allowed: Sequence[str], default: str | None) -> str | None:
    """One of a closed list. Raises RC004 with the list."""
    if value is None:
        return default
    if value not in allowed:
        raise RecallError("RC004", f"unknown {name} {_shown(value)}", hint=f"Known: {', '.join(allowed)}.")
    return value


def tags(value: Any, limit: int, notes: Notes) -> list[str] | None:
    """Distinct tags in the order given; one string is one tag. Raises RC003 or RC002."""
    if value is None:
        return None
    if isinstance(value, str):
        notes.add("tags", ["a string was taken as one tag"])
        value = [value]
    if not isinstance(value, list):
        raise RecallError(
            "RC003",
            f"tags must be a list of text, not {_kind(value)}",
            hint='For example ["deploy", "redis"].',
        )
    cleaned = [label(tag, "tags", notes, 100) for tag in value if tag is not None]
    found = list(dict.fromkeys(tag for tag in cleaned if tag))
    if len(found) > limit:
        raise RecallError(
            "RC002",
            f"{len(found)} tags, at most {limit} are accepted",
            hint="Keep the tags that you search by.",
        )
    return found


def fraction(value: Any, name: str) -> float | None:
    """A number in [0, 1]. Raises RC003."""
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 <= value <= 1
    ):
        raise RecallError(
            "RC003",
            f"{name} must be a number from 0 to 1, not {_shown(value)}",
            hint=f"Leave {name} out for the prior of the type.",
        )
    return float(value)


def count(value: Any, name: str) -> int | None:
    """A whole number that fits an int4 and is not negative. Raises RC003."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise RecallError(
            "RC003",
            f"{name} must be a whole number from 0, not {_shown(value)}",
            hint=f"Leave {name} out when there is none.",
        )
    return value


def instant(value: Any, name: str, notes: Notes) -> str | None:
    """A time as ISO 8601 with zone. Without a zone it is taken as UTC, and said. Raises RC003 quoting the value."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise RecallError(
            "RC003",
            f"{name} must be a time as text, not {_kind(value)}",
            hint="For example 2024-05-01T09:30:00+02:00.",
        )
    try:
        parsed = datetime.fromisoformat(value.strip())
    except ValueError as error:
        raise RecallError(
            "RC003",
            f"{name} is not a time: {_shown(value)}",
            hint="Use ISO 8601, for example 2024-05-01T09:30:00+02:00.",
        ) from error
    if parsed.tzinfo is None:
        notes.add(name, ["no time zone given, taken as UTC"])
        parsed = parsed.replace(tzinfo=UTC)
    return parsed.isoformat()


def document(value: str | None, name: str) -> Any:
    """JSON as it came from the server, parsed; None for null.

    Raises: RC003 when it is nested too deep to be read, or holds a whole number of thousands of digits.
    """
    try:
        return None if value is None else json.loads(value)
    except RecursionError as error:
        raise _too_deep(name) from error
    except ValueError as error:
        raise RecallError(
            "RC003", f"{name} holds a number that is too long to be read", hint="Pass it as text."
        ) from error


def metadata(value: Any, max_bytes: int, notes: Notes) -> dict[str, Any]:
    """A JSON object with every string in it cleaned, keys included. Raises RC003 or RC002."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise RecallError(
            "RC003",
            f"metadata must be an object, not {_kind(value)}",
            hint='For example {"ticket": "OPS-12"}.',
        )
    cleaned = _clean_tree(value, METADATA_DEPTH, notes)
    size = len(json.dumps(cleaned, ensure_ascii=False).encode(errors="replace"))
    if size > max_bytes:
        raise RecallError(
            "RC002",
            f"metadata has {size} bytes, at most {max_bytes} are accepted",
            hint="Keep long text in content.",
        )
    return cleaned


def _clean_tree(value: Any, depth: int, notes: Notes) -> Any:
    if isinstance(value, str):
        return text(value, "metadata", notes)
    if not isinstance(value, dict | list):
        return value
    if depth == 0:
        raise _too_deep("metadata")
    if isinstance(value, dict):
        return {text(key, "metadata", notes): _clean_tree(item, depth - 1, notes) for key, item in value.items()}
    return [_clean_tree(item, depth - 1, notes) for item in value]


def _too_deep(name: str) -> RecallError:
    return RecallError(
        "RC003",
        f"{name} is nested too deep, metadata may have {METADATA_DEPTH} levels",
        hint="Keep what is nested deeper as text in content.",
    )


def _kind(value: Any) -> str:
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        list: "a list",
        dict: "an object",
        type(None): "null",
    }
    return names.get(type(value), type(value).__name__)


def _shown(value: Any) -> str:
    return repr(value)[:80]
