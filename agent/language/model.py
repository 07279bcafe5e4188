"""What is said to a language model and what comes back, as values; and the one seam all models share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True)
class Message:
    """One turn of a conversation with a model.

    Attributes:
        role: ``system``, ``user`` or ``assistant``.
        text: What was said.
        images: Pictures shown with it, each the bytes of a PNG or JPEG file; only a vision model sees them.
    """

    role: str
    text: str
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Usage:
    """What a call cost, in the model's own tokens; zero where the endpoint does not say.

    Attributes:
        prompt: Tokens read.
        completion: Tokens written.
    """

    prompt: int = 0
    completion: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.prompt + other.prompt, self.completion + other.completion)


@dataclass(frozen=True)
class Completion:
    """What a model answered.

    Attributes:
        text: Its words.
        parsed: The value they stand for when a schema was asked for, else None.
        usage: What the call cost, a repair included.
    """

    text: str
    parsed: Any = None
    usage: Usage = Usage()


Schema = Mapping[str, Any]
"""A JSON schema; ``agent.language.structured`` says which part of the standard is checked."""


class Listener(Protocol):
    """Hears an answer while it is being made."""

    def begin(self) -> None:
        """An answer begins; what was heard of one before it is void, for it may be asked for again after a failure."""
        ...

    def hear(self, piece: str) -> None:
        """The next words of it."""
        ...


@runtime_checkable
class ChatModel(Protocol):
    """Anything that continues a conversation."""

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """The next turn.

        Args:
            messages: The conversation so far, at least one.
            schema: What the answer must look like as JSON; None is free text.

        Raises:
            TryAgain: Overloaded, not reachable or too slow, also after waiting as often as the model was told to.
            GaveUp: It refused, answered what cannot be used (also after a repair), or the budget is spent.
            BadInput: The request is wrong and will stay so: key, address, model name, or a prompt that is too long.
        """
        ...
