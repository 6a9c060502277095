"""cuba_alma: the entities that observations hang on."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.cuba import common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, by_action

ENTITY_TYPES = (
    "concept",
    "project",
    "technology",
    "person",
    "pattern",
    "config",
    "code_symbol",
    "module",
    "external_dependency",
)


def _create(request: Request) -> dict[str, Any]:
    kind = common.known_word(request, "entity_type", request.get("entity_type", "concept"), ENTITY_TYPES)
    name = common.entity_name(request, "name")
    answer = request.write("recall.entity", action="create", name=name, type=kind)
    return {
        "action": "create",
        "already_existed": answer["already_existed"],
        "entity": _entity(answer["entity"]),
    }


def _update(request: Request) -> dict[str, Any]:
    name = common.entity_name(request, "name")
    new_name = common.entity_name(request, "new_name", "when action is update")
    answer = _ask(request, action="rename", name=name, new_name=new_name)
    return {
        "action": "update",
        "updated": True,
        "renamed_from": answer["renamed_from"],
        "entity": _entity(answer["entity"]),
    }


def _delete(request: Request) -> dict[str, Any]:
    name = common.entity_name(request, "name")
    answer = _ask(request, action="delete", name=name, confirm=True)
    return {
        "action": "delete",
        "deleted": answer["deleted"],
        "name": name,
        "cascade": True,
        "observations_deleted": answer["forgot"],
        "relations_deleted": answer["deleted_relations"],
    }


def _get(request: Request) -> dict[str, Any]:
    name = common.entity_name(request, "name")
    answer = request.ask("recall._tool_entity", name=name)
    observations = [common.entry(one) for one in answer["observations"] if one["kind"] != "episode"]
    request.show(one["id"] for one in observations)
    return {
        "entity": _entity(answer["entity"]),
        "observations": observations,
        "observation_count": len(observations),
        "relations": answer["relations"],
    }


def _ask(request: Request, **arguments: Any) -> dict[str, Any]:
    """These actions are about an entity that exists: an unknown one is an error, also in a new project."""
    return request.ask("recall.entity", **arguments)


def _entity(document: dict[str, Any]) -> dict[str, Any]:
    return {name: document[name] for name in ("id", "name", "entity_type", "importance", "access_count", "aliases")}


TOOL = Tool(
    name="cuba_alma",
    purpose="Keeps the entities of the knowledge graph: create, get, update (rename), delete.",
    when="Use get to read everything known about one thing, create before cuba_puente relates it. "
    "Use cuba_cronica to add observations to it and cuba_faro when you have a question rather than a name.",
    returns="the entity {name, entity_type, importance, access_count}; get adds observations, "
    "observation_count and relations; create says already_existed; delete says what went with it.",
    effects="update keeps the old name as an alias. delete asks for no confirmation: it forgets the entity's "
    "observations and removes its relations. get only reads.",
    limits=f"names of 1 to 200 bytes; entity_type one of {', '.join(ENTITY_TYPES)}.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "create", "update", "delete", "get"),
            "name": schema.text("Entity name or alias."),
            "entity_type": schema.text("Sort of entity, for create. Default concept."),
            "new_name": schema.text("New name, for update."),
            "project": common.PROJECT,
        },
        "action",
        "name",
    ),
    handler=by_action({"create": _create, "update": _update, "delete": _delete, "get": _get}),
    destroys=True,
)
