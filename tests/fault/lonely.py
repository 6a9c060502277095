"""A cluster of which only the sidecar can embed."""

from typing import Any

import psycopg
from crowd import value

from pg_recall.cluster import sidecar
from pg_recall.cluster.account import server_account
from pg_recall.home import Home
from pg_recall_udf.embed.breaker import Breaker, breaker_path

JOBS = "select target_id::text, attempts, last_error from recall.job order by id"
LAST_RUN = "select counts, error from recall.maintain_run where task = 'embed' order by id desc limit 1"


class Lonely:
    """One session, and the sidecar that it depends on."""

    def __init__(self, home: Home, session: psycopg.Connection) -> None:
        self.home, self.session = home, session

    def start_sidecar(self) -> None:
        """Start it as `up` does; one that runs stays."""
        sidecar.start(self.home, server_account())

    def stop_sidecar(self) -> None:
        sidecar.stop(self.home)

    def sidecar_pid(self) -> int:
        pid = sidecar.running_pid(self.home)
        assert pid is not None
        return pid

    def close_breaker(self) -> None:
        """Forget earlier failures, as a sidecar does that begins to serve."""
        Breaker(breaker_path(self.home.sidecar_socket)).reset()

    def remember(self, content: str, embed: str | None = None) -> dict[str, Any]:
        return value(self.session, "select recall.remember(%s, embed => %s)", content, embed)

    def search(self, query: str) -> list[dict[str, Any]]:
        """Hits: id, arms and flags."""
        rows = self.session.execute("select id::text, arms, flags from recall.search(%s)", [query]).fetchall()
        return [{"id": id_, "arms": arms, "flags": flags} for id_, arms, flags in rows]

    def search_json(self, query: str) -> dict[str, Any]:
        return value(self.session, "select recall.search_json(%s)", query)

    def maintain(self) -> dict[str, Any]:
        """Work off the queue; the counts of the run."""
        self.session.execute("call recall.maintain('embed')")
        counts, error = self.session.execute(LAST_RUN).fetchone()
        assert error is None
        return counts

    def jobs(self) -> list[tuple]:
        """(memory, attempts, last error) of what waits for its vector."""
        return self._scoped(JOBS)

    def vectors(self) -> list[tuple]:
        """The stored vectors."""
        return self._scoped("select embedding::text from recall.embedding_1")

    def has_exact_index(self) -> bool:
        return self.session.execute("select * from recall.check_index()").fetchall() == []

    def _scoped(self, query: str) -> list[tuple]:
        with self.session.transaction():
            self.session.execute("select recall._enter(null)")
            return self.session.execute(query).fetchall()
