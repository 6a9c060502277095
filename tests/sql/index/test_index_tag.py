"""Tags are terms of the index: changing them behind recall's functions is found, and a rebuild honours the new ones."""

from indexed import notes


def tagged(index, tag):
    """Ids by search and by list."""
    found = index.session.execute(
        "select id::text from recall.search('storm harbour anchor rope', 50, tags => array[%s])", [tag]
    ).fetchall()
    listed = index.session.execute("select id::text from recall.list(tags => array[%s])", [tag]).fetchall()
    return {id for (id,) in found}, {id for (id,) in listed}


def test_tags_changed_in_the_table_are_found_by_the_check_and_honoured_after_a_rebuild(index, owner):
    first, *_, last = index.ingest([{**item, "tags": ["old"]} for item in notes(0, 10)])
    index.fold()
    assert index.problems() == []
    assert first in tagged(index, "old")[0]
    owner.session.execute("update recall.memory_record set tags = '{new}' where id::text in (%s, %s)", [first, last])
    assert "terms" in " ".join(problem for _, problem, _ in index.problems())
    index.value("select recall.rebuild_index()")
    assert index.problems() == []
    assert tagged(index, "new") == ({first, last}, {first, last})
    found, listed = tagged(index, "old")
    assert not {first, last} & (found | listed)
    assert len(listed) == 8
