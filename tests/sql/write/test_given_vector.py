"""Vectors that a caller brings along: stored as they are when they fit, refused one by one when they do not."""

import numpy as np
import pytest

MODEL = "minilm-int8"
DIMENSION = 384
GOOD = [1.0] + [0.0] * (DIMENSION - 1)


def item(content, vector, model=MODEL, **attributes):
    return {"content": content, "embedding": {"model": model, "vector": vector}, **attributes}


def test_a_given_vector_is_what_is_searched(recall):
    wanted = "Who waters the plants?"
    vector = np.array(recall.value("select recall.embed(%s)::text", wanted)[1:-1].split(","), dtype=float)
    # Of any length: only the direction counts.
    near, far = recall.ingest([item("xylophone", (7 * vector).tolist()), item("ukulele", (-vector).tolist())])[
        "results"
    ]
    hits = recall.rows("search", query=wanted, arms=["vector"])
    assert [str(hit["id"]) for hit in hits] == [near["id"], far["id"]]
    assert hits[0]["arms"]["vector"]["score"] == pytest.approx(1, abs=0.001)
    assert hits[1]["arms"]["vector"]["score"] == pytest.approx(-1, abs=0.001)
    assert not recall.call("get", id=near["id"])["is_embedding_queued"]


@pytest.mark.parametrize(
    ("vector", "model"),
    [
        (GOOD, "minilm"),
        (GOOD, ""),
        (GOOD, "MINILM-INT8"),
        (GOOD, None),
        (GOOD[:-1], MODEL),
        ([*GOOD, 0.0], MODEL),
        ([GOOD], MODEL),
        ([], MODEL),
        ([0.0] * DIMENSION, MODEL),
        (["a"] * DIMENSION, MODEL),
        ([None] * DIMENSION, MODEL),
        ([[1.0]] * DIMENSION, MODEL),
        ([-1e300] + GOOD[1:], MODEL),
        (["NaN"] + GOOD[1:], MODEL),
        (["Infinity"] + GOOD[1:], MODEL),
        (["-inf"] + GOOD[1:], MODEL),
        ("text", MODEL),
        ({"0": 1.0}, MODEL),
        (None, MODEL),
    ],
    ids=repr,
)
def test_a_vector_that_does_not_fit_is_refused_alone(recall, vector, model):
    answer = recall.ingest([item("The lamp is lit.", GOOD), item("The lamp is out.", vector, model)])
    assert [result["outcome"] for result in answer["results"]] == ["added", "error"]
    error = answer["results"][1]["error"]
    assert error["code"] == "RC010"
    assert error["hint"]
    assert len(recall.listed()) == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_json_does_not_know_never_becomes_a_vector(recall, number):
    document = '[{"content": "The lamp is out.", "embedding": {"model": "minilm-int8", "vector": [%s%s]}}]'
    error = recall.error("ingest", items=document % (number, ", 0" * (DIMENSION - 1)), atomic=True)
    assert error.sqlstate == ("RC010" if number == "1e999" else "22P02")
    assert recall.listed() == []


def test_a_long_text_needs_its_vectors_made_here(recall):
    long_text = " ".join(f"Sentence number {n} is about lanterns." for n in range(200))
    result = recall.ingest([item(long_text, GOOD)])["results"][0]
    assert result["error"]["code"] == "RC010"
    assert result["error"]["hint"] == "Leave embedding out."
