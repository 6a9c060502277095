"""The cuba profile on a real server."""

import pytest


def test_search_answers_compact_rows_with_neighbours(tools):
    tools("cuba_cronica", action="add", entity_name="api", content="The API answers within 40 ms.")
    tools("cuba_alma", action="create", name="cache", entity_type="technology")
    tools("cuba_puente", action="create", from_entity="api", to_entity="cache", relation_type="uses")
    answer = tools("cuba_faro", query="how fast does the API answer")
    assert (answer["mode"], answer["count"]) == ("hybrid", 1)
    (row,) = answer["results"]
    assert sorted(row) == ["c", "e", "i", "id", "s", "t"]
    assert (row["e"], row["t"]) == ("api", "fact")
    assert answer["graphrag_context"] == {"api": [{"name": "cache", "relation": "uses", "importance": 0.5}]}


def test_search_by_words_and_by_vectors_can_be_told_apart(tools):
    tools("cuba_cronica", action="add", entity_name="api", content="The API answers within 40 ms.")
    (row,) = tools("cuba_faro", query="API answers", format="verbose")["results"]
    assert {"fused_score", "bm25_score", "vector_score"} <= set(row)
    assert (row["type"], row["entity_name"], row["observation_type"]) == ("observation", "api", "fact")
    (row,) = tools("cuba_faro", query="API answers", format="verbose", enable_bm25=False)["results"]
    assert "bm25_score" not in row


def test_search_filters_by_scope_tag_and_time(tools):
    tools("cuba_cronica", action="add", entity_name="api", content="Requests are logged in JSON.")
    tools("cuba_cronica", action="episode_add", entity_name="api", content="The logging outage on Monday.")
    assert [r["c"] for r in tools("cuba_faro", query="logging", scope="episodes")["results"]] == [
        "The logging outage on Monday."
    ]
    assert tools("cuba_faro", query="api", scope="entities")["results"][0]["e"] == "api"
    assert tools("cuba_faro", query="logging", scope="errors")["count"] == 0
    assert tools("cuba_faro", query="logging", after="2999-01-01")["count"] == 0
    assert tools("cuba_faro", query="logging", tags="no-such-tag")["count"] == 0
    assert tools("cuba_faro", query="requests", tags="logged")["count"] == 1


def test_the_token_budget_cuts_the_list(tools):
    items = [{"entity_name": "api", "content": f"Endpoint {n} answers slowly under load."} for n in range(30)]
    assert tools("cuba_ingesta", action="ingest", items=items)["added"] == 30
    everything = tools("cuba_faro", query="which endpoint answers slowly", limit=30)
    some = tools("cuba_faro", query="which endpoint answers slowly", limit=30, max_tokens=200)
    assert 0 < some["count"] < everything["count"]
    assert some["left_out"] == everything["count"] - some["count"]
    assert "left_out" not in everything


def test_shared_memories_are_read_only_when_asked_for(tools):
    tools(
        "cuba_cronica", action="add", entity_name="style", content="Commit messages are in English.", project="shared"
    )
    tools("cuba_cronica", action="add", entity_name="api", content="The API answers within 40 ms.")
    query = "which language are commit messages in"
    mine = [row["c"] for row in tools("cuba_faro", query=query)["results"]]
    both = [row["c"] for row in tools("cuba_faro", query=query, include_unscoped=True)["results"]]
    assert "Commit messages are in English." not in mine
    assert "Commit messages are in English." in both


def test_an_entity_is_made_read_renamed_and_deleted(tools):
    made = tools("cuba_alma", action="create", name="API Gateway", entity_type="technology")
    assert made["already_existed"] is False
    assert tools("cuba_alma", action="create", name="api  gateway")["already_existed"] is True
    tools("cuba_cronica", action="add", entity_name="api gateway", content="It limits requests.")
    tools("cuba_alma", action="update", name="API Gateway", new_name="edge")
    read = tools("cuba_alma", action="get", name="API Gateway")
    assert (read["entity"]["name"], read["entity"]["entity_type"]) == ("edge", "technology")
    assert (read["observation_count"], read["relations"]) == (1, [])
    deleted = tools("cuba_alma", action="delete", name="edge")
    assert (deleted["cascade"], deleted["observations_deleted"]) == (True, 1)
    for action, rest in (("get", {}), ("delete", {}), ("update", {"new_name": "x"})):
        assert tools.error("cuba_alma", action=action, name="edge", **rest)["code"] == "RC008"


