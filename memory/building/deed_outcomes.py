"""What a run of deeds was for: from interactions, in order, to what was made of which things.

A small model of a household follows the things through the deeds: what lies in the sink when the tap runs gets washed,
what is in the microwave when it is switched on gets cooked, a mug in the coffee machine means coffee. It knows classes
only, no task definitions, and says what a person would say who watched. Effects as measured in recorded TEACh games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from envs.effects import BREWER, RUN_BY, Receptacle, after, works
from envs.effects import whole as family
from envs.vocabulary.uses import WATER_BASINS, being, handiest, pieces

DeedTriple = tuple[str, str, str]
"""(action, thing class, target class); for a ``Pickup`` the third is where it was taken from. "" where unknown."""

BASINS = WATER_BASINS
_PLACES = (*handiest("catching water"), "Microwave", "CoffeeMachine", "Toaster", "StoveBurner")
_WORKS_ON = {
    switch: tuple(place for place in _PLACES if switch in RUN_BY[place])
    for switch in sorted({switch for place in _PLACES for switch in RUN_BY[place]})
}

TOOLS = frozenset(handiest("cutting"))
VESSELS = being("vessel") | being("drink vessel") | {"Box"}
"""Things that are carried and have other things in or on them."""

FOOD = frozenset(pieces())
_DRINK = frozenset({"Mug", "Cup"})
_PLANTS = frozenset({"HousePlant", "PottedPlant"})


@dataclass(frozen=True)
class Effect:
    """Something that was brought about.

    Attributes:
        verb: Past form without its object: "washed", "cooked", "put", "made coffee".
        thing: Class of the thing.
        place: Class of where; "" where it does not matter.
        count: How many things.
        minor: Only worth telling when there is nothing else: a door opened, a switch pressed, a tool put away.
    """

    verb: str
    thing: str
    place: str = ""
    count: int = 1
    minor: bool = False


@dataclass
class _Put:
    """A thing where it was put."""

    kind: str
    processed: bool = False


@dataclass
class DeedOutcomes:
    """Follows things through deeds.

    Attributes:
        steps: What was brought about, in order, equal steps counted together.
        held: Class in the hand after the last deed, "" when unknown, None for none.
        contents: Place class → what was put there and not taken away again.
    """

    steps: list[Effect] = field(default_factory=list)
    held: str | None = None
    contents: dict[str, list[_Put]] = field(default_factory=dict)
    _running: set[str] = field(default_factory=set)
    _taken_from: str = ""

    def follow(self, deeds: Iterable[DeedTriple]) -> DeedOutcomes:
        """Take in deeds, in order."""
        for action, thing, target in deeds:
            method = _HANDLERS.get(action)
            if method:
                method(self, thing, target)
            elif action:
                self._add(Effect(action, thing, target))
        return self

    def finished(self) -> list[Effect]:
        """The steps worth telling, in order; the minor ones only if there are no others."""
        steps = list(self.steps)
        if self.held is not None and not (self.held in TOOLS and any(step.verb == "sliced" for step in steps)):
            steps.append(Effect("picked up", self.held, self._taken_from))
        if any(step.verb == "sliced" for step in steps):
            steps = [step for step in steps if not (step.verb == "put" and step.thing in TOOLS)]
        major = [step for step in steps if not step.minor]
        return major or steps

    def _add(self, new: Effect) -> None:
        for index, step in enumerate(self.steps):
            if (step.verb, step.thing, step.place) == (new.verb, new.thing, new.place):
                self.steps[index] = replace(step, count=step.count + new.count)
                return
        self.steps.append(new)

    def _take_back(self, verb: str, thing: str, place: str) -> None:
        """One step less of a kind: it was undone, or led to something worth more."""
        for index, step in enumerate(self.steps):
            if (step.verb, step.thing, step.place) == (verb, thing, place):
                if step.count > 1:
                    self.steps[index] = replace(step, count=step.count - 1)
                else:
                    del self.steps[index]
                return

    def pick_up(self, thing: str, origin: str) -> None:
        """A thing comes into the hand."""
        self.held, self._taken_from = thing, origin
        for put in self.contents.get(origin, []):
            if put.kind == thing:
                self.contents[origin].remove(put)
                self._take_back("put", thing, origin)
                self._taken_from = ""
                return

    def place(self, thing: str, target: str) -> None:
        """A thing leaves the hand."""
        self.held = None
        if not target:
            self._add(Effect("put down", thing))
            return
        self.contents.setdefault(target, []).append(_Put(thing))
        self._add(Effect("put", thing, target))
        where = target if target in RUN_BY else self._whereabouts(target)
        if works(where, self._running):
            self._work(where)

    def _whereabouts(self, vessel: str) -> str:
        for place, things in self.contents.items():
            if any(put.kind == vessel for put in things):
                return place
        return ""

    def switch_on(self, thing: str, _: str) -> None:
        """An appliance or a light goes on."""
        self._running.add(thing)
        self._add(Effect("switched on", thing, minor=thing in _WORKS_ON))
        for place in _WORKS_ON.get(thing, ()):
            self._work(place)

    def switch_off(self, thing: str, _: str) -> None:
        """An appliance or a light goes off."""
        if thing in self._running:
            self._running.discard(thing)
            if thing in _WORKS_ON:
                return
        self._add(Effect("switched off", thing, minor=thing in _WORKS_ON))

    def _work(self, place: str) -> None:
        """An appliance runs: something becomes of what is in it."""
        for put in self.contents.get(place, []):
            inner = self.contents.get(put.kind, []) if put.kind in VESSELS else []
            for part in inner:
                if not part.processed and place not in BASINS and family(part.kind) in FOOD:
                    part.processed = True
                    self._heat(part.kind, put.kind)
            if not put.processed:
                put.processed = True
                self._process(put.kind, place, bool(inner))

    def _process(self, thing: str, place: str, holds_food: bool) -> None:
        self._take_back("put", thing, place)
        food = family(thing) in FOOD
        now = after(thing, {"dirty"}, [Receptacle(place, True)], fillable=thing in _DRINK, cookable=food)
        if "dirty" not in now:
            self._add(Effect("rinsed" if food else "washed", thing))
        elif place == BREWER:
            self._add(Effect("made coffee", thing) if "coffee" in now else Effect("put", thing, place))
        elif place == "Toaster":
            self._add(Effect("toasted", thing))
        elif "warm" in now:
            self._add(Effect("cooked", thing, place))
        elif not holds_food:
            self._add(Effect("heated", thing, place))

    def _heat(self, food: str, vessel: str) -> None:
        """Food in a vessel on the stove or in the microwave: boiled when the vessel had been under the tap."""
        self._take_back("put", food, vessel)
        boiled = self._fill(vessel) or any(step.verb == "filled" and step.thing == vessel for step in self.steps)
        around = [Receptacle(vessel, False, wet=boiled), Receptacle("StoveBurner", True)]
        now = after(food, (), around, cookable=family(food) in ("Potato", "Egg"))
        self._add(Effect("boiled" if "boiled" in now else "cooked", food, vessel))

    def _fill(self, vessel: str) -> bool:
        """What looked like washing was filling: the water was used afterwards."""
        for index, step in enumerate(self.steps):
            if step.verb == "washed" and step.thing == vessel:
                self.steps[index] = replace(step, verb="filled")
                return True
        return False

    def pour(self, thing: str, target: str) -> None:
        """What a vessel holds is poured out."""
        if target in BASINS:
            self._add(Effect("emptied", thing, target))
            return
        self._fill(thing)
        self._add(Effect("watered", target, thing) if target in _PLANTS else Effect("poured", thing, target))

    def slice(self, thing: str, _: str) -> None:
        """A thing is cut."""
        self._add(Effect("cracked" if thing == "Egg" else "sliced", thing))

    def open(self, thing: str, _: str) -> None:
        """A door or drawer is opened."""
        self._add(Effect("opened", thing, minor=True))

    def close(self, thing: str, _: str) -> None:
        """A door or drawer is closed: nothing to tell if it was opened before."""
        if any(step.verb == "opened" and step.thing == thing for step in self.steps):
            return
        self._add(Effect("closed", thing, minor=True))

    def clean(self, thing: str, _: str) -> None:
        """Cleaned by hand."""
        self._add(Effect("cleaned", thing))


_HANDLERS = {
    "Pickup": DeedOutcomes.pick_up,
    "Place": DeedOutcomes.place,
    "ToggleOn": DeedOutcomes.switch_on,
    "ToggleOff": DeedOutcomes.switch_off,
    "Pour": DeedOutcomes.pour,
    "Slice": DeedOutcomes.slice,
    "Open": DeedOutcomes.open,
    "Close": DeedOutcomes.close,
    "Clean": DeedOutcomes.clean,
}


@dataclass(frozen=True)
class Dish:
    """Food brought together on a plate or in a bowl.

    Attributes:
        name: "salad", "sandwich", "toast".
        parts: Families of what is in it.
        vessel: Class of what it lies on.
    """

    name: str
    parts: tuple[str, ...]
    vessel: str


def dishes(chronicle: DeedOutcomes) -> list[Dish]:
    """What was made from several foods, judged by what lies together in the end."""
    toasted = any(step.verb == "toasted" for step in chronicle.steps)
    found = []
    for place, puts in chronicle.contents.items():
        parts = tuple(dict.fromkeys(family(put.kind) for put in puts if family(put.kind) in FOOD))
        if place not in ("Plate", "Bowl", "CounterTop", "DiningTable") or not parts:
            continue
        if toasted and "Bread" in parts:
            found.append(Dish("toast" if len(parts) == 1 else "sandwich", parts, place))
        elif place in ("Plate", "Bowl") and len(parts) > 1 and all(put.kind.endswith("Sliced") for put in puts):
            found.append(Dish("salad", parts, place))
    return found
