"""One class for each code, and nothing lost on the way from the server."""

import re
from pathlib import Path

import psycopg
import pytest

from pg_recall import errors

PAGE = Path(__file__).parents[3] / "docs" / "errors.md"


def test_every_documented_code_has_its_class():
    documented = set(re.findall(r"^\| `(RC\w+)`", PAGE.read_text(), re.MULTILINE))
    assert documented == {code for code in errors.CLASSES if code.startswith("RC")}


def test_every_class_is_found_by_its_own_code():
    for code, kind in errors.CLASSES.items():
        assert issubclass(kind, errors.RecallError)
        assert errors.CLASSES[kind.code] is kind, code


@pytest.mark.parametrize("code", ["RC007", "XX001", None])
def test_an_answered_error_keeps_what_it_says(code):
    raised = errors.from_answer({"code": code, "message": "m", "detail": "d", "hint": "h"})
    assert raised.as_dict() == {"code": code or "XX000", "message": "m", "detail": "d", "hint": "h"}


def test_a_password_in_a_message_is_not_repeated():
    for dsn in ("host=h password=s3cret", "host=h password='s3 cret'", "postgresql://ana:s3cret@h/db"):
        raised = errors.from_database(psycopg.OperationalError(f"connection to {dsn} failed"))
        assert "s3" not in raised.message
        assert "failed" in raised.message


def test_a_failure_without_code_is_a_failed_connection():
    raised = errors.from_database(psycopg.OperationalError("no\n\tserver"))
    assert (type(raised), raised.message) == (errors.ConnectionFailed, "no server")
