"""Alembic's revisions name the migrations, all of them, in order."""

import re

from alembic.config import Config
from alembic.script import ScriptDirectory
from private_server import ROOT

VERSIONS = ROOT / "client" / "pg_recall" / "alembic" / "versions"


def test_each_revision_runs_the_migration_of_its_number_and_none_is_missing():
    script = ScriptDirectory.from_config(Config(VERSIONS.parent / "alembic.ini"))
    named = {}
    for revision in script.walk_revisions():
        text = (VERSIONS / f"{revision.path.rsplit('/', 1)[1]}").read_text()
        named[revision.revision] = re.findall(r'run_sql\("(.+?)"\)', text)
    migrations = sorted((ROOT / "sql" / "migrations").glob("*.sql"))
    assert named == {file.name[:4]: [file.name] for file in migrations}


def test_the_revisions_form_one_line():
    script = ScriptDirectory.from_config(Config(VERSIONS.parent / "alembic.ini"))
    order = [revision.revision for revision in script.walk_revisions()]
    assert order == sorted(order, reverse=True)
    assert len(script.get_heads()) == 1
