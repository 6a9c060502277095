"""Where the question sets lie on this machine."""

import os
from pathlib import Path

from pg_recall.evaluation import jsonl, locomo, xquad
from pg_recall.evaluation.corpus import QuestionSet
from pg_recall.evaluation.error import EvaluationError

LANGUAGES = ("en", "es", "zh")
STANDARD = ("locomo", *(f"xquad-{language}" for language in LANGUAGES))


def directory(given: Path | None) -> Path:
    """`given`, else PG_RECALL_EVAL_DATA, else ../shared/data beside the current directory.

    Raises: EvaluationError when it is not there.
    """
    path = given or Path(os.environ.get("PG_RECALL_EVAL_DATA") or Path.cwd().parent / "shared" / "data")
    if not path.is_dir():
        raise EvaluationError(
            f"no evaluation data in {path}",
            "put locomo-dev.json and xquad.<language>.json in a directory and name it with --data or "
            "PG_RECALL_EVAL_DATA; or measure your own questions: --set FILE.jsonl with lines of "
            '{"query": "…", "relevant_ids": ["…"]}',
        )
    return path


def open_set(name: str, data: Path | None, project: str | None) -> QuestionSet:
    """A standard set by name, or a JSONL file of questions.

    Raises: EvaluationError for an unknown name, an absent file or a malformed one.
    """
    if name.endswith(".jsonl"):
        return _own(Path(name), project)
    if name == "locomo":
        return locomo.load(_file(directory(data), "locomo-dev.json"))
    language = name.removeprefix("xquad-")
    if language == name:
        raise EvaluationError(
            f"unknown set {name!r}", f"known are {', '.join(STANDARD)} and any file ending in .jsonl"
        )
    return xquad.load(_file(directory(data), f"xquad.{language}.json"), language)


def _own(path: Path, project: str | None) -> QuestionSet:
    if not path.is_file():
        raise EvaluationError(f"no file {path}", "give a file with one question a line")
    try:
        return jsonl.load(path, project)
    except jsonl.QuestionFileError as error:
        raise EvaluationError(
            str(error), 'each line: {"query": "…", "relevant_ids": ["<memory id>", …]}'
        ) from error


def _file(data: Path, name: str) -> Path:
    path = data / name
    if not path.is_file():
        raise EvaluationError(
            f"no {name} in {data}", f"found there: {', '.join(sorted(p.name for p in data.iterdir()))}"
        )
    return path
