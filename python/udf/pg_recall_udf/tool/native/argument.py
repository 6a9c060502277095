"""Arguments that several tools share."""

from pg_recall_udf.tool import schema

PROJECT = schema.text(
    "Project to work in. Left out: that of the open session, else the client's, else its first root's name.",
    minimum=1,
    maximum=200,
)
ID = schema.text("Id of a memory, as remember, search and list give it.", minimum=1, maximum=60)
ENTITY = schema.text("What the memory is about: a person, a component, a place.", minimum=1, maximum=200)
TAGS = schema.texts("Tags, each a string of its own.", maximum=64)
AFTER = schema.text("Only what happened at or after this instant (RFC 3339; a date alone is midnight UTC).")
BEFORE = schema.text("Only what happened before this instant (RFC 3339; a date alone is midnight UTC).")
LIMIT = schema.integer("Most results to return.", minimum=1, maximum=1000)
SHARED = schema.boolean("Also read the project 'shared'. Default false.")
TRACK = schema.boolean("False leaves this answer out of the access record. Default true.")
