"""Token counts for cutting long content. The tokenizer is loaded by the first text that may not fit one window."""

from collections.abc import Sequence
from functools import cache

from pg_recall_udf.embed import files, preset
from pg_recall_udf.embed.token import Tokeniser


def counts(texts: Sequence[str]) -> list[int]:
    """Tokens of each text under the tokenizer of the default model.

    Raises: RC011 when the model's files are absent or not the pinned ones.
    """
    return _tokeniser().counts(texts)


@cache
def _tokeniser() -> Tokeniser:
    chosen = preset.preset(preset.DEFAULT_PRESET)
    return Tokeniser(files.models_root() / chosen.name, chosen)
