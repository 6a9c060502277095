"""A search sees one snapshot, whatever a compaction commits meanwhile."""

import pytest
from indexed import notes

QUERY = "storm over the harbour market n7"


@pytest.fixture
def filled(index):
    """Segments of two sizes and fresh passages; so many of one size that the next fold merges them."""
    for start in range(0, 140, 20):
        index.ingest(notes(start, start + 20))
        index.fold()
    index.ingest(notes(140, 160))
    return index


@pytest.mark.parametrize("is_warm", [True, False], ids=["warm", "cold"])
def test_a_repeatable_read_transaction_finds_the_same_before_and_after_a_fold_that_merges(filled, open_index, is_warm):
    reader = open_index(autocommit=False)
    if is_warm:
        reader.hits(QUERY)
        reader.session.rollback()
    expected = filled.hits(QUERY)
    assert expected
    reader.session.execute("set transaction isolation level repeatable read")
    segments = reader.segments()  # the snapshot is taken here
    before = filled.segments()
    assert filled.fold()["merged"] > 0
    assert filled.segments() != before == segments
    assert reader.segments() == segments
    assert reader.hits(QUERY) == expected
    reader.session.commit()
    assert reader.segments() == filled.segments()
    assert reader.hits(QUERY) == expected == filled.hits(QUERY)


def test_what_is_written_and_forgotten_meanwhile_is_not_seen_in_the_snapshot(filled, open_index):
    reader = open_index(autocommit=False)
    reader.session.execute("set transaction isolation level repeatable read")
    expected = reader.hits(QUERY)
    (best, _), *_ = expected
    filled.value("select recall.forget(%s)", best)
    filled.value("select recall.remember('A storm over the harbour market n7')")
    filled.fold()
    assert reader.hits(QUERY) == expected
    reader.session.commit()
    assert best not in dict(reader.hits(QUERY))
    assert reader.hits(QUERY) == filled.hits(QUERY)
    assert filled.problems() == []


def test_each_statement_of_a_read_committed_transaction_sees_what_was_committed_before_it(filled, open_index):
    reader = open_index(autocommit=False)
    expected = reader.hits(QUERY)
    filled.fold()
    assert reader.hits(QUERY) == expected
    filled.value("select recall.forget(%s)", expected[0][0])
    assert reader.hits(QUERY) == filled.hits(QUERY) != expected


def test_a_fold_in_a_transaction_that_is_undone_changes_nothing(filled, open_index):
    writer = open_index(autocommit=False)
    expected, segments = filled.hits(QUERY), filled.segments()
    writer.fold()
    assert writer.hits(QUERY) == expected
    writer.session.rollback()
    assert filled.segments() == segments
    assert filled.hits(QUERY) == expected == writer.hits(QUERY)
    assert filled.problems() == []
