"""pgvector built from Debian's own source package, where the release has no binary package of it."""

import subprocess
import tempfile
from pathlib import Path

from pg_recall.cluster.installation import Installation
from provision.console import StepFailed, run, run_as_root, say

SOURCE_RELEASE = "trixie"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
TARGET_FORMAT = "$(REPO_URI)|$(CODENAME)|$(ORIGIN)|$(COMPONENT)"
HINT = "see the message above; pgvector 0.8 or later installed by hand is accepted as well"


def build_packages(major: int) -> list[str]:
    """The packages needed to build it."""
    return ["build-essential", "dpkg-dev", f"postgresql-server-dev-{major}"]


def build(installation: Installation) -> None:
    """Fetch, build and install pgvector for one server version.

    apt works on lists of its own in a temporary directory, so the machine's sources stay as they are.
    """
    with tempfile.TemporaryDirectory(prefix="pgvector-") as name:
        place = Path(name)
        say(f"fetching the source package of pgvector from {SOURCE_RELEASE}")
        (place / "lists/partial").mkdir(parents=True)
        (place / "sources.list").write_text(
            f"deb-src [signed-by={KEYRING}] {_mirror()} {SOURCE_RELEASE} main\n"
        )
        options = [
            "-q",
            "-o", f"Dir::Etc::SourceList={place / 'sources.list'}",
            "-o", "Dir::Etc::SourceParts=/dev/null",
            "-o", f"Dir::State::Lists={place / 'lists'}",
            "-o", f"Dir::Cache={place / 'cache'}",
            "-o", "APT::Sandbox::User=root",
        ]  # fmt: skip
        run(["apt-get", *options, "update", "--error-on=any"], HINT)
        run(["apt-get", *options, "source", "pgvector"], HINT, cwd=place)
        source = next(path for path in place.glob("pgvector-*") if path.is_dir())
        say(f"building {source.name} for PostgreSQL {installation.major}")
        make = [
            "make",
            "-C",
            source,
            f"PG_CONFIG={installation.bin / 'pg_config'}",
            "with_llvm=no",
            "OPTFLAGS=",
        ]
        run(make, HINT)
        run_as_root([*make, "install"], HINT)


def _mirror() -> str:
    """The Debian mirror this machine is set up with."""
    answer = subprocess.run(
        ["apt-get", "indextargets", "--format", TARGET_FORMAT, "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=True,
    )
    for line in answer.stdout.splitlines():
        uri, codename, origin, component = line.split("|")
        if origin == "Debian" and component == "main" and "-" not in codename:
            return uri
    raise StepFailed("no Debian mirror is set up in apt's sources", HINT)
