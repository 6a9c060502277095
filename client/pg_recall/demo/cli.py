"""`pg-recall demo`."""

import sys

import click
import psycopg
from rich.console import Console

from pg_recall.demo import ask, corpus, screen
from pg_recall.home import default_dsn

PIPED_WIDTH = 110


@click.command("demo")
def demo_command() -> None:
    """Remember a small team's notes and answer five questions from them.

    The notes go into project `demo`; running it again adds nothing.

    \b
    Example:  pg-recall demo
    """
    console = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
    questions = corpus.questions()
    with psycopg.connect(default_dsn(), autocommit=True) as connection:
        loaded = ask.load(connection)
        if loaded.failed:
            raise click.ClickException(f"{loaded.failed} of the demo's notes were refused")
        console.print(screen.opening(loaded))
        # The first call of a session starts the server's Python; the questions should not pay for it.
        ask.ask(connection, questions[0])
        for number, question in enumerate(questions, start=1):
            console.print(screen.answer(ask.ask(connection, question), number, len(questions)))
    screen.what_next(console, default_dsn())