def test_observations_are_added_listed_and_deleted(tools):
    added = tools(
        "cuba_cronica", action="add", entity_name="api", content="We chose REST.", observation_type="decision"
    )
    assert (added["importance"], added["entity_name"], added["superseded"]) == (0.8, "api", 0)
    assert added["information_density"] == 1
    again = tools(
        "cuba_cronica", action="add", entity_name="API", content="We  chose REST.", observation_type="decision"
    )
    assert again == {"deduplicated": True, "id": added["id"], "existing_content": "We chose REST."}
    tools("cuba_cronica", action="add", entity_name="api", content="It listens on port 80.")
    listed = tools("cuba_cronica", action="list", entity_name="api")
    assert (listed["count"], listed["observations"][0]["type"]) == (2, "decision")
    assert set(listed["observations"][0]) >= {"id", "content", "type", "importance", "source", "access_count"}
    assert tools("cuba_cronica", action="delete", observation_id=added["id"]) == {"deleted": True, "id": added["id"]}
    assert tools.error("cuba_cronica", action="delete", observation_id=added["id"])["code"] == "RC007"
    assert tools.error("cuba_cronica", action="delete", observation_id="nope")["code"] == "RC003"
    assert tools.error("cuba_cronica", action="list", entity_name="unheard of")["code"] == "RC008"


def test_a_batch_stores_the_good_items_and_reports_the_bad(tools):
    items = [
        {"entity_name": "api", "content": "It is written in Go."},
        {"entity_name": "api", "content": "It is written in Go."},
        {"entity_name": "api", "content": "..."},
        {"entity_name": "api", "content": "It has a cache.", "observation_type": "rumour"},
        {"entity_name": "api"},
    ]
    answer = tools("cuba_cronica", action="batch_add", observations=items)
    assert (answer["added"], answer["deduplicated"], answer["skipped"]) == (1, 1, 1)
    assert answer["skipped_items"] == [{"position": 4, "reason": "entity_name or content is blank"}]
    assert [(one["position"], one["code"]) for one in answer["errors"]] == [(2, "RC001"), (3, "RC004")]


def test_a_text_is_cut_into_typed_observations(tools):
    text = "We decided to use Go.\n\nThe build failed on Tuesday.\n\nThe API has two routes."
    assert tools("cuba_ingesta", action="parse", entity_name="api", text=text)["added"] == 3
    kinds = {o["content"]: o["type"] for o in tools("cuba_cronica", action="list", entity_name="api")["observations"]}
    assert kinds == {
        "We decided to use Go.": "decision",
        "The build failed on Tuesday.": "error",
        "The API has two routes.": "fact",
    }


def test_a_timeline_merges_observations_and_episodes_with_versions(tools):
    stored = tools("cuba_cronica", action="add", entity_name="api", content="It runs on one host.")
    tools("cuba_cronica", action="episode_add", entity_name="api", content="It moved house.", actors=["Ana"])
    tools("correct", id=stored["id"], content="It runs on two hosts.")
    told = tools("cuba_cronica", action="timeline", entity_name="api")
    assert sorted(one["kind"] for one in told["timeline"]) == ["episode", "observation"]
    observation = next(one for one in told["timeline"] if one["kind"] == "observation")
    assert observation["version"] == 2
    assert observation["previous_versions"][0]["content"] == "It runs on one host."
    (episode,) = tools("cuba_cronica", action="episode_list")["episodes"]
    assert (episode["entity_name"], episode["actors"]) == ("api", ["Ana"])


