"""Many sessions at once: each thread has its own, and all begin together."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg


class Crowd:
    """Opens sessions with `connect` and runs one task in each; the next tasks get the same sessions."""

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        self._connect = connect
        self._sessions: list[psycopg.Connection] = []

    def run(self, tasks: Sequence[Callable[[psycopg.Connection], Any]]) -> list[Any]:
        """What each task returned, or the database error that it met, in the order given."""
        self._sessions += [self._connect() for _ in tasks[len(self._sessions) :]]
        barrier = threading.Barrier(len(tasks))

        def one(task: Callable[[psycopg.Connection], Any], session: psycopg.Connection) -> Any:
            barrier.wait()
            try:
                return task(session)
            except psycopg.Error as error:
                return error

        with ThreadPoolExecutor(len(tasks)) as pool:
            return list(pool.map(one, tasks, self._sessions))

    def repeat(self, number: int, task: Callable[[psycopg.Connection], Any]) -> list[Any]:
        """The same task in so many sessions."""
        return self.run([task] * number)


def value(session: psycopg.Connection, query: str, *values: Any) -> Any:
    """The first column of a query's one row."""
    return session.execute(query, values).fetchone()[0]


def load(session: psycopg.Connection, lines: Sequence[str], batch: int) -> dict[str, Any]:
    """Copy lines of JSON into recall_load and ingest them in batches; the answer of finish_load."""
    session.execute("select recall.start_load()")
    with session.cursor() as cursor, cursor.copy("copy recall_load (item) from stdin") as copy:
        for line in lines:
            copy.write_row([line])
    return value(session, "select recall.finish_load(%s)", batch)


def errors(answers: Sequence[Any]) -> list[str]:
    """The SQLSTATEs of the tasks that failed."""
    return [answer.sqlstate for answer in answers if isinstance(answer, psycopg.Error)]
