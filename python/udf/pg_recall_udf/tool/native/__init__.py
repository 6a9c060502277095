"""The profile `native`: twelve thin tools with the parameter names of the SQL functions."""

from pg_recall_udf.tool.native import graph, place, read, write

TOOLS = (
    write.REMEMBER,
    read.SEARCH,
    read.GET,
    read.LIST,
    write.CORRECT,
    write.FORGET,
    graph.ENTITY,
    graph.RELATE,
    read.TIMELINE,
    place.PROJECT_TOOL,
    place.SESSION,
    place.STATUS,
)
