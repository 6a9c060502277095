"""The same text from many sessions at once is one memory."""

import json

import pytest
from crowd import errors, value

REMEMBER = "select recall.remember(%s, entity => %s)"
INGEST = "select recall.ingest(%s::jsonb)"
ROWS = "select count(*) from recall.memory"


@pytest.mark.parametrize("writers", [8, 50])
def test_one_writer_adds_it_and_all_others_are_told_its_id(crowd, session, writers):
    answers = crowd.repeat(writers, lambda own: value(own, REMEMBER, "The kiln runs on Mondays.", "Pottery"))
    assert errors(answers) == []
    assert sorted(answer["outcome"] for answer in answers) == ["added"] + ["duplicate"] * (writers - 1)
    assert len({answer["id"] for answer in answers}) == 1
    assert value(session, ROWS) == 1
    assert value(session, "select count(*) from recall.entity") == 1
    assert session.execute("select * from recall.check_index()").fetchall() == []


def test_batches_that_overlap_in_opposite_orders_meet_no_deadlock_and_lose_nothing(crowd, session):
    items = [{"content": f"Batch {number} left the kiln.", "entity": f"Batch {number}"} for number in range(60)]
    orders = [items, items[::-1], items[20:] + items[:20], items[::-1][30:] + items[::-1][:30]]
    answers = crowd.run([lambda own, order=order: value(own, INGEST, json.dumps(order)) for order in orders])
    assert errors(answers) == []
    assert [answer["failed"] for answer in answers] == [0] * len(orders)
    assert sum(answer["added"] for answer in answers) == len(items) == value(session, ROWS)
    assert value(session, "select count(*) from recall.entity") == len(items)
    assert session.execute("select * from recall.check_index()").fetchall() == []


def test_a_text_that_is_forgotten_while_it_is_written_again_is_there_or_forgotten_and_never_half(crowd, session):
    first = value(session, REMEMBER, "The glaze is cobalt.", "Pottery")["id"]

    def forget(own):
        return value(own, "select recall.forget(%s)", first)

    def remember(own):
        return value(own, REMEMBER, "The glaze is cobalt.", "Pottery")

    for _ in range(5):
        answers = crowd.run([forget, remember, remember, remember])
        assert set(errors(answers)) <= {"RC007"}
        living = session.execute("select id::text from recall.memory").fetchall()
        told = {answer["id"] for answer in answers[1:]}
        assert len(living) <= 1
        assert {row[0] for row in living} <= told
        assert session.execute("select * from recall.check_index()").fetchall() == []
        first = remember(session)["id"]
