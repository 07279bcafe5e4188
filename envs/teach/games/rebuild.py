"""A scene rebuilt from the initial state of a recorded game.

Object boxes come from the record; the file knows nothing about walls or free floor. For *replay* free space is taken
from the cells on which the game's driver ever stood and, when given, from a layout file (reachable positions of the
real plans). For an *agent*, which begins somewhere in a record, none of it may come from what the driver did later: it
is the layout, or without one the floor between the furniture, and where the driver has been so far.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from envs.errors import BadGameFile, BadInput
from envs.files.strict_json import read_json
from envs.pocket.actions.arrange import BODY_RADIUS, HEAD_ROOM, STEP_OVER
from envs.pocket.generate.floor import clear_floor, joined
from envs.pocket.generate.openings import with_openings
from envs.pocket.scene import ROOMS, AgentPose, Box, Cell, Scene
from envs.pocket.things.records import box_dict, box_of, corner_points
from envs.pocket.world.state import ORIGIN_HEIGHT
from envs.simulator import GRID, ObjectDict
from envs.teach.games.actions import DRIVER, pose_to_thor
from envs.teach.games.recorded import Game, Interaction
from envs.vocabulary.object_types import object_types

_PLAN = re.compile(r"FloorPlan(\d+)")
ROOM_OF_HUNDRED = {0: "kitchen", 2: "living_room", 3: "bedroom", 4: "bathroom"}
FARTHEST = 50.0
"""An object farther than this outside the floor's box belongs to another plan, metres."""
BULK = 3.0
"""Nothing that can be picked up is longer, metres. The build gives some rolls of toilet paper a box of 25 m."""
SHIFTED = frozenset({"Chair", "Stool", "Footstool", "Ottoman", "DogBed", "GarbageCan"})
"""Furniture that stands elsewhere in one game than in another."""
Layouts = Mapping[str, frozenset[Cell]]


def scene_from_game(game: Game, layouts: Layouts | None = None, known: int | None = None) -> Scene:
    """The room in which a recorded game begins.

    Args:
        game: A recorded game.
        layouts: Free cells per floor plan (see ``read_layouts``).
        known: How many of the game's interactions may tell where one can walk; what comes later is not looked at. None
            looks at the whole record, as replay does.

    Raises:
        BadGameFile: An object lacks what the engine needs, or is nowhere near the plan; names it.
    """
    _check_objects(game)
    bounds = _bounds(game)
    _check_places(game, bounds)
    pose = agent_pose(game.initial.agent)
    plan = game.world.removesuffix("_physics")
    mapped = unobstructed((layouts or {}).get(plan, frozenset()), game.initial.objects, pose.y)
    visited = visited_cells(game.interactions[:known])
    free = frozenset({pose.cell, *visited, *mapped})
    # One recorded scene in about three hundred lists an id twice (clones spawned on the same spot); ids must be unique
    # here.
    objects = tuple({o["objectId"]: _sound(o) for o in reversed(game.initial.objects)}.values())[::-1]
    floor = joined(pose.cell, mapped) if mapped else clear_floor(objects, bounds, pose.cell)
    source = "free space: cells visited in the game"
    if known is not None:
        free |= floor
        source += " so far" if mapped else " so far and the floor between the furniture"
    source += f" and the layout of {plan}" if mapped else ""
    scene = Scene(game.world, room_of(game.world), objects, pose, free, bounds, source=source)
    return with_openings(scene, free if mapped else free | floor)


def unobstructed(cells: Iterable[Cell], objects: Iterable[Mapping], height: float) -> frozenset[Cell]:
    """Those cells of a layout on which no chair or other light furniture stands.

    A layout tells where one can walk in the plan as it is built; games begin with chairs and stools elsewhere. Of 276
    recorded moves into a free cell of the layout that failed, 105 led against one.

    Args:
        cells: Free cells of the plan.
        objects: The things of the game.
        height: Of the agent's origin, metres.
    """
    free = set(cells)
    floor = height - ORIGIN_HEIGHT
    for item in objects:
        low, high = box_of(item)  # pyright: ignore[reportArgumentType] (records of a game are dicts)
        flat = high[1] < floor + STEP_OVER or low[1] > floor + HEAD_ROOM
        if item["objectType"] not in SHIFTED or flat:
            continue
        free = {cell for cell in free if _gap(cell, low, high) >= BODY_RADIUS}
    return frozenset(free)


def _gap(cell: Cell, low: np.ndarray, high: np.ndarray) -> float:
    """Distance from the middle of a cell to a box seen from above, metres."""
    x, z = cell[0] * GRID, cell[1] * GRID
    return math.hypot(max(low[0] - x, 0.0, x - high[0]), max(low[2] - z, 0.0, z - high[2]))


