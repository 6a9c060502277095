"""pg_recall.Memory: one method for each function of the database, with the same name and the same arguments.

Nothing is computed here. The caller brings a psycopg connection or pool; with a connection, transactions are the caller's.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

from pg_recall import wire
from pg_recall.errors import translated
from pg_recall.result import Corrected, Hit, Ingested, Project, Remembered

Document = dict[str, Any]


class Memory:
    """The memory behind a connection or a pool; `project` is used by every call that does not name one."""

    def __init__(self, connection: psycopg.Connection | ConnectionPool, project: str | None = None) -> None:
        self._source = connection
        self.project = project

    # Writing

    def remember(
        self,
        content: str,
        *,
        entity: str | None = None,
        type: str | None = None,
        tags: Sequence[str] | None = None,
        source: str | None = None,
        importance: float | None = None,
        occurred_at: datetime | str | None = None,
        session: str | None = None,
        thread: str | None = None,
        position: int | None = None,
        speaker: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        embed: str | None = None,
        project: str | None = None,
        kind: str | None = None,
        role: str | None = None,
        reference: str | None = None,
        pool: str | None = None,
        agent: str | None = None,
        valid_from: datetime | str | None = None,
        valid_until: datetime | str | None = None,
    ) -> Remembered:
        """Remember one thing. Raises what recall.remember raises, as an exception of pg_recall.errors."""
        return Remembered.of(self._value("remember", _given(locals())))

    def ingest(self, items: Sequence[Mapping[str, Any]], *, atomic: bool = False, project: str | None = None) -> Ingested:
        """Remember many things in one call; items have remember's argument names as keys."""
        return Ingested.of(self._value("ingest", _given(locals()) | {"items": Jsonb(wire.clean(list(items))[0])}))

    def correct(self, id: UUID | str, content: str, *, reason: str | None = None, project: str | None = None) -> Corrected:
        """Replace the text of a memory; the old text stays readable."""
        return Corrected.of(self._value("correct", _given(locals())))

    def forget(self, id: UUID | str, *, reason: str | None = None, project: str | None = None) -> Document:
        """Forget a memory."""
        return self._value("forget", _given(locals()))

    # Finding

    def search(
        self,
        query: str,
        *,
        max_results: int | None = None,
        scope: str | None = None,
        tags: Sequence[str] | None = None,
        entity: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        project: str | None = None,
        include_shared: bool | None = None,
        fusion: str | None = None,
        agent: str | None = None,
        pools: Sequence[str] | None = None,
        types: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        arms: Sequence[str] | None = None,
    ) -> list[Hit]:
        """The best memories for a query, best first. Degraded arms are named in the flags of each hit."""
        return [Hit.of(row) for row in self._rows("search", _given(locals()))]

    def search_json(
        self,
        query: str,
        *,
        max_results: int | None = None,
        scope: str | None = None,
        tags: Sequence[str] | None = None,
        entity: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        project: str | None = None,
        include_shared: bool | None = None,
        fusion: str | None = None,
        agent: str | None = None,
        pools: Sequence[str] | None = None,
        types: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        arms: Sequence[str] | None = None,
        format: str | None = None,
        max_tokens: int | None = None,
    ) -> Document:
        """The same answer as one document within a token budget; it also says why nothing was found."""
        return self._value("search_json", _given(locals()))

    def get(self, id: UUID | str, *, project: str | None = None) -> Document:
        """One memory with its versions, entities and links."""
        return self._value("get", _given(locals()))

    def list(
        self,
        *,
        kind: str | None = None,
        type: str | None = None,
        tags: Sequence[str] | None = None,
        entity: str | None = None,
        session: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        max_results: int | None = None,
        offset: int | None = None,
        project: str | None = None,
        include_shared: bool | None = None,
    ) -> list[Document]:
        """Memories by filter, newest first, as rows of the view recall.memory."""
        return self._rows("list", _given(locals()))

    def timeline(
        self,
        *,
        entity: str | None = None,
        session: str | None = None,
        thread: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        max_results: int | None = None,
        project: str | None = None,
    ) -> "list[Document]":
        """What was remembered and logged, oldest first."""
        return self._value("timeline", _given(locals()))

    def embed(self, content: str) -> str:
        """The vector of a text, in pgvector's text form."""
        return str(self._value("embed", _given(locals())))

    # Graph, log, sessions

    def entity(
        self,
        action: str,
        name: str | None = None,
        *,
        type: str | None = None,
        new_name: str | None = None,
        alias: str | None = None,
        into: str | None = None,
        confirm: bool | None = None,
        max_results: int | None = None,
        project: str | None = None,
    ) -> Any:
        """create, get, rename, delete, merge, alias or list."""
        return self._value("entity", _given(locals()))

    def relate(
        self,
        action: str,
        *,
        from_entity: str | None = None,
        to_entity: str | None = None,
        type: str | None = None,
        bidirectional: bool | None = None,
        start_entity: str | None = None,
        max_depth: int | None = None,
        project: str | None = None,
    ) -> Document:
        """create, delete or traverse."""
        return self._value("relate", _given(locals()))

    def log_event(
        self,
        event_type: str,
        content: str | None,
        *,
        role: str | None = None,
        session: str | None = None,
        thread: str | None = None,
        content_type: str | None = None,
        content_ref: str | None = None,
        occurred_at: datetime | str | None = None,
        speaker: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        project: str | None = None,
    ) -> Document:
        """Append one event to the raw log of a conversation."""
        return self._value("log_event", _given(locals()) | {"content": content})

    def events(
        self,
        *,
        session: str | None = None,
        thread: str | None = None,
        after_position: int | None = None,
        max_results: int | None = None,
        project: str | None = None,
    ) -> Document:
        """The raw log, in order."""
        return self._value("events", _given(locals()))

    def start_session(
        self,
        key: str,
        *,
        name: str | None = None,
        goals: Sequence[str] | None = None,
        agent: str | None = None,
        client: str | None = None,
        project: str | None = None,
    ) -> Document:
        """Open or reopen a working session."""
        return self._value("start_session", _given(locals()))

    def end_session(
        self, key: str, *, outcome: str | None = None, summary: str | None = None, project: str | None = None
    ) -> Document:
        """Close a working session."""
        return self._value("end_session", _given(locals()))

    def sessions(self, *, max_results: int | None = None, project: str | None = None) -> "list[Document]":
        """The newest sessions."""
        return self._value("sessions", _given(locals()))

    # Projects and upkeep

    def create_project(self, name: str) -> Document:
        """Make a project; says so when it already existed."""
        return self._value("create_project", {"name": name})

    def use_project(self, name: str) -> str:
        """Choose the project of the database session. With a pool, pass project to Memory instead."""
        return self._value("use_project", {"name": name})

    def rename_project(self, name: str, new_name: str) -> Document:
        """Rename a project."""
        return self._value("rename_project", {"name": name, "new_name": new_name})

    def projects(self) -> "list[Project]":
        """The projects that the role may see."""
        return [Project.of(row) for row in self._rows("projects", {})]

    def status(self, *, project: str | None = None) -> Document:
        """Counts, model, index and upkeep of a project."""
        return self._value("status", _given(locals()))

    def doctor(self, *, project: str | None = None) -> "list[Document]":
        """What the database finds about itself."""
        return self._value("doctor", _given(locals()))

    def versions(self) -> Document:
        """The code that runs in the server's backends."""
        return self._value("versions", {})

    def compact(self, *, project: str | None = None) -> Document:
        """Fold fresh passages into segments. For recall_admin."""
        return self._value("compact", _given(locals()))

    def rebuild_index(self, *, project: str | None = None) -> Document:
        """Make the index again from the texts. For recall_admin."""
        return self._value("rebuild_index", _given(locals()))

    def check_index(self, *, project: str | None = None) -> "list[Document]":
        """Every difference between the index and its texts; empty when it is exact."""
        return self._rows("check_index", _given(locals()))

    # Agents

    def tools(self, profile: str = "native") -> "list[Document]":
        """Tools of a profile with their JSON schemas."""
        return self._value("tools", {"profile": profile})

    def call(self, tool: str, args: Mapping[str, Any], context: Mapping[str, Any] | None = None) -> Document:
        """A tool call as an agent makes it: {result}, {error} or {need, continuation}; it does not raise."""
        cleaned, _ = wire.clean(dict(args))
        return self._value("call", {"tool": tool, "args": Jsonb(cleaned), "context": Jsonb(dict(context or {}))})

    # Plumbing

    def _value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        rows = self._rows(function, arguments)
        value = next(iter(rows[0].values())) if rows else None
        if isinstance(value, dict) and "normalised" in value:
            # What the wire could not carry never reached the database, so it could not say so.
            value["normalised"] += wire.clean(arguments)[1]
        return value

    def _rows(self, function: str, arguments: Mapping[str, Any]) -> "list[Document]":
        if self.project is not None and "project" in _ACCEPTS_PROJECT.get(function, ("project",)):
            arguments = {"project": self.project, **arguments}
        cleaned = {name: _sendable(value) for name, value in arguments.items()}
        named = [sql.SQL("{} => {}").format(sql.Identifier(name), sql.Placeholder(name)) for name in cleaned]
        statement = sql.SQL("select * from recall.{}({})").format(sql.Identifier(function), sql.SQL(", ").join(named))
        with self._connection() as connection, translated():
            cursor = connection.cursor(row_factory=dict_row)
            return cursor.execute(statement, cleaned).fetchall()

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        if isinstance(self._source, ConnectionPool):
            with self._source.connection() as connection:
                yield connection
        else:
            yield self._source


# Functions without a project argument.
_ACCEPTS_PROJECT: Mapping[str, tuple[str, ...]] = dict.fromkeys(
    ("embed", "create_project", "use_project", "rename_project", "projects", "tools", "call", "versions"), ()
)


def _given(arguments: Mapping[str, Any]) -> Document:
    """The arguments that were passed: what is None keeps the default of the database, where the default lives."""
    return {name: value for name, value in arguments.items() if name != "self" and value is not None}


def _sendable(value: Any) -> Any:
    if isinstance(value, Jsonb):
        return value
    cleaned, _ = wire.clean(value)
    if isinstance(cleaned, dict):
        return Jsonb(cleaned)
    return str(cleaned) if isinstance(cleaned, UUID) else cleaned
