"""Which entities a question names: whole names and aliases as words, and names that are nearly spelled."""

from collections.abc import Sequence
from dataclasses import dataclass

from pg_recall_udf.door import Database, Statement

# "Ana María López de Haro" has five words; a longer name is still found by trigram.
_NAME_WORDS = 5
# A name that is nearly spelled is looked for as one or two words of the question, each a look into an index. Shorter
# words are alike by chance; of a pasted log only the beginning is compared.
_SPELLED_WORDS = 2
_SPELLED_CHARACTERS = (5, 60)
_SPELLINGS = 24
# A pair with so short a word in it is hardly a name.
_PARTICLE = 2
_EDGE = " \t\n.,;:!?¿¡()[]{}\"'“”‘’«»…"

# The key as the stored names have it: another way to fold case would miss "Straße".
_KEY = Statement("select recall.name_key($1)", ("text",))

_NAMED = Statement(
    """
    select e.id, 1::float4 as similarity
    from unnest($1) as scope (id)
    cross join unnest($2) as gram (key)
    join recall.entity e on e.project_id = scope.id and e.name_key = gram.key
    union all
    select a.entity_id, 1
    from unnest($1) as scope (id)
    cross join unnest($2) as gram (key)
    join recall.entity_alias a on a.project_id = scope.id and a.alias_key = gram.key
    union all
    select c.entity_id, c.similarity from recall._name_candidate($3, $4, 20) c
    where exists (select from recall.entity e where e.project_id = any ($1) and e.id = c.entity_id)
    """,
    ("int4[]", "text[]", "text[]", "float4"),
)


@dataclass(frozen=True, slots=True)
class NamedEntity:
    id: str
    similarity: float


def named(database: Database, project_ids: Sequence[int], query: str, floor: float) -> list[NamedEntity]:
    """Entities in scope that the query names, best first; similarity in (0, 1]."""
    best: dict[str, float] = {}
    key = database.value(_KEY, query)
    for row in database.rows(_NAMED, list(project_ids), grams(key), spellings(key), floor):
        best[row["id"]] = max(row["similarity"], best.get(row["id"], 0))
    return [NamedEntity(id, best[id]) for id in sorted(best, key=lambda id: (-best[id], id))]


def spellings(key: str) -> list[str]:
    """The words and pairs of words of a name key that may be a name nearly spelled."""
    words = key.split()[:_SPELLINGS]
    runs = (words[start:end] for length in range(1, _SPELLED_WORDS + 1) for start, end in _windows(len(words), length))
    bare = (" ".join(run).strip(_EDGE) for run in runs if min(map(len, run)) > _PARTICLE)
    least, most = _SPELLED_CHARACTERS
    return list(dict.fromkeys(run for run in bare if least <= len(run) <= most))[:_SPELLINGS]


def _windows(count: int, length: int) -> list[tuple[int, int]]:
    return [(start, start + length) for start in range(count - length + 1)]


def grams(key: str) -> list[str]:
    """Runs of 1 to 5 words of a name key, with and without the punctuation at their edges and a possessive 's."""
    words = key.split()[:200]
    found: dict[str, None] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + _NAME_WORDS, len(words)) + 1):
            run = " ".join(words[start:end])
            bare = run.strip(_EDGE)
            for form in (run, bare, bare.removesuffix("'s").removesuffix("’s")):
                if form:
                    found[form] = None
    return list(found)
