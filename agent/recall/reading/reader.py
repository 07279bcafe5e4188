"""The seam between English and queries, and what a reader gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.examples import AskedExample


@dataclass(frozen=True)
class Reading:
    """A sentence, understood.

    Attributes:
        queries: What it asks; several for "the mug and the plate", or where it asks two things.
        joint: How several belong together: ``and``, ``or``.
        sureness: From 0 to 1, how like it is to what it was taken for.
        otherwise: For each query what else it may mean, which counts where nothing is known of what it says first: by
            "after you sliced the bread" the deed, not the task of that name.
        elliptic: Whether what it asks is that of the question before, with no word that stands for anything in it:
            "and yesterday?", "how often?".
    """

    queries: tuple[MemoryQuery, ...]
    joint: str = "and"
    sureness: float = 1.0
    otherwise: tuple[tuple[MemoryQuery, ...], ...] = ()
    elliptic: bool = False


@dataclass(frozen=True)
class Refusal:
    """A sentence that was not understood, or that no memory can answer.

    Attributes:
        text: One sentence for the user, which says why or what could be asked.
        final: Whether no other reader could do better: another language, a date that does not exist, the future.
        unheard: Of a deed whose verb nobody knows: that verb and what it was done to. If nobody ever spoke of either,
            it never was.
    """

    text: str
    final: bool = False
    unheard: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guess:
    """One of the things that a sentence may ask which was not understood.

    Attributes:
        reading: What it asks if it asks this; None where no memory can answer that.
        nearness: How near it is to what others say who ask this: of two guesses the larger is likelier.
        example: The likest of the sentences of those who ask this.
    """

    reading: Reading | None
    nearness: float
    example: AskedExample


@dataclass(frozen=True)
class EarlierExchange:
    """What was asked before, for questions that lean on it.

    Attributes:
        query: The question.
        findings: What the memory said to it; None where it was not answered.
        earlier: The exchange before that one.
        unread: Whether something was asked since that was not understood: what is but hinted at may be part of that.
    """

    query: MemoryQuery
    findings: Findings | None = None
    earlier: EarlierExchange | None = None
    unread: bool = False

    @property
    def items(self) -> tuple[FoundItem, ...]:
        """What the memory told of; nothing where it was not answered."""
        return self.findings.items if self.findings is not None else ()


class SentenceReader(Protocol):
    """Anything that reads questions."""

    def read(self, text: str, before: EarlierExchange | None = None) -> Reading | Refusal:
        """What one sentence asks, in the light of the exchange before it."""
        ...


class SentenceGuesser(Protocol):
    """Anything that says what a sentence may ask which was not understood."""

    def guesses(self, text: str, before: EarlierExchange | None = None) -> Sequence[Guess]:
        """What it may ask, the likest first; nothing where that cannot be said."""
        ...
