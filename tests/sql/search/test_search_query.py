"""Queries that are long, short, or hardly a question."""

import pytest


def test_a_query_of_pages_is_refused_before_any_work(recall):
    error = recall.error("lamp " * 300_000)
    assert (error.sqlstate, "query" in str(error)) == ("RC002", True)


def test_an_answer_repeats_only_the_beginning_of_a_long_query(recall):
    query = "lamp " * 1000
    assert recall.answer(query)["query"] == query[:200] + "…"


@pytest.mark.parametrize("blank", [{"entity": ""}, {"entity": " "}, {"agent": ""}, {"tags": [None]}, {"tags": [""]}, {"pools": [""]}])
def test_a_blank_filter_is_refused_rather_than_ignored(recall, blank):
    recall.remember("The lamp is lit.")
    assert recall.error("lamp", **blank).sqlstate == "RC003"


def test_an_empty_list_of_tags_filters_nothing(recall):
    recall.remember("The lamp is lit.")
    assert len(recall.hits("lamp", tags=[])) == 1


@pytest.mark.parametrize(("query", "content"), [("war", "The war in Ruritania ended in spring."), ("hat", "My son wears a red hat."), ("die", "A die has six faces.")])
def test_a_word_that_says_nothing_in_one_language_of_the_project_is_found_by_another(recall, query, content):
    recall.ingest([{"content": text} for text in (
        "The war in Ruritania ended in spring.", "My son wears a red hat.", "A die has six faces.",
        "Der Hund war im Garten und die Katze hat geschlafen.", "Die Kinder haben im Garten gespielt.",
    )])
    assert recall.contents(query)[0] == content
