"""The command line's reference, written from the commands themselves.

Usage: .venv/bin/python tools/cli_reference.py > docs/cli.md
"""

import inspect
import sys

import click

from pg_recall.cli import main
from pg_recall.cli.commands import COMMANDS

HEAD = """# Command line

Written by `tools/cli_reference.py` from the commands: change those, not this page.

`pg-recall` without a command takes its words as a question, as `pg-recall search` does. An unknown option is an
error, never part of the question.

- **Output** is a table on a terminal and JSON lines elsewhere; `--table` and `--json` choose. Notes, progress and
  errors go to standard error.
- **Status** 0: done. 1: refused, or something failed (the message ends with the code, see [errors.md](errors.md)).
  2: wrong usage.
- **Which database**: `--dsn`, else `PG_RECALL_DSN`, else the private server of the home (`PG_RECALL_HOME`).
- **Which project**: `--project`, else the database's setting `recall.project`. `--project` and `--dsn` may also stand
  before the command.
"""


def write_reference() -> str:
    """Return the page: the options before a command, then every command in the order of `--help`."""
    context = click.Context(main, info_name="pg-recall")
    parts = [HEAD, "Before the command:\n", _options(main)]
    for name in COMMANDS:
        parts.append(_section(name, main.get_command(context, name), context))
    return "\n".join(parts)


def _section(name: str, command: click.Command, parent: click.Context) -> str:
    """Not click's own layout of `--help`: that differs between its versions."""
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(["pg-recall", name, *command.collect_usage_pieces(context)])
    parts = [f"## {name}", f"```\n{usage}\n```", *_paragraphs(command.help or ""), _options(command)]
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _paragraphs(text: str) -> list[str]:
    """The description; what click is told to leave as it is (examples) becomes a block."""
    found = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b\n"):
            found.append(f"```\n{paragraph[2:]}\n```")
        else:
            found.append(" ".join(paragraph.split()))
    return found


def _options(command: click.Command) -> str:
    options = [one for one in command.params if isinstance(one, click.Option)]
    if not options:
        return ""
    rows = [f"| {_names(one)} | {_values(one)} | {_cell(one.help or '')} |" for one in options]
    return "\n".join(["| option | value | |", "|---|---|---|", *rows]) + "\n"


def _names(option: click.Option) -> str:
    return ", ".join(f"`{name}`" for name in [*option.opts, *option.secondary_opts])


def _values(option: click.Option) -> str:
    if option.is_flag:
        return ""
    choices = getattr(option.type, "choices", None)
    values = ", ".join(f"`{choice}`" for choice in choices) if choices else option.metavar or option.type.name
    default = f"; default `{option.default}`" if option.show_default else ""
    return _cell(values + default)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


if __name__ == "__main__":
    sys.stdout.write(write_reference())
