"""What happens by itself after every action: heat, cold, running water, coffee, cooling down.

Effects are immediate, as measured: nothing in TEACh has a cooking duration. Only cooling down takes time.
"""

from __future__ import annotations

from envs.pocket.engine import Engine
from envs.pocket.states import set_temperature
from envs.pocket.traits import COOKS_NOT


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
            _brew(engine, source)
        elif record["isToggled"]:
            in_zone |= _zone(engine, source, "Hot")
    for basin, faucet in world.links.faucet_of.items():
        if engine.record(faucet)["isToggled"]:
            _wash(engine, basin)
    _decay(engine, in_zone)
    engine.zone_state, engine.in_zone = (world, world.stamp), in_zone


def _zone(engine: Engine, source: int, temperature: str) -> set[int]:
    """Heat or chill everything in a zone; a vessel on a burner passes the heat to its contents."""
    world = engine.world
    direct = world.contents(source)
    reached = set(direct)
    for i in direct:
        reached.update(world.contents(i))
    spared = COOKS_NOT.get(engine.record(source)["objectType"], frozenset())
    for i in sorted(reached):
        record = engine.record(i)
        set_temperature(engine, i, temperature)
        if (
            temperature == "Hot"
            and record["cookable"]
            and not record["isCooked"]
            and record["objectType"] not in spared
        ):
            world.change(i, isCooked=True)
    return reached


def _brew(engine: Engine, machine: int) -> None:
    """An empty mug in a running coffee machine fills with hot coffee."""
    for i in engine.world.contents(machine):
        record = engine.record(i)
        if record["canFillWithLiquid"] and not record["isFilledWithLiquid"]:
            engine.world.change(i, isFilledWithLiquid=True, fillLiquid="coffee")
            set_temperature(engine, i, "Hot")


def _wash(engine: Engine, basin: int) -> None:
    """Running water cleans what is dirty, fills what can be filled and puts candles out."""
    world = engine.world
    for i in world.contents(basin):
        record = engine.record(i)
        if record["isDirty"]:
            world.change(i, isDirty=False)
        if record["canFillWithLiquid"] and not record["isFilledWithLiquid"]:
            world.change(i, isFilledWithLiquid=True, fillLiquid="water")
        if record["objectType"] == "Candle" and record["isToggled"]:
            world.change(i, isToggled=False)


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
