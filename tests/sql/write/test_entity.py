"""Entities: one per name, whatever its spelling; an alias resolves on every read and write."""

import pytest

TEA = "Prefers tea to coffee."


def names(recall):
    return [entity["name"] for entity in recall.call("entity", action="list")]


def entity(recall, name):
    return recall.call("entity", action="get", name=name)


@pytest.mark.parametrize(
    "spelling",
    ["Bob Smith", "bob smith", "  Bob   Smith ", "Bob\u00a0Smith", "BOB SMITH", "Ｂｏｂ Smith", "Bob\nSmith"],
)
def test_spellings_of_a_name_are_one_entity(recall, spelling):
    memory = recall.add(TEA, entity="Bob Smith")
    assert recall.remember(TEA, entity=spelling)["duplicate_of"] == memory
    assert names(recall) == ["Bob Smith"]
    assert entity(recall, spelling)["entity"]["name"] == "Bob Smith"
    assert recall.call("entity", action="create", name=spelling)["already_existed"] is True


@pytest.mark.parametrize(
    "name", ["Straße", "ΣΟΦΟΣ", "İstanbul", "ǅungla", "ﬁnance", "Ⅻ", "cafe\u0301", "数据库", "Ærø"]
)
def test_a_name_of_any_script_is_named_by_a_question(recall, name):
    memory = recall.add(TEA, entity=name)
    recall.add(TEA, entity="Somebody else")
    assert recall.found(name, arms=["names"]) == [memory]
    assert recall.found(f"what does {name.lower()} drink?", arms=["names"]) == [memory]


def test_punctuation_tells_entities_apart(recall):
    for name in ("C", "C++", "C#", ".NET", "NET"):
        assert recall.call("entity", action="create", name=name)["already_existed"] is False
    assert sorted(names(recall)) == [".NET", "C", "C#", "C++", "NET"]


def test_an_entity_is_made_once_and_keeps_its_type(recall):
    made = recall.call("entity", action="create", name="Redis", type="technology")
    assert (made["already_existed"], made["entity"]["entity_type"]) == (False, "technology")
    again = recall.call("entity", action="create", name="redis", type="person")
    assert (again["already_existed"], again["entity"]["entity_type"]) == (True, "technology")


@pytest.fixture
def ada(recall):
    """An entity with an alias and a memory; the memory's id."""
    memory = recall.add(TEA, entity="Ada Lovelace")
    recall.call("entity", action="alias", name="Ada Lovelace", alias="Countess")
    return memory


@pytest.mark.parametrize("name", ["Ada Lovelace", "Countess", " countess ", "COUNTESS"])
def test_an_alias_reads_what_the_name_does(recall, ada, name):
    answer = entity(recall, name)
    assert (answer["entity"]["name"], answer["entity"]["aliases"]) == ("Ada Lovelace", ["Countess"])
    assert [observation["id"] for observation in answer["observations"]] == [ada]
    assert recall.listed(entity=name) == [ada]
    assert [entry["id"] for entry in recall.call("timeline", entity=name)] == [ada]
    for arms in (["vector"], ["bm25"], None):
        assert recall.found("what does she drink, tea?", entity=name, arms=arms) == [ada]
    assert recall.found(f"what about {name}", arms=["names"]) == [ada]


def test_an_alias_writes_what_the_name_does(recall, ada):
    assert recall.remember(TEA, entity="countess")["duplicate_of"] == ada
    (result,) = recall.ingest([{"content": TEA, "entity": "Countess"}])["results"]
    assert (result["outcome"], result["id"]) == ("duplicate", ada)
    second = recall.add("Wrote the first program.", entity="COUNTESS")
    assert set(recall.listed(entity="Ada Lovelace")) == {ada, second}
    assert recall.call("get", id=second)["entity"] == "Ada Lovelace"
    recall.call("entity", action="create", name="Engine")
    recall.call("relate", action="create", from_entity="countess", to_entity="engine", type="programs")
    assert entity(recall, "Ada Lovelace")["relations"][0]["entity"] == "Engine"
    assert names(recall) == ["Ada Lovelace", "Engine"]


