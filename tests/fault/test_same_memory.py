"""One memory or one entity, changed by several sessions at once."""

import psycopg
from crowd import errors, value

REMEMBER = "select recall.remember(%s, entity => %s)"
CORRECT = "select recall.correct(%s, %s)"
ENTITY = "select recall.entity(%s, %s, new_name => %s, alias => %s, \"into\" => %s, confirm => true)"


def test_corrections_at_once_are_made_one_after_the_other_and_those_refused_can_be_repeated(crowd, session):
    memory = value(session, REMEMBER, "The shop opens at nine.", "Shop")["id"]
    texts = ["The shop opens at ten.", "The shop opens at eleven.", "The shop opens at noon."]

    def correct(own, text):
        while True:
            try:
                return value(own, CORRECT, memory, text)["version"]
            except psycopg.errors.SerializationFailure:
                pass

    versions = crowd.run([lambda own, text=text: correct(own, text) for text in texts])
    assert sorted(versions) == [2, 3, 4]
    expected = ["The shop opens at nine."] + [text for _, text in sorted(zip(versions, texts, strict=True))]
    kept = session.execute(
        """
        select content, version, hlc from recall.memory_version where memory_id = %(id)s
        union all
        select content, version, hlc from recall.memory_record where id = %(id)s
        order by version
        """,
        {"id": memory},
    ).fetchall()
    assert [(content, version) for content, version, _ in kept] == list(zip(expected, [1, 2, 3, 4], strict=True))
    clocks = [clock for _, _, clock in kept]
    assert clocks == sorted(set(clocks))
    assert session.execute("select * from recall.check_index()").fetchall() == []


def test_a_correction_and_a_forgetting_at_once_leave_the_memory_forgotten(crowd, session):
    for number in range(5):
        memory = value(session, REMEMBER, f"Shelf {number} is full.", "Shop")["id"]
        answers = crowd.run([
            lambda own, memory=memory, number=number: value(own, CORRECT, memory, f"Shelf {number} is empty."),
            lambda own, memory=memory: value(own, "select recall.forget(%s)", memory),
        ])
        assert set(errors(answers)) <= {"RC007", "40001"}
        assert answers[1]["outcome"] == "forgotten"
        assert session.execute("select 1 from recall.memory where id = %s", [memory]).fetchall() == []
        assert session.execute("select * from recall.search('shelf empty full')").fetchall() == []
    assert session.execute("select * from recall.check_index()").fetchall() == []


def test_names_that_are_made_changed_and_merged_at_once_keep_every_memory_under_one_entity(crowd, session):
    for number in range(4):
        one, other, third = (f"{name} {number}" for name in ("Ana", "Ana María", "A. M."))
        for name in (one, other):
            value(session, REMEMBER, f"{name} likes tea.", name)
        answers = crowd.run([
            lambda own, a=one, b=other: value(own, ENTITY, "merge", a, None, None, b),
            lambda own, a=other, b=third: value(own, ENTITY, "rename", a, b, None, None),
            lambda own, a=one: value(own, REMEMBER, "She lives in Lugo.", a),
            lambda own, a=other: value(own, REMEMBER, "She sings.", a),
            lambda own, a=third: value(own, REMEMBER, "She paints.", a),
        ])
        assert set(errors(answers)) <= {"RC008", "RC009"}
        remembered = [answer["id"] for answer in answers[2:]]
        subjects = session.execute(
            "select m.id::text from recall.memory m where m.id = any (%s::uuid[]) and m.entity is not null", [remembered]
        ).fetchall()
        assert sorted(row[0] for row in subjects) == sorted(remembered)
        assert session.execute("select * from recall.check_index()").fetchall() == []


def test_an_entity_deleted_while_somebody_writes_about_it_is_made_anew_or_takes_the_memory_along(crowd, session):
    for number in range(5):
        name = f"Boiler {number}"
        value(session, REMEMBER, "It was serviced in May.", name)
        answers = crowd.run([
            lambda own, name=name: value(own, ENTITY, "delete", name, None, None, None),
            lambda own, name=name: value(own, REMEMBER, "It leaks.", name),
        ])
        assert errors(answers) == []
        living = session.execute("select content from recall.memory where entity = %s", [name]).fetchall()
        assert living in ([], [("It leaks.",)])
    assert session.execute("select * from recall.check_index()").fetchall() == []
