"""The profile `spark`: memory as passages of files and captures, cited by path and line."""

from datetime import UTC, datetime
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.later import FLAG, OBJECTS, TEXT, WHOLE, later
from pg_recall_udf.tool.native.argument import PROJECT, TRACK
from pg_recall_udf.tool.request import Request
from pg_recall_udf.write.vocabulary import TYPES

RESULTS = 10
MOST_RESULTS = 50
SNIPPET = 500
LINES = 50
MOST_LINES = 2000
POOL = "agent_memory"
MEMORY_PATH = "memory/"


def place(hit: dict[str, Any]) -> tuple[str, int, int]:
    """Path, first and last line of a hit. One that came from no line of a file is at memory/<id>."""
    metadata = hit.get("metadata") or {}
    path, first = metadata.get("path"), metadata.get("start_line")
    if not isinstance(path, str) or not isinstance(first, int):
        return f"{MEMORY_PATH}{hit['id']}", 1, hit["content"].count("\n") + 1
    last = metadata.get("end_line")
    return path, first, last if isinstance(last, int) else first + hit["content"].count("\n")


def _search(request: Request) -> dict[str, Any]:
    query = request.needed("query")
    limit = request.clamped("maxResults", RESULTS, 1, MOST_RESULTS)
    hits = [hit for hit in request.rows("recall.search", query=query, max_results=limit) if hit["kind"] != "entity"]
    request.show(hit["id"] for hit in hits)
    results = []
    for hit in hits:
        path, first, last = place(hit)
        results.append(
            {
                "id": hit["id"],
                "path": path,
                "startLine": first,
                "endLine": last,
                "score": round(hit["score"], 4),
                "snippet": hit["content"][:SNIPPET],
                "source": hit["source"],
                "citation": f"{path}:{first}",
            }
        )
    degraded = hits[0]["flags"].get("degraded") if hits and hits[0].get("flags") else None
    return {"query": query, "results": results, "count": len(results)} | ({"degraded": degraded} if degraded else {})


def _store(request: Request) -> dict[str, Any]:
    text = request.needed("text")
    category = request.get("category", "fact")
    agent = request.agent or request.client or "agent"
    path = f"capture/{agent}/{datetime.now(UTC).date().isoformat()}"
    answer = request.write(
        "recall.remember",
        content=text,
        type=category if category in TYPES else "fact",
        tags=None if category in TYPES else [category],
        pool=POOL,
        agent=agent,
        session=request.session,
        metadata={"path": path, "category": category},
    )
    request.show([answer["id"]])
    if answer["outcome"] == "duplicate":
        return {"stored": False, "id": answer["id"], "message": "already stored"}
    return {"stored": True, "id": answer["id"], "path": path, "category": category}


def _get(request: Request) -> dict[str, Any]:
    path = request.needed("path")
    if path.startswith(MEMORY_PATH):
        parts = [request.ask("recall.get", id=path.removeprefix(MEMORY_PATH))]
    else:
        parts = request.read("recall._tool_document", [], path=path)
    if not parts:
        raise RecallError(
            "RC007", "nothing is stored under this path", hint="Paths are those that memory_search cites."
        )
    request.show(part["id"] for part in parts)
    lines = "\n".join(part["content"] for part in parts).split("\n")
    first = max(int(request.get("from", 1)), 1)
    count = request.clamped("lines", LINES, 1, MOST_LINES)
    chosen = lines[first - 1 : first - 1 + count]
    return {
        "path": path,
        "from": first,
        "lines": len(chosen),
        "total_lines": len(lines),
        "text": "\n".join(chosen),
    }