def test_relations_are_strengthened_walked_and_deleted(tools):
    for name in ("api", "cache"):
        tools("cuba_alma", action="create", name=name)
    ends = {"from_entity": "api", "to_entity": "cache"}
    assert tools("cuba_puente", action="create", **ends)["created"] is True
    assert tools("cuba_puente", action="create", **ends)["created"] is False
    (node,) = tools("cuba_puente", action="traverse", start_entity="api", max_depth=99)["nodes"]
    assert (node["name"], node["relation"], node["depth"], node["provenance"]) == (
        "cache",
        "related_to",
        1,
        "extracted",
    )
    assert tools("cuba_puente", action="delete", relation_type="related_to", **ends)["deleted"] is True
    assert tools("cuba_puente", action="delete", relation_type="related_to", **ends)["deleted"] is False
    assert tools.error("cuba_puente", action="create", from_entity="api", to_entity="nobody")["code"] == "RC008"


def test_a_session_works_in_its_project_until_it_ends(tools):
    started = tools("cuba_jornada", action="start", name="refit", goals=["paint"], project="garden")
    assert (started["session"]["session_name"], started["session"]["project_name"]) == ("refit", "garden")
    assert started["previous_session"] is None
    tools("cuba_cronica", action="add", entity_name="hedge", content="It is high.")
    current = tools("cuba_jornada", action="current")
    assert (current["obs_count_in_session"], current["compaction_hint"]) == (1, False)
    switched = tools("cuba_proyecto", action="switch", name="cellar")
    assert (switched["previous_project"], switched["created"]) == ("garden", True)
    assert tools("cuba_jornada", action="current")["session"]["project_name"] == "cellar"
    ended = tools("cuba_jornada", action="end", summary="done", outcome="partial")
    assert (ended["outcome"], ended["session_diff"]) == ("partial", {})
    assert tools.error("cuba_jornada", action="end")["code"] == "RC007"
    assert tools("cuba_proyecto", action="current")["project"] == "house"


def test_the_next_client_sees_the_session_that_ended_last(tools, client):
    tools("cuba_jornada", action="start", name="first")
    tools("cuba_jornada", action="end", summary="laid the floor")
    started = client(session="editor-2", project="house")("cuba_jornada", action="start", name="second")
    assert (started["previous_session"]["name"], started["previous_session"]["summary"]) == ("first", "laid the floor")
    assert [one["session_name"] for one in tools("cuba_jornada", action="list")["sessions"]] == ["second", "first"]


def test_a_session_can_be_opened_again_after_it_ended(tools):
    tools("cuba_jornada", action="start", name="first")
    tools("cuba_jornada", action="end")
    tools("cuba_jornada", action="start", name="again")
    assert tools("cuba_jornada", action="current")["session"]["session_name"] == "again"


def test_projects_are_counted_and_renamed(tools):
    tools("cuba_cronica", action="add", entity_name="api", content="The API answers within 40 ms.")
    counted = tools("cuba_proyecto", action="stats")["stats"]
    assert (counted["entities"], counted["observations"]) == (1, 1)
    listed = {one["name"]: one["entity_count"] for one in tools("cuba_proyecto", action="list")["projects"]}
    assert listed["house"] == 1
    renamed = tools("cuba_proyecto", action="rename", name="house", to="villa")
    assert renamed == {"renamed": True, "from": "house", "to": "villa"}
    assert tools.error("cuba_proyecto", action="stats", name="house")["code"] == "RC005"


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("cuba_faro", {"query": "x", "mode": "verify"}),
        ("cuba_puente", {"action": "infer", "start_entity": "x"}),
        ("cuba_ingesta", {"action": "auto_extract", "text": "x"}),
        ("cuba_proyecto", {"action": "merge", "name": "a", "to": "b"}),
        ("cuba_vigia", {"metric": "summary"}),
    ],
)
def test_what_is_not_built_answers_its_code_with_a_way_out(tools, tool, args):
    error = tools.error(tool, **args)
    assert error["code"] == "RC0A0"
    assert error["hint"]


def test_the_proxy_answers_as_the_tool_does(tools):
    args = {"action": "add", "entity_name": "api", "content": "The API answers within 40 ms."}
    assert tools("cuba_call", tool="cuba_cronica", args=args)["entity_name"] == "api"
    assert tools("cuba_call", tool="cuba_faro", args={"query": "API"}) == tools("cuba_faro", query="API")
    assert tools.error("cuba_call", tool="cuba_call", args={})["code"] == "RC015"
    assert tools("cuba_tools", query="faro", detail="names")["tools"][0] == "cuba_faro"
