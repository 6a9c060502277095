"""One thing to remember, checked and cleaned; nothing in it depends on the database."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.text import normalise
from pg_recall_udf.write import check, vocabulary

FIELDS = (
    "content",
    "entity",
    "type",
    "tags",
    "source",
    "importance",
    "occurred_at",
    "session",
    "thread",
    "position",
    "speaker",
    "metadata",
    "kind",
    "role",
    "reference",
    "pool",
    "agent",
    "valid_from",
    "valid_until",
    "embed",
    "embedding",
)


@dataclass(frozen=True, slots=True)
class Item:
    """An item as it will be stored. `notes` says what was normalised on the way."""

    content: str
    kind: str
    type: str
    source: str
    entity: str | None
    tags: list[str] | None
    importance: float | None
    occurred_at: str | None
    session: str | None
    thread: str | None
    position: int | None
    speaker: str | None
    role: str | None
    reference: str | None
    pool: str | None
    agent: str | None
    valid_from: str | None
    valid_until: str | None
    metadata: dict[str, Any]
    embed: str = "auto"
    embedding: Mapping[str, Any] | None = None
    notes: Sequence[str] = field(default=())

    @property
    def place(self) -> list[str] | None:
        """See place_of."""
        return place_of(self.kind, self.thread, self.position, self.reference)


def parse(values: Mapping[str, Any], settings: Mapping[str, Any]) -> Item:
    """Check the arguments of remember, or one object of ingest.

    Raises: RC001 to RC004 naming the argument; an unknown key is refused rather than lost.
    """
    if not isinstance(values, Mapping):
        raise RecallError(
            "RC003", "an item must be an object", hint='For example {"content": "…", "entity": "…"}.'
        )
    unknown = sorted(set(values) - set(FIELDS))
    if unknown:
        raise RecallError("RC003", f"unknown item key {unknown[0]!r}", hint=f"Known: {', '.join(FIELDS)}.")
    notes = check.Notes()
    thread = check.label(values.get("thread"), "thread", notes)
    position = check.count(values.get("position"), "position")
    if position is not None and thread is None:
        raise RecallError(
            "RC003", "position needs a thread", hint="Pass the conversation or document as thread."
        )
    default_kind = "fact" if position is None else "turn"
    valid_from = check.instant(values.get("valid_from"), "valid_from", notes)
    valid_until = check.instant(values.get("valid_until"), "valid_until", notes)
    return Item(
        content=check.content(values.get("content"), settings["write.max_bytes"], notes),
        kind=check.choice(values.get("kind"), "kind", vocabulary.KINDS, default_kind),
        type=check.choice(values.get("type"), "type", vocabulary.TYPES, "fact"),
        source=check.choice(values.get("source"), "source", vocabulary.SOURCES, "agent"),
        entity=check.entity(values.get("entity"), notes),
        tags=check.tags(values.get("tags"), settings["write.max_tags"], notes),
        importance=check.fraction(values.get("importance"), "importance"),
        occurred_at=check.instant(values.get("occurred_at"), "occurred_at", notes),
        session=check.label(values.get("session"), "session", notes),
        thread=thread,
        position=position,
        speaker=check.label(values.get("speaker"), "speaker", notes),
        role=check.label(values.get("role"), "role", notes, 40),
        reference=check.label(values.get("reference"), "reference", notes, 2000),
        pool=check.label(values.get("pool"), "pool", notes, 100),
        agent=check.label(values.get("agent"), "agent", notes, 200),
        valid_from=valid_from,
        valid_until=_after(valid_until, valid_from),
        metadata=check.metadata(values.get("metadata"), settings["write.max_metadata_bytes"], notes),
        embed=check.choice(values.get("embed"), "embed", vocabulary.EMBED_CHOICES, "auto"),
        embedding=_embedding(values.get("embedding")),
        notes=notes.list(),
    )


def place_of(kind: str, thread: str | None, position: int | None, reference: str | None) -> list[str] | None:
    """What a turn is itself by: its place in a conversation, or its source. None for what is itself by its text."""
    if kind == "turn" and position is not None:
        return ["place", thread or "", str(position)]
    if kind == "turn" and reference is not None:
        return ["reference", reference]
    return None


def dedupe_key(item: Item, entity_id: str | None) -> bytes:
    """The key of an item about this entity."""
    return memory_key(item.place, item.kind, entity_id, item.content)


def memory_key(place: Sequence[str] | None, kind: str, entity_id: str | None, content: str) -> bytes:
    """What makes two memories the same one (sha256).

    A turn is itself by its place or its source: two people may both say "Thanks!". Everything else is itself by
    kind, entity and normalised content; the entity by its id, so that an alias or a rename makes no second one.
    """
    parts = place or [kind, entity_id or "", normalise.dedupe_form(content)]
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.digest()


def _after(until: str | None, start: str | None) -> str | None:
    if until and start and datetime.fromisoformat(until) <= datetime.fromisoformat(start):
        raise RecallError(
            "RC003", "valid_until is not after valid_from", hint="Swap the two, or leave one out."
        )
    return until


def _embedding(value: Any) -> Mapping[str, Any] | None:
    if value is None:
        return None
    if (
        not isinstance(value, dict)
        or not isinstance(value.get("vector"), list)
        or not isinstance(value.get("model"), str)
    ):
        raise RecallError(
            "RC010",
            "embedding must hold model and vector",
            hint='For example {"model": "minilm-int8", "vector": [0.1, …]}.',
        )
    return value
