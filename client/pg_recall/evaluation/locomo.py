"""LoCoMo: long conversations and questions about single turns of them.

Protocol: one project per conversation, one memory per turn, text `speaker: text` with the caption of a shared
image, time of the session plus the turn's position in seconds. Gold is the cleaned evidence; a question left
without gold is skipped. Categories 1 to 4 count together, category 5 (no answer in the conversation) apart.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pg_recall.evaluation.corpus import Corpus, Question, QuestionSet

ANSWERABLE = ("1", "2", "3", "4")
UNANSWERABLE = "5"
KEY_FIELD = "dia_id"
TIME_FORMAT = "%I:%M %p on %d %B, %Y"
# `D8:6; D9:17`, `D9:1 D4:4`, `D:11:26` and `D30:05` all occur.
EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


def load(path: Path) -> QuestionSet:
    """Read a LoCoMo file: a list of conversations with their questions."""
    corpora = [_corpus(sample) for sample in json.loads(path.read_text(encoding="utf-8"))]
    groups = {"1-4": frozenset(ANSWERABLE), **{c: frozenset([c]) for c in (*ANSWERABLE, UNANSWERABLE)}}
    return QuestionSet("locomo", corpora, groups, ["recall@10", "ndcg@10", "mrr"])


def clean_evidence(evidence: Sequence[str], known: frozenset[str]) -> tuple[str, ...]:
    """Turn ids in the order given, each once, without leading zeros; ids that point nowhere are dropped."""
    found = (f"D{int(session)}:{int(turn)}" for text in evidence for session, turn in EVIDENCE.findall(text))
    return tuple(dict.fromkeys(turn for turn in found if turn in known))


def parse_time(text: str) -> datetime:
    """`1:56 pm on 8 May, 2023`, taken as UTC: the set names no zone."""
    return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=UTC)


def _corpus(sample: dict) -> Corpus:
    items = dict(_turns(sample["conversation"]))
    known = frozenset(items)
    questions = [
        Question(qa["question"], gold, str(qa["category"]))
        for qa in sample["qa"]
        if (gold := clean_evidence(qa.get("evidence") or [], known))
    ]
    return Corpus(f"eval-locomo-{sample['sample_id']}", questions, items, KEY_FIELD)


def _turns(conversation: dict) -> Iterator[tuple[str, dict]]:
    sessions = sorted((key for key in conversation if re.fullmatch(r"session_\d+", key)), key=_session_number)
    for session in sessions:
        start = parse_time(conversation[f"{session}_date_time"])
        for position, turn in enumerate(conversation[session]):
            yield turn["dia_id"], _item(turn, session, position, start)


def _item(turn: dict, session: str, position: int, start: datetime) -> dict:
    caption = turn.get("blip_caption")
    shared = f" [shares {caption}]" if caption else ""
    return {
        "content": f"{turn['speaker']}: {turn['text']}{shared}",
        "session": session,
        "thread": session,
        "position": position,
        "speaker": turn["speaker"],
        "entity": turn["speaker"],
        "occurred_at": (start + timedelta(seconds=position)).isoformat(),
        "metadata": {KEY_FIELD: turn["dia_id"]},
    }


def _session_number(key: str) -> int:
    return int(key.removeprefix("session_"))
