"""What the functions answer, as frozen dataclasses. `raw` keeps all of it, also what has no field here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import cache
from typing import Any, Self
from uuid import UUID

_TIMES = (datetime, datetime | None)


@dataclass(frozen=True, kw_only=True)
class Result:
    """One answer. Ids are text, times are aware datetimes."""

    raw: Mapping[str, Any] = field(repr=False, compare=False)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """The answer as this class; a field that the answer lacks keeps its default."""
        times = _times(cls)
        known = {name: _value(document[name], name in times) for name in _names(cls) if name in document}
        return cls(raw=document, **known)


@dataclass(frozen=True, kw_only=True)
class Remembered(Result):
    """`outcome` is added or duplicate (of `duplicate_of`); `embedding` is stored, queued or none."""

    id: str
    outcome: str
    project: str
    kind: str | None = None
    type: str | None = None
    entity: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    density: float | None = None
    language: str | None = None
    passages: int | None = None
    embedding: str | None = None
    duplicate_of: str | None = None
    normalised: tuple[str, ...] = ()
    degraded: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ItemOutcome(Result):
    """What became of the item at `position`: added, duplicate or error (code, message, hint)."""

    position: int
    outcome: str
    id: str | None = None
    error: Mapping[str, str | None] | None = None
    normalised: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Ingested(Result):
    """Counts, and one outcome an item in the order of the items; `queued` memories wait for their vector."""

    added: int
    duplicates: int
    failed: int
    results: tuple[ItemOutcome, ...]
    queued: int = 0
    project: str | None = None
    degraded: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Self:
        """The answer with its items as ItemOutcome."""
        items = tuple(ItemOutcome.of(item) for item in document["results"])
        return super().of({**document, "results": items})


@dataclass(frozen=True, kw_only=True)
class Corrected(Result):
    """`outcome` is corrected or unchanged; the text before is version `previous_version`."""

    id: str
    outcome: str
    version: int | None = None
    previous_version: int | None = None
    passages: int | None = None
    embedding: str | None = None
    normalised: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Forgotten(Result):
    id: str
    outcome: str


@dataclass(frozen=True, kw_only=True)
class MemoryRow(Result):
    """One memory as the view recall.memory shows it."""

    id: str
    project: str
    kind: str
    type: str
    content: str
    tags: tuple[str, ...] = ()
    entity: str | None = None
    source: str | None = None
    reference: str | None = None
    speaker: str | None = None
    role: str | None = None
    session: str | None = None
    thread: str | None = None
    position: int | None = None
    pool: str | None = None
    agent: str | None = None
    importance: float | None = None
    density: float | None = None
    access_count: int = 0
    language: str | None = None
    trust: str | None = None
    evidence: str | None = None
    status: str | None = None
    version: int = 1
    occurred_at: datetime | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class MemoryDetail(MemoryRow):
    """One memory with its history, the entities it is about, its links, and how it is indexed."""

    previous_versions: tuple[Mapping[str, Any], ...] = ()
    entities: tuple[Mapping[str, Any], ...] = ()
    links: tuple[Mapping[str, Any], ...] = ()
    passages: int = 0
    is_embedding_queued: bool = False


@dataclass(frozen=True, kw_only=True)
class Hit(Result):
    """One memory that a search found. `content` is its best passage, `arms` maps arms to score and rank."""

    rank: int
    id: str
    kind: str
    type: str | None
    content: str
    score: float
    project: str | None = None
    entity: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    source: str | None = None
    speaker: str | None = None
    session: str | None = None
    thread: str | None = None
    position: int | None = None
    occurred_at: datetime | None = None
    created_at: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    arms: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    flags: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SearchDocument(Result):
    """A search as one document: `degraded` names arms that did not contribute, `reason` why it is empty."""

    query: str
    project: str
    results: tuple[Mapping[str, Any], ...]
    count: int
    tokens: int
    left_out: int = 0
    degraded: Mapping[str, str] = field(default_factory=dict)
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class TimelineEntry(Result):
    """A memory or an event; a memory that was corrected lists its `previous_versions`."""

    at: datetime
    id: str
    kind: str
    type: str | None = None
    content: str | None = None
    speaker: str | None = None
    role: str | None = None
    thread: str | None = None
    position: int | None = None
    version: int | None = None
    previous_versions: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, kw_only=True)
class LoggedEvent(Result):
    event_id: str
    thread: str
    position: int
    normalised: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EventPage(Result):
    total_events: int
    returned: int
    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, kw_only=True)
class Relation(Result):
    """One row of the view recall.relation_summary; strength in [0, 1]."""

    from_entity: str
    type: str
    to_entity: str
    strength: float
    is_bidirectional: bool
    provenance: str
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class Project(Result):
    name: str
    memories: int
    created_at: datetime
    entities: int = 0


@dataclass(frozen=True, kw_only=True)
class Tool(Result):
    """A tool as an agent sees it; `inputSchema` is a JSON schema."""

    name: str
    description: str
    inputSchema: Mapping[str, Any]
    annotations: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Model(Result):
    id: int
    role: str
    name: str
    is_active: bool
    dim: int
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class Problem(Result):
    """One difference between an index and what it was made from."""

    collection: str
    problem: str
    detail: str | None = None


@dataclass(frozen=True, kw_only=True)
class TaskRun(Result):
    """The newest run of one upkeep task; `error` is the last error of any project in it."""

    task: str
    started_at: datetime
    finished_at: datetime | None
    counts: Mapping[str, Any]
    error: str | None


@cache
def _names(kind: type[Result]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.name != "raw")


@cache
def _times(kind: type[Result]) -> frozenset[str]:
    return frozenset(one.name for one in fields(kind) if one.type in _TIMES)


def _value(value: Any, is_time: bool) -> Any:
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, list):
        return tuple(value)
    if is_time and isinstance(value, str):
        return datetime.fromisoformat(value)
    return value
