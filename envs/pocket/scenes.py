"""Scenes by name: the generated rooms, the tabletop, and AI2-THOR's 120 plan names."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from zlib import crc32

from envs.errors import BadInput, StandInWarning, UnknownScene
from envs.pocket.generate import TWINS, generate_room
from envs.pocket.generate.tabletop import generate_tabletop
from envs.pocket.generate.twins import Twin
from envs.pocket.scene import ROOMS, STAND_IN, Scene
from envs.vocabulary.object_types import object_types
from envs.vocabulary.spelling import suggestion

_PLANS = {"kitchen": 1, "living_room": 201, "bedroom": 301, "bathroom": 401}
_PER_ROOM = 30


def scene_names() -> list[str]:
    """Every name that ``load_scene`` knows, without seeds: the rooms, then AI2-THOR's plans in numerical order."""
    plans = [f"FloorPlan{first + i}" for first in _PLANS.values() for i in range(_PER_ROOM)]
    return [*ROOMS, *plans]


def scenes_in_build() -> list[str]:
    """The same as a build of AI2-THOR spells them: plans end in ``_physics``."""
    return [f"{name}_physics" if name.startswith("FloorPlan") else name for name in scene_names()]


def load_scene(name: str | None, seed: int = 0) -> Scene:
    """The scene of that name.

    Args:
        name: A room (``kitchen``, ``living room``, ...), a room with its seed (``kitchen_7``, as in ``Scene.name``),
            one with second things of some types in other colours (``kitchen_7_twins_mug_plate``), or an AI2-THOR plan
            (``FloorPlan10``, ``FloorPlan10_physics``). A plan name gives a generated room of that kind, **not** the
            real floor plan: that one comes from a recorded game file. It is called ``FloorPlan10_standin``, and warned
            of unless that name is given. None is the kitchen.
        seed: Which of the endlessly many rooms; ignored if the name ends in a seed.

    Raises:
        UnknownScene: No such scene; the message lists what exists and the closest name.
        BadInput: The seed is negative, or there can be no such twins.

    Warns:
        StandInWarning: A generated room stands in for the plan.
    """
    if seed < 0:
        raise BadInput(f"a scene seed must be a whole number from 0, not {seed}")
    text = "kitchen" if name is None else re.sub(r"[\s-]+", "_", str(name).strip().lower())
    if plan := re.fullmatch(rf"floorplan_?(\d+)(_physics|{STAND_IN})?", text):
        scene = _plan(int(plan[1]), str(name), seed)
        if plan[2] != STAND_IN:
            warnings.warn(stand_in_words(scene), StandInWarning, stacklevel=2)
        return scene
    text, _, doubled = text.partition(TWINS)
    twins = _twins(doubled)
    room, _, number = text.rpartition("_")
    if number.isdecimal():
        seed = int(number)
    else:
        room = text
    room = {"livingroom": "living_room"}.get(room, room)
    if room not in ROOMS:
        raise _unknown(str(name))
    if room != "tabletop":
        return generate_room(room, seed, twins=twins)
    if twins:
        raise BadInput(f"a tabletop has no twins ({name}); a kitchen, living room, bedroom or bathroom can have some")
    return generate_tabletop(seed)


def _twins(doubled: str) -> tuple[Twin, ...]:
    """The twins that a scene's name asks for: ``mug_plate``."""
    types = {one.lower(): one for one in object_types()}
    return tuple(Twin(types.get(word, word)) for word in doubled.split("_") if word)


def _plan(number: int, name: str, seed: int) -> Scene:
    """A generated room that stands in for a plan: always the same one for the same plan and seed."""
    for room, first in _PLANS.items():
        if first <= number < first + _PER_ROOM:
            plan = f"FloorPlan{number}"
            scene = generate_room(room, crc32(plan.encode()) + seed, name=plan + STAND_IN)
            return replace(scene, source=f"a stand-in for {plan}: {scene.source}")
    raise _unknown(name)


def stand_in_words(scene: Scene) -> str:
    """What to tell of a room that stands in for a plan."""
    plan, kind = scene.stands_in_for, scene.room.replace("_", " ")
    return (
        f"{plan} is not shipped; {scene.name} is a generated {kind} in its place. The real plan comes from a recorded "
        f"game of it, or from Unity; give the name {scene.name} to say that the stand-in is meant"
    )


def _unknown(name: str) -> UnknownScene:
    hint = suggestion(name, scene_names()) or "."
    return UnknownScene(
        f"unknown scene {name!r}{hint} There are {', '.join(ROOMS)} (with a seed: kitchen_7) and AI2-THOR's "
        "FloorPlan1-30, FloorPlan201-230, FloorPlan301-330 and FloorPlan401-430."
    )
