"""The vector arm with an HNSW graph: nearly what brute force finds, wherever a vector is stored."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import psycopg
import pytest
from indexed import Indexed, notes, with_vectors

from pg_recall.cluster.cluster import Cluster

DATABASE = "recall_graph"
COUNT, DIMENSION, QUERIES, TOP = 3000, 384, 20, 10
SMALL = "few"
# A vector in the graph, one in a segment that it does not hold yet, one that is fresh.
FIRST_LATER, FIRST_FRESH = 2000, 2600


@dataclass(frozen=True)
class Corpus:
    """What was stored, in the order of its vectors."""

    index: Indexed
    ids: list[str]
    vectors: np.ndarray
    queries: list[str]
    query_vectors: np.ndarray

    def nearest(self, query: np.ndarray, allowed: np.ndarray | None = None) -> set[str]:
        """Ids by brute force."""
        cosines = self.vectors @ query
        if allowed is not None:
            cosines = np.where(allowed, cosines, -2)
        return {self.ids[at] for at in np.argsort(-cosines)[:TOP]}

    def recall(self, allowed: np.ndarray | None = None, **filters: object) -> float:
        """Mean share of the nearest that the vector arm finds, over all queries."""
        found = []
        for text, query in zip(self.queries, self.query_vectors, strict=True):
            names = "".join(f", {name} => %({name})s" for name in filters)
            rows = self.index.session.execute(
                f"select id::text from recall.search(%(query)s, max_results => {TOP}, arms => '{{vector}}'{names})",
                {"query": text, **filters},
            ).fetchall()
            found.append(len({row[0] for row in rows} & self.nearest(query, allowed)) / TOP)
        return float(np.mean(found))


def clustered(random: np.random.Generator, count: int, centres: np.ndarray) -> np.ndarray:
    """Unit vectors around the centres, as those of texts lie; float16 as they are stored."""
    vectors = centres[random.integers(len(centres), size=count)] + random.normal(0, 0.06, (count, DIMENSION))
    vectors = vectors.astype(np.float16).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def corpus(cluster: Cluster, admin_dsn: str, copy_template: Callable[[str], None]) -> Iterator[Corpus]:
    copy_template(DATABASE)
    random = np.random.default_rng(11)
    with psycopg.connect(cluster.home.dsn(database=DATABASE), autocommit=True) as session:
        index = Indexed(session)
        texts = [f"{item['content']} asked" for item in notes(0, QUERIES)]
        asked = np.array([index.session.execute("select recall.embed(%s)::text", [text]).fetchone()[0][1:-1].split(",") for text in texts], dtype=np.float32)
        vectors = clustered(random, COUNT, asked)
        items = [
            {**item, "tags": ["half"] * (n % 2 == 0) + ["rare"] * (n % 100 == 7) + ["all"]}
            for n, item in enumerate(with_vectors(notes(0, COUNT), vectors))
        ]
        session.execute("select recall.create_project(%s)", [SMALL])
        index.value("select recall.set_setting('search.exact_vectors', '25')")
        index.value("select recall.set_setting('index.fresh_limit', '100000')")
        ids = index.ingest(items[:FIRST_LATER])
        index.fold()
        index.value("select recall.index_vectors()")
        index.ingest(with_vectors(notes(0, 30), vectors[:30]), project=SMALL)
        ids += index.ingest(items[FIRST_LATER:FIRST_FRESH])
        index.fold()
        ids += index.ingest(items[FIRST_FRESH:])
        yield Corpus(index, ids, vectors, texts, asked)
    with psycopg.connect(admin_dsn, autocommit=True) as admin:
        admin.execute(f"drop database {DATABASE} with (force)")


def outside(corpus: Corpus) -> int:
    return corpus.index.value("select count(*) from recall.segment_code where not in_graph")


@pytest.mark.parametrize("is_entered", [False, True], ids=["before upkeep", "after upkeep"])
def test_the_graph_and_what_is_outside_find_what_brute_force_finds(corpus, is_entered):
    if is_entered:
        corpus.index.session.execute("call recall.maintain('graph')")
    assert outside(corpus) == (0 if is_entered else 1)
    number = np.arange(COUNT)
    assert corpus.recall() >= 0.99
    assert corpus.recall(tags=["all"]) >= 0.99
    assert corpus.recall(number % 2 == 0, tags=["half"]) >= 0.99
    assert corpus.recall(number % 100 == 7, tags=["rare"]) == 1
    assert corpus.index.problems() == []


def test_a_search_uses_the_graph(corpus, cluster):
    scans = "select coalesce(sum(idx_scan), 0) from pg_stat_user_indexes where indexrelname like '%hnsw%'"
    with psycopg.connect(cluster.home.dsn("postgres", DATABASE), autocommit=True) as owner:
        before = owner.execute(scans).fetchone()[0]
        with psycopg.connect(cluster.home.dsn(database=DATABASE), autocommit=True) as other:
            other.execute("select * from recall.search('storm', arms => '{vector}')").fetchall()
        while owner.execute(scans).fetchone()[0] == before:  # counted when the session has ended
            owner.execute("select pg_stat_clear_snapshot()")


def test_a_small_project_in_the_same_table_finds_all_its_own(corpus):
    found = corpus.index.session.execute(
        "select id from recall.search(%s, max_results => 50, arms => '{vector}', project => %s)",
        [corpus.queries[0], SMALL],
    ).fetchall()
    assert len(found) == 30


def test_the_nearest_is_gone_when_forgotten_and_found_by_its_new_vector_when_corrected(corpus):
    text = corpus.queries[3]
    arms = "select id::text from recall.search(%s, arms => '{vector}') order by rank"
    with corpus.index.session.transaction(force_rollback=True):
        nearest, second, *_ = (row[0] for row in corpus.index.session.execute(arms, [text]))
        corpus.index.value("select recall.forget(%s)", nearest)
        assert nearest not in {row[0] for row in corpus.index.session.execute(arms, [text])}
        corpus.index.value("select recall.correct(%s, %s)", second, "The parser drops trailing commas.")
        assert corpus.index.session.execute(arms, ["Which parser drops commas?"]).fetchone()[0] == second
        assert second not in {row[0] for row in corpus.index.session.execute(arms, [text])}
        assert corpus.index.problems() == []


def test_a_segment_that_claims_to_be_in_the_graph_is_found_out(corpus, cluster):
    with psycopg.connect(cluster.home.dsn("postgres", DATABASE)) as owner:
        owner.execute("update recall.embedding_1 set in_graph = false where passage_no % 50 = 3")
        owner.execute("select recall.use_project('default')")
        problems = {row[1] for row in owner.execute("select * from recall.check_index()")}
        owner.rollback()
    assert problems == {"outside graph"}
