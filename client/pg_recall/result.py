"""What the database answers, as frozen dataclasses. A field that a newer server adds is passed over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Self
from uuid import UUID


@dataclass(frozen=True)
class Answer:
    """Made from a row or a document by the names of its fields."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})


@dataclass(frozen=True)
class Hit(Answer):
    """One result of a search. arms: {arm: {score, rank}}, why it was found; flags: what to know about it."""

    rank: int
    id: UUID
    kind: str
    type: str
    content: str
    score: float
    project: str
    entity: str | None = None
    tags: list[str] = field(default_factory=list)
    importance: float | None = None
    source: str | None = None
    speaker: str | None = None
    session: str | None = None
    thread: str | None = None
    position: int | None = None
    occurred_at: datetime | None = None
    created_at: datetime | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    arms: dict[str, dict[str, float]] = field(default_factory=dict)
    flags: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Remembered(Answer):
    """What happened to one memory: outcome added or duplicate, embedding stored, queued or none."""

    id: str
    outcome: str
    embedding: str
    project: str
    kind: str
    type: str
    passages: int
    entity: str | None = None
    tags: list[str] = field(default_factory=list)
    importance: float | None = None
    density: float | None = None
    language: str | None = None
    duplicate_of: str | None = None
    hint: str | None = None
    normalised: list[str] = field(default_factory=list)
    degraded: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ingested(Answer):
    """What happened to many; results by position, errors with code, message and hint."""

    added: int
    duplicates: int
    failed: int
    results: list[dict[str, Any]]
    queued: int = 0
    degraded: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Corrected(Answer):
    """outcome: corrected or unchanged."""

    id: str
    outcome: str
    version: int
    previous_version: int | None = None
    embedding: str | None = None
    normalised: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Project(Answer):
    """A project with the number of its live memories and entities."""

    name: str
    memories: int
    entities: int
    created_at: datetime
