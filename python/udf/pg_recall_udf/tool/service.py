"""The doors of the tools: JSON text in, documents out."""

import json
from typing import Any

from pg_recall_udf.door import Database
from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import catalogue, dispatch
from pg_recall_udf.tool.database import ServerFunctions


def tools(_database: Database, profile: str | None, overrides: str) -> list[dict[str, Any]]:
    """recall.tools: the catalogue of a profile. Raises RC015 for an unknown one."""
    return catalogue.listing(profile or "native", json.loads(overrides))


def call(database: Database, name: str | None, args: str | None, context: str | None, overrides: str) -> dict[str, Any]:
    """recall.call without its error handling: the answer of one tool, and which memories it showed."""
    return dispatch.call(
        ServerFunctions(database),
        name,
        _parsed(args, "args"),
        _parsed(context, "context"),
        json.loads(overrides),
    )


def _parsed(document: str | None, name: str) -> Any:
    try:
        return None if document is None else json.loads(document)
    except RecursionError as error:
        raise RecallError("RC015", f"{name} is nested too deep", hint="Pass what is nested deep as text.") from error
    except ValueError as error:
        raise RecallError(
            "RC015", f"{name} holds a number that is too long to be read", hint="Pass it as text."
        ) from error
