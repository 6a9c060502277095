"""The part of a long passage that a reader should see for a query."""

import re

ELLIPSIS = "…"


def snippet(content: str, query: str, width: int) -> str:
    """At most `width` characters of the text with blanks collapsed: the window with most words of the query,
    one that is rare in the text counting for more; cut between words; the earliest of equals."""
    text = " ".join(content.split())
    if len(text) <= width:
        return text
    starts = [match.start() for match in re.finditer(r"\S+", text)]
    folded = text.casefold()
    wanted = {word: 1 / count for word in query_words(query) if (count := folded.count(word))}
    best = max(starts, key=lambda start: (_found(text[start : start + width], wanted), -start))
    start = _balanced(text, starts, best, width)
    end = _word_end(text, start + width - 2 * len(ELLIPSIS))
    return (ELLIPSIS if start else "") + text[start:end] + (ELLIPSIS if end < len(text) else "")


def query_words(query: str) -> list[str]:
    """The words of a query that are worth looking for: four letters or more, or with a digit."""
    return [
        word for word in re.findall(r"\w+", query.casefold()) if len(word) > 3 or any(map(str.isdigit, word))
    ]


def _found(window: str, wanted: dict[str, float]) -> float:
    folded = window.casefold()
    return sum(weight for word, weight in wanted.items() if word in folded)


def _balanced(text: str, starts: list[int], best: int, width: int) -> int:
    """A window at the very end of the text is moved back so that it is full."""
    if len(text) - best >= width:
        return best
    return next(start for start in starts if len(text) - start <= width - 2 * len(ELLIPSIS) or start == best)


def _word_end(text: str, limit: int) -> int:
    if limit >= len(text):
        return len(text)
    space = text.rfind(" ", 0, limit + 1)
    return space if space > 0 else limit
