"""The real model in this process."""

from pathlib import Path

import pytest

from pg_recall.home import Home
from pg_recall_udf.embed.encode import Encoder, encoder
from pg_recall_udf.embed.preset import MINILM_INT8


@pytest.fixture(scope="session")
def directory(runtime: Home) -> Path:
    """The model's own directory."""
    return runtime.models / MINILM_INT8.name


@pytest.fixture(scope="session")
def own_encoder(directory: Path) -> Encoder:
    return encoder(directory, MINILM_INT8)
