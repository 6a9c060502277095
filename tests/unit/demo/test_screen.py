"""The demo's screen, as a terminal gets it."""

from io import StringIO

from rich.console import Console

from pg_recall.demo import screen
from pg_recall.demo.ask import Answer, Hit
from pg_recall.demo.corpus import DemoQuestion


def test_a_stored_text_does_not_steer_the_terminal() -> None:
    steering = "\x1b[2J \x9b31m \u202e"
    flags = {"degraded": {"vector": steering}}
    hit = Hit(1, f"fog {steering}", f"ferry {steering}", None, None, {}, flags, None)
    out = StringIO()
    Console(file=out, width=120).print(screen.answer(Answer(DemoQuestion("fog?", "fog", "fog"), [hit], 1, 2), 1, 5))
    assert out.getvalue().count("\ufffd[2J \ufffd31m \ufffd") == 3
    assert not {"\x1b", "\x9b", "\u202e"} & set(out.getvalue())
