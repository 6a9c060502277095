"""A search or another read in a database of 5,000 projects takes indexes and reads little, by either kind of plan."""

import pytest
from call import READ, SEARCH
from crowded import GRAPHED, LARGE, OTHER, SMALL
from frugal import assert_frugal


@pytest.mark.parametrize("mode", ["generic", "custom"])
@pytest.mark.parametrize("project", [LARGE, OTHER, GRAPHED, SMALL, "tiny 3000"])
def test_a_search_takes_indexes_and_reads_little(explain, project, mode):
    session = explain("recall_reader", mode)
    for call in SEARCH:
        assert_frugal(session.run(call.format(p=project)))


@pytest.mark.parametrize("mode", ["generic", "custom"])
@pytest.mark.parametrize("project", [LARGE, OTHER, GRAPHED, SMALL, "tiny 3000"])
def test_a_read_takes_indexes_and_reads_little(explain, project, mode):
    session = explain("recall_reader", mode)
    for call in READ:
        assert_frugal(session.run(call.format(p=project)))
