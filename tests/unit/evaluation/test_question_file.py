"""Question files: XQuAD's layout, JSON lines, and where sets are looked for."""

import json

import pytest

from pg_recall.evaluation import jsonl, source, xquad
from pg_recall.evaluation.error import EvaluationError


def test_a_paragraph_is_one_memory_and_gold_of_its_questions(tmp_path) -> None:
    path = tmp_path / "xquad.en.json"
    paragraphs = [
        {"context": "First.", "qas": [{"question": "One?"}, {"question": "Two?"}]},
        {"context": "Second.", "qas": [{"question": "Three?"}]},
    ]
    path.write_text(json.dumps({"data": [{"paragraphs": paragraphs}]}), encoding="utf-8")
    found = xquad.load(path, "en").corpora[0]
    assert found.items["1"] == {"content": "Second.", "metadata": {"paragraph": "1"}}
    assert [(q.query, q.relevant) for q in found.questions] == [
        ("One?", ("0",)),
        ("Two?", ("0",)),
        ("Three?", ("1",)),
    ]
    assert found.project == "eval-xquad-en"


def test_lines_of_questions_are_read_with_their_categories(tmp_path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(
        '{"query": "a\u2028b", "relevant_ids": ["1"], "category": "x"}\n'
        '\n{"query": "c", "relevant_ids": ["2", "3"]}\n',
        encoding="utf-8-sig",
    )
    found = jsonl.load(path, "work")
    assert [(q.query, q.relevant, q.category) for q in found.corpora[0].questions] == [
        ("a\u2028b", ("1",), "x"),
        ("c", ("2", "3"), ""),
    ]
    assert found.corpora[0].project == "work"
    assert set(found.groups) == {"all", "x", "(none)"}


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"query": "", "relevant_ids": ["1"]}',
        '{"query": "a"}',
        '{"query": "a", "relevant_ids": []}',
        '{"query": "a", "relevant_ids": "1"}',
        '{"query": "a", "relevant_ids": [1]}',
    ],
)
def test_a_malformed_line_is_named(tmp_path, line) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"query": "a", "relevant_ids": ["1"]}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(jsonl.QuestionFileError, match=r"q\.jsonl:2"):
        jsonl.load(path, None)


def test_an_empty_file_is_refused(tmp_path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text("\n", encoding="utf-8")
    with pytest.raises(jsonl.QuestionFileError, match="no question"):
        jsonl.load(path, None)


def test_absent_data_says_what_to_do(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("PG_RECALL_EVAL_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EvaluationError, match="no evaluation data") as caught:
        source.open_set("locomo", None, None)
    assert "PG_RECALL_EVAL_DATA" in caught.value.hint


def test_the_environment_names_the_data(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PG_RECALL_EVAL_DATA", str(tmp_path))
    assert source.directory(None) == tmp_path


def test_an_unknown_set_names_the_known_ones() -> None:
    with pytest.raises(EvaluationError) as caught:
        source.open_set("squad", None, None)
    assert "xquad-es" in caught.value.hint
