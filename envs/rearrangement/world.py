"""A house in which an agent rearranges things, one skill at a time, seeing only what it came by (Memento's world)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from envs.rearrangement.episode import RearrangementEpisode
from envs.rearrangement.evaluation import EpisodeScore, GoalMonitor, Whereabouts
from envs.rearrangement.house import NOWHERE, House, Position, metres
from envs.rearrangement.skills import PERCEPTION, Skill, read_skill

CYCLES, STEPS = 40, 10_000
"""After so many skills, or simulator steps, an episode is over (published settings)."""
REACH = 2.5
"""Metres to the middle of furniture from which things can be picked up, put down and opened; the published 2.0 are to
its side. Of 2.0 to 4.0 this agrees best with recorded runs: 97.2 % of skills succeed or fail alike."""
_GOING, _METRE, _EXPLORED, _LONGEST = 46.8, 20.1, 15.0, 2_400
"""Simulator steps: to set out and per metre (fitted to 919 recorded ways, R² 0.74); per piece that is looked at when a
room is explored; the most that a skill may take."""
_HANDLING, _OPENING, _FAILING = 2, 3, 1
SUCCEEDED = "Successful execution!"
_FAILED = "Unexpected failure! - "


@dataclass(frozen=True)
class SkillOutcome:
    """What came of a skill.

    Attributes:
        success: Whether it worked.
        text: What the agent is told, with all objects that it knows of.
        steps: Simulator steps that it took.
        over: Whether the episode is over.
    """

    success: bool
    text: str
    steps: int
    over: bool = False


@dataclass(frozen=True)
class PersonalizationResult:
    """How an episode went.

    Attributes:
        score: What counts.
        cycles: Skills that were used.
        steps: Simulator steps they took.
        moved: Names of objects that were picked up, in order.
    """

    score: EpisodeScore
    cycles: int
    steps: int
    moved: tuple[str, ...]


@dataclass(frozen=True)
class SeenObject:
    """An object that the agent knows of.

    Attributes:
        name: As it is told.
        place: Furniture or floor; "" while it is held.
        room: Where that is.
    """

    name: str
    place: str
    room: str


class RearrangementWorld:
    """One episode being lived.

    What an agent may know are the attributes and methods of this class but ``result``; goals, roles, and the sentence
    of knowledge stay inside.

    Args:
        house: Where.
        episode: What is there and what is said.
        seed: Where the agent begins, unless the episode says it.

    Attributes:
        instruction: What is said.
        rooms: Name → type of every room.
        furniture: Name → type and room of every piece.
    """

    def __init__(self, house: House, episode: RearrangementEpisode, seed: int = 0) -> None:
        self.instruction = episode.instruction
        self.rooms: Mapping[str, str] = {name: one.type for name, one in house.rooms.items()}
        self.furniture: Mapping[str, tuple[str, str]] = {
            name: (one.type, one.room) for name, one in house.furniture.items()
        }
        self._house = house
        self._captions = {one.name: one.caption for one in episode.objects}
        self._where = {one.name: _placed(one.place, one.within, house) for one in episode.objects}
        self._positions: dict[str, Position] = {one.name: one.position for one in episode.objects}
        self._monitor = GoalMonitor(house, episode.goals)
        self._room = episode.start or random.Random(f"{seed} {episode.id}").choice(sorted(house.rooms))
        self._position: Position = house.rooms[self._room].position
        self._at = ""
        self._held: str | None = None
        self._known: dict[str, None] = {}
        self._open: set[str] = set()
        self._cycles, self._steps, self._done = 0, 0, False
        self._moved: list[str] = []
        self._monitor.look(self._where)

    # -- what the agent knows ----------------------------------------------------------------------------------------

    @property
    def room(self) -> str:
        """The room the agent is in."""
        return self._room

    @property
    def held(self) -> str | None:
        """What is in its hand."""
        return self._held

    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
        return self._done or self._cycles >= CYCLES or self._steps >= STEPS

    @property
    def seen(self) -> tuple[SeenObject, ...]:
        """The objects it knows of, in the order in which it came by them."""
        return tuple(SeenObject(name, self._where[name].place, self._where[name].room) for name in self._known)

    def metres(self, one: str, other: str) -> float:
        """How far two places are from each other, over the floor."""
        return metres(self._house.position_of(one), self._house.position_of(other))

    def house_text(self) -> str:
        """Rooms and furniture, as they are told at the beginning."""
        lines = ["Furniture:"]
        for room in (*self.rooms, NOWHERE):
            pieces = [name for name, (_, around) in self.furniture.items() if around == room]
            floor = [] if room == NOWHERE else [f"floor_{room}"]
            if pieces or floor:
                lines.append(f"{room}: {', '.join([*floor, *pieces])}")
        taps = [name for name, one in self._house.furniture.items() if one.faucet]
        if taps:
            lines.append(f"The following furnitures have a faucet: {', '.join(taps)}")
        return "\n".join([*lines, *self._objects_text().splitlines()])

    def _objects_text(self) -> str:
        if not self._known:
            return "Objects: No objects found yet"
        return "Objects: " + "\n".join(self._object_text(name) for name in self._known)

    def _object_text(self, name: str) -> str:
        if name == self._held:
            return f"{name}: held by the agent"
        here = self._where[name]
        return f"{name}: {here.place} in {here.room}"

    # -- acting ------------------------------------------------------------------------------------------------------

    def step(self, skill: Skill | str) -> SkillOutcome:
        """Use a skill; one that cannot be used costs a cycle and changes nothing."""
        if self.over:
            return SkillOutcome(False, "The episode is over.", 0, True)
        self._cycles += 1
        read = read_skill(skill) if isinstance(skill, str) else skill
        if isinstance(read, str):
            return self._ended(False, f"{_FAILED}{read}.", 0)
        failure, steps = self._TABLE[read.name](self, *read.arguments)
        if read.name in PERCEPTION:
            return self._ended(True, failure, 0)
        if failure:
            return self._ended(False, f"{_FAILED}{failure}", _FAILING)
        return self._ended(True, SUCCEEDED, steps)

    def _ended(self, success: bool, text: str, steps: int) -> SkillOutcome:
        self._steps += steps
        self._monitor.look(self._where)
        return SkillOutcome(success, f"Result: {text}\n{self._objects_text()}", steps, self.over)

    def result(self) -> PersonalizationResult:
        """How it went so far; not for the agent."""
        return PersonalizationResult(self._monitor.score(), self._cycles, self._steps, tuple(self._moved))

    def _explore(self, room: str) -> tuple[str, int]:
        if room not in self.rooms:
            return f"{room} not found in the house. Explore takes the name of a room.", 0
        steps = _GOING + _METRE * metres(self._position, self._house.rooms[room].position)
        self._go(self._house.rooms[room].position, room, "")
        for piece in (one for one in self._house.furniture.values() if one.room == room):
            steps += _EXPLORED + _METRE * metres(self._position, piece.position)
            self._go(piece.position, room, piece.name)
            self._notice(piece.name)
        self._notice(f"floor_{room}")
        return "", min(_LONGEST, round(steps))

    def _navigate(self, target: str) -> tuple[str, int]:
        before = self._position
        if target in self._known:
            here = self._where[target]
            if here.place:
                self._go(self._object_position(target), here.room, here.place)
        elif target in self._house.furniture:
            piece = self._house.furniture[target]
            self._go(piece.position, piece.room if piece.room != NOWHERE else self._room, target)
            self._notice(target)
        elif target.removeprefix("floor_") in self.rooms:
            room = target.removeprefix("floor_")
            self._go(self._house.rooms[room].position, room, "")
            self._notice(f"floor_{room}")
        else:
            return f"{target} not found. Navigate takes known furniture, objects and rooms.", 0
        return "", round(_GOING + _METRE * metres(before, self._position))

    def _go(self, position: Position, room: str, at: str) -> None:
        self._position, self._room, self._at = position, room, at
        if self._held is not None:
            self._where[self._held] = Whereabouts("", room=room)

    def _notice(self, place: str) -> None:
        for name, here in self._where.items():
            if here.place == place:
                self._known.setdefault(name)

    def _object_position(self, name: str) -> Position:
        return self._positions[name]

    def _near(self, place: str, position: Position) -> bool:
        if place.startswith("floor_"):
            return self._room == place.removeprefix("floor_")
        return self._at == place or metres(self._position, position) <= REACH

    def _pick(self, name: str) -> tuple[str, int]:
        if name not in self._known:
            return f"{name} not found. Only objects that were seen can be picked.", 0
        if self._held is not None:
            return "Failed to pick! The hand is already full.", 0
        here = self._where[name]
        if not self._near(here.place, self._object_position(name)):
            return "Failed to pick! Not close enough to the object.", 0
        self._held = name
        self._moved.append(name)
        self._where[name] = Whereabouts("", room=self._room)
        return "", _HANDLING

    def _place(self, name: str, how: str, place: str, beside: str, reference: str) -> tuple[str, int]:
        failure = self._unplaceable(name, how, place, beside, reference)
        if failure:
            return failure, 0
        room = self._house.room_of(place)
        told = reference if beside == "next_to" else ""
        self._where[name] = Whereabouts(place, how == "within", told, room)
        self._positions[name] = self._house.position_of(place)
        self._held = None
        return "", _HANDLING

    def _unplaceable(self, name: str, how: str, place: str, beside: str, reference: str) -> str:
        """Why something cannot be put somewhere; "" where it can."""
        if self._held is None:
            return "The agent is not holding anything."
        if name != self._held:
            return f"The agent is holding {self._held}, not {name}."
        piece = self._house.furniture.get(place)
        if piece is None and place.removeprefix("floor_") not in self.rooms:
            return f"Place receptacle {place} is not furniture or floor."
        if how not in ("on", "within"):
            return f"Wrong relation {how!r}: it is on or within."
        room = self._house.position_of(place)
        if not self._near(place, room):
            return f"Failed to place! Not close enough to {place} or occluded."
        if piece is not None and not (piece.surfaces if how == "on" else piece.interiors):
            return (
                f"No valid placements found for entity due to Furniture {place} has no receptacle for proposition {how}"
            )
        return self._misplaced(place, beside, reference)

    def _misplaced(self, place: str, beside: str, reference: str) -> str:
        if (beside == "next_to") != (reference not in ("None", "")):
            return "next_to and its reference have to be given together."
        if beside not in ("next_to", "None", ""):
            return f"Wrong constraint {beside!r}: it is next_to or None."
        if beside == "next_to" and reference != place:
            there = self._where.get(reference)
            if there is None or there.place != place:
                return f"next_to is not feasible because {reference} is not on {place}."
        return ""

    def _turn(self, place: str, opened: bool) -> tuple[str, int]:
        piece = self._house.furniture.get(place)
        word = "open" if opened else "close"
        if piece is None or not piece.openable:
            return f"Failed to {word}! {place} is no furniture that can be opened.", 0
        if not self._near(place, piece.position):
            return f"Failed to {word}! Not close enough to {place}.", 0
        (self._open.add if opened else self._open.discard)(place)
        self._notice(place)
        return "", _OPENING

    # -- perceiving --------------------------------------------------------------------------------------------------

    def _describe(self, name: str) -> tuple[str, int]:
        if name not in self._known:
            return f"{name} not found. Only objects that were seen can be described.", 0
        return f"The description of the object '{name}' is:\n{self._captions[name] or 'no description'}", 0

    def _find_object(self, words: str) -> tuple[str, int]:
        return _found(
            [f"{name}: {self._object_text(name).partition(': ')[2]}" for name in self._known], words, "object"
        )

    def _find_receptacle(self, words: str) -> tuple[str, int]:
        lines = [f"{name} in {self.rooms.get(room, room)}" for name, (_, room) in self.furniture.items()]
        return _found(lines, words, "furniture")

    def _find_room(self, words: str) -> tuple[str, int]:
        return _found(list(self.rooms), words, "room")

    _TABLE: Mapping[str, Callable[..., tuple[str, int]]] = {
        "Explore": _explore,
        "Navigate": _navigate,
        "Pick": _pick,
        "Place": _place,
        "Open": lambda self, place: self._turn(place, True),
        "Close": lambda self, place: self._turn(place, False),
        "Wait": lambda self: ("", _FAILING),
        "Done": lambda self: self._finish(),
        "DescribeObjectTool": _describe,
        "FindObjectTool": _find_object,
        "FindReceptacleTool": _find_receptacle,
        "FindRoomTool": _find_room,
    }

    def _finish(self) -> tuple[str, int]:
        self._done = True
        return "", 0


def _placed(place: str, within: bool, house: House) -> Whereabouts:
    return Whereabouts(place, within, "", house.room_of(place))


def _found(lines: list[str], words: str, what: str) -> tuple[str, int]:
    """The lines with all words asked for, else those with most of them."""
    wanted = set(re.findall(r"[a-z]+", words.lower())) - {"a", "an", "the", "in", "on", "of", "all", "room"}
    shares = {line: len({one for one in wanted if one.rstrip("s") in line.lower()}) for line in lines}
    best = max(shares.values(), default=0)
    if not best:
        return f"No {what} was found for {words!r}.", 0
    return "\n".join(f"- {line}" for line, share in shares.items() if share == best), 0


def read_text(outcome: SkillOutcome) -> str:
    """What an outcome tells, without the list of objects."""
    return outcome.text.split("\nObjects:", 1)[0].removeprefix("Result: ")