def test_an_alias_can_be_given_twice_but_not_to_another(recall, ada):
    assert recall.call("entity", action="alias", name="countess", alias="COUNTESS")["entity"]["aliases"] == ["Countess"]
    recall.call("entity", action="create", name="Grace")
    for alias in ("Countess", "ada lovelace"):
        error = recall.error("entity", action="alias", name="Grace", alias=alias)
        assert (error.sqlstate, "merge" in error.diag.message_hint) == ("RC009", True)


def test_a_renamed_entity_is_reached_by_both_names(recall, ada):
    answer = recall.call("entity", action="rename", name="countess", new_name="Ada King")
    assert answer["renamed_from"] == "Ada Lovelace"
    assert sorted(answer["entity"]["aliases"]) == ["Ada Lovelace", "Countess"]
    for name in ("Ada King", "Ada Lovelace", "Countess"):
        assert recall.remember(TEA, entity=name)["duplicate_of"] == ada
        assert recall.listed(entity=name) == [ada]
    assert recall.call("get", id=ada)["entity"] == "Ada King"
    assert recall.rows("check_index") == []


def test_the_new_name_is_found_by_words(recall, ada):
    recall.call("entity", action="rename", name="Ada Lovelace", new_name="Wilhelmina")
    assert recall.found("wilhelmina", arms=["bm25"]) == [ada]
    assert recall.found("lovelace", arms=["bm25"]) == []


def test_a_name_can_be_swapped_with_its_alias_and_back(recall, ada):
    assert recall.call("entity", action="rename", name="Ada Lovelace", new_name="Countess")["entity"]["aliases"] == [
        "Ada Lovelace"
    ]
    assert recall.call("entity", action="rename", name="Countess", new_name="Ada Lovelace")["entity"]["aliases"] == [
        "Countess"
    ]
    respelled = recall.call("entity", action="rename", name="Ada Lovelace", new_name="ADA LOVELACE")
    assert (respelled["entity"]["name"], respelled["entity"]["aliases"]) == ("ADA LOVELACE", ["Countess"])


def test_a_name_in_use_is_not_taken_by_renaming(recall, ada):
    recall.call("entity", action="create", name="Grace")
    for name in ("grace", "Countess"):
        other = "Grace" if name == "Countess" else "Ada Lovelace"
        assert recall.error("entity", action="rename", name=other, new_name=name).sqlstate == "RC009"
    assert sorted(names(recall)) == ["Ada Lovelace", "Grace"]


def test_deleting_says_first_what_would_go(recall, ada):
    recall.call("entity", action="create", name="Engine")
    recall.call("relate", action="create", from_entity="Ada Lovelace", to_entity="Engine")
    kept = recall.add("The engine is made of brass.", entity="Engine")
    answer = recall.call("entity", action="delete", name="countess")
    assert (answer["deleted"], answer["would_forget"], answer["would_delete_relations"]) == (False, 1, 1)
    assert set(recall.listed()) == {ada, kept}
    answer = recall.call("entity", action="delete", name="countess", confirm=True)
    assert answer == {"deleted": True, "forgot": 1, "deleted_relations": 1}
    assert recall.listed() == [kept]
    assert recall.found(TEA, arms=["bm25"]) == []
    assert entity(recall, "Engine")["relations"] == []
    for name in ("Ada Lovelace", "Countess"):
        assert recall.error("entity", action="get", name=name).sqlstate == "RC008"
    tables = recall.scoped("select table_name from recall.tombstone order by 1")
    assert [table for (table,) in tables] == ["entity", "memory", "relation"]
    assert recall.rows("check_index") == []


def test_an_entity_nothing_is_known_of_is_deleted_only_when_confirmed_too(recall):
    recall.call("entity", action="create", name="Engine")
    plan = recall.call("entity", action="delete", name="Engine", confirm=None)
    assert (plan["deleted"], plan["would_forget"], names(recall)) == (False, 0, ["Engine"])
    assert recall.call("entity", action="delete", name="Engine", confirm=True)["deleted"] is True
    assert names(recall) == []


