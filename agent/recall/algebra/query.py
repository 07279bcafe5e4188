"""A question as a value: which part of the past, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agent.recall.algebra.selection import WHATEVER, Selection

ASKS = (
    "list",  # which there were, in order
    "count",  # how many, how often
    "exists",  # whether there was any
    "when",  # when they began
    "ago",  # how many days ago
    "duration",  # how long they took, or lay between ``of`` and ``against``
    "where",  # where a thing is or was
    "put",  # where a thing was put
    "taken",  # where a thing was taken from
    "why",  # what it was done for, or why it did not work
    "tool",  # what it was done with
    "who",  # who asked for it, said it
    "steps",  # how it was done, deed by deed
    "state",  # whether a thing is so; with no state named: in which it is
    "contents",  # what is in or on a place
    "holding",  # what is or was in the hand
    "outcome",  # how a task ended: "did you finish", "what became of"
    "remaining",  # what is left to do
    "summary",  # an account of a stretch of time
    "said",  # what was said
    "fact",  # what was told to be so
    "compare",  # which of ``of`` and ``against`` by ``measure``
    "extreme",  # which of ``of`` by ``measure``: the most, the longest
    "order",  # in which order they came
)

MEASURES = ("duration", "count", "start", "end", "failures", "asked")
"""What comparisons and extremes go by, and which time of a task is asked for: when it began, ended, was asked for.

Of how long it took: until when after it was asked for; of an order: by which time of the others."""

QUANTIFIERS = ("", "all", "any", "both", "none", "these", "number", "others")
"""Of how many of some things it is asked whether they are so, or at a place."""

COUNTED = ("things", "times", "kinds", "days")
"""What a count counts: different things, occurrences, different classes, days on which it was so."""


SENSES = (
    "doer",  # who did it, rather than who asked for it
    "receiver",  # who got it, rather than who asked for it
    "fell",  # whether it fell out of the hand, rather than whether it was put down
    "search",  # how long it took to find it, rather than how long it was in view
    "first person",  # whoever asks speaks of themselves
    "own",  # what whoever asks asked for
    "now",  # how it is, rather than whether it ever was so
    "finished",  # what it is asked after is taken to have been finished
    "asker",  # who asked for something, which the robot never does
    "asked for",  # what was asked for, also where nothing was done for it
    "told",  # what was told to be so, as well as what was said
    "given up",  # when it was stopped or given up
    "fails",  # whether it failed, rather than whether it was done
    "still due",  # whether it still is to be done, rather than whether it was done
    "looked in",  # whether something was looked into, which is to open it
    "tried",  # whether it was tried, rather than whether it was done
    "others",  # who may have done it, where it need not have been the robot
    "whether",  # whether it was so: a yes or no is asked for
    "you did",  # whether the robot did it, rather than how it is
    "deed",  # what was done, rather than how it is
    "past",  # how it was, rather than how it is
    "present",  # how things are, not what the robot does
    "pending",  # what goes on or is left to do
    "first",  # the first time it was so
    "several",  # several things are meant
)
"""What the words of a question may say that no filter stands for."""


@dataclass(frozen=True)
class MemoryQuery:
    """A question.

    Attributes:
        ask: One of ``ASKS``.
        of: What it is asked of.
        against: For comparisons, orders and the time between: the others.
        measure: For ``compare``, ``extreme`` and ``when``: one of ``MEASURES``; of a numbered list of tasks whether
            they are counted by when they were begun (*start*) or over (*end*).
        most: For ``extreme`` and ``compare``: the largest (True) or the smallest.
        counted: For ``count``: one of ``COUNTED``.
        claim: What the speaker takes to be the answer: 2 of "You made breakfast twice, right?"; None when nothing. Then
            the value of the ``Answer`` is whether it is so, that of the findings what is so. Of a comparison True is
            that ``of`` is the one.
        supposes: What the question takes for granted, "When you made pancakes, …": if there is none of it, that is
            the answer.
        detail: Single deeds are wanted, not tasks.
        quantifier: For ``state`` and ``exists``, one of ``QUANTIFIERS``: ``all`` ("is everything off?"), ``any`` ("is
            any cabinet open?"), ``these`` (where it is so of some, neither yes nor no), ``number`` (how many of them
            are), ``others`` (whether there are more than the one); empty for one, and where nothing is said of that.
        senses: What its words say besides, some of ``SENSES``.
        which: Classes of places of which it is asked which one it is: "in which cabinet is the egg?".
        left_out: Words that no part of the query stands for; an answer must say that it leaves them out.
        text: The question in plain words, spelling corrected.
    """

    ask: str
    of: Selection = WHATEVER
    against: tuple[Selection, ...] = ()
    measure: str = ""
    most: bool = True
    counted: str = "times"
    claim: Any = None
    supposes: tuple[Selection, ...] = ()
    detail: bool = False
    quantifier: str = ""
    senses: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    text: str = ""

    @property
    def asks_doer(self) -> bool:
        """Whether it asks who did something ("who opened the fridge"), rather than who asked for it."""
        return self.ask == "who" and "doer" in self.senses

    @property
    def asks_receiver(self) -> bool:
        """Whether it asks who got something ("who did you serve it to"), which is not who asked for it."""
        return self.ask == "who" and "receiver" in self.senses


def fell(query: MemoryQuery) -> bool:
    """Whether it is asked if something fell out of the robot's hand: of that it notices nothing."""
    of = query.of
    put_down = (of.actions == ("Place",) and not of.place.types) or of.task.startswith("drop ")
    return query.ask in ("exists", "count") and put_down and "fell" in query.senses
