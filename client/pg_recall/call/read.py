"""Reading what is known: one memory, lists, the timeline, the raw log."""

import builtins
from collections.abc import Sequence
from datetime import datetime

from pg_recall.call.session import Session
from pg_recall.result import EventPage, MemoryDetail, MemoryRow, TimelineEntry


class ReadCalls(Session):
    def get(self, id: str, project: str | None = None) -> MemoryDetail:
        """One memory with its versions, entities and links."""
        return MemoryDetail.of(self._value("get", locals() | {"id": str(id)}))

    def list(
        self,
        kind: str | None = None,
        type: str | None = None,
        tags: Sequence[str] | None = None,
        entity: str | None = None,
        session: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        max_results: int = 20,
        offset: int = 0,
        project: str | None = None,
        include_shared: bool = False,
    ) -> builtins.list[MemoryRow]:
        """Memories by filter, newest first."""
        return [MemoryRow.of(row) for row in self._rows("list", locals())]

    def timeline(
        self,
        entity: str | None = None,
        session: str | None = None,
        thread: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        max_results: int = 100,
        project: str | None = None,
    ) -> builtins.list[TimelineEntry]:
        """What was remembered and logged, oldest first with earlier versions; the newest `max_results`."""
        return [TimelineEntry.of(entry) for entry in self._value("timeline", locals())]

    def events(
        self,
        session: str | None = None,
        thread: str | None = None,
        after_position: int | None = None,
        max_results: int = 50,
        project: str | None = None,
    ) -> EventPage:
        """The raw log of a session or thread, in order."""
        return EventPage.of(self._value("events", locals()))
