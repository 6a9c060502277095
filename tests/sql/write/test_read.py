"""recall.get, recall.list and recall.timeline: filters, pages, time bounds that include the first and not the last."""

import pytest

DAYS = ["2024-05-01T00:00+00", "2024-05-02T00:00+00", "2024-05-03T00:00+00"]


@pytest.fixture
def days(recall):
    """One memory a day; their ids."""
    return [recall.add(f"Walked route {n} in the hills.", occurred_at=day, embed="later") for n, day in enumerate(DAYS)]


@pytest.mark.parametrize(
    ("bounds", "chosen"),
    [
        ({}, [0, 1, 2]),
        ({"after": DAYS[1]}, [1, 2]),
        ({"before": DAYS[1]}, [0]),
        ({"after": DAYS[1], "before": DAYS[2]}, [1]),
        ({"after": DAYS[1], "before": DAYS[1]}, []),
        ({"after": DAYS[2], "before": DAYS[0]}, []),
        ({"after": "2024-05-03T08:59+09"}, [2]),
        ({"after": "2024-05-03T09:01+09"}, []),
        ({"after": "-infinity", "before": "infinity"}, [0, 1, 2]),
        ({"after": "4000-01-01 BC"}, [0, 1, 2]),
        ({"after": "294276-12-31"}, []),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_a_time_bound_means_the_same_on_every_read_path(recall, days, bounds, chosen, zone):
    recall.session.execute("select set_config('TimeZone', %s, true)", [zone])
    expected = [days[n] for n in chosen]
    assert recall.listed(**bounds) == expected[::-1]
    assert [entry["id"] for entry in recall.call("timeline", **bounds)] == expected
    assert sorted(recall.found("walked route hills", arms=["bm25"], **bounds)) == sorted(expected)


def test_a_memory_without_a_time_of_its_own_is_filed_under_its_writing(recall, days):
    memory = recall.add("Walked without a watch.", embed="later")
    assert recall.listed(after="2025-01-01") == [memory]
    assert [entry["id"] for entry in recall.call("timeline")] == [*days, memory]


@pytest.mark.parametrize(
    "filters",
    [
        {"kind": "note"},
        {"type": "decision"},
        {"tags": ["red"]},
        {"tags": ["red", "blue"]},
        {"entity": "Ada"},
        {"entity": " ADA "},
        {"session": "monday"},
        {"kind": "note", "type": "decision", "tags": ["blue"], "entity": "ada", "session": "monday"},
    ],
)
def test_a_list_holds_what_every_filter_allows(recall, days, filters):
    wanted = recall.add(
        "Painted the shed.", kind="note", type="decision", tags=["red", "blue"], entity="Ada", session="monday"
    )
    assert recall.listed(**filters) == [wanted]


@pytest.mark.parametrize(
    "filters",
    [{"kind": "note"}, {"type": "lesson"}, {"tags": ["nothing"]}, {"entity": "nothing"}, {"session": "nothing"}],
)
def test_a_filter_that_nothing_passes_gives_nothing(recall, days, filters):
    assert recall.listed(**filters) == []


@pytest.mark.parametrize(
    ("of_list", "of_search", "code"),
    [
        ({"kind": "ghost"}, {"kinds": ["ghost"]}, "RC004"),
        ({"type": "Fact"}, {"types": ["Fact"]}, "RC004"),
        ({"tags": [" "]}, {"tags": [" "]}, "RC003"),
    ],
)
def test_a_filter_that_no_memory_can_pass_is_refused_as_in_a_search(recall, days, of_list, of_search, code):
    assert recall.error("list", **of_list).sqlstate == code
    assert recall.error("search", query="hills", **of_search).sqlstate == code


def test_the_tags_of_a_filter_are_read_as_those_of_a_memory(recall):
    memory = recall.add("Painted the shed.", tags=["red "], embed="later")
    assert recall.listed(tags=[" red"]) == [memory]
    assert recall.listed(tags=[]) == [memory]


@pytest.mark.parametrize(("limit", "count"), [(-5, 1), (0, 1), (None, 20), (999, 30), (2**31, 30), (2**63 - 1, 30)])
def test_a_limit_is_kept_between_one_and_the_most(recall, limit, count):
    recall.ingest(
        [{"content": f"Lamp {n} is lit.", "entity": "Lamps", "session": f"s{n}", "embed": "later"} for n in range(30)]
    )
    assert len(recall.listed(max_results=limit)) == count
    most = {None: 30}.get(limit, count)
    assert len(recall.call("timeline", max_results=limit)) == most
    assert len(recall.call("sessions", max_results=limit)) == count


@pytest.mark.parametrize(("offset", "first"), [(-1, 9), (None, 9), (0, 9), (4, 5), (9, 0)])
def test_a_page_begins_at_its_offset(recall, offset, first):
    items = [{"content": f"Lamp {n} is lit.", "embed": "later"} for n in range(10)]
    ids = [result["id"] for result in recall.ingest(items)["results"]]
    assert recall.listed(offset=offset, max_results=1) == [ids[first]]
    assert recall.listed(offset=2**40) == []


def test_a_timeline_shows_the_newest_entries_oldest_first(recall, days):
    assert [entry["id"] for entry in recall.call("timeline", max_results=2)] == days[1:]


def test_a_timeline_joins_memories_and_events_and_shows_earlier_versions(recall):
    memory = recall.add("Met Ada.", thread="t", occurred_at=DAYS[1])
    recall.call("correct", id=memory, content="Met Grace.")
    recall.call("log_event", event_type="message", content="See you tomorrow.", thread="t", occurred_at=DAYS[0])
    recall.call("log_event", event_type="message", content="Elsewhere.", thread="u", occurred_at=DAYS[0])
    event, fact = recall.call("timeline", thread="t")
    assert (event["kind"], event["content"], event["position"]) == ("event", "See you tomorrow.", 0)
    assert (fact["id"], fact["content"], fact["version"]) == (memory, "Met Grace.", 2)
    assert [(v["version"], v["content"]) for v in fact["previous_versions"]] == [(1, "Met Ada.")]


def test_the_timeline_of_an_unknown_entity_is_an_error(recall):
    assert recall.error("timeline", entity="Nobody").sqlstate == "RC008"


def test_get_answers_with_everything_about_one_memory(recall):
    memory = recall.add("Ada prefers tea.", entity="Ada", metadata={"deep": {"a": [1, None, "x"]}}, embed="later")
    row = recall.call("get", id=memory)
    assert row["entities"] == [{"name": "Ada", "role": "subject"}]
    assert (row["links"], row["previous_versions"], row["passages"]) == ([], [], 1)
    assert row["is_embedding_queued"] is True
    assert row["metadata"] == {"deep": {"a": [1, None, "x"]}}


def test_a_memory_of_another_project_is_not_found(recall):
    memory = recall.add("The lamp is lit.")
    recall.call("create_project", name="house")
    for function in ("get", "forget"):
        assert recall.error(function, id=memory, project="house").sqlstate == "RC007"
    assert recall.error("correct", id=memory, content="The lamp is out.", project="house").sqlstate == "RC007"
    assert recall.listed(project="house") == []
    assert recall.call("get", id=memory)["version"] == 1


def test_the_same_text_is_remembered_once_in_each_project(recall):
    recall.call("create_project", name="house")
    first = recall.add("The lamp is lit.")
    second = recall.add("The lamp is lit.", project="house")
    assert first != second
    assert recall.remember("The lamp is lit.", project="house")["duplicate_of"] == second
    recall.call("forget", id=second, project="house")
    assert recall.remember("The lamp is lit.")["duplicate_of"] == first