def agent_pose(agent: Mapping) -> AgentPose:
    """An agent dict as a pose, its float noise rounded away."""
    position = agent["position"]
    return AgentPose(
        round(position["x"] / GRID) * GRID,
        position["y"],
        round(position["z"] / GRID) * GRID,
        float(round(agent["rotation"]["y"]) % 360),
        float(round(agent["cameraHorizon"])),
    )


def visited_cells(interactions: Iterable[Interaction]) -> set[Cell]:
    """Cells on which the driver stood, according to the recorded poses."""
    cells: set[Cell] = set()
    for step in interactions:
        if step.agent_id == DRIVER and step.pose is not None:
            pose = pose_to_thor(step.pose)
            cells.add((round(pose.x / GRID), round(pose.z / GRID)))
    return cells


def room_of(world: str) -> str:
    """As ``known_room``; else kitchen."""
    return known_room(world) or "kitchen"


def known_room(world: str) -> str:
    """Room type of a generated room by its name, of an AI2-THOR floor plan by its number; else empty."""
    for room in ROOMS:
        if world.startswith(room):
            return room
    plan = _PLAN.match(world)
    return ROOM_OF_HUNDRED.get(int(plan[1]) // 100, "") if plan else ""


def _bounds(game: Game) -> Box:
    """The floor's box with 2.5 m of height, or the box around all objects when there is no floor."""
    floors = [o for o in game.initial.objects if o["objectType"] == "Floor"]
    boxes = [box_of(o) for o in floors or game.initial.objects]
    low = np.min([b[0] for b in boxes], axis=0)
    high = np.max([b[1] for b in boxes], axis=0)
    top = max(float(high[1]), float(low[1]) + 2.5)
    return Box((float(low[0]), float(low[1]), float(low[2])), (float(high[0]), top, float(high[2])))


def _sound(item: ObjectDict) -> ObjectDict:
    """The object, with its type's usual box where the recorded one cannot be its own."""
    kind = object_types().get(item["objectType"])
    if kind is None or not item.get("pickupable") or max(item["axisAlignedBoundingBox"]["size"].values()) <= BULK:
        return item
    x, y, z = (item["position"][k] for k in "xyz")
    size = np.array(kind.size)
    low = np.array([x - size[0] / 2, y, z - size[2] / 2])
    oriented = {"cornerPoints": corner_points(low, low + size)}
    return {**item, "axisAlignedBoundingBox": box_dict(low, low + size), "objectOrientedBoundingBox": oriented}


def _check_objects(game: Game) -> None:
    """Refuse objects that cannot be simulated, or cannot belong to the plan.

    Some recorded objects fell out of their room, by up to 25 m; those may stay.
    """
    for number, item in enumerate(game.initial.objects):
        where = f"{game.game_id}: initial_state.objects[{number}] ({item['objectId']})"
        try:
            box, kind = np.array(box_of(item)), item["objectType"]
            pivot = [item["position"][k] for k in "xyz"]
        except (KeyError, TypeError) as error:
            raise BadGameFile(f"{where}: {error} is missing or of the wrong form") from error
        if not np.isfinite([*box.ravel(), *pivot]).all():
            raise BadGameFile(f"{where}: the position of this {kind} is not made of numbers")


def _check_places(game: Game, bounds: Box) -> None:
    low, high = np.array(bounds.low), np.array(bounds.high)
    for number, item in enumerate(game.initial.objects):
        box = np.array(box_of(item))
        away = np.maximum(np.maximum(low - box[1], box[0] - high), 0.0)
        if away.max() > FARTHEST:
            x, y, z = box.mean(axis=0)
            raise BadGameFile(
                f"{game.game_id}: initial_state.objects[{number}] ({item['objectId']}) lies at ({x:g}, {y:g}, {z:g}), "
                f"outside the plan {game.world}; expected within {FARTHEST:g} m of its floor"
            )


def read_layouts(path: Path) -> Layouts:
    """Free cells per floor plan from a JSON file {plan: [[x, z], …]} in metres.

    Raises:
        BadInput: The file is missing or of another form.
    """
    data = read_json(path, "layout file")
    try:
        return {plan: frozenset(_cells(points)) for plan, points in data.items()}
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise BadInput(f"{path} is not a layout file; expected {{plan: [[x, z], ...]}} in metres ({error})") from error


def _cells(points: Iterable[Iterable[float]]) -> Iterable[Cell]:
    return ((round(x / GRID), round(z / GRID)) for x, z in points)
