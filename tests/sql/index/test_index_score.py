"""BM25 scores depend on the living passages alone: not on where they lie, nor on what was there before."""

import math

import numpy as np
import pytest
from indexed import WORDS

from pg_recall_udf.text import analyse, language

K1, B = 1.2, 0.75
QUERIES = [
    "storm over the harbour market n7",
    "anchor",
    "rope rope lamp",
    "the crew saw tide and wind",
    "n33 n34 engine",
]


def notes(first, last):
    """Memories of very different lengths, numbered."""
    return [
        {"content": " ".join([f"n{n}", *(WORDS[(n * k) % 11] for k in range(1, 3 + n * n % 17))]), "embed": "later"}
        for n in range(first, last)
    ]


def reference(texts, query):
    """BM25 with Lucene's idf of every text, from its definition; texts: (content, language)."""
    languages = sorted({code for _, code in texts})
    read = [analyse.analyse(content, code) for content, code in texts]
    average = sum(length for _, length in read) / len(read)
    scores = []
    frequency = {}
    for terms, _ in read:
        for term in terms:
            frequency[term] = frequency.get(term, 0) + 1
    words = analyse.query_words(query, languages, language.detect(query))
    for terms, length in read:
        norm = K1 * (1 - B + B * length / average)
        parts = [[_part(terms.get(t, 0), norm, frequency.get(t, 0), len(read)) for t in word.terms] for word in words]
        scores.append(sum(max(part) for part in parts))
    return scores


def _part(times, norm, documents, count):
    return math.log(1 + (count - documents + 0.5) / (documents + 0.5)) * times / (times + norm)


def assert_as_reference(index):
    """The score of every passage, as the arm gives it and, to 1e-9, as the fusion scales it to 0 .. 1."""
    rows = index.session.execute(
        """
        select m.id::text, m.content, p.language
        from recall.memory_record m
        join recall.passage p on p.project_id = m.project_id and p.memory_id = m.id and p.collection = 'live'
        """
    ).fetchall()
    for query in QUERIES:
        scores = reference([row[1:] for row in rows], query)
        expected = {row[0]: score for row, score in zip(rows, scores, strict=True) if score > 0}
        found = index.session.execute(
            "select id::text, score, (arms -> 'bm25' ->> 'score')::float8 from recall.search(%s, 200, arms => '{bm25}')",
            [query],
        ).fetchall()
        assert found
        assert {id for id, _, _ in found} == set(expected)
        own = np.array([expected[id] for id, _, _ in found])
        assert [score for _, _, score in found] == pytest.approx(own, abs=1e-6)
        assert [score for _, score, _ in found] == pytest.approx(scaled(own), abs=1e-9)


def scaled(scores):
    return (scores - scores.min()) / (scores.max() - scores.min())


def answers(index):
    return [index.hits(query, limit=200, arms="{bm25}") for query in QUERIES]


def test_a_rebuild_into_segments_leaves_every_score_as_it_was_to_the_last_bit(index):
    for start in range(0, 160, 20):
        index.ingest(notes(start, start + 20))
    expected = answers(index)
    assert_as_reference(index)
    index.value("select recall.set_setting('index.fresh_limit', '20')")
    index.value("select recall.rebuild_index()")
    assert index.segments() > 0
    assert answers(index) == expected
    assert index.problems() == []


def test_a_score_is_the_reference_s_through_folds_and_a_merge(index):
    for start in range(0, 140, 20):
        index.ingest(notes(start, start + 20))
        assert index.fold()["folded"] == 20
        assert_as_reference(index)
    before = index.segments()
    index.ingest(notes(140, 160))
    expected = answers(index)
    assert index.fold()["merged"] > 0
    assert index.segments() < before
    assert answers(index) == expected
    assert_as_reference(index)


def test_forgotten_passages_count_in_no_score_neither_before_their_entries_are_dropped_nor_after(index):
    ids = index.ingest(notes(0, 90))
    index.fold()
    ids += index.ingest(notes(90, 120))
    for id in ids[1::3]:
        index.value("select recall.forget(%s)", id)
    assert_as_reference(index)
    expected = answers(index)
    assert index.value("select count(*) from recall.segment_dead") == 30
    index.fold()
    assert index.value("select count(*) from recall.segment_dead") == 0
    assert answers(index) == expected
    assert index.problems() == []
