"""One tool call under way: its arguments, whose memory it is about, and what it showed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pg_recall_udf.errors import RecallError
from pg_recall_udf.tool import schema
from pg_recall_udf.tool.database import INSTANTS, Functions

INSTANT = "an RFC 3339 instant such as 2025-01-31T09:00:00Z or a date such as 2025-01-31"


@dataclass
class Request:
    """A call of `tool` with checked `args`, in `project`.

    `session` is the client's session key and `open_session` what that client opened with it, if anything.
    Reads of a project that does not exist yet are empty; the first write makes it. `delegate` runs another
    tool in the same context, `listing` is the catalogue of a profile. `shown` collects the ids of memories in
    the answer.
    """

    tool: str
    args: dict[str, Any]
    database: Functions
    project: str
    exists: bool
    session: str | None = None
    open_session: dict[str, Any] | None = None
    agent: str | None = None
    client: str | None = None
    delegate: Callable[[str, Any], Any] | None = None
    listing: Callable[[str], list[dict[str, Any]]] | None = None
    shown: list[str] = field(default_factory=list)

    def read(self, function: str, empty: Any, **arguments: Any) -> Any:
        """The answer of a reading function, or `empty` when the project does not exist yet."""
        if not self.exists:
            return empty
        return self.database.call(function, **self._prepared(arguments))

    def rows(self, function: str, **arguments: Any) -> list[Any]:
        """The rows of a reading function; none when the project does not exist yet."""
        if not self.exists:
            return []
        return self.database.rows(function, **self._prepared(arguments))

    def ask(self, function: str, **arguments: Any) -> Any:
        """The answer of a function about something that has to exist; in a new project nothing does."""
        return self.database.call(function, **self._prepared(arguments))

    def write(self, function: str, **arguments: Any) -> Any:
        """The answer of a writing function; the project is made first when it does not exist yet."""
        if not self.exists:
            self.database.call("recall.create_project", name=self.project)
            self.exists = True
        return self.database.call(function, **self._prepared(arguments))

    def show(self, ids: Iterable[str | None]) -> None:
        """Notes that the answer shows these memories."""
        self.shown.extend(one for one in ids if one and one not in self.shown)

    def get(self, name: str, default: Any = None) -> Any:
        """An argument, or the default when it was left out."""
        return self.args.get(name, default)

    def given(self, *names: str) -> dict[str, Any]:
        """The arguments of these names that were given."""
        return {name: self.args[name] for name in names if name in self.args}

    def needed(self, name: str, reason: str | None = None) -> Any:
        """An argument that this use of the tool needs. Raises RC015 when it is missing or blank."""
        value = self.args.get(name)
        if value is None:
            raise schema.missing(self.tool, name, reason)
        if isinstance(value, str) and not value.strip():
            raise schema.invalid(self.tool, f"$.{name}", "a string that is not blank", value)
        return value

    def clamped(self, name: str, default: int, low: int, high: int) -> int:
        """A whole-number argument brought between two bounds."""
        return min(max(int(self.args.get(name, default)), low), high)

    def _prepared(self, arguments: dict[str, Any]) -> dict[str, Any]:
        prepared = {
            name: self._instant(name, value) if name in INSTANTS and value is not None else value
            for name, value in arguments.items()
        }
        return prepared | {"project": self.project}

    def _instant(self, name: str, value: str) -> str:
        """An instant with its zone; without one it is UTC, whatever the session's time zone is."""
        try:
            moment = datetime.fromisoformat(value.strip())
        except ValueError as fault:
            raise schema.invalid(self.tool, f"$.{name}", INSTANT, value) from fault
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def unavailable(tool: str, what: str, instead: str) -> RecallError:
    """RC0A0 for a part of a tool that a later version builds."""
    return RecallError(
        sqlstate="RC0A0",
        message=f"{tool}: {what} is not available in this version",
        hint=instead,
    )


def by_action(actions: dict[str, Callable[[Request], Any]]) -> Callable[[Request], Any]:
    """A handler that answers by the argument `action`."""

    def handle(request: Request) -> Any:
        return actions[request.args["action"]](request)

    return handle
