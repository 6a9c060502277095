import pytest

from pg_recall_udf.errors import RecallError


@pytest.fixture
def answer(functions):
    """What the search answers: one compact row, everything in order."""
    document = {
        "results": [{"id": "1", "e": "door", "c": "blue", "t": "fact", "i": 0.6, "s": 0.5}],
        "count": 1,
    }
    functions.answers["recall.search_json"] = document
    functions.answers["recall._tool_neighbours"] = {"door": [{"name": "house", "relation": "uses", "importance": 0.5}]}
    return document


def test_a_hybrid_answer_has_the_fields_of_the_family(run, answer):
    assert run("cuba_faro", query="what colour") == {
        "mode": "hybrid",
        "query": "what colour",
        "results": answer["results"],
        "count": 1,
        "graphrag_context": {"door": [{"name": "house", "relation": "uses", "importance": 0.5}]},
    }


def test_compact_rows_always_have_all_six_keys(run, answer):
    answer["results"] = [{"id": "1", "c": "x", "t": "fact", "s": 0.1}]
    (row,) = run("cuba_faro", query="q")["results"]
    assert sorted(row) == ["c", "e", "i", "id", "s", "t"]
    assert row["e"] is None


@pytest.mark.parametrize(("limit", "used"), [(None, 10), (-5, 1), (0, 1), (7, 7), (999, 50), (2**31, 50)])
def test_the_limit_is_brought_into_range(run, functions, answer, limit, used):
    run("cuba_faro", query="q", limit=limit)
    assert functions.asked("recall.search_json")["max_results"] == used


@pytest.mark.parametrize(
    ("tags", "used"),
    [("100%", ["100%"]), ("a, b ,", ["a", "b"]), (["a,b"], ["a,b"]), ("", None), ([], None), (None, None)],
)
def test_tags_come_as_one_keyword_several_or_a_list(run, functions, answer, tags, used):
    run("cuba_faro", query="q", tags=tags)
    assert functions.asked("recall.search_json")["tags"] == used


def test_switching_bm25_off_leaves_the_other_arms(run, functions, answer):
    run("cuba_faro", query="q", enable_bm25=False, include_unscoped=True)
    asked = functions.asked("recall.search_json")
    assert asked["arms"] == ["vector", "names"]
    assert asked["include_shared"] is True


@pytest.mark.parametrize("bound", ["after", "before"])
def test_a_bound_that_cannot_be_read_is_quoted_with_the_expected_format(run, answer, bound):
    with pytest.raises(RecallError) as caught:
        run("cuba_faro", query="q", **{bound: "last tuesday"})
    assert '"last tuesday"' in caught.value.message
    assert "RFC 3339" in caught.value.message


@pytest.mark.parametrize("query", ["", "   ", "\n"])
def test_a_blank_query_is_refused(run, answer, query):
    with pytest.raises(RecallError, match=r"\$\.query"):
        run("cuba_faro", query=query)


@pytest.mark.parametrize(
    "asked",
    [{"mode": "verify"}, {"rerank": True}, {"diversify": True}, {"abstain_ood": True}, {"associative": True}],
)
def test_what_is_not_built_is_refused_by_name(run, answer, asked):
    with pytest.raises(RecallError) as caught:
        run("cuba_faro", query="q", **asked)
    assert caught.value.sqlstate == "RC0A0"


def test_the_neutral_values_of_what_is_not_built_are_accepted(run, answer):
    given = {
        "rerank": False,
        "diversify": False,
        "mmr_lambda": 0.7,
        "ood_threshold": 9.5,
        "associative": False,
    }
    assert run("cuba_faro", query="q", mode="hybrid", **given)["count"] == 1


def test_a_verbose_row_carries_the_scores_of_its_arms(run, answer):
    answer["results"] = [
        {
            "id": "1",
            "kind": "error",
            "type": "error",
            "content": "x",
            "entity": "door",
            "score": 0.9,
            "arms": {"vector": {"score": 0.8, "rank": 1}, "bm25": {"score": 3.5, "rank": 2}},
            "flags": {},
        }
    ]
    (row,) = run("cuba_faro", query="q", format="verbose")["results"]
    assert row == {
        "type": "error",
        "entity_name": "door",
        "observation_type": "error",
        "id": "1",
        "content": "x",
        "score": 0.9,
        "fused_score": 0.9,
        "vector_score": 0.8,
        "bm25_score": 3.5,
    }


def test_degradation_is_told_apart_for_bm25(run, answer):
    answer["degraded"] = {"vector": "no embedder", "bm25": "index missing"}
    told = run("cuba_faro", query="q")
    assert (told["degraded"], told["degraded_reason"]) == (True, "no embedder")
    assert (told["bm25_degraded"], told["bm25_degraded_reason"]) == (True, "index missing")


def test_the_context_covers_the_first_three_entities(run, functions, answer):
    answer["results"] = [{"id": str(n), "e": name} for n, name in enumerate(["a", "b", "a", None, "c", "d"])]
    run("cuba_faro", query="q")
    assert functions.asked("recall._tool_neighbours")["names"] == ["a", "b", "c"]
