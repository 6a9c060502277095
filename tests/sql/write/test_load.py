"""Bulk loading with COPY: start_load, copy, finish_load."""

import json

import pytest


def copy(recall, items):
    with recall.session.cursor() as cursor, cursor.copy("copy recall_load (item) from stdin") as load:
        for item in items:
            load.write_row([json.dumps(item)])


def lamps(first, last):
    return [{"content": f"Lamp number {n} is lit.", "embed": "later"} for n in range(first, last)]


def test_what_was_copied_is_remembered_in_its_order(recall):
    assert recall.call("start_load") == "recall_load"
    copy(recall, lamps(0, 25))
    answer = recall.call("finish_load", batch=10)
    assert answer == {"added": 25, "duplicates": 0, "failed": 0, "errors": []}
    contents = [row["content"] for row in recall.rows("list", max_results=100)]
    assert contents == [item["content"] for item in reversed(lamps(0, 25))]


def test_progress_is_told_after_every_batch(recall):
    told = []

    def hear(notice):
        told.append(notice.message_primary)

    recall.call("start_load")
    copy(recall, lamps(0, 25))
    recall.session.add_notice_handler(hear)
    recall.call("finish_load", batch=10)
    recall.session.remove_notice_handler(hear)
    assert told == ["10 of 25", "20 of 25", "25 of 25"]


def test_errors_are_given_by_their_place_in_the_load(recall):
    recall.call("start_load")
    items = lamps(0, 25)
    items[3] = {"content": "."}
    items[17] = {"content": "The lamp is new.", "type": "opinion"}
    items[18] = "no object"
    items[24] = items[0]
    copy(recall, items)
    answer = recall.call("finish_load", batch=10)
    assert (answer["added"], answer["duplicates"], answer["failed"]) == (21, 1, 3)
    assert [(error["position"], error["error"]["code"]) for error in answer["errors"]] == [
        (3, "RC001"),
        (17, "RC004"),
        (18, "RC003"),
    ]


def test_statements_of_their_own_make_a_load_as_one_transaction_does(writer):
    committing, other = writer(), writer()
    committing.call("start_load")
    copy(committing, lamps(0, 5))
    assert other.error("finish_load").sqlstate == "RC003"
    assert committing.call("finish_load")["added"] == 5
    assert len(other.listed()) == 5


def test_loading_the_same_twice_adds_nothing(recall):
    for expected in ({"added": 25, "duplicates": 0}, {"added": 0, "duplicates": 25}):
        recall.call("start_load")
        copy(recall, lamps(0, 25))
        answer = recall.call("finish_load")
        assert {key: answer[key] for key in expected} == expected


def test_starting_again_drops_what_was_not_finished(recall):
    recall.call("start_load")
    copy(recall, lamps(0, 5))
    recall.call("start_load")
    copy(recall, lamps(10, 12))
    assert recall.call("finish_load")["added"] == 2


def test_finishing_without_a_start_is_refused_with_the_way(recall):
    for _ in range(2):
        error = recall.error("finish_load")
        assert error.sqlstate == "RC003"
        assert "recall.start_load()" in error.diag.message_hint
        recall.call("start_load")
        assert recall.call("finish_load")["added"] == 0


def test_a_line_that_cannot_be_read_fails_alone(recall):
    lines = [
        '\ufeff{"content": "The lamp is lit."}',
        '{"content": ',
        '{"content": "The \\u0000lamp is out.", "embed": "later"}',
        '{"content": "The \\ud800lamp is new.", "embed": "later"}',
        "[" * 100_000,
        "",
        '{"content": "The lamp is old.", "position": 1' + "0" * 5000 + "}",
    ]
    recall.call("start_load")
    with recall.session.cursor() as cursor, cursor.copy("copy recall_load (item) from stdin") as load:
        for line in lines:
            load.write_row([line])
    answer = recall.call("finish_load")
    assert (answer["added"], answer["failed"]) == (3, 4)
    assert [(error["position"], error["error"]["code"]) for error in answer["errors"]] == [
        (position, "RC003") for position in (1, 4, 5, 6)
    ]


@pytest.mark.parametrize("batch", [None, -5, 0, 1, 999_999])
def test_a_batch_of_any_size_loads_everything(recall, batch):
    recall.call("start_load")
    copy(recall, lamps(0, 7))
    assert recall.call("finish_load", batch=batch)["added"] == 7


def test_a_load_goes_to_the_project_named(recall):
    recall.call("create_project", name="house")
    recall.call("start_load", project="house")
    copy(recall, lamps(0, 3))
    assert recall.call("finish_load", project="house")["added"] == 3
    assert len(recall.listed(project="house")) == 3
    assert recall.listed() == []


def test_a_load_goes_where_it_was_started_for(recall):
    recall.call("create_project", name="house")
    recall.call("start_load", project="house")
    copy(recall, lamps(0, 3))
    assert recall.error("finish_load", project="default").sqlstate == "RC003"
    assert recall.call("finish_load")["added"] == 3
    assert len(recall.listed(project="house")) == 3
    assert recall.listed() == []
    # The next load is asked anew.
    recall.call("start_load")
    copy(recall, lamps(0, 3))
    assert recall.call("finish_load")["added"] == 3
    assert len(recall.listed()) == 3


def test_a_load_into_no_project_is_refused_at_the_start(recall):
    assert recall.error("start_load", project="nowhere").sqlstate == "RC005"


def test_the_copy_of_the_documentation_keeps_the_backslashes_of_json(recall):
    recall.call("start_load")
    line = '{"content": "caf\\u00e9 \\"noon\\" \\\\ next\\nline", "embed": "later"}\n'
    form = "copy recall_load (item) from stdin with (format csv, quote e'\\x01', delimiter e'\\x02')"
    with recall.session.cursor() as cursor, cursor.copy(form) as load:
        load.write(line)
    recall.call("finish_load")
    assert [row["content"] for row in recall.rows("list")] == ['café "noon" \\ next\nline']
