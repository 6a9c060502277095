"""A search that waits for the embedder while others write: it answers from the state in which it began."""

from concurrent.futures import ThreadPoolExecutor

import pytest

QUERY = "storm over the harbour market"
WORDS = ["anchor", "bridge", "crew", "harbour", "lamp", "market", "night", "rope", "storm", "tide", "wind"]
WAIT_S = 30


def ingest(searcher, first, last):
    texts = [f"{' '.join(WORDS[(n * k) % len(WORDS)] for k in (1, 5, 7))} n{n}" for n in range(first, last)]
    return searcher.ingest([{"content": text} for text in texts])


@pytest.fixture
def writer(searcher):
    """Seven segments of one size and fresh passages: the next fold merges them all."""
    opened = searcher()
    for start in range(0, 70, 10):
        ingest(opened, start, start + 10)
        opened.session.execute("select recall.compact()")
    ingest(opened, 70, 80)
    return opened


def found(searcher):
    return [(hit["id"], hit["score"], hit["arms"]) for hit in searcher.hits(QUERY, max_results=50)]


@pytest.mark.parametrize("is_warm", [True, False], ids=["warm", "cold"])
def test_what_is_folded_merged_and_forgotten_while_a_search_waits_is_in_its_answer_as_it_was(
    writer, searcher, stand, is_warm
):
    expected = found(writer)
    assert all(set(arms) >= {"bm25", "vector"} for _, _, arms in expected[:10])
    reader = searcher()
    if is_warm:
        reader.hits(QUERY, arms=["bm25"])  # columns are in its cache; the embedder is not asked
    stand.answer_late()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(found, reader)
        assert stand.asked.wait(WAIT_S)
        (folded,) = writer.session.execute("select recall.compact()").fetchone()
        assert folded["merged"] > 0
        writer.session.execute("select recall.forget(%s)", [str(expected[0][0])])
        stand.go_on.set()
        assert answer.result(WAIT_S) == expected
    assert found(reader) == found(writer) != expected
    reader.session.close()  # its connection to the stand ends with it
