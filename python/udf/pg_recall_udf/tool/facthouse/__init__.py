"""The profile `facthouse`: knowledge in three lists, what is known, what is pending, what was merely said."""

from pg_recall_udf.tool.facthouse import capture, context, event, knowledge, later

TOOLS = (
    context.SESSION_CONTEXT,
    knowledge.TOOL,
    capture.TOOL,
    event.LOG,
    event.READ,
    context.SCHEMAS,
    context.STATS,
    *later.TOOLS,
)
