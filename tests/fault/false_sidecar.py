"""A listener in the sidecar's place that answers what a test tells it to."""

import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from pg_recall_udf.embed.preset import MINILM_INT8

MODEL = f"{MINILM_INT8.name}/{MINILM_INT8.fingerprint}"

# The bytes for a request of so many texts; None says nothing until the caller leaves.
Reply = Callable[[int], bytes | None]


class FalseSidecar(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Answers each request with `reply(number of texts)`, then closes the connection."""

    daemon_threads = True

    def __init__(self, path: Path, reply: Reply) -> None:
        self.reply = reply
        self.requests = threading.Semaphore(0)  # one for each request that has come in
        super().__init__(str(path), _Request)
        path.chmod(0o666)


class _Request(socketserver.StreamRequestHandler):
    server: FalseSidecar

    def handle(self) -> None:
        length = 0
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        texts = json.loads(self.rfile.read(length))["texts"]
        self.server.requests.release()
        reply = self.server.reply(len(texts))
        if reply is None:
            self.rfile.read()
        else:
            self.wfile.write(reply)


@contextmanager
def listening(path: Path, reply: Reply) -> Iterator[FalseSidecar]:
    """Serve the path with threads of this process, and leave no file behind."""
    with FalseSidecar(path, reply) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
            path.unlink()


def unit(rows: int) -> np.ndarray:
    """Vectors as the contract wants them, though no model made them."""
    vectors = np.zeros((rows, MINILM_INT8.dim), np.float32)
    vectors[:, 0] = 1
    return vectors


def answer(vectors: np.ndarray, **headers: str | int) -> bytes:
    """A whole answer of the contract; `x_recall_model` and the like replace what a header should say."""
    body = vectors.astype("<f4").tobytes()
    fields: dict[str, str | int] = {
        "content_type": "application/octet-stream",
        "x_recall_contract": 1,
        "x_recall_model": MODEL,
        "x_recall_rows": vectors.shape[0],
        "x_recall_dim": vectors.shape[1],
        "content_length": len(body),
    }
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in (fields | headers).items()]
    return "\r\n".join(["HTTP/1.1 200 OK", *lines, "", ""]).encode() + body


def refusal(status: str, sqlstate: str, message: str) -> bytes:
    """An answer that reports an error."""
    body = json.dumps({"sqlstate": sqlstate, "message": message, "detail": None, "hint": None}).encode()
    return f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body
