"""Clusters that a test may break: each has a home of its own."""

import shutil
from collections.abc import Callable, Iterator

import pytest

from pg_recall.cluster.cluster import Cluster
from pg_recall.home import Home


@pytest.fixture
def make_cluster(make_home: Callable[[], Home]) -> Iterator[Callable[[], Cluster]]:
    """Makes clusters that are not started yet, and removes them after the test."""
    made: list[Cluster] = []

    def make() -> Cluster:
        made.append(Cluster(make_home(), {"fsync": "off"}))
        return made[-1]

    yield make
    for cluster in made:
        cluster.stop()
        shutil.rmtree(cluster.home.path)  # at once: later, the disk would have written it all first