TOOLS = (
    Tool(
        name="memory_search",
        purpose="Searches all stored passages by meaning, words and names, best first.",
        when="Use it before answering from memory. Use memory_get with the cited path to read around a result.",
        returns="results with path, startLine, endLine, score, snippet, source and citation (path:line), and count.",
        effects="read-only, apart from the record of what was shown (track_access false leaves it out).",
        limits="maxResults is brought to 1..50 (default 10); snippets of 500 characters.",
        schema=schema.arguments(
            {
                "query": schema.text("The question, in any language."),
                "maxResults": schema.integer("Most results, brought to 1..50. Default 10."),
                "track_access": TRACK,
                "project": PROJECT,
            },
            "query",
        ),
        handler=_search,
        reads_only=True,
    ),
    Tool(
        name="memory_store",
        purpose="Stores one passage for later recall.",
        when="Use it for a durable fact, preference, decision or snippet. Use memory_search first when "
        "it may be stored already.",
        returns="stored, id, path and category; or stored false with the message already stored and the id.",
        effects="writes one memory into the agent's own pool.",
        limits="2 MiB of text; one passage a call.",
        schema=schema.arguments(
            {
                "text": schema.text("What to store.", minimum=1),
                "category": schema.text(
                    "fact (default), preference, decision, code-snippet or another word.", maximum=100
                ),
                "project": PROJECT,
            },
            "text",
        ),
        handler=_store,
    ),
    Tool(
        name="memory_get",
        purpose="Reads lines of what is stored under a path.",
        when="Use it with a path that memory_search cited, to read more than its snippet.",
        returns="path, from, lines, total_lines and text.",
        effects="read-only, apart from the record that it was shown.",
        limits="lines is brought to 1..2000 (default 50); only what was stored, never the disk.",
        schema=schema.arguments(
            {
                "path": schema.text("Path as cited."),
                "from": schema.integer("First line, from 1. Default 1."),
                "lines": schema.integer("How many lines. Default 50."),
                "project": PROJECT,
            },
            "path",
        ),
        handler=_get,
        reads_only=True,
    ),
    later(
        "memory_forget",
        "Forgets what matches a query.",
        "Use memory_search to see it meanwhile.",
        ("query",),
        query=TEXT,
    ),
    later(
        "memory_forget_by_path",
        "Forgets everything under a path.",
        "Use memory_get to see it meanwhile.",
        ("path",),
        path=TEXT,
    ),
    later(
        "memory_bulk_ingest",
        "Stores up to 100 passages.",
        "Use memory_store meanwhile.",
        ("items",),
        items=OBJECTS,
    ),
    later(
        "memory_reference_search",
        "Searches reference material only.",
        "Use memory_search meanwhile.",
        ("query",),
        query=TEXT,
        tag=TEXT,
        maxResults=WHOLE,
    ),
    later(
        "memory_temporal",
        "Searches within a period.",
        "Use memory_search meanwhile.",
        ("query",),
        query=TEXT,
        after=TEXT,
        before=TEXT,
        maxResults=WHOLE,
    ),
    later(
        "memory_related",
        "Finds what is like a stored passage.",
        "Use memory_search with its text meanwhile.",
        ("chunkId",),
        chunkId=TEXT,
        maxResults=WHOLE,
    ),
    later(
        "memory_mistakes_search",
        "Searches past mistakes.",
        "Use memory_search meanwhile.",
        ("query",),
        query=TEXT,
        maxResults=WHOLE,
    ),
    later(
        "memory_mistakes_store",
        "Records a mistake with its cause and fix.",
        "Use memory_store with category lesson meanwhile.",
        ("description",),
        description=TEXT,
        rootCause=TEXT,
        fix=TEXT,
        lessons=TEXT,
        severity=TEXT,
        shared=FLAG,
    ),
    later(
        "memory_rules_store",
        "Records a rule for all agents or one.",
        "Use memory_store with category preference meanwhile.",
        ("rule",),
        rule=TEXT,
        scope=TEXT,
        category=TEXT,
    ),
    later(
        "memory_rules_search",
        "Searches rules.",
        "Use memory_search meanwhile.",
        ("query",),
        query=TEXT,
        maxResults=WHOLE,
    ),
    later(
        "memory_inspect",
        "Shows what recall would bring.",
        "Use memory_search meanwhile.",
        ("query",),
        query=TEXT,
        maxResults=WHOLE,
    ),
    later("memory_reindex", "Indexes files again.", "Use memory_store meanwhile.", path=TEXT),
    later(
        "memory_index_status",
        "Counts what is indexed.",
        "Use memory_search to see what is found meanwhile.",
        agentId=TEXT,
    ),
    later(
        "memory_recall_debug",
        "Traces each stage of a recall.",
        "Use memory_search meanwhile.",
        ("query",),
        query=TEXT,
        maxResults=WHOLE,
    ),
    later("memory_gate_status", "Shows how the reranker's gate is set.", "Use memory_search meanwhile."),
)
