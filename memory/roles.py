"""The language roles of the memory, as values and protocols. The built-in versions need no model.

``agent.language`` has others behind the same protocols. Sources: H-EMV (summaries over children), H²-EMV (time-aware
grouping, relevance, rules learned from feedback).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Item:
    """A node as a grouper or a relevance estimator sees it.

    Attributes:
        id: Node id.
        level: 2 event, 3 goal, 4 and above summaries.
        start: Time of the first experience below.
        end: Time of the last experience below.
        summary: One line, first person.
        text: The whole text, at most a few thousand characters.
        episode: Name of the episode of the last experience below.
        task: The request being served, as the agent calls it; "" when there was none.
        deeds: The first 64 interactions below that worked: (action, thing class, target class), "" where there is none.
            The third of a ``Pickup`` is where the thing was taken from.
        things: Object ids acted on below, without repeats.
        people: Who spoke below, without repeats.
        forgotten: The node is a placeholder: its content is gone, only its time and first line remain.
    """

    id: int
    level: int
    start: datetime
    end: datetime
    summary: str
    text: str = ""
    episode: str = ""
    task: str = ""
    deeds: tuple[tuple[str, str, str], ...] = ()
    things: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    forgotten: bool = False


@dataclass(frozen=True)
class Group:
    """Neighbouring items under one parent.

    Attributes:
        items: At least one, in order of time.
        summary: What they were about, one line, first person; "" for a parent that lost items and must be told anew.
        id: The parent's node id, None for a new one.
    """

    items: tuple[Item, ...]
    summary: str
    id: int | None = None


@dataclass(frozen=True)
class Rule:
    """One thing the user wants remembered or not.

    Attributes:
        number: Unique, never given out again.
        text: The rule in natural language.
        source: What it was learned from: the user's words, or ``default``.
    """

    number: int
    text: str
    source: str = ""


@dataclass(frozen=True)
class Feedback:
    """What the user said about remembering.

    Attributes:
        text: The user's words.
        time: When.
        question: The question it refers to, "" when none.
        answer: The answer that was given, "" when none.
    """

    text: str
    time: datetime
    question: str = ""
    answer: str = ""


@dataclass(frozen=True)
class Relevance:
    """How much longer a node is worth keeping.

    Attributes:
        alpha: Lifetimes to add: 0 forgets, ``math.inf`` keeps for ever.
        rule: Number of the rule that decided, None when no rule spoke.
        reason: Why, in words.
    """

    alpha: float
    rule: int | None = None
    reason: str = ""


@runtime_checkable
class Grouper(Protocol):
    """Cuts neighbouring nodes into groups and says what each was about."""

    def group(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        """Regroup the children of ``parents`` and the ``new`` items, all in order of time, for a parent ``level``.

        The result tiles them in the same order. A group equal to one of ``parents`` keeps its id.
        """
        ...


@runtime_checkable
class RelevanceEstimator(Protocol):
    """Says whether something is worth keeping."""

    def estimate(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: datetime) -> Relevance:
        """How much longer to keep ``item``."""
        ...


@runtime_checkable
class RuleLearner(Protocol):
    """Turns feedback into rules."""

    def learn(self, rules: Sequence[Rule], feedback: Feedback) -> list[Rule]:
        """The rules after the feedback: added, merged, corrected or removed; the unrelated ones unchanged.

        New rules carry number 0; the store numbers them.
        """
        ...


@runtime_checkable
class Embedder(Protocol):
    """Texts as vectors whose cosine says how near they are in meaning."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), d) float32, rows of length 1."""
        ...
