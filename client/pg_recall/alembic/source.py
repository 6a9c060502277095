"""Where the SQL files are: in the checkout, or inside the installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parents[1]


def migration(name: str) -> Path:
    """Return the file of one migration."""
    return _sql() / "migrations" / name


def function_files() -> list[Path]:
    """Return the files that are replaced whole, in the order in which they build on each other."""
    return sorted((_sql() / "functions").glob("*.sql"))


def extension_file(name: str) -> Path:
    """Return one of require.sql, head.sql and tail.sql."""
    return (_CHECKOUT / "extension" if _is_checkout() else _PACKAGE / "sql") / name


def _sql() -> Path:
    return _CHECKOUT / "sql" if _is_checkout() else _PACKAGE / "sql"


def _is_checkout() -> bool:
    return (_CHECKOUT / "extension" / "pg_recall.control").exists()
