"""Long texts as overlapping passages that fit an embedder's window, cut where the text itself pauses."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pg_recall_udf.text import sentence

CountTokens = Callable[[Sequence[str]], list[int]]

# How strongly a text pauses before a piece. Passages begin at the strongest pause there is.
_WORD, _SENTENCE, _LINE, _PARAGRAPH, _HEADING = range(5)
_BEGINS_HEADING = re.compile(r"#{1,6} ")
_ENDS_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*\Z")

# A piece is at most this part of a passage, so that an overlap is near what was asked for.
_PIECES = 4
# What is longer than this has more tokens than fit, or is blank.
_CHARACTERS_PER_TOKEN = 8
# Shorter sentences are not counted one by one.
_LEAST_CHARACTERS_PER_TOKEN = 0.25
# A passage ends at the strongest pause after this part of its room.
_LEAST_FILL = 0.5


class Span(NamedTuple):
    """text[start:end], in characters."""

    start: int
    end: int


class _Piece(NamedTuple):
    start: int
    end: int
    pause: int


def split(text: str, count_tokens: CountTokens, size: int, overlap: int, minimum: int) -> list[Span]:
    """Spans of at most `size` tokens that cover a text in order, each repeating up to `overlap` tokens.

    One span if the whole text fits, none for an empty text. The last span has at least `minimum` tokens, its
    pieces counted apart. Only a single character of more than `size` tokens makes a span too long.
    count_tokens counts each of several texts.
    Time is linear in the length. Raises ValueError unless 0 <= overlap < size and 0 <= minimum <= size / 2.
    """
    if not (0 <= overlap < size and 0 <= minimum * 2 <= size):
        raise ValueError(
            f"size {size}, overlap {overlap}, minimum {minimum}: overlap or minimum is too large"
        )
    if not text:
        return []
    if len(text) <= size * _CHARACTERS_PER_TOKEN and count_tokens([text])[0] <= size:
        return [Span(0, len(text))]
    pieces, tokens = _pieces(text, count_tokens, size)
    # Tokens do not add up exactly where a piece begins: less room, until every span is seen to fit.
    room = size
    while True:
        spans = list(_grouped(pieces, tokens, room, min(overlap, room - 1), min(minimum, room // 2)))
        excess = max(count_tokens([text[start:end] for start, end in spans])) - size
        if excess <= 0 or room == 1:
            return spans
        room = max(1, room - excess)


def _grouped(
    pieces: Sequence[_Piece], tokens: Sequence[int], size: int, overlap: int, minimum: int
) -> Iterator[Span]:
    # before[i] is what precedes piece i, so that a range of pieces costs one subtraction.
    before = list(accumulate(tokens, initial=0))
    first = reached = 0
    while reached < len(pieces):
        last = reached + 1
        while last < len(pieces) and before[last + 1] - before[first] <= size:
            last += 1
        if last == len(pieces):
            while first and before[last] - before[first] < minimum:
                first -= 1
        else:
            last = _strongest_pause(pieces, before, first, reached, last, size)
        yield Span(pieces[first].start, pieces[last - 1].end)
        reached, earliest = last, first + 1
        first = last
        while first > earliest and before[last] - before[first - 1] <= overlap:
            first -= 1
        # What is repeated begins with a word, and leaves room for the next piece.
        while first < last < len(pieces) and (not tokens[first] or before[last + 1] - before[first] > size):
            first += 1


def _strongest_pause(
    pieces: Sequence[_Piece], before: Sequence[int], first: int, reached: int, last: int, size: int
) -> int:
    best = last
    for end in range(last - 1, reached, -1):
        if before[end] - before[first] < size * _LEAST_FILL:
            break
        if pieces[end].pause > pieces[best].pause:
            best = end
    return best


def _pieces(text: str, count_tokens: CountTokens, size: int) -> tuple[list[_Piece], list[int]]:
    """The text in order as pieces of at most a part of `size` tokens, with their counts."""
    most = max(1, size // _PIECES)
    todo = list(_by_length(text, list(_sentences(text, size)), most * _CHARACTERS_PER_TOKEN))
    counted: list[tuple[_Piece, int]] = []
    while todo:
        counts = count_tokens([text[piece.start : piece.end] for piece in todo])
        smaller = []
        for piece, count in zip(todo, counts, strict=True):
            if count > most and piece.end - piece.start > 1:
                smaller += _by_length(text, [piece], (piece.end - piece.start + 1) // 2)
            else:
                counted.append((piece, count))
        todo = smaller
    counted.sort()
    return [piece for piece, _ in counted], [count for _, count in counted]


def _sentences(text: str, size: int) -> Iterator[_Piece]:
    start, begin_pause = 0, _HEADING
    least = size * _LEAST_CHARACTERS_PER_TOKEN
    for end in sentence.ends(text):
        pause = _pause(text, end)
        if end - start >= least or pause >= _PARAGRAPH or end == len(text):
            yield _Piece(start, end, begin_pause)
            start, begin_pause = end, pause


def _pause(text: str, position: int) -> int:
    """How strongly the text pauses at a position where a sentence ends."""
    around = text[max(0, position - 80) : position]
    if "\n" not in around[len(around.rstrip()) :]:
        return _SENTENCE
    if _BEGINS_HEADING.match(text, position):
        return _HEADING
    return _PARAGRAPH if _ENDS_PARAGRAPH.search(around) else _LINE


def _by_length(text: str, pieces: Sequence[_Piece], most: int) -> Iterator[_Piece]:
    """Pieces of at most `most` characters, cut after a blank if one is in the second half, else anywhere."""
    for piece in pieces:
        start, pause = piece.start, piece.pause
        while piece.end - start > most:
            end = start + most
            blank = max(text.rfind(" ", start + most // 2, end), text.rfind("\n", start + most // 2, end))
            end = blank + 1 if blank >= 0 else end
            yield _Piece(start, end, pause)
            start, pause = end, _WORD
        yield _Piece(start, piece.end, pause)
