"""A session that tells the plan of every statement run in it, also of those inside functions (auto_explain)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

# Every statement, with what it really read, as a notice to this session.
SETTINGS = {
    "log_min_duration": "0",
    "log_nested_statements": "on",
    "log_analyze": "on",
    "log_buffers": "on",
    "log_timing": "off",
    "log_format": "json",
    "log_level": "notice",
}
MARK = "plan:\n"
PINNED = """
select p.oid::regprocedure::text from pg_proc p
where p.pronamespace = 'recall'::regnamespace and p.proconfig::text like '%plan_cache_mode=force_generic_plan%'
"""


@dataclass(frozen=True)
class Plan:
    """One executed statement."""

    text: str
    root: dict[str, Any]

    def nodes(self) -> Iterator[dict[str, Any]]:
        """Every node that was executed, those of initial and sub-plans too."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node["Actual Loops"]:
                yield node
            waiting += node.get("Plans", [])

    def scanned(self) -> Iterator[tuple[str, str, float]]:
        """(relation, kind of scan, rows read, kept or not) of every scan of a table."""
        for node in self.nodes():
            if "Relation Name" in node:
                left_out = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
                rows = (node["Actual Rows"] + left_out) * node["Actual Loops"]
                yield node["Relation Name"], node["Node Type"], rows

    @property
    def pairs(self) -> float:
        """Rows that joins compared and dropped."""
        return sum(node.get("Rows Removed by Join Filter", 0) * node["Actual Loops"] for node in self.nodes())

    @property
    def blocks(self) -> int:
        """Pages of tables and indexes that were read, from memory or from disk."""
        return self.root["Shared Hit Blocks"] + self.root["Shared Read Blocks"]


class Explained:
    """Runs statements as one role under its row security and keeps their plans."""

    def __init__(self, session: psycopg.Connection, role: str, mode: str) -> None:
        """Until the transaction ends, the superuser's session is the role's, and its plans are generic or custom."""
        self._session = session
        self._seen: list[Plan] = []
        session.execute("load 'auto_explain'")
        for name, value in SETTINGS.items():
            session.execute(f"set local auto_explain.{name} = '{value}'")
        # Functions that ask for one kind of plan are to stand the other kind too.
        for (function,) in session.execute(PINNED).fetchall():
            session.execute(f"alter function {function} reset plan_cache_mode")
        session.execute(f"set local plan_cache_mode = force_{mode}_plan")
        session.execute(sql.SQL("set local session authorization {}").format(sql.Identifier(role)))

    def _keep(self, notice: psycopg.errors.Diagnostic) -> None:
        message = notice.message_primary or ""
        if MARK in message:
            document = json.loads(message.partition(MARK)[2])
            self._seen.append(Plan(document["Query Text"], document["Plan"]))

    def run(self, statement: str) -> list[Plan]:
        """The plans of a statement and of all that it runs inside."""
        self._seen.clear()
        self._session.add_notice_handler(self._keep)
        try:
            self._session.execute(statement)
        finally:
            self._session.remove_notice_handler(self._keep)
        return list(self._seen)
