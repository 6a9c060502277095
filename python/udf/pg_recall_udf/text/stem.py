"""Snowball stemmers, by language."""

from functools import cache, lru_cache
from typing import Any

import regex
import Stemmer

_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
LANGUAGES = frozenset(_ALGORITHMS)

_LETTERS = regex.compile(r"[\p{L}\p{M}]+")


@lru_cache(maxsize=8192)
def stem(word: str, language: str) -> str | None:
    """The stem of a word in lower case; None without a stemmer, and for what is not all letters."""
    if language not in _ALGORITHMS or not (word.isalpha() or _LETTERS.fullmatch(word)):
        return None
    return _stemmer(language).stemWord(word)


@cache
def _stemmer(language: str) -> Any:
    stemmer = Stemmer.Stemmer(_ALGORITHMS[language])
    # The cache above is enough.
    stemmer.maxCacheSize = 0
    return stemmer
