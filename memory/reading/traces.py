"""Rows of the history as recall sees them: what was done, seen and said, each with the nodes it lies in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memory.experience import Utterance
from memory.wording import Deed


@dataclass(frozen=True)
class Scope:
    """A part of the past; None is no limit.

    Attributes:
        start: First instant.
        end: Last instant, included.
        episode: Only this episode.
    """

    start: datetime | None = None
    end: datetime | None = None
    episode: str | None = None

    @property
    def limited(self) -> bool:
        """Whether anything is left out."""
        return (self.start, self.end, self.episode) != (None, None, None)


EVERYTHING = Scope()


@dataclass(frozen=True)
class ObjectInteraction:
    """One object interaction, tried or done.

    Attributes:
        time: When.
        deed: What, by class.
        thing: Id of the object handled, None when unknown.
        success: Whether it worked.
        error: Why not.
        episode: Where it belongs.
        task: The request being served, if any.
        event: Id of its event node.
        goal: Id of its goal node.
        experience: Number of the experience; orders interactions.
        confidence: Probability that it was this, as far as it was seen; 1 where the agent knows what it did.
    """

    time: datetime
    deed: Deed
    thing: str | None
    success: bool
    error: str
    episode: str
    task: str | None
    event: int
    goal: int
    experience: int
    confidence: float = 1.0


@dataclass(frozen=True)
class Sighting:
    """One unbroken stretch in which an object was seen in the same state and place.

    Attributes:
        object_id: Which object.
        object_type: Its class.
        states: Its states.
        place: Class of what it was in or on, None when unknown or in the hand.
        held: Whether the agent held it.
        start: First time seen so.
        end: Last time seen so.
        first: Id of the scene node at the beginning.
        last: Id of the scene node at the end.
        number: Number of the first experience.
        current: Whether it is in view at the newest experience.
        confidence: Probability that it is such a thing, when it was seen best; 1 where that is known.
    """

    object_id: str
    object_type: str
    states: tuple[str, ...]
    place: str | None
    held: bool
    start: datetime
    end: datetime
    first: int
    last: int
    number: int
    current: bool
    confidence: float = 1.0


@dataclass(frozen=True)
class Said:
    """An utterance with its time and the event node it lies in."""

    time: datetime
    utterance: Utterance
    event: int
    experience: int


@dataclass(frozen=True)
class SummaryLine:
    """A node by its one-line summary.

    Attributes:
        node: Its id.
        start: Time of the first experience below.
        end: Time of the last one.
        first: Number of the first experience below.
        last: Number of the last one.
        summary: The line.
        task: The request it served, if any.
    """

    node: int
    start: datetime
    end: datetime
    first: int
    last: int
    summary: str
    task: str | None


@dataclass(frozen=True)
class Gap:
    """A stretch of the past that was forgotten.

    Attributes:
        node: Id of the placeholder.
        level: Of what was forgotten: 2 events, 3 goals, 4 and above summaries with all below.
        start: When it began.
        end: When it ended.
        time: When it was forgotten.
    """

    node: int
    level: int
    start: datetime
    end: datetime
    time: datetime
