"""What a database needs before the first memory: extension, the local login role, a project, a model."""

import psycopg
from psycopg import sql

from pg_recall.cluster.error import ClusterError
from pg_recall.home import LOCAL_ROLE, Home

EXTENSION = "pg_recall"
PROJECT = "default"
MODEL = "minilm-int8"

CHANGED_MIGRATION = "RC013"

# The comment names the build: CREATE EXTENSION takes it from the control file.
AVAILABLE = """
select a.default_version, a.installed_version, a.comment, obj_description(e.oid, 'pg_extension')
from pg_available_extensions a
left join pg_extension e on e.extname = a.name
where a.name = %s
"""

# The ids of jobs are never given twice: 1 means that this pg_cron has not had a job yet.
NEVER_SCHEDULED = "select not is_called from cron.jobid_seq"


def prepare(home: Home, database: str) -> None:
    """Bring a database up to date; done again it changes nothing.

    Raises: ClusterError when the extension's files are not installed.
    """
    with psycopg.connect(home.dsn("postgres", database), autocommit=True) as owner:
        _extension(owner)
        _login_role(owner)
        choose_project(owner, database)
    with psycopg.connect(home.dsn(database=database), autocommit=True) as local:
        local.execute("select recall.create_project(%s::text)", [PROJECT])
        if local.execute("select not exists (select from recall.model)").fetchone() == (True,):
            local.execute("select recall.add_model(%s::text)", [MODEL])


def choose_project(owner: psycopg.Connection, database: str) -> None:
    """Make `default` the project of sessions that choose none; a copy of a database does not inherit this."""
    setting = sql.SQL("alter database {} set recall.project = {}")
    owner.execute(setting.format(sql.Identifier(database), sql.Literal(PROJECT)))


def enable_cron(home: Home, database: str) -> bool:
    """Make pg_cron's tables where the server has loaded its library, and say so; it lives in one database only."""
    with psycopg.connect(home.dsn("postgres", database), autocommit=True) as owner:
        loaded = owner.execute("select current_setting('shared_preload_libraries')").fetchone()
        if not loaded or "pg_cron" not in loaded[0]:
            return False
        owner.execute("create extension if not exists pg_cron")
        return True


def schedule_upkeep(home: Home, database: str) -> None:
    """Have pg_cron call recall.maintain() every minute. Who removed the job since keeps it removed."""
    with psycopg.connect(home.dsn("postgres", database), autocommit=True) as owner, owner.transaction():
        if owner.execute(NEVER_SCHEDULED).fetchone() == (True,):
            owner.execute("select recall.schedule_upkeep()")


def _extension(owner: psycopg.Connection) -> None:
    found = owner.execute(AVAILABLE, [EXTENSION]).fetchone()
    if found is None:
        raise ClusterError(
            "the server runs, but the files of extension pg_recall are not installed", "run: make install"
        )
    on_disk, installed, build_on_disk, build = found
    if installed is None:
        owner.execute("create extension pg_recall cascade")
    elif (installed, build) != (on_disk, build_on_disk):
        try:
            _update(owner, build_on_disk, is_same_version=installed == on_disk)
        except psycopg.DatabaseError as error:
            if error.sqlstate != CHANGED_MIGRATION:
                raise
            raise ClusterError(error.diag.message_primary, error.diag.message_hint) from error


def _update(owner: psycopg.Connection, build: str, *, is_same_version: bool) -> None:
    with owner.transaction():
        if is_same_version:
            owner.execute("alter extension pg_recall update to 'rebuild'")
        owner.execute("alter extension pg_recall update")
        owner.execute(sql.SQL("comment on extension pg_recall is {}").format(sql.Literal(build)))


def _login_role(owner: psycopg.Connection) -> None:
    role = sql.Identifier(LOCAL_ROLE)
    known = owner.execute("select from pg_roles where rolname = %s", [LOCAL_ROLE]).fetchone()
    if known is None:
        owner.execute(sql.SQL("create role {} login").format(role))
    owner.execute(sql.SQL("grant recall_admin to {}").format(role))
