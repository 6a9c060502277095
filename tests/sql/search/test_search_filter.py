"""Every filter inside every arm, at 50 % and at 1 %, against a brute-force oracle on 5,000 memories."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import psycopg
import pytest
from psycopg import sql
from searcher import Searcher

from pg_recall.cluster.cluster import Cluster

DATABASE = "recall_filter"
MODEL = "minilm-int8"
COUNT = 5000
# k, and with it the candidates of an arm, is far below what a filter lets through, or equal to it.
LIMITS = (10, 50)
QUERIES = ("storm over the harbour", "who repaired the engine", "the old lighthouse of Carmel")
WORDS = [
    "storm",
    "harbour",
    "engine",
    "repaired",
    "lighthouse",
    "carmel",
    "rope",
    "anchor",
    "wind",
    "tide",
    "crew",
    "night",
    "market",
    "lamp",
    "bridge",
]


@dataclass(frozen=True)
class Corpus:
    """What was stored, in order, and an open session on it."""

    recall: Searcher
    items: list[dict]
    ids: list[str]
    vectors: np.ndarray
    word_scores: dict[str, np.ndarray] = field(default_factory=dict)

    def allowed(self, holds: Callable[[dict], bool]) -> np.ndarray:
        return np.array([holds(item) for item in self.items])


def _items(random: np.random.Generator) -> list[dict]:
    """Every attribute that a filter may ask for: one value on every second memory, another on every hundredth."""
    items = []
    for number in range(COUNT):
        half, rare = number % 2 == 0, number % 100 == 7
        words = " ".join(random.choice(WORDS, size=8))
        items.append(
            {
                "content": f"{words} n{number}",
                "tags": ["half"] * half + ["rare"] * rare + ["all"],
                "type": "lesson" if rare else "decision" if half else "fact",
                "kind": "error" if rare else "note" if half else "fact",
                "entity": "Lighthouse Carmel" if rare else "Crew" if half else "Market",
                "pool": "dock" if rare else "yard" if half else "hall",
                "agent": "scout" if rare else "clerk" if half else "guard",
                "occurred_at": f"{2001 if rare else 2010 if half else 2020}-06-15T12:00:00+00:00",
            }
        )
    return items


@pytest.fixture(scope="module")
def corpus(cluster: Cluster, admin_dsn: str, copy_template: Callable[[str], None]) -> Iterator[Corpus]:
    """5,000 memories: half of them in segments, half fresh, some forgotten."""
    copy_template(DATABASE)
    random = np.random.default_rng(3)
    with psycopg.connect(cluster.home.dsn(database=DATABASE), autocommit=True) as session:
        recall = Searcher(session)
        items = _items(random)
        vectors = random.standard_normal((COUNT, 384)).astype(np.float32)
        vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).round(4)
        given = [
            {**item, "embedding": {"model": MODEL, "vector": vector}}
            for item, vector in zip(items, vectors.tolist(), strict=True)
        ]
        ids = recall.ingest(given[: COUNT // 2])
        session.execute("select recall.compact()")
        recall.set("index.fresh_limit", COUNT)
        ids += recall.ingest(given[COUNT // 2 :])
        gone = range(0, COUNT, 250)
        for number in gone:
            session.execute("select recall.forget(%s)", [ids[number]])
        kept = [number for number in range(COUNT) if number not in gone]
        yield Corpus(recall, [items[n] for n in kept], [ids[n] for n in kept], vectors[kept])
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(DATABASE)))


# name: (arguments of the search, whether it lets an item through)
FILTERS = {
    "half tag": ({"tags": ["half"]}, lambda item: "half" in item["tags"]),
    "rare tag": ({"tags": ["rare"]}, lambda item: "rare" in item["tags"]),
    "tags together": ({"tags": ["all", "rare"]}, lambda item: "rare" in item["tags"]),
    "tags that exclude each other": ({"tags": ["half", "rare"]}, lambda item: False),
    "half type": ({"types": ["decision"]}, lambda item: item["type"] == "decision"),
    "rare type": ({"types": ["lesson"]}, lambda item: item["type"] == "lesson"),
    "one of two types": ({"types": ["lesson", "decision"]}, lambda item: item["type"] != "fact"),
    "half kind": ({"kinds": ["note"]}, lambda item: item["kind"] == "note"),
    "rare kind": ({"kinds": ["error"]}, lambda item: item["kind"] == "error"),
    "scope errors": ({"scope": "errors"}, lambda item: item["kind"] == "error"),
    "scope observations": ({"scope": "observations"}, lambda item: item["kind"] != "error"),
    "kind within scope": ({"scope": "observations", "kinds": ["note"]}, lambda item: item["kind"] == "note"),
    "half entity": ({"entity": "crew"}, lambda item: item["entity"] == "Crew"),
    "rare entity": ({"entity": "Lighthouse Carmel"}, lambda item: item["entity"] == "Lighthouse Carmel"),
    "half pool": ({"pools": ["yard"]}, lambda item: item["pool"] == "yard"),
    "rare pool": ({"pools": ["dock", "nowhere"]}, lambda item: item["pool"] == "dock"),
    "half agent": ({"agent": "clerk"}, lambda item: item["agent"] == "clerk"),
    "rare agent": ({"agent": "scout"}, lambda item: item["agent"] == "scout"),
    "after": ({"after": "2015-01-01"}, lambda item: item["occurred_at"] > "2015"),
    "before": ({"before": "2005-01-01"}, lambda item: item["occurred_at"] < "2005"),
    "between": (
        {"after": "2005-01-01", "before": "2015-01-01"}, lambda item: "2005" < item["occurred_at"] < "2015"
    ),
    "many at once": (
        {"tags": ["half"], "types": ["decision"], "after": "2005-01-01", "entity": "Crew", "agent": "clerk"},
        lambda item: item["entity"] == "Crew",
    ),
    "nothing has it": ({"tags": ["none"]}, lambda item: False),
}  # fmt: skip


@pytest.fixture(params=FILTERS, ids=lambda name: name.replace(" ", "-"))
def chosen(request):
    return FILTERS[request.param]


def cosines(corpus: Corpus, query: str) -> np.ndarray:
    text = corpus.recall.value("select recall.embed(%s)::text", query)
    wanted = np.array(text[1:-1].split(","), dtype=np.float64)
    stored = corpus.vectors.astype(np.float16).astype(np.float64)
    return stored @ wanted / np.linalg.norm(stored, axis=1) / np.linalg.norm(wanted)


def assert_best(corpus: Corpus, hits: list[dict], scores: np.ndarray, mask: np.ndarray, arm: str, limit: int) -> None:
    """The hits are the best allowed ones that score at all, in order, up to ties."""
    expected = np.sort(scores[mask])[::-1][:limit]
    found = [hit["arms"][arm]["score"] for hit in hits]
    assert found == pytest.approx(expected[expected > -1].tolist(), abs=1e-4)
    place = {id: n for n, id in enumerate(corpus.ids)}
    own = [place[str(hit["id"])] for hit in hits]
    assert mask[own].all()
    assert scores[own].tolist() == pytest.approx(found, abs=1e-4)


@pytest.mark.parametrize("limit", LIMITS)
def test_the_vector_arm_finds_the_nearest_that_a_filter_allows(corpus, chosen, limit):
    arguments, holds = chosen
    mask = corpus.allowed(holds)
    for query in QUERIES:
        hits = corpus.recall.hits(query, arms=["vector"], max_results=limit, **arguments)
        assert len(hits) == min(limit, mask.sum())
        assert_best(corpus, hits, cosines(corpus, query), mask, "vector", limit)


@pytest.mark.parametrize("limit", LIMITS)
def test_the_word_arm_finds_the_best_that_a_filter_allows(corpus, chosen, limit):
    arguments, holds = chosen
    mask = corpus.allowed(holds)
    for query in QUERIES:
        unfiltered = word_scores(corpus, query)
        hits = corpus.recall.hits(query, arms=["bm25"], max_results=limit, **arguments)
        assert len(hits) == min(limit, (mask & (unfiltered > 0)).sum())
        assert_best(corpus, hits, np.where(unfiltered > 0, unfiltered, -1), mask, "bm25", limit)


@pytest.mark.parametrize("limit", LIMITS)
def test_the_name_arm_finds_what_a_filter_allows_of_those_named(corpus, chosen, limit):
    arguments, holds = chosen
    mask = corpus.allowed(holds) & corpus.allowed(lambda item: item["entity"] == "Lighthouse Carmel")
    found = corpus.recall.ids("how old is lighthouse carmel", arms=["names"], max_results=limit, **arguments)
    named = {id for id, allowed in zip(corpus.ids, mask, strict=True) if allowed}
    assert len(found) == min(limit, len(named))
    assert set(found) <= named


@pytest.mark.parametrize("fusion", ["score", "rrf"])
def test_all_arms_together_fill_the_list_whenever_there_is_enough(corpus, chosen, fusion):
    arguments, holds = chosen
    mask = corpus.allowed(holds)
    allowed = {id for id, kept in zip(corpus.ids, mask, strict=True) if kept}
    for query in QUERIES:
        found = corpus.recall.ids(query, max_results=40, fusion=fusion, **arguments)
        assert len(found) == min(40, len(allowed))
        assert set(found) <= allowed


def test_filters_hold_after_a_pool_has_reset_the_session(corpus):
    arguments = {"tags": ["rare"], "max_results": 40, "project": "default"}
    before = [corpus.recall.ids(query, **arguments) for query in QUERIES]
    assert all(len(ids) == 40 for ids in before)
    corpus.recall.session.execute("discard all")
    assert [corpus.recall.ids(query, **arguments) for query in QUERIES] == before


@pytest.mark.parametrize("role", ["recall_reader", "recall_writer", "recall_admin"])
def test_every_role_finds_the_same(corpus, role):
    expected = [corpus.recall.ids(query, tags=["half"]) for query in QUERIES]
    with corpus.recall.session.transaction(force_rollback=True):
        corpus.recall.session.execute(sql.SQL("set local role {}").format(sql.Identifier(role)))
        assert [corpus.recall.ids(query, tags=["half"]) for query in QUERIES] == expected


def word_scores(corpus: Corpus, query: str) -> np.ndarray:
    """The BM25 score of every memory without a filter, 0 for those without any of the words."""
    if query not in corpus.word_scores:
        with corpus.recall.session.transaction(force_rollback=True):
            corpus.recall.set("search.max_results", COUNT)
            hits = corpus.recall.hits(query, arms=["bm25"], max_results=COUNT)
        found = {str(hit["id"]): hit["arms"]["bm25"]["score"] for hit in hits}
        corpus.word_scores[query] = np.array([found.get(id, 0.0) for id in corpus.ids])
    return corpus.word_scores[query]
