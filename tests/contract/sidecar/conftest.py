"""Real sidecars, and servers that answer whatever a test wants, each on a socket of its own."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from pg_recall.home import Home
from pg_recall_udf.embed import client, exchange
from pg_recall_udf.embed.encode import Encoder, encoder
from pg_recall_udf.embed.preset import MINILM_INT8

ROOT = Path(__file__).parents[3]


@dataclass
class Sidecar:
    """A running sidecar process."""

    process: subprocess.Popen[str]
    socket_path: str

    def embed(self, texts: list[str], mode: str = "query", **options) -> np.ndarray:
        options.setdefault("pause", lambda: None)
        return client.embed(texts, mode, MINILM_INT8.name, socket_path=self.socket_path, **options)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="session")
def models(runtime: Home) -> Path:
    return runtime.models


@pytest.fixture(scope="session")
def own_encoder(models: Path) -> Encoder:
    """The model in this process."""
    return encoder(models / MINILM_INT8.name, MINILM_INT8)


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts sidecar processes; those that still run are killed at the end."""
    started = []

    def begin(socket_path: str, models: Path, *options: str) -> subprocess.Popen[str]:
        packages = f"{ROOT / 'python/udf'}:{ROOT / 'python/sidecar'}"
        process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pg_recall_sidecar",
                "--socket",
                socket_path,
                "--models",
                models,
                *options,
            ],
            env={**os.environ, "PYTHONPATH": packages, "OPENBLAS_NUM_THREADS": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.fixture(scope="session")
def start(launch: Callable[..., subprocess.Popen[str]], models: Path) -> Callable[..., Sidecar]:
    """Starts sidecars and returns once they serve."""

    def begin(socket_path: str, *options: str) -> Sidecar:
        process = launch(socket_path, models, *options)
        said = []
        for line in process.stderr:
            said.append(line)
            if "serving" in line:
                return Sidecar(process, socket_path)
        pytest.fail(f"the sidecar ended with status {process.wait()}: {''.join(said)}")

    return begin


@pytest.fixture(scope="session")
def sidecar(start: Callable[..., Sidecar]) -> Iterator[Sidecar]:
    """One sidecar for all tests that leave it as it is."""
    with tempfile.TemporaryDirectory() as place:
        yield start(f"{place}/sidecar.sock")


@pytest.fixture
def socket_path() -> Iterator[str]:
    """A path for a socket, short enough for one."""
    with tempfile.TemporaryDirectory() as place:
        yield f"{place}/sidecar.sock"


@pytest.fixture(autouse=True)
def no_kept_connection() -> Iterator[None]:
    yield
    exchange.disconnect()


@pytest.fixture
def answering(socket_path: str) -> Iterator[Callable[..., str]]:
    """Serves every connection the same bytes after its request; returns the path of the socket."""
    server = socket.socket(socket.AF_UNIX)
    threads = []

    def begin(*answers: bytes, repeat: bool = False) -> str:
        def serve() -> None:
            for answer in answers:
                with contextlib.suppress(OSError):
                    link, _ = server.accept()
                    with link:
                        link.recv(1 << 20)
                        link.sendall(answer)
                        while repeat:
                            link.sendall(answer)

        server.bind(socket_path)
        server.listen()
        threads.append(threading.Thread(target=serve))
        threads[0].start()
        return socket_path

    yield begin
    with contextlib.suppress(OSError):
        server.shutdown(socket.SHUT_RDWR)
    server.close()
    for thread in threads:
        thread.join()
