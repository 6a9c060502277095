"""The sidecar and a backend's own model make the same vectors."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from pg_recall_udf.embed.preset import MINILM_INT8

TEXTS = [
    "Where did we put the deployment notes?",
    "The deployment runs on PostgreSQL 15.",
    "Anna moved to Berlin in 2021 and lives there with two dogs.",
    "ERROR: canceling statement due to statement timeout",
    "¿Dónde están las notas? 部署在数据库里运行。 😀",
    "",
    "<|endoftext|> [SEP] [CLS] [PAD]",
    " ".join(f"word{number}" for number in range(400)),
    "x" * 1_000_000,
    "naïve café, e\u0301 and \ufeffbyte order mark\r\n",
]


def test_sidecar_and_backend_agree(sidecar, own_encoder):
    theirs, ours = sidecar.embed(TEXTS), own_encoder.encode(TEXTS, "query")
    assert (theirs * ours).sum(axis=1).min() >= 0.9999


def test_known_vector_comes_out_of_the_sidecar(sidecar):
    known = MINILM_INT8.known
    head = sidecar.embed([known.text], "passage")[0, : len(known.head)]
    assert head == pytest.approx(known.head, abs=known.tolerance)


def test_batch_of_one_equals_batch_of_many(sidecar):
    together = sidecar.embed(TEXTS)
    alone = np.concatenate([sidecar.embed([text]) for text in TEXTS])
    assert (together * alone).sum(axis=1).min() >= 0.9999


def test_order_of_texts_is_kept_over_several_requests(sidecar, own_encoder):
    texts = [f"note {number} " + "and more " * (number % 5) for number in range(300)]
    vectors = sidecar.embed(texts, "passage")
    chosen = [0, 1, 137, 255, 256, 299]
    ours = own_encoder.encode([texts[number] for number in chosen], "passage")
    assert (vectors[chosen] * ours).sum(axis=1).min() >= 0.9999
    assert (vectors @ ours.T).argmax(axis=0).tolist() == chosen


def test_distinct_texts_have_distinct_vectors(sidecar):
    texts = [f"Invoice {number} was paid by customer {number * 7}." for number in range(100)]
    assert len(np.unique(sidecar.embed(texts, "passage"), axis=0)) == len(texts)


def test_no_texts_give_no_vectors(sidecar):
    assert sidecar.embed([]).shape == (0, MINILM_INT8.dim)


def test_twenty_callers_get_their_own_answers(sidecar, own_encoder):
    texts = [f"{city} is where caller {number} lives" for number, city in enumerate(["Oslo", "Lima"] * 10)]

    def call(text: str) -> np.ndarray:
        rows = [sidecar.embed([text])[0] for _ in range(3)]
        return np.stack(rows)

    with ThreadPoolExecutor(len(texts)) as pool:
        answers = list(pool.map(call, texts))
    ours = own_encoder.encode(texts, "query")
    for answer, expected in zip(answers, ours, strict=True):
        assert (answer @ expected).min() >= 0.9999
