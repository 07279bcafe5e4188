"""Homes and episodes as values: what is there, what is said in the two stages, and what has to come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HouseholdStage = Literal["acquisition", "utilization"]


@dataclass(frozen=True)
class HomeThing:
    """A thing that can be carried.

    Attributes:
        id: Which one.
        type: Its type.
        look: Words for its colour and material.
        colour: Its colour.
        place: Type of what it lies in or on.
    """

    id: str
    type: str
    look: frozenset[str]
    colour: str
    place: str


@dataclass(frozen=True)
class EpisodeRoom:
    """A generated room with twins.

    Attributes:
        scene: Its name, from which it is made.
        things: What can be carried in it.
        twins: Pairs of things of a type, in different colours, on one receptacle.
        places: Types of furniture on which things can be put.
    """

    scene: str
    things: tuple[HomeThing, ...]
    twins: tuple[tuple[HomeThing, HomeThing], ...]
    places: tuple[str, ...]

    def thing(self, key: str) -> HomeThing | None:
        """The thing of that id."""
        return next((one for one in self.things if one.id == key), None)


@dataclass(frozen=True)
class HouseholdGoal:
    """Where a thing has to be at the end.

    Attributes:
        thing: Id of the thing.
        place: Type of what it has to be in or on.
    """

    thing: str
    place: str


@dataclass(frozen=True)
class HouseholdEpisode:
    """One episode.

    Attributes:
        id: Its name.
        stage: Whether something personal is told in it, or needed.
        related: Id of the other stage's episode.
        scene: Name of the home.
        user: Who speaks.
        type: ``object_semantics`` or ``user_pattern``.
        subtype: Sort of knowledge; see ``memory.knowledge.SUBTYPES``.
        alias: The name that the user gives to what is told.
        memory: What is told, as a sentence about the user; nobody but the checks sees it.
        said: What is said to the robot.
        plain: The same request in words that lean on nothing; for the oracle.
        goals: What has to hold at the end.
        distractors: For each thing that is meant, in the order of the goals, its twin, which must stay where it is.
    """

    id: str
    stage: HouseholdStage
    related: str
    scene: str
    user: str
    type: str
    subtype: str
    alias: str
    memory: str
    said: str
    plain: str
    goals: tuple[HouseholdGoal, ...]
    distractors: tuple[str, ...]
