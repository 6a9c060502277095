"""cuba_puente: typed relations between entities."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.cuba import common
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.request import Request, by_action, unavailable

RELATION_TYPES = ("uses", "causes", "implements", "depends_on", "related_to")


def _create(request: Request) -> dict[str, Any]:
    ends = _ends(request)
    kind = _kind(request, request.get("relation_type", "related_to"))
    both = request.get("bidirectional", False)
    answer = _relate(request, action="create", type=kind, bidirectional=both, **ends)
    return {
        "action": "create",
        "created": answer["outcome"] == "added",
        **ends,
        "relation_type": kind,
        "bidirectional": both,
        "strength": answer["strength"],
    }


def _delete(request: Request) -> dict[str, Any]:
    ends = _ends(request)
    kind = _kind(request, request.needed("relation_type", "when action is delete"))
    answer = _relate(request, action="delete", type=kind, **ends)
    return {"action": "delete", "deleted": answer["deleted"], **ends, "relation_type": kind}


def _traverse(request: Request) -> dict[str, Any]:
    start = common.entity_name(request, "start_entity", "when action is traverse")
    depth = request.clamped("max_depth", 3, 1, 5)
    answer = request.ask("recall._tool_traverse", start_entity=start, max_depth=depth)
    return {
        "action": "traverse",
        "start_entity": answer["start"],
        "max_depth": depth,
        "nodes": answer["nodes"],
        "count": len(answer["nodes"]),
    }


def _later(request: Request) -> Any:
    raise unavailable(
        request.tool,
        f"action {request.args['action']}",
        "Use action traverse to walk the relations that exist.",
    )


def _relate(request: Request, **arguments: Any) -> Any:
    """Both entities have to exist, so there is nothing to make first."""
    return request.ask("recall.relate", **arguments)


def _ends(request: Request) -> dict[str, str]:
    reason = f"when action is {request.args['action']}"
    return {name: common.entity_name(request, name, reason) for name in ("from_entity", "to_entity")}


def _kind(request: Request, value: str) -> str:
    return common.known_word(request, "relation_type", value, RELATION_TYPES)


TOOL = Tool(
    name="cuba_puente",
    purpose="Relates entities (uses, causes, implements, depends_on, related_to) and walks the relations.",
    when="Use create once two entities exist and their relation is certain, traverse to see what hangs "
    "on one. Use cuba_alma to make or read one entity, cuba_faro for a question in words.",
    returns="create: created and strength; delete: deleted true or false; traverse: nodes "
    "{name, relation, strength, depth, provenance}, nearest first.",
    effects="create writes one relation, or strengthens it by 0.1 when it is stated again; delete removes "
    "one; traverse only reads.",
    limits="both entities must exist (RC008); depth 1 to 5, 50 nodes; infer and predict answer RC0A0 in this version.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "create", "delete", "traverse", "infer", "predict"),
            "from_entity": schema.text("Where the relation starts."),
            "to_entity": schema.text("Where it ends."),
            "relation_type": schema.text("Default related_to."),
            "bidirectional": schema.boolean("Holds in both directions. Default false."),
            "start_entity": schema.text("Where traverse starts."),
            "max_depth": schema.integer("Steps to walk, brought to 1..5. Default 3."),
            "entity_name": schema.text("Entity, for predict."),
            "persist": schema.boolean("Store predictions, for predict."),
            "limit": schema.integer("Most predictions."),
            "project": common.PROJECT,
        },
        "action",
    ),
    handler=by_action(
        {"create": _create, "delete": _delete, "traverse": _traverse, "infer": _later, "predict": _later}
    ),
    destroys=True,
)
