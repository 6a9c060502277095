"""JSON schemas of tool arguments: building blocks, and the check that names what is wrong and where."""

import difflib
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema

from pg_recall_udf.errors import RecallError

Schema = dict[str, Any]
MAX_INT = 2**31 - 1
SHOWN = 80
NAMED = 10


def text(description: str, *, minimum: int | None = None, maximum: int | None = None) -> Schema:
    """A string, with bounds on its length in characters."""
    bounds = {"minLength": minimum, "maxLength": maximum}
    return {"type": "string", "description": description} | {k: v for k, v in bounds.items() if v is not None}


def integer(description: str, *, minimum: int | None = None, maximum: int | None = None) -> Schema:
    """A whole number, with inclusive bounds."""
    bounds = {"minimum": minimum, "maximum": maximum}
    return {"type": "integer", "description": description} | {k: v for k, v in bounds.items() if v is not None}


def number(description: str, *, minimum: float | None = None, maximum: float | None = None) -> Schema:
    """A number, with inclusive bounds."""
    bounds = {"minimum": minimum, "maximum": maximum}
    return {"type": "number", "description": description} | {k: v for k, v in bounds.items() if v is not None}


def boolean(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


def choice(description: str, *values: str) -> Schema:
    """One of the given strings."""
    return {"type": "string", "enum": list(values), "description": description}


def texts(description: str, *, maximum: int | None = None) -> Schema:
    """A list of strings. A bare string is refused: split into letters it would look like a list."""
    bound = {} if maximum is None else {"maxItems": maximum}
    return {"type": "array", "items": {"type": "string"}, "description": description} | bound


def objects(description: str) -> Schema:
    """A list of objects, whose members the handler checks item by item."""
    return {"type": "array", "items": {"type": "object"}, "description": description}


def document(description: str) -> Schema:
    """Any JSON object."""
    return {"type": "object", "description": description}


def arguments(properties: dict[str, Schema], *required: str) -> Schema:
    """The schema of a tool's arguments: the properties given and no others."""
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": list(required)} if required else {})


def checked(tool: str, schema: Schema, given: Any) -> dict[str, Any]:
    """The arguments of a call, valid under the tool's schema.

    A null stands for an argument left out, as clients that fill every slot send it.
    Raises RecallError RC015 with the JSON path of the first fault and what is expected there.
    """
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise invalid(tool, "$", "an object with the arguments", given)
    properties = schema["properties"]
    present = {name: value for name, value in given.items() if value is not None}
    unknown = sorted(set(present) - set(properties))
    if unknown:
        raise _unknown(tool, unknown, list(properties))
    for name in schema.get("required", ()):
        if name not in present:
            raise missing(tool, name)
    try:
        _validator(json.dumps(schema, sort_keys=True))(present)
    except fastjsonschema.JsonSchemaValueException as fault:
        raise invalid(tool, _path(fault.path), _expectation(fault), fault.value) from fault
    return present


def invalid(tool: str, path: str, expected: str, got: Any) -> RecallError:
    """RC015 for a value at a JSON path that is not what is expected there."""
    return RecallError(
        sqlstate="RC015",
        message=f"{tool}: {path} must be {expected}, not {_shown(got)}",
        detail=f"path {path}; expected {expected}",
        hint=f"Read the inputSchema of {tool} in recall.tools.",
    )


def missing(tool: str, name: str, reason: str | None = None) -> RecallError:
    """RC015 for an argument that has to be there."""
    path = f"$.{name}"
    return RecallError(
        sqlstate="RC015",
        message=f"{tool}: {path} is required" + (f" {reason}" if reason else ""),
        detail=f"path {path}; expected a value",
        hint=f"Read the inputSchema of {tool} in recall.tools.",
    )


def _unknown(tool: str, names: list[str], known: list[str]) -> RecallError:
    listed = ", ".join(json.dumps(name[:SHOWN], ensure_ascii=False) for name in names[:NAMED])
    if len(names) > NAMED:
        listed += f" and {len(names) - NAMED} more"
    near = difflib.get_close_matches(names[0], known, n=1)
    return RecallError(
        sqlstate="RC015",
        message=f"{tool}: unknown argument {listed}",
        detail=f"path $.{names[0][:SHOWN]}; known arguments: {', '.join(known) or 'none'}",
        hint=f"Did you mean {near[0]}?" if near else "Leave it out, or use one of the known arguments.",
    )


@cache
def _validator(schema: str) -> Callable[[dict[str, Any]], Any]:
    """The compiled check of a schema, kept for the life of the process: compiling costs more than a call."""
    return fastjsonschema.compile(json.loads(schema), use_default=False)


def _path(parts: list[str | int]) -> str:
    """The JSON path of a fault; the first part is the validator's own name for the whole document."""
    return "$" + "".join(f"[{part}]" if str(part).isdigit() else f".{part}" for part in parts[1:])


def _expectation(fault: fastjsonschema.JsonSchemaValueException) -> str:
    """What the schema asks for at the place of a fault, in words."""
    rule, wanted = fault.rule, fault.rule_definition
    if rule == "type":
        kinds = wanted if isinstance(wanted, list) else [wanted]
        return " or ".join(f"{'an' if kind[0] in 'aio' else 'a'} {kind}" for kind in kinds)
    if rule == "enum":
        return "one of " + ", ".join(map(str, wanted))
    words = {
        "minimum": "at least {}",
        "maximum": "at most {}",
        "minLength": "a string of at least {} characters",
        "maxLength": "a string of at most {} characters",
        "minItems": "a list of at least {} items",
        "maxItems": "a list of at most {} items",
    }
    if rule in words:
        return words[rule].format(wanted)
    return fault.message.partition(" must be ")[2] or f"valid under {rule}"


def _shown(value: Any) -> str:
    """A value as JSON, short enough for a message."""
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"
