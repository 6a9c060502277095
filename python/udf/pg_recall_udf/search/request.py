"""The arguments of a search, checked. What a later version builds is refused here by name, not ignored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.write import check, vocabulary

ARMS = ("vector", "bm25", "names")
FUSIONS = ("score", "rrf")
FORMATS = ("compact", "verbose")

# scope: the collection that is searched, and the kinds of memory in it (none: all).
SCOPES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "all": ("live", ()),
    "observations": ("live", ("fact", "turn", "note", "document", "procedure")),
    "errors": ("live", ("error",)),
    "episodes": ("live", ("episode",)),
    "history": ("history", ()),
    "events": ("event", ()),
    "entities": ("entity", ()),
}

# Argument: the value that asks for nothing.
_LATER: Mapping[str, Any] = {
    "rerank": False, "diversify": False, "mmr_lambda": None, "abstain_ood": False, "ood_threshold": None,
    "associative": False, "as_of": None, "known_at": None, "session": None, "domain": None, "explain": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """One search. after_us and before_us in microseconds since 1970; limit is at least 1."""

    query: str
    limit: int
    scope: str
    collection: str
    kinds: tuple[str, ...]
    types: tuple[str, ...]
    tags: tuple[str, ...]
    pools: tuple[str, ...]
    entity: str | None
    agent: str | None
    after_us: int | None
    before_us: int | None
    fusion: str
    arms: tuple[str, ...]

    @property
    def is_window_empty(self) -> bool:
        """Nothing happens at or after `after` and before `before`."""
        return self.after_us is not None and self.before_us is not None and self.before_us <= self.after_us


def parse(arguments: Mapping[str, Any], settings: Mapping[str, Any]) -> Request:
    """Check the arguments of recall.search.

    Raises: RC003, RC004 naming the argument, RC0A0 for one that a later version builds.
    """
    for name, idle in _LATER.items():
        if arguments.get(name) not in (None, idle):
            raise RecallError("RC0A0", f"{name} is not built yet", hint=f"Leave {name} out.")
    notes, most = check.Notes(), settings["write.max_tags"]
    scope = check.choice(arguments["scope"], "scope", tuple(SCOPES), "all")
    collection, kinds = SCOPES[scope]
    asked = _choices(arguments["kinds"], "kinds", vocabulary.KINDS)
    return Request(
        query=_query(arguments["query"] or "", settings["search.max_query_bytes"]),
        limit=limit(arguments["max_results"], settings["search.max_results"]),
        scope=scope,
        collection=collection,
        kinds=tuple(kind for kind in asked if kind in kinds) if kinds and asked else asked or kinds,
        types=_choices(arguments["types"], "types", vocabulary.TYPES),
        tags=tuple(_filter(arguments, "tags", check.tags(arguments["tags"], most, notes)) or ()),
        pools=tuple(_filter(arguments, "pools", check.tags(arguments["pools"], most, notes)) or ()),
        entity=_filter(arguments, "entity", check.label(arguments["entity"], "entity", notes)),
        agent=_filter(arguments, "agent", check.label(arguments["agent"], "agent", notes)),
        after_us=arguments["after_us"],
        before_us=arguments["before_us"],
        fusion=check.choice(arguments["fusion"], "fusion", FUSIONS, settings["search.fusion"]),
        arms=_choices(arguments["arms"], "arms", ARMS) or ARMS,
    )


def list_tags(
    kind: str | None, type: str | None, tags: Sequence[str] | None, settings: Mapping[str, Any]
) -> list[str] | None:
    """The filters of recall.list, checked as those of a search; the tags as they are stored.

    Raises: RC003 for tags that say nothing, RC004 for an unknown kind or type.
    """
    _choices([kind], "kind", vocabulary.KINDS)
    _choices([type], "type", vocabulary.TYPES)
    return _filter({"tags": tags}, "tags", check.tags(tags, settings["write.max_tags"], check.Notes())) or None


def _filter(arguments: Mapping[str, Any], name: str, cleaned: Any) -> Any:
    """A filter as it was cleaned. One that was given and says nothing must not become no filter."""
    if not cleaned and arguments[name] not in (None, []):
        raise RecallError("RC003", f"{name} is blank", hint=f"Leave {name} out to search without it.")
    return cleaned


def _query(text: str, most: int) -> str:
    size = len(text.encode(errors="replace"))
    if size > most:
        raise RecallError(
            "RC002",
            f"the query has {size} bytes, at most {most} are searched by",
            hint="Ask for what matters in it: a question, or one paragraph.",
        )
    return check.text(text, "query", check.Notes())


def limit(value: int | None, most: int) -> int:
    """How many results: 10 when not said, otherwise kept between 1 and `most`."""
    return min(max(10 if value is None else value, 1), most)


def _choices(values: Sequence[str] | None, name: str, allowed: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(check.choice(value, name, allowed, None) for value in values or () if value is not None)
    )
