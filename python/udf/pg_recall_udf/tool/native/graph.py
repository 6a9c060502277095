"""The native tools of the graph: entity, relate."""

from typing import Any

from pg_recall_udf.tool import schema
from pg_recall_udf.tool.entry import Tool
from pg_recall_udf.tool.native.argument import LIMIT, PROJECT
from pg_recall_udf.tool.request import Request


def _entity(request: Request) -> Any:
    given = request.given("action", "name", "type", "new_name", "alias", "into", "confirm", "max_results")
    action = request.args["action"]
    if action == "list":
        return {"entities": request.read("recall.entity", [], **given)}
    name = request.needed("name", f"when action is {action}")
    if action == "get":
        answer = request.ask("recall._tool_entity", name=name)
        request.show(memory["id"] for memory in answer["observations"])
        return answer
    if action == "create":
        return request.write("recall.entity", **given)
    return request.ask("recall.entity", **given)


def _relate(request: Request) -> Any:
    if request.args["action"] == "traverse":
        request.needed("start_entity", "when action is traverse")
        return request.ask("recall._tool_traverse", **request.given("start_entity", "max_depth"))
    request.needed("from_entity", f"when action is {request.args['action']}")
    request.needed("to_entity", f"when action is {request.args['action']}")
    names = ("action", "from_entity", "to_entity", "type", "bidirectional")
    return request.ask("recall.relate", **request.given(*names))


ENTITY = Tool(
    name="entity",
    purpose="Keeps the things that memories are about: create, get, rename, delete, merge, alias, list.",
    when="Use get to read all that is known about one thing, merge or alias when one thing has two names. "
    "Use relate for edges between entities, search for a question.",
    returns="the entity; get adds its observations and relations; delete says what went or would go.",
    effects="get and list only read. rename and merge keep the old name as an alias. "
    "delete forgets the memories about the entity and needs confirm true.",
    limits="names of 1 to 200 characters, unique per project apart from case and blanks.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "create", "get", "rename", "delete", "merge", "alias", "list"),
            "name": schema.text("Name or alias; with list: part of a name.", maximum=200),
            "type": schema.text("Sort of thing, for create.", minimum=1, maximum=100),
            "new_name": schema.text("New name, for rename.", maximum=200),
            "alias": schema.text("Other name, for alias.", maximum=200),
            "into": schema.text("Entity that stays, for merge.", maximum=200),
            "confirm": schema.boolean("True to really delete; otherwise delete only says what would go."),
            "max_results": LIMIT,
            "project": PROJECT,
        },
        "action",
    ),
    handler=_entity,
    destroys=True,
)

RELATE = Tool(
    name="relate",
    purpose="Keeps typed relations between entities: create, delete, traverse.",
    when="Use create when a durable relation becomes known (uses, depends_on, causes), traverse to see "
    "what hangs together. Use entity to make or look at one entity, search for a question in "
    "words.",
    returns="create: id, outcome (added or strengthened), strength; delete: deleted; traverse: nodes, nearest first.",
    effects="create writes one edge and strengthens one that is stated again; delete removes one; traverse only reads.",
    limits="both entities must exist (RC008); traverse goes 5 steps deep and answers 50 nodes.",
    schema=schema.arguments(
        {
            "action": schema.choice("What to do.", "create", "delete", "traverse"),
            "from_entity": schema.text("Where the relation starts.", maximum=200),
            "to_entity": schema.text("Where it ends.", maximum=200),
            "type": schema.text("Relation type. Default related_to.", minimum=1, maximum=100),
            "bidirectional": schema.boolean("Holds in both directions. Default false."),
            "start_entity": schema.text("Where traverse starts.", maximum=200),
            "max_depth": schema.integer("Steps that traverse takes. Default 3.", minimum=1, maximum=5),
            "project": PROJECT,
        },
        "action",
    ),
    handler=_relate,
    destroys=True,
)
