"""Names that differ only in what nobody sees are one name; a name of nothing else is refused."""

import pytest


@pytest.mark.parametrize("invisible", ["\u00ad", "\u200b", "\u200e", "\u200f", "\u2060", "\ufeff"])
def test_invisible_characters_do_not_tell_names_apart(recall, invisible):
    memory = recall.add("Prefers tea.", entity="Bob Smith")
    assert recall.remember("Prefers tea.", entity=f"Bob{invisible} Sm{invisible}ith")["duplicate_of"] == memory
    assert recall.call("entity", action="create", name=f"Bob{invisible} Smith")["already_existed"] is True


@pytest.mark.parametrize("blank", ["\u00a0", " \u00a0 ", "\u200b", "\ufeff", "\u202f"])
@pytest.mark.parametrize("arguments", [{"action": "create"}, {"action": "rename"}, {"action": "alias"}])
def test_a_name_without_a_visible_character_is_refused(recall, arguments, blank):
    recall.call("entity", action="create", name="Bob")
    given = {
        "create": {"name": blank},
        "rename": {"name": "Bob", "new_name": blank},
        "alias": {"name": "Bob", "alias": blank},
    }
    assert recall.error("entity", **arguments, **given[arguments["action"]]).sqlstate == "RC003"
