"""The text of a passage as it is embedded and indexed: one recipe for writing, searching and comparing."""

from pg_recall_udf.text import normalise


def passage_text(content: str, entity: str | None) -> str:
    """The content, led by the name of its entity where the content does not say it.

    A sentence such as "prefers tea" is about somebody only together with the name.
    """
    if not entity or normalise.folded(entity) in normalise.folded(content):
        return content
    return f"{entity}: {content}"
