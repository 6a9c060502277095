"""Entities and the relations between them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row

from pg_recall.call.session import Session
from pg_recall.query import query
from pg_recall.result import Relation


class GraphCalls(Session):
    def entity(
        self,
        action: str,
        name: str | None = None,
        type: str | None = None,
        new_name: str | None = None,
        alias: str | None = None,
        into: str | None = None,
        confirm: bool = False,
        max_results: int = 100,
        project: str | None = None,
    ) -> Any:
        """Create, get, rename, delete, merge, alias or list entities; a list for `list`, else an object."""
        return self._value("entity", locals())

    def relate(
        self,
        action: str,
        from_entity: str | None = None,
        to_entity: str | None = None,
        type: str = "related_to",
        bidirectional: bool = False,
        start_entity: str | None = None,
        max_depth: int = 3,
        project: str | None = None,
    ) -> dict[str, Any]:
        """Create, delete or traverse typed relations between entities."""
        return self._value("relate", locals())

    def relations(
        self, entity: str | None = None, max_results: int = 100, project: str | None = None
    ) -> list[Relation]:
        """Relations of a project, the strongest first; with `entity` those that touch it by that name."""
        prepared, _ = self._prepared(locals())
        with self._connection() as connection, _viewing(connection, prepared["project"]):
            cursor = connection.cursor(row_factory=dict_row)
            return [Relation.of(row) for row in cursor.execute(query("relations"), prepared)]


@contextmanager
def _viewing(connection: psycopg.Connection[Any], project: str | None) -> Iterator[None]:
    """Views show the session's project: choose one for a moment, then give back the one before."""
    if project is None:
        yield
        return
    row = connection.execute(query("chosen_project")).fetchone()
    connection.execute(query("use_project"), {"name": project})
    yield
    connection.execute(query("choose_project"), {"project": row[0] if row else ""})
