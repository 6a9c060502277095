"""Looking after a memory: its state, its index, its models, its settings."""

from typing import Any

from pg_recall.call.session import Session
from pg_recall.result import Model, Problem, TaskRun


class UpkeepCalls(Session):
    def status(self, project: str | None = None) -> dict[str, Any]:
        """Counts of a project, its model, its index, and when each upkeep task last succeeded."""
        return self._value("status", locals())

    def doctor(self, project: str | None = None) -> list[dict[str, Any]]:
        """What can be checked from inside the database: {check, status, found, advice} each."""
        return self._value("doctor", locals())

    def versions(self) -> dict[str, Any]:
        """The code that runs in this backend."""
        return self._value("versions", {})

    def extension_versions(self) -> dict[str, Any] | None:
        """The extension's installed_version here and default_version in the server's files; None without files."""
        return next(iter(self._rows("extension", {})), None)

    def active_model(self) -> dict[str, Any] | None:
        """Name and spec (files, dim, known vector) of the active embedding model; None when there is none."""
        return next(iter(self._rows("active_model", {})), None)

    def maintain(self, task: str | None = None) -> list[TaskRun]:
        """Upkeep of all projects, or one task of it; the newest run of each task.

        Raises: BadValue (RC003) inside a transaction of the caller, as upkeep commits by itself.
        """
        self._outside_transaction("maintain", {"task": task})
        runs = [TaskRun.of(row) for row in self._rows("finished_tasks", {})]
        return [run for run in runs if task in (None, run.task)]

    def check_index(self, project: str | None = None) -> list[Problem]:
        """Every difference between the index and what it was made from; none when it is exact."""
        return [Problem.of(row) for row in self._rows("check_index", locals())]

    def rebuild_index(self, project: str | None = None) -> dict[str, Any]:
        """Make the index again from texts and stored vectors, as after a restore."""
        return self._value("rebuild_index", locals())

    def compact(self, project: str | None = None) -> dict[str, Any]:
        """Fold fresh rows into segments; `busy` when another session is at it."""
        return self._value("compact", locals())

    def index_vectors(self, project: str | None = None) -> dict[str, Any]:
        """Make the HNSW index that a large project needs; writers to its vectors wait meanwhile."""
        return self._value("index_vectors", locals())

    def models(self) -> list[Model]:
        """The models of this database."""
        return [Model.of(row) for row in self._rows("models", {})]

    def add_model(self, preset: str) -> dict[str, Any]:
        """Register a model whose files are installed; the first one becomes active."""
        return self._value("add_model", locals())

    def setting(self, name: str, project: str | None = None) -> Any:
        """The value of a setting in force, for a project or the installation."""
        return self._value("setting", {"name": name, "project": project})

    def set_setting(self, name: str, value: Any, project: str | None = None) -> dict[str, Any]:
        """Override a setting for the installation or one project; None returns it to the default."""
        return self._value("set_setting", {"name": name, "value": value, "project": project})

    def schedule_upkeep(self, every: str = "* * * * *") -> dict[str, Any]:
        """Register upkeep with pg_cron. For a superuser."""
        return self._value("schedule_upkeep", locals())

    def unschedule_upkeep(self) -> bool:
        """Remove the job of schedule_upkeep; whether there was one."""
        return self._value("unschedule_upkeep", {})
