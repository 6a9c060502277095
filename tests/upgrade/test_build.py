"""The build refuses sources that would give two databases of one version that differ."""

import hashlib
import subprocess
from pathlib import Path


def build(tree: Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run([tree / "extension" / "build", *options], capture_output=True, text=True)


def test_building_twice_gives_the_same_files(make_tree):
    tree = make_tree("tree")
    contents = []
    for _ in range(2):
        assert build(tree).returncode == 0
        contents.append({file.name: file.read_bytes() for file in (tree / "build").iterdir()})
    assert contents[0] == contents[1]
    assert sorted(contents[0]) == [
        "pg_recall--0.1.0--rebuild.sql",
        "pg_recall--0.1.0.sql",
        "pg_recall--rebuild--0.1.0.sql",
        "pg_recall.control",
    ]


def test_an_upgrade_script_is_the_install_script_with_another_guard(make_tree):
    tree = make_tree("tree")
    (tree / "extension" / "released" / "pg_recall--0.0.9.sql").write_text("")
    assert build(tree).returncode == 0
    install, upgrade = (
        (tree / "build" / f"pg_recall--{versions}.sql").read_text().split("\n", 1)
        for versions in ("0.1.0", "0.0.9--0.1.0")
    )
    assert install[0] == r'\echo Use "create extension pg_recall cascade" to load this file. \quit'
    assert upgrade[0] == r'\echo Use "alter extension pg_recall update" to load this file. \quit'
    assert install[1] == upgrade[1]


def test_a_migration_with_another_kind_of_name_is_refused(make_tree):
    tree = make_tree("tree")
    (tree / "sql" / "migrations" / "8_Add-scope.sql").write_text("select 1;")
    done = build(tree)
    assert (done.returncode, done.stdout) == (1, "")
    assert "8_Add-scope.sql in migrations does not match" in done.stderr


def test_a_gap_between_migrations_is_refused(make_tree):
    tree = make_tree("tree")
    (tree / "sql" / "migrations" / "0002_create_project.sql").unlink()
    done = build(tree)
    assert done.returncode == 1
    assert "migration 0002 is missing: the next file is 0003_create_memory.sql" in done.stderr


def test_two_migrations_of_one_number_are_refused(make_tree):
    tree = make_tree("tree")
    (tree / "sql" / "migrations" / "0001_again.sql").write_text("select 1;")
    assert "migrations has two files of number 0001" in build(tree).stderr


def test_a_released_migration_that_changed_is_refused(make_tree):
    tree = make_tree("tree")
    file = tree / "sql" / "migrations" / "0001_create_role.sql"
    frozen = f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
    (file.parent / "frozen.txt").write_text(frozen)
    assert build(tree).returncode == 0
    file.write_text(file.read_text() + "-- harmless\n")
    done = build(tree)
    assert done.returncode == 1
    assert "0001_create_role.sql was released and has changed since" in done.stderr
