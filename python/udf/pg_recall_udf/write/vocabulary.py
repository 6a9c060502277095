"""The closed lists of the data model. The table constraints hold the same values; a test compares them."""

TYPES = ("fact", "decision", "lesson", "preference", "error", "solution", "context", "tool_usage")
KINDS = ("fact", "turn", "episode", "error", "procedure", "document", "note")
SOURCES = ("agent", "error_detection", "user", "consolidation", "inference")
EVENT_TYPES = ("message", "tool_call", "tool_result", "artifact")
EVENT_ROLES = ("user", "assistant", "system", "tool")
CONTENT_TYPES = ("text", "json", "image", "audio", "binary")
EMBED_CHOICES = ("auto", "now", "later")
