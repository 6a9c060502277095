"""What `doctor` can only see from outside the database: versions on both sides, files, processes, the disk."""

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pg_recall import __version__
from pg_recall.api import Memory
from pg_recall.cluster import sidecar
from pg_recall.cluster.status import inspect
from pg_recall.errors import RecallError
from pg_recall.home import Home

Finding = dict[str, Any]

_LEAST_FREE_BYTES = 1 << 30
_FAIL_FREE_BYTES = 100 << 20


def finding(check: str, status: str, found: str, advice: str | None = None) -> Finding:
    """One row, in the shape of recall.doctor; status is ok, warn or fail, and ok needs no advice."""
    return {"check": check, "status": status, "found": found, "advice": None if status == "ok" else advice}


def examine(memory: Memory, home: Home | None) -> Iterator[Finding]:
    """Every finding about a database that answers; `home` when it is the private server's."""
    yield finding("client", "ok", __version__)
    yield from _extension(memory)
    yield from _server_code(memory, home)
    if home is not None:
        yield from _processes(home)
    yield from _inside(memory)
    yield from _model(memory, home)
    if home is not None:
        yield _disk(home.path)


def unreachable(error: RecallError, home: Home | None) -> Iterator[Finding]:
    """The findings when no connection could be made."""
    yield finding("client", "ok", __version__)
    yield finding("connection", "fail", error.message.strip(), error.hint)
    if home is not None:
        yield from _processes(home)
        yield _disk(home.path)


def _extension(memory: Memory) -> Iterator[Finding]:
    row = memory.extension_versions()
    installed, on_disk = (row["installed_version"], row["default_version"]) if row else (None, None)
    if installed is None:
        yield finding("extension", "ok", "none: installed by alembic, or files only on another host")
    elif installed != on_disk:
        advice = "Run: alter extension pg_recall update (pg-recall up does it)."
        yield finding("extension", "fail", f"{installed}, files are {on_disk}", advice)
    elif installed != __version__:
        advice = "Install the client and the extension of one version: make install, then pg-recall up."
        yield finding("extension", "warn", f"{installed}, the client is {__version__}", advice)
    else:
        yield finding("extension", "ok", installed)


def _server_code(memory: Memory, home: Home | None) -> Iterator[Finding]:
    advice = "Run: make install, then pg-recall up."
    try:
        code = memory.versions()
    except RecallError as error:
        yield finding("server code", "fail", error.message, error.hint or advice)
        return
    path = Path(code["path"]).parent
    if code["code"] != __version__:
        yield finding("server code", "warn", f"{code['code']} in {path}, the client is {__version__}", advice)
    elif home is not None and path != home.code:
        found = f"backends run {path.name}, on disk is {home.code.name}"
        yield finding("server code", "warn", found, "Restart the server with: pg-recall up")
    else:
        yield finding("server code", "ok", f"{code['code']} in {path}, Python {code['python']}")


def _processes(home: Home) -> Iterator[Finding]:
    found = inspect(home)
    if found.server_pid is None:
        yield finding("server process", "fail", "not running", "Start it with: pg-recall up")
    elif "server" in found.older:
        yield finding("server process", "warn", "started with older code or settings", "Run: pg-recall up")
    else:
        yield finding("server process", "ok", f"process {found.server_pid}")
    health = sidecar.health(home)
    if health is None:
        advice = "Run: pg-recall up. Meanwhile backends embed by themselves, where embed.in_backend is on."
        yield finding("sidecar", "warn", found.sidecar, advice)
    elif "sidecar" in found.older or Path(str(health.get("path", home.code))) != home.code:
        yield finding("sidecar", "warn", f"{health.get('version')}, older than on disk", "Run: pg-recall up")
    else:
        models = ", ".join(health.get("models", {})) or "no model"
        yield finding("sidecar", "ok", f"{health.get('version')} with {models}, process {health.get('pid')}")


def _inside(memory: Memory) -> Iterable[Finding]:
    try:
        return memory.doctor()
    except RecallError as error:
        return [finding("project", "fail", error.message, error.hint)]


def _model(memory: Memory, home: Home | None) -> Iterator[Finding]:
    """The active model's files against their pinned digests, and the vector of its known text."""
    model = memory.active_model()
    if model is None:
        return
    name, spec = model["name"], model["spec"]
    if home is not None:
        yield _model_files(home.models / name, spec["files"])
    yield _known_vector(memory, name, spec)


def _model_files(directory: Path, files: Iterable[Mapping[str, Any]]) -> Finding:
    wrong = []
    for file in files:
        path = directory / file["name"]
        if not path.is_file():
            wrong.append(f"{path} is missing")
        elif _sha256(path) != file["sha256"]:
            wrong.append(f"{path} is not the pinned file")
    if wrong:
        return finding("model files", "fail", "; ".join(wrong), "Run: make setup")
    return finding("model files", "ok", f"{directory} as pinned")


def _known_vector(memory: Memory, name: str, spec: Mapping[str, Any]) -> Finding:
    known, dim = spec["known"], spec["dim"]
    try:
        vector = memory.embed(known["text"])
    except RecallError as error:
        return finding("known vector", "fail", error.message, error.hint)
    if len(vector) != dim:
        return finding("known vector", "fail", f"{len(vector)} dimensions, {dim} expected", "Run: make setup")
    away = max(abs(got - wanted) for got, wanted in zip(vector, known["head"], strict=False))
    if away > known["tolerance"]:
        advice = "Another model or runtime answers than the one that made the stored vectors. Run: make setup"
        return finding("known vector", "fail", f"off by {away:.4f}, at most {known['tolerance']}", advice)
    return finding("known vector", "ok", f"{name}, {dim} dimensions, within {away:.4f}")


def _disk(directory: Path) -> Finding:
    free = shutil.disk_usage(directory).free
    status = "fail" if free < _FAIL_FREE_BYTES else "warn" if free < _LEAST_FREE_BYTES else "ok"
    return finding("disk", status, f"{free / 1e9:.1f} GB free at {directory}", "Make room before the server stops.")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
