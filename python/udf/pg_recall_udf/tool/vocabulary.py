"""Words that tools offer besides those of the data model."""

SCOPES = ("all", "entities", "observations", "errors", "episodes", "events", "history")
OUTCOMES = ("success", "partial", "failed", "abandoned")