def test_merging_moves_memories_relations_and_names(recall, ada):
    other = recall.add("Wrote the first program.", entity="A. L.")
    recall.call("entity", action="alias", name="A. L.", alias="Lady L")
    for name in ("Engine", "Babbage"):
        recall.call("entity", action="create", name=name)
    recall.call("relate", action="create", from_entity="A. L.", to_entity="Engine", type="programs")
    recall.call("relate", action="create", from_entity="Babbage", to_entity="A. L.", type="knows")
    recall.call("relate", action="create", from_entity="A. L.", to_entity="Ada Lovelace", type="same_as")
    answer = recall.call("entity", action="merge", name="lady l", into="Countess")
    assert (answer["merged"], answer["moved"]) == (True, 1)
    assert sorted(answer["entity"]["aliases"]) == ["A. L.", "Countess", "Lady L"]
    for name in ("Ada Lovelace", "A. L.", "Lady L"):
        assert set(recall.listed(entity=name)) == {ada, other}
        assert set(recall.found("tea program", entity=name, arms=["bm25"])) == {ada, other}
    relations = {(r["entity"], r["type"], r["direction"]) for r in entity(recall, "Countess")["relations"]}
    assert relations == {("Engine", "programs", "outgoing"), ("Babbage", "knows", "incoming")}
    assert sorted(names(recall)) == ["Ada Lovelace", "Babbage", "Engine"]
    assert recall.call("get", id=other)["entity"] == "Ada Lovelace"
    assert recall.rows("check_index") == []


def test_a_merged_name_is_not_born_again(recall, ada):
    recall.add("Wrote the first program.", entity="A. L.")
    recall.call("entity", action="merge", name="A. L.", into="Ada Lovelace")
    recall.add("Loved mathematics.", entity="A. L.")
    assert names(recall) == ["Ada Lovelace"]


def test_an_entity_is_not_merged_into_itself(recall, ada):
    assert recall.error("entity", action="merge", name="Ada Lovelace", into="countess").sqlstate == "RC009"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"action": "explode"}, "RC003"),
        ({"action": None}, "RC003"),
        ({"action": "create", "name": None}, "RC003"),
        ({"action": "create", "name": " \t "}, "RC003"),
        ({"action": "create", "name": "x" * 201}, "RC003"),
        ({"action": "get", "name": "Nobody"}, "RC008"),
        ({"action": "get", "name": None}, "RC008"),
        ({"action": "get", "name": ""}, "RC008"),
        ({"action": "rename", "name": "Nobody", "new_name": "x"}, "RC008"),
        ({"action": "rename", "name": "Ada Lovelace", "new_name": " "}, "RC003"),
        ({"action": "rename", "name": "Ada Lovelace"}, "RC003"),
        ({"action": "alias", "name": "Ada Lovelace", "alias": "x" * 201}, "RC003"),
        ({"action": "alias", "name": "Ada Lovelace"}, "RC003"),
        ({"action": "merge", "name": "Ada Lovelace", "into": "Nobody"}, "RC008"),
        ({"action": "merge", "name": "Ada Lovelace"}, "RC008"),
        ({"action": "delete", "name": "Nobody", "confirm": True}, "RC008"),
    ],
)
def test_a_bad_action_or_name_is_refused(recall, ada, arguments, code):
    error = recall.error("entity", **arguments)
    assert error.sqlstate == code
    assert error.diag.message_hint
    assert names(recall) == ["Ada Lovelace"]


@pytest.mark.parametrize(
    "name", ["100%", "a_b", "\\", "'; drop table recall.entity; --", "{x}", "%s", "$$", "数据库", "🎉", "x" * 200]
)
def test_a_name_is_only_itself(recall, name):
    recall.add(TEA, entity="100 percent")
    recall.add(TEA, entity="axb")
    memory = recall.add(TEA, entity=name)
    assert recall.listed(entity=name) == [memory]
    assert [e["name"] for e in recall.call("entity", action="list", name=name)] == [name]


def test_what_both_were_told_of_is_kept_once_after_a_merge(recall):
    for name in ("Bea", "Beatrice"):
        recall.add("drinks only water", entity=name)
    lone = recall.add("walks to work", entity="Bea")
    answer = recall.call("entity", action="merge", name="Bea", into="Beatrice")
    assert (answer["moved"], answer["repeated"]) == (2, 1)
    assert len(recall.listed(entity="Beatrice")) == 2
    for content in ("drinks only water", "walks to work"):
        for name in ("Bea", "Beatrice"):
            assert recall.remember(content, entity=name)["outcome"] == "duplicate"
    assert recall.remember("walks to work", entity="Bea")["id"] == lone
    assert recall.rows("check_index") == []
