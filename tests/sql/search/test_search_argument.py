"""Every argument of a search: what is not built is refused, what is wrong is named, what is extreme is clamped."""

import pytest


@pytest.fixture(autouse=True)
def lanterns(recall):
    recall.ingest([{"content": f"Lantern number {n} hangs in the hall.", "embed": "later"} for n in range(220)])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rerank", True),
        ("diversify", True),
        ("mmr_lambda", "0.7"),
        ("abstain_ood", True),
        ("ood_threshold", 21.0),
        ("associative", True),
        ("as_of", "2024-05-01"),
        ("known_at", "2024-05-01"),
        ("session", "monday"),
        ("domain", "physics"),
        ("explain", True),
    ],
)
def test_what_is_not_built_is_refused_by_name(recall, name, value):
    error = recall.error("lantern", **{name: value})
    assert error.sqlstate == "RC0A0"
    assert name in error.diag.message_primary
    assert error.diag.message_hint == f"Leave {name} out."


def test_the_values_that_ask_for_nothing_are_accepted(recall):
    idle = {"rerank": False, "diversify": False, "abstain_ood": False, "associative": False, "explain": False}
    nothing = dict.fromkeys(["mmr_lambda", "ood_threshold", "as_of", "known_at", "agent", "pools", "session", "domain"])
    assert len(recall.hits("lantern", arms=["bm25"], **idle, **nothing)) == 10


@pytest.mark.parametrize(
    ("limit", "count"), [(-5, 1), (0, 1), (None, 10), (999, 200), (2**31, 200), (2**63 - 1, 200), (-(2**63), 1)]
)
def test_a_limit_is_kept_between_one_and_the_most(recall, limit, count):
    assert len(recall.hits("lantern", max_results=limit, arms=["bm25"])) == count
    # The document says when it is another number than the one asked for.
    told = recall.answer("lantern", max_results=limit, arms=["bm25"], format="verbose", max_tokens=10**6)
    assert told.get("max_results") == (None if limit is None else count)
    assert "max_results" not in recall.answer("lantern", max_results=3, arms=["bm25"])


def test_the_most_results_are_a_setting(recall):
    recall.set("search.max_results", 7)
    assert len(recall.hits("lantern", max_results=999, arms=["bm25"])) == 7


@pytest.mark.parametrize(
    ("arguments", "known"),
    [
        ({"scope": "everything"}, "history"),
        ({"fusion": "sum"}, "score, rrf"),
        ({"kinds": ["lamp"]}, "turn"),
        ({"types": ["lamp"]}, "decision"),
        ({"arms": ["graph"]}, "vector, bm25, names"),
    ],
)
def test_an_unknown_value_is_refused_with_those_that_are_known(recall, arguments, known):
    error = recall.error("lantern", **arguments)
    assert error.sqlstate == "RC004"
    assert next(iter(next(iter(arguments.values())))) in error.diag.message_primary
    assert known in error.diag.message_hint


def test_an_unknown_format_and_an_empty_budget_are_refused(recall):
    for arguments, code in (({"format": "xml"}, "RC004"), ({"max_tokens": 0}, "RC003"), ({"max_tokens": -1}, "RC003")):
        with pytest.raises(Exception) as caught, recall.session.transaction():
            recall.answer("lantern", arms=["bm25"], **arguments)
        assert caught.value.sqlstate == code
        assert caught.value.diag.message_hint


def test_an_empty_list_is_no_filter(recall):
    for name in ("tags", "pools"):
        assert len(recall.hits("lantern", arms=["bm25"], **{name: []})) == 10


def test_null_in_a_list_of_known_values_is_passed_over(recall):
    assert len(recall.hits("lantern", arms=["bm25", None], types=[None, "fact"], kinds=[None])) == 10


def test_a_project_that_does_not_exist_is_an_error_and_a_blank_one_too(recall):
    assert recall.error("lantern", project="attic").sqlstate == "RC005"
    assert recall.error("lantern", project=" ").sqlstate == "RC003"


def test_without_a_project_there_is_no_answer_from_all_of_them(recall):
    recall.session.execute("set local recall.project = ''")
    error = recall.error("lantern")
    assert error.sqlstate == "RC006"
    assert "recall.use_project" in error.diag.message_hint


def test_an_entity_that_does_not_exist_finds_nothing_and_says_so(recall):
    answer = recall.answer("lantern", entity="Ghost")
    assert (answer["results"], answer["reason"]) == ([], "there is no entity 'Ghost'")


def test_an_empty_time_window_is_named(recall):
    answer = recall.answer("lantern", after="2024-05-01", before="2024-05-01")
    assert (answer["results"], answer["reason"]) == ([], "the time window is empty: before is not later than after")


def test_too_many_tags_and_too_long_names_are_refused(recall):
    assert recall.error("lantern", tags=[f"tag {n}" for n in range(65)]).sqlstate == "RC002"
    assert recall.error("lantern", entity="x" * 401).sqlstate == "RC002"


DATES = ["-infinity", "4713-01-01 BC", "3000-01-01 BC", "0001-01-01 BC", "0001-01-01"]


@pytest.mark.parametrize("date", DATES)
def test_a_bound_before_all_time_lets_everything_or_nothing_through(recall, date):
    assert len(recall.hits("lantern", after=date, arms=["bm25"])) == 10
    assert recall.hits("lantern", before=date, arms=["bm25"]) == []


@pytest.mark.parametrize("date", ["infinity", "294276-12-31", "100000-01-01"])
def test_a_bound_after_all_time_lets_nothing_or_everything_through(recall, date):
    assert recall.hits("lantern", after=date, arms=["bm25"]) == []
    assert len(recall.hits("lantern", before=date, arms=["bm25"])) == 10


def test_bounds_take_in_the_first_instant_and_leave_out_the_last(recall):
    day = {"embed": "later", "occurred_at": "2024-05-03T00:00:00+00:00"}
    first = recall.remember("The beacon was lit.", **day)
    recall.remember("The beacon went out.", **{**day, "occurred_at": "2024-05-04T00:00:00+00:00"})
    found = recall.ids("beacon", after="2024-05-03T00:00:00Z", before="2024-05-04T00:00:00Z", arms=["bm25"])
    assert found == [first]
    assert recall.ids("beacon", after="2024-05-05", before="2024-05-03", arms=["bm25"]) == []


def test_the_time_zone_of_the_session_does_not_shift_a_bound_that_has_one(recall):
    stored = recall.remember("The beacon was lit.", embed="later", occurred_at="2024-05-03T23:30:00+00:00")
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        recall.session.execute("select set_config('TimeZone', %s, true)", [zone])
        found = recall.ids(
            "beacon", after="2024-05-03T23:30:00+00:00", before="2024-05-04T08:30:01+09:00", arms=["bm25"]
        )
        assert found == [stored]
