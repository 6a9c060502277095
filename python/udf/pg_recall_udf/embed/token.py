"""Text to token ids of one model, and the token counts that chunking needs (no inference session)."""

import os
from collections.abc import Sequence
from pathlib import Path

from pg_recall_udf.embed import files
from pg_recall_udf.embed.preset import Mode, Preset

# The tokenizer's own thread pool must never start inside a database backend: its threads would take the
# backend's signals.
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import tokenizers

# Far more characters than any real text needs to fill a token limit; bounds the work on a 1 MB text.
_CHARACTERS_PER_TOKEN = 64
_COUNT_CHARACTERS = 16_384


class Tokeniser:
    """The tokenizer of one model directory.

    Raises: RC011 when the files are absent or not the pinned ones.
    """

    def __init__(self, directory: Path, preset: Preset) -> None:
        files.verify(directory, preset)
        self._preset = preset
        self._tokenizer = tokenizers.Tokenizer.from_file(str(directory / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        # `<|endoftext|>` or `[SEP]` in a memory is text, not a control token.
        self._tokenizer.encode_special_tokens = True

    def ids(self, texts: Sequence[str], mode: Mode) -> list[list[int]]:
        """Token ids with prefix and special tokens, at most `max_tokens` each; the closing token stays."""
        prefix, limit = self._preset.prefix(mode), self._preset.max_tokens
        clipped = [prefix + text[: limit * _CHARACTERS_PER_TOKEN] for text in texts]
        rows = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(clipped)]
        return [row if len(row) <= limit else row[: limit - 1] + row[-1:] for row in rows]

    def counts(self, texts: Sequence[str]) -> list[int]:
        """Content tokens of each text, whole and without the special tokens (0 for an empty text)."""
        return [sum(self._count(part) for part in _parts(text)) for text in texts]

    def room(self, mode: Mode = "passage") -> int:
        """Content tokens that fit one vector, after prefix and special tokens."""
        return self._preset.max_tokens - len(self.ids([""], mode)[0])

    def _count(self, text: str) -> int:
        return len(self._tokenizer.encode_batch_fast([text], add_special_tokens=False)[0].ids)


def _parts(text: str) -> list[str]:
    """The text cut at white space into parts of bounded size: one encoding of 1 MB would take 100 MB."""
    parts, start = [], 0
    while len(text) - start > _COUNT_CHARACTERS:
        window = text[start : start + _COUNT_CHARACTERS]
        end = max(window.rfind(" "), window.rfind("\n")) + 1 or _COUNT_CHARACTERS
        parts.append(window[:end])
        start += end
    parts.append(text[start:])
    return parts
