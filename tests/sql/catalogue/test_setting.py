"""A setting with which calls would fail is refused when it is made."""

import psycopg
import pytest

REFUSED = {
    "passage.tokens": ["0", "1000", '"many"'],
    "importance.prior": ["{}", "[]", '{"fact": 1}'],
    "index.fresh_limit": ["10.5"],
    "search.candidates": ["10.5", "1e400"],
    "search.weights": ['{"vector": 1}', '{"vector": "x", "bm25": 1, "names": 1}', '{"vector": -1, "bm25": 1, "names": 1}',
        '{"vector": {"a": 1}, "bm25": 1, "names": 1}'],
    "embed.provider": ['"http://elsewhere"'],
    "search.fusion": ['"sum"'],
    "bm25.k1": ["-1"],
    "search.max_results": ["-5", "0"],
    "job.retry_first": ['"soon"'],
    "no.such": ["1", "null"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values])
def test_a_value_out_of_range_is_refused_with_the_default(db, name, value):
    with pytest.raises(psycopg.Error) as refused, db.transaction():
        db.execute("select recall.set_setting(%s, %s)", [name, value])
    assert refused.value.sqlstate == "RC003"
    assert refused.value.diag.message_hint


def test_every_default_is_accepted(db):
    for name, value in db.execute("select key, value::text from jsonb_each(recall._setting_default())").fetchall():
        db.execute("select recall.set_setting(%s, %s)", [name, value])
