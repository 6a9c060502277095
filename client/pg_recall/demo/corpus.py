"""The demo's notes and questions, which are part of the package."""

import json
from dataclasses import dataclass
from importlib.resources import files

PROJECT = "demo"
HANDBOOK = "handbook"

_FILES = files("pg_recall.demo") / "corpus"


@dataclass(frozen=True)
class DemoQuestion:
    """A question, what it is meant to show, and the key of the note that answers it."""

    question: str
    shows: str
    answer: str
    after: str | None = None
    before: str | None = None


def items() -> list[dict]:
    """Every note as an item of recall.ingest; its key is in metadata under `note`."""
    rows = [json.loads(line) for line in _read("notes.jsonl").splitlines()]
    return [_note(**row) for row in rows] + [_handbook()]


def questions() -> list[DemoQuestion]:
    return [DemoQuestion(**row) for row in json.loads(_read("questions.json"))]


def _note(key: str, **item: object) -> dict:
    return {**item, "metadata": {"note": key}}


def _handbook() -> dict:
    return {
        "content": _read("handbook.md"),
        "entity": "Gullwing",
        "kind": "document",
        "type": "context",
        "tags": ["handbook"],
        "occurred_at": "2025-06-30T12:00:00Z",
        "metadata": {"note": HANDBOOK},
    }


def _read(name: str) -> str:
    return (_FILES / name).read_text(encoding="utf-8")
