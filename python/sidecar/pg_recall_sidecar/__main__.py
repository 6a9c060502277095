"""python -m pg_recall_sidecar --socket PATH --models DIR [--threads N] [--mode 600]"""

import argparse
import asyncio
import ctypes
import logging
import os
import signal
import sys
from pathlib import Path

import pg_recall_sidecar
import pg_recall_udf
from pg_recall_sidecar.listen import BACKLOG, CannotListen, Listener
from pg_recall_sidecar.serve import Connection, Sidecar
from pg_recall_sidecar.source import source_hash
from pg_recall_sidecar.work import Queue
from pg_recall_udf.embed.breaker import Breaker, breaker_path
from pg_recall_udf.embed.encode import Encoder
from pg_recall_udf.embed.preset import PRESETS
from pg_recall_udf.errors import RecallError

_DRAIN_SECONDS = 10.0
_M_ARENA_MAX = -8
_LOG = logging.getLogger("pg_recall_sidecar")


def main() -> int:
    """Serve until SIGTERM or SIGINT. Exit status: 0 stopped, 1 no usable model, 3 the socket is taken."""
    options = _options()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    _share_one_heap()
    try:
        listener = Listener(options.socket, options.mode)
    except CannotListen as error:
        _LOG.error("%s", error)
        return 3
    try:
        encoders = _encoders(options.models, options.threads)
    except RecallError as error:
        _LOG.error("%s %s: %s", error.sqlstate, error.message, error.detail or error.hint)
        listener.close()
        return 1
    asyncio.run(_serve(listener, Sidecar(encoders, _facts(options.threads), Queue())))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pg_recall_sidecar", description=pg_recall_sidecar.__doc__)
    parser.add_argument("--socket", type=Path, required=True, help="path of the unix socket")
    parser.add_argument("--models", type=Path, required=True, help="directory with one directory per model")
    parser.add_argument("--threads", type=int, default=1, help="inference threads (default 1)")
    parser.add_argument(
        "--mode", type=lambda text: int(text, 8), default=0o600, help="octal mode of the socket (default 600)"
    )
    return parser.parse_args()


def _share_one_heap() -> None:
    """Keep the worker thread on the main heap: glibc gives a thread's own heap back after every forward pass.

    Measured for 419 short texts: 20 page faults instead of 46,000, 2 % of the time, and 15 MB less.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)


def _encoders(root: Path, threads: int) -> dict[str, Encoder]:
    """Every embedder whose directory exists.

    Raises: RC011 when there is none, or when one is not the pinned model.
    """
    present = [
        preset for preset in PRESETS.values() if preset.role == "embed" and (root / preset.name).is_dir()
    ]
    if not present:
        raise RecallError("RC011", f"no known model below {root}", hint=f"Known: {', '.join(PRESETS)}.")
    return {preset.name: Encoder(root / preset.name, preset, threads) for preset in present}


def _facts(threads: int) -> dict[str, object]:
    packages = [Path(package.__path__[0]) for package in (pg_recall_sidecar, pg_recall_udf)]
    return {
        "version": getattr(pg_recall_udf, "__version__", None),
        "code": source_hash(packages),
        "path": str(packages[0].parent),
        "pid": os.getpid(),
        "threads": threads,
    }


async def _serve(listener: Listener, sidecar: Sidecar) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await loop.create_unix_server(lambda: Connection(sidecar), sock=listener.socket, backlog=BACKLOG)
    # Callers that gave up on the process before this one need not wait until their pause ends.
    Breaker(breaker_path(listener.path)).reset()
    _LOG.info("serving %s on %s", ", ".join(sidecar.encoders), listener.path)
    await stop.wait()
    server.close()
    await _drain(sidecar)
    listener.close()
    _LOG.info("stopped")


async def _drain(sidecar: Sidecar) -> None:
    """Answer what was accepted, refuse what still comes, close idle connections."""
    sidecar.draining = True
    deadline = asyncio.get_running_loop().time() + _DRAIN_SECONDS
    while busy := [connection for connection in sidecar.connections if connection.busy]:
        if asyncio.get_running_loop().time() > deadline:
            _LOG.warning("%d requests were not answered in time", len(busy))
            break
        await asyncio.sleep(0.01)
    for connection in list(sidecar.connections):
        connection.close()
    await asyncio.to_thread(sidecar.stop)


if __name__ == "__main__":
    sys.exit(main())
