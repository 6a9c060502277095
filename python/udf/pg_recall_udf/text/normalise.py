"""One form for texts and names, so that what people hold to be the same is the same to the database."""

import re
import unicodedata
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"
REPLACEMENT = "\ufffd"

_BREAKS = re.compile(r"\r\n?|[\v\f]")
_CONTROLS = re.compile(r"[\x01-\x08\x0e-\x1f\x7f]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
# Invisible characters make two spellings of one name look alike. Joiners stay: Persian and Hindi write them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
_PLACEHOLDERS = frozenset({"n/a", "n.a", "null", "none", "nil", "nan", "undefined"})
# A laugh or a chant is short; what repeats longer than this carries nothing.
_REPEATS = 16


class Cleaned(NamedTuple):
    """A text that PostgreSQL can store, and the names of what was done to it, in the order it was done."""

    text: str
    changes: tuple[str, ...]


def clean(text: str) -> Cleaned:
    """The text as it is stored: composed (NFC), lines ended by LF, nothing that PostgreSQL refuses.

    Changes are of: surrogates, byte order mark, line ends, nul, controls, nfc, trailing blank. Cleaning twice
    changes nothing more. A page break or vertical tab becomes a line end; other controls but tab go.
    """
    changes = []
    for name, step in _STEPS:
        done = step(text)
        if done != text:
            changes.append(name)
            text = done
    return Cleaned(text, tuple(changes))


def dedupe_form(text: str) -> str:
    """What two texts must share to be the same text: cleaned, blanks collapsed to one space and trimmed."""
    return " ".join(clean(text).text.split())


def folded(text: str) -> str:
    """A text in the form in which one is looked for in another: NFKC, case folded, blanks collapsed.

    Names are compared by recall.name_key.
    """
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", clean(text).text)).casefold()
    # Folding can undo the composed form: NFKC again, as Unicode's own caseless match does.
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def is_degenerate(text: str) -> bool:
    """Whether a text says nothing: no letter or digit, a placeholder such as N/A, one unit over and over."""
    body = "".join(clean(text).text.split()).casefold()
    if not any(character.isalnum() for character in body):
        return True
    if body.strip(".-()[]<>'\"") in _PLACEHOLDERS:
        return True
    # A text is k copies of its first n / k characters exactly if it is found in itself, doubled, at n / k.
    period = (body + body).find(body, 1)
    return len(body) // period >= _REPEATS


def _without_surrogates(text: str) -> str:
    """Halves of one character put together; a half without its other replaced."""
    if _SURROGATES.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


_STEPS = (
    ("surrogates", _without_surrogates),
    ("byte order mark", lambda text: text.replace(BYTE_ORDER_MARK, "")),
    ("line ends", lambda text: _BREAKS.sub("\n", text)),
    ("nul", lambda text: text.replace("\0", "")),
    ("controls", lambda text: _CONTROLS.sub("", text)),
    ("nfc", lambda text: unicodedata.normalize("NFC", text)),
    ("trailing blank", lambda text: text.rstrip()),
)
