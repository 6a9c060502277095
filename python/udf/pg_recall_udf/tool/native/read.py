"""The native tools that read memories: search, get, list, timeline."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.native.argument import AFTER, BEFORE, ENTITY, ID, LIMIT, PROJECT, SHARED, TAGS, TRACK
from pg_recall_udf.tool.request import Request
from pg_recall_udf.tool.vocabulary import MEMORY_SCOPES, SCOPES
from pg_recall_udf.write import vocabulary as word


def _search(request: Request) -> Any:
    given = {name: value for name, value in request.args.items() if name not in ("project", "track_access")}
    empty = {
        "query": request.args["query"],
        "mode": "hybrid",
        "project": request.project,
        "results": [],
        "count": 0,
        "reason": f"Nothing has been remembered in project {request.project} yet.",
    }
    answer = request.read("recall.search_json", empty, **given)
    if request.get("scope", "all") in MEMORY_SCOPES:
        request.show(row["id"] for row in answer["results"])
    return answer


def _get(request: Request) -> Any:
    answer = request.ask("recall.get", id=request.args["id"])
    request.show([answer.get("id")])
    return answer


def _list(request: Request) -> Any:
    names = (
        "kind",
        "type",
        "tags",
        "entity",
        "session",
        "after",
        "before",
        "max_results",
        "offset",
        "include_shared",
    )
    memories = request.rows("recall.list", **request.given(*names))
    request.show(memory["id"] for memory in memories)
    return {"project": request.project, "memories": memories, "count": len(memories)}


def _timeline(request: Request) -> Any:
    names = ("entity", "session", "thread", "after", "before", "max_results")
    entries = request.read("recall.timeline", [], **request.given(*names))
    request.show(entry["id"] for entry in entries if entry.get("kind") != "event")
    return {"project": request.project, "entries": entries, "count": len(entries)}


SEARCH = Tool(
    name="search",
    purpose="Finds memories by meaning, by words and by names at once, best first.",
    when="Use it before answering or deciding anything that past work may bear on, with a full "
    "question rather than keywords. Use list to page by filter without a question, timeline for "
    "order in time, get for one known id.",
    returns="results (compact: id, e entity, c content, t type, i importance, s score), count, tokens, "
    "and degraded with a reason for every arm that could not take part; no results comes with a "
    "reason.",
    effects="read-only, apart from a record that these memories were shown (track_access false leaves it out).",
    limits="200 results and max_tokens (default 5000); what this version does not do yet answers RC0A0.",
    schema=schema.arguments(
        {
            "query": schema.text("The question, in any language."),
            "max_results": LIMIT,
            "scope": schema.choice("What to search. Default all, which leaves out history.", *SCOPES),
            "tags": TAGS,
            "entity": ENTITY,
            "after": AFTER,
            "before": BEFORE,
            "types": schema.texts("Only these types."),
            "kinds": schema.texts("Only these kinds."),
            "session": schema.text("Session whose goals and memories count more.", minimum=1, maximum=400),
            "domain": schema.text("Subject area that should count more; it removes nothing.", minimum=1),
            "pools": schema.texts("Only these pools."),
            "agent": schema.text("Only what this agent stored.", minimum=1, maximum=200),
            "fusion": schema.choice("How the arms are combined.", "score", "rrf"),
            "rerank": schema.boolean("Reorder with a cross-encoder."),
            "diversify": schema.boolean("Prefer results unlike each other."),
            "mmr_lambda": schema.number("Relevance against diversity, 0 to 1.", minimum=0, maximum=1),
            "abstain_ood": schema.boolean("Answer nothing when the question is out of the memory's range."),
            "ood_threshold": schema.number("Distance above which to abstain.", minimum=0),
            "associative": schema.boolean("Also follow relations from what was found."),
            "as_of": schema.text("What was true at this instant (RFC 3339)."),
            "known_at": schema.text("What was known at this instant (RFC 3339)."),
            "explain": schema.boolean("Say per result what each arm gave it."),
            "format": schema.choice("Row shape. Default compact.", "compact", "verbose"),
            "max_tokens": schema.integer("Token budget of the answer.", minimum=50, maximum=200_000),
            "include_shared": SHARED,
            "track_access": TRACK,
            "project": PROJECT,
        },
        "query",
    ),
    handler=_search,
    reads_only=True,
)

GET = Tool(
    name="get",
    purpose="Reads one memory in full: content, metadata, earlier versions, entities and links.",
    when="Use it when a result of search was cut short or its history matters. Use search when the id is not known.",
    returns="the memory as one object, with previous_versions, entities and links.",
    effects="read-only, apart from the record that it was shown.",
    limits="one id a call; a forgotten memory is not found (RC007).",
    schema=schema.arguments({"id": ID, "project": PROJECT}, "id"),
    handler=_get,
    reads_only=True,
)

LIST = Tool(
    name="list",
    purpose="Pages through memories by filter, newest first.",
    when="Use it to review everything of a type, tag, entity, session or period. Use search when there is a question.",
    returns="memories with all their fields, and count.",
    effects="read-only, apart from the record that they were shown.",
    limits="1,000 memories a call (default 20); offset reads on; no ranking.",
    schema=schema.arguments(
        {
            "kind": schema.choice("Only this kind.", *word.KINDS),
            "type": schema.choice("Only this type.", *word.TYPES),
            "tags": schema.texts("Only memories with all of these tags."),
            "entity": ENTITY,
            "session": schema.text("Only memories of this session key.", minimum=1, maximum=400),
            "after": AFTER,
            "before": BEFORE,
            "max_results": LIMIT,
            "offset": schema.integer("How many to pass over.", minimum=0, maximum=schema.MAX_INT),
            "include_shared": SHARED,
            "project": PROJECT,
        }
    ),
    handler=_list,
    reads_only=True,
)

TIMELINE = Tool(
    name="timeline",
    purpose="Reads memories and logged events in the order in which they happened.",
    when="Use it to see how something developed, or what was said in a session. Use list to page by "
    "filter, search to rank.",
    returns="entries, oldest first: memories with their earlier versions, and events; the newest ones "
    "when there are too many.",
    effects="read-only, apart from the record of what was shown.",
    limits="1,000 entries a call (default 100); with entity only memories, no events.",
    schema=schema.arguments(
        {
            "entity": ENTITY,
            "session": schema.text("Only this session key.", minimum=1, maximum=400),
            "thread": schema.text("Only this conversation or document.", minimum=1, maximum=400),
            "after": AFTER,
            "before": BEFORE,
            "max_results": LIMIT,
            "project": PROJECT,
        }
    ),
    handler=_timeline,
    reads_only=True,
)
