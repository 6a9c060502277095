"""The `pg-recall` command. Each subcommand is imported only when it is used or listed."""

import importlib
import os
import sys

import click

from pg_recall import __version__
from pg_recall.cli.commands import COMMANDS
from pg_recall.cluster.error import ClusterError


class LazyGroup(click.Group):
    """Finds its commands in COMMANDS, so that `--version` and `dsn` import no database driver."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """What does not begin with a command is a question: `pg-recall where did we deploy`."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            args = ["search", *args]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Turn what a user can mend into a message with a hint and status 1."""
        try:
            return super().invoke(ctx)
        except ClusterError as error:
            hint = f"\nHint: {error.hint}" if error.hint else ""
            raise click.ClickException(error.message + hint) from error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pg-recall")
def main() -> None:
    """Long-term memory for AI agents, inside PostgreSQL.

    Without a command the words are a question: pg-recall where did we deploy
    """


def run() -> None:
    """The entry point: a reader that closes the pipe early (`| head`) is no error."""
    try:
        main()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
