"""Setting states all over the scene at once: open, on, dirty and so on, and making things unbreakable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from envs.pocket.actions import states
from envs.pocket.actions.registry import action
from envs.pocket.calls import CallError
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.staging.spawning import known_type


@dataclass(frozen=True)
class StateChange:
    """One kind of state.

    Attributes:
        name: As ``SetObjectStates`` calls it; also the capability that an object needs.
        old_name: As ``SetStateOfAllObjects`` calls it.
        key: The state in the object's record, and the key under which the wanted value is given.
        apply: Sets the state, whatever else is the case.
        reversible: Whether it can be undone.
    """

    name: str
    old_name: str
    key: str
    apply: Callable[[Engine, int, bool], None]
    reversible: bool = True


def _open(engine: Engine, i: int, value: bool) -> None:
    states.set_open(engine, i, value, 1.0, force=True)


def _fill(engine: Engine, i: int, value: bool) -> None:
    if value:
        states.fill(engine, i, "water")
    else:
        states.empty(engine, i)


def _once(change: Callable[[Engine, int], None]) -> Callable[[Engine, int, bool], None]:
    """A change that only goes one way."""
    return lambda engine, i, value: change(engine, i)


CHANGES = (
    StateChange("openable", "CanOpen", "isOpen", _open),
    StateChange("toggleable", "CanToggleOnOff", "isToggled", states.apply_toggle),
    StateChange("breakable", "CanBreak", "isBroken", _once(states.break_object), reversible=False),
    StateChange("canFillWithLiquid", "CanBeFilled", "isFilledWithLiquid", _fill),
    StateChange("dirtyable", "CanBeDirty", "isDirty", states.set_dirty),
    StateChange("cookable", "CanBeCooked", "isCooked", _once(states.cook), reversible=False),
    StateChange("sliceable", "CanBeSliced", "isSliced", _once(states.slice_object), reversible=False),
    StateChange("canBeUsedUp", "CanBeUsedUp", "isUsedUp", _once(states.use_up), reversible=False),
)
_BY_NAME = {name: change for change in CHANGES for name in (change.name, change.old_name)}


@action("SetObjectStates")
def set_object_states(engine: Engine, SetObjectStates: Mapping[str, Any]) -> None:
    """Set a state of one object, of all of a type, or of all that can have it, wherever they are.

    ``SetObjectStates`` holds ``objectId`` or ``objectType`` (or neither: every object), ``stateChange`` (``openable``,
    ``toggleable``, …; may be left out when the value itself is given) and the wanted value (``isOpen``,
    ``isToggled``, …; False when left out). Objects already in that state are left alone.

    Raises:
        ActionRefused: Unknown id, type or state, nothing to change, or a state that cannot be undone.
    """
    given = SetObjectStates
    name = given.get("stateChange")
    changes = [_change(name)] if name else [c for c in CHANGES if c.key in given]
    if not changes:
        raise ActionRefused(f"SetObjectStates needs a stateChange; it is one of {', '.join(c.name for c in CHANGES)}")
    which = _selected(engine, given.get("objectId"), given.get("objectType"))
    todo = [(change, bool(given.get(change.key, False))) for change in changes]
    able = [(change, value, _able(engine, which, change)) for change, value in todo]
    if not any(objects for _, _, objects in able):
        target = given.get("objectId") or given.get("objectType") or "any object"
        raise ActionRefused(f"there is nothing {' or '.join(c.name for c in changes)} to set: {target}")
    for change, value, objects in able:
        _set(engine, change, value, objects)


@action("SetStateOfAllObjects")
def set_state_of_all_objects(engine: Engine, StateChange: str, forceAction: bool = False) -> None:
    """Set one state of everything that can have it; ``forceAction`` is the wanted value, as ALFRED uses it.

    Raises:
        ActionRefused: Unknown state, or one that cannot be undone.
    """
    change = _change(StateChange)
    _set(engine, change, bool(forceAction), _able(engine, range(len(engine.world)), change))


@action("SetObjectToggles")
def set_object_toggles(engine: Engine, objectToggles: list[Mapping[str, Any]]) -> None:
    """Switch all objects of some types on or off: a list of {objectType, isOn}.

    Raises:
        ActionRefused: Unknown type, or one that cannot be switched; then nothing is changed.
        CallError: An entry lacks one of its parts.
    """
    todo: list[tuple[bool, list[int]]] = []
    for entry in objectToggles:
        if not isinstance(entry, Mapping) or not {"objectType", "isOn"} <= set(entry):
            raise CallError(f"an entry of objectToggles is {entry!r:.80}; expected {{objectType, isOn}}")
        which = _selected(engine, None, str(entry["objectType"]))
        able = _able(engine, which, _BY_NAME["toggleable"])
        if which and not able:
            raise ActionRefused(f"{entry['objectType']} objects cannot be switched on or off")
        todo.append((bool(entry["isOn"]), able))
    for value, able in todo:
        _set(engine, _BY_NAME["toggleable"], value, able)


@action("MakeObjectsOfTypeUnbreakable")
def make_unbreakable(engine: Engine, objectType: str) -> None:
    """Nothing of this type can break from now on, whatever happens to it.

    Raises:
        ActionRefused: Unknown type.
    """
    engine.unbreakable.add(known_type(engine, objectType, "objectType"))


@action("MakeAllObjectsUnbreakable")
def make_all_unbreakable(engine: Engine) -> None:
    """Nothing in the scene can break from now on."""
    engine.unbreakable.update(r["objectType"] for r in engine.world.records)


# -- parts -------------------------------------------------------------------------------------------------------


def _change(name: str) -> StateChange:
    change = _BY_NAME.get(str(name))
    if change is None:
        raise ActionRefused(f"{name!r} is not a state; it is one of {', '.join(c.name for c in CHANGES)}")
    return change


def _selected(engine: Engine, object_id: str | None, kind: str | None) -> list[int]:
    """Indices of one object, of all of a type, or of all."""
    if object_id is not None:
        return [engine.find(str(object_id))]
    if kind is not None:
        return list(engine.world.of_type(known_type(engine, str(kind), "objectType")))
    return list(range(len(engine.world)))


def _able(engine: Engine, which: list[int] | range, change: StateChange) -> list[int]:
    """Those that can be in a state and still exist as a whole."""
    return [i for i in which if engine.record(i)[change.name] and not _gone(engine, i)]


def _gone(engine: Engine, i: int) -> bool:
    record = engine.record(i)
    return record["isSliced"] or (record["isBroken"] and record["objectType"] == "Egg")


def _set(engine: Engine, change: StateChange, value: bool, which: list[int]) -> None:
    """Bring all into the state.

    Raises:
        ActionRefused: Some would have to be made whole again; then none is changed.
    """
    other = [i for i in which if engine.record(i)[change.key] != value]
    if other and not value and not change.reversible:
        raise ActionRefused(f"{engine.record(other[0])['objectId']}: {change.key} cannot be undone")
    for i in other:
        if change.key != "isBroken" or engine.record(i)["objectType"] not in engine.unbreakable:
            change.apply(engine, i, value)
