"""What the memory says to a query: values, how sure they are, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection

SOURCES = ("event", "goal", "task log", "summary", "fact")
"""What an item is known from, the most exact first."""

CAVEATS = (
    "forgotten",  # something of the time asked about was forgotten
    "left out",  # words of the question were not taken into account
    "guess",  # which task it was is not certain
    "summary",  # only a summary still tells it
    "nearest",  # not what was asked for, but the nearest there is
    "not so",  # what the question takes for granted never was
    "claim",  # the answer differs from what the speaker took it to be
    "unknown",  # a thing that was never met, or a word that nobody knows
    "no place",  # the place has no name
    "already",  # nothing had to be done for it
    "not every",  # it was not done to every one, or nobody can tell
    "elsewhere",  # it was in another home than the one in which the robot is now
    "called so",  # nobody met anything of that name, and what people call so is told of
    "doubtful",  # it was not seen clearly enough to be sure
)

SURE_OF_DEED, SURE_OF_THING = 0.7, 0.5
"""Least probabilities with which a deed or a task, and a thing in view, are told without doubt."""

RESUMED = "and I went on with it after that"
"""End of the reason of a task that was interrupted and is no longer."""
ASKED_BACK = 'I said "'
"""How the reason of a task begins that was asked for and not understood."""
UNSERVED = "nothing that I did was for that"
"""Reason of what was asked for and came to no task at all."""


@dataclass(frozen=True)
class FoundItem:
    """One thing found.

    Attributes:
        what: ``task``, ``deed``, ``sight``, ``speech``, ``fact`` or ``summary``.
        name: A task's name, a deed's clause ("picked up the mug from the counter top"), words said, a line of summary.
        start: When it began.
        end: When it was over.
        node: The node that shows it; 0 where only the task log does.
        first: Number of its first experience; 0 when not known. Orders what happened in the same second.
        last: Number of its last experience; 0 when not known.
        kind: Class of the thing; empty when there is none.
        thing: Id of the thing; empty when not known.
        place: Class of the place; empty when not known.
        states: States of the thing then.
        status: For a task: one of ``OUTCOMES``; for a deed ``done`` or ``failed``; ``now`` for what is in view at the
            newest experience.
        reason: Why it ended so.
        speaker: Who said it or asked for it.
        request: The words in which a task was asked for.
        source: One of ``SOURCES``.
        chance: Probability that it is what it is said to be.
        seen: Whether that is told from sight alone, and not by the agent's own account.
        asked: When a task was asked for; None where nobody knows.
        spot: What the place is called among others of its class, "cabinet 8"; empty where that is not asked.
    """

    what: str
    name: str
    start: datetime
    end: datetime
    node: int = 0
    first: int = 0
    last: int = 0
    kind: str = ""
    thing: str = ""
    place: str = ""
    states: tuple[str, ...] = ()
    status: str = "done"
    reason: str = ""
    speaker: str = ""
    request: str = ""
    source: str = "event"
    chance: float = 1.0
    asked: datetime | None = None
    seen: bool = False
    spot: str = ""

    @property
    def doubtful(self) -> bool:
        """Whether it was not seen clearly enough to be told without saying so."""
        return self.seen and self.chance < (SURE_OF_THING if self.what == "sight" else SURE_OF_DEED)


@dataclass(frozen=True)
class Caveat:
    """A reason why an answer is not simply known.

    Attributes:
        kind: One of ``CAVEATS``.
        words: What it is about: the words left out, from when to when something was forgotten, the nearest thing.
        items: Items that show it.
        about: What there is none of, for *not so*; what else was looked for, for *nearest*.
    """

    kind: str
    words: str = ""
    items: tuple[FoundItem, ...] = ()
    about: Selection | None = None


@dataclass(frozen=True)
class Findings:
    """What the memory says to a query.

    Attributes:
        query: The question.
        value: The answer as a value; types by ``MemoryQuery.ask`` in ``docs/recall.md``.
        status: As ``Answer.status``.
        items: What it was made from, in order; the voice words these.
        evidence: Ids of the nodes it rests on.
        caveats: Why it is not simply known.
        sides: For comparisons, what each side is called and its items.
    """

    query: MemoryQuery
    value: Any
    status: str
    items: tuple[FoundItem, ...] = ()
    evidence: tuple[int, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    sides: tuple[tuple[str, tuple[FoundItem, ...]], ...] = ()
