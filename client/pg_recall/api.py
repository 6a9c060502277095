"""The Python client: one method per SQL function, with the function's name, argument names and defaults.

    import psycopg
    from pg_recall import Memory

    with psycopg.connect(dsn, autocommit=True) as connection:
        memory = Memory(connection, project="work")
        memory.remember("Staging runs on db7", entity="staging")
        for hit in memory.search("where is staging?"):
            print(hit.rank, hit.content)

Transactions are the caller's: without autocommit nothing is kept until the connection commits. A pool's
connection is committed after each call.
"""

from pg_recall.call.graph import GraphCalls
from pg_recall.call.place import PlaceCalls
from pg_recall.call.read import ReadCalls
from pg_recall.call.search import SearchCalls
from pg_recall.call.upkeep import UpkeepCalls
from pg_recall.call.write import WriteCalls


class Memory(WriteCalls, ReadCalls, SearchCalls, GraphCalls, PlaceCalls, UpkeepCalls):
    """Memory behind a psycopg `Connection` or `ConnectionPool` that the caller brings and closes.

    `project` is used by every call that names none; without either the setting recall.project decides. What
    PostgreSQL cannot carry (NUL, lone surrogates) is replaced in every argument and reported as `normalised`
    in the answer, where it has such a field, else logged. Times without a zone are taken as UTC.

    Raises: RecallError of every method; pg_recall.errors has a class for each code.
    """
