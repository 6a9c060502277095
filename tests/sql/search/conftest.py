"""Searches on a real server: a client of its functions, and sidecars that misbehave on demand."""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from searcher import Searcher

from pg_recall.cluster.cluster import Cluster
from pg_recall_udf.embed.breaker import Breaker, breaker_path

TIMEOUT_S = 30


@pytest.fixture
def recall(db: psycopg.Connection) -> Searcher:
    """A searcher whose writes are rolled back after the test."""
    return Searcher(db)


@pytest.fixture
def searcher(connect: Callable[..., psycopg.Connection]) -> Callable[..., Searcher]:
    """Opens searchers on a fresh database: each has a session of its own."""
    return lambda *arguments, **options: Searcher(connect(*arguments, **options))


class Stand:
    """Stands in for the sidecar at its socket; the real one goes on behind it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.behind = path.with_name("sidecar.behind")
        self.asked = threading.Event()
        self.go_on = threading.Event()
        self._server: socket.socket | None = None
        self._threads: list[threading.Thread] = []
        os.rename(path, self.behind)

    def answer(self, handle: Callable[[socket.socket], None]) -> None:
        """Serve every connection with `handle`, until the sidecar is back."""
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(self.path))
        self.path.chmod(0o777)
        self._server.listen()
        self._start(self._serve, self._server, handle)

    def answer_late(self) -> None:
        """Pass requests on to the real sidecar, but only once `go_on` is set; `asked` tells that one has come."""
        self.answer(self._pass_on_late)

    def give_back(self) -> None:
        """The real sidecar serves again."""
        self.go_on.set()
        if self._server is not None:
            with contextlib.suppress(OSError):
                self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()
            self._server = None
        self.path.unlink(missing_ok=True)
        if self.behind.exists():
            os.rename(self.behind, self.path)
        for thread in self._threads:
            thread.join(TIMEOUT_S)

    def _serve(self, server: socket.socket, handle: Callable[[socket.socket], None]) -> None:
        while True:
            try:
                link, _ = server.accept()
            except OSError:
                return
            self._start(self._handle, link, handle)

    def _handle(self, link: socket.socket, handle: Callable[[socket.socket], None]) -> None:
        with link, contextlib.suppress(OSError):
            handle(link)

    def _pass_on_late(self, link: socket.socket) -> None:
        with socket.socket(socket.AF_UNIX) as real:
            real.connect(str(self.behind))
            while request := link.recv(1 << 16):
                self.asked.set()
                self.go_on.wait(TIMEOUT_S)
                real.sendall(request)
                link.sendall(real.recv(1 << 20))

    def _start(self, target: Callable[..., None], *arguments: Any) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        thread.start()
        self._threads.append(thread)


@pytest.fixture
def stand(cluster: Cluster) -> Iterator[Stand]:
    """Takes the place of the sidecar for one test. Sessions opened before keep their connection to the real one."""
    path = cluster.home.sidecar_socket
    taken = Stand(path)
    yield taken
    taken.give_back()
    Breaker(breaker_path(path)).reset()
