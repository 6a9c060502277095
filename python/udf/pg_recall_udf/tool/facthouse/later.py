"""The tools of the profile that are not built yet."""

from pg_recall_udf.tool.later import FLAG, TEXT, TEXTS, later, one_of

TOOLS = (
    later(
        "get_entity",
        "Reads everything known about one thing.",
        "Use search_knowledge with its name meanwhile.",
        ("name",),
        name=TEXT,
        type=TEXT,
    ),
    later(
        "get_context",
        "Reads a topic with the things connected to it.",
        "Use search_knowledge with the topic meanwhile.",
        ("topic",),
        topic=TEXT,
    ),
    later(
        "consolidate",
        "Extracts, reconciles and integrates what is pending.",
        "Use capture_fact for each fact meanwhile; pending facts are found by search_knowledge as they are.",
    ),
    later(
        "capture_inference",
        "Proposes a hypothesis from facts.",
        "Use capture_fact for what was stated meanwhile.",
        ("hypothesis", "evidence"),
        hypothesis=TEXT,
        evidence=TEXTS,
        entity_a=TEXT,
        entity_b=TEXT,
    ),
    later(
        "validate_inference",
        "Confirms or rejects a hypothesis.",
        "Use capture_fact for what was confirmed meanwhile.",
        ("id", "confirmed"),
        id=TEXT,
        confirmed=FLAG,
        reason=TEXT,
    ),
    later(
        "list_inferences",
        "Lists hypotheses by status.",
        "Use search_knowledge meanwhile.",
        status=one_of("pending", "confirmed", "rejected"),
    ),
)
