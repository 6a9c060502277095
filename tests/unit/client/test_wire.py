"""What cannot travel to PostgreSQL is made fit, and said."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall import errors, wire

ANY_TEXT = st.text(alphabet=st.characters())
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
)


@pytest.mark.parametrize(
    ("given_value", "cleaned", "notes"),
    [
        ("plain", "plain", []),
        ("a\0b", "a\ufffdb", ["nul"]),
        ("a\ud800b", "a\ufffdb", ["surrogates"]),
        ("\ud83c\udf89", "\U0001f389", ["surrogates"]),
        ("\U0001f389", "\U0001f389", []),
        ({"k\0": "v"}, {"k\ufffd": "v"}, ["nul"]),
        ({"m": {"n": ["x\0", "y\0"]}}, {"m": {"n": ["x\ufffd", "y\ufffd"]}}, ["m.n: nul"]),
        ([float("nan"), float("inf"), 1.5], [None, None, 1.5], ["not a number"]),
        (("a", 1), ["a", 1], []),
        (True, True, []),
    ],
)
def test_values_are_made_fit_and_the_change_is_named(given_value, cleaned, notes):
    assert wire.clean(given_value) == (cleaned, notes)


@pytest.mark.parametrize("given_value", [b"text", {"a": [bytearray(b"x")]}, (memoryview(b"x"),), {b"k": 1}])
def test_bytes_are_refused_instead_of_stored_as_hex(given_value):
    with pytest.raises(errors.BadValue) as refusal:
        wire.clean(given_value, "content")
    assert "bytes" in refusal.value.message and "decode" in refusal.value.hint


@pytest.mark.parametrize("given_value", [b"2024-05-01", 1714521600])
def test_what_is_no_time_is_refused_with_an_example(given_value):
    with pytest.raises(errors.BadValue) as refusal:
        wire.instant(given_value, "after")
    assert "after" in refusal.value.message and "ISO 8601" in refusal.value.hint


def test_the_path_goes_on_from_the_one_given():
    assert wire.clean({"a": "\0"}, "metadata")[1] == ["metadata.a: nul"]


def test_what_is_nested_too_deep_is_refused_with_a_code():
    deep = []
    for _ in range(wire.MAX_DEPTH + 1):
        deep = [deep]
    with pytest.raises(errors.BadValue) as refused:
        wire.clean(deep)
    assert refused.value.code == "RC003"


@given(ANY_JSON)
def test_whatever_comes_out_can_be_encoded_and_needs_no_more_cleaning(value):
    cleaned, _ = wire.clean(value)
    assert wire.clean(cleaned) == (cleaned, [])
    assert "\0" not in str(cleaned)
    str(cleaned).encode()


@pytest.mark.parametrize(
    ("given_value", "instant", "is_noted"),
    [
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC), True),
        ("2024-05-01T09:30:00Z", datetime(2024, 5, 1, 9, 30, tzinfo=UTC), False),
        ("2024-05-01T09:30+09:00", datetime(2024, 5, 1, 0, 30, tzinfo=UTC), False),
        (datetime(2024, 5, 1, 9, 30), datetime(2024, 5, 1, 9, 30, tzinfo=UTC), True),
        (date(2024, 5, 1), datetime(2024, 5, 1, tzinfo=UTC), True),
        (datetime(2024, 5, 1, tzinfo=timezone(timedelta(hours=2))), datetime(2024, 4, 30, 22, tzinfo=UTC), False),
        (None, None, False),
    ],
)
def test_a_time_without_zone_is_utc(given_value, instant, is_noted):
    found, notes = wire.instant(given_value, "after")
    assert (found, bool(notes)) == (instant, is_noted)


@pytest.mark.parametrize("text", ["", "soon", "2024-13-01", "十万年前", "2024-05-01T25:00"])
def test_text_that_is_no_time_is_refused_with_an_example(text):
    with pytest.raises(errors.BadValue) as refused:
        wire.instant(text, "after")
    assert "after" in refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize("given_value", [{1: "a", "1": "b"}, {"a\0": 1, "a\ufffd": 2}, {"a": {1, 2}}, [Decimal(1)], [object()]])
def test_what_would_be_lost_or_has_no_json_is_refused(given_value):
    with pytest.raises(errors.BadValue):
        wire.clean(given_value)
