"""The native tools on a real server."""


def test_a_memory_is_remembered_found_corrected_and_forgotten(tools):
    stored = tools("remember", content="The launch is on 3 May.", entity="launch", type="decision", tags=["date"])
    assert (stored["outcome"], stored["project"], stored["importance"]) == ("added", "house", 0.8)
    again = tools("remember", content="The launch is on 3 May.", entity="launch", type="decision")
    assert (again["outcome"], again["duplicate_of"]) == ("duplicate", stored["id"])
    found = tools("search", query="when is the launch", tags=["date"])
    assert [row["id"] for row in found["results"]] == [stored["id"]]
    assert set(found["results"][0]) <= {"id", "e", "c", "t", "i", "s"}
    assert tools("correct", id=stored["id"], content="The launch is on 9 May.", reason="moved")["version"] == 2
    read = tools("get", id=stored["id"])
    assert read["content"] == "The launch is on 9 May."
    assert read["previous_versions"][0]["content"] == "The launch is on 3 May."
    assert read["session"] == "editor-1"
    assert tools("forget", id=stored["id"])["outcome"] == "forgotten"
    assert tools("search", query="when is the launch")["results"] == []
    assert tools("remember", content="The launch is on 9 May.", entity="launch")["outcome"] == "added"


def test_lists_and_timelines_filter_by_time_in_any_zone(tools):
    for day in (1, 2, 3):
        tools("remember", content=f"Day {day} was dry.", occurred_at=f"2024-05-0{day}T12:00:00Z", entity="weather")
    listed = tools("list", after="2024-05-02", before="2024-05-02T23:00:00+09:00")
    assert [one["content"] for one in listed["memories"]] == ["Day 2 was dry."]
    told = tools("timeline", entity="weather", after="2024-05-02")
    assert [one["content"] for one in told["entries"]] == ["Day 2 was dry.", "Day 3 was dry."]
    found = tools("search", query="was it dry", after="2024-05-03")
    assert [row["c"] for row in found["results"]] == ["Day 3 was dry."]


def test_pages_of_a_list_do_not_overlap(tools):
    for number in range(5):
        tools("remember", content=f"Window {number} is closed.")
    pages = [tools("list", max_results=2, offset=offset)["memories"] for offset in (0, 2, 4)]
    assert len({one["id"] for page in pages for one in page}) == 5


def test_entities_are_related_walked_merged_and_deleted(tools):
    for name in ("api", "database", "disk"):
        tools("entity", action="create", name=name, type="technology")
    tools("relate", action="create", from_entity="api", to_entity="database", type="depends_on")
    tools("relate", action="create", from_entity="database", to_entity="disk", type="depends_on")
    walked = tools("relate", action="traverse", start_entity="API", max_depth=5)
    assert [(node["name"], node["depth"]) for node in walked["nodes"]] == [("database", 1), ("disk", 2)]
    tools("remember", content="The store holds the orders.", entity="store")
    tools("entity", action="merge", name="store", into="database")
    read = tools("entity", action="get", name="store")
    assert read["entity"]["name"] == "database"
    assert [one["content"] for one in read["observations"]] == ["The store holds the orders."]
    assert tools("entity", action="delete", name="database")["dry_run"] is True
    assert tools("entity", action="delete", name="database", confirm=True)["deleted"] is True
    assert tools.error("entity", action="get", name="database")["code"] == "RC008"
    assert {one["name"] for one in tools("entity", action="list")["entities"]} == {"api", "disk"}


def test_a_session_files_what_is_remembered_in_it(tools):
    tools("session", action="start", name="refit", goals=["paint"])
    tools("remember", content="The paint is dry.")
    current = tools("session", action="current")["session"]
    assert (current["name"], current["goals"], current["memories"]) == ("refit", ["paint"], 1)
    assert tools("session", action="end", summary="painted")["session_diff"] == {"fact": 1}
    assert tools("session", action="current")["session"] is None
    (listed,) = tools("session", action="list")["sessions"]
    assert (listed["outcome"], listed["summary"]) == ("success", "painted")


def test_switching_makes_the_project_and_stays(tools):
    tools("project", action="switch", name="garden")
    assert tools("remember", content="The hedge is high.")["project"] == "garden"
    assert tools("project", action="rename", new_name="park")["project"] == "park"
    assert tools("project", action="current")["project"] == "park"
    assert "park" in [one["name"] for one in tools("project", action="list")["projects"]]
    tools("project", action="switch", name="house")
    assert tools("list")["memories"] == []


def test_what_a_later_version_builds_is_refused_by_name(tools):
    tools("remember", content="The paint is dry.")
    for name, value in (("rerank", True), ("diversify", True), ("associative", True), ("as_of", "2024-01-01")):
        error = tools.error("search", query="paint", **{name: value})
        assert error["code"] == "RC0A0"
        assert name in error["message"]


def test_status_counts_the_project(tools):
    tools("remember", content="The paint is dry.", entity="paint")
    status = tools("status")
    assert (status["project"], status["memories"], status["entities"]) == ("house", 1, 1)


def test_switching_after_a_session_has_ended_leaves_what_it_was(tools):
    tools("session", action="start", name="refit", goals=["paint"])
    place = tools("project", action="current")["project"]
    tools("session", action="end", summary="painted")
    tools("project", action="switch", name=place)
    (kept,) = tools("session", action="list")["sessions"]
    assert (kept["name"], kept["goals"], kept["summary"]) == ("refit", ["paint"], "painted")
