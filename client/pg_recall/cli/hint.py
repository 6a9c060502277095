"""The way out of a refusal in the words of the shell, where the server's own speaks of SQL."""

import re

from pg_recall.errors import RecallError

_OTHER_SERVER = "on another server: pg-recall psql -c"

# By what the server's hint says, since one code has several ways out. Whatever is not here is shown as it came.
_IN_SHELL = {
    # RC003
    "setting recall.project": "Leave --project out for the database's own; `pg-recall projects` lists them.",
    "alias => ": "Pass --alias OTHER.",
    "new_name => ": "Pass --rename NEW.",
    "returned by remember": "Pass the id as `pg-recall save`, `search` or `list` shows it.",
    # RC005, RC006
    "recall.create_project": "`pg-recall projects --create NAME` makes one; `pg-recall projects` lists them.",
    "recall.use_project": "Pass --project NAME; `pg-recall projects` lists them.",
    # RC007
    "come from remember": "`pg-recall search` and `pg-recall list` show ids; it may have been forgotten.",
    # RC008, RC009
    "Action list of entity": "`pg-recall entities` lists the entities of the project.",
    "Action merge of entity": "`pg-recall entities NAME --merge-into WINNER` makes the two one.",
    # RC011
    "recall.add_model": f"`pg-recall up` adds it; {_OTHER_SERVER} \"select recall.add_model('minilm-int8')\"",
    # A database without the extension, or with an older one; RC013
    "create extension pg_recall": f"`pg-recall up` installs it; {_OTHER_SERVER} 'create extension pg_recall cascade', "
    "or 'alter extension pg_recall update'",
    "alter extension pg_recall": "`pg-recall up` restarts the private server with matching code; "
    f"{_OTHER_SERVER} 'alter extension pg_recall update'",
    # RC014, RC015
    "recall.tools('all')": "`pg-recall tools --profile all` lists them.",
    "in recall.tools": "`pg-recall tools --profile all --json` shows the schema of every tool.",
    # RC018
    "recall.rebuild_index": "`pg-recall check-index` says where; `pg-recall psql -c 'select recall.rebuild_index()'` "
    "makes it again.",
    # In an answer that is no refusal
    "confirm => true": "Add --yes to delete the entity and forget the memories about it.",
    "recall.correct replaces": "The place is taken by another text; `pg-recall correct ID CONTENT` replaces it.",
}  # fmt: skip

# By the function that a longer text says to call.
_CALL = re.compile(r"(?:select|call) recall\.(\w+)\([^)]*\)")
_WAYS_OUT = {
    "maintain": "run `pg-recall maintain embed`",
    "rebuild_index": "run `pg-recall psql -c 'select recall.rebuild_index()'`",
    "add_model": "run `pg-recall up`",
}


def hint(error: RecallError) -> str | None:
    """What to do next, as typed in a shell."""
    return in_shell(error.hint) if error.hint else None


def note_in_shell(text: str) -> str:
    """Why something did not take part in full; the way out that it names is that of the shell."""
    return _CALL.sub(lambda found: _WAYS_OUT.get(found[1], found[0]), text)


def in_shell(text: str) -> str:
    """A hint of the server in the words of the shell."""
    return next((told for said, told in _IN_SHELL.items() if said in text), text)
