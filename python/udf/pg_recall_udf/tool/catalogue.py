"""The tools of all profiles: listing them, and finding one by name."""

import difflib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import cuba, facthouse, native, spark
from pg_recall_udf.tool.entry import Tool

# What an installation changed: {name: {"enabled": bool, "description": str | None}}.
Overrides = Mapping[str, Mapping[str, Any]]

PROFILES: dict[str, tuple[Tool, ...]] = {
    "native": native.TOOLS,
    "cuba": cuba.TOOLS,
    "facthouse": facthouse.TOOLS,
    "spark": spark.TOOLS,
}


@cache
def by_name() -> dict[str, Tool]:
    """Every tool of every profile; names are unique over all of them."""
    return {tool.name: tool for tools in PROFILES.values() for tool in tools}


def of_profile(profile: str) -> tuple[Tool, ...]:
    """The tools of a profile, in their fixed order. Raises RC015 with the list for an unknown one."""
    if profile == "all":
        return tuple(by_name().values())
    if profile not in PROFILES:
        known = ", ".join([*PROFILES, "all"])
        raise RecallError(
            "RC015",
            f"unknown profile {profile[:80]!r}",
            detail=f"path $.profile; expected one of {known}",
            hint=f"Profiles: {known}.",
        )
    return PROFILES[profile]


def listing(profile: str, overrides: Overrides) -> list[dict[str, Any]]:
    """The tools of a profile as a client lists them: {name, description, inputSchema, annotations}."""
    return [
        {
            "name": tool.name,
            "description": overrides.get(tool.name, {}).get("description") or tool.description,
            "inputSchema": tool.schema,
            "annotations": tool.annotations,
        }
        for tool in of_profile(profile)
        if _is_enabled(tool.name, overrides)
    ]


def find(name: str | None, overrides: Overrides) -> Tool:
    """The tool of a name. Raises RC014 with the nearest names when there is none, or it is switched off."""
    tool = by_name().get(name or "")
    if tool is not None and _is_enabled(tool.name, overrides):
        return tool
    enabled = [known for known in by_name() if _is_enabled(known, overrides)]
    near = difflib.get_close_matches(name or "", enabled, n=3, cutoff=0.5)
    state = "is switched off here" if tool is not None else "does not exist"
    raise RecallError(
        "RC014",
        f"tool {(name or '')[:80]!r} {state}",
        detail=f"nearest names: {', '.join(near) or 'none'}",
        hint=f"Did you mean {near[0]}?" if near else "select recall.tools('all') lists them, and so does cuba_tools.",
    )


def _is_enabled(name: str, overrides: Overrides) -> bool:
    return overrides.get(name, {}).get("enabled", True)
