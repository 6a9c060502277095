"""The terms by which a text is found, and the terms by which a query finds it.

A term is text. A word is a term as it is, lower case; its stem is a term under the tag of the analyser that made it,
"en:run" for running. No word has a colon between letters, so that the two never meet.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pg_recall_udf.text import token
from pg_recall_udf.text.language import UNDETERMINED, Language
from pg_recall_udf.text.stem import stem
from pg_recall_udf.text.stopwords import stop_words

# A query's guessed language outside the project's languages has to be surer than this to have its stop words dropped.
_FOREIGN_CONFIDENCE = 0.8


class Analysis(NamedTuple):
    """How often each term is in a text; and its length in words, the same for words and for stems."""

    terms: dict[str, int]
    length: int


class QueryWord(NamedTuple):
    """A word of a query and every term that stands for it: a document scores the best of them, not their sum."""

    word: str
    terms: tuple[str, ...]


def analyse(text: str, language: str) -> Analysis:
    """The terms of a text in the given language (ISO 639-1, or und: words only), without the language's stop words.

    An ideograph is a term besides the pairs it is in, so that a query of one finds it; it adds nothing to the length.
    """
    terms: dict[str, int] = {}
    length = 0
    for written, times in Counter(token.tokens(text)).items():
        found, size = _terms(written, language) if len(written) <= token.LONGEST_WORD else _made(written, language)
        length += size * times
        for term in found:
            terms[term] = terms.get(term, 0) + times
    return Analysis(terms, length)


def query_words(text: str, languages: Sequence[str], language: Language) -> list[QueryWord]:
    """The distinct words of a query, each with its word term and its stems in the languages of the project.

    languages are those of the project's texts, language is the query's own. Its stop words are dropped; where its language is
    unknown, or an unlikely one, and the project has a single language, those of that. Empty if nothing is left.
    """
    stops = stop_words(_stop_language(languages, language))
    found: dict[str, tuple[str, ...]] = {}
    for written in token.tokens(text):
        for word in token.pairs(written) if token.is_run(written) else _flat(token.words(written)):
            if word not in found and word not in stops:
                found[word] = (word, *_stems(word, languages))
    return [QueryWord(word, terms) for word, terms in found.items()]


def _made(written: str, language: str) -> tuple[tuple[str, ...], int]:
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


_terms = lru_cache(maxsize=16384)(_made)


def _stems(word: str, languages: Sequence[str]) -> list[str]:
    return [f"{language}:{stemmed}" for language in languages if (stemmed := stem(word, language)) is not None]


def _flat(words: token.Words) -> tuple[str, ...]:
    return words.names + words.parts


def _stop_language(languages: Sequence[str], language: Language) -> str:
    if language.code in languages or language.confidence >= _FOREIGN_CONFIDENCE:
        return language.code
    return languages[0] if len(languages) == 1 else UNDETERMINED
