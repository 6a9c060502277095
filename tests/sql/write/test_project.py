"""Projects: making, naming, and the one that is always there."""


def names(recall):
    return [row["name"] for row in recall.rows("projects")]


def test_the_shared_project_comes_with_the_first_one_and_keeps_its_name(recall):
    assert "shared" in names(recall)
    refusal = recall.error("rename_project", name="shared", new_name="mine")
    assert refusal.sqlstate == "RC009"
    assert recall.call("use_project", name="shared") == "shared"


def test_a_project_is_made_once_whatever_its_spelling(recall):
    assert recall.call("create_project", name="Garden  Tools")["already_existed"] is False
    assert recall.call("create_project", name="garden tools")["already_existed"] is True
    assert [name for name in names(recall) if name.casefold() == "garden tools"] == ["Garden Tools"]


def test_a_renamed_project_keeps_its_memories(recall):
    recall.call("create_project", name="garden")
    recall.remember("The pear tree was planted in spring.", project="garden")
    assert recall.call("rename_project", name="garden", new_name="orchard")["renamed_from"] == "garden"
    assert len(recall.listed(project="orchard")) == 1
    assert recall.error("list", project="garden").sqlstate == "RC005"
    recall.call("create_project", name="garden")
    assert recall.error("rename_project", name="garden", new_name="Orchard").sqlstate == "RC009"


def test_shared_keeps_its_name_however_it_was_chosen(recall):
    recall.session.execute("select recall.use_project('shared')")
    assert recall.error("rename_project", name=None, new_name="stolen").sqlstate == "RC009"
    recall.session.execute("select recall.use_project('default')")
    assert recall.call("rename_project", name=None, new_name="mine")["renamed_from"] == "default"
