"""Bulk loads that overlap with each other."""

import json

from crowd import errors, value


def items(numbers):
    return [json.dumps({"content": f"Batch {number} left the kiln.", "embed": "later"}) for number in numbers]


def load(session, lines):
    session.execute("select recall.start_load()")
    with session.cursor() as cursor, cursor.copy("copy recall_load (item) from stdin") as copy:
        for line in lines:
            copy.write_row([line])
    return value(session, "select recall.finish_load(200)")


def test_loads_that_overlap_in_opposite_orders_meet_no_deadlock(crowd):
    orders = (range(1500), range(1500)[::-1])
    answers = crowd.run([lambda own, order=order: load(own, items(order)) for order in orders])
    assert errors(answers) == []
    assert sum(answer["added"] for answer in answers) == 1500
