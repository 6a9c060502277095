"""The sidecar's side of the contract: requests, refusals, start and stop."""

import http.client
import json
import os
import shutil
import signal
import socket
import stat
from pathlib import Path

import numpy as np
import pytest

import pg_recall_sidecar
from pg_recall_sidecar.serve import CONTRACT
from pg_recall_udf.embed import client
from pg_recall_udf.embed.preset import MINILM_INT8

WRITTEN = json.loads((Path(pg_recall_sidecar.__path__[0]) / "contract.json").read_text())
BODY = {"v": 1, "model": MINILM_INT8.name, "mode": "query", "texts": ["text"]}


def ask(socket_path: str, *sent: bytes) -> list[tuple[int, dict[str, str], bytes]]:
    """Send all bytes at once and read as many answers as were sent."""
    answers = []
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10)
        link.connect(socket_path)
        link.sendall(b"".join(sent))
        with link.makefile("rb") as stream:
            for _ in sent:
                status = int(stream.readline().split()[1])
                headers = {}
                while (line := stream.readline()) != b"\r\n":
                    name, _, value = line.decode().partition(": ")
                    headers[name] = value.strip()
                answers.append((status, headers, stream.read(int(headers["content-length"]))))
    return answers


def post(document: object) -> bytes:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return b"POST /embed HTTP/1.1\r\ncontent-length: %d\r\n\r\n" % len(body) + body


def test_health_says_what_the_contract_says(sidecar):
    [(status, _, body)] = ask(sidecar.socket_path, b"GET /health HTTP/1.1\r\n\r\n")
    document = json.loads(body)
    assert status == 200
    assert set(document) == set(WRITTEN["health"]["fields"])
    assert document["pid"] == sidecar.process.pid
    assert document["models"] == {MINILM_INT8.name: MINILM_INT8.fingerprint}
    assert document["contract"] == WRITTEN["version"] == CONTRACT


def test_answer_has_the_headers_of_the_contract(sidecar):
    [(status, headers, body)] = ask(sidecar.socket_path, post(BODY))
    written = WRITTEN["embed"]["answer"]["200"]
    assert status == 200
    assert headers["content-type"] == written["content_type"]
    assert set(written["headers"]) <= set(headers)
    assert np.frombuffer(body, "<f4").shape == (MINILM_INT8.dim,)


def test_a_standard_client_is_served(sidecar):
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(sidecar.socket_path)
    for _ in range(2):
        connection.request("POST", "/embed", json.dumps(BODY), {"content-type": "application/json"})
        assert len(connection.getresponse().read()) == MINILM_INT8.dim * 4
    connection.close()


def test_requests_sent_ahead_are_answered_in_order(sidecar):
    first, second = {**BODY, "texts": ["one", "two"]}, {**BODY, "texts": ["three"]}
    answers = ask(sidecar.socket_path, post(first), b"GET /health HTTP/1.1\r\n\r\n", post(second))
    assert [headers.get("x-recall-rows") for _, headers, _ in answers] == ["2", None, "1"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 404),
        (b"GET /embed HTTP/1.1\r\n\r\n", 405),
        (b"POST /health HTTP/1.1\r\ncontent-length: 0\r\n\r\n", 405),
        (b"nonsense\r\n\r\n", 400),
        (b"GET /health HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"POST /embed HTTP/1.1\r\ncontent-length: +1\r\n\r\n", 400),
        (b"POST /embed HTTP/1.1\r\n\r\n", 411),
        (b"POST /embed HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n", 411),
        (b"POST /embed HTTP/1.1\r\ncontent-length: 999999999\r\n\r\n", 413),
        (b"GET /health HTTP/1.1\r\nx: " + b"y" * 20_000, 431),
        (post(b"{"), 400),
        (post(b"[" * 100_000), 400),
        (post([]), 400),
        (post({**BODY, "v": 2}), 400),
        (post({**BODY, "mode": "other"}), 400),
        (post({**BODY, "model": None}), 400),
        (post({**BODY, "model": "other"}), 503),
        (post({**BODY, "texts": "text"}), 400),
        (post({**BODY, "texts": []}), 400),
        (post({**BODY, "texts": ["text", 1]}), 400),
        (post({**BODY, "texts": ["text"] * 257}), 400),
        (post({**BODY, "texts": ["\ud800"]}), 400),
    ],
)
def test_what_the_contract_does_not_allow_is_refused_with_a_code(sidecar, sent, status):
    [(answered, _, body)] = ask(sidecar.socket_path, sent)
    assert answered == status
    assert json.loads(body)["sqlstate"] in ("RC003", "RC011")
    assert sidecar.embed(["text"]).shape == (1, MINILM_INT8.dim)


