import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.text import token
from pg_recall_udf.text.analyse import Analysis, analyse, query_words
from pg_recall_udf.text.language import Language

ENGLISH = Language("en", 1.0)
SPANISH = Language("es", 1.0)
UNKNOWN = Language("und", 0.0)

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


def words(text: str, code: str = "und") -> set[str]:
    """Terms without stems."""
    return set(analyse(text, code).terms)


def asked(text: str, languages=("en",), language=UNKNOWN) -> list[str]:
    return [word.word for word in query_words(text, languages, language)]


def matches(query: str, document: str, code: str = "und") -> bool:
    found = analyse(document, code).terms
    return any(
        term in found for word in query_words(query, [code], Language(code, 1.0)) for term in word.terms
    )


def test_a_word_is_a_term_and_its_stem_another_and_length_counts_words():
    assert analyse("Running dogs ran, dogs!", "en") == Analysis(
        {"running": 1, "en:run": 1, "dogs": 2, "en:dog": 2, "ran": 1, "en:ran": 1}, 4
    )


def test_stop_words_of_the_language_are_neither_terms_nor_length():
    assert analyse("The cat and the dog", "en").length == 2
    assert analyse("El gato y el perro", "es").terms == {"gato": 1, "es:gat": 1, "perro": 1, "es:perr": 1}
    assert "the" in words("the the", "es")


def test_an_undetermined_text_has_words_only():
    assert analyse("dogs", "und") == Analysis({"dogs": 1}, 1)


@pytest.mark.parametrize(
    "text", ["", " ", "\u00a0\u3000\n", "!!! ???", ":*&|!<->", "😀 ❤️ 👍🏽", ". - _ / :", "''", "\0", "\u19e0 \u2e80 \u104f \u17b6"]
)
def test_blanks_and_punctuation_are_no_terms(text):
    assert analyse(text, "en") == Analysis({}, 0)
    assert asked(text) == []


def test_a_pair_of_characters_keeps_their_marks():
    assert set(analyse("\u0e01\u0e34\u0e49\u0e19\u0e01", "und").terms) == {"\u0e01\u0e34\u0e49\u0e19", "\u0e19\u0e01"}


@given(any_text)
def test_no_term_holds_a_blank_or_is_only_punctuation_or_too_long(text):
    for term in analyse(text, "en").terms:
        word = term.removeprefix("en:")
        assert not any(character.isspace() for character in word)
        assert regex.search(r"[\p{L}\p{N}]", word)
        assert len(word) <= token.LONGEST_WORD + 1


@given(any_text)
def test_every_word_of_a_query_that_is_its_document_matches(text):
    found = analyse(text, "en").terms
    for word in query_words(text, ["en"], ENGLISH):
        assert all(term in found for term in word.terms)


@given(any_text)
def test_composed_and_decomposed_text_have_the_same_terms(text):
    assert words(unicodedata.normalize("NFC", text)) == words(unicodedata.normalize("NFD", text))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("getUserName", {"getusername", "get", "user", "name"}),
        ("get_user_name", {"getusername", "get", "user", "name"}),
        ("get-user-name", {"getusername", "get", "user", "name"}),
        ("HTTPServer", {"httpserver", "http", "server"}),
        ("PostgreSQL", {"postgresql", "postgre", "sql"}),
        ("URLs IDs LGBTQ", {"urls", "ids", "lgbtq"}),
        ("C++", {"c++"}),
        ("C#", {"c#"}),
        (".NET", {".net", "net"}),
        ("node.js", {"node.js", "node", "js"}),
        ("AT&T", {"at&t", "at"}),
        ("src/parser.py", {"src/parser.py", "src", "parser.py", "parser", "py"}),
        (r"C:\temp\new.txt", {"c", r"temp\new.txt", "temp", "new.txt", "new", "txt"}),
        ("https://example.com/docs", {"example.com/docs", "example.com", "example", "com", "docs"}),
        ("ann@example.com", {"ann@example.com", "ann", "example.com", "example", "com"}),
        ("std::vector", {"std", "vector"}),
        ("v1.2.3", {"v1.2.3"}),
        ("1,000,000", {"1000000"}),
        ("3.14", {"3.14"}),
        ("2023-05-08", {"2023-05-08", "2023", "05", "08"}),
        ("12:30", {"12:30", "12", "30"}),
        ("GPT-4", {"gpt4", "gpt", "4"}),
        ("D'Angelo", {"dangelo", "angelo"}),
        ("Caroline's", {"caroline"}),
        ("caroline’s", {"caroline"}),
        ("l'homme", {"homme"}),
        ("#recall", {"recall"}),
        ("yes...no", {"yes", "no"}),
        ("<|endoftext|>", {"endoftext"}),
        ("{name} %s", {"name", "s"}),
        ("ﬁle ＡＢＣ", {"file", "abc"}),
        ("İstanbul", {"istanbul"}),
        ("soft\u00adware", {"software"}),
        ("हिन्दी", {"हिन्दी"}),
        ("1️⃣", {"1"}),
    ],
)
def test_identifiers_numbers_and_names_are_whole_and_in_parts(text, terms):
    assert words(text) == terms


