"""The part of HTTP/1.1 that the contract uses: one request out of a byte buffer, one answer into bytes."""

import json
from dataclasses import dataclass
from http import HTTPStatus

from pg_recall_udf.errors import RecallError

MAX_HEADER_BYTES = 16_384
MAX_BODY_BYTES = 8 << 20


@dataclass(frozen=True)
class HttpRequest:
    """A whole request: method, path without query string, body, and whether the connection stays open."""

    method: str
    path: str
    body: bytes
    keep_alive: bool


class Refused(Exception):
    """A request that cannot be read; the connection is closed after the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def parse(buffer: bytearray) -> HttpRequest | None:
    """Take one request off the front of the buffer, or None while it is incomplete.

    Raises: Refused for what this server does not read.
    """
    end = buffer.find(b"\r\n\r\n")
    if end < 0:
        if len(buffer) > MAX_HEADER_BYTES:
            raise Refused(431, "header too large")
        return None
    if end > MAX_HEADER_BYTES:
        raise Refused(431, "header too large")
    request_line, *lines = bytes(buffer[:end]).decode("latin-1").split("\r\n")
    parts = request_line.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise Refused(400, "malformed request line")
    headers = dict(_header(line) for line in lines)
    length = _body_length(parts[0], headers)
    body_start = end + 4
    if len(buffer) < body_start + length:
        return None
    body = bytes(buffer[body_start : body_start + length])
    del buffer[: body_start + length]
    keep_alive = parts[2] != "HTTP/1.0" and headers.get("connection", "").lower() != "close"
    return HttpRequest(parts[0], parts[1].partition("?")[0], body, keep_alive)


def _header(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon or not name or name != name.strip():
        raise Refused(400, "malformed header line")
    return name.lower(), value.strip()


def _body_length(method: str, headers: dict[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise Refused(411, "chunked bodies are not read; send content-length")
    text = headers.get("content-length")
    if text is None:
        if method == "POST":
            raise Refused(411, "content-length is missing")
        return 0
    if not (text.isascii() and text.isdigit()):
        raise Refused(400, "malformed content-length")
    length = int(text)
    if length > MAX_BODY_BYTES:
        raise Refused(413, f"body of {length} bytes, at most {MAX_BODY_BYTES}")
    return length


def answer(status: int, body: bytes, headers: dict[str, str], keep_alive: bool) -> bytes:
    """The bytes of one answer."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines.append(f"content-length: {len(body)}")
    lines.append(f"connection: {'keep-alive' if keep_alive else 'close'}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def json_answer(status: int, document: object, keep_alive: bool) -> bytes:
    """An answer whose body is a JSON document."""
    return answer(status, json.dumps(document).encode(), {"content-type": "application/json"}, keep_alive)


def error_answer(status: int, error: RecallError, keep_alive: bool) -> bytes:
    """An answer that carries an error's code, message, detail and hint."""
    document = {
        "sqlstate": error.sqlstate,
        "message": error.message,
        "detail": error.detail,
        "hint": error.hint,
    }
    return json_answer(status, document, keep_alive)
