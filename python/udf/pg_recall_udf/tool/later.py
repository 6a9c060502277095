"""Tools that are listed with their arguments and not built yet."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool


def later(
    name: str,
    purpose: str,
    meanwhile: str,
    required: tuple[str, ...] = (),
    /,
    **properties: schema.Schema,
) -> Tool:
    """A tool without a handler. `meanwhile` names the sibling that does the nearest thing now."""
    project = schema.text("Project to work in. Left out: the session's project, else the client's root name.")
    return Tool(
        name=name,
        purpose=purpose,
        when=f"Use it once it is built. {meanwhile}",
        returns="error RC0A0 until then.",
        effects="none.",
        limits="arguments are checked already, so that building it changes nothing for the caller.",
        schema=schema.arguments(properties | {"project": project}, *required),
        reads_only=True,
    )


TEXT: dict[str, Any] = {"type": "string"}
WHOLE: dict[str, Any] = {"type": "integer"}
NUMBER: dict[str, Any] = {"type": "number"}
FLAG: dict[str, Any] = {"type": "boolean"}
OBJECT: dict[str, Any] = {"type": "object"}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}
OBJECTS: dict[str, Any] = {"type": "array", "items": OBJECT}


def one_of(*words: str) -> schema.Schema:
    """A string out of a list."""
    return {"type": "string", "enum": list(words)}
