"""One session's view of an index: what it stores, finds and reports."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import psycopg

MODEL = "minilm-int8"
WORDS = ["anchor", "bridge", "crew", "engine", "harbour", "lamp", "market", "night", "rope", "storm", "tide", "wind"]


class Indexed:
    """Calls the functions that fill, fold, search and check an index."""

    def __init__(self, session: psycopg.Connection) -> None:
        self.session = session

    def value(self, query: str, *values: Any) -> Any:
        return self.session.execute(query, values).fetchone()[0]

    def ingest(self, items: Sequence[dict[str, Any]], **arguments: Any) -> list[str]:
        """Store items; their ids."""
        answer = self.value(
            "select recall.ingest(%s::jsonb, project => %s)", json.dumps(items), arguments.get("project")
        )
        assert answer["added"] == len(items), answer
        return [result["id"] for result in answer["results"]]

    def fold(self) -> dict[str, Any]:
        return self.value("select recall.compact()")

    def hits(self, query: str, *, limit: int = 50, arms: str | None = None) -> list[tuple]:
        """(id, score) in the order of rank."""
        return self.session.execute(
            "select id::text, score from recall.search(%s, max_results => %s, arms => %s::text[]) order by rank",
            [query, limit, arms],
        ).fetchall()

    def problems(self) -> list[tuple]:
        return self.session.execute("select * from recall.check_index()").fetchall()

    def segments(self) -> int:
        return self.value("select count(*) from recall.segment")


def notes(first: int, last: int) -> list[dict[str, Any]]:
    """Short memories that share a few words; their vectors come later or never."""
    return [
        {"content": f"{' '.join(WORDS[(n * k) % len(WORDS)] for k in (1, 5, 7))} n{n}", "embed": "later"}
        for n in range(first, last)
    ]


def with_vectors(items: Sequence[dict[str, Any]], vectors: Iterable[np.ndarray]) -> list[dict[str, Any]]:
    """The same items, each with its vector."""
    return [
        {**{key: value for key, value in item.items() if key != "embed"}, "embedding": {"model": MODEL, "vector": vector.tolist()}}
        for item, vector in zip(items, vectors, strict=True)
    ]
