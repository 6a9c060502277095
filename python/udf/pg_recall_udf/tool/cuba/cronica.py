"""cuba_cronica: observations and episodes of an entity, and its timeline."""

from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import schema
from pg_recall_udf.tool.cuba import batch, common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, by_action
from pg_recall_udf.write import vocabulary as word

BATCH = 100
EPISODES = 50
EXISTING_CHARS = 80


def _add(request: Request) -> dict[str, Any]:
    _trusted_only(request)
    name = common.entity_name(request, "entity_name", "when action is add")
    answer = request.write(
        "recall.remember",
        content=request.needed("content", "when action is add"),
        entity=name,
        type=request.get("observation_type", "fact"),
        source=request.get("source", "agent"),
        session=request.session,
        agent=request.agent,
    )
    request.show([answer["id"]])
    if answer["outcome"] == "duplicate":
        existing = request.read("recall.get", None, id=answer["duplicate_of"])
        return {
            "deduplicated": True,
            "id": answer["duplicate_of"],
            "existing_content": existing["content"][:EXISTING_CHARS],
        }
    return {
        "id": answer["id"],
        "entity_name": answer["entity"],
        "observation_type": answer["type"],
        "information_density": answer["density"],
        "importance": answer["importance"],
        "tags": answer["tags"],
        "overload_warning": None,
        "superseded": 0,
    }


def _batch_add(request: Request) -> dict[str, Any]:
    _trusted_only(request)
    return batch.store(request, batch.within(request, "observations", BATCH))


def _delete(request: Request) -> dict[str, Any]:
    identity = request.get("observation_id") or request.get("id")
    if identity is None:
        raise schema.missing(request.tool, "observation_id", "when action is delete")
    answer = request.ask("recall.forget", id=identity)
    return {"deleted": True, "id": answer["id"]}


def _list(request: Request) -> dict[str, Any]:
    name = common.entity_name(request, "entity_name", "when action is list")
    known = request.ask("recall._tool_entity", name=name)
    stored = request.rows("recall.list", entity=name, max_results=1000)
    about = {one["id"] for one in known["observations"] if one["kind"] != "episode"}
    observations = sorted(
        (common.entry(one) for one in stored if one["id"] in about), key=lambda one: -one["importance"]
    )
    request.show(one["id"] for one in observations)
    return {"entity_name": known["entity"]["name"], "observations": observations, "count": len(observations)}


def _episode_add(request: Request) -> dict[str, Any]:
    parts = {name: request.get(name, []) for name in ("actors", "artifacts")}
    answer = request.write(
        "recall.remember",
        content=request.needed("content", "when action is episode_add"),
        entity=common.entity_name(request, "entity_name", "when action is episode_add"),
        kind="episode",
        type="context",
        source=request.get("source", "agent"),
        metadata=parts,
        session=request.session,
        agent=request.agent,
    )
    request.show([answer["id"]])
    return {
        "id": answer["id"],
        "entity_name": answer["entity"],
        "importance": answer["importance"],
        "already_existed": answer["outcome"] == "duplicate",
    }


def _episode_list(request: Request) -> dict[str, Any]:
    name = request.get("entity_name")
    stored = request.rows("recall.list", kind="episode", entity=name, max_results=EPISODES)
    request.show(one["id"] for one in stored)
    episodes = [
        {
            "id": one["id"],
            "entity_name": one["entity"],
            "content": one["content"],
            "actors": one["metadata"].get("actors", []),
            "artifacts": one["metadata"].get("artifacts", []),
            "importance": one["importance"],
            "started_at": one["occurred_at"] or one["created_at"],
        }
        for one in stored
    ]
    return {"episodes": episodes, "count": len(episodes)}


def _timeline(request: Request) -> dict[str, Any]:
    name = common.entity_name(request, "entity_name", "when action is timeline")
    entries = request.ask("recall.timeline", entity=name, max_results=150)
    request.show(one["id"] for one in entries)
    return {"entity_name": name, "timeline": [_moment(one) for one in entries], "count": len(entries)}


def _moment(entry: dict[str, Any]) -> dict[str, Any]:
    moment = {
        "kind": "episode" if entry["kind"] == "episode" else "observation",
        "timestamp": entry["at"],
        "id": entry["id"],
        "type": entry["type"],
        "content": entry["content"],
    }
    if moment["kind"] == "observation":
        moment["version"] = entry["version"]
        if entry["version"] > 1:
            moment["previous_versions"] = entry["previous_versions"]
    return moment


def _trusted_only(request: Request) -> None:
    if request.get("trust", "trusted") != "trusted":
        raise RecallError(
            sqlstate="RC0A0",
            message=f"{request.tool}: trust quarantined is not available in this version",
            hint="Leave trust out to store a trusted observation.",
        )


TOOL = Tool(
    name="cuba_cronica",
    purpose="Adds, lists and deletes the observations of an entity, keeps its episodes, and reads its timeline.",
    when="Use add for one durable statement, batch_add for many, episode_add for something that "
    "happened, timeline for how it developed. Use cuba_ingesta for a whole text, cuba_faro to "
    "search, cuba_alma for the entity itself.",
    returns="add: id, information_density, importance and tags, or deduplicated with existing_content; "
    "batch_add: added, deduplicated, total_processed, and errors by position; list: observations "
    "and count; timeline: oldest first.",
    effects="adding makes the entity when it is new. delete forgets the observation at once. list, "
    "episode_list and timeline only read.",
    limits="100 observations a batch; 50 episodes a list; 150 timeline entries; items without entity or "
    "content are skipped.",
    schema=schema.arguments(
        {
            "action": schema.choice(
                "What to do.", "add", "delete", "list", "batch_add", "episode_add", "episode_list", "timeline"
            ),
            "entity_name": common.ENTITY_NAME,
            "content": schema.text("The statement or episode, understandable on its own."),
            "observation_type": schema.choice("What sort of statement. Default fact.", *word.TYPES),
            "source": schema.choice("Where it comes from. Default agent.", *word.SOURCES),
            "trust": schema.choice("Default trusted.", "trusted", "quarantined"),
            "observation_id": schema.text("Observation to delete."),
            "id": schema.text("The same as observation_id."),
            "observations": schema.objects("For batch_add: {entity_name, content, observation_type?, source?}."),
            "actors": schema.texts("Who took part, for episode_add."),
            "artifacts": schema.texts("Files or things involved, for episode_add."),
            "allow_secret": common.ALLOW_SECRET,
            "project": common.PROJECT,
        },
        "action",
    ),
    handler=by_action(
        {
            "add": _add,
            "batch_add": _batch_add,
            "delete": _delete,
            "list": _list,
            "episode_add": _episode_add,
            "episode_list": _episode_list,
            "timeline": _timeline,
        }
    ),
    destroys=True,
)
