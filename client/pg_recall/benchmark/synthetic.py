"""Synthetic memories: words by Zipf's law, vectors in clusters, names and times; the same for a seed.

The commonest words are English function words, so that language detection, stemming and stop words do their
usual work; the others are made of syllables.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

SEED = 20240229
FUNCTION_WORDS = (
    "the of and to in a is that for it as was with be by on not he his but at are this have from or had an "
    "they which one you were all her she there would their we him been has when who will no more if out so "
    "up said what its about than into them can only other time new some could these two may first then do any"
)
ONSETS = "b d f g k l m n p r s t v z br st tr"
VOWELS = "aeiou"
VOCABULARY = 30_000
# Exponent of word frequencies in running text.
ZIPF = 1.05
# A short note, in words: from one sentence to a paragraph.
FEWEST_WORDS, MOST_WORDS = 12, 40
CLUSTERS = 400
# Standard deviation of a component around its cluster's centre, relative to the centre's own components.
SPREAD = 0.8
NAMES = 2_000
# Ranks of the words that a query takes from a memory: neither in every note nor in one alone.
TELLING_RANK = 200
START = datetime(2024, 1, 1, tzinfo=UTC)
SECONDS_APART = 300
TAGS = ("alpha", "beta", "gamma", "delta", "epsilon")


@dataclass(frozen=True)
class Memory:
    """An item of recall.ingest without its vector, and the vector (unit length, float32)."""

    item: dict
    vector: np.ndarray

    def as_json(self, model: str | None) -> str:
        """The item as JSON; with its vector as that of `model`, or without one for the database to embed."""
        text = json.dumps(self.item, ensure_ascii=False)
        if model is None:
            return text
        # Five digits keep a component's error below that of the half precision it is stored in.
        components = ",".join(f"{value:.5f}" for value in self.vector)
        return f'{text[:-1]}, "embedding": {{"model": {json.dumps(model)}, "vector": [{components}]}}}}'


class Source:
    """A stream of memories and queries. Two sources of one seed give the same."""

    def __init__(self, dim: int, seed: int = SEED) -> None:
        self._random = np.random.default_rng(seed)
        common = FUNCTION_WORDS.split()
        made = self._made_words(VOCABULARY - len(common))
        self._words = np.array([*common, *made], dtype=object)
        weights = 1 / np.arange(1, VOCABULARY + 1) ** ZIPF
        self._cumulative = np.cumsum(weights / weights.sum())
        self._names = [name.capitalize() for name in self._made_words(NAMES)]
        centres = self._random.standard_normal((CLUSTERS, dim)).astype(np.float32)
        self._centres = centres / np.linalg.norm(centres, axis=1, keepdims=True)

    def memories(self, count: int, first: int = 0) -> Iterator[Memory]:
        """`count` memories, numbered from `first`: the number is in the text, so no two are duplicates."""
        for number in range(first, first + count):
            words = self._text(int(self._random.integers(FEWEST_WORDS, MOST_WORDS + 1)))
            item = {
                "content": f"{' '.join(words)} n{number}",
                "entity": self._names[self._name()],
                "tags": [TAGS[number % len(TAGS)]],
                "occurred_at": (START + timedelta(seconds=SECONDS_APART * number)).isoformat(),
            }
            yield Memory(item, self._vector())

    def queries(self, count: int) -> list[str]:
        """`count` distinct questions of six to ten words, one in four of them naming an entity."""
        found: dict[str, None] = {}
        while len(found) < count:
            words = self._text(int(self._random.integers(3, 6)))
            ranks = self._random.integers(TELLING_RANK, VOCABULARY // 4, size=3)
            words += [str(word) for word in self._words[ranks]]
            if len(found) % 4 == 0:
                words.append(self._names[self._name()])
            self._random.shuffle(words)
            found[f"what about {' '.join(words)}?"] = None
        return list(found)

    def _text(self, length: int) -> list[str]:
        ranks = np.searchsorted(self._cumulative, self._random.random(length))
        return [str(word) for word in self._words[np.minimum(ranks, VOCABULARY - 1)]]

    def _vector(self) -> np.ndarray:
        centre = self._centres[self._random.integers(CLUSTERS)]
        noise = self._random.standard_normal(centre.size).astype(np.float32) * (SPREAD / centre.size**0.5)
        vector = centre + noise
        return vector / np.linalg.norm(vector)

    def _name(self) -> int:
        """Few entities have most of the memories: a square of a uniform number leans to the first."""
        return int(self._random.random() ** 2 * NAMES)

    def _made_words(self, count: int) -> list[str]:
        known = [onset + vowel for onset in ONSETS.split() for vowel in VOWELS]
        made: dict[str, None] = {}
        while len(made) < count:
            syllables = self._random.choice(known, size=int(self._random.integers(2, 5)))
            made["".join(syllables)] = None
        return list(made)
