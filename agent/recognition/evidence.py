"""The evidence of an episode, read once: what was asked for, and what came of it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

from agent.recognition.lines import MoveRequest, ReadUtterance, moves_in, phrase_book, read_line
from agent.recognition.outcome import TouchedThing, TouchedThings
from agent.recognition.seen_deeds import SeenDeeds
from agent.recognition.trace import EpisodeTrace
from envs.teach.tasks.classes import class_members, types_named
from envs.vocabulary.object_types import RoomShare, object_types
from memory.experience import type_of

FOODS = ("Tomato", "Lettuce", "Potato", "Apple", "Bread")
DISHES = ("Plate", "Bowl", "Cup", "Mug")
OPENING = 3
"""How many of the user's first utterances that ask for something count as the opening."""


class Evidence:
    """What a trace tells.

    Args:
        trace: What was said and done.
    """

    def __init__(self, trace: EpisodeTrace) -> None:
        self.trace = trace
        self.outcome = TouchedThings(trace.acts)
        self.asked: tuple[ReadUtterance, ...] = tuple(map(read_line, trace.asked))
        self.replied: tuple[ReadUtterance, ...] = tuple(map(read_line, trace.replied))

    @cached_property
    def seen(self) -> SeenDeeds | None:
        """The deeds as matters of probability, where they were only seen; None where they are known."""
        return SeenDeeds(self.trace.acts) if self.trace.seen else None

    @cached_property
    def opening(self) -> tuple[ReadUtterance, ...]:
        """The first utterances of the user that name a thing or a deed."""
        return tuple(line for line in self.asked if line.things or line.cues)[:OPENING]

    @cached_property
    def moves(self) -> tuple[MoveRequest, ...]:
        """Requests to bring something somewhere."""
        return tuple(move for line in self.asked if (move := moves_in(line)) is not None)

    @cached_property
    def cues(self) -> Counter[str]:
        """In how many of the user's utterances each cue is."""
        return Counter(cue for line in self.asked for cue in {name for _, name in line.cues})

    @cached_property
    def meals(self) -> frozenset[str]:
        """Cues of whole meals that the user asks for: "prepare breakfast", not what is to be done "for breakfast"."""
        return frozenset(cue for line in self.asked for at, cue in line.cues if cue in _MEALS and not _beside(line, at))

    @cached_property
    def named(self) -> Counter[str]:
        """In how many of the user's utterances each class is named."""
        return Counter(name for line in self.asked for name in line.classes | line.either)

    @cached_property
    def meant(self) -> Counter[str]:
        """In how many of the user's utterances each class is named as what is spoken of, not as where something is."""
        return Counter(name for line in self.asked for name in line.meant)

    @cached_property
    def answered(self) -> Counter[str]:
        """In how many of the agent's utterances each class is named."""
        return Counter(name for line in self.replied for name in line.classes)

    @cached_property
    def washing(self) -> tuple[ReadUtterance, ...]:
        """The user's utterances that ask for washing or speak of dirt."""
        return tuple(line for line in self.asked if line.has("rinse") or line.has("dirty"))

    @cached_property
    def whole(self) -> frozenset[str]:
        """Classes of which the user wanted all."""
        return frozenset(name for line in self.asked for name in line.whole)

    @cached_property
    def served(self) -> dict[str, Counter[str]]:
        """Per food: how many slices lie on each dish at the end."""
        return {food: self.outcome.served(f"{food}Sliced", DISHES) for food in FOODS}

    @cached_property
    def settled(self) -> tuple[tuple[TouchedThing, str], ...]:
        """Small whole things that were put down and left, with the place."""
        types = {thing.type for thing in self.outcome.things.values() if not thing.type.endswith(("Sliced", "Cracked"))}
        return tuple(self.outcome.resting(sorted(types)))

    @cached_property
    def room(self) -> str:
        """The room that the things acted on and spoken of are most at home in; "" when they tell nothing."""
        types = {act.target_type for act in self.trace.acts} | set(self.named)
        homes = [object_types()[name].rooms for name in sorted(types) if name in object_types()]
        rooms = sorted({room for home in homes for room in home})
        return max(rooms, key=lambda room: sum(_at_home(home, room) for home in homes), default="")

    def pieces(self, food: str) -> int:
        """How many slices of a food lie on dishes at the end."""
        return sum(self.served[food].values())


_MEALS = frozenset(phrase_book()["meals"])
_BESIDE = frozenset({"for", "before", "after", "at", "during", "since", "until", "till", "from", "with", "to", "no"})


def _beside(line: ReadUtterance, at: int) -> bool:
    """Whether a word only says what something else is for, or which: "for our breakfast", "the breakfast table"."""
    return bool(_BESIDE & set(line.words[max(0, at - 2) : at])) or any(i == at + 1 for i, _ in line.things)


def _at_home(home: Mapping[str, RoomShare], room: str) -> float:
    share = home[room].share if room in home else 0.0
    return math.log(share + 0.02)


def members(name: str) -> frozenset[str]:
    """The object types a class stands for."""
    return frozenset(types_named(name))


def is_group(name: str) -> bool:
    """Whether a class is more than one object type."""
    return name in class_members()


def groups_of(types: Iterable[str]) -> list[str]:
    """Groups that have one of these types as a member, in the table's order."""
    wanted = set(types)
    return [name for name, inside in class_members().items() if wanted & set(inside)]


def place_types(places: Iterable[str]) -> frozenset[str]:
    """Classes of these places; a basin counts as its sink."""
    return frozenset(type_of(place) for place in places)


def can(object_type: str, capability: str) -> bool:
    """Whether things of a type can be something, ``pickupable`` or ``receptacle``."""
    found = object_types().get(object_type)
    return found is not None and capability in found.can
