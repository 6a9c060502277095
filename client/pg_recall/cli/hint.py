"""The way out of an error in the words of the shell, where the server's own speaks of SQL."""

from pg_recall.errors import RecallError

# By code; the server's hint stays where it names no function or action.
_HINTS = {
    "RC005": "`pg-recall projects` lists the projects; `pg-recall projects --create NAME` makes one.",
    "RC006": "Pass --project NAME; `pg-recall projects` lists them.",
    "RC008": "`pg-recall entities` lists the entities of the project.",
    "RC009": "`pg-recall entities NAME --merge-into OTHER` makes the two one.",
    "RC011": "`pg-recall up` installs and registers the model; `pg-recall doctor` says what is missing.",
    "RC018": "`pg-recall check-index` says where; `pg-recall psql -c 'select recall.rebuild_index()'` makes it again.",
}
_SPEAKS_SQL = ("recall.", "action ", "Action ", "=>")


def hint(error: RecallError) -> str | None:
    """What to do next, as typed in a shell."""
    if error.hint and any(mark in error.hint for mark in _SPEAKS_SQL):
        return _HINTS.get(error.code, error.hint)
    return error.hint
