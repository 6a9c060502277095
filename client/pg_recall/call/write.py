"""Remembering, correcting, forgetting, logging."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from pg_recall.call.session import Session
from pg_recall.result import Corrected, Forgotten, Ingested, LoggedEvent, Remembered


class WriteCalls(Session):
    def remember(
        self,
        content: str,
        entity: str | None = None,
        type: str = "fact",
        tags: Sequence[str] | None = None,
        source: str = "agent",
        importance: float | None = None,
        occurred_at: datetime | str | None = None,
        session: str | None = None,
        thread: str | None = None,
        position: int | None = None,
        speaker: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        embed: str = "auto",
        project: str | None = None,
        kind: str | None = None,
        role: str | None = None,
        reference: str | None = None,
        pool: str | None = None,
        agent: str | None = None,
        valid_from: datetime | str | None = None,
        valid_until: datetime | str | None = None,
    ) -> Remembered:
        """Remember one thing; the answer says whether it was added, or duplicates which id."""
        return Remembered.of(self._value("remember", locals()))

    def ingest(self, items: Iterable[Mapping[str, Any]], atomic: bool = False, project: str | None = None) -> Ingested:
        """Remember many things at once. Items have the argument names of `remember`; one that fails does not
        keep the others, unless `atomic`."""
        return Ingested.of(self._value("ingest", locals() | {"items": list(items)}))

    def correct(self, id: str, content: str, reason: str | None = None, project: str | None = None) -> Corrected:
        """Replace the text of a memory; the old text stays readable as a version."""
        return Corrected.of(self._value("correct", locals() | {"id": str(id)}))

    def forget(self, id: str, reason: str | None = None, project: str | None = None) -> Forgotten:
        """Forget a memory: it leaves every read path at once."""
        return Forgotten.of(self._value("forget", locals() | {"id": str(id)}))

    def log_event(
        self,
        event_type: str,
        content: str | None = None,
        role: str | None = None,
        session: str | None = None,
        thread: str | None = None,
        content_type: str = "text",
        content_ref: str | None = None,
        occurred_at: datetime | str | None = None,
        speaker: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        project: str | None = None,
    ) -> LoggedEvent:
        """Append one event to the raw log of a conversation; it is never edited."""
        return LoggedEvent.of(self._value("log_event", locals()))
