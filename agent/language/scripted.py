"""A model that says what a test tells it to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from agent.language.model import Completion, Message, Schema, Usage
from agent.language.structured import complete_parsed
from envs.errors import GaveUp
from memory.reading.queries import count_tokens

ScriptedReply = str | Completion | Exception | Callable[[Sequence[Message]], str]
"""Words, a whole completion, an error to raise, or words made from the conversation."""


class ScriptedModel:
    """Answers from a list, one call after the other.

    Args:
        replies: What it says.
        then: What it says when the list is over; without it a further call raises ``GaveUp``.

    Attributes:
        calls: The conversation of each call so far.
    """

    name = "scripted"

    def __init__(self, replies: Iterable[ScriptedReply] = (), then: ScriptedReply | None = None) -> None:
        self._replies = list(replies)
        self._then = then
        self.calls: list[tuple[Message, ...]] = []

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """The next reply; with a schema it is parsed and repaired as any model's is."""
        if schema is None:
            return self._next(messages)
        return complete_parsed(self._next, messages, schema, constrained=False)

    def _next(self, messages: Sequence[Message]) -> Completion:
        self.calls.append(tuple(messages))
        reply = self._replies.pop(0) if self._replies else self._then
        if reply is None:
            raise GaveUp(f"the script has no reply to call {len(self.calls)}")
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, Completion):
            return reply
        text = reply if isinstance(reply, str) else reply(messages)
        return Completion(text, None, Usage(sum(count_tokens(one.text) for one in messages), count_tokens(text)))
