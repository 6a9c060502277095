"""Debian packages: the PostgreSQL server with plpython3, pgvector and pg_cron, and Python's venv."""

import contextlib
import importlib.util
import subprocess
from collections.abc import Iterator

from pg_recall.cluster.installation import Installation, installations, usable_installation
from provision import pgvector
from provision.console import StepFailed, run_as_root, say

APT_HINT = "look at the message above; `apt-get update` must work, then run make setup again"
# Library and package suffix of what is used when there is one: upkeep by schedule, and checks in the tests.
OPTIONAL = {"pg_cron": "cron", "plpgsql_check": "plpgsql-check"}
NO_MAIN_CLUSTER = "/etc/postgresql-common/createcluster.d/pg_recall.conf"


def provide_packages() -> None:
    """Install what is missing; no apt at all when nothing is.

    Raises: StepFailed on a system without apt, or whose package lists lack a needed package.
    """
    wanted_python = [] if importlib.util.find_spec("ensurepip") else ["python3-venv"]
    chosen = usable_installation()
    if chosen and all(chosen.has_library(name) for name in OPTIONAL) and not wanted_python:
        say(f"PostgreSQL {chosen.major} with plpython3, pgvector, {' and '.join(OPTIONAL)}: there")
        return
    try:
        subprocess.run(["apt-get", "--version"], check=True, capture_output=True)
    except FileNotFoundError as missing:
        raise StepFailed("this is no Debian system (no apt-get)", "use the images in docker/") from missing
    say("reading the package lists")
    _apt("update")
    major, from_source = _choose_major()
    names = [f"postgresql-{major}", f"postgresql-plpython3-{major}", *wanted_python]
    names += [name for suffix in OPTIONAL.values() if _offered(name := f"postgresql-{major}-{suffix}")]
    names += pgvector.build_packages(major) if from_source else [f"postgresql-{major}-pgvector"]
    say(f"installing {' '.join(names)}")
    with _without_main_cluster():
        _install(*names)
    if from_source and not _installation(major).has_library("vector"):
        pgvector.build(_installation(major))


def _choose_major() -> tuple[int, bool]:
    """The newest major offered with pgvector; else the newest without, and True: to build it from source."""
    listed = subprocess.run(
        ["apt-cache", "pkgnames", "postgresql-plpython3-"], capture_output=True, text=True, check=True
    )
    majors = sorted((int(name.rpartition("-")[2]) for name in listed.stdout.split()), reverse=True)
    usable = [major for major in majors if _offered(f"postgresql-plpython3-{major}", f"postgresql-{major}")]
    if not usable:
        raise StepFailed("the package lists offer no PostgreSQL server with plpython3", APT_HINT)
    for major in usable:
        if _offered(f"postgresql-{major}-pgvector"):
            return major, False
    return usable[0], True


def _offered(*names: str) -> bool:
    """Whether every package has a version that could be installed (names of purged ones stay listed)."""
    answer = subprocess.run(
        ["apt-cache", "policy", *names], capture_output=True, text=True, check=True
    ).stdout
    candidates = [line for line in answer.splitlines() if line.strip().startswith("Candidate:")]
    return len(candidates) == len(names) and not any("(none)" in line for line in candidates)


def _installation(major: int) -> Installation:
    return next(one for one in installations() if one.major == major)


@contextlib.contextmanager
def _without_main_cluster() -> Iterator[None]:
    """Keep Debian from starting a server of its own on port 5432, on a machine that had none."""
    if installations():
        yield
        return
    _install("postgresql-common")
    script = (
        f"mkdir -p $(dirname {NO_MAIN_CLUSTER}) && echo 'create_main_cluster = false' > {NO_MAIN_CLUSTER}"
    )
    run_as_root(["sh", "-c", script], APT_HINT)
    try:
        yield
    finally:
        run_as_root(["rm", "-f", NO_MAIN_CLUSTER], f"remove {NO_MAIN_CLUSTER}")


def _install(*names: str) -> None:
    _apt("install", "-y", "--no-install-recommends", *names)


def _apt(*words: str) -> None:
    run_as_root(["apt-get", "-q", *words], APT_HINT, env={"DEBIAN_FRONTEND": "noninteractive"})