def test_request_of_a_client_that_left_is_dropped(sidecar):
    pending = client.start(["word " * 250] * 24, "passage", MINILM_INT8.name, socket_path=sidecar.socket_path)
    pending.close()
    waiting = {"bulk": 24}
    while waiting["bulk"]:
        [(_, _, body)] = ask(sidecar.socket_path, b"GET /health HTTP/1.1\r\n\r\n")
        waiting = json.loads(body)["queue"]
        sidecar.embed(["text"])


def test_short_request_does_not_wait_for_a_long_one(sidecar):
    pending = client.start(["word " * 250] * 12, "passage", MINILM_INT8.name, socket_path=sidecar.socket_path)
    order = []

    def interject() -> None:
        if not order:
            sidecar.embed(["text"])
            order.append("short")

    pending.finish(interject)
    order.append("long")
    assert order == ["short", "long"]


def test_socket_is_open_to_its_owner_only_unless_told_otherwise(start, socket_path, sidecar):
    assert stat.S_IMODE(os.stat(sidecar.socket_path).st_mode) == 0o600
    start(socket_path, "--mode", "660")
    assert stat.S_IMODE(os.stat(socket_path).st_mode) == 0o660


def test_second_sidecar_refuses_a_socket_in_use(sidecar, launch, models):
    second = launch(sidecar.socket_path, models)
    said = second.communicate(timeout=30)[1]
    assert second.returncode == 3
    assert "already runs" in said
    assert sidecar.embed(["text"]).shape == (1, MINILM_INT8.dim)


def test_socket_of_a_killed_sidecar_is_replaced(start, socket_path):
    start(socket_path).kill()
    assert os.path.exists(socket_path)
    assert start(socket_path).embed(["text"]).shape == (1, MINILM_INT8.dim)


def test_foreign_server_and_foreign_file_are_left_alone(socket_path, launch, models):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(socket_path)
        server.listen()
        second = launch(socket_path, models)
        assert "already answers" in second.communicate(timeout=30)[1]
        assert second.returncode == 3
    os.unlink(socket_path)
    Path(socket_path).write_text("mine")
    third = launch(socket_path, models)
    assert "not a socket" in third.communicate(timeout=30)[1]
    assert third.returncode == 3
    assert Path(socket_path).read_text() == "mine"


def test_stop_answers_what_was_accepted_and_removes_the_socket(start, socket_path):
    running = start(socket_path)
    pending = client.start(["word " * 100] * 16, "passage", MINILM_INT8.name, socket_path=socket_path)
    ask(socket_path, b"GET /health HTTP/1.1\r\n\r\n")
    running.process.send_signal(signal.SIGTERM)
    assert pending.finish(lambda: None).shape == (16, MINILM_INT8.dim)
    assert running.process.wait(30) == 0
    assert not os.path.exists(socket_path)


def test_altered_model_is_not_served(launch, models, socket_path, tmp_path):
    copy = tmp_path / MINILM_INT8.name
    shutil.copytree(models / MINILM_INT8.name, copy)
    with (copy / "model.onnx").open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"\x2a\x2a\x2a\x2a")
    process = launch(socket_path, tmp_path)
    assert "RC011" in process.communicate(timeout=30)[1]
    assert process.returncode == 1
    assert not os.path.exists(socket_path)


def test_missing_models_are_named(launch, socket_path, tmp_path):
    process = launch(socket_path, tmp_path)
    assert "RC011 no known model" in process.communicate(timeout=30)[1]
    assert process.returncode == 1
