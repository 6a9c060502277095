"""A write in a database of 5,000 projects looks its duplicates, entities and sessions up by key, by either kind of plan."""

import pytest
from call import WRITE
from crowded import LARGE, SMALL
from frugal import assert_frugal


@pytest.mark.parametrize("mode", ["generic", "custom"])
@pytest.mark.parametrize("project", [LARGE, SMALL, "tiny 3000"])
def test_a_write_looks_up_by_key(explain, project, mode):
    session = explain("recall_writer", mode)
    for call in WRITE:
        assert_frugal(session.run(call.format(p=project)))
