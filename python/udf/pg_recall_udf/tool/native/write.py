"""The native tools that write a memory: remember, correct, forget."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.native.argument import ENTITY, ID, PROJECT, TAGS
from pg_recall_udf.tool.request import Request
from pg_recall_udf.write import vocabulary as word


def _remember(request: Request) -> Any:
    given = {name: value for name, value in request.args.items() if name != "project"}
    owner = {"session": request.session, "agent": request.agent}
    return request.write("recall.remember", **(owner | given))


def _correct(request: Request) -> Any:
    return request.ask("recall.correct", **request.given("id", "content", "reason"))


def _forget(request: Request) -> Any:
    return request.ask("recall.forget", **request.given("id", "reason"))


REMEMBER = Tool(
    name="remember",
    purpose="Stores one thing worth keeping: a fact, a decision with its reason, a lesson, a preference, "
    "an error or its fix.",
    when="Use it as soon as something durable is learned; one self-contained sentence or note a call. "
    "Use correct when a stored memory became wrong, and session for the start and end of work.",
    returns="the id and the outcome: added, or duplicate with the id of the memory that says the same; "
    "also importance, tags, what was normalised, and whether the text was embedded now or queued.",
    effects="writes one memory; makes the project, the entity and the session when they are new.",
    limits="content up to 2 MiB, 64 tags, metadata up to 64 KiB; long text is cut into passages by itself.",
    schema=schema.arguments(
        {
            "content": schema.text("What to remember, understandable on its own.", minimum=1),
            "entity": ENTITY,
            "type": schema.choice("What sort of statement it is. Default fact.", *word.TYPES),
            "tags": TAGS,
            "source": schema.choice("Where it comes from. Default agent.", *word.SOURCES),
            "importance": schema.number("From 0 to 1; left out: by type and density.", minimum=0, maximum=1),
            "occurred_at": schema.text("When it happened or was said (RFC 3339)."),
            "session": schema.text("Session key; left out: the client's session.", minimum=1, maximum=400),
            "thread": schema.text("Conversation or document it is part of.", minimum=1, maximum=400),
            "position": schema.integer("Place in the thread, from 0.", minimum=0, maximum=schema.MAX_INT),
            "speaker": schema.text("Who said it.", minimum=1, maximum=200),
            "metadata": schema.document("Anything else, as an object."),
            "embed": schema.choice("When to compute the vector. Default auto.", *word.EMBED_CHOICES),
            "kind": schema.choice("What sort of record it is; left out: by type.", *word.KINDS),
            "role": schema.choice("Role of the speaker.", *word.EVENT_ROLES),
            "reference": schema.text("Address of the source; the same reference is stored once.", minimum=1),
            "pool": schema.text("Pool it belongs to.", minimum=1, maximum=100),
            "agent": schema.text("Agent that owns it.", minimum=1, maximum=200),
            "valid_from": schema.text("Since when it is true (RFC 3339)."),
            "valid_until": schema.text("Until when it is true (RFC 3339)."),
            "project": PROJECT,
        },
        "content",
    ),
    handler=_remember,
)

CORRECT = Tool(
    name="correct",
    purpose="Replaces the text of a memory that became wrong or was wrong; the old text stays readable as a version.",
    when="Use it with the id that search gave. Use forget when nothing should remain, remember for a "
    "new fact beside it.",
    returns="the id, the outcome (corrected or unchanged) and the version number.",
    effects="writes a new version and indexes it; search finds the new text at once and the old one only "
    "in scope history.",
    limits="one memory a call; text that another memory already holds is refused (RC009).",
    schema=schema.arguments(
        {
            "id": ID,
            "content": schema.text("The text as it should be.", minimum=1),
            "reason": schema.text("Why, for the history.", maximum=1000),
            "project": PROJECT,
        },
        "id",
        "content",
    ),
    handler=_correct,
)

FORGET = Tool(
    name="forget",
    purpose="Removes one memory from everything that is read; a tombstone keeps its id only.",
    when="Use it when the user asks for it or the memory should never have been stored. Use correct "
    "when it is merely outdated.",
    returns="the id and the outcome forgotten.",
    effects="destructive: it leaves search, lists and history at once. The same text may be remembered again.",
    limits="one id a call; there is no forgetting by query.",
    schema=schema.arguments(
        {"id": ID, "reason": schema.text("Why, kept with the tombstone.", maximum=200), "project": PROJECT},
        "id",
    ),
    handler=_forget,
    destroys=True,
)
