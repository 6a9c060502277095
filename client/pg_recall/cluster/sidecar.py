"""The sidecar: one process of the server's user that holds the models for every backend."""

import http.client
import json
import signal
import socket
import subprocess
import time
from pathlib import Path

from pg_recall.cluster import environment, process
from pg_recall.cluster.account import Account
from pg_recall.cluster.error import ClusterError
from pg_recall.cluster.server import differs
from pg_recall.home import Home

MODULE = "pg_recall_sidecar"
START_SECONDS = 60.0
STOP_SECONDS = 10.0


class _SocketConnection(http.client.HTTPConnection):
    """HTTP over a unix socket."""

    def __init__(self, path: Path, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def health(home: Home, timeout: float = 2.0) -> dict[str, object] | None:
    """The sidecar's own report; None when nothing answers within `timeout` seconds."""
    connection = _SocketConnection(home.sidecar_socket, timeout)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()
    return json.loads(body) if answer.status == 200 else None


def installed(home: Home) -> bool:
    """Whether the code directory in use holds the sidecar's package."""
    return (home.code / MODULE / "__main__.py").exists()


def running_pid(home: Home) -> int | None:
    """The sidecar's process id, checked against its command line; None when it does not run."""
    try:
        pid = int(_pid_file(home).read_text())
    except (FileNotFoundError, ValueError):
        return None
    command = process.arguments(pid)
    ours = MODULE in command and str(home.sidecar_socket) in command
    return pid if ours and process.alive(pid) else None


def start(home: Home, account: Account) -> None:
    """Start the sidecar with the code in use, replacing one that runs older code, and wait for its health.

    Raises: ClusterError with the end of its log when it ends or does not answer in time.
    """
    pid = running_pid(home)
    if pid is not None and not differs(pid, environment.runtime(home)) and health(home):
        return
    stop(home)
    log = home.log / "sidecar.log"
    pid = _launch(home, account, log)
    _pid_file(home).write_text(f"{pid}\n")
    deadline = time.monotonic() + START_SECONDS
    while health(home) is None:
        ended = not process.alive(pid)
        if ended or time.monotonic() > deadline:
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-10:])
            stop(home)
            raise ClusterError(
                f"the sidecar {'ended' if ended else 'does not answer'}:\n{tail}", f"read {log}"
            )
        time.sleep(0.05)


def _launch(home: Home, account: Account, log: Path) -> int:
    """Start the process as nobody's child, so that whoever called may live on or end; its process id."""
    command = [home.python, "-m", MODULE, "--socket", home.sidecar_socket, "--models", home.models]
    with account.append_to(log) as output:
        shell = subprocess.run(
            ["/bin/sh", "-c", '"$@" >&2 & echo $!', "sh", *command],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=output,
            env=environment.full(home),
            start_new_session=True,
            umask=0o077,
            check=True,
            **account.switch,
        )
    return int(shell.stdout)


def stop(home: Home) -> bool:
    """End the sidecar; False when it was not running."""
    pid = running_pid(home)
    if pid is not None:
        process.end([pid], signal.SIGTERM, STOP_SECONDS)
    _pid_file(home).unlink(missing_ok=True)
    return pid is not None


def _pid_file(home: Home) -> Path:
    return home.path / "sidecar.pid"
