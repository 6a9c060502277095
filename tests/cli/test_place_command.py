"""Projects, entities, relations, the event log, tools."""

import json

import psycopg


def test_projects_are_made_renamed_and_listed(rows, project):
    assert rows("projects", "--create", f"{project}-more")[0]["already_existed"] is False
    rows("projects", "--rename", f"{project}-more", f"{project}-new")
    names = [row["name"] for row in rows("projects")]
    assert f"{project}-new" in names
    assert f"{project}-more" not in names


def test_entities_are_made_aliased_merged_and_listed(rows, recall):
    rows("entities", "Bob", "--create", "--type", "person")
    rows("entities", "Bob", "--alias", "Robert")
    rows("entities", "Bob Smith", "--create")
    rows("entities", "Bob Smith", "--merge-into", "Bob")
    assert [(row["name"], row["entity_type"]) for row in rows("entities")] == [("Bob", "person")]
    assert rows("entities", "Robert")[0]["entity"]["name"] == "Bob"
    assert "Robert" in recall("entities", "--table").stdout


def test_deleting_an_entity_needs_a_yes(recall, rows):
    rows("save", "prefers tea", "--entity", "Ana")
    recall("entities", "Ana", "--delete")
    assert [row["name"] for row in rows("entities")] == ["Ana"]
    recall("entities", "Ana", "--delete", "--yes")
    assert rows("entities") == []


def test_one_change_of_an_entity_at_a_time(recall):
    recall("entities", "Ana", "--create", "--delete", code=2)
    recall("entities", "--create", code=2)


def test_relations_are_made_walked_and_deleted(rows, recall):
    for name in ("api", "staging", "db7"):
        rows("entities", name, "--create")
    rows("relations", "api", "depends_on", "staging")
    rows("relations", "staging", "runs_on", "db7")
    assert [row["name"] for row in rows("relations", "api")] == ["staging", "db7"]
    assert [row["name"] for row in rows("relations", "api", "--depth", "1")] == ["staging"]
    assert {(row["from_entity"], row["to_entity"]) for row in rows("relations")} == {
        ("api", "staging"),
        ("staging", "db7"),
    }
    assert rows("relations", "api", "depends_on", "staging", "--delete") == [{"deleted": True}]
    recall("relations", "api", "depends_on", code=2)


def test_events_are_read_back_in_order(rows, cli_dsn, project):
    with psycopg.connect(cli_dsn, autocommit=True) as session:
        for number in range(3):
            session.execute(
                "select recall.log_event('message', %s, thread => 't', project => %s)", [f"line {number}", project]
            )
    assert [row["content"] for row in rows("events", "--thread", "t", "--limit", "2")] == ["line 0", "line 1"]


def test_stats_count_the_project(rows):
    rows("save", "prefers tea", "--entity", "Ana")
    (counts,) = rows("stats")
    assert (counts["memories"], counts["entities"], counts["embedding_queue"]) == (1, 1, 0)


def test_tools_are_those_of_the_profile(rows):
    assert {row["name"] for row in rows("tools", "--profile", "spark")} >= {"memory_search", "memory_store"}


def test_a_tool_is_called_as_an_agent_would(rows, recall):
    (stored,) = rows("call", "remember", '{"content": "Staging runs on host db7"}')
    (found,) = rows("call", "search", json.dumps({"query": "staging"}))
    assert found["results"][0]["id"] == stored["id"]
    assert "RC015" in recall("call", "search", "{}", code=1).stderr
    recall("call", "search", "[]", code=2)
