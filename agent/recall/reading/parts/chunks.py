"""A sentence in pieces: what is a slot (a time, a thing, a deed, a state, a number), and what are mere words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agent.recall.algebra.selection import ANYTHING, Duration, SpanOfTime, ThingFilter

ANAPHORS = frozenset({"it", "that", "this", "them", "those", "these", "they", "one", "ones", "there", "then"})
"""Words for what was spoken of before."""


@dataclass(frozen=True)
class Named:
    """What a noun phrase names.

    Attributes:
        thing: As a thing; ``unknown`` where no dictionary has it.
        words: The phrase without its article, which may name a task: "salad".
        left: Adjectives that no memory keeps: "red".
        group: Other things that it is listed with: "the mug and the plate".
        joint: How they are listed, ``and`` or ``or``.
    """

    thing: ThingFilter
    words: str
    left: tuple[str, ...] = ()
    group: tuple[Named, ...] = ()
    joint: str = ""


NOBODY = Named(ANYTHING, "")


def alone(named: Named) -> Named:
    """One of several things that are listed, by itself."""
    return replace(named, group=(), joint="")


@dataclass(frozen=True)
class NamedDeed:
    """What a verb phrase tells.

    Attributes:
        kind: ``act``, ``change`` (became clean, cooked), ``see``, ``any`` (handled somehow), ``task`` (a verb that only
            names tasks).
        words: The phrase with its verb in the plain form, "put the mug in the sink"; it may name a task.
        actions: The memory's actions that it may mean.
        change: Sign and state that something takes on.
        thing: What it is done to.
        place: Where, where to or where from.
        tool: What it is done with.
        leans: A word for what was spoken of before stands where the thing would.
        left: Words without a part in any of these.
    """

    kind: str
    words: str
    actions: tuple[str, ...] = ()
    change: str = ""
    thing: Named = NOBODY
    place: Named = NOBODY
    tool: Named = NOBODY
    leans: bool = False
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Subordinate:
    """A clause that sets the time by something else that happened: "before you made coffee".

    Attributes:
        relation: As in ``Selection``.
        next_to: Only what came directly before or after.
        parts: The chunks of what it refers to; two groups for "between".
    """

    relation: str
    next_to: bool
    parts: tuple[tuple[Chunk, ...], ...]


@dataclass(frozen=True)
class Chunk:
    """A piece of a sentence.

    Attributes:
        mark: What it is compared as: a word in its plain form, or a slot ``ACT:Place``, ``THING``, ``NAME``, ``PLACE``,
            ``TOOL``, ``PURPOSE``, ``STATE``, ``TIME``, ``ORDINAL``, ``NUMBER``, ``TIMES``, ``TOOK``, ``BEFORE``, …
        words: As it was written.
        value: The slot's value; None for a word.
    """

    mark: str
    words: str
    value: NamedDeed | Named | Subordinate | SpanOfTime | Duration | tuple[Chunk, ...] | str | int | None = None

    @property
    def slot(self) -> str:
        """The kind of slot, ``ACT``; empty for a word."""
        return self.mark.partition(":")[0] if self.value is not None else ""
