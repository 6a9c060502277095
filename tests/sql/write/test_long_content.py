"""Long texts: every part is found, one hit a memory, and the hit shows the part that fits best."""

import pytest

FILLER = "The committee discussed the agenda and postponed the vote once more."
TAIL = "The combination of the safe is kept by the gardener."


@pytest.fixture(scope="module")
def long_text():
    """Far beyond the window of the model: the sentence that matters is the last of some 2,000 tokens."""
    return " ".join([f"{FILLER} Item {n}." for n in range(150)] + [TAIL])


def spans(recall, memory):
    return recall.scoped(
        "select lower(span), upper(span) from recall.passage where memory_id = %s and collection = 'live' order by ordinal",
        memory,
    )


@pytest.mark.parametrize("arms", [["vector"], ["bm25"], None])
def test_text_beyond_the_window_of_the_model_is_found(recall, long_text, arms):
    memory = recall.add(long_text)
    recall.add("Gardens need water in summer.")
    hit, *rest = recall.rows("search", query="who knows the combination of the safe", arms=arms)
    assert str(hit["id"]) == memory
    assert TAIL in hit["content"]
    assert len(hit["content"]) < len(long_text) / 4
    passage = hit["flags"]["passage"]
    assert passage["ordinal"] == recall.call("get", id=memory)["passages"] - 1
    assert memory not in [str(other["id"]) for other in rest]


def test_a_memory_is_one_hit_however_many_of_its_passages_match(recall, long_text):
    memory = recall.add(long_text)
    others = [recall.add(f"The committee met in room {n}.") for n in range(5)]
    found = recall.found("committee agenda vote", max_results=6)
    assert sorted(found) == sorted([memory, *others])


def test_many_long_memories_do_not_crowd_each_other_out(recall):
    items = [
        {"content": " ".join(f"{FILLER} Item {n} of report {report}." for n in range(60)), "embed": "later"}
        for report in range(12)
    ]
    ids = [result["id"] for result in recall.ingest(items)["results"]]
    assert sorted(recall.found("committee agenda report", max_results=12, arms=["bm25"])) == sorted(ids)


def test_passages_cover_the_text_and_overlap(recall, long_text):
    memory = recall.add(long_text, embed="later")
    found = spans(recall, memory)
    assert len(found) == recall.call("get", id=memory)["passages"] > 8
    assert (found[0][0], found[-1][1]) == (0, len(long_text))
    for (_, end), (start, _) in zip(found, found[1:], strict=False):
        assert 0 < end - start < 4 * len(FILLER)


def test_a_sentence_at_a_border_is_found_whole(recall, long_text):
    memory = recall.add(long_text, embed="later")
    contents = [long_text[start:end] for start, end in spans(recall, memory)]
    for n in range(150):
        assert any(f"{FILLER} Item {n}." in content for content in contents), n
    hit = recall.rows("search", query="item 137", arms=["bm25"])[0]
    assert "Item 137." in hit["content"]


@pytest.mark.parametrize(
    "text",
    [
        "🎉 " * 3000 + "the safe is open",
        "数据库的索引损坏了，需要重建。" * 300 + "保险箱在花园里。",
        " ".join(f"{n * 0x9E3779B97F4A7C15 % 2**64:016x}" for n in range(500)),
        "\n".join(f"| {n} | lamp {n} |" for n in range(2000)),
        ("wörter " * 40 + "ende. ") * 40 + "Schluß.",
    ],
    ids=["emoji", "chinese", "digits", "table", "umlauts"],
)
def test_the_text_of_a_passage_is_its_span_in_characters(recall, text):
    memory = recall.add(text, embed="later")
    rows = recall.scoped(
        "select lower(p.span), upper(p.span), t.text from recall.passage p join recall._passage_text t using (project_id, no) "
        "where p.memory_id = %s order by p.ordinal",
        memory,
    )
    content = recall.call("get", id=memory)["content"]
    assert len(rows) > 1
    assert [shown for *_, shown in rows] == [content[start:end] for start, end, _ in rows]
    assert rows[-1][1] == len(content)
    assert recall.rows("check_index") == []


def test_the_name_of_the_entity_leads_every_passage(recall, long_text):
    memory = recall.add(long_text, entity="Zeppelin")
    (hit,) = recall.rows("search", query="zeppelin gardener safe", arms=["bm25"])
    assert (str(hit["id"]), TAIL in hit["content"]) == (memory, True)
    assert "Zeppelin" not in hit["content"]
    assert hit["entity"] == "Zeppelin"


def test_a_short_text_is_one_passage_without_a_span(recall):
    memory = recall.add("The lamp is lit.")
    assert spans(recall, memory) == [(None, None)]
    (hit,) = recall.rows("search", query="lamp", arms=["bm25"])
    assert "passage" not in hit["flags"]


def test_passage_sizes_are_settings(recall, long_text):
    usual = recall.remember(long_text, embed="later")["passages"]
    recall.session.execute("select recall.set_setting('passage.tokens', '120')")
    recall.session.execute("select recall.set_setting('passage.overlap', '0')")
    memory = recall.add(long_text, kind="note", embed="later")
    found = spans(recall, memory)
    assert len(found) > 1.5 * usual
    assert all(start == end for (_, end), (start, _) in zip(found, found[1:], strict=False))
