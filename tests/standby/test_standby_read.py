"""A hot standby answers as its primary does."""

import pytest

READS = {
    "search": "select rank, id, content, score, arms, flags from recall.search('who grinds rye?')",
    "search by words": "select id, score, flags from recall.search('rye', arms => '{bm25}')",
    "search by meaning": "select id, score, flags from recall.search('cereal milling', arms => '{vector}')",
    "search by tag": "select id, score from recall.search('mill', tags => '{grain}', entity => 'mill')",
    "search for entities": "select id, score from recall.search('mill', scope => 'entities')",
    "search of events": "select id, score from recall.search('rye', scope => 'events')",
    "search_json": "select recall.search_json('who grinds rye?', format => 'verbose')",
    "call": "select recall.call('search', '{\"query\": \"rye\"}', '{\"project\": \"default\"}')",
    "get": "select recall.get(id) from recall.memory order by id",
    "list": "select * from recall.list()",
    "timeline": "select recall.timeline(entity => 'Mill')",
    "entity": "select recall.entity('get', 'Mill')",
    "events": "select recall.events(session => 'visit')",
    "sessions": "select recall.sessions()",
    "view": "select * from recall.memory order by id",
    "check_index": "select * from recall.check_index()",
    "projects": "select * from recall.projects()",
}


@pytest.mark.parametrize("name", READS)
def test_a_read_gives_what_the_primary_gives(pair, name):
    with pair.write() as primary, pair.read() as standby:
        expected = primary.execute(READS[name]).fetchall()
        assert expected or name == "check_index"
        assert standby.execute(READS[name]).fetchall() == expected


def test_status_and_doctor_answer(pair):
    with pair.read() as standby:
        (status,) = standby.execute("select recall.status()").fetchone()
        assert status["memories"] == 4
        findings = standby.execute("select recall.doctor()").fetchall()
        assert findings


def test_a_warm_session_of_the_standby_sees_what_is_written_compacted_and_forgotten(pair):
    search = "select id, score from recall.search('millstone granite')"
    with pair.write() as primary, pair.read() as standby:
        before = standby.execute(search).fetchall()
        (answer,) = primary.execute("select recall.remember('The millstone is of granite.')").fetchone()
        pair.follow(standby)
        found = standby.execute(search).fetchall()
        assert str(found[0][0]) == answer["id"]
        primary.execute("select recall.compact()")
        pair.follow(standby)
        assert standby.execute(search).fetchall() == found == primary.execute(search).fetchall()
        primary.execute("select recall.forget(%s)", [answer["id"]])
        pair.follow(standby)
        assert standby.execute(search).fetchall() == before
        assert standby.execute("select * from recall.check_index()").fetchall() == []
