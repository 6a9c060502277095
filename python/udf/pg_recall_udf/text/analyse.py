"""The terms by which a text is found, and the terms by which a query finds it.

A term is text. A word is a term as it is, lower case; its stem is a term under the tag of the language whose
stemmer made it, "en:run" for running. No word has letters before a colon, so that the two never meet.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from pg_recall_udf.text import token
from pg_recall_udf.text.language import UNDETERMINED, Language
from pg_recall_udf.text.stem import stem
from pg_recall_udf.text.stopwords import stop_words

# The language of so few words is a guess.
_TOO_SHORT_TO_TELL = 2


class Analysis(NamedTuple):
    """How often each term is in a text; and its length in words, the same for words and for stems."""

    terms: dict[str, int]
    length: int


class QueryWord(NamedTuple):
    """A word of a query and every term that stands for it: a text scores the best of them, not their sum."""

    word: str
    terms: tuple[str, ...]


def analyse(text: str, language: str) -> Analysis:
    """The terms of a text in a language (ISO 639-1; und: no stems), without the language's stop words.

    A Chinese character is a term besides the pairs it is in, so that a query of one finds it; without length.
    """
    terms: dict[str, int] = {}
    length = 0
    for written, times in Counter(token.tokens(text)).items():
        # Long ones do not come again, and would fill the cache.
        found, size = (_make if len(written) > token.LONGEST_WORD else _terms)(written, language)
        length += size * times
        for term in found:
            terms[term] = terms.get(term, 0) + times
    return Analysis(terms, length)


def query_words(text: str, languages: Sequence[str], language: Language) -> list[QueryWord]:
    """The distinct words of a query, each with its word term and its stems in the languages of the project.

    languages are those of the project's texts, language is the query's own. Stop words are dropped: of the
    query's language, or of the project's only one where the query seems to be in none of them: a wrong guess
    about a few words is likelier than a foreign query. Where that leaves nothing of one or two words, those stay
    that say something in another language of the project: "war" is one thing in English and another in German, and
    so short a query could be either. May leave nothing.
    """
    words = _kept(text, languages, stop_words(_stop_language(languages, language)))
    if words or len(text.split()) > _TOO_SHORT_TO_TELL:
        return words
    lists = [stops for code in languages if (stops := stop_words(code))]
    return _kept(text, languages, frozenset.intersection(*lists) if lists else frozenset())


def _kept(text: str, languages: Sequence[str], stops: Collection[str]) -> list[QueryWord]:
    found: dict[str, tuple[str, ...]] = {}
    for written in token.tokens(text):
        if token.is_run(written):
            found |= {pair: (pair,) for pair in token.pairs(written)}
            continue
        names, parts = token.words(written)
        for word in (*names, *parts):
            if word not in found and word not in stops:
                found[word] = (word, *_stems(word, languages))
    return [QueryWord(word, terms) for word, terms in found.items()]


def _make(written: str, language: str) -> tuple[tuple[str, ...], int]:
    """The terms of one token, as often as each is in it, and how many words it counts as."""
    if token.is_run(written):
        pairs = token.pairs(written)
        ideographs = token.ideographs(written) if len(written) > 1 else []
        return (*pairs, *ideographs), len(pairs)
    stops = stop_words(language)
    words = token.words(written)
    parts = [part for part in words.parts if part not in stops]
    kept = [*(name for name in words.names if name not in stops), *parts]
    return (*kept, *(tagged for word in kept for tagged in _stems(word, (language,)))), len(parts)


_terms = lru_cache(maxsize=8192)(_make)


def _stems(word: str, languages: Sequence[str]) -> list[str]:
    return [f"{code}:{stemmed}" for code in languages if (stemmed := stem(word, code)) is not None]


def _stop_language(languages: Sequence[str], language: Language) -> str:
    if language.code in languages and language.code != UNDETERMINED:
        return language.code
    known = [code for code in languages if stop_words(code)]
    return known[0] if len(known) == 1 else UNDETERMINED
