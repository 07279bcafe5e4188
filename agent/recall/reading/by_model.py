"""A reader by language model: one call gives the query; the executor does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import quoted
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal, SentenceReader
from agent.recall.reading.schema import query_from, query_schema
from envs.errors import BadInput
from envs.vocabulary.nouns import Lexicon

BEYOND = "That is beyond what a query can say."
"""What the reader says to a question that the algebra has no words for; a console over the memory may have."""
_ANSWER = record({"beyond": {"type": "boolean"}, "query": query_schema()}) | {"required": ["beyond"]}


class QueryReader:
    """Reads questions with a language model; where it fails, another reader does.

    Args:
        model: The language model.
        seen: The memory's classes of things.
        now: When the questions are asked.
        fallback: Reads where the model fails.
        told: Gets the record of each time it does.
    """

    def __init__(
        self,
        model: ChatModel,
        seen: Sequence[str],
        now: datetime,
        fallback: SentenceReader,
        told: FallbackSink | None = None,
    ) -> None:
        self._role = RoleModel("recall_query", model, told)
        self._lexicon = Lexicon(seen)
        self._now = now
        self._fallback = fallback

    def read(self, text: str, before: EarlierExchange | None = None) -> Reading | Refusal:
        """What one sentence asks, by one call."""
        return self._role.attempt(lambda: self._read(text, before), lambda: self._fallback.read(text, before))

    def _read(self, text: str, before: EarlierExchange | None) -> Reading | Refusal:
        value = self._role.ask(
            _ANSWER,
            lambda value: self._wrong(value, text),
            question=quoted(text, 1000),
            before=quoted(before.query.text, 500) if before else "(none)",
            found=quoted("; ".join(item.name for item in before.findings.items[:8]), 800)
            if before and before.findings
            else "(none)",
            now=f"{self._now:%A, %Y-%m-%dT%H:%M}",
        )
        if value["beyond"] or "query" not in value:
            return Refusal(BEYOND)
        return Reading((query_from(value["query"], text, self._named),))

    def _wrong(self, value: Any, text: str) -> str:
        if value["beyond"] or "query" not in value:
            return "" if value["beyond"] else "give a query, or say that it is beyond"
        try:
            query_from(value["query"], text, self._named)
        except BadInput as error:
            return str(error)
        return ""

    def _named(self, word: str) -> tuple[str, ...]:
        found = self._lexicon.find(word.lower().split())
        return found.types if found else ()
