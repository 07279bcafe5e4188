"""What became of the things an agent acted on, as far as somebody can tell who only watches its hands.

Nothing is known of things never touched. What follows from TEACh's rules is concluded: what stands under a running tap
is washed and filled, what lies in a running microwave is cooked. A switch that is first seen switched off had been on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agent.recognition.trace import Act
from envs.effects import BREWER, Receptacle, after
from envs.vocabulary.uses import WATER_BASINS
from memory.experience import type_of

HOT_PLATES = frozenset({"Pan", "Pot", "StoveBurner"})
"""Stoves are taken to be on: which knob works which burner cannot be seen, and many burn from the start."""
VESSELS = frozenset({"Pot", "Bowl", "Mug", "Cup", "Pan", "Kettle"})
REACH = 1.0
"""How far a tap may stand from the middle of its basin, in metres."""

_SWITCHES = ("Faucet", "Microwave", "CoffeeMachine", "Toaster", "StoveKnob")


@dataclass
class TouchedThing:
    """One object that was touched.

    Attributes:
        id: Its object id.
        type: Its class.
        place: Id of where it was put last, None while nobody has put it down.
        moves: How often it was put down.
        done: What happened to it: ``washed``, ``filled``, ``emptied``, ``cooked``, ``toasted``, ``coffee``,
            ``boiled``, ``watered``, ``sliced``.
    """

    id: str
    type: str
    place: str | None = None
    moves: int = 0
    done: set[str] = field(default_factory=set)


class TouchedThings:
    """The things touched in a run of acts, after the last one.

    Attributes:
        things: By id, in the order in which they were first touched.
        held: Id of what the hand holds at the end.
    """

    def __init__(self, acts: Sequence[Act]) -> None:
        self.things: dict[str, TouchedThing] = {}
        self.held: str | None = None
        self._on = _on_at_first(acts)
        self._switches = sorted({act.target for act in acts if act.action in ("ToggleOn", "ToggleOff")})
        for act in acts:
            self._follow(act)

    def of(self, types: Iterable[str], done: str = "") -> list[TouchedThing]:
        """Things of these classes, to which that was done if it is given."""
        wanted = set(types)
        return [t for t in self.things.values() if t.type in wanted and (not done or done in t.done)]

    def washed(self) -> Counter[str]:
        """How many things of each class were under a running tap."""
        return Counter(thing.type for thing in self.things.values() if "washed" in thing.done)

    def resting(self, types: Iterable[str]) -> list[tuple[TouchedThing, str]]:
        """Things of these classes that were put down and left, with the id of the place."""
        return [(t, t.place) for t in self.of(types) if t.place is not None and t.id != self.held]

    def served(self, sliced: str, dishes: Iterable[str] = ("Plate", "Bowl")) -> Counter[str]:
        """How many slices of a class lie on each dish, by the dish's id."""
        wanted = set(dishes)
        return Counter(place for _, place in self.resting([sliced]) if type_of(place) in wanted)

    def around(self, thing: TouchedThing) -> list[str]:
        """Ids of what a thing stands in, and what that stands in."""
        found: list[str] = []
        place = thing.place
        while place is not None and place not in found:
            found.append(place)
            inside = self.things.get(place)
            place = inside.place if inside else None
        return found

    # ------------------------------------------------------------------------------------------------- following

    def _follow(self, act: Act) -> None:
        if act.action == "Pickup":
            self._thing(act.target).place = None
            self.held = act.target
        elif act.action == "Place" and act.held is not None:
            thing = self._thing(act.held)
            thing.place, thing.moves, self.held = act.target, thing.moves + 1, None
        elif act.action == "Place":
            self.held = None
        elif act.action == "Slice":
            self._thing(act.target).done.add("sliced")
        elif act.action == "Pour":
            self._pour(act)
        elif act.action in ("ToggleOn", "ToggleOff"):
            self._switch(act)
        self._settle()

    def _thing(self, name: str) -> TouchedThing:
        return self.things.setdefault(name, TouchedThing(name, type_of(name)))

    def _pour(self, act: Act) -> None:
        if act.held is not None:
            self._thing(act.held).done.add("emptied")
        target = self._thing(act.target)
        if target.type not in WATER_BASINS:
            target.done.add("watered" if target.type == "HousePlant" else "filled")

    def _switch(self, act: Act) -> None:
        if type_of(act.target) in _SWITCHES:
            (self._on.add if act.action == "ToggleOn" else self._on.discard)(act.target)

    def _settle(self) -> None:
        for thing in list(self.things.values()):
            if thing.place is None:
                continue
            around = self.around(thing)
            places = [self._place(place, inner=n == 0) for n, place in enumerate(around)]
            before = {"dirty"} | (thing.done & {"cooked"})
            now = after(thing.type, before, places, fillable=True, cookable=True)
            thing.done |= {"washed", "filled"} if "dirty" not in now else set()
            thing.done |= {"coffee"} if "coffee" in now and thing.type == "Mug" else set()
            if places[0].type == "Toaster":
                thing.done.add("toasted")
            elif "warm" in now:
                thing.done |= {"cooked"} | (now & {"boiled"})

    def _place(self, name: str, inner: bool) -> Receptacle:
        """A place as far as it can be told: whatever is put into an appliance is taken to be for its work."""
        kind = type_of(name)
        wet = kind in VESSELS
        if kind in HOT_PLATES:
            return Receptacle("StoveBurner", True, wet)
        if kind in WATER_BASINS:
            return Receptacle(kind, inner and self._running("Faucet", name), wet)
        return Receptacle(kind, kind == "Microwave" or (inner and kind in ("Toaster", BREWER)), wet)

    def _running(self, switch: str, near: str) -> bool:
        """Whether the nearest switch of that class that was ever used is on, and belongs to this place."""
        known = [name for name in self._switches if type_of(name) == switch]
        nearest = min(known, key=lambda name: _apart(name, near), default="")
        return nearest in self._on and _apart(nearest, near) < REACH


def _on_at_first(acts: Sequence[Act]) -> set[str]:
    """Switches whose first use was to switch them off."""
    first: dict[str, str] = {}
    for act in acts:
        if act.action in ("ToggleOn", "ToggleOff"):
            first.setdefault(act.target, act.action)
    return {name for name, action in first.items() if action == "ToggleOff" and type_of(name) in _SWITCHES}


def _apart(left: str, right: str) -> float:
    """Horizontal distance of two objects by the positions in their ids, in metres; 0 where an id tells none."""
    ends = [_position(name) for name in (left, right)]
    return math.dist(ends[0], ends[1]) if ends[0] and ends[1] else 0.0


def _position(name: str) -> tuple[float, float] | None:
    parts = name.split("|")
    try:
        return float(parts[1]), float(parts[3])
    except (IndexError, ValueError):
        return None
