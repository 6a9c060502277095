"""Stored text on a terminal: it is shown, and must not steer what shows it."""

import re

# Controls but tab and line feed, C1 among them, and the marks that turn the direction of writing.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SHOWN_AS = "\ufffd"


def printable(text: str) -> str:
    """The text for a person: each character that would steer the terminal is replaced by a visible one."""
    return _STEERING.sub(_SHOWN_AS, text)


def escaped(document: str) -> str:
    """JSON text for whoever reads it, a terminal too: the same document, with those characters as escapes."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", document)
