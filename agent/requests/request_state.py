"""What an utterance may lean on, and what has been understood of it so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from agent.planning.terms import OnlyIf, Trait, WhichThings, Without
from agent.requests.errands import Errand
from agent.requests.hazards.dangers import Contents
from agent.requests.instructions import (
    Begin,
    Clarification,
    Instruction,
)
from agent.requests.verbs import ReferenceContext, RequestResult


@dataclass(frozen=True)
class RequestContext:
    """What an utterance may lean on.

    Attributes:
        tasks: What is being done or still to be done, the one at hand first.
        things: Types lately spoken of or handled, the last one first.
        present: Types of things known to be in the home.
        asked: What the agent has just asked back.
        contents: What is known to lie in or on what: (type, type of the receptacle).
        now: The home's time; None where nothing can be planned.
        plans: What is planned, the latest last.
        told: The tasks of what was asked for last in several parts, in their order; those that are over are among them.
        room: Which room the home is, as of ``terms.rooms``; empty where that is not known.
        last: Where nothing is left to do: what was asked for last, the last part of it first.
    """

    tasks: tuple[Errand, ...] = ()
    things: tuple[str, ...] = ()
    present: frozenset[str] = frozenset()
    asked: Clarification | None = None
    contents: Contents = frozenset()
    now: datetime | None = None
    plans: tuple[Errand, ...] = ()
    last: tuple[Errand, ...] = ()
    room: str = ""
    told: tuple[Errand, ...] = ()


@dataclass
class RequestState:
    """What has been understood of an utterance so far."""

    context: RequestContext
    anew: Callable[[str], Sequence[Instruction]]
    """Reads a request as if nothing were being done."""
    found: list[Instruction] = field(default_factory=list)
    things: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    without: list[Without] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    fragments: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)
    """Those of the doubts that are about when, and could be looked at now."""
    remarks: list[str] = field(default_factory=list)
    only: OnlyIf | None = None
    meant: dict[Trait, Trait] = field(default_factory=dict)
    """What a condition speaks of → that with what the request tells of the very thing."""
    told: dict[str, WhichThings] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    """Types of which it was told where they are → that place, known or not, as it was said."""
    single: set[str] = field(default_factory=set)
    """Types of which one each was told of in a list: "my book and my pen are on the bed"."""
    stowed: list[Errand] = field(default_factory=list)
    """What is to be put where it belongs; what is only picked up is an errand of the same kind."""
    troubles: list[RequestResult] = field(default_factory=list)
    offered: Begin | None = None
    """Things with a place that no verb goes with: where they shall be, or, where a request follows, where they are."""

    @property
    def begun(self) -> list[Begin]:
        """What is to be begun, in order."""
        return [one for one in self.found if isinstance(one, Begin)]

    @property
    def spoken(self) -> ReferenceContext:
        """What a clause may lean on."""
        begun = tuple(one.errand for one in self.begun)
        earlier = self.context.things if self.context.tasks or not self.things else ()
        things = tuple(dict.fromkeys((*self.things, *earlier)))
        return ReferenceContext(self.context.present, things, self.recent, begun, frozenset(self.single), self.earlier)

    @property
    def earlier(self) -> tuple[Errand, ...]:
        """What is open; where nothing is, what was asked for last."""
        return self.context.tasks or self.context.last

    @property
    def tasks(self) -> tuple[Errand, ...]:
        """What is begun here, the last one first, and what is open."""
        return (*(one.errand for one in reversed(self.begun)), *self.context.tasks)
