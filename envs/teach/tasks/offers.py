"""Which chore fits a room: what people were asked to do there, as far as it can be done with what is in it.

The offers are the tasks of recorded TEACh games by kind of room (train and valid_unseen), thinned to what
differs; a table has sorting tasks in the same form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from envs.simulator import ObjectDict
from envs.teach.tasks.check import check_task
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.conditions import SceneIndex
from envs.teach.tasks.definition import ALL, Component, Task
from envs.teach.tasks.definitions import load_task
from envs.vocabulary.english import a, one, quantity
from envs.vocabulary.uses import handiest

MOST_THINGS = 6
"""Most objects that one chosen task moves or washes; recorded ones mostly ask for 4 to 7 goal conditions, 2 each."""

_INSIDE = frozenset({"Bathtub", "Bowl", "Box", "Cabinet", "Drawer", "Fridge", "GarbageCan", "Safe", "Sink"})
"""Receptacles things are put "in"; on all others they are put "on"."""


@dataclass(frozen=True)
class TaskOffer:
    """A kind of task and the values each of its parameters may take; every combination is a task.

    Attributes:
        name: Task type.
        values: For each parameter its values, without the preposition, which follows from the receptacle.
    """

    name: str
    values: tuple[tuple[str, ...], ...] = ()

    def combinations(self) -> Iterator[tuple[str, ...]]:
        """The parameter values of every task offered, in a fixed order."""
        for chosen in product(*self.values):
            if self.name.endswith(" Y"):
                yield (*chosen[:-1], "in" if chosen[-1] in _INSIDE else "on", chosen[-1])
            else:
                yield chosen


def _put(name: str, things: str, places: str) -> TaskOffer:
    return TaskOffer(name, (tuple(things.split()), tuple(places.split())))


OFFERS: Mapping[str, tuple[TaskOffer, ...]] = {
    "kitchen": (
        TaskOffer("Coffee"),
        TaskOffer("Water Plant"),
        TaskOffer("Plate Of Toast"),
        TaskOffer("Boil X", (("Potato",),)),
        TaskOffer("Clean All X", (("Bowl", "Cup", "Dishware", "Drinkware", "Mug", "Pan", "Plate", "Pot"),)),
        TaskOffer("N Slices Of X In Y", (("1", "2", "3"), ("Lettuce", "Tomato"), ("Bowl", "Plate"))),
        TaskOffer("N Cooked Slices Of X In Y", (("1", "2", "3"), ("Potato",), ("Bowl", "Plate"))),
        TaskOffer("Sandwich", (("0", "1", "2"), ("1", "2"))),
        TaskOffer("Salad", (("1", "2"), ("0", "1"), ("1", "2"))),
        _put("Put All X On Y", "Bowl Cup Egg Fork Lettuce Mug Plate Potato Spatula Spoon", "DiningTable Fridge Sink"),
        _put("Put All X On Y", "Fork Spatula Spoon", "Drawer"),
        _put("Put All X In One Y", "Apple Bottle Condiments Cup Mug PepperShaker Spatula", "Cabinet"),
    ),
    "living_room": (
        _put(
            "Put All X On Y", "Newspaper RemoteControl TissueBox Watch", "ArmChair CoffeeTable Dresser SideTable Sofa"
        ),
        _put("Put All X On Y", "Pillow", "ArmChair Sofa"),
        _put("Put All X In One Y", "Newspaper RemoteControl Watch", "ArmChair Chairs SideTable Sofa Tables"),
        _put("Put All X In One Y", "CreditCard KeyChain RemoteControl Watch", "Box"),
    ),
    "bedroom": (
        _put("Put All X On Y", "AlarmClock BaseballBat Book CD CellPhone CreditCard Pen Pencil", "Bed Desk Dresser"),
        _put("Put All X On Y", "CreditCard KeyChain Pencil", "Safe"),
    ),
    "bathroom": (
        TaskOffer("Clean All X", (("Cloth",),)),
        _put("Put All X On Y", "Cloth", "Bathtub"),
        _put("Put All X On Y", "Candle ScrubBrush SoapBar SoapBottle TissueBox ToiletPaper", "CounterTop SideTable"),
    ),
    "tabletop": (
        _put("Put All X On Y", "Apple Egg KeyChain Potato Tomato Watch", "Bowl Plate"),
        _put("Put All X On Y", "Book CD Candle CellPhone Cup Fork Mug RemoteControl SoapBar Spoon", "Box"),
        _put("Put All X In One Y", "Condiments Fruit Silverware Vegetables", "Box"),
    ),
}
"""What to do in each kind of room."""

_WATER = (("Faucet",), handiest("catching water"))
_HEAT = (("Microwave", "StoveBurner"),)
_VESSEL = (("Bowl", "Cup", "Mug", "Pot", "Kettle", "Bottle", "WateringCan"),)

_MEANS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "isDirty": _WATER,
    "isFilledWithLiquid": (*_WATER, *_VESSEL),
    "isCooked": (("Toaster", "StoveBurner"),),
    "simbotIsCooked": _HEAT,
    "simbotIsBoiled": (*_WATER, *_VESSEL, *_HEAT),
    "simbotIsFilledWithCoffee": (("CoffeeMachine",),),
}
"""What it takes to make a condition true: one type of each group."""


def choose_task(
    room: str, objects: Sequence[ObjectDict], rng: np.random.Generator, name: str | None = None
) -> Task | None:
    """A task that can be done with these objects and is not done yet, or None when no offer for the room fits.

    Kinds of task are equally likely, then the parameters of that kind. Rooms of another name are offered the kitchen's.

    Args:
        room: As in ``Scene.room``.
        objects: Object dicts with the custom properties merged in.
        rng: Source of the choice.
        name: Only tasks of this type; None means any.
    """
    offers = [o for o in OFFERS.get(room, OFFERS["kitchen"]) if name is None or o.name == name]
    for i in rng.permutation(len(offers)):
        combinations = list(offers[i].combinations())
        for k in rng.permutation(len(combinations)):
            task = load_task(offers[i].name, combinations[k])
            if not obstacle(task, objects) and not _too_much(task, objects):
                return task
    return None


def obstacle(task: Task, objects: Sequence[ObjectDict]) -> str:
    """Why a task makes no sensible episode with these objects, or an empty string.

    It has to be open still, and the objects and the means have to be there. Whether things fit into a place, or can
    be reached, is not asked.
    """
    progress = check_task(task, objects)
    if progress.success:
        return f"{task.name} is done already"
    scene = SceneIndex(objects)
    reasons = (_component_obstacle(c, scene) for c in task.walk() if c.task is None)
    return next((reason for reason in reasons if reason), "")


def _too_much(task: Task, objects: Sequence[ObjectDict]) -> bool:
    scene = SceneIndex(objects)
    every = (c for c in task.walk() if c.task is None and c.determiner == ALL)
    return any(len(scene.primary(c)) > MOST_THINGS for c in every)


def _component_obstacle(component: Component, scene: SceneIndex) -> str:
    found = scene.primary(component)
    wholes = scene.wholes(component)
    wanted = component.conditions[component.primary_condition]
    # One whole gives three slices at the least; a loaf of bread gives more than any task asks for.
    if len(found) + 3 * len(wholes) < (1 if component.instance_shareable else component.count):
        if not found:
            return f"there is no {one(str(wanted))}"
        return f"there {'is' if len(found) == 1 else 'are'} only {quantity(len(found), str(wanted))}"
    if wholes and not found and "Sliced" in str(wanted) and not _present(handiest("cutting"), scene):
        return "there is no knife"
    missing = [g for prop in component.conditions for g in _MEANS.get(prop, ()) if not _present(g, scene)]
    return f"there is no {' or '.join(map(one, missing[0]))} for {a(str(wanted))}" if missing else ""


def _present(kinds: Sequence[str], scene: SceneIndex) -> bool:
    return any(scene.by_type.get(name) for kind in kinds for name in types_named(kind))
