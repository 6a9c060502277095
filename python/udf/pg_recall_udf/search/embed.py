"""recall.embed: a text as a vector."""

from pg_recall_udf.door import Database, Statement
from pg_recall_udf.embed import provider
from pg_recall_udf.errors import RecallError
from pg_recall_udf.write import check
from pg_recall_udf.write.embedding import active_model
from pg_recall_udf.write.prepare import vector_text

_SETTINGS = Statement("select recall._settings(null)")


def embed(database: Database, content: str | None) -> str:
    """The vector in pgvector's text form.

    Raises: RC001 for an empty text, RC011 without a model, RC012 when nobody can embed.
    """
    settings = database.document(_SETTINGS)
    text = check.content(content, settings["write.max_bytes"], check.Notes())
    model = active_model(database)
    if model is None:
        raise RecallError(
            "RC011", "no embedding model was added", hint="select recall.add_model('minilm-int8')."
        )
    vectors = provider.embed([text], "query", model.name, settings, database.pause).vectors
    return vector_text(vectors[0])
