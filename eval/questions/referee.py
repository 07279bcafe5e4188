"""What really happened in a home, noted by the referee: the truth that questions are made from, never the memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from envs.clock import SimulatedClock
from envs.simulator import Simulator
from envs.teach.games.session import Outcome, TeachSession
from memory.experience import type_of

DONE, FAILED, CANCELLED, WAITING = "done", "failed", "cancelled", "waiting"
DOUBTFUL = "doubtful"
"""The robot took it for done, the simulator does not; or it was so already: nothing is asked about that."""


@dataclass(frozen=True)
class RefereeDeed:
    """Something that was done and worked.

    Attributes:
        time: When.
        action: ``Pickup``, ``Place``, ``Open``, …
        thing: Class of the thing; for ``Place`` of what was put.
        key: Its id.
        places: Classes of where it was put to, or taken from, that are in or on each other.
        held: Class of what was in the hand before it; empty for nothing.
    """

    time: datetime
    action: str
    thing: str
    key: str
    places: tuple[str, ...] = ()
    held: str = ""


class RefereeSession(TeachSession):
    """A session that notes what was done in it.

    Attributes:
        deeds: Object actions that worked, in order.
    """

    def __init__(self, simulator: Simulator, clock: SimulatedClock) -> None:
        super().__init__(simulator)
        self._clock = clock
        self.deeds: list[RefereeDeed] = []

    def interact(
        self,
        name: str,
        target: str | None,
        x: float | None = None,
        y: float | None = None,
        distance: float | None = None,
    ) -> Outcome:
        """As in ``TeachSession``."""
        held, places = self.held, self._places()
        outcome = super().interact(name, target, x, y, distance)
        if outcome.success and target is not None:
            thing, where = (held or target, (target,)) if name == "Place" else (target, places.get(target, ()))
            in_hand = "" if held is None else type_of(held)
            told = (type_of(thing), thing, tuple(map(type_of, where)), in_hand)
            self.deeds.append(RefereeDeed(self._clock.now(), name, *told))
        return outcome

    def _places(self) -> dict[str, tuple[str, ...]]:
        """For every thing what it is in or on."""
        return {one["objectId"]: tuple(one["parentReceptacles"] or ()) for one in self.objects()}


@dataclass(frozen=True)
class ServedTask:
    """A request, and what became of it.

    Attributes:
        do: What was asked for, as people say it: "water the plant".
        about: The fact that tells it from others, as ``Expectation.facts`` has it: "plant".
        request: The words of the request.
        asked: When.
        ended: When it was over; None while it waits.
        outcome: One of ``DONE``, ``FAILED``, ``CANCELLED``, ``WAITING``, ``DOUBTFUL``.
        reason: Why, in the robot's words at the time.
        interrupted: Whether something else was seen to in between.
    """

    do: str
    about: str
    request: str
    asked: datetime
    ended: datetime | None
    outcome: str
    reason: str = ""
    interrupted: bool = False

    @property
    def day(self) -> date:
        """On which it was asked for."""
        return self.asked.date()


@dataclass(frozen=True)
class ToldStatement:
    """Something that a person told as so.

    Attributes:
        words: What was said.
        topic: What it is about: "the spare key".
        fact: What it says of it: "drawer".
        time: When it was told.
    """

    words: str
    topic: str
    fact: str
    time: datetime


@dataclass(frozen=True)
class LivedTruth:
    """A life as it was.

    Attributes:
        tasks: Requests, in the order in which they were made.
        deeds: What was done, in order.
        statements: What people told.
        places: Class of thing → classes of what its only handled instance is in or on in the end.
        asked_at: When it is asked about.
        undone: What was never asked for in this life, as people say it: "make a sandwich".
    """

    tasks: tuple[ServedTask, ...]
    deeds: tuple[RefereeDeed, ...]
    statements: tuple[ToldStatement, ...]
    places: Mapping[str, tuple[str, ...]]
    asked_at: datetime
    undone: tuple[str, ...] = ()

    @property
    def days(self) -> list[date]:
        """On which something was asked for, in order."""
        return list(dict.fromkeys(one.day for one in self.tasks))

    def on(self, day: date, *outcomes: str) -> list[ServedTask]:
        """The requests of a day, with these outcomes or any."""
        return [one for one in self.tasks if one.day == day and (not outcomes or one.outcome in outcomes)]


@dataclass
class RefereeNotes:
    """What the referee writes down while a life is led.

    Attributes:
        clock: The home's time.
        heard: What people said, with when.
        over: Number of a task → when it was over.
        left: Numbers of tasks that were taken up again.
    """

    clock: SimulatedClock
    heard: list[tuple[datetime, str]] = field(default_factory=list)
    over: dict[int, datetime] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)

    def hear(self, speaker: str, text: str) -> None:
        """Somebody speaks."""
        if speaker != "agent":
            self.heard.append((self.clock.now(), text))

    def asked(self, request: str, since: datetime, default: Callable[[], datetime]) -> datetime:
        """When a request was made."""
        return next((time for time, text in self.heard if text == request and time >= since), default())
