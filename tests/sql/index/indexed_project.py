"""A project with a known index for the tests: filled, searched and checked through recall's functions."""

from collections.abc import Iterable
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from pg_recall.benchmark.synthetic import Memory


class IndexedProject:
    """Calls recall's functions in one session; every statement is one call."""

    def __init__(self, session: psycopg.Connection) -> None:
        self.session = session

    def value(self, query: str, *values: Any) -> Any:
        """The first column of a query's one row."""
        return self.session.execute(query, values).fetchone()[0]

    def ingest(self, items: list[dict[str, Any]]) -> list[str]:
        """Store many; their ids."""
        answer = self.value("select recall.ingest(%s)", Jsonb(items))
        assert answer["added"] == len(items), answer
        return [result["id"] for result in answer["results"]]

    def add(self, memories: Iterable[Memory], *, vectors: bool = False) -> list[str]:
        """Store synthetic memories, with their vectors or without any; their ids."""
        if not vectors:
            return self.ingest([memory.item | {"embed": "later"} for memory in memories])
        model = self.value("select name from recall.model where role = 'embed' and is_active")
        return self.ingest(
            [memory.item | {"embedding": {"model": model, "vector": memory.vector.tolist()}} for memory in memories]
        )

    def compact(self) -> dict[str, Any]:
        return self.value("select recall.compact()")

    def rebuild(self) -> dict[str, Any]:
        return self.value("select recall.rebuild_index()")

    def check(self) -> list[tuple[str, str, str]]:
        """(collection, problem, detail) of everything that recall.check_index finds."""
        return self.session.execute("select * from recall.check_index()").fetchall()

    def problems(self) -> set[str]:
        """The kinds of problem that recall.check_index finds."""
        return {problem for _, problem, _ in self.check()}

    def answers(self, queries: Iterable[str], arms: list[str] | None = None) -> list[list[tuple[Any, float, dict]]]:
        """(id, score, arms) of the best twenty of each query."""
        statement = "select id, score, arms from recall.search(%s, 20, arms => %s) order by rank"
        return [self.session.execute(statement, [query, arms]).fetchall() for query in queries]

    def answer(self, query: str, **arguments: Any) -> dict[str, Any]:
        """The document of recall.search_json."""
        named = "".join(f", {name} => %s" for name in arguments)
        return self.value(f"select recall.search_json(%s{named})", query, *arguments.values())

    def forget(self, ids: Iterable[str]) -> None:
        for id in ids:
            self.session.execute("select recall.forget(%s::text)", [id])
