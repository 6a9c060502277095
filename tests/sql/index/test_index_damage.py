"""recall.check_index finds what is wrong in an index, and recall.rebuild_index makes it right."""

import psycopg
import pytest
from indexed import notes

QUERY = "storm over the harbour market n7"

# Each by the superuser: row security and privileges keep everybody else from it.
DAMAGE = {
    "a segment is gone": "delete from recall.segment where id = (select min(id) from recall.segment)",
    "a passage is twice as long": """
        update recall.segment set lengths = overlay(lengths placing '\\x63000000' from 1 for 4)
        where id = (select min(id) from recall.segment)""",
    "the total length is another": "update recall.segment set total_length = total_length + 1",
    "a passage has another number": """
        update recall.segment set nos = overlay(nos placing '\\x00' from 1 for 1)
        where id = (select min(id) from recall.segment)""",
    "a passage has another time": """
        update recall.segment set happened = overlay(happened placing '\\x00000000' from 1 for 4)
        where id = (select min(id) from recall.segment)""",
    "a term is gone": "delete from recall.segment_term where term = 'storm'",
    "a term has lost a passage": """
        update recall.segment_term
        set docs = substring(docs from 3), frequencies = substring(frequencies from 2)
        where term = 'storm'""",
    "a frequency is another": "update recall.segment_term set frequencies = set_byte(frequencies, 0, 9) where term = 'storm'",
    "a term is another": "update recall.segment_term set term = 'sturm' where term = 'storm'",
    "a living passage is marked dead": """
        insert into recall.segment_dead (project_id, segment_id, ordinal)
        select project_id, id, 0 from recall.segment""",
    "a dead passage is not marked": "delete from recall.segment_dead",
    "codes are others": "update recall.segment_code set codes = set_byte(codes, 3, (get_byte(codes, 3) + 1) % 256)",
    "scales are others": "update recall.segment_code set scales = set_byte(scales, 3, 64)",
    "a fresh passage is gone": "delete from recall.index_fresh where passage_no = (select max(passage_no) from recall.index_fresh)",
    "a fresh passage has other terms": "update recall.index_fresh set hashes = set_byte(hashes, 0, (get_byte(hashes, 0) + 1) % 256)",
    "what a fold of fresh passages reads is another": "update recall.index_fresh set terms[1] = 'sturm'",
    "a fresh code is another": "update recall.index_fresh set code = set_byte(code, 0, (get_byte(code, 0) + 1) % 256)",
    "a passage is fresh and folded": """
        insert into recall.index_fresh
            (project_id, collection, passage_no, length, happened_us, terms, counts, hashes, frequencies)
        select f.project_id, f.collection, s.first_no, f.length, f.happened_us, f.terms, f.counts, f.hashes, f.frequencies
        from recall.index_fresh f, recall.segment s limit 1""",
    "everything derived is gone": """
        with a as (delete from recall.segment), b as (delete from recall.index_language), c as (delete from recall.index_complete)
        delete from recall.index_fresh""",
}


@pytest.fixture
def filled(index):
    """A segment with a dead passage, and fresh passages; all embedded."""
    ids = index.ingest([{"content": item["content"]} for item in notes(0, 30)])
    index.fold()
    index.value("select recall.forget(%s)", ids[4])
    index.ingest([{"content": item["content"]} for item in notes(30, 40)])
    assert index.problems() == []
    return index


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found_and_a_rebuild_makes_it_right(filled, owner, name):
    expected = filled.hits(QUERY)
    owner.session.execute(DAMAGE[name])
    assert filled.problems() != []
    filled.value("select recall.rebuild_index()")
    assert filled.problems() == []
    assert [hit for hit, _ in filled.hits(QUERY)] == [hit for hit, _ in expected]
    assert [score for _, score in filled.hits(QUERY)] == pytest.approx([score for _, score in expected], abs=1e-9)


# Bytes that cannot be read at all.
MANGLED = {
    "a posting of half a number": "update recall.segment_term set docs = substring(docs from 2)",
    "a posting outside the segment": "update recall.segment_term set docs = overlay(docs placing '\\xffff' from octet_length(docs) - 1)",
    "frequencies without passages": "update recall.segment_term set frequencies = frequencies || '\\x01'",
    "a column cut short": "update recall.segment set lengths = substring(lengths from 2)",
    "codes cut short": "update recall.segment_code set codes = substring(codes from 2)",
    "a dead passage outside": "insert into recall.segment_dead select project_id, id, 60000 from recall.segment",
}


@pytest.mark.parametrize("name", MANGLED)
def test_what_cannot_be_read_is_an_error_with_a_way_out(filled, owner, name):
    owner.session.execute(MANGLED[name])
    with pytest.raises(psycopg.Error) as refusal:
        filled.hits(QUERY)
    assert refusal.value.sqlstate == "RC018"
    assert "rebuild_index" in refusal.value.diag.message_hint
    assert filled.problems() != []
    filled.value("select recall.rebuild_index()")
    assert filled.problems() == []
    assert filled.hits(QUERY) != []


def test_a_search_without_its_derived_rows_is_not_silent(filled, owner):
    owner.session.execute(DAMAGE["everything derived is gone"])
    answer = filled.value("select recall.search_json(%s)", QUERY)
    assert answer["results"] == []
    assert "rebuild_index" in answer["degraded_reason"]
    # What was written since is found; that the rest is not, is still said, and doctor says it too.
    filled.value("select recall.remember('A storm tore the harbour market down.')")
    answer = filled.value("select recall.search_json(%s)", QUERY)
    assert (answer["count"], set(answer["degraded"])) == (1, {"bm25", "vector", "names"})
    doctor = filled.value("select recall.doctor()")
    assert [row["status"] for row in doctor if row["check"] == "index"] == ["fail"]
    filled.value("select recall.rebuild_index()")
    answer = filled.value("select recall.search_json(%s)", QUERY)
    assert answer["count"] > 1
    assert "degraded" not in answer
