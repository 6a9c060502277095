"""What makes two memories the same one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.write import check, item

SETTINGS = {"write.max_bytes": 2**20, "write.max_tags": 64, "write.max_metadata_bytes": 2**16}
ENTITY = "01a22fbd-4088-708f-9bb0-1f7f3a1d3e0b"


def key(entity_id: str | None = None, **values: Any) -> bytes:
    return item.dedupe_key(item.parse({"content": "Thanks!", **values}, SETTINGS), entity_id)


def test_a_key_is_a_sha256():
    assert len(key()) == 32


@pytest.mark.parametrize("same", ["Thanks!", " Thanks!\r\n", "\ufeffThanks!", "Thanks! \n"])
def test_blanks_around_a_text_make_no_other_key(same):
    assert key(content=same) == key()


def test_kind_and_entity_make_another_key():
    assert len({key(), key(kind="note"), key(ENTITY), key(ENTITY, kind="note")}) == 4


def test_a_turn_is_its_place_whatever_it_says():
    place = {"thread": "t", "position": 3}
    assert key(**place) == key(**place, content="Something else.") == key(ENTITY, **place)
    assert len({key(**place), key(thread="t", position=4), key(thread="u", position=3), key()}) == 4


def test_a_turn_without_a_place_is_its_reference():
    turn = {"kind": "turn", "reference": "mail:7"}
    assert key(**turn) == key(**turn, content="Something else.")
    assert key(**turn) != key(kind="turn", reference="mail:8")


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8).map(
    lambda text: f"a {text}"
)


@given(st.tuples(WORDS, st.integers(0, 99)), st.tuples(WORDS, st.integers(0, 99)))
def test_parts_never_run_into_each_other(one, other):
    (thread, position), (other_thread, other_position) = one, other
    same = (check.label(thread, "thread", check.Notes()), position) == (
        check.label(other_thread, "thread", check.Notes()),
        other_position,
    )
    assert (key(thread=thread, position=position) == key(thread=other_thread, position=other_position)) is same
