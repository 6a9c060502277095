"""What goes wrong, as exceptions: one class per SQLSTATE, in one table.

RecallError
├── EmptyContent, ContentTooLarge, BadValue, UnknownVocabulary, UnknownProject, NoProject, NotFound,
│   UnknownEntity, Conflict, BadEmbedding, BadModel, EmbedderUnavailable, VersionMismatch, UnknownTool,
│   BadToolArguments, ReadOnly, CredentialRefused, IndexInconsistent, NotSupported
└── DatabaseError
    └── ConnectionFailed, QueryCancelled, PermissionDenied, NotInstalled, NumberOutOfRange
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

# Every PL/Python function that an error passes through puts its exception's name in front.
_PREFIX = re.compile(r"^((plpy|spiexceptions)\.\w+: )+")
# A connection string quoted in a message may carry a password.
_PASSWORD = re.compile(r"(?i)(password=)('(?:[^'\\]|\\.)*'|\S+)|(://[^:/@\s]*:)[^@\s]*(?=@)")


class RecallError(Exception):
    """A refusal with its `code` (SQLSTATE), `message`, and where it helps `detail` and `hint`."""

    code = "XX000"

    def __init__(
        self, message: str, *, code: str | None = None, detail: str | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code or type(self).code
        self.message = message
        self.detail = detail
        self.hint = hint

    def as_dict(self) -> dict[str, str | None]:
        """The shape in which every door reports an error."""
        return {"code": self.code, "message": self.message, "detail": self.detail, "hint": self.hint}


class EmptyContent(RecallError):
    code = "RC001"


class ContentTooLarge(RecallError):
    code = "RC002"


class BadValue(RecallError):
    code = "RC003"


class UnknownVocabulary(RecallError):
    code = "RC004"


class UnknownProject(RecallError):
    code = "RC005"


class NoProject(RecallError):
    code = "RC006"


class NotFound(RecallError):
    code = "RC007"


class UnknownEntity(RecallError):
    code = "RC008"


class Conflict(RecallError):
    code = "RC009"


class BadEmbedding(RecallError):
    code = "RC010"


class BadModel(RecallError):
    code = "RC011"


class EmbedderUnavailable(RecallError):
    code = "RC012"


class VersionMismatch(RecallError):
    code = "RC013"


class UnknownTool(RecallError):
    code = "RC014"


class BadToolArguments(RecallError):
    code = "RC015"


class ReadOnly(RecallError):
    code = "RC016"


class CredentialRefused(RecallError):
    code = "RC017"


class IndexInconsistent(RecallError):
    code = "RC018"


class NotSupported(RecallError):
    code = "RC0A0"


class DatabaseError(RecallError):
    """An error of PostgreSQL itself, with its standard code."""


class ConnectionFailed(DatabaseError):
    """No connection could be made, or it was lost."""

    code = "08006"


class QueryCancelled(DatabaseError):
    """Cancelled by the caller, or by statement_timeout."""

    code = "57014"


class PermissionDenied(DatabaseError):
    code = "42501"


class NotInstalled(DatabaseError):
    """The database has no pg_recall, or one older than this client."""

    code = "3F000"


class NumberOutOfRange(DatabaseError):
    """A number is beyond the type of its argument."""

    code = "22003"


CLASSES: dict[str, type[RecallError]] = {
    kind.code: kind
    for kind in (
        EmptyContent, ContentTooLarge, BadValue, UnknownVocabulary, UnknownProject, NoProject, NotFound,
        UnknownEntity, Conflict, BadEmbedding, BadModel, EmbedderUnavailable, VersionMismatch, UnknownTool,
        BadToolArguments, ReadOnly, CredentialRefused, IndexInconsistent, NotSupported,
        QueryCancelled, PermissionDenied, NotInstalled, NumberOutOfRange,
    )
} | {"42883": NotInstalled, "42P01": NotInstalled, "25006": ReadOnly}  # fmt: skip

_HINTS = {
    ConnectionFailed: "Start the private server with `pg-recall up`, or set PG_RECALL_DSN to one that runs.",
    NotInstalled: "Run `create extension pg_recall cascade`, or `alter extension pg_recall update`.",
    PermissionDenied: "Ask for membership in recall_reader, recall_writer or recall_admin.",
    NumberOutOfRange: "Limits and offsets are at most 9223372036854775807, other whole numbers 2147483647.",
}


def without_password(text: str) -> str:
    """A connection string, or a message that quotes one, without the password in it."""
    return _PASSWORD.sub(r"\1\3…", text)


def from_database(error: psycopg.Error) -> RecallError:
    """The exception of a psycopg error, by its SQLSTATE; without one it is a failed connection."""
    diagnostic = error.diag
    code = error.sqlstate
    if code is None:
        # A connection string that cannot be read is a programming error to psycopg.
        unreachable = isinstance(error, psycopg.OperationalError) or "connection info string" in str(error)
        kind = ConnectionFailed if unreachable else DatabaseError
    else:
        kind = CLASSES.get(code) or (ConnectionFailed if _is_connection(code) else DatabaseError)
    # libpq breaks its messages over lines; a server's own message keeps its lines.
    message = diagnostic.message_primary or " ".join(str(error).split()) or type(error).__name__
    message = _PREFIX.sub("", message)
    return kind(
        without_password(message),
        code=code,
        detail=diagnostic.message_detail,
        hint=diagnostic.message_hint or _HINTS.get(kind),
    )


def from_answer(error: dict[str, str | None]) -> RecallError:
    """The exception of the `error` that recall.call answered."""
    code = error.get("code") or RecallError.code
    kind = CLASSES.get(code, DatabaseError)
    return kind(error.get("message") or code, code=code, detail=error.get("detail"), hint=error.get("hint"))


@contextmanager
def translated() -> Iterator[None]:
    """Raise what psycopg raises inside as RecallError."""
    try:
        yield
    except psycopg.Error as error:
        raise from_database(error) from error


def _is_connection(code: str) -> bool:
    """Classes 08 (connection) and 28 (login), no such database, and 57P: the server ended the session."""
    return code.startswith(("08", "28", "57P")) or code == "3D000"
