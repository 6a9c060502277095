"""Arguments and checks that the cuba tools share."""

from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import schema
from pg_recall_udf.tool.request import Request

PROJECT = schema.text("Project to work in. Left out: the session's project, else the client's root name.")
ALLOW_SECRET = schema.boolean("Store text that looks like a credential.")
ENTITY_NAME = schema.text("Entity: a project, component, person or concept.")
MAX_NAME_BYTES = 200


def entity_name(request: Request, argument: str, reason: str | None = None) -> str:
    """An entity name of 1 to 200 bytes. Raises RC015 otherwise."""
    name = request.needed(argument, reason)
    if len(name.encode()) > MAX_NAME_BYTES:
        raise schema.invalid(request.tool, f"$.{argument}", f"a name of at most {MAX_NAME_BYTES} bytes", name)
    return name


def known_word(request: Request, argument: str, value: str, words: tuple[str, ...]) -> str:
    """A word of a vocabulary that the schema leaves open. Raises RC004 for any other."""
    if value not in words:
        raise RecallError(
            sqlstate="RC004",
            message=f"{request.tool}: unknown {argument} {value[:80]!r}",
            detail=f"path $.{argument}; expected one of {', '.join(words)}",
            hint="Leave it out for the default.",
        )
    return value


def entry(memory: dict[str, Any]) -> dict[str, Any]:
    """A memory with the field names of an observation."""
    names = ("id", "content", "type", "importance", "source", "access_count", "created_at")
    return {name: memory[name] for name in names if name in memory}
