"""Queries of any text: nothing is refused silently, and what is written is only text."""

import pytest

STORED = (
    "The deploy on Monday failed because redis was full.",
    "Template {name} {{x}} %s %1$s rendered wrongly.",
    "A <|endoftext|> token broke the tokenizer.",
    "The path C:\\temp\\log_100% was full; see a_b and a-b.",
    "数据库的索引损坏了，需要重建。",
    "猫は静かに窓から外を見ている。",
    "데이터베이스 색인이 손상되었습니다.",
)


@pytest.fixture(autouse=True)
def stored(recall):
    recall.ingest([{"content": content, "embed": "later"} for content in STORED])


def best(recall, query):
    found = recall.contents(query, arms=["bm25"])
    return found[0] if found else None


@pytest.mark.parametrize("query", [None, "", "   ", "\n\t", "\ufeff"])
def test_an_empty_query_answers_nothing_and_says_why(recall, query):
    answer = recall.answer(query)
    assert (answer["results"], answer["count"], answer["reason"]) == ([], 0, "the query is empty")
    assert recall.hits(query) == []


@pytest.mark.parametrize(
    "query", ["the of and", "!!! ???", ":*&|!<->", "\\", "'", "%", "_", "🎉🎉", "…", "--", "/* */"]
)
@pytest.mark.parametrize("filters", [{}, {"tags": ["redis"]}, {"scope": "events"}, {"fusion": "rrf"}])
def test_a_query_without_a_word_answers_nothing_and_says_why(recall, query, filters):
    answer = recall.answer(query, **filters)
    assert (answer["results"], answer["reason"]) == ([], "the query holds no word to search by")
    assert recall.hits(query, **filters) == []


@pytest.mark.parametrize(
    ("query", "content"),
    [
        ("<|endoftext|>", STORED[2]),
        ("{name} {{x}} %s %1$s", STORED[1]),
        ("log_100%", STORED[3]),
        ("a_b", STORED[3]),
        ("redis' or '1'='1", STORED[0]),
        ("redis:*&!<->", STORED[0]),
        ("$$redis$$", STORED[0]),
        ("REDIS\r\n", STORED[0]),
        ("re\u00addis", STORED[0]),
    ],
)
def test_signs_in_a_query_are_only_text(recall, query, content):
    assert best(recall, query) == content


@pytest.mark.parametrize(
    ("query", "content"),
    [
        ("数据库的索引损坏了吗？", STORED[4]),
        ("数据库 索引", STORED[4]),
        (" 索 引 ", STORED[4]),
        ("请问 哪个 数据库 的 索引 需要 重建", STORED[4]),
        ("猫は何を見ている", STORED[5]),
        ("색인 손상", STORED[6]),
    ],
)
def test_sentences_without_blanks_and_with_them_find_their_text(recall, query, content):
    assert best(recall, query) == content


def test_a_blank_between_characters_is_no_term(recall):
    assert recall.contents("窗 户", arms=["bm25"]) == []


@pytest.mark.parametrize("query", ["redis " * 2_700, "redis " + "x" * 16_000, "redis " + "字" * 5_000])
def test_a_page_is_a_query_like_any_other(recall, query):
    recall.remember("The valve is checked weekly.", entity="Redis", embed="later")
    assert STORED[0] in recall.contents(query, arms=["bm25", "names"])


def test_a_word_of_three_thousand_bytes_finds_the_text_that_has_it(recall):
    long = "Zq" * 1500
    content = f"The key {long} was revoked."
    recall.remember(content, embed="later")
    assert best(recall, long) == content


@pytest.mark.parametrize("tag", ["100%", "a_b", "*", "?", "[x]", "\\", "true", "a,b", "{x}", "%s", "tag:x"])
def test_a_tag_is_compared_whole_and_nothing_in_it_is_a_wildcard(recall, tag):
    others = ["100 %", "axb", "anything", "x", "True", "a", "100%%", "x}"]
    wanted = recall.remember("The ledger of this year.", tags=[tag], embed="later")
    recall.ingest(
        [{"content": f"The ledger of {n}.", "tags": [other], "embed": "later"} for n, other in enumerate(others)]
    )
    assert recall.ids("ledger", tags=[tag], arms=["bm25"]) == [wanted]
    assert recall.ids("ledger", tags=[f"{tag}~"], arms=["bm25"]) == []


def test_a_query_is_echoed_as_it_was_given(recall):
    for query in ("{name} %s", "数据库 索引", "a\u0301 redis", " redis "):
        assert recall.answer(query, arms=["bm25"])["query"] == query
