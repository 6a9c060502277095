"""Readers, writers and compaction at the same time: nothing is lost and the index stays exact."""

import json
import random

from crowd import errors, value

ROUNDS = 40


def test_every_write_that_was_answered_is_there_and_the_index_is_exact(crowd, session):
    session.execute("select recall.set_setting('index.fresh_limit', '25')")

    def work(number):
        def task(own):
            dice = random.Random(number)
            kept: dict[str, str] = {}
            for step in range(ROUNDS):
                text = f"Note {number} {step} about the harbour"
                choice = dice.random()
                if choice < 0.4 or not kept:
                    kept[value(own, "select recall.remember(%s, embed => 'later')", text)["id"]] = text
                elif choice < 0.55:
                    items = [{"content": f"{text}, part {part}", "embed": "later"} for part in range(4)]
                    answer = value(own, "select recall.ingest(%s::jsonb)", json.dumps(items))
                    for item, result in zip(items, answer["results"], strict=True):
                        kept[result["id"]] = item["content"]
                elif choice < 0.7:
                    memory = dice.choice(sorted(kept))
                    value(own, "select recall.correct(%s, %s)", memory, f"{text}, corrected")
                    kept[memory] = f"{text}, corrected"
                elif choice < 0.85:
                    memory = dice.choice(sorted(kept))
                    value(own, "select recall.forget(%s)", memory)
                    del kept[memory]
                else:
                    own.execute("select * from recall.search('harbour note')").fetchall()
            return kept

        return task

    def compact(own):
        return [value(own, "select recall.compact()")["busy"] for _ in range(ROUNDS)]

    answers = crowd.run([work(number) for number in range(5)] + [compact])
    assert errors(answers) == []
    expected = {memory: text for kept in answers[:5] for memory, text in kept.items()}
    assert dict(session.execute("select id::text, content from recall.memory").fetchall()) == expected
    assert session.execute("select * from recall.check_index()").fetchall() == []
    value(session, "select recall.compact()")
    assert session.execute("select * from recall.check_index()").fetchall() == []
    found = session.execute("select id::text from recall.search('harbour', max_results => 200)").fetchall()
    assert {row[0] for row in found} <= set(expected)
    assert len(found) == min(200, len(expected))
