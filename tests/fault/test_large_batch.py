"""Batches that take more than one insert, and meet each other."""

import json

from crowd import errors, value

INGEST = "select recall.ingest(%s::jsonb)"


def batch(numbers):
    return json.dumps([{"content": f"Batch {number} left the kiln.", "embed": "later"} for number in numbers])


def test_batches_of_many_inserts_that_overlap_in_opposite_orders_meet_no_deadlock(crowd, session):
    numbers = range(2500)
    answers = crowd.run([
        lambda own, order=order: value(own, INGEST, batch(order)) for order in (numbers, numbers[::-1], numbers[::5])
    ])
    assert errors(answers) == []
    assert sum(answer["added"] for answer in answers) == len(numbers)
    assert value(session, "select count(*) from recall.memory") == len(numbers)
    assert session.execute("select * from recall.check_index()").fetchall() == []
