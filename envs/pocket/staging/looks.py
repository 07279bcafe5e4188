"""Domain randomisation: other materials, colours and light; the same seed gives the same looks."""

from __future__ import annotations

import colorsys
import random
import re
from typing import Any

from envs.pocket.actions.registry import action
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.things.palette import PALETTES, STYLED
from envs.pocket.things.variants import style_of, variant_of

_ROOMS = {"kitchen": "Kitchen", "living_room": "LivingRoom", "bedroom": "Bedroom", "bathroom": "Bathroom"}
_ROOM_TYPES = (*_ROOMS.values(), "RoboTHOR")
_SPLITS = ("Train", "Val", "Test")
_DAYLIGHT = 0.5
"""Share of the light that keeps its colour when that of the lamps is changed: daylight and what walls reflect."""


@action("SetRandomSeed")
def set_random_seed(engine: Engine, seed: int) -> None:
    """Seed every random choice that actions make from now on."""
    engine.rng = random.Random(int(seed))


# -- materials and colours ---------------------------------------------------------------------------------------


@action("RandomizeMaterials")
def randomize_materials(
    engine: Engine,
    useTrainMaterials: bool | None = None,
    useValMaterials: bool | None = None,
    useTestMaterials: bool | None = None,
    useExternalMaterials: bool | None = None,
    inRoomTypes: list[str] | None = None,
    excludedObjectIds: list[str] | None = None,
) -> dict[str, Any]:
    """Draw another colour and material for everything, among those in which its type comes; walls and floor too.

    The switches are checked as AI2-THOR checks them, by the number of the floor plan (1 to 20 of a room type train, to
    25 val, to 30 test; generated rooms are train); the materials of this engine are the same in every split.

    Returns:
        What AI2-THOR returns: the four switches as they count, ``chosenRoomTypes`` and ``totalMaterialsConsidered``.

    Raises:
        ActionRefused: The split or type of the loaded room is excluded, or a room type or id does not exist.
    """
    uses = _splits(engine, useTrainMaterials, useValMaterials, useTestMaterials, useExternalMaterials)
    rooms = _room_types(engine, inRoomTypes)
    staying = {engine.find(name) for name in excludedObjectIds or ()}
    for i in range(len(engine.world)):
        if i not in staying:
            _look_again(engine, i, repainted=engine.rng.randrange(1 << 30))
    _restyle(engine)
    total = sum(len(PALETTES.get(kind, PALETTES["*"])) for kind in {r["objectType"] for r in engine.world.records})
    return {"chosenRoomTypes": rooms, **uses, "totalMaterialsConsidered": total}


@action("RandomizeColors")
def randomize_colors(engine: Engine) -> None:
    """Draw any colour for everything; materials stay."""
    for i in range(len(engine.world)):
        _look_again(engine, i, recoloured=engine.rng.randrange(1 << 30))


@action("ResetMaterials", key="repainted")
@action("ResetColors", key="recoloured")
def reset_looks(engine: Engine, key: str) -> None:
    """Everything looks as it did when the scene was loaded."""
    for i, record in enumerate(engine.world.records):
        if key in record:
            _paint(engine, i, {k: v for k, v in record.items() if k != key})
    _restyle(engine)


def _look_again(engine: Engine, i: int, **drawn: int) -> None:
    _paint(engine, i, {**engine.record(i), **drawn})


def _paint(engine: Engine, i: int, record: dict[str, Any]) -> None:
    """Give an object a record with another look; the words in it follow."""
    world = engine.world
    variant = variant_of(record, world.style)
    world.repaint(i, {**record, "color": variant.colour, "material": variant.material})


def _restyle(engine: Engine) -> None:
    """Built-in furniture takes its look from the room's style, which hangs on the floor's."""
    engine.world.style = style_of(engine.world.records)
    for i in engine.world.of_type(*STYLED):
        _paint(engine, i, engine.record(i))


def _splits(engine: Engine, *given: bool | None) -> dict[str, bool]:
    """Whether the materials of each split are used."""
    plan = re.match(r"FloorPlan(\d+)", engine.world.scene.name)
    number = int(plan[1]) % 100 if plan else 1
    own = 0 if number <= 20 else 1 if number <= 25 else 2
    if given[own] is False:
        name = _SPLITS[own]
        raise ActionRefused(
            f"use{name}Materials must not be False in {engine.world.scene.name}, which is a {name.lower()} scene"
        )
    uses = {f"use{name}Materials": k == own if given[k] is None else bool(given[k]) for k, name in enumerate(_SPLITS)}
    return uses | {"useExternalMaterials": own == 0 if given[3] is None else bool(given[3])}


def _room_types(engine: Engine, asked: list[str] | None) -> list[str]:
    """The room types that are meant; all of them by default."""
    if asked is None:
        return list(_ROOM_TYPES)
    known = {name.lower(): name for name in _ROOM_TYPES}
    unknown = next((name for name in asked if name.lower() not in known), None)
    if unknown is not None or not asked:
        raise ActionRefused(f"inRoomTypes is {asked!r:.80}; it names some of {', '.join(_ROOM_TYPES)}")
    own = _ROOMS.get(engine.world.scene.room)
    chosen = [known[name.lower()] for name in asked]
    if own is not None and own not in chosen:
        raise ActionRefused(f"inRoomTypes must include {own!r}: {engine.world.scene.name} is one")
    return chosen


# -- light -------------------------------------------------------------------------------------------------------


@action("RandomizeLighting")
def randomize_lighting(
    engine: Engine,
    synchronized: bool = False,
    brightness: list[float] | None = None,
    randomizeColor: bool = True,
    hue: list[float] | None = None,
    saturation: list[float] | None = None,
) -> None:
    """Draw another brightness and colour of the light.

    There is one light per room here, so ``synchronized`` makes no difference. Ranges are [least, most].

    Raises:
        ActionRefused: A range is none or leaves [0, 1] (``brightness``: is negative), or colours are given unasked.
    """
    if not randomizeColor and (hue is not None or saturation is not None):
        raise ActionRefused("randomizeColor is False, so hue and saturation cannot be given")
    bright = _range("brightness", brightness, (0.5, 1.5), float("inf"))
    hues, pure = _range("hue", hue, (0.0, 1.0), 1.0), _range("saturation", saturation, (0.5, 1.0), 1.0)
    factor = engine.rng.uniform(*bright)
    tint = colorsys.hsv_to_rgb(engine.rng.uniform(*hues), engine.rng.uniform(*pure), 1.0)
    red, green, blue = tint if randomizeColor else (1.0, 1.0, 1.0)
    engine.light = (_mixed(factor, red), _mixed(factor, green), _mixed(factor, blue))


@action("ResetLighting")
def reset_lighting(engine: Engine) -> None:
    """The light is as it was when the scene was loaded."""
    engine.light = (1.0, 1.0, 1.0)


def _mixed(factor: float, channel: float) -> float:
    return factor * (_DAYLIGHT + (1 - _DAYLIGHT) * channel)


def _range(name: str, given: list[float] | None, usual: tuple[float, float], most: float) -> tuple[float, float]:
    if given is None:
        return usual
    if len(given) != 2 or min(given) < 0 or max(given) > most:
        allowed = "two numbers from 0" + ("" if most == float("inf") else f" to {most:g}")
        raise ActionRefused(f"{name} is {list(given)!r:.80}; it is a range, {allowed}")
    return min(given), max(given)
