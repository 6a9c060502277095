"""What steers a terminal is shown, not done; a JSON document stays the same document."""

import json

import pytest

from pg_recall.terminal import escaped, printable

STEERING = [chr(code) for code in (0, 7, 13, 0x1B, 0x7F, 0x80, 0x9B, 0x9F, 0x202A, 0x202E, 0x2066, 0x2069)]


@pytest.mark.parametrize("character", STEERING)
def test_what_steers_is_replaced_for_a_person_and_escaped_for_a_program(character):
    assert printable(f"a{character}b") == "a\ufffdb"
    document = json.dumps({"a": character}, ensure_ascii=False)
    assert character not in escaped(document)
    assert json.loads(escaped(document)) == {"a": character}


@pytest.mark.parametrize("text", ["a\tb\nc", "naïve 日本語 🎉", "\u200fשלום", "\xa0", ""])
def test_every_other_text_is_shown_as_it_is(text):
    assert printable(text) == text
    assert escaped(text) == text
