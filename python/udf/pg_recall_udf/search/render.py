"""Shapes of a result row: compact for an agent's context, verbose for everything else."""

import json
from collections.abc import Mapping
from typing import Any

from pg_recall_udf.text import sentence

_VERBOSE = (
    "id", "kind", "type", "content", "entity", "project", "score", "tags", "importance", "source", "speaker", "session",
    "thread", "position", "occurred_at", "created_at",
)  # fmt: skip


def shaped(row: Mapping[str, Any], format: str, compact_chars: int) -> dict[str, Any]:
    """A row as it is answered; what is null is left out.

    compact: id, e entity, c content (cut at a sentence within compact_chars), t type, i importance, s score.
    """
    if format == "compact":
        short = {
            "id": row["id"],
            "e": row["entity"],
            "c": sentence.cut(row["content"], compact_chars),
            "t": row["type"],
            "i": None if row["importance"] is None else round(row["importance"], 3),
            "s": round(row["score"], 4),
        }
        return {key: value for key, value in short.items() if value is not None}
    full = {name: row[name] for name in _VERBOSE if row[name] is not None}
    full["metadata"] = json.loads(row["metadata"])
    return full | {"arms": row["arms"], "flags": row["flags"]}
