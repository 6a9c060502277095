"""The MCP server's reference is the one that the tool catalogue gives.

PG_RECALL_REGENERATE=1 .venv/bin/pytest tests/mcp/test_tool_reference.py  writes the page anew.
"""

import os
from pathlib import Path

from mcp_reference import PROFILES, write_reference
from pg_recall.api import Memory

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mcp.md"


def test_the_reference_page_is_up_to_date(shared_session):
    current = write_reference(shared_session)
    if os.environ.get("PG_RECALL_REGENERATE"):
        PAGE.write_text(current)
    assert current.splitlines() == PAGE.read_text().splitlines()


def test_the_page_has_every_tool_once(shared_session):
    memory = Memory(shared_session)
    listed = [tool.name for profile in PROFILES for tool in memory.tools(profile)]
    headings = [line[4:] for line in PAGE.read_text().splitlines() if line.startswith("### ")]
    assert headings == listed
    assert sorted(headings) == sorted(tool.name for tool in memory.tools("all"))
