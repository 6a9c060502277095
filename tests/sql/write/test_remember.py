"""recall.remember says what happened: added, or a duplicate of which id, and what was settled on the way."""

import re

import pytest

DEPLOY = "The deploy failed because the disk of the build server was full."


def test_what_is_new_is_added_and_answered_in_full(recall):
    answer = recall.remember(DEPLOY, entity="Build server", type="error", tags=["disk"])
    assert re.fullmatch("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", answer.pop("id"))
    assert 0 < answer.pop("density") <= 1
    assert answer == {
        "outcome": "added",
        "project": "default",
        "entity": "Build server",
        "kind": "fact",
        "type": "error",
        "tags": ["disk"],
        "importance": 0.7,
        "language": "en",
        "passages": 1,
        "embedding": "stored",
        "normalised": [],
    }


@pytest.mark.parametrize(
    "again",
    [
        DEPLOY,
        f"\ufeff{DEPLOY}\r\n",
        DEPLOY.replace(" ", "  \t"),
        DEPLOY.replace(" ", "\u00a0"),
        DEPLOY.replace(" disk", "\n disk"),
    ],
)
def test_the_same_text_in_other_blanks_is_a_duplicate_and_names_the_first(recall, again):
    first = recall.add(DEPLOY)
    answer = recall.remember(again)
    assert (answer["outcome"], answer["duplicate_of"], answer["id"]) == ("duplicate", first, first)
    assert answer["embedding"] == "none"
    assert "importance" not in answer
    assert recall.listed() == [first]


def test_composed_and_decomposed_letters_are_one_text(recall):
    first = recall.add("The caf\u00e9 opens at nine.")
    assert recall.remember("The cafe\u0301 opens at nine.")["duplicate_of"] == first


@pytest.mark.parametrize("other", [DEPLOY.upper(), DEPLOY[:-1], DEPLOY + "!", DEPLOY.replace("full", "fuII")])
def test_another_text_is_another_memory(recall, other):
    assert recall.add(DEPLOY) != recall.add(other)


@pytest.mark.parametrize(
    "attributes",
    [
        {"tags": ["a"]},
        {"metadata": {"ticket": "OPS-1"}},
        {"type": "lesson"},
        {"source": "user"},
        {"session": "s"},
        {"importance": 0.9},
    ],
)
def test_what_is_said_beside_the_text_makes_no_second_memory(recall, attributes):
    first = recall.add(DEPLOY)
    assert recall.remember(DEPLOY, **attributes)["duplicate_of"] == first


def test_the_same_words_about_another_entity_or_of_another_kind_are_another_memory(recall):
    ids = {
        recall.add("Prefers tea.", entity="Ada"),
        recall.add("Prefers tea.", entity="Grace"),
        recall.add("Prefers tea."),
        recall.add("Prefers tea.", kind="note"),
    }
    assert len(ids) == 4
    assert recall.remember("Prefers tea.", entity="  ada ")["outcome"] == "duplicate"


def test_two_turns_may_say_the_same_but_not_at_the_same_place(recall):
    first = recall.add("Thanks!", thread="chat", position=3)
    assert recall.add("Thanks!", thread="chat", position=5) != first
    assert recall.add("Thanks!", thread="other", position=3) != first
    answer = recall.remember("You are welcome.", thread="chat", position=3)
    assert (answer["outcome"], answer["duplicate_of"]) == ("duplicate", first)
    assert answer["hint"] == "The place is taken by another text; recall.correct replaces it."


def test_a_duplicate_leaves_the_first_as_it_was(recall):
    first = recall.add(DEPLOY, tags=["disk"], metadata={"n": 1}, importance=0.25)
    before = recall.call("get", id=first)
    recall.remember(DEPLOY, tags=["other"], metadata={"n": 2}, importance=0.9, type="lesson")
    assert recall.call("get", id=first) == before


@pytest.mark.parametrize(
    ("type_", "importance"), [("decision", 0.8), ("lesson", 0.75), ("error", 0.7), ("solution", 0.7)]
)
def test_some_types_have_a_fixed_importance(recall, type_, importance):
    assert recall.remember(DEPLOY, type=type_)["importance"] == importance


@pytest.mark.parametrize(
    ("type_", "base", "low", "high"),
    [("fact", 0.6, 0.1, 0.9), ("preference", 0.6, 0.1, 0.9), ("context", 0.4, 0.1, 0.7), ("tool_usage", 0.4, 0.1, 0.7)],
)
@pytest.mark.parametrize("content", ["log log log log disk", DEPLOY])
def test_other_types_weigh_what_a_text_says(recall, type_, base, low, high, content):
    answer = recall.remember(content, type=type_)
    assert answer["importance"] == pytest.approx(min(max(base * answer["density"], low), high))


def test_a_given_importance_is_kept(recall):
    for importance in (0.0, 0.33, 1.0):
        assert recall.remember(f"Lantern {importance} is lit.", importance=importance)["importance"] == importance


def test_the_prior_is_a_setting(recall):
    recall.session.execute(
        "select recall.set_setting('importance.prior', recall.setting('importance.prior') || %s)",
        ['{"lesson": {"low": 0.31, "base": 0, "high": 0.31}}'],
    )
    assert recall.remember(DEPLOY, type="lesson")["importance"] == 0.31


@pytest.mark.parametrize(
    ("content", "language", "tag"),
    [
        (DEPLOY, "en", "deploy"),
        ("Der Server wurde gestern neu gestartet, weil der Speicher voll war.", "de", "server"),
        ("Резервная копия базы данных хранится на отдельном сервере.", "ru", "данных"),
        ("数据库的索引损坏了，需要重建数据库。", "zh", "数据"),
        ("データベースのバックアップは毎晩取得されます。", "ja", "データベース"),
        ("데이터베이스 색인이 손상되어 다시 만들어야 합니다.", "ko", "데이터베이스"),
    ],
)
def test_tags_are_found_in_any_language_and_are_stable(recall, content, language, tag):
    answer = recall.remember(content)
    assert answer["language"] == language
    assert tag in answer["tags"]
    assert 1 <= len(answer["tags"]) <= 5
    again = recall.remember(content, kind="note")
    assert (again["outcome"], again["tags"]) == ("added", answer["tags"])
    assert answer["id"] in recall.listed(tags=[tag])


def test_no_tags_are_no_tags(recall):
    answer = recall.remember(DEPLOY, tags=[])
    assert answer["tags"] == []
    assert recall.call("get", id=answer["id"])["tags"] == []


def test_a_duplicate_is_not_described_by_the_call_that_repeats_it(recall):
    first = recall.add("The kiln is hot.", tags=["one"])
    again = recall.remember("The kiln is hot.", tags=["two"], type="decision")
    assert (again["outcome"], again["duplicate_of"]) == ("duplicate", first)
    assert not {"tags", "type", "importance"} & set(again)
