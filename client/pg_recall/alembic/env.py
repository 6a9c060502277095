"""Alembic's environment: what the extension's script does, in the same order and in one transaction."""

import psycopg
from alembic import context
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from pg_recall.alembic import source
from pg_recall.alembic.run import execute, run_file
from pg_recall.home import default_dsn

# Two upgrades of one database at the same time would both find a migration missing.
_LOCK = "select pg_advisory_xact_lock(hashtext('pg_recall.upgrade'))"
_REFUSE_EXTENSION = """
do $$
begin
    if exists (select from pg_catalog.pg_extension where extname = 'pg_recall') then
        raise exception 'this database has the extension pg_recall'
            using errcode = 'object_not_in_prerequisite_state', hint = 'alter extension pg_recall update;';
    end if;
end
$$
"""


def upgrade(connection: Connection) -> None:
    execute(connection, _LOCK)
    execute(connection, _REFUSE_EXTENSION)
    for name in ("require.sql", "head.sql"):
        run_file(connection, source.extension_file(name))
    context.configure(connection=connection, version_table_schema="recall")
    context.run_migrations()
    for file in [*source.function_files(), source.extension_file("tail.sql")]:
        run_file(connection, file)


def main() -> None:
    if given := context.config.attributes.get("connection"):
        with given.begin():
            upgrade(given)
        return
    dsn = context.get_x_argument(as_dictionary=True).get("dsn") or default_dsn()
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(dsn), poolclass=NullPool)
    with engine.begin() as connection:
        upgrade(connection)


main()
