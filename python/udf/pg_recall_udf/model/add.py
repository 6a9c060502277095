"""recall.add_model and recall.models."""

import json
from dataclasses import asdict
from typing import Any

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.embed import files
from pg_recall_udf.embed.preset import Preset, preset

_EXISTING = Statement("select id, is_active from recall.model where role = 'embed' and name = $1", ("text",))
_INSERT = Statement(
    """
    insert into recall.model (role, name, spec, is_active)
    values ('embed', $1, $2, not exists (select from recall.model where role = 'embed' and is_active))
    returning id, is_active
    """,
    ("text", "jsonb"),
)
_TABLE = Statement("select recall._create_embedding_table($1, $2)", ("int4", "int4"))


def add(database: Database, name: str) -> dict[str, Any]:
    """Register a preset, once its files are proved, and make the table of its vectors. The first one becomes active.

    Raises: RC010 for an unknown preset, RC011 when its files are absent or not the pinned ones.
    """
    chosen = preset(name)
    existing = database.rows(_EXISTING, chosen.name)
    if existing:
        return {"model": chosen.name, "already_existed": True, "active": existing[0]["is_active"]}
    files.verify(files.models_root() / chosen.name, chosen)
    row = database.rows(_INSERT, chosen.name, json.dumps(spec(chosen)))[0]
    database.rows(_TABLE, row["id"], chosen.dim)
    return {"model": chosen.name, "already_existed": False, "active": row["is_active"]}


def spec(chosen: Preset) -> dict[str, Any]:
    """What the database must know of a model to compare vectors and to prove them."""
    known = asdict(chosen)
    return {
        key: known[key]
        for key in ("dim", "pooling", "max_tokens", "languages", "similarity_floor", "files", "known")
    } | {"fingerprint": chosen.fingerprint}
