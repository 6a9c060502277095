"""Reading the sidecar's answer: anything the contract does not allow is an error, never a vector."""

import json
from dataclasses import dataclass

import numpy as np

from pg_recall_udf.embed.preset import Preset
from pg_recall_udf.embed.vector import Vectors, checked
from pg_recall_udf.errors import RecallError

_MAX_HEADER_BYTES = 16_384
_MAX_BODY_BYTES = 64 << 20
# Codes the sidecar may report as its own.
_PASSED_ON = frozenset({"RC003", "RC010", "RC011", "RC012"})


class Reported(RecallError):
    """An error that the sidecar itself reported: it lives, and the breaker has no part in it."""


@dataclass(frozen=True)
class Answer:
    """One whole HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def keep_alive(self) -> bool:
        """Whether the connection may be used again."""
        return self.headers.get("connection", "").lower() == "keep-alive"

    def vectors(self, rows: int, model: Preset) -> Vectors:
        """The vectors, float32 of shape (rows, dim).

        Raises: the sidecar's own error; RC010 for another model, a wrong dimension, NaN, zeros; else RC012.
        """
        if self.status != 200:
            raise self._error()
        if self.headers.get("content-type") != "application/octet-stream":
            raise _nonsense("content type is not application/octet-stream")
        if self.headers.get("x-recall-contract") != "1":
            raise _nonsense("another version of the contract")
        made_by = self.headers.get("x-recall-model")
        if made_by != f"{model.name}/{model.fingerprint}":
            raise RecallError("RC010", f"the sidecar answered with model {made_by}, asked was {model.name}")
        dim = self.headers.get("x-recall-dim", "")
        if self.headers.get("x-recall-rows") != str(rows):
            raise _nonsense("another number of vectors than texts")
        if dim != str(model.dim):
            raise RecallError("RC010", f"the sidecar's vectors have dimension {dim}, expected {model.dim}")
        if len(self.body) != rows * model.dim * 4:
            raise _nonsense("the body's length does not fit its header")
        vectors = np.frombuffer(self.body, "<f4").astype(np.float32).reshape(rows, model.dim)
        return checked(vectors, rows, model)

    def _error(self) -> RecallError:
        try:
            document = json.loads(self.body)
            code, message = document["sqlstate"], document["message"]
            detail, hint = document["detail"], document["hint"]
        except (ValueError, KeyError, TypeError):
            return _nonsense(f"status {self.status} without an error document")
        if code not in _PASSED_ON or not isinstance(message, str):
            return _nonsense(f"status {self.status} with code {code!r}")
        return Reported(code, message, detail=detail, hint=hint)


def parse(received: bytearray) -> Answer | None:
    """The answer, or None while it is incomplete.

    Raises: RC012 as soon as the bytes cannot become an answer of the contract.
    """
    if not b"HTTP/1.1 ".startswith(received[:9]):
        raise _nonsense("it is not HTTP/1.1")
    end = received.find(b"\r\n\r\n")
    if end < 0:
        if len(received) > _MAX_HEADER_BYTES:
            raise _nonsense("endless header")
        return None
    status_line, *lines = bytes(received[:end]).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status, length = status_line[9:12], headers.get("content-length", "")
    if not (_is_number(status) and _is_number(length)) or int(length) > _MAX_BODY_BYTES:
        raise _nonsense("malformed status or length")
    missing = int(length) - (len(received) - end - 4)
    if missing < 0:
        raise _nonsense("more bytes than announced")
    return Answer(int(status), headers, bytes(received[end + 4 :])) if missing == 0 else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _nonsense(detail: str) -> RecallError:
    return RecallError(
        "RC012",
        "the sidecar's answer cannot be read",
        detail=detail,
        hint="Another program may listen on that socket, or the sidecar has another version.",
    )
