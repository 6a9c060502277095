"""Two projects filled with every kind of row, each with marks that betray a leak wherever they turn up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

# What both projects remember in the same words.
COMMON = "The lantern hangs in the shed behind the house."


@dataclass(frozen=True)
class Tenant:
    """A filled project. `mark` is in every text of its own; its numbers start where no other project's do."""

    project: str
    mark: str
    first_project_id: int
    first_no: int

    @property
    def entity(self) -> str:
        return f"{self.mark.capitalize()} Works"

    @property
    def other_entity(self) -> str:
        return f"{self.mark.capitalize()} Depot"

    @property
    def alias(self) -> str:
        return f"{self.mark.capitalize()} Forge"

    @property
    def session(self) -> str:
        return f"{self.mark}-session"

    @property
    def thread(self) -> str:
        return f"{self.mark}-thread"

    @property
    def path(self) -> str:
        return f"/notes/{self.mark}.md"


# The names differ by a suffix only: one is a prefix of the other.
HIDDEN = Tenant("test_user1", "quagga", 1_700_000_001, 888_000_000_001)
OWN = Tenant("test_user", "okapi", 1_800_000_001, 777_000_000_001)


def fill(owner: psycopg.Connection, local: psycopg.Connection, tenant: Tenant) -> None:
    """Every kind of row through the public functions; what no function writes yet, as the superuser.

    `local` remembers as the local role does; afterwards its project is that of the tenant.
    """
    _number_from(owner, tenant)
    mark = tenant.mark
    local.execute("select recall.create_project(%s)", [tenant.project])
    local.execute("select recall.use_project(%s)", [tenant.project])
    local.execute(
        "select recall.start_session(%s, %s, %s, %s, %s)",
        [tenant.session, f"{mark} work", [f"{mark} goal"], f"{mark}-agent", f"{mark}-client"],
    )
    remember(local, COMMON)
    remember(
        local, f"The {mark} lantern is lit at dusk.", entity=tenant.entity, tags=[f"{mark}-tag"], type="decision",
        session=tenant.session, thread=tenant.thread, position=1, speaker=f"{mark}-speaker", reference=tenant.path,
        pool=f"{mark}-pool", agent=f"{mark}-agent", metadata={"path": tenant.path, f"{mark}_key": [f"{mark}"]},
    )  # fmt: skip
    remember(local, " ".join(f"Line {n} of the {mark} lantern manual says to trim wick {n}." for n in range(60)))
    slip = remember(local, f"The {mark} lantern burns oil, a slip.", entity=tenant.entity)
    local.execute("select recall.correct(%s, %s, %s)", [slip, f"The {mark} lantern burns wax.", f"{mark} misheard"])
    remember(local, f"The {mark} lantern waits for its vector.", embed="later")
    dead = remember(local, f"The {mark} lantern was green once.", entity=tenant.other_entity)
    local.execute("select recall.entity('alias', %s, alias => %s)", [tenant.entity, tenant.alias])
    local.execute("select recall.relate('create', %s, %s, 'supplies')", [tenant.entity, tenant.other_entity])
    local.execute(
        "select recall.log_event('message', %s, role => 'user', session => %s, thread => %s, speaker => %s)",
        [f"Where is the {mark} lantern?", tenant.session, tenant.thread, f"{mark}-speaker"],
    )
    local.execute("select recall.set_setting('bm25.k1', '1.3', %s)", [tenant.project])
    local.execute("select recall.compact()")
    local.execute("select recall.forget(%s, %s)", [dead, f"{mark} reason"])
    remember(local, f"The {mark} lantern is fresh.", kind="error", session=tenant.session)
    context = Jsonb({"client": f"{mark}-client", "session": tenant.session, "project": tenant.project})
    for query in ("lantern", 7):
        local.execute("select recall.call('search', %s, %s)", [Jsonb({"query": query}), context])
    _link(owner, tenant)


def remember(session: psycopg.Connection, content: str, /, **arguments: Any) -> str:
    """The id of a new memory in the project of the session."""
    named = "".join(f', "{name}" => %({name})s' for name in arguments)
    values = {name: Jsonb(value) if name == "metadata" else value for name, value in arguments.items()}
    (answer,) = session.execute(f"select recall.remember(%(content)s{named})", values | {"content": content}).fetchone()
    assert answer["outcome"] == "added", answer
    return answer["id"]


def _number_from(owner: psycopg.Connection, tenant: Tenant) -> None:
    """The next numbers that the database gives out are the tenant's own."""
    columns = owner.execute("""
        select a.attrelid::regclass::text, a.attname from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'recall'::regnamespace and a.attidentity <> '' and c.relname <> 'model'
    """).fetchall()
    for table, column in columns:
        first = tenant.first_project_id if table == "recall.project" else tenant.first_no
        owner.execute(f"alter table {table} alter column {column} restart with {first}")


def _link(owner: psycopg.Connection, tenant: Tenant) -> None:
    """Rows that later stages write: links, provenance, a grant."""
    owner.execute(
        """
        insert into recall.memory_link (project_id, from_id, to_id, kind, reason)
        select m.project_id, m.id, o.id, 'supersedes', %(mark)s from recall.memory_record m
        join recall.memory_record o on o.project_id = m.project_id and o.content = %(common)s
        join recall.project p on p.id = m.project_id and p.name = %(project)s
        where m.version = 2
        """,
        {"mark": tenant.mark, "common": COMMON, "project": tenant.project},
    )
    owner.execute(
        """
        insert into recall.memory_source (project_id, memory_id, event_id, kind, relevance)
        select m.project_id, m.id, e.id, 'primary', 1 from recall.memory_record m
        join recall.event e on e.project_id = m.project_id
        join recall.project p on p.id = m.project_id and p.name = %s
        where m.version = 2
        """,
        [tenant.project],
    )


class Marks:
    """Finds what belongs to a tenant in any text: its mark, its name, its numbers, the ids of its rows."""

    def __init__(self, owner: psycopg.Connection, tenant: Tenant) -> None:
        self._ids = _ids(owner, tenant)
        numbers = rf"(?<!\d)(?:{tenant.first_project_id // 100}\d\d|{tenant.first_no // 10**6}\d{{6}})(?!\d)"
        self._pattern = re.compile(rf"{tenant.mark}|\b{tenant.project}\b|{numbers}", re.IGNORECASE)

    def found(self, text: str, given: Iterable[str] = ()) -> list[str]:
        """The tenant's marks in a text. What the caller gave and is told again is no leak."""
        for value in sorted(filter(self._in, given), key=len, reverse=True):
            text = re.sub(re.escape(value), "…", text, flags=re.IGNORECASE)
        return self._in(text)

    def _in(self, text: str) -> list[str]:
        return sorted({*self._pattern.findall(text), *(one for one in self._ids if one in text)})


def _ids(owner: psycopg.Connection, tenant: Tenant) -> set[str]:
    tables = owner.execute("""
        select c.oid::regclass::text, a.attname from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and a.attname <> 'node_id'
        where c.relnamespace = 'recall'::regnamespace and c.relkind = 'r'
            and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id')
    """).fetchall()
    found: set[str] = set()
    for table, column in tables:
        rows = owner.execute(
            f"select {column}::text from {table} where project_id = %s and {column} is not null",
            [tenant.first_project_id],
        )
        found.update(value for (value,) in rows)
    return found