def test_names_made_of_parts_add_their_parts_to_the_length():
    assert analyse("getUserName", "und").length == 3
    assert analyse("C++", "und").length == 1


def test_no_word_is_taken_for_a_stem():
    assert "en:run" not in words("en:run")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("数据库", {"数据", "据库", "数", "据", "库"}),
        ("猫", {"猫"}),
        ("食べる", {"食べ", "べる", "食"}),
        ("データ", {"デー", "ータ"}),
        ("한국어 말", {"한국", "국어", "말"}),
        ("使用PostgreSQL数据", {"使用", "使", "用", "postgresql", "postgre", "sql", "数据", "数", "据"}),
        ("ｶﾅ", {"カナ"}),
    ],
)
def test_scripts_without_blanks_are_cut_into_pairs(text, terms):
    assert words(text, "zh") == terms


def test_pairs_make_the_length_and_single_characters_do_not():
    assert analyse("数据库", "zh").length == 2
    assert analyse("哈哈哈", "zh") == Analysis({"哈哈": 2, "哈": 3}, 2)


@pytest.mark.parametrize(
    ("query", "document", "code"),
    [
        ("running", "she runs every day", "en"),
        ("canción", "las canciones del verano", "es"),
        ("谁赢了比赛 昨天", "昨天的比赛很精彩", "zh"),
        ("他住在哪里？", "他住在北京。", "zh"),
        ("茶", "他喜欢喝茶", "zh"),
        ("数据库 index", "PostgreSQL 数据库", "zh"),
        ("โรงเรียน", "เด็กไปโรงเรียนทุกวัน", "th"),
        ("user name", "userName is set", "en"),
        ("userName", "USER_NAME=root", "en"),
        ("username", "user-name", "en"),
        ("obrien", "Mr O’Brien called", "en"),
        ("café", "cafe\u0301 con leche", "es"),
        ("1000", "about 1,000 people", "en"),
        ("e-mail", "send an email", "en"),
    ],
)
def test_a_query_finds_the_document(query, document, code):
    assert matches(query, document, code)


@pytest.mark.parametrize(
    ("query", "document", "code"),
    [
        ("C++", "C and C# only", "en"),
        ("c", "c++ c#", "en"),
        ("你 我", "天气 很好", "zh"),
        ("tea", "team", "en"),
    ],
)
def test_a_query_does_not_find_another_document(query, document, code):
    assert not matches(query, document, code)


def test_a_query_word_has_its_stem_in_every_language_of_the_project():
    (word,) = query_words("canciones", ["en", "es", "zh", "und"], UNKNOWN)
    assert word == ("canciones", ("canciones", "en:cancion", "es:cancion"))


def test_a_word_said_twice_is_one_query_word():
    assert asked("dog Dog DOG cat") == ["dog", "cat"]


@pytest.mark.parametrize(
    ("query", "languages", "language"),
    [
        ("who is it?", ["en"], ENGLISH),
        ("¿quién es él?", ["en", "es"], SPANISH),
        ("who is it?", ["en"], UNKNOWN),
        ("who is it?", ["en", "zh", "und"], UNKNOWN),
        ("who is it?", ["en"], Language("nl", 0.9)),
    ],
)
def test_a_query_of_stop_words_only_leaves_nothing(query, languages, language):
    assert asked(query, languages, language) == []


def test_without_knowing_the_language_nothing_is_dropped_in_a_project_of_several():
    assert asked("todo sobre it", ["en", "es"], UNKNOWN) == ["todo", "sobre", "it"]


def test_a_huge_word_is_one_short_term():
    assert analyse("x" * 3000, "en").terms.keys() == {"x" * 64, "en:" + "x" * 64}
    assert words("é" * 3000) == {"é" * 64}
    assert matches("y" * 3000, "y" * 3000)


def test_encoded_data_does_not_become_a_word_per_letter():
    assert len(words("aBcDeFgHiJ" * 300)) == 1
    assert len(words("aBcDeFgHiJkLmNo/" * 188)) == 1


@pytest.mark.parametrize("unit", ["a", "a.", "a-", "aB", "'", ".", "今", "😀", "/", "1,"])
def test_a_megabyte_of_anything_has_few_terms(unit):
    assert len(words(unit * (1_000_000 // len(unit)))) <= 2
