"""One private server for the tests of installing and upgrading, and copies of the sources."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from private_server import ROOT, Server, private_server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with private_server() as running:
        yield running


@pytest.fixture
def make_tree(tmp_path: Path) -> Callable[[str], Path]:
    """Makes copies of the sources that a test may change; `make_tree("old")`."""

    def make(name: str) -> Path:
        tree = tmp_path / name
        for folder in ("extension", "sql"):
            shutil.copytree(ROOT / folder, tree / folder)
        return tree

    return make
