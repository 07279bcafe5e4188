"""What happens by itself after every action: heat, cold, running water, coffee, cooling down.

Effects are immediate, as measured: nothing in TEACh has a cooking duration. Only cooling down takes time.
"""

from __future__ import annotations

from typing import Any

from envs.effects import Receptacle, after
from envs.pocket.actions.states import set_temperature
from envs.pocket.engine import Engine

_STATES = {"dirty": "isDirty", "filled": "isFilledWithLiquid", "cooked": "isCooked", "on": "isToggled"}
"""Keys of a record by the names that the rule has for what they say."""


def settle_scene(engine: Engine) -> None:
    """Apply every zone and running tap once, then let what left its zone cool down or warm up."""
    world = engine.world
    if engine.zone_state == (world, world.stamp):
        _decay(engine, engine.in_zone)
        return
    in_zone: set[int] = set()
    for source in world.sources:
        record = engine.record(source)
        if not record["receptacleObjectIds"]:
            continue
        kind = record["objectType"]
        if kind == "Fridge":
            in_zone |= _zone(engine, source, "Cold")
        elif kind == "StoveBurner":
            if record["temperature"] == "Hot":
                in_zone |= _zone(engine, source, "Hot")
        elif record["isToggled"] and kind == "CoffeeMachine":
            _work(engine, source)
        elif record["isToggled"]:
            in_zone |= _zone(engine, source, "Hot")
    for basin, faucet in world.links.faucet_of.items():
        if engine.record(faucet)["isToggled"]:
            _work(engine, basin)
    _decay(engine, in_zone)
    engine.zone_state, engine.in_zone = (world, world.stamp), in_zone


def _zone(engine: Engine, source: int, temperature: str) -> set[int]:
    """Heat or chill everything in a zone; a vessel on a burner passes the heat to its contents."""
    world = engine.world
    direct = world.contents(source)
    reached = set(direct)
    for i in direct:
        reached.update(world.contents(i))
    place = Receptacle(engine.record(source)["objectType"], temperature == "Hot")
    for i in sorted(reached):
        set_temperature(engine, i, temperature)
        _affect(engine, i, place)
    return reached


def _work(engine: Engine, source: int) -> None:
    """What running water or a coffee machine does to everything in it."""
    place = Receptacle(engine.record(source)["objectType"], True)
    for i in engine.world.contents(source):
        _affect(engine, i, place)


def _affect(engine: Engine, i: int, place: Receptacle) -> None:
    """Change a thing as the one rule says; fresh coffee is hot."""
    record = engine.record(i)
    before = {state for state, key in _STATES.items() if record[key]}
    now = after(record["objectType"], before, [place], record["canFillWithLiquid"], record["cookable"])
    other = now ^ before
    changes: dict[str, Any] = {key: state in now for state, key in _STATES.items() if state in other}
    if "filled" in now - before:
        changes["fillLiquid"] = "coffee" if "coffee" in now else "water"
    if changes:
        engine.world.change(i, **changes)
    if changes.get("fillLiquid") == "coffee":
        set_temperature(engine, i, "Hot")


def _decay(engine: Engine, in_zone: set[int]) -> None:
    """Back to room temperature ten seconds, or what was set, after leaving a zone."""
    world, decay = engine.world, engine.decay
    for i in list(world.warm):
        if i in in_zone:
            world.left_heat.pop(i, None)
            continue
        left = world.left_heat.setdefault(i, world.time)
        lasts = decay.of_type.get(engine.record(i)["objectType"], decay.seconds)
        if decay.allowed and world.time - left >= lasts:
            set_temperature(engine, i, "RoomTemp")
            world.left_heat.pop(i)
