"""The built extension's files, copied to where the server looks for them."""

from pathlib import Path

from pg_recall.cluster.error import ClusterError
from pg_recall.cluster.installation import installation_for
from pg_recall.home import Home
from provision import ROOT
from provision.console import StepFailed, run_as_root, say

BUILD = ROOT / "build"


def install_extension(home: Home) -> None:
    """Copy control file and install scripts; files that are already the same are left alone.

    Raises: StepFailed when nothing was built, or no server is installed.
    """
    built = [*BUILD.glob("pg_recall*.control"), *BUILD.glob("pg_recall--*.sql")]
    if not built:
        raise StepFailed("build/ holds no extension", "run: make build")
    try:
        target = installation_for(home.data).extension
    except ClusterError as error:
        raise StepFailed(error.message, error.hint) from error
    changed = [file for file in built if not _same(file, target / file.name)]
    if not changed:
        say(f"the extension's files: there ({target})")
        return
    say(f"installing the extension's files into {target}")
    run_as_root(["install", "-m", "644", *changed, target], "look at the message above")


def _same(source: Path, target: Path) -> bool:
    return target.exists() and source.read_bytes() == target.read_bytes()
