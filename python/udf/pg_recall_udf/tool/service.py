"""The doors of the tools: JSON text in, documents out."""

import json
from typing import Any

from pg_recall_udf.door import Database
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
        None if args is None else json.loads(args),
        None if context is None else json.loads(context),
        json.loads(overrides),
    )
