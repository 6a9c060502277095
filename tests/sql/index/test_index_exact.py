"""The vector arm without a graph is exact: what brute force over the stored vectors finds, in its order."""

import numpy as np
import pytest
from indexed import notes, with_vectors

COUNT, DIMENSION, TOP = 900, 384, 10
PRECISION = 1e-4
QUERIES = [
    "storm over the harbour",
    "who repaired the engine at night?",
    "a rope",
    "the market by the bridge in the wind",
]


@pytest.fixture
def vectors(index):
    """Unit vectors of no order, stored in two segments and fresh rows; every second memory and every hundredth is tagged."""
    random = np.random.default_rng(5)
    vectors = random.standard_normal((COUNT, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    items = [
        {**item, "tags": ["half"] * (n % 2) + ["rare"] * (n % 100 == 7)}
        for n, item in enumerate(with_vectors(notes(0, COUNT), vectors))
    ]
    ids = index.ingest(items[:400])
    index.fold()
    ids += index.ingest(items[400:700])
    index.fold()
    ids += index.ingest(items[700:])
    assert index.segments() == 2
    # As they are stored, in half precision.
    return dict(zip(ids, vectors.astype(np.float16).astype(np.float64), strict=True))


def cosines(index, vectors, query):
    """By id, by brute force."""
    asked = np.array(index.value("select recall.embed(%s)::text", query)[1:-1].split(","), dtype=np.float64)
    return {id: vector @ asked / np.linalg.norm(vector) / np.linalg.norm(asked) for id, vector in vectors.items()}


def found(index, query, tags=None):
    return index.session.execute(
        """
        select id::text, (arms -> 'vector' ->> 'score')::float8
        from recall.search(%s, %s, arms => '{vector}', tags => %s::text[]) order by rank
        """,
        [query, TOP, tags],
    ).fetchall()


def assert_exact(index, vectors, tags=None):
    for query in QUERIES:
        expected, answer = cosines(index, vectors, query), found(index, query, tags)
        assert set(dict(answer)) <= set(expected)
        # recall.embed gives the query in half precision: places nearer to each other than that may change.
        own = [expected[id] for id, _ in answer]
        assert own == pytest.approx(sorted(expected.values(), reverse=True)[:TOP], abs=PRECISION)
        assert [score for _, score in answer] == pytest.approx(own, abs=PRECISION)


def test_a_search_finds_exactly_the_nearest_with_and_without_a_filter(index, vectors):
    assert_exact(index, vectors)
    numbered = list(vectors.items())
    assert_exact(index, dict(numbered[1::2]), ["half"])
    assert_exact(index, dict(numbered[7::100]), ["rare"])


def test_forgotten_memories_leave_their_places_to_the_next_nearest(index, vectors):
    for query in QUERIES:
        for id, _ in found(index, query)[:5]:
            index.value("select recall.forget(%s)", id)
            del vectors[id]
    assert_exact(index, vectors)
    index.fold()
    assert_exact(index, vectors)
