"""What one tool of the catalogue is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pg_recall_udf.tool.request import Request

Handler = Callable[["Request"], Any]


@dataclass(frozen=True)
class Tool:
    """A tool: its text in the parts that an agent chooses by, its schema, and the function that answers.

    `when` names the sibling to use instead. `handler` is None for a tool that is not built yet: it is listed,
    and answers RC0A0. A tool that only reads says so in `reads_only`; `destroys` marks one that can remove.
    """

    name: str
    purpose: str
    when: str
    returns: str
    effects: str
    limits: str
    schema: dict[str, Any]
    handler: Handler | None = None
    reads_only: bool = False
    destroys: bool = False

    @property
    def description(self) -> str:
        """The text an agent reads, one part after the other."""
        parts = [
            self.purpose,
            self.when,
            f"Returns {self.returns}",
            f"Side effects: {self.effects}",
            f"Limits: {self.limits}",
        ]
        if self.handler is None:
            parts.insert(1, "Not available in this version: it answers error RC0A0.")
        return " ".join(parts)

    @property
    def annotations(self) -> dict[str, bool]:
        """The behaviour hints of the Model Context Protocol."""
        return {
            "readOnlyHint": self.reads_only,
            "destructiveHint": self.destroys,
            "openWorldHint": False,
        }
