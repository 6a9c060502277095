"""The profile `cuba`: tool names, arguments and result fields of the cuba-memorys family."""

from pg_recall_udf.tool.cuba import alma, cronica, faro, ingesta, jornada, later, meta, proyecto, puente

TOOLS = (
    faro.TOOL,
    alma.TOOL,
    cronica.TOOL,
    puente.TOOL,
    ingesta.TOOL,
    proyecto.TOOL,
    jornada.TOOL,
    *later.TOOLS,
    *meta.TOOLS,
)
