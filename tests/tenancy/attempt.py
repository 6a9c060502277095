"""One statement run as some role inside a transaction that is undone, and everything that came back."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
from psycopg import sql


@dataclass(frozen=True)
class Role:
    """A login role of the matrix. `granted`: it holds a project_grant of that level on the own project."""

    name: str
    group: str | None
    granted: str | None = None

    @property
    def can_write(self) -> bool:
        return self.group in ("recall_writer", "recall_admin") and self.granted != "reader"


@dataclass
class Outcome:
    """Rows, errors and notices as one text; `wrote` when the statement took a transaction id.

    `changed` and `own_changed`: the tables in which rows of the hidden project and of one's own differ afterwards.
    """

    text: str = ""
    sqlstate: str | None = None
    row_count: int = 0
    wrote: bool = False
    settings_kept: bool = True
    changed: list[str] = field(default_factory=list)
    own_changed: list[str] = field(default_factory=list)

    @property
    def is_refused(self) -> bool:
        return self.sqlstate == "42501"


class Trial:
    """Runs statements as the roles of the matrix and compares the rows of two projects before and after."""

    def __init__(self, owner: psycopg.Connection, hidden: int, own: int) -> None:
        self._owner = owner
        self._hidden, self._own = hidden, own
        self._notices: list[str] = []
        owner.add_notice_handler(lambda note: self._notices.append(f"{note.message_primary} {note.message_detail}"))
        self._tables = [
            (name, column)
            for name, column in owner.execute("""
                select c.oid::regclass::text, case when c.relname = 'project' then 'id' else 'project_id' end
                from pg_class c
                where c.relnamespace = 'recall'::regnamespace and c.relkind = 'r' and (c.relname = 'project' or exists (
                    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id'))
                order by 1
            """)
        ]
        self._before = {project: self._sums(project) for project in (hidden, own)}

    def run(self, role: Role, statement: str, values: Mapping[str, Any], settings: Mapping[str, str]) -> Outcome:
        """The outcome of one statement; the transaction is undone."""
        outcome = Outcome()
        self._notices.clear()
        with self._owner.transaction(force_rollback=True):
            with self._as(role, settings):
                before = self._settings()
                try:
                    with self._owner.transaction():
                        cursor = self._owner.execute(statement, values)
                        if cursor.description:
                            rows = cursor.fetchall()
                            outcome.row_count = len(rows)
                            outcome.text = "\n".join(map(str, rows))
                except psycopg.Error as error:
                    outcome.sqlstate = error.sqlstate
                    about = error.diag
                    outcome.text = " ".join(
                        str(part)
                        for part in (about.message_primary, about.message_detail, about.message_hint, about.context)
                    )
                outcome.settings_kept = self._settings() == before
            outcome.wrote = self._value("select pg_current_xact_id_if_assigned() is not null")
            if outcome.wrote:
                outcome.changed = self._differences(self._hidden)
                outcome.own_changed = self._differences(self._own)
        outcome.text += "\n".join(self._notices)
        return outcome

    @contextmanager
    def _as(self, role: Role, settings: Mapping[str, str]) -> Iterator[None]:
        name = sql.Identifier(role.name)
        self._owner.execute(sql.SQL("set local session authorization {}").format(name))
        for setting, value in settings.items():
            self._owner.execute("select set_config(%s, %s, true)", [setting, value])
        yield
        self._owner.execute("reset session authorization")

    def _settings(self) -> dict[str, str]:
        """All settings in force; a custom one that was never set reads as one that is empty."""
        rows = self._owner.execute("""
            select name, setting from pg_settings
            union all
            select n, coalesce(current_setting(n, true), '')
            from unnest(array['recall.scope', 'recall.project', 'role']) as n
        """)
        return dict(rows.fetchall())

    def _differences(self, project: int) -> list[str]:
        return [table for table, found in self._sums(project).items() if found != self._before[project][table]]

    def _sums(self, project: int) -> dict[str, Any]:
        """A digest of a project's rows in every table."""
        return {
            table: self._value(
                f"select md5(string_agg(t::text, '|' order by t::text)) from {table} t where {column} = %s", [project]
            )
            for table, column in self._tables
        }

    def _value(self, query: str, values: list[Any] | None = None) -> Any:
        return self._owner.execute(query, values).fetchone()[0]
