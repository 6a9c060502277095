"""Words that tools offer besides those of the data model."""

SCOPES = ("all", "entities", "observations", "errors", "episodes", "events", "history")
OUTCOMES = ("success", "partial", "failed", "abandoned")

# Where a hit is a memory; elsewhere it is an entity or an event.
MEMORY_SCOPES = ("all", "observations", "errors", "episodes", "history")
