"""Create event."""

from pg_recall.alembic.run import run_sql

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    run_sql("0005_create_event.sql")
