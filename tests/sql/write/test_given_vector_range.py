"""The direction of a given vector counts, whatever its length."""

import pytest

MODEL = "minilm-int8"
DIMENSION = 384
GOOD = [1.0] + [0.0] * (DIMENSION - 1)


def item(content, vector):
    return {"content": content, "embedding": {"model": MODEL, "vector": vector}}


@pytest.mark.parametrize("first", [1e-30, 1e-22, 1e20, 3e38])
def test_small_and_huge_numbers_keep_their_direction(recall, first):
    answer = recall.ingest([item("The lamp is lit.", [first, *GOOD[1:]])])
    assert answer["added"] == 1
    ((stored,),) = recall.scoped("select embedding::text from recall.embedding_1")
    assert stored == "[1" + ",0" * (DIMENSION - 1) + "]"
