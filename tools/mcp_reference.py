"""The MCP server's reference, written from the database's tool catalogue.

Usage: .venv/bin/python tools/mcp_reference.py > docs/mcp.md   (PG_RECALL_DSN, else the private server)
"""

import json
import sys
import textwrap
from typing import Any

import psycopg

from pg_recall.api import Memory
from pg_recall.home import default_dsn
from pg_recall.mcp.server import INSTRUCTIONS
from pg_recall.result import Tool

PROFILES = ("native", "cuba", "facthouse", "spark")

HEAD = """# MCP server

Written by `tools/mcp_reference.py` from the tool catalogue in the database: change that, not this page.

```json
{"mcpServers": {"recall": {"command": "pg-recall", "args": ["mcp", "--project", "work"]}}}
```

`pg-recall mcp` speaks the Model Context Protocol on standard input and output. It lists the tools of a profile
(`--profile native`, `cuba`, `facthouse`, `spark` or `all`) and passes calls on to `recall.call`; what a tool does,
whether its arguments fit its schema, and whose memory it works on is decided in the database.

- **Answers** are one text of JSON, and the same as structured content when it is an object. A refusal is a result
  marked as an error, `{"error": {code, message, detail, hint}}` ([errors.md](errors.md)).
- **Project** of a call: its argument `project`, else that of the open session, else `--project`, else the name of the
  client's first root directory, else `default`.
- **Cancelling** a call cancels its query in the server. A call that takes longer than `--timeout` is given up.
- **Without the database** each call fails and says why; the next one tries again.
- **Text that PostgreSQL cannot carry** (NUL, half characters) is replaced and listed in `normalised`.
- Standard output carries JSON-RPC only; the log goes to standard error.

What the server tells a client about itself:

"""


def write_reference(session: psycopg.Connection) -> str:
    """Return the page: how it is used, then every tool by profile."""
    parts = [HEAD + textwrap.fill(INSTRUCTIONS, 115, initial_indent="> ", subsequent_indent="> ") + "\n"]
    memory = Memory(session)
    for profile in PROFILES:
        tools = memory.tools(profile)
        parts.append(f"## Profile {profile}\n")
        parts += [_tool(tool) for tool in tools]
    return "\n".join(parts)


def _tool(tool: Tool) -> str:
    kind = "reads" if tool.annotations.get("readOnlyHint") else "writes"
    if tool.annotations.get("destructiveHint"):
        kind = "can remove"
    required = tool.inputSchema.get("required", [])
    rows = [
        f"| `{name}`{' *' if name in required else ''} | {_type(schema)} | {_cell(schema.get('description', ''))} |"
        for name, schema in tool.inputSchema.get("properties", {}).items()
    ]
    table = "\n".join(["| argument | type | |", "|---|---|---|", *rows]) if rows else "No arguments."
    return f"### {tool.name}\n\n*{kind}* · {tool.description}\n\n{table}\n"


def _type(schema: dict[str, Any]) -> str:
    """The type as a reader wants it: the values of an enumeration, the items of a list, the bounds of a number."""
    if "enum" in schema:
        return _cell(", ".join(f"`{json.dumps(value)}`" for value in schema["enum"]))
    kinds = schema.get("type", "any")
    kind = " or ".join(kinds) if isinstance(kinds, list) else kinds
    if kind == "array":
        kind = f"list of {_type(schema.get('items', {}))}"
    bounds = [f"{sign} {schema[name]}" for name, sign in (("minimum", "≥"), ("maximum", "≤")) if name in schema]
    return _cell(" ".join([kind, *bounds]))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


if __name__ == "__main__":
    with psycopg.connect(default_dsn()) as connection:
        sys.stdout.write(write_reference(connection))
