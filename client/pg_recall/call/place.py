"""Where memories live: projects, working sessions; and the tools of agents."""

from collections.abc import Mapping, Sequence
from typing import Any

from pg_recall import errors
from pg_recall.call.session import Session
from pg_recall.result import Project, Tool


class PlaceCalls(Session):
    def create_project(self, name: str) -> dict[str, Any]:
        """Make a project; {project, already_existed}."""
        return self._value("create_project", locals())

    def rename_project(self, name: str, new_name: str) -> dict[str, Any]:
        """Rename a project; its memories stay where they are."""
        return self._value("rename_project", locals())

    def use_project(self, name: str) -> str:
        """Choose the project of this database session; on a pool rather make a Memory with `project`."""
        return self._value("use_project", locals())

    def projects(self) -> list[Project]:
        """The projects that this role may see, with their number of memories."""
        return [Project.of(row) for row in self._rows("projects", {})]

    def start_session(
        self,
        key: str,
        name: str | None = None,
        goals: Sequence[str] | None = None,
        agent: str | None = None,
        client: str | None = None,
        project: str | None = None,
    ) -> dict[str, Any]:
        """Open (or reopen) a working session; the answer tells of the one that ended last."""
        return self._value("start_session", locals())

    def end_session(
        self, key: str, outcome: str = "success", summary: str | None = None, project: str | None = None
    ) -> dict[str, Any]:
        """Close a session; the answer counts what was remembered in it by type."""
        return self._value("end_session", locals())

    def sessions(self, max_results: int = 20, project: str | None = None) -> list[dict[str, Any]]:
        """The newest sessions of a project."""
        return self._value("sessions", locals())

    def tools(self, profile: str = "native") -> list[Tool]:
        """The tools of a profile: native, cuba, facthouse, spark, all."""
        return [Tool.of(tool) for tool in self._value("tools", locals())]

    def call(self, tool: str, args: Mapping[str, Any], context: Mapping[str, Any] | None = None) -> Any:
        """Run a tool as an agent would, and return its result.

        Raises: the class of the error that the tool answered; NotSupported when it asks the caller back.
        """
        context = {"project": self.project, **(context or {})}
        answer = self._value("call", {"tool": tool, "args": args, "context": context})
        if error := answer.get("error"):
            raise errors.from_answer(error)
        if "need" in answer:
            raise errors.NotSupported(f"{tool} asks its caller for {', '.join(answer['need'])}")
        return answer.get("result")
