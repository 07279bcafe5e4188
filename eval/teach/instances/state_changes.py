"""What EDH counts as changed, and the task that asks for it again.

As TEACh does it: every moment is compared with the state in which the *game* began, and what a segment changed is what
its end differs in and its start did not. So nothing is asked for that was put back as it was, and a fresh slice counts
with what tells it from the whole thing it was cut from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from envs.teach.tasks.classes import types_named
from envs.teach.tasks.conditions import ObjectProperties
from envs.teach.tasks.definition import Component, Task

Changes = dict[str, dict[str, Any]]
"""Object id to the properties that changed and their new values."""
Need = tuple[str, str, Any]
"""Object type, property and value, for places the id of the receptacle: a number of things that have to become so."""

CHECKED_PROPERTIES: tuple[str, ...] = (
    "isToggled",
    "isBroken",
    "isFilledWithLiquid",
    "isDirty",
    "isUsedUp",
    "isCooked",
    "isOpen",
    "isPickedUp",
    "objectType",
    "simbotLastParentReceptacle",
    "simbotIsCooked",
    "simbotIsFilledWithWater",
    "simbotIsBoiled",
    "simbotIsFilledWithCoffee",
    "simbotPickedUp",
)
"""What counts as a state change in EDH."""

HIDES: Mapping[str, tuple[str, ...]] = {
    "simbotPickedUp": ("isPickedUp",),
    "simbotIsCooked": ("isCooked",),
    "simbotIsFilledWithWater": ("isFilledWithLiquid",),
    "simbotIsFilledWithCoffee": ("isFilledWithLiquid",),
    "simbotIsBoiled": ("isCooked", "simbotIsCooked"),
}
"""A change of the first is not asked for a second time by the others."""

PLACE = "simbotLastParentReceptacle"
_KNIVES = ("Knife", "ButterKnife")
_TOOLS: Mapping[str, tuple[str, ...]] = {
    "isDirty": ("Faucet",),
    "isCooked": ("Toaster",),
    "simbotIsCooked": ("Microwave", "StoveKnob"),
    "simbotIsFilledWithCoffee": ("CoffeeMachine",),
    "simbotIsBoiled": ("Microwave", "StoveKnob"),
}
"""What one switches to bring a condition about; a faucet matters where something has to be clean, not for its water."""
_MISSING = object()


def difference(initial: Mapping[str, ObjectProperties], now: Iterable[ObjectProperties]) -> Changes:
    """In what things differ from how they were when the game began, over ``CHECKED_PROPERTIES``.

    Args:
        initial: The objects at the beginning, by id. What is not among them is compared with the whole it is a piece
            of; what has no whole either differs in everything.
        now: The objects at the moment that is asked about.
    """
    found: Changes = {}
    for obj in now:
        name = obj["objectId"]
        old = initial.get(name) or initial.get(whole_id(name)) or {}
        changed = {p: obj[p] for p in CHECKED_PROPERTIES if p in obj and not _same(obj[p], old.get(p, _MISSING))}
        if changed:
            found[name] = changed
    return found


def changes_between(start: Changes, end: Changes, types: frozenset[str] | None = None) -> Changes:
    """What a segment changed.

    Args:
        start: How its start differs from the beginning of the game; see ``difference``.
        end: How its end does. Properties that it does not differ in any more are no changes.
        types: Object types to look at; None looks at all.
    """
    found: Changes = {}
    for name, now in end.items():
        if types is not None and type_in_id(name) not in types:
            continue
        old = start.get(name)
        if old is None:
            old = start.get(whole_id(name), {})
        changed = {prop: value for prop, value in now.items() if not _same(value, old.get(prop, _MISSING))}
        if changed:
            found[name] = changed
    return found


def _same(one: Any, other: Any) -> bool:
    """Equal, and of one type: TEACh tells 1 from True."""
    return type(one) is type(other) and one == other


def whole_id(name: str) -> str:
    """Id of the thing that a piece was cut from; of anything but a piece its own id."""
    parts = name.split("|")
    return name if len(parts) <= 4 or "Basin" in name else "|".join(parts[:4])


def type_in_id(object_id: str) -> str:
    """The object type an AI2-THOR id names: ``Potato|+01|+02|+03|PotatoSliced_2`` is a PotatoSliced."""
    parts = object_id.split("|")
    return parts[0] if len(parts) <= 4 else parts[-1].split("_")[0]


# ---------------------------------------------------------------------------------------------------- asking for it


def needs(changes: Mapping[str, Mapping[str, Any]]) -> Counter[Need]:
    """Of how many things of a type each change is asked for; what another change implies is left out.

    Two things put on two counters are two needs of one each, as TEACh counts them, although either counter will do.
    """
    found: Counter[Need] = Counter()
    for name, changed in changes.items():
        hidden = {other for prop in changed for other in HIDES.get(prop, ())}
        found.update(
            (type_in_id(name), prop, changed[prop])
            for prop in CHECKED_PROPERTIES
            if prop in changed and prop not in hidden
        )
    return found


def value_asked(prop: str, value: Any) -> Any:
    """The value that the check looks for: a receptacle's class, as its id begins, stands for the receptacle."""
    return value.split("|")[0] if prop == PLACE and value is not None else value


def edh_task(changes: Mapping[str, Mapping[str, Any]]) -> Task:
    """The task that asks for these changes again: one component per need."""
    return Task(
        task_id=0,
        name="EDH",
        params=(),
        anchor=None,
        desc="Go on from here.",
        components=tuple(_component(*need, count) for need, count in needs(changes).items()),
        relations=(),
    )


def _component(object_type: str, prop: str, value: Any, count: int) -> Component:
    wanted = value_asked(prop, value)
    return Component(
        key=f"{object_type} {prop} {value}",
        determiner=str(count),
        primary_condition="objectType",
        instance_shareable=False,
        conditions={"objectType": object_type, prop: wanted},
        failure_descs={prop: f"{prop} of {count} {object_type} has to become {wanted}."},
    )


def relevant_types(task: Task) -> frozenset[str]:
    """Object types that matter to a task: what its components name, and what one switches to bring that about.

    TEACh's code for this is not published; what it keeps can be seen in the published instances and their list.
    """
    types: set[str] = set()
    for component in task.walk():
        if component.task is not None:
            continue
        wanted = component.conditions[component.primary_condition]
        named = types_named(wanted) if component.primary_condition == "simbotObjectClass" else (wanted,)
        types.update(named)
        for part in ("Sliced", "Cracked"):
            wholes = [name.replace(part, "") for name in named if part in name]
            types.update((*wholes, *_KNIVES) if wholes else ())
        for prop in component.conditions:
            types.update(_TOOLS.get(prop, ()))
    return frozenset(types)
