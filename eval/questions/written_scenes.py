"""The home of a written life: things with their places and states, and what is in view of the robot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise

from envs.effects import HEATERS, SPARED
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import WATER_BASINS, pieces
from eval.questions.named_things import ROOMS, NamedThing, named
from memory.experience import type_of
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph

WrittenDeed = tuple[str, tuple[str, ...]]
"""An action, and the ids of what it is done to."""
_SWITCHES = {"switch on": "ToggleOn", "switch off": "ToggleOff", "open": "Open", "close": "Close"}
_LYING = re.compile(r"^(?:the )?(.+?) (?:under it|in it|on it|in the (.+))$")


def _can(key: str, capability: str) -> bool:
    known = object_types().get(type_of(key))
    return known is not None and capability in known.can


@dataclass
class WrittenHome:
    """What stands where, as far as the life tells.

    Attributes:
        held: Id of what is in the hand.
    """

    held: str | None = None
    _ids: dict[tuple[str, str], str] = field(default_factory=dict)
    _place: dict[str, str] = field(default_factory=dict)
    _states: dict[str, set[str]] = field(default_factory=dict)
    _view: list[str] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _room: str = ""

    def light(self, place: str) -> None:
        """Something else is in view now."""
        self._view = []
        self._room = place.partition(",")[0].strip().lower()

    def name(self, key: str) -> str:
        """The name of a thing, ``Mug_0``."""
        return key.replace("|", "_")

    # -- deeds, as steps ---------------------------------------------------------------------------------------------

    def pick_up(self, thing: NamedThing, where: Sequence[NamedThing], dirty: bool = False) -> list[WrittenDeed]:
        """Take a thing from where it is."""
        key = self._found(thing, where)
        if dirty:
            self._states[key].add("dirty")
        return [*self._hands_free(key), ("Pickup", (key,))]

    def put(self, thing: NamedThing, where: Sequence[NamedThing], taken: Sequence[NamedThing]) -> list[WrittenDeed]:
        """Bring things somewhere: they are taken up first where they were not in the hand."""
        done: list[WrittenDeed] = []
        spot = self._spot(where)
        for key in self.all_of(thing):
            if self.held != key or done:
                self._found_at(key, self._spot(taken) if taken else self._place.get(key, ""))
                done += [*(self._hands_free(key) if not done else ()), ("Pickup", (key,))]
            done.append(("Place", (key, spot)))
            if any("on" in self._states[one] for one in self._of_type("Faucet")) and type_of(spot) in WATER_BASINS:
                done += self._washed([key])
            self._fill(key, thing)
        return done

    def behind_a_door(self, deeds: list[WrittenDeed], place: NamedThing) -> list[WrittenDeed]:
        """Deeds at a place that is opened for them and closed again."""
        door = self._id(place.type, place.mark)
        return [("Open", (door,)), *deeds, ("Close", (door,))]

    def run_water(self, thing: NamedThing, where: Sequence[NamedThing], deed: str) -> list[WrittenDeed]:
        """Wash or fill a thing under the tap; a tool stays in the hand."""
        sink = self._spot(where) if where else self._id("SinkBasin", "")
        tap = self._id("Faucet", self._room)
        key = self._found(thing, ())
        if self.held == key:
            self.held = None
        self._found_at(key, sink)
        self._view += [tap]
        if deed == "wash":
            self._states[key].add("dirty")
        else:
            self._states[key].discard("filled")
        return [("ToggleOn", (tap,)), (f"_{deed}", (key,)), ("ToggleOff", (tap,))]

    def cut(self, thing: NamedThing, where: Sequence[NamedThing], count: int) -> list[WrittenDeed]:
        """Slice or crack a thing."""
        key = self._found(thing, where)
        if self.held == key:
            self._place[key], self.held = self._spot(where), None
        kind = pieces().get(thing.type, f"{thing.type}Sliced")
        number = len([one for one in self._pieces if type_of(one) == kind])
        made = [f"{key}|{kind}_{number + n}" for n in range(1 if kind.endswith("Cracked") else count)]
        self._pieces += made
        for one in made:
            self._states[one], self._place[one] = {"sliced"}, self._place.get(key, "")
        self._view += made
        return [("Slice", (key,))]

    def other(self, deed: str, thing: NamedThing, where: Sequence[NamedThing], note: str) -> list[WrittenDeed]:
        """Switch, open, water, toast, break: what is done to a thing where it is."""
        key = self._found(thing, where)
        if deed in _SWITCHES:
            return self._switched(_SWITCHES[deed], key, note)
        if deed in ("water", "pour out"):
            return [("Pour", (key,)), ("_fill", (key,))]
        if deed == "toast":
            toaster = self._id("Toaster", "")
            return [
                *self._hands_free(key), ("Pickup", (key,)), ("Place", (key, toaster)), ("ToggleOn", (toaster,)),
                ("_cook", (key,)), ("ToggleOff", (toaster,)),
            ]  # fmt: skip
        if deed == "break" and self.held == key:
            self.held = None
        verb = "".join(word.capitalize() for word in deed.split())
        return [(verb, (key,))]

    def _switched(self, action: str, key: str, note: str) -> list[WrittenDeed]:
        """A switch; what its note says is cooked on it gets so."""
        lying = _LYING.match(note)
        if lying is not None:
            inside = self._found(named(lying[1]), ())
            self._found_at(inside, self._id(named(lying[2]).type, "") if lying[2] else key)
            self.held = None if self.held == inside else self.held
        cooked = [one for one in self._told_of(note, key) if action == "ToggleOff" and "cooked" in note]
        if action == "ToggleOff" and type_of(key) in HEATERS:
            cooked += self._heated(key)
        lying = [one for one, place in self._place.items() if type_of(place) in WATER_BASINS]
        washed = self._washed(lying) if (action, type_of(key)) == ("ToggleOn", "Faucet") else []
        return [*(("_cook", (one,)) for one in dict.fromkeys(cooked)), (action, (key,)), *washed]

    def _heated(self, heater: str) -> list[str]:
        """What gets cooked in or on something that was on."""
        spared = SPARED.get(type_of(heater), frozenset())
        inside = [key for key in self._place if heater in self._below(key) and type_of(key) not in spared]
        return [key for key in inside if _can(key, "cookable") and "cooked" not in self._states[key]]

    def _of_type(self, kind: str) -> list[str]:
        return [key for key in self._states if type_of(key) == kind]

    def _washed(self, keys: Sequence[str]) -> list[WrittenDeed]:
        """What gets clean under a running tap: the told life does not say that it was dirty."""
        found = [key for key in keys if _can(key, "dirtyable")]
        for key in found:
            self._states[key].add("dirty")
        return [("_wash", (key,)) for key in found]

    def _told_of(self, note: str, heater: str) -> list[str]:
        """Things that a note names: those that lie on what is switched, if any do; else the one handled last."""
        words = set(note.lower().replace(",", " ").split())
        things = [(key, type_of(key).lower()) for key in self._states if "Sliced" not in key]
        named_there = [key for key, kind in things if {kind, f"{kind}s", f"{kind}es"} & words]
        return [key for key in named_there if heater in self._below(key)] or named_there[-1:]

    def _below(self, key: str) -> list[str]:
        """What a thing is in or on, the nearest first."""
        found: list[str] = []
        while (key := self._place.get(key, "")) and key not in found:
            found.append(key)
        return found

    # -- what a step changes -----------------------------------------------------------------------------------------

    def before(self, action: str, arguments: Sequence[str]) -> None:
        """Have in view what is going to be handled."""
        self._see(arguments)

    def after(self, action: str, arguments: Sequence[str]) -> None:
        """What is otherwise after a step."""
        key = arguments[0]
        if action == "Pickup":
            self.held = key
            self._place.pop(key, None)
        elif action == "Place":
            self.held = None
            self._place[key] = arguments[-1]
        elif action in ("ToggleOn", "Open", "Break", "_fill", "_cook"):
            states = {"ToggleOn": "on", "Open": "open", "Break": "broken", "_fill": "filled", "_cook": "cooked"}
            self._states[key].add(states[action])
        elif action in ("ToggleOff", "Close", "_wash"):
            self._states[key].discard({"ToggleOff": "on", "Close": "open", "_wash": "dirty"}[action])
        self._see(arguments)

    def show(self, thing: NamedThing, where: Sequence[NamedThing]) -> None:
        """A thing comes into view at its place, and nothing else."""
        self._view = []
        for key in self.all_of(thing):
            self._found_at(key, self._spot(where) if where else "")

    def take_tool(self, tool: NamedThing) -> None:
        """Have a tool in the hand."""
        key = self._id(tool.type, tool.mark)
        self._place.pop(key, None)
        self.held = key

    def drop(self) -> None:
        """The hand is empty and nothing in view when something new begins."""
        self.held, self._view = None, []

    def scene(self) -> SceneGraph:
        """What is in view."""
        shown: list[str] = list(dict.fromkeys([*self._view, *filter(None, [self.held])]))
        for key in list(shown):
            while (key := self._place.get(key, "")) and key not in shown:
                shown.append(key)
        nodes = [ObjectNode(k, type_of(k), self.name(k), tuple(sorted(self._states[k]))) for k in shown]
        lying = [(key, self._place.get(key, "")) for key in shown if key != self.held]
        relations = [Relation(key, IN_ON, place) for key, place in lying if place and place != key]
        held = [Relation(HAND, HELD, self.held)] if self.held else []
        return SceneGraph(tuple(nodes), (*relations, *held))

    # -- things ------------------------------------------------------------------------------------------------------

    def _id(self, kind: str, mark: str) -> str:
        """The id of a thing of a class; one that nothing marks is the latest of its class."""
        if not mark:
            latest = next((key for (known, _), key in reversed(self._ids.items()) if known == kind), None)
            if latest is not None:
                return latest
        if mark in ROOMS and (kind, mark) not in self._ids and (kind, "") in self._ids:
            bare = self._ids[kind, ""]  # "the fridge" and "the kitchen fridge", until another room has one, too
            if not any(key == bare for (_, other), key in self._ids.items() if other in ROOMS):
                self._ids[kind, mark] = bare
        if (kind, mark) not in self._ids:
            free = (f"{kind}|{number}" for number in count() if f"{kind}|{number}" not in self._states)
            own = f"{kind}|{mark}"  # "cabinet 8" is what this home calls it
            self._ids[kind, mark] = own if mark.isdigit() and own not in self._states else next(free)
            self._states[self._ids[kind, mark]] = set()
        return self._ids[kind, mark]

    def all_of(self, thing: NamedThing) -> tuple[str, ...]:
        """The things that words name; of pieces those that were made last."""
        made = [key for key in self._pieces if thing.type in (type_of(key), "Slice")]
        if made and not thing.mark:
            keys = made[-thing.count :]
        elif thing.count > 1:
            keys = [self._id(thing.type, f"{thing.mark} {n + 1}".strip()) for n in range(thing.count)]
        else:
            keys = [self._id(thing.type, thing.mark)]
        for key in keys:
            self._states[key] |= set(thing.states) - {"filled"}
        return tuple(keys)

    def _found(self, thing: NamedThing, where: Iterable[NamedThing]) -> str:
        """A thing where it is found."""
        key = self.all_of(thing)[0]
        where = tuple(where)
        if where and self.held != key:
            self._found_at(key, self._spot(where))
        self._fill(key, thing)
        return key

    def _found_at(self, key: str, place: str) -> None:
        if place and place != key:
            self._place[key] = place
        self._see([key])

    def _spot(self, where: Sequence[NamedThing]) -> str:
        """The place that words name, with what it is on in turn."""
        if not where:
            return self._id("Floor", self._room)
        keys = [self._open_one(one) or self._id(one.type, one.mark) for one in where]
        for key, below in pairwise(keys):
            if key != below:
                self._place[key] = below
        return keys[0]

    def _open_one(self, place: NamedThing) -> str:
        """Of places that the life numbers the one that stands open, where no number is told; else nothing."""
        if any(mark.isdigit() for mark in place.mark.split()):
            return ""
        numbered = [key for (kind, mark), key in self._ids.items() if kind == place.type and mark.isdigit()]
        opened = [key for key in numbered if "open" in self._states[key]]
        return opened[0] if len(opened) == 1 else ""

    def _fill(self, key: str, thing: NamedThing) -> None:
        if thing.filled_with:
            self._states[key].add("filled")
        for inside in thing.contents:
            for one in self.all_of(inside):
                if one != key:
                    self._place[one] = key
                    self._see([one])

    def _hands_free(self, wanted: str) -> list[WrittenDeed]:
        """What was in the hand is laid aside without a word; a written life does not tell of it."""
        if self.held is not None and self.held != wanted:
            self.held = None
        return []

    def _see(self, keys: Iterable[str]) -> None:
        self._view += [key for key in keys if key not in self._view]
