"""Searching, and the vector of a text."""

from collections.abc import Sequence
from datetime import datetime

from pg_recall.call.session import Session
from pg_recall.result import Hit, SearchDocument


class SearchCalls(Session):
    def search(
        self,
        query: str,
        max_results: int = 10,
        scope: str = "all",
        tags: Sequence[str] | None = None,
        entity: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        project: str | None = None,
        include_shared: bool = False,
        fusion: str | None = None,
        rerank: bool | None = None,
        diversify: bool = False,
        mmr_lambda: str | None = None,
        abstain_ood: bool = False,
        ood_threshold: float | None = None,
        associative: bool = False,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        agent: str | None = None,
        pools: Sequence[str] | None = None,
        session: str | None = None,
        domain: str | None = None,
        explain: bool = False,
        types: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        arms: Sequence[str] | None = None,
    ) -> list[Hit]:
        """Memories by meaning, by words and by names, best first; a degraded arm is named in `flags`."""
        return [Hit.of(row) for row in self._rows("search", locals())]

    def search_json(
        self,
        query: str,
        max_results: int = 10,
        scope: str = "all",
        tags: Sequence[str] | None = None,
        entity: str | None = None,
        after: datetime | str | None = None,
        before: datetime | str | None = None,
        project: str | None = None,
        include_shared: bool = False,
        fusion: str | None = None,
        rerank: bool | None = None,
        diversify: bool = False,
        mmr_lambda: str | None = None,
        abstain_ood: bool = False,
        ood_threshold: float | None = None,
        associative: bool = False,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        agent: str | None = None,
        pools: Sequence[str] | None = None,
        session: str | None = None,
        domain: str | None = None,
        explain: bool = False,
        types: Sequence[str] | None = None,
        kinds: Sequence[str] | None = None,
        arms: Sequence[str] | None = None,
        format: str = "compact",
        max_tokens: int = 5000,
    ) -> SearchDocument:
        """The same answer as one document, shaped and fitted to a token budget."""
        return SearchDocument.of(self._value("search_json", locals()))

    def embed(self, content: str) -> list[float]:
        """The vector of a text as a query, of the active model."""
        return self._value("embed", locals())
