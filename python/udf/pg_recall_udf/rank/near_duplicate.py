"""Leaving out candidates that say what a better one already says."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from pg_recall_udf import formula

_WORD = re.compile(r"\w+")

# One word or character turns a statement into its opposite.
_NEGATION_BY_LANGUAGE = {
    "en": ["no", "not", "never", "none", "nothing", "nobody", "neither", "nor", "without", "cannot"],
    "es": ["nunca", "jamás", "sin", "ni", "ningún", "ninguna", "ninguno", "nada", "nadie", "tampoco"],
    "pt": ["não", "sem", "nem", "nenhum", "nenhuma", "ninguém"],
    "fr": ["ne", "pas", "jamais", "sans", "aucun", "aucune", "rien", "non"],
    "it": ["mai", "senza", "né", "nessun", "nessuno", "nessuna"],
    "de": ["nicht", "nichts", "nie", "niemals", "niemand", "ohne", "weder"],
    "de kein": ["kein", "keine", "keinem", "keinen", "keiner", "keines"],
}
_NEGATION = frozenset().union(*_NEGATION_BY_LANGUAGE.values())
_NEGATION_INSIDE = re.compile("[不没沒無无非未勿别]|ない|ません|않|없")
_MARK = re.compile(
    r"(?P<number>(?<![\w.])[-−]?\d[\d.,:/]*(?!\w)|\w*\d\w*)"
    r"|(?P<short>\w+n['’]t\b)"
    r"|(?P<word>\w+)"
)


@dataclass(frozen=True, slots=True)
class Thinned:
    """kept: ids in their order. dropped: id to the kept id that it repeats."""

    kept: list[int | str]
    dropped: dict[int | str, int | str]


def thin(candidates: Sequence[tuple[int | str, str]], threshold: float) -> Thinned:
    """Drop every candidate whose words overlap a better, kept one by more than `threshold` in [0, 1].

    candidates: (id, text), best first. Overlap is formula.overlap_coefficient on the sets of folded words. A
    candidate that negates or counts otherwise than the kept one is never dropped, nor is one without words.
    """
    kept: list[tuple[int | str, frozenset[str], list[str]]] = []
    dropped: dict[int | str, int | str] = {}
    for id, text in candidates:
        folded = unicodedata.normalize("NFKC", text).casefold()
        words, marks = frozenset(_WORD.findall(folded)), _marks(folded)
        twin = next(
            (
                other
                for other, its_words, its_marks in kept
                if marks == its_marks and formula.overlap_coefficient(words, its_words) > threshold
            ),
            None,
        )
        if twin is None:
            kept.append((id, words, marks))
        else:
            dropped[id] = twin
    return Thinned([id for id, _, _ in kept], dropped)


def _marks(text: str) -> list[str]:
    """Numbers and negations in order: "from 5 to 10" and "from 10 to 5" are two statements."""
    found = []
    for match in _MARK.finditer(text):
        if match["number"]:
            found.append(match["number"].rstrip(".,:/").replace("−", "-"))
        elif match["short"] or match["word"] in _NEGATION:
            found.append("not")
        found += ["not"] * len(_NEGATION_INSIDE.findall(match[0]))
    return found
