"""Bulk loads that overlap with each other."""

import json

from crowd import errors, load


def items(numbers):
    return [json.dumps({"content": f"Batch {number} left the kiln.", "embed": "later"}) for number in numbers]


def test_loads_that_overlap_in_opposite_orders_meet_no_deadlock(crowd):
    orders = (range(1500), range(1500)[::-1])
    answers = crowd.run([lambda own, order=order: load(own, items(order), 200) for order in orders])
    assert errors(answers) == []
    assert sum(answer["added"] for answer in answers) == 1500
