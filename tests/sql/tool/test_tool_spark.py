"""The spark profile on a real server."""


def test_a_passage_is_stored_found_and_read_by_its_path(tools):
    stored = tools("memory_store", text="Use oak for the floor.\nNever use pine.", category="decision")
    assert stored["stored"] is True
    assert stored["path"].startswith("capture/claude/")
    assert tools("memory_store", text="Use oak for the floor.\nNever use pine.")["message"] == "already stored"
    (found,) = tools("memory_search", query="which wood for the floor")["results"]
    # What was captured on one day shares a path, and so has no line of its own there.
    assert found["citation"] == f"memory/{stored['id']}:1"
    for path in (found["path"], stored["path"]):
        read = tools("memory_get", path=path, **{"from": 2})
        assert (read["text"], read["total_lines"]) == ("Never use pine.", 2)


def test_a_memory_of_another_door_is_cited_by_its_id(tools):
    known = tools("remember", content="The wall is white.")
    (found,) = tools("memory_search", query="colour of the wall")["results"]
    assert found["path"] == f"memory/{known['id']}"
    assert tools("memory_get", path=found["path"])["text"] == "The wall is white."


def test_a_reference_is_a_path(tools):
    tools("remember", content="Chapter one.\nIt begins.", reference="docs/book.md", kind="document")
    assert tools("memory_get", path="docs/book.md", lines=1)["text"] == "Chapter one."


def test_unknown_paths_are_not_found(tools):
    tools("remember", content="The wall is white.")
    assert tools.error("memory_get", path="/etc/passwd")["code"] == "RC007"
    assert tools.error("memory_get", path="memory/nope")["code"] == "RC003"
    assert tools.error("memory_get", path="memory/00000000-0000-7000-8000-000000000000")["code"] == "RC007"


def test_a_category_of_ones_own_becomes_a_tag(tools):
    tools("memory_store", text="print('hello')", category="code-snippet")
    (one,) = tools("list", tags=["code-snippet"])["memories"]
    assert (one["type"], one["pool"], one["agent"]) == ("fact", "agent_memory", "claude")
