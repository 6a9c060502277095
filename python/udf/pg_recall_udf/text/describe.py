"""What a text says about itself: how dense it is, and which words would tag it."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

import regex

from pg_recall_udf import formula
from pg_recall_udf.text import token
from pg_recall_udf.text.language import detect
from pg_recall_udf.text.stopwords import stop_words

_HAN = token.run_of(r"\p{Han}")
_RUN = "|".join(map(token.run_of, (r"\p{Katakana}\u30fc", token.HANGUL, token.SOUTH_EAST)))
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*")
_TAG = regex.compile(
    rf"(?P<word>{token.WORD_START}{token.WORD_PART}*(?:[_\-]{token.WORD_START}{token.WORD_PART}*)*)"
    rf"|(?P<han>{_HAN})|(?P<run>{_RUN})",
    regex.V1,
)
# A pair with one of these characters is mostly grammar: particles, pronouns, copulas.
_FUNCTION_CHARACTERS = frozenset(
    "的了是在和与不也就都而及或这那我你他她它们个着很到说要去会有为以于之其所把被让给对从吗呢吧啊"
)
_LEAST_TAG_BYTES = 3
# A longer run without blanks is a sentence, not a word.
_LONGEST_RUN = 16


def density(text: str) -> float:
    """Shannon entropy of the words divided by that of as many words as there are distinct ones, in [0, 1].

    0 for at most one word and for one word repeated; 1 where all words are equally frequent. Words are
    runs of letters and digits as written; of scripts without blanks, pairs of characters.
    """
    words: list[str] = []
    for run in _WORD.findall(text):
        words.extend(token.pairs(run) if token.is_run(run) else (run,))
    vocabulary = set(words)
    if len(vocabulary) <= 1:
        return 0.0
    return min(1.0, formula.entropy(words) / formula.entropy(list(vocabulary)))


def auto_tags(text: str, n: int = 5) -> list[str]:
    """The n most frequent words of more than two bytes, lower case, the earlier first among equals.

    Without the stop words of the text's language and of English. A Chinese tag is a pair of characters.
    """
    composed = unicodedata.normalize("NFKC", text)
    stops = stop_words(detect(composed).code) | stop_words("en")
    counts = Counter(word for word in _candidates(composed) if word not in stops)
    return [word for word, _ in counts.most_common(n)]


def _candidates(text: str) -> Iterator[str]:
    for match in _TAG.finditer(text):
        found = match[0].lower()
        if match["han"]:
            yield from (pair for pair in token.pairs(found) if _FUNCTION_CHARACTERS.isdisjoint(pair))
            continue
        longest = _LONGEST_RUN if match["run"] else token.LONGEST_WORD
        if len(found.encode()) >= _LEAST_TAG_BYTES and len(found) <= longest:
            yield found
