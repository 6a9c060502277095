"""BM25 end to end against bm25s, an independent implementation, on the same tokens."""

from collections.abc import Callable
from itertools import islice

import bm25s
import numpy as np
import pytest

from pg_recall.benchmark.synthetic import Source
from pg_recall_udf.text import analyse, language

DOCUMENTS = 600
GAP = "\0"


class Oracle:
    """bm25s over the terms of stored passages: one index per analyser, every document at its length in words.

    A word scores the best of its terms, so each of them is scored alone. A document lacks the terms of an
    analyser it was not read with: a gap stands for each, so that its length stays.
    """

    def __init__(self, recall, ids):
        rows = recall.session.execute(
            """
            select p.language, m.content
            from unnest(%s::uuid[]) with ordinality as wanted (id, place)
            join recall.memory_record m on m.id = wanted.id
            join recall.passage p
                on p.project_id = m.project_id and p.memory_id = m.id and p.collection = 'live'
            order by wanted.place
            """,
            [ids],
        ).fetchall()
        assert len(rows) == len(ids)
        self.ids = ids
        self.languages = sorted({code for code, _ in rows})
        analyses = [analyse.analyse(content, code) for code, content in rows]
        self._indexes = {name: self._index(analyses, name) for name in ["", *self.languages]}

    def _index(self, analyses, analyser):
        documents = []
        for terms, length in analyses:
            own = [term for term, times in terms.items() if _analyser(term) == analyser for _ in range(times)]
            assert len(own) <= length
            documents.append(own + [GAP] * (length - len(own)))
        index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, dtype="float64")
        index.index(documents, show_progress=False)
        return index

    def scores(self, query):
        """Of every document, by id."""
        words = analyse.query_words(query, self.languages, language.detect(query))
        assert words
        total = np.zeros(len(self.ids))
        for word in words:
            total += np.max([self._indexes[_analyser(term)].get_scores([term]) for term in word.terms], axis=0)
        return dict(zip(self.ids, total.tolist(), strict=True))


def _analyser(term):
    return term.partition(":")[0] if ":" in term else ""


def assert_same_top(hits, expected, limit):
    """Scores place by place, and ids up to ties."""
    best = sorted((score for score in expected.values() if score > 0), reverse=True)[:limit]
    found = [hit["arms"]["bm25"]["score"] for hit in hits]
    assert found == pytest.approx(best, abs=1e-4)
    assert [expected[str(hit["id"])] for hit in hits] == pytest.approx(found, abs=1e-4)


@pytest.fixture
def load(recall) -> Callable[..., list[str]]:
    """Stores synthetic memories with vectors of their own."""

    def store(memories):
        return recall.ingest(
            [{"content": memory.item["content"], "tags": memory.item["tags"], "embed": "later"} for memory in memories]
        )

    return store


@pytest.mark.parametrize("folded", [0, DOCUMENTS // 2, DOCUMENTS], ids=["fresh", "half", "segments"])
def test_the_best_ten_equal_bm25s(recall, load, folded):
    source = Source(8)
    memories = list(islice(source.memories(DOCUMENTS), DOCUMENTS))
    queries = source.queries(25)
    ids = load(memories[:folded]) if folded else []
    recall.session.execute("select recall.compact()")
    ids += load(memories[folded:]) if folded < DOCUMENTS else []
    oracle = Oracle(recall, ids)
    for query in queries:
        expected = oracle.scores(query)
        assert_same_top(recall.hits(query, arms=["bm25"]), expected, 10)
        assert_same_top(recall.hits(query, arms=["bm25"], max_results=50), expected, 50)


def test_what_was_forgotten_or_corrected_leaves_no_trace_in_any_score(recall, load):
    source = Source(8)
    ids = load(source.memories(DOCUMENTS // 2))
    recall.session.execute("select recall.compact()")
    ids += load(source.memories(100, DOCUMENTS))
    for id in ids[::7]:
        recall.session.execute("select recall.forget(%s)", [id])
    for number, id in enumerate(ids[1::7]):
        text = f"the crane number {number} of the harbour was painted in spring"
        recall.session.execute("select recall.correct(%s, %s)", [id, text])
    oracle = Oracle(recall, [id for n, id in enumerate(ids) if n % 7])
    for query in [*source.queries(15), "harbour crane painted"]:
        assert_same_top(recall.hits(query, arms=["bm25"]), oracle.scores(query), 10)


def test_languages_meet_in_one_score(recall):
    texts = [
        "Los barcos navegaban lentamente hacia los puertos del norte.",
        "El barco llegó tarde al puerto de Valparaíso.",
        "Die Schiffe fuhren langsam in die nördlichen Häfen hinein.",
        "Das Schiff hat den Hafen von Hamburg verlassen.",
        "The ships were sailing slowly towards the northern ports.",
        "A ship left the port of Hamburg in the evening.",
        "Les bateaux naviguaient lentement vers les ports du nord.",
    ]
    ids = recall.ingest([{"content": text, "tags": [], "embed": "later"} for text in texts])
    oracle = Oracle(recall, ids)
    assert len(oracle.languages) >= 4
    for query in (
        "ships in the port",
        "barcos en el puerto",
        "Schiffe im Hafen",
        "ports du nord",
        "hamburg port schiff",
    ):
        assert_same_top(recall.hits(query, arms=["bm25"]), oracle.scores(query), 10)
