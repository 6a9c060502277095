"""How words on the command line are taken: commands, questions, options."""

import pytest
from click.testing import CliRunner

from pg_recall import __version__
from pg_recall.cli import main
from pg_recall.cli.commands import COMMANDS

NOWHERE = {"PG_RECALL_DSN": "host=/nonexistent", "PG_RECALL_HOME": "/nonexistent"}


def invoke(*arguments):
    return CliRunner(env=NOWHERE).invoke(main, arguments)


def test_the_version_needs_no_database():
    result = invoke("--version")
    assert (result.exit_code, result.stdout.strip()) == (0, f"pg-recall, version {__version__}")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example_and_needs_no_database(name):
    result = invoke(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"pg-recall {name}" in result.stdout or name in ("search", "mcp", "dsn")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_explained(name):
    command = main.get_command(None, name)
    for parameter in command.params:
        assert parameter.param_type_name == "argument" or parameter.help, parameter.name


@pytest.mark.parametrize("words", [["--shout", "hello"], ["where", "--shout"], ["list", "--shout"], ["search"]])
def test_wrong_usage_is_status_2(words):
    assert invoke(*words).exit_code == 2


def test_an_unknown_option_is_never_part_of_the_question():
    result = invoke("where", "is", "--stagign")
    assert "No such option" in result.stderr


def test_a_misspelt_command_is_not_searched_for():
    result = invoke("timelin")
    assert result.exit_code == 2
    assert "timeline" in result.stderr


def test_an_unreachable_server_is_status_1_and_says_what_to_do():
    result = invoke("list")
    assert result.exit_code == 1
    assert "pg-recall up" in result.stderr


def test_words_without_a_command_are_a_question(rows):
    rows("save", "Staging runs on host db7")
    assert [row["content"] for row in rows("where", "does", "staging", "run")] == ["Staging runs on host db7"]
    assert rows("--limit", "1", "staging")[0]["rank"] == 1


def test_options_before_the_command_reach_it(recall, environment):
    recall("save", "Staging runs on host db7")
    elsewhere = CliRunner(env=environment).invoke(main, ["--project=default", "list"])
    assert (elsewhere.exit_code, elsewhere.stdout) == (0, "")


def test_words_that_begin_with_a_dash_can_be_searched_for(rows):
    rows("save", "git push --force is forbidden on main")
    assert rows("search", "--", "--force")[0]["content"].startswith("git push")


@pytest.mark.parametrize("words", [["--dsn", "host=/elsewhere", "demo"], ["--dsn=x", "psql"]])
def test_a_database_before_a_command_that_takes_none_is_refused(words):
    taken = invoke(*words)
    assert (taken.exit_code, "takes no --dsn" in taken.stderr) == (2, True)


@pytest.mark.parametrize("change", ["--rename", "--alias", "--merge-into"])
def test_a_blank_name_is_refused_and_not_taken_for_no_change(recall, change):
    recall("entities", "Ana", "--create")
    assert "(RC0" in recall("entities", "Ana", change, "", code=1).output


def test_deleting_a_relation_needs_its_name():
    assert invoke("relations", "--delete").exit_code == 2
