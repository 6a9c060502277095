"""Words as a text writes them: one pattern for words, identifiers, paths and numbers; and their parts."""

import re
import unicodedata
from typing import NamedTuple

import regex

# Longer words are hashes and encodings: their beginning tells them apart.
LONGEST_WORD = 64
# What is longer than this is data, not a name: its letters' case means nothing.
_LONGEST_NAME = 256

# Scripts without blanks between words. Chinese and Japanese letters run on together.
_CJ = r"\p{Han}\p{Hiragana}\p{Katakana}\u30fc"
HANGUL = r"\p{Hangul}"
SOUTH_EAST = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_RUNS = _CJ + HANGUL + SOUTH_EAST
# A mark belongs to its letter; marks that only choose the look of an emoji belong to no word.
WORD_START = rf"[[\p{{L}}\p{{N}}]--[{_RUNS}]]"
WORD_PART = rf"[[\p{{L}}\p{{N}}\p{{M}}]--[{_RUNS}\ufe00-\ufe0f\u20e3]]"


def run_of(script: str) -> str:
    """What runs on together in a script: its letters and digits with their marks, not its symbols."""
    return rf"[[{script}]&&[\p{{L}}\p{{N}}]][[{script}]&&[\p{{L}}\p{{N}}\p{{M}}]]*"


def _pattern(start: str, part: str) -> str:
    """Letters and digits, joined as names and numbers are; the dot of .net, the signs of c++ and c#."""
    word = rf"{start}{part}*"
    joined = rf"(?:://|::|->|[._\-/\\:@&=?%#+~']){word}"
    thousands = r",(?<=\d,)\d{3}(?!\d)"
    return rf"(?:(?<![^\s\"'`(\[{{])\.(?=[A-Za-z]))?{word}(?:{joined}|{thousands})*(?:\+\+(?!\+)|\#(?!\#))?"


_ASCII = re.compile(_pattern("[A-Za-z0-9]", "[A-Za-z0-9]"))
_UNICODE = regex.compile(
    "|".join([_pattern(WORD_START, WORD_PART), run_of(_CJ), run_of(HANGUL), run_of(SOUTH_EAST)]),
    regex.V1 | regex.DOTALL,
)
# A character with its marks: a pair of marks alone would be no word. More of them on one are decoration.
_CLUSTER = regex.compile(r"\P{M}\p{M}{0,4}")
_IDEOGRAPH = regex.compile(r"\p{Han}")
_RUN = regex.compile(rf"[{_RUNS}]", regex.V1)
# Invisible characters inside words go; there is one apostrophe and one hyphen; the dotted capital I is an i:
# its own lower case is unlike any other spelling of the word.
_SPELLING = str.maketrans(
    dict.fromkeys("\u00ad\u200c\u200d\u2060\ufeff", "")
    | {"\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u0130": "i"}
)

_SEGMENTS = re.compile(r"://|::|->|[/\\:@&=?%#+~]")
_NUMBER = re.compile(r"v?\d+(?:[.,:/\-]\d+)+", re.IGNORECASE)
_CAMEL = regex.compile(r"\p{Lu}+(?=\p{Lu}\p{Ll}{2})|\p{Lu}+[\p{Ll}\p{M}\p{N}]*|[^\p{Lu}]+")
# What follows an apostrophe in English without being a word of its own.
_CLITICS = frozenset({"s", "t", "m", "d", "ll", "re", "ve"})


class Words(NamedTuple):
    """The words of one token, lower case: names made of several, and single ones, which count as length."""

    names: tuple[str, ...]
    parts: tuple[str, ...]


def tokens(text: str) -> list[str]:
    """The tokens of a text in order, in their own case: words, identifiers, paths, numbers, runs of CJK."""
    if text.isascii():
        return _ASCII.findall(text)
    return _UNICODE.findall(unicodedata.normalize("NFKC", text).translate(_SPELLING))


def is_run(token: str) -> bool:
    """Whether a token is of a script that is cut into pairs (Chinese, Japanese, Korean, Thai, …)."""
    return not token.isascii() and _RUN.match(token) is not None


def pairs(run: str) -> list[str]:
    """A run as overlapping pairs of characters with their marks; the character itself where there is only one."""
    units = _CLUSTER.findall(run)
    return ["".join(units[i : i + 2]) for i in range(max(1, len(units) - 1))]


def ideographs(run: str) -> list[str]:
    """The characters of a run that are words of their own: Chinese characters, in any language."""
    return _IDEOGRAPH.findall(run)


def words(token: str) -> Words:
    """What a token that is not a run is made of.

    Spellings of one identifier share a name: user_name, user-name and userName are all "username". Names with
    other joiners stay as written (parser.py, at&t). A name with a colon after letters would look like a stem.
    """
    if token.isalnum() and (token.islower() or token[1:].islower() or token.isupper()):
        return Words((), (token.lower()[:LONGEST_WORD],))
    names: list[str] = []
    parts: list[str] = []
    if len(token) > _LONGEST_NAME:
        return Words((), tuple(part.lower()[:LONGEST_WORD] for part in re.findall(r"[^\W_]+", token)))
    if token[-1] in "+#":
        names.append(token.lower())
        token = token.rstrip("+#")
        if len(token) == 1:
            return Words((), tuple(names))
    if token[0] == ".":
        names.append(token.lower())
        token = token[1:]
    _split_path(token, names, parts)
    kept = tuple(part[:LONGEST_WORD] for part in parts if len(part) > 1 or len(parts) == 1 or part.isdigit())
    whole = dict.fromkeys(name for name in names if len(name) <= LONGEST_WORD and name not in kept)
    return Words(tuple(whole), kept)


def _split_path(token: str, names: list[str], parts: list[str]) -> None:
    if _NUMBER.fullmatch(token):
        _split_number(token.lower(), names, parts)
        return
    rest = token.partition("://")[2] or token
    segments = [segment for segment in _SEGMENTS.split(rest) if segment]
    if len(segments) > 1 and ":" not in rest:
        names.append(rest.lower())
    for segment in segments:
        first, *others = segment.split("'")
        pieces = [first, *(piece for piece in others if piece.lower() not in _CLITICS)]
        if len(pieces) > 1 and len(first) == 1 and first.isupper():
            # O'Brien is also written OBrien.
            names.append("".join(pieces).lower())
        for piece in pieces:
            _split_dotted(piece, names, parts)


def _split_number(number: str, names: list[str], parts: list[str]) -> None:
    """1,000 is 1000; a version or a decimal is one word; a date or a time is a name and its numbers."""
    number = number.replace(",", "")
    if any(joiner in number for joiner in ":/-"):
        names.append(number)
        parts.extend(re.findall(r"\d+", number))
    else:
        parts.append(number)


def _split_dotted(segment: str, names: list[str], parts: list[str]) -> None:
    if _NUMBER.fullmatch(segment):
        _split_number(segment.lower(), names, parts)
        return
    pieces = segment.split(".")
    if len(pieces) > 1:
        names.append(segment.lower())
    for piece in pieces:
        subwords = [word for joined in re.split("[_-]", piece) for word in _subwords(joined)]
        if len(subwords) > 1:
            names.append("".join(subwords).lower())
        parts.extend(word.lower() for word in subwords)


def _subwords(word: str) -> list[str]:
    return _CAMEL.findall(word) if len(word) <= LONGEST_WORD else [word]
