"""Commands on memories: what they print, for programs and for people, and their status."""

import json

import pytest


def test_a_saved_text_is_found_listed_and_shown(rows):
    (stored,) = rows("save", "Staging", "runs on host db7", "--entity", "staging", "--tag", "host")
    assert (stored["outcome"], stored["tags"]) == ("added", ["host"])
    assert [row["id"] for row in rows("search", "where is staging?")] == [stored["id"]]
    assert [row["id"] for row in rows("list", "--entity", "staging")] == [stored["id"]]
    assert rows("get", stored["id"])[0]["entities"] == [{"name": "staging", "role": "subject"}]


def test_a_table_shows_rank_text_arms_time_and_id(recall, rows):
    (stored,) = rows("save", "Staging runs on host db7", "--occurred-at", "2024-05-01T09:30:00Z")
    table = recall("search", "staging", "--table").stdout
    head, row, below = table.splitlines()
    assert head.split() == ["#", "what", "about", "found", "by", "when"]
    for cell in ("1", "Staging runs on host db7", "bm25 #1", "2024-05-01 09:30"):
        assert cell in row
    assert below.strip() == stored["id"]


def test_square_brackets_are_shown_as_they_are(recall):
    recall("save", "the flag [bold]x[/bold] is [red]")
    assert "[bold]x[/bold] is [red]" in recall("list", "--table").stdout


def test_a_stored_text_does_not_steer_the_terminal(recall, rows):
    (stored,) = rows("save", "red \x9b31m alert, \u202etxt.exe")
    table = recall("list", "--table").stdout
    assert "red \ufffd31m alert, \ufffdtxt.exe" in table
    assert "\ufffd31m" in recall("get", stored["id"], "--table").stdout
    listed = recall("list", "--json").stdout
    assert "\\u009b31m" in listed and "\x9b" not in listed
    assert json.loads(listed)["content"] == "red \x9b31m alert, \u202etxt.exe"


def test_a_blank_project_or_server_is_refused_and_never_replaced(recall, rows):
    done = recall("save", "The kiln is hot.", "--project", "", code=1)
    assert "RC003" in done.output
    assert rows("list") == []
    assert "--dsn" in recall("list", "--dsn", " ", code=2).output
    assert "--dsn" in recall("doctor", "--dsn", "", code=2).output


@pytest.mark.parametrize(
    "command",
    [
        ["search", "kiln"], ["get", "x"], ["list"], ["correct", "x", "y"], ["forget", "x"], ["timeline"],
        ["entities"], ["entities", "Ana"], ["relations", "Ana"], ["events"], ["stats"],
        ["call", "search", '{"query": "kiln"}'], ["mcp"], ["check-index"], ["ingest", "-"], ["doctor"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_command_takes_another_project_for_a_blank_one(recall, command):
    for where in ([*command, "--project", ""], ["--project", "", *command]):
        assert "blank" in recall(*where, input='{"content": "The kiln is hot."}', code=1).output


def test_the_list_of_relations_takes_no_other_project_for_a_blank_one(recall):
    # It chooses a project for the views: there a blank name is one that does not exist.
    assert "RC005" in recall("relations", "--project", "", code=1).output


def test_a_refusal_that_quotes_a_stored_name_does_not_steer_the_terminal(recall):
    told = recall("entities", "kiln \x9b31m\u202e", code=1).output
    assert "kiln" in told and not {"\x9b", "\u202e"} & set(told)


def test_a_window_without_time_in_it_is_the_reason(recall):
    recall("save", "The kiln is hot.")
    told = recall("search", "kiln", "--after", "2024-05-02", "--before", "2024-05-01")
    assert (told.stdout, "window is empty" in told.stderr) == ("", True)


def test_a_hint_in_an_answer_speaks_of_options(recall, rows):
    rows("save", "prefers tea", "--entity", "Ana")
    assert "--yes" in recall("entities", "Ana", "--delete", "--table").stdout
    for text in ("The kiln is hot.", "The kiln is cold."):
        told = recall("save", text, "--thread", "t", "--position", "1", "--table").stdout
    assert "pg-recall correct" in told


def test_a_number_that_is_too_large_is_refused_with_the_limits(recall):
    for number in (2**40, 2**70):
        told = recall("events", "--after-position", str(number), code=1).output
        assert "22003" in told and "Hint:" in told


def test_a_hint_speaks_of_commands(recall):
    told = recall("entities", "nobody", code=1).output
    assert "pg-recall entities" in told and "recall.entity" not in told
    told = recall("list", "--project", "nowhere", code=1).output
    assert "pg-recall projects --create" in told and "select" not in told


def test_a_search_that_finds_nothing_says_why_and_is_no_failure(recall):
    result = recall("search", "!!! ???")
    assert result.stdout == ""
    assert result.stderr.strip()


def test_filters_hold(rows):
    rows("save", "The build broke", "--type", "error", "--occurred-at", "2024-05-01")
    rows("save", "The build is green", "--type", "fact", "--occurred-at", "2024-06-01")
    assert [row["type"] for row in rows("search", "build", "--type", "error")] == ["error"]
    assert [row["type"] for row in rows("list", "--after", "2024-05-15")] == ["fact"]
    assert [row["type"] for row in rows("search", "build", "--before", "2024-05-15")] == ["error"]


def test_correct_and_forget_by_id(rows, recall):
    (stored,) = rows("save", "Staging runs on host db7")
    (corrected,) = rows("correct", stored["id"], "Staging runs on host db9", "--reason", "moved")
    assert (corrected["outcome"], corrected["version"]) == ("corrected", 2)
    assert "1" in recall("timeline", "--table").stdout
    (forgotten,) = rows("forget", stored["id"])
    assert forgotten["outcome"] == "forgotten"
    assert rows("list") == []


def test_a_refusal_shows_code_and_hint_and_is_status_1(recall):
    result = recall("get", "not-a-uuid", code=1)
    assert "RC003" in result.stderr
    assert "Hint:" in result.stderr
    assert result.stdout == ""


def test_text_comes_from_standard_input_too(rows):
    (stored,) = rows("save", "-", "--kind", "document", input="A handbook.\nIt has two lines.\n")
    assert rows("get", stored["id"])[0]["content"] == "A handbook.\nIt has two lines."


def test_bytes_that_are_no_text_are_replaced_and_reported(rows):
    (stored,) = rows("save", "-", input=b"caf\xe9 at noon")
    assert rows("get", stored["id"])[0]["content"] == "caf\ufffd at noon"
    assert "content: surrogates" in stored["normalised"]


def test_metadata_has_to_be_an_object(recall, rows):
    (stored,) = rows("save", "Ticket OPS-12 is done", "--metadata", '{"ticket": "OPS-12"}')
    assert rows("get", stored["id"])[0]["metadata"] == {"ticket": "OPS-12"}
    for wrong in ("[1]", "{", "NaN"):
        recall("save", "x y z", "--metadata", wrong, code=2)


def test_a_reader_that_stops_reading_is_no_error(start, project, recall):
    for number in range(3):
        recall("save", f"Note number {number}: " + "x" * 40_000, "--embed", "later")
    process = start("--project", project, "list")
    process.stdout.close()
    assert process.wait(20) == 0
    assert process.stderr.read() == ""


def test_output_into_a_pipe_is_json_lines(start, project, recall):
    recall("save", "Staging runs on host db7")
    out, _ = start("--project", project, "staging").communicate(timeout=30)
    assert json.loads(out)["content"] == "Staging runs on host db7"
