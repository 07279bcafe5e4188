"""Changing what things are: open, on, filled, dirty, cooked, broken, used up."""

from __future__ import annotations

from envs.pocket.actions.slicing import add_pieces
from envs.pocket.engine import ActionRefused, Engine

LIQUIDS = ("water", "coffee", "wine")


def need(engine: Engine, i: int, capability: str, verb: str) -> None:
    """Refuse unless the object has a capability."""
    record = engine.record(i)
    if not record[capability]:
        raise ActionRefused(f"{record['objectId']} does not have the property {capability!r} and cannot be {verb}")


def set_open(engine: Engine, i: int, is_open: bool, openness: float, force: bool) -> None:
    """Open or close; a running microwave stays shut.

    Raises:
        ActionRefused: Not openable, already so, or the microwave is on.
    """
    need(engine, i, "openable", "opened or closed")
    record = engine.record(i)
    if record["isOpen"] == is_open and (not is_open or record["openness"] == openness):
        raise ActionRefused(f"{record['objectId']} is already {'open' if is_open else 'closed'}")
    if is_open and record["objectType"] == "Microwave" and record["isToggled"] and not force:
        raise ActionRefused(f"{record['objectId']} must be OFF to open!")
    engine.world.change(i, isOpen=is_open, openness=openness if is_open else 0.0)
    engine.world.version += 1
    engine.world.bodies += 1
    engine.world.refresh_hidden()


def set_toggled(engine: Engine, i: int, on: bool, force: bool) -> None:
    """Switch on or off; a knob lights its burner, a microwave must be shut.

    Raises:
        ActionRefused: Not toggleable, already so, broken, or an open microwave.
    """
    need(engine, i, "toggleable", "switched on or off")
    record = engine.record(i)
    if record["isToggled"] == on:
        raise ActionRefused(f"{record['objectId']} is already {'on' if on else 'off'}")
    if record["isBroken"]:
        raise ActionRefused(f"{record['objectId']} is broken and cannot be switched on")
    if on and record["objectType"] == "Microwave" and record["isOpen"] and not force:
        raise ActionRefused(f"{record['objectId']} must be closed before it is switched on")
    apply_toggle(engine, i, on)


def apply_toggle(engine: Engine, i: int, on: bool) -> None:
    """Set the switch and what hangs on it, without any check."""
    world = engine.world
    world.change(i, isToggled=on)
    burner = world.links.burner_of.get(i)
    if burner is not None:
        set_temperature(engine, burner, "Hot" if on else "RoomTemp")
    for lamp in world.links.lamps_of.get(i, ()):
        world.change(lamp, isToggled=on)


def set_temperature(engine: Engine, i: int, value: str) -> None:
    """Set the temperature under both of its names."""
    if engine.record(i)["temperature"] != value:
        engine.world.change(i, temperature=value, ObjectTemperature=value)


def set_dirty(engine: Engine, i: int, dirty: bool) -> None:
    """Make dirty or clean.

    Raises:
        ActionRefused: Not dirtyable, or already so.
    """
    need(engine, i, "dirtyable", "made dirty or clean")
    record = engine.record(i)
    if record["isDirty"] == dirty:
        raise ActionRefused(f"{record['objectId']} is already {'dirty' if dirty else 'clean'}")
    engine.world.change(i, isDirty=dirty)


def fill(engine: Engine, i: int, liquid: str) -> None:
    """Fill a vessel or water a plant; coffee is hot.

    Raises:
        ActionRefused: Not fillable, already full, or an unknown liquid.
    """
    need(engine, i, "canFillWithLiquid", "filled")
    record = engine.record(i)
    if liquid not in LIQUIDS:
        raise ActionRefused(f"{liquid!r} is not a liquid; known are {', '.join(LIQUIDS)}")
    if record["isFilledWithLiquid"]:
        raise ActionRefused(f"{record['objectId']} is already filled with {record['fillLiquid'] or 'liquid'}")
    engine.world.change(i, isFilledWithLiquid=True, fillLiquid=liquid)
    if liquid == "coffee":
        set_temperature(engine, i, "Hot")


def empty(engine: Engine, i: int) -> None:
    """Pour everything out.

    Raises:
        ActionRefused: Not fillable, or already empty.
    """
    need(engine, i, "canFillWithLiquid", "emptied")
    record = engine.record(i)
    if not record["isFilledWithLiquid"]:
        raise ActionRefused(f"{record['objectId']} is already empty")
    engine.world.change(i, isFilledWithLiquid=False, fillLiquid=None)


def cook(engine: Engine, i: int) -> None:
    """Cook; nothing undoes it.

    Raises:
        ActionRefused: Not cookable, or already cooked.
    """
    need(engine, i, "cookable", "cooked")
    if engine.record(i)["isCooked"]:
        raise ActionRefused(f"{engine.record(i)['objectId']} is already cooked")
    engine.world.change(i, isCooked=True)


def use_up(engine: Engine, i: int) -> None:
    """Use up (an empty roll, an empty bottle).

    Raises:
        ActionRefused: Not that kind of thing, or already used up.
    """
    need(engine, i, "canBeUsedUp", "used up")
    if engine.record(i)["isUsedUp"]:
        raise ActionRefused(f"{engine.record(i)['objectId']} is already used up")
    engine.world.change(i, isUsedUp=True)


def break_object(engine: Engine, i: int) -> None:
    """Break; a screen goes dark, an egg leaves a cracked egg.

    Raises:
        ActionRefused: Not breakable, made unbreakable, already broken, or sliced.
    """
    need(engine, i, "breakable", "broken")
    record = engine.record(i)
    if record["objectType"] in engine.unbreakable:
        raise ActionRefused(f"{record['objectType']} objects have been made unbreakable")
    if record["isBroken"]:
        raise ActionRefused(f"{record['objectId']} is already broken")
    if record["isSliced"]:
        raise ActionRefused(f"{record['objectId']} has been sliced; only its pieces are left")
    engine.world.change(i, isBroken=True, isToggled=False)
    if record["objectType"] == "Egg":
        add_pieces(engine, i)


def slice_object(engine: Engine, i: int) -> None:
    """Cut into pieces; the original stays listed, hidden and of no size (``docs/pocket.md``).

    Raises:
        ActionRefused: Not sliceable, or already sliced.
    """
    need(engine, i, "sliceable", "sliced")
    if engine.record(i)["isSliced"]:
        raise ActionRefused(f"{engine.record(i)['objectId']} is already sliced")
    add_pieces(engine, i)
