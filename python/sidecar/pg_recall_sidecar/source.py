"""Which code this process runs, so that `doctor` can tell a process that is older than the files."""

import hashlib
from pathlib import Path

PACKAGES = ("pg_recall_sidecar", "pg_recall_udf")


def source_hash(packages: list[Path]) -> str:
    """sha256 over the names and contents of all .py files in these package directories, in sorted order."""
    digest = hashlib.sha256()
    for package in sorted(packages, key=lambda path: path.name):
        for path in sorted(package.rglob("*.py")):
            digest.update(f"{package.name}/{path.relative_to(package).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
