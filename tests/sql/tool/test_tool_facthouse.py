"""The facthouse profile on a real server."""


def test_a_captured_fact_is_pending_and_found_at_once(tools):
    captured = tools("capture_fact", content="Alex prefers green tea.", domain_hint="Food", confidence=0.9)
    assert (captured["duplicate"], captured["session_id"]) == (False, "editor-1")
    tools("remember", content="Alex works in Porto.", entity="Alex")
    answer = tools("search_knowledge", query="what does Alex prefer")
    assert answer["pending"][0]["id"] == captured["fact_id"]
    assert answer["pending"][0]["domain_hint"] == "food"
    assert [one["fact"]["content"] for one in answer["results"]] == ["Alex works in Porto."]
    assert answer["results"][0]["entities"][0]["name"] == "Alex"
    again = tools("capture_fact", content="Alex prefers green tea.")
    assert (again["duplicate"], again["fact_id"]) == (True, captured["fact_id"])


def test_a_fact_that_is_known_already_is_a_duplicate(tools):
    known = tools("remember", content="Alex works in Porto.")
    assert tools("capture_fact", content="Alex works in Porto.")["fact_id"] == known["id"]
    assert tools("search_knowledge", query="where does Alex work")["pending"] == []


def test_a_domain_never_hides_a_fact(tools):
    tools("remember", content="Robin drinks coffee every morning.", tags=["food"])
    tools("remember", content="Coffee is not allowed in the lab.", tags=["work"])
    answer = tools("search_knowledge", query="coffee", domain="food")
    assert [one["fact"]["tags"] for one in answer["results"]] == [["food"], ["work"]]
    assert len(tools("search_knowledge", query="coffee", domain="no such domain")["results"]) == 2


def test_raw_conversation_answers_only_when_nothing_is_known(tools):
    for number, line in enumerate(["Hello.", "The boiler code is E17.", "I will call them.", "Thanks!", "Bye."]):
        logged = tools("log_event", event_type="message", role="user", content=line)
        assert logged["sequence"] == number
    answer = tools("search_knowledge", query="boiler code")
    assert (answer["results"], answer["coverage_estimate"], answer["result_confidence"]) == ([], 0, 0)
    (window,) = answer["episodes"]
    assert [one["content"] for one in window["events"]] == [
        "Hello.",
        "The boiler code is E17.",
        "I will call them.",
        "Thanks!",
    ]
    assert [one["matched"] for one in window["events"]] == [False, True, False, False]
    tools("remember", content="The boiler showed the code E17 in March.")
    answer = tools("search_knowledge", query="boiler code")
    assert (len(answer["results"]), answer["episodes"]) == (1, [])


def test_events_are_read_back_in_order(tools):
    for number in range(5):
        tools("log_event", event_type="tool_result", role="tool", content=f"line {number}")
    page = tools("get_events", after_sequence=1, limit=2)
    assert (page["total_events"], page["returned"]) == (5, 2)
    assert [(one["sequence"], one["content"]) for one in page["events"]] == [(2, "line 2"), (3, "line 3")]
    assert tools("get_events", session_id="another")["events"] == []
    assert tools.error("log_event", event_type="rumour", content="x")["code"] == "RC015"
    error = tools.error("log_event", event_type="message")
    assert error["code"] == "RC001", error


def test_the_briefing_puts_what_matters_first_and_lists_this_sessions_facts(tools, client):
    tools("remember", content="The wall is white.", importance=0.2)
    tools("remember", content="We decided on oak floors.", type="decision")
    tools("capture_fact", content="The tiles are from Lisbon.", domain_hint="house")
    context = tools("get_session_context")
    text = context["briefing"]
    assert text.index("oak floors") < text.index("The wall is white.") < text.index("The tiles are from Lisbon.")
    assert "3 memories in all, 1 pending." in text
    assert (context["count"], context["facts"][0]["content"]) == (1, "The tiles are from Lisbon.")
    other = client(session="editor-2", project="house")("get_session_context")
    assert (other["count"], "The tiles are from Lisbon." in other["briefing"]) == (0, True)


def test_schemas_and_stats_count_what_is_there(tools):
    tools("capture_fact", content="The tiles are from Lisbon.", domain_hint="House")
    tools("capture_fact", content="The oven is from Porto.", domain_hint="house")
    tools("remember", content="We decided on oak floors.", type="decision", entity="floor", tags=["oak"])
    tools("log_event", event_type="message", content="Hello.")
    known = tools("get_schemas")
    assert known["domains"] == [{"name": "house", "facts": 2, "subdomains": []}]
    assert known["types"] == [{"name": "fact", "facts": 2}, {"name": "decision", "facts": 1}]
    assert "oak" in [tag["name"] for tag in known["tags"]]
    stats = tools("get_stats")
    assert stats["facts"] == {"active_latest": 1, "total": 3}
    assert (stats["pending_facts"], stats["entities"], stats["domains"]) == (2, 1, 1)
    assert stats["events"] == {"count": 1, "bytes": 6}


def test_a_query_without_words_finds_nothing(tools):
    tools("remember", content="The wall is white.")
    for query in ("", "   ", "!!! ???", "the of"):
        answer = tools("search_knowledge", query=query)
        assert (answer["pending"], answer["result_confidence"] <= 0.7) == ([], True)
    assert tools("search_knowledge", query="!!! ???")["results"] == []


def test_what_was_known_at_an_instant_is_not_built(tools):
    tools("remember", content="The wall is white.")
    error = tools.error("search_knowledge", query="wall", as_of_system_time="2024-01-01T00:00:00Z")
    assert error["code"] == "RC0A0"
