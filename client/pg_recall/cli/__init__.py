"""The `pg-recall` command. Each subcommand is imported only when it is used or listed."""

import difflib
import importlib
import os
import sys

import click

from pg_recall import __version__
from pg_recall.cli.commands import COMMANDS
from pg_recall.cli.hint import hint
from pg_recall.cluster.error import ClusterError
from pg_recall.errors import RecallError
from pg_recall.terminal import printable

DEFAULT = "search"


class LazyGroup(click.Group):
    """Finds its commands in COMMANDS, so that `--version` and `--help` of one need no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What does not begin with a command is a question: `pg-recall where did we deploy`."""
        place = self._first_word(ctx, args)
        if place is not None and args[place] not in COMMANDS:
            self._refuse_misspelt(ctx, args[place:])
            args = [*args[:place], DEFAULT, *args[place:]]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Turn what a user can mend into a message with a hint and status 1.

        A reader that closes the pipe early (`| head`) is no error.
        """
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # What Python still flushes at its end must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return None
        except OSError as error:
            raise click.ClickException(_refused(error)) from error
        except UnicodeEncodeError as error:
            message = f"an argument or a variable is not UTF-8: {error.object[:40].encode(errors='replace')!r}"
            raise click.ClickException(message) from error
        except ClusterError as error:
            raise click.ClickException(_shown(error.message, None, error.hint)) from error
        except RecallError as error:
            message = f"{error.message} ({error.code})"
            raise click.ClickException(_shown(message, error.detail, hint(error))) from error

    def _first_word(self, ctx: click.Context, args: list[str]) -> int | None:
        """Where the command or the question begins: after the group's own options. None when there is neither."""
        names = {name: option for option in self.get_params(ctx) for name in option.opts}
        place = 0
        while place < len(args):
            name, has_value, _ = args[place].partition("=")
            option = names.get(name)
            if option is None:
                return place
            takes_value = isinstance(option, click.Option) and not option.is_flag and not has_value
            place += 2 if takes_value else 1
        return None

    def _refuse_misspelt(self, ctx: click.Context, words: list[str]) -> None:
        """One word that is almost a command is hardly a question."""
        near = difflib.get_close_matches(words[0], COMMANDS, n=1, cutoff=0.8)
        if len(words) == 1 and near:
            raise click.UsageError(
                f"there is no command {words[0]!r}; did you mean {near[0]!r}?\n"
                f"To search for the word: pg-recall search {words[0]}",
                ctx,
            )


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pg-recall")
@click.option("--project", help="Project of the command that follows.")
@click.option("--dsn", help="Database of the command that follows.")
@click.pass_context
def main(context: click.Context, project: str | None, dsn: str | None) -> None:
    """Long-term memory for AI agents, inside PostgreSQL.

    Without a command the words are a question: pg-recall where did we deploy

    Output is a table on a terminal, else JSON lines. Status 0: done; 1: refused or something failed; 2: wrong
    usage.
    """
    name = context.invoked_subcommand or DEFAULT
    command = main.get_command(context, name)
    # A project that a command does not have is harmless; another database than the one named is not.
    if dsn is not None and command and "dsn" not in {option.name for option in command.params}:
        raise click.UsageError(f"the command {name!r} takes no --dsn")


def _refused(error: OSError) -> str:
    """What the system did not allow, and what is likely behind it."""
    named = f"{error.filename}: " if error.filename else ""
    hint = None
    if isinstance(error, PermissionError):
        hint = "That belongs to another user: become that user, or set PG_RECALL_HOME, or PG_RECALL_DSN for a server."
    elif isinstance(error, NotADirectoryError):
        hint = "PG_RECALL_HOME names a file; it has to be a directory."
    return _shown(f"{named}{error.strerror or error}", None, hint)


def _shown(message: str, detail: str | None, hint: str | None) -> str:
    lines = [message]
    lines += [f"Detail: {detail}"] if detail else []
    lines += [f"Hint: {hint}"] if hint else []
    # A message may quote what was stored.
    return printable("\n".join(lines))
