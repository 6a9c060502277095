"""The command line's reference is the one that the commands give.

PG_RECALL_REGENERATE=1 .venv/bin/pytest tests/cli/test_command_reference.py  writes the page anew.
"""

import os
from pathlib import Path

from cli_reference import write_reference

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"


def test_the_reference_page_is_up_to_date():
    current = write_reference()
    if os.environ.get("PG_RECALL_REGENERATE"):
        PAGE.write_text(current)
    assert current.splitlines() == PAGE.read_text().splitlines()
