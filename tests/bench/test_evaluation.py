"""The evaluation on a real server: corpora are loaded once, gold is resolved, arms are told apart."""

import json

import pytest
from click.testing import CliRunner

from pg_recall.evaluation import locomo
from pg_recall.evaluation.cli import eval_command
from pg_recall.evaluation.configuration import parse
from pg_recall.evaluation.corpus import Corpus, Question, QuestionSet
from pg_recall.evaluation.error import EvaluationError
from pg_recall.evaluation.run import run

TURNS = [
    ("Ada", "I planted tomatoes on the balcony."),
    ("Ben", "My cousin repairs accordions in Trieste."),
    ("Ada", "The ferry was late because of fog."),
    ("Ben", "Thanks!"),
    ("Ada", "Thanks!"),
]
QUESTIONS = [("Who repairs accordions?", ["D1:2"], 4), ("What grows on Ada's balcony?", ["D1:1"], 1)]


@pytest.fixture
def conversation(tmp_path):
    turns = [
        {"speaker": who, "dia_id": f"D1:{n}", "text": text} for n, (who, text) in enumerate(TURNS, start=1)
    ]
    sample = {
        "sample_id": "tiny",
        "conversation": {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns},
        "qa": [{"question": q, "evidence": evidence, "category": c} for q, evidence, c in QUESTIONS],
    }
    path = tmp_path / "locomo-dev.json"
    path.write_text(json.dumps([sample]), encoding="utf-8")
    return path


def test_a_conversation_is_loaded_once_and_its_questions_are_answered(connect, conversation) -> None:
    session = connect()
    question_set = locomo.load(conversation)
    for _ in range(2):
        outcome = run(session, question_set, [parse("bm25"), parse("score")])
        assert outcome.categories == ["4", "1"]
        assert outcome.scores["score"].metrics["recall@1"] == [1.0, 1.0]
        assert outcome.scores["score"].degraded == 0
        session.execute("select recall.use_project('eval-locomo-tiny')")
        assert session.execute("select count(*) from recall.memory").fetchone() == (len(TURNS),)


def test_questions_about_unknown_memories_are_counted_and_left_out(connect) -> None:
    session = connect()
    (stored,) = session.execute("select recall.remember('Ada planted tomatoes.')").fetchone()
    absent = "00000000-0000-7000-8000-000000000000"
    questions = [
        Question("tomatoes", (stored["id"], absent)),
        Question("onions", (absent,)),
        Question("x", ("not-an-id",)),
    ]
    question_set = QuestionSet("own", [Corpus(None, questions)], {"all": frozenset([""])}, ["recall@1"])
    outcome = run(session, question_set, [parse("default")])
    assert outcome.scores["default"].metrics["recall@1"] == [1.0]
    assert (outcome.missing_ids, outcome.skipped_questions) == (2, 2)


def test_a_set_without_any_known_memory_is_refused(connect) -> None:
    question_set = QuestionSet(
        "own", [Corpus(None, [Question("x", ("y",))])], {"all": frozenset([""])}, ["recall@1"]
    )
    with pytest.raises(EvaluationError, match="no question"):
        run(connect(), question_set, [parse("default")])


def test_the_command_prints_one_json_object_a_set(cluster, database, conversation, monkeypatch) -> None:
    monkeypatch.setenv("PG_RECALL_DSN", cluster.home.dsn(database=database))
    arguments = [
        "--set",
        "locomo",
        "--data",
        str(conversation.parent),
        "--compare",
        "score",
        "bm25",
        "--json",
    ]
    result = CliRunner().invoke(eval_command, arguments)
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["groups"]["1-4"]["questions"] == 2
    assert "score - bm25" in found["groups"]["1-4"]["differences"]
