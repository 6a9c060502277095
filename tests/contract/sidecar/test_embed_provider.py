"""Who embeds under which setting, and what is said when it is not the sidecar."""

import pytest

from pg_recall_udf.embed import provider
from pg_recall_udf.embed.breaker import THRESHOLD
from pg_recall_udf.embed.preset import MINILM_INT8
from pg_recall_udf.errors import RecallError

NEVER = {"embed.in_backend": False}


@pytest.fixture(autouse=True)
def environment(monkeypatch, models):
    monkeypatch.setenv("PG_RECALL_MODELS", str(models))
    monkeypatch.delenv("PG_RECALL_SIDECAR", raising=False)


@pytest.fixture
def with_sidecar(monkeypatch, sidecar):
    monkeypatch.setenv("PG_RECALL_SIDECAR", sidecar.socket_path)


@pytest.fixture
def absent(monkeypatch, socket_path):
    """A configured sidecar that does not run."""
    monkeypatch.setenv("PG_RECALL_SIDECAR", socket_path)
    return socket_path


def embed(settings=(), **options):
    return provider.embed(["text"], "query", MINILM_INT8.name, dict(settings), lambda: None, **options)


def refusal(settings=()):
    with pytest.raises(RecallError) as caught:
        embed(settings)
    return caught.value


@pytest.mark.parametrize("chosen", ["auto", "sidecar"])
def test_running_sidecar_embeds(with_sidecar, chosen):
    made = embed({"embed.provider": chosen, **NEVER})
    assert (made.maker, made.fault) == ("sidecar", None)


def test_backend_embeds_when_chosen(with_sidecar):
    made = embed({"embed.provider": "backend"})
    assert (made.maker, made.fault) == ("backend", None)


def test_backend_embeds_when_no_sidecar_is_configured():
    made = embed()
    assert (made.maker, made.fault) == ("backend", None)


def test_nobody_embeds_when_switched_off(with_sidecar):
    error = refusal({"embed.provider": "none"})
    assert (error.sqlstate, error.detail) == ("RC012", "setting embed.provider is none")


def test_backend_steps_in_for_an_absent_sidecar_and_says_why(absent):
    made = embed()
    assert made.maker == "backend"
    assert made.fault == f"the sidecar cannot be reached: {absent}: No such file or directory"


def test_backend_does_not_step_in_unless_allowed(absent):
    assert refusal(NEVER).sqlstate == "RC012"


def test_nobody_may_embed_without_sidecar_and_permission():
    error = refusal(NEVER)
    assert error.sqlstate == "RC012"
    assert "PG_RECALL_SIDECAR is not set" in error.detail


def test_unknown_provider_and_mode_and_model_are_refused():
    assert refusal({"embed.provider": "cloud"}).sqlstate == "RC003"
    for mode, model, code in [("document", MINILM_INT8.name, "RC003"), ("query", "other", "RC010")]:
        with pytest.raises(RecallError) as caught:
            provider.embed(["text"], mode, model, {}, lambda: None)
        assert caught.value.sqlstate == code


def test_repeated_faults_open_the_breaker_and_a_new_sidecar_closes_it(absent, start):
    errors = [refusal(NEVER) for _ in range(THRESHOLD + 1)]
    assert "cannot be reached" in errors[THRESHOLD - 1].message
    assert "left alone" in errors[THRESHOLD].message
    assert embed().maker == "backend"
    start(absent)
    assert embed(NEVER).maker == "sidecar"


def test_busy_sidecar_does_not_open_the_breaker(answering, monkeypatch):
    body = b'{"sqlstate": "RC012", "message": "the sidecar is busy", "detail": null, "hint": null}'
    head = f"HTTP/1.1 503 Service Unavailable\r\ncontent-length: {len(body)}\r\n\r\n"
    monkeypatch.setenv("PG_RECALL_SIDECAR", answering(*[head.encode() + body] * (THRESHOLD + 1)))
    errors = [refusal(NEVER) for _ in range(THRESHOLD + 1)]
    assert {error.message for error in errors} == {"the sidecar is busy"}


def test_work_can_be_done_between_start_and_finish(with_sidecar):
    ticket = provider.start(["text"], "query", MINILM_INT8.name, NEVER)
    others = embed(NEVER).vectors
    assert (ticket.finish(lambda: None).vectors @ others.T).item() >= 0.9999


def test_fault_is_reported_by_finish_not_by_start(absent):
    ticket = provider.start(["text"], "query", MINILM_INT8.name, NEVER)
    with pytest.raises(RecallError) as caught:
        ticket.finish(lambda: None)
    assert caught.value.sqlstate == "RC012"


def test_altered_model_is_not_hidden_by_the_fallback(absent, monkeypatch, tmp_path):
    monkeypatch.setenv("PG_RECALL_MODELS", str(tmp_path))
    assert refusal().sqlstate == "RC011"
