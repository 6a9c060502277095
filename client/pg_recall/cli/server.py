"""Commands of the private cluster: up, down, status, dsn, env, psql."""

import os
import shutil
import sys
import time

import click

from pg_recall.cluster import environment
from pg_recall.cluster.cluster import Cluster
from pg_recall.cluster.error import ClusterError
from pg_recall.cluster.installation import usable_installation
from pg_recall.cluster.status import Status, inspect
from pg_recall.errors import without_password
from pg_recall.home import default_dsn, default_home
from pg_recall.program import program

NEXT = """
next:
  {0} save "The staging database moved to host db7 on Friday"
  {0} search "where is staging?"
  {0} psql          then: select * from recall.search('where is staging?');
"""


@click.command()
def up() -> None:
    """Start the private server and its sidecar; make them on the first run.

    \b
    Example:  pg-recall up
    """
    started = time.monotonic()
    home = default_home()
    click.echo(f"home {home.path}", err=True)
    Cluster(home).up()
    click.echo(f"PostgreSQL and pg_recall are up ({time.monotonic() - started:.1f} s); dsn: {default_dsn()}")
    if os.environ.get("PG_RECALL_DSN"):
        click.echo("note: PG_RECALL_DSN is set, so other commands use that server instead", err=True)
    click.echo(NEXT.format(program()).strip("\n"))


@click.command()
def down() -> None:
    """Stop the private server and its sidecar. What was remembered stays on disk.

    \b
    Example:  pg-recall down
    """
    click.echo("stopped" if Cluster(default_home()).stop() else "was not running")
    if os.environ.get("PG_RECALL_DSN"):
        click.echo("note: that was the private server, not the one that PG_RECALL_DSN names", err=True)


@click.command()
def status() -> None:
    """Show what runs and whether it is what is installed; status 1 when the server does not run.

    \b
    Example:  pg-recall status
    """
    found = inspect(default_home())
    for label, text in _lines(found):
        click.echo(f"{label:<10} {text}")
    sys.exit(0 if found.server_pid else 1)


@click.command()
def dsn() -> None:
    """Print the connection string that every command uses (PG_RECALL_DSN where that is set).

    \b
    Example:  psql "$(pg-recall dsn)"
    """
    click.echo(default_dsn())


@click.command()
def env() -> None:
    """Print the variables that a server needs to find the code, the packages and the models of this home.

    \b
    Example:  sudo pg-recall env | sudo tee -a /etc/postgresql/17/main/environment
    """
    home = default_home()
    if not home.code.is_dir():
        raise ClusterError(
            f"nothing is installed in {home.path}", "run: make setup install, or set PG_RECALL_HOME to where it is"
        )
    for name, value in environment.runtime(home).items():
        click.echo(f"{name} = '{value}'")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def psql(arguments: tuple[str, ...]) -> None:
    """Open psql on the database; further arguments are psql's own.

    \b
    Example:  pg-recall psql -c "select * from recall.memory limit 5"
    """
    installation = usable_installation()
    program = str(installation.bin / "psql") if installation else shutil.which("psql")
    if program is None:
        raise click.ClickException("psql is not installed\nHint: run: make setup")
    os.execv(program, [program, "--dbname", default_dsn(), *arguments])


def _lines(found: Status) -> list[tuple[str, str]]:
    server = f"running (process {found.server_pid})" if found.server_pid else "not running; start it with: pg-recall up"
    lines = [("home", str(found.home.path)), ("server", server)]
    if found.server_pid:
        version = found.extension_installed or "not created in the database"
        on_disk = found.extension_on_disk or "not installed; run: make install"
        lines.append(("extension", version if version == on_disk else f"{version} (files: {on_disk})"))
    lines.append(("sidecar", found.sidecar))
    lines.append(("code", found.home.code.name))
    lines.extend(
        ("older", f"{name} still runs other code or settings; restart it with: pg-recall up") for name in found.older
    )
    lines.append(("dsn", without_password(default_dsn())))
    if os.environ.get("PG_RECALL_DSN"):
        lines.append(("note", "PG_RECALL_DSN names another server; what stands above is the private one"))
    return lines
