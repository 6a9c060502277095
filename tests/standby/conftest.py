"""A primary with a few memories, and a standby."""

from collections.abc import Callable, Iterator

import pytest
from pair import Pair, make_standby

from pg_recall.cluster import server
from pg_recall.cluster.account import server_account
from pg_recall.cluster.cluster import Cluster
from pg_recall.cluster.installation import installation_for
from pg_recall.home import Home

MEMORIES = """
    select recall.remember('The mill grinds rye on Mondays.', entity => 'Mill', tags => '{grain}', session => 'visit'),
        recall.remember('The mill grinds spelt on Fridays.', entity => 'Mill', tags => '{grain}'),
        recall.remember('La panadería compra harina de centeno.', entity => 'Bakery'),
        recall.log_event('message', 'Who grinds the rye?', session => 'visit'),
        recall.compact(),
        recall.remember('The oven is lit at four.', entity => 'Bakery')
"""


@pytest.fixture(scope="package")
def pair(make_home: Callable[[], Home]) -> Iterator[Pair]:
    primary, standby = Cluster(make_home(), {"fsync": "off"}), make_home()
    primary.up()
    try:
        found = Pair(primary, standby)
        with found.write() as session:
            session.execute(MEMORIES)
        make_standby(primary.home, standby)
        yield found
    finally:
        server.stop(standby, installation_for(standby.data), server_account())
        primary.stop()
