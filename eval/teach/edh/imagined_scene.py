"""A scene in the mind: things, their states and places, and what deeds would make of them.

The agent thinks ahead in it. What follows from TEACh's rules follows here: a running tap washes and fills, a hot plate
cooks what is on it, a sliced tomato is six slices.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from agent.belief.effects import cookable
from agent.belief.state import BOILED, COFFEE, Belief, Thing
from agent.recognition.evidence import can
from envs.effects import PIECES_END, Receptacle, after, cut, likely_burner
from envs.vocabulary.uses import WATER_BASINS

PIECES = 6
"""How many slices a thing is imagined to be cut into."""
UNTOUCHED = "-"

LARGE = 1.0
"""Ground on which one does not act in the middle, square metres."""
UNKNOWN_WAY = 9.0


@dataclass(frozen=True)
class Stance:
    """Where somebody stands who has not acted since something was said.

    Attributes:
        x: Metres.
        z: Metres.
        yaw: Degrees; 0 faces +z, 90 faces +x.
        moves: How many motions there were since the last deed.
    """

    x: float
    z: float
    yaw: float
    moves: int


ObjectAction = tuple[str, str]
"""TEACh action and object id."""
Ground = tuple[float, float, float, float]
"""(x0, z0, x1, z1) in metres."""


@dataclass(slots=True, eq=False)
class ImaginedObject:
    """One thing.

    Attributes:
        id: Its object id; begins with ``?`` when it has never been seen.
        type: Its class.
        states: What is so: ``dirty``, ``filled``, ``water``, ``coffee``, ``poured``, ``cooked``, ``warm``, ``boiled``,
            ``on``, ``hot``, ``open``.
        place: What it is in or on.
        box: (x0, z0, x1, z1) of the ground it covers, metres; None when nobody knows.
        picked: Whether it was ever picked up.
        last: What it was last put on; None in the hand, ``UNTOUCHED`` when nobody has put it anywhere.
        touched: When it was acted on last, in deeds; 0 for never.
        forgotten: Whether it is a piece whose history is not written down any more, because another thing was cut.
    """

    id: str
    type: str
    states: set[str] = field(default_factory=set)
    place: str | None = None
    box: Ground | None = None
    picked: bool = False
    last: str | None = UNTOUCHED
    touched: int = 0
    forgotten: bool = False


class ImaginedScene:
    """Things that deeds change.

    Args:
        items: What there is.
        held: Id of what is in the hand.

    Attributes:
        items: By id.
        held: Id of what is in the hand.
        here: Ground that was acted on last.
        stance: Where one stands since something was said; None when one has acted since.
    """

    def __init__(self, items: Iterable[ImaginedObject], held: str | None = None) -> None:
        self.items = {item.id: item for item in items}
        self.held = held
        self.here: Ground | None = None
        self.stance: Stance | None = None
        self._time = 0
        self._own = set(self.items)
        self._taps = _nearest_taps(self.items.values())
        self.hot = {i.id for i in self.items.values() if i.type == "StoveBurner" and "hot" in i.states}
        self._knobs: dict[str, str] = {}
        for knob in (i for i in self.items.values() if i.type == "StoveKnob" and "on" in i.states):
            free = sorted(self.hot - set(self._knobs.values()))
            if free:
                self._knobs[knob.id] = min(free, key=lambda b: apart(knob.box, self.items[b].box))

    def copy(self) -> ImaginedScene:
        """The same scene, to go on differently; things are copied when they change."""
        new = object.__new__(ImaginedScene)
        new.items, new._own, self._own = dict(self.items), set(), set()
        new.held, new.here, new.stance, new._time = self.held, self.here, self.stance, self._time
        new._taps, new.hot, new._knobs = self._taps, set(self.hot), dict(self._knobs)
        return new

    def _mine(self, item: ImaginedObject) -> ImaginedObject:
        """The thing, safe to be changed."""
        if item.id not in self._own:
            item = self.items[item.id] = replace(item, states=set(item.states))
            self._own.add(item.id)
        return item

    # -- asking --------------------------------------------------------------------------------------------------

    def get(self, name: str | None) -> ImaginedObject | None:
        """An item by its id."""
        return self.items.get(name) if name is not None else None

    def around(self, item: ImaginedObject) -> list[ImaginedObject]:
        """What a thing is in or on, innermost first."""
        found: list[ImaginedObject] = []
        outer = self.get(item.place)
        while outer is not None and outer not in found:
            found.append(outer)
            outer = self.get(outer.place)
        return found

    def ago(self, names: Iterable[str]) -> int | None:
        """How many deeds ago the one of these things was acted on that was acted on last; None if none was."""
        last = max((self.items[name].touched for name in names), default=0)
        return self._time - last if last else None

    def inside(self, name: str) -> list[ImaginedObject]:
        """What was put directly in or on a thing."""
        return [item for item in self.items.values() if item.place == name]

    def under_tap(self, tap: str) -> list[ImaginedObject]:
        """What is in the basins of a tap."""
        return [item for basin, name in self._taps.items() if name == tap for item in self.inside(basin)]

    def on_plate_of(self, knob: str) -> list[ImaginedObject] | None:
        """What stands on the hot plate of a knob; None when nobody knows which plate that is."""
        plate = self._knobs.get(knob)
        return None if plate is None else self.inside(plate)

    # -- deeds ---------------------------------------------------------------------------------------------------

    def do(self, action: str, target: str, pieces: Iterable[str] = ()) -> None:
        """Follow one successful object action.

        Args:
            action: TEACh's name of it.
            target: Object id; nothing happens when there is no such thing.
            pieces: Ids of what a sliced thing falls into, where they are known.
        """
        item = self.items.get(target)
        if item is None:
            return
        item = self._mine(item)
        if action in ("Open", "Close"):
            self._change(action, item, pieces)
            return
        self.stance = None
        self._touch(item)
        self._change(action, item, pieces)
        self._settle()

    def _touch(self, item: ImaginedObject) -> None:
        self._time += 1
        item.touched = self._time
        if item.box is not None:
            self.here = _spot(item.box, self.here)

    def remember(self, deeds: Iterable[ObjectAction]) -> None:
        """Note what was touched and put where by deeds whose results are in the scene already."""
        past: dict[str, ImaginedObject] = {}
        held: ImaginedObject | None = None
        cut: list[str] = []
        for action, target in deeds:
            item = self.items.get(target) or past.setdefault(target, ImaginedObject(target, ""))
            self._touch(item)
            if action == "Pickup":
                item.picked, item.last, item.forgotten, held = True, None, False, item
            elif action == "Place" and held is not None:
                held.last, held.touched, held = target, self._time, None
            elif action == "Slice":
                for piece in self.items.values():
                    piece.forgotten |= piece.id.rpartition("|")[0] in cut
                cut.append(target)
            elif action == "Pour" and held is not None:
                held.states.add("poured")
        for piece in self.items.values():
            whole = past.get(piece.id.rpartition("|")[0])
            if whole is not None and not piece.picked:
                piece.picked, piece.last, piece.touched = whole.picked, whole.last, max(piece.touched, whole.touched)

    def _change(self, action: str, item: ImaginedObject, pieces: Iterable[str]) -> None:
        held = self.get(self.held)
        held = None if held is None else self._mine(held)
        if action == "Pickup":
            item.place, item.picked, item.last, item.forgotten, self.held = None, True, None, False, item.id
        elif action == "Place":
            self.held = None
            if held is not None:
                held.place = held.last = item.id
                held.box, held.touched = self.here, self._time
        elif action in ("Open", "Close"):
            (item.states.add if action == "Open" else item.states.discard)("open")
        elif action in ("ToggleOn", "ToggleOff"):
            self._switch(item, action == "ToggleOn")
        elif action == "Pour":
            if item.type not in WATER_BASINS:
                item.states.add("filled")
            if held is not None:
                held.states -= {"filled", "coffee"}
                held.states.add("poured")
        elif action == "Slice":
            self._slice(item, pieces)

    def _switch(self, item: ImaginedObject, on: bool) -> None:
        (item.states.add if on else item.states.discard)("on")
        if item.type != "StoveKnob":
            return
        plate = self._knobs.get(item.id) or (self._likely_plate(item) if on else None)
        if plate is not None:
            self._knobs[item.id] = plate
            (self.hot.add if on else self.hot.discard)(plate)

    def _likely_plate(self, knob: ImaginedObject) -> str | None:
        """A knob is turned for a plate with something on it, the nearest of those."""
        used = {item.place for item in self.items.values()}
        taken = set(self._knobs.values())
        free = [i for i in self.items.values() if i.type == "StoveBurner" and i.id not in taken]
        free.sort(key=lambda i: i.id)
        likely = likely_burner(free, lambda i: i.id in used, lambda i: apart(knob.box, i.box))
        return likely.id if likely is not None else None

    def _slice(self, item: ImaginedObject, pieces: Iterable[str]) -> None:
        for other in [one for one in self.items.values() if one.type.endswith(PIECES_END)]:
            self._mine(other).forgotten = True
        kind, states = cut(item.type, item.states)
        for name in tuple(pieces) or [f"{item.id}|{kind}_{n}" for n in range(1, PIECES + 1)]:
            heel = f"|{item.type}_" in name
            self.items[name] = replace(item, id=name, type=item.type if heel else kind, states=set(states))
            self._own.add(name)
        del self.items[item.id]

    # -- what follows ----------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        for item in list(self.items.values()):
            if item.place is None:
                continue
            states = self._states_in(item, self.around(item))
            if states != item.states:
                self._mine(item).states = states

    def _states_in(self, item: ImaginedObject, around: list[ImaginedObject]) -> set[str]:
        """What a thing is like after being where it is."""
        places = [Receptacle(p.type, self._works(p), not p.states.isdisjoint(("filled", "water"))) for p in around]
        return after(item.type, item.states, places, _fillable(item.type), cookable(item.type))

    def _works(self, place: ImaginedObject) -> bool:
        tap = self._taps.get(place.id)
        if tap is not None:
            return "on" in self.items[tap].states
        return place.id in self.hot if place.type == "StoveBurner" else "on" in place.states


def properties(item: ImaginedObject, held: str | None, written: bool = False) -> dict[str, Any]:
    """A thing's properties as far as EDH instances check them (see ``eval.teach.instances.state_changes``).

    Args:
        item: The thing.
        held: Id of what is in the hand.
        written: As TEACh's replay writes them down, without what it forgets of pieces.
    """
    states = item.states
    found: dict[str, Any] = {
        "isToggled": "on" in states,
        "isBroken": False,
        "isFilledWithLiquid": "filled" in states,
        "isDirty": "dirty" in states,
        "isUsedUp": False,
        "isCooked": "cooked" in states,
        "isOpen": "open" in states,
        "isPickedUp": item.id == held,
        "objectType": item.type,
    }
    if "cooked" in states:
        found["simbotIsCooked"] = True
    return found if written and item.forgotten else found | _noted(item)


def _noted(item: ImaginedObject) -> dict[str, Any]:
    """What TEACh notes of a thing that was handled."""
    found: dict[str, Any] = {}
    if item.last != UNTOUCHED:
        found["simbotLastParentReceptacle"] = item.last
    for state, prop in _CUSTOM.items():
        if state in item.states:
            found[prop] = True
    if "poured" in item.states and "coffee" not in item.states:
        found["simbotIsFilledWithCoffee"] = False
    if item.picked:
        found["simbotPickedUp"] = True
    return found


_CUSTOM = {
    "warm": "simbotIsCooked",
    "water": "simbotIsFilledWithWater",
    "boiled": "simbotIsBoiled",
    "coffee": "simbotIsFilledWithCoffee",
}


def imagine_things(things: Iterable[Thing]) -> ImaginedScene:
    """Things as they are known, as a scene in the mind in which nothing has been done yet."""
    return ImaginedScene([_item(thing) for thing in things])


def imagine(belief: Belief, deeds: Iterable[ObjectAction], also: Iterable[str] = ()) -> ImaginedScene:
    """What is believed, as a scene in the mind.

    Args:
        belief: What the agent knows.
        deeds: What it has done in this episode, oldest first.
        also: Types of things that must be somewhere although none has been seen.
    """
    items = [_item(thing) for thing in belief.things.values()]
    known = {item.type for item in items}
    items += [ImaginedObject(f"?{name}", name) for name in dict.fromkeys(also) if name not in known]
    scene = ImaginedScene(items, belief.held)
    scene.remember(deeds)
    return scene


def _item(thing: Thing) -> ImaginedObject:
    states = set(thing.states) | ({"coffee"} if COFFEE in thing.notes else set())
    states |= {"boiled"} if BOILED in thing.notes else set()
    return ImaginedObject(
        thing.object_id,
        thing.object_type,
        states,
        thing.place,
        None if thing.box is None else floor_of(thing.box.low, thing.box.high),
    )


def floor_of(low: Sequence[float], high: Sequence[float]) -> tuple[float, float, float, float]:
    """(x0, z0, x1, z1) of the ground below a box."""
    return low[0], low[2], high[0], high[2]


def gap(a: Ground | None, b: Ground | None) -> float:
    """How far two pieces of ground lie apart, metres; far where one is not known."""
    if a is None or b is None:
        return UNKNOWN_WAY
    return math.hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))


def apart(a: Ground | None, b: Ground | None) -> float:
    """Distance between the middles of two pieces of ground, metres."""
    if a is None or b is None:
        return UNKNOWN_WAY
    return math.hypot((a[0] + a[2] - b[0] - b[2]) / 2, (a[1] + a[3] - b[1] - b[3]) / 2)


def _spot(ground: Ground, here: Ground | None) -> Ground:
    """Where on a large piece of ground one acts: the point nearest to where one was."""
    if here is None or (ground[2] - ground[0]) * (ground[3] - ground[1]) < LARGE:
        return ground
    x = min(max((here[0] + here[2]) / 2, ground[0]), ground[2])
    z = min(max((here[1] + here[3]) / 2, ground[1]), ground[3])
    return x, z, x, z


def _nearest_taps(items: Iterable[ImaginedObject]) -> dict[str, str]:
    everything = list(items)
    taps = [item for item in everything if item.type == "Faucet"]
    basins = [item for item in everything if item.type in WATER_BASINS]
    return {basin.id: min(taps, key=lambda tap: apart(tap.box, basin.box)).id for basin in basins if taps}


@lru_cache(maxsize=1000)
def _fillable(object_type: str) -> bool:
    return can(object_type, "canFillWithLiquid")
