import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.text import normalise

any_text = st.text(st.characters(codec=None, categories=None), max_size=60)


@pytest.mark.parametrize(
    ("written", "stored", "changes"),
    [
        ("plain", "plain", ()),
        ("", "", ()),
        ("a\0b", "ab", ("nul",)),
        ("a\x01b\x7fc\td\n e", "abc\td\n e", ("controls",)),
        ("\ufeffcafé", "café", ("byte order mark",)),
        ("one\r\ntwo\rthree\x0cfour", "one\ntwo\nthree\nfour", ("line ends",)),
        ("cafe\u0301", "café", ("nfc",)),
        ("half \ud800 lost", "half \ufffd lost", ("surrogates",)),
        ("both halves \ud83d\ude00", "both halves 😀", ("surrogates",)),
        ("end \n\t", "end", ("trailing blank",)),
        ("  code stays indented", "  code stays indented", ()),
        ("\ufeffe\u0301\0\r\n", "é", ("byte order mark", "line ends", "nul", "nfc", "trailing blank")),
        ("{name} {{x}} %s %1$s <|endoftext|> :*&|!<->", "{name} {{x}} %s %1$s <|endoftext|> :*&|!<->", ()),
    ],
)
def test_a_text_is_made_storable_and_says_what_was_changed(written, stored, changes):
    assert normalise.clean(written) == (stored, changes)


@given(any_text)
def test_what_is_cleaned_can_be_encoded_and_needs_no_second_cleaning(text):
    cleaned = normalise.clean(text).text
    assert b"\0" not in cleaned.encode()
    assert normalise.clean(cleaned) == (cleaned, ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", "cafe\u0301"),
        ("a b", "  a\r\n\tb\u00a0 "),
        ("text", "\ufefftext\0"),
    ],
)
def test_variants_of_one_text_share_their_dedupe_form(one, other):
    assert normalise.dedupe_form(one) == normalise.dedupe_form(other)


@pytest.mark.parametrize(("one", "other"), [("cafe", "café"), ("Text", "text"), ("a b", "ab"), ("x²", "x2")])
def test_different_texts_keep_different_dedupe_forms(one, other):
    assert normalise.dedupe_form(one) != normalise.dedupe_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob Smith", "bob  SMITH "),
        ("Bob Smith", "Bob\u00a0Smith"),
        ("Straße", "STRASSE"),
        ("ＡＣＭＥ", "acme"),
        ("José", "Jose\u0301"),
        ("Bob", "Bo\u200bb"),
        ("ﬁle", "file"),
    ],
)
def test_spellings_of_one_name_share_their_key(one, other):
    assert normalise.folded(one) == normalise.folded(other)


def test_punctuation_tells_names_apart():
    assert len({normalise.folded(name) for name in ["C", "C++", "C#", ".NET", "NET", "a_b", "a-b"]}) == 7


@given(any_text)
def test_the_key_of_a_key_is_itself(name):
    key = normalise.folded(name)
    assert normalise.folded(key) == key


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        ".",
        "?!…",
        "😀🎉",
        "N/A",
        "n/a.",
        "(none)",
        "null",
        "a" * 10_000,
        "ha " * 40,
        "na\n" * 16,
        "\0",
        "-1-" * 20,
    ],
)
def test_a_text_that_says_nothing_is_degenerate(text):
    assert normalise.is_degenerate(text)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "ok",
        "no",
        "42",
        "好",
        "bye bye",
        "hahaha",
        "C++",
        "10:00",
        "None of them came",
        "N/A for guests",
        "ab" * 7,
        "مرحبا",
    ],
)
def test_a_short_text_that_says_something_is_not_degenerate(text):
    assert not normalise.is_degenerate(text)


def test_a_megabyte_is_judged():
    assert not normalise.is_degenerate("ab" * 500_000 + "c")
