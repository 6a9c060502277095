"""A sidecar that is gone, hangs or talks nonsense costs an error with a code, never a wrong vector."""

import json
import os
import signal
import socket
import time

import numpy as np
import pytest

from pg_recall_udf.embed import client, exchange
from pg_recall_udf.embed.answer import Reported
from pg_recall_udf.embed.preset import MINILM_INT8
from pg_recall_udf.errors import RecallError

GOOD = np.eye(1, MINILM_INT8.dim, dtype="<f4")


class Cancelled(BaseException):
    """What a backend's pause raises for a cancelled statement."""


def answer(body: bytes = GOOD.tobytes(), status: str = "200 OK", **changed: str) -> bytes:
    headers = {
        "content-type": "application/octet-stream",
        "x-recall-contract": "1",
        "x-recall-model": f"{MINILM_INT8.name}/{MINILM_INT8.fingerprint}",
        "x-recall-rows": "1",
        "x-recall-dim": str(MINILM_INT8.dim),
        "content-length": str(len(body)),
        "connection": "keep-alive",
    } | {name.replace("_", "-"): value for name, value in changed.items()}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def embed(socket_path: str, *, seconds: float = 5.0, pause=lambda: None) -> np.ndarray:
    deadline = time.monotonic() + seconds
    return client.embed(
        ["text"], "query", MINILM_INT8.name, socket_path=socket_path, pause=pause, deadline=deadline
    )


def code(socket_path: str, **options) -> str:
    with pytest.raises(RecallError) as caught:
        embed(socket_path, **options)
    return caught.value.sqlstate


def test_absent_sidecar_is_reported_without_waiting(socket_path):
    with pytest.raises(RecallError) as caught:
        client.start(["text"], "query", MINILM_INT8.name, socket_path=socket_path)
    assert (caught.value.sqlstate, caught.value.detail) == (
        "RC012",
        f"{socket_path}: No such file or directory",
    )


def test_killed_sidecar_is_reported_before_the_deadline(start, socket_path):
    running = start(socket_path)
    running.embed(["text"])
    pending = client.start(["text " * 50] * 256, "passage", MINILM_INT8.name, socket_path=socket_path)
    running.kill()
    with pytest.raises(RecallError) as caught:
        pending.finish(lambda: None)
    assert (caught.value.sqlstate, caught.value.message) == ("RC012", "the sidecar cannot be reached")
    assert code(socket_path) == "RC012"


def test_restarted_sidecar_is_used_again_over_the_stale_connection(start, socket_path):
    running = start(socket_path)
    before = running.embed(["text"])
    running.kill()
    after = start(socket_path).embed(["text"])
    assert (before @ after.T).item() >= 0.9999


def test_stopped_sidecar_costs_the_deadline_and_then_serves_on(start, socket_path):
    running = start(socket_path)
    running.embed(["text"])
    running.process.send_signal(signal.SIGSTOP)
    pauses = []
    assert code(socket_path, seconds=0.1, pause=lambda: pauses.append(None)) == "RC012"
    assert len(pauses) >= 3
    running.process.send_signal(signal.SIGCONT)
    assert running.embed(["text"]).shape == (1, MINILM_INT8.dim)


def test_cancel_in_the_middle_passes_through_and_leaves_no_answer_behind(start, socket_path, own_encoder):
    running = start(socket_path)
    running.embed(["text"])
    running.process.send_signal(signal.SIGSTOP)

    def cancel() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        running.embed(["the question that was cancelled"], pause=cancel)
    running.process.send_signal(signal.SIGCONT)
    answered = running.embed(["another question"])
    assert (answered @ own_encoder.encode(["another question"], "query").T).item() >= 0.9999


def test_server_that_accepts_nobody_costs_the_deadline(socket_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(socket_path)
        server.listen(0)
        waiting = []
        while not waiting or waiting[-1].connect_ex(socket_path) == 0:
            waiting.append(socket.socket(socket.AF_UNIX))
            waiting[-1].setblocking(False)
        assert code(socket_path, seconds=0.1) == "RC012"
        for link in waiting:
            link.close()


def test_connection_of_a_parent_process_is_not_used(sidecar):
    sidecar.embed(["text"])
    child = os.fork()
    if child == 0:
        kept = exchange._take_idle(sidecar.socket_path)
        os._exit(0 if kept is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert sidecar.embed(["text"]).shape == (1, MINILM_INT8.dim)


def test_good_answer_of_the_fake_is_accepted(answering):
    assert (embed(answering(answer())) == GOOD).all()


@pytest.mark.parametrize(
    "garbage",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x00" * 100,
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 abc OK\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 999999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 5_000,
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        answer() + b"more",
        answer()[:-1],
        answer(content_type="text/html"),
        answer(x_recall_contract="2"),
        answer(x_recall_rows="2"),
        answer(b"\0" * 8),
        answer(b"<html>busy</html>", status="503 Service Unavailable"),
        answer(b'{"sqlstate": "XX000"}', status="500 Internal Server Error"),
        answer(b"[]", status="500 Internal Server Error"),
    ],
)
def test_nonsense_is_unavailable(answering, garbage):
    assert code(answering(garbage)) == "RC012"


def test_endless_nonsense_ends(answering):
    assert code(answering(b"HTTP/1.1 200 OK\r\nx: " + b"y" * 65_536, repeat=True)) == "RC012"


@pytest.mark.parametrize(
    "refused",
    [
        answer((GOOD * np.nan).tobytes()),
        answer((GOOD * 0).tobytes()),
        answer((GOOD * 2).tobytes()),
        answer((GOOD + np.inf).tobytes()),
        answer(np.eye(1, 768, dtype="<f4").tobytes(), x_recall_dim="768"),
        answer(x_recall_model="minilm-int8/0000000000000000"),
        answer(x_recall_model="other/8199be6f699a395f"),
    ],
    ids=["nan", "zero", "not normalised", "infinite", "dimension", "weights", "model"],
)
def test_unusable_vectors_are_refused(answering, refused):
    with np.errstate(invalid="ignore"):
        assert code(answering(refused)) == "RC010"


def test_what_the_sidecar_reports_keeps_its_code_and_fields(answering):
    document = {"sqlstate": "RC011", "message": "not loaded", "detail": "a", "hint": "b"}
    refused = answer(json.dumps(document).encode(), status="503 Service Unavailable")
    with pytest.raises(Reported) as caught:
        embed(answering(refused))
    error = caught.value
    assert (error.sqlstate, error.message, error.detail, error.hint) == ("RC011", "not loaded", "a", "b")


def test_connection_that_ended_after_its_answer_is_replaced(answering):
    other = np.eye(1, MINILM_INT8.dim, 1, dtype="<f4")
    path = answering(answer(), answer(other.tobytes()))
    assert (embed(path) == GOOD).all()
    assert (embed(path) == other).all()
