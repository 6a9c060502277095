"""The tokens of an answer: what is delivered is what was counted, and never more than asked for."""

import pytest
import tiktoken

TEXTS = [
    "The parser drops trailing commas when the file ends without a newline, as it did in March.",
    "会议决定把数据库迁移到新的集群，并在周五之前完成所有测试。",
    'She said: "the {key} is \\ gone" — naïve, Zoë!',
    "Los pedidos de cerámica salen los martes; el horno necesita dos días. 🎉",
]


@pytest.fixture(autouse=True)
def corpus(recall):
    recall.ingest([{"content": f"{text} ({n})", "entity": "Ana María", "embed": "later"} for n in range(8) for text in TEXTS])


@pytest.mark.parametrize("shape", ["compact", "verbose"])
@pytest.mark.parametrize("most", [100, 300, 1000, 5000])
def test_the_delivered_text_has_the_tokens_it_claims_and_not_more_than_allowed(recall, runtime, monkeypatch, shape, most):
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(runtime.models / "tiktoken"))
    encoding = tiktoken.get_encoding("cl100k_base")
    call = "recall.search_json('parser 会议 pedidos key', max_results => 50, format => %s, max_tokens => %s)"
    text, tokens, count = recall.session.execute(
        f"select (a -> 'results')::text, (a ->> 'tokens')::int, (a ->> 'count')::int from {call} a", [shape, most]
    ).fetchone()
    assert len(encoding.encode(text, disallowed_special=())) == tokens <= most
    assert count > 0 or (shape, most) == ("verbose", 100)
