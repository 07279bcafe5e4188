"""Contact sheets of what the renderer draws: ``python -m envs.pocket.contact_sheet FOLDER``.

Writes ``objects_1.png`` and ``objects_2.png`` (every type), ``objects_states.png`` (what states look like),
``rooms_1.png`` to ``rooms_3.png`` (twelve rooms, three of each kind) and ``rooms_states.png`` (what an agent sees
of states).
"""

from __future__ import annotations

import math
import re
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from envs.pocket.controller import PocketController
from envs.pocket.render.eye import FreeCamera
from envs.pocket.render.picture import Renderer
from envs.pocket.render.png import write_png
from envs.pocket.render.pose import pose_of
from envs.pocket.render.shapes.font import written
from envs.pocket.scene import AgentPose, Box
from envs.pocket.scenes import load_scene
from envs.pocket.things.records import box_dict, from_thor
from envs.pocket.world.state import World
from envs.pocket.world.visibility import Camera
from envs.vocabulary.object_types import object_types

ROOMS = tuple((room, seed) for seed in (1, 2, 3) for room in ("kitchen", "living_room", "bedroom", "bathroom"))
STATES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Mug", {"isFilledWithLiquid": True, "fillLiquid": "coffee"}),
    ("Mug", {"isDirty": True}),
    ("Mug", {"isBroken": True}),
    ("Bowl", {"isFilledWithLiquid": True, "fillLiquid": "water"}),
    ("Bowl", {"isDirty": True}),
    ("Plate", {"isDirty": True}),
    ("Plate", {"isBroken": True}),
    ("Pan", {"isDirty": True}),
    ("Pot", {"isFilledWithLiquid": True, "fillLiquid": "water"}),
    ("Potato", {"isCooked": True}),
    ("PotatoSliced", {"isCooked": True}),
    ("Cup", {"isFilledWithLiquid": True, "fillLiquid": "wine"}),
    ("Cup", {"isDirty": True}),
    ("Pot", {"isDirty": True}),
    ("Cloth", {"isDirty": True}),
    ("BreadSliced", {"isCooked": True}),
    ("EggCracked", {"isCooked": True}),
    ("Cabinet", {"isOpen": True}),
    ("Drawer", {"isOpen": True}),
    ("Fridge", {"isOpen": True}),
    ("Microwave", {"isOpen": True}),
    ("Microwave", {"isToggled": True}),
    ("Safe", {"isOpen": True}),
    ("Laptop", {"isOpen": True, "isToggled": True}),
    ("Toilet", {"isOpen": True}),
    ("Book", {"isOpen": True}),
    ("Box", {"isOpen": True}),
    ("LaundryHamper", {"isOpen": True}),
    ("Television", {"isToggled": True}),
    ("Television", {"isBroken": True}),
    ("CellPhone", {"isToggled": True}),
    ("StoveBurner", {"temperature": "Hot"}),
    ("StoveKnob", {"isToggled": True}),
    ("Toaster", {"isToggled": True}),
    ("CoffeeMachine", {"isToggled": True}),
    ("Faucet", {"isToggled": True}),
    ("ShowerHead", {"isToggled": True}),
    ("ShowerCurtain", {"isOpen": True}),
    ("ShowerDoor", {"isOpen": True}),
    ("Candle", {"isToggled": True}),
    ("DeskLamp", {"isToggled": True}),
    ("FloorLamp", {"isToggled": True}),
    ("LightSwitch", {"isToggled": True}),
    ("Kettle", {"isOpen": True}),
    ("Mirror", {"isDirty": True}),
    ("Window", {"isBroken": True}),
    ("Vase", {"isBroken": True}),
    ("Bed", {"isDirty": True}),
    ("WineBottle", {"isBroken": True}),
    ("CellPhone", {"isBroken": True}),
    ("Desktop", {"isToggled": True}),
    ("Blinds", {"isOpen": True}),
    ("PaperTowelRoll", {"isUsedUp": True}),
    ("ToiletPaper", {"isUsedUp": True}),
    ("TissueBox", {"isUsedUp": True}),
)


STATE_WORDS = {
    "isDirty": "dirty",
    "isBroken": "broken",
    "isCooked": "cooked",
    "isOpen": "open",
    "isToggled": "on",
    "isUsedUp": "used up",
    "temperature": "hot",
}

_DEEP = frozenset({"Toilet", "Fridge", "Drawer", "Cabinet", "Faucet", "ShowerHead", "BaseballBat", "VacuumCleaner"})
"""Types whose longer side runs from front to back."""


def sample_record(kind: str, number: int = 0, **state: Any) -> dict[str, Any]:
    """A record of a type at its usual size, standing alone at the origin."""
    info = object_types()[kind]
    long, short = info.footprint
    x, z = (short, long) if kind in _DEEP else (long, short)
    y = info.size[1]
    tail = "|+00.00|+00.00|+00.00" + (f"|{kind}_{number}" if kind.endswith(("Sliced", "Cracked")) else "")
    raw = {
        "name": f"{kind}_{number}",
        "objectId": kind.removesuffix("Sliced").removesuffix("Cracked") + tail,
        "objectType": kind,
        "position": {"x": 0.0, "y": 0.0, "z": -z / 2},
        "salientMaterials": list(info.materials) or None,
        "axisAlignedBoundingBox": box_dict(np.array([-x / 2, 0, -z / 2]), np.array([x / 2, y, z / 2])),
        **{key: True for key in info.can},
        **state,
    }
    return {**from_thor(raw), **state}


def portrait(renderer: Renderer, record: dict[str, Any], side: int, yaw: float = 205.0) -> np.ndarray:
    """One object from above and in front, as large as fits; what lies flat is seen from higher up."""
    shape = record["axisAlignedBoundingBox"]
    size, centre = (np.array([shape[part][k] for k in "xyz"]) for part in ("size", "center"))
    reach = float(np.linalg.norm(size)) / 2
    distance = reach / math.sin(math.radians(20)) * (1.5 if record["isOpen"] else 1.0)
    pitch = 50.0 if size[1] < 0.25 * max(size) or record["isFilledWithLiquid"] else 24.0
    a, b = math.radians(yaw), math.radians(pitch)
    position = centre - distance * np.array([math.sin(a) * math.cos(b), -math.sin(b), math.cos(a) * math.cos(b)])
    eye = FreeCamera(tuple(position.tolist()), yaw, pitch, fov=40.0)
    around = Box(tuple((centre - 2 * reach).tolist()), tuple((centre + 2 * reach).tolist()))
    frames = renderer.render([record], eye, side, side, walls=(around,), bounds=around)
    rgb = frames.rgb.copy()
    rgb[frames.ids < 0] = (214, 219, 224)
    return rgb


def captioned(picture: np.ndarray, text: str, lines: int = 1) -> np.ndarray:
    """The picture with a caption below it, eight pixels a letter."""
    width = picture.shape[1]
    strip = np.full((12 * lines + 6, width, 3), 255, dtype=np.uint8)
    for k, line in enumerate(textwrap.wrap(text, width // 8 - 1)[:lines]):
        ink = written(line).repeat(2, axis=0).repeat(2, axis=1)
        left = (width - ink.shape[1]) // 2
        strip[12 * k + 2 : 12 * k + 12, left : left + ink.shape[1]][ink] = 40
    return np.concatenate([picture, strip])


def grid(pictures: Sequence[np.ndarray], columns: int) -> np.ndarray:
    """Pictures of one size side by side, row by row, on white."""
    h, w, _ = pictures[0].shape
    rows = -(-len(pictures) // columns)
    out = np.full((rows * h, columns * w, 3), 255, dtype=np.uint8)
    for k, picture in enumerate(pictures):
        row, column = divmod(k, columns)
        out[row * h : (row + 1) * h, column * w : (column + 1) * w] = picture
    return out


def best_view(renderer: Renderer, world: World) -> AgentPose:
    """The pose, among corners of the free floor looking across the room, from which most objects are seen."""
    scene = world.scene
    middle = (np.array(scene.bounds.low) + np.array(scene.bounds.high)) / 2
    poses = []
    for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)):
        x, z = max(sorted(scene.free), key=lambda c, a=a, b=b: a * c[0] + b * c[1])
        yaw = math.degrees(math.atan2(middle[0] - x * 0.25, middle[2] - z * 0.25)) % 360
        poses.append(AgentPose(x * 0.25, scene.agent.y, z * 0.25, yaw, 22.0))

    def seen(pose: AgentPose) -> int:
        camera = Camera(pose, fov=75.0, aspect=4 / 3)
        ids = renderer.render(
            world.records, camera, 120, 90, walls=scene.walls, bounds=scene.bounds, want=frozenset({"ids"})
        ).ids
        numbers, counts = np.unique(ids, return_counts=True)
        # A thing that fills the view, such as a fridge next to the camera, spoils a picture.
        wall = counts[numbers == -1].sum() + sum(counts[numbers == i].sum() for i in world.of_type("Floor"))
        return int((counts > 5).sum()) - (60 if counts.max() > 3500 and counts.max() > wall * 0.7 else 0)

    return max(poses, key=seen)


def view(renderer: Renderer, world: World, pose: AgentPose, records: Sequence[dict[str, Any]] = ()) -> np.ndarray:
    """What an agent with that pose sees; by default with the lights on."""
    camera = Camera(pose, fov=75.0, aspect=4 / 3)
    scene = world.scene
    frames = renderer.render(
        records or lit(world, True), camera, 320, 240, held=world.held, walls=scene.walls, bounds=scene.bounds
    )
    return frames.rgb


def lit(world: World, on: bool) -> list[dict[str, Any]]:
    """The records with all light switches and lamps on or off."""
    lamps = ("LightSwitch", "FloorLamp", "DeskLamp")
    return [{**r, "isToggled": on} if r["objectType"] in lamps else r for r in world.records]


def facing(world: World, number: int, distance: float, horizon: float) -> AgentPose:
    """The pose straight in front of an object."""
    pose = pose_of(world.records[number], world.bounds)
    x, _, z = (pose.origin + pose.frame[:, 2] * (distance + pose.size[2] / 2)).tolist()
    yaw = math.degrees(math.atan2(-pose.frame[0, 2], -pose.frame[2, 2])) % 360
    return AgentPose(x, world.agent.y, z, yaw, horizon)


def _opened(kind: str, distance: float, horizon: float) -> tuple[World, AgentPose]:
    """A kitchen in which the fullest thing of a type stands open, and the pose in front of it."""
    world = World(load_scene("kitchen", 1))
    i = max(world.of_type(kind), key=lambda k: len(world.records[k]["receptacleObjectIds"] or ()))
    world.change(i, isOpen=True, openness=1.0)
    return world, facing(world, i, distance, horizon)


def _cooking(holding: str) -> tuple[World, AgentPose]:
    """A kitchen with a burner on, seen by an agent in front of it that holds something."""
    controller = PocketController(load_scene("kitchen", 1))
    world = controller.engine.world
    records = world.records
    controller.step("ToggleObjectOn", objectId=records[next(world.of_type("StoveKnob"))]["objectId"], forceAction=True)
    world.agent = facing(world, next(world.of_type("StoveBurner")), 0.7, 35.0)
    controller.step("PickupObject", objectId=records[next(world.of_type(holding))]["objectId"], forceAction=True)
    return world, world.agent


def state_views(renderer: Renderer) -> list[np.ndarray]:
    """States of a room as the agent sees them, with captions."""
    living = World(load_scene("living_room", 2))
    pose = best_view(renderer, living)
    pictures = [
        captioned(view(renderer, living, pose), "lights on"),
        captioned(view(renderer, living, pose, lit(living, False)), "lights off"),
    ]
    for kind, distance, horizon in (("Fridge", 1.3, 15.0), ("Drawer", 0.8, 45.0)):
        pictures.append(captioned(view(renderer, *_opened(kind, distance, horizon)), f"{kind} open"))
    for holding in ("Mug", "Knife"):
        pictures.append(captioned(view(renderer, *_cooking(holding)), f"burner on, {holding} in the hand"))
    return [*pictures, *outside_views(renderer)]


def outside_views(renderer: Renderer) -> list[np.ndarray]:
    """A room from above and from a corner, both with parallel rays, with captions."""
    world = World(load_scene("kitchen", 1))
    low, high = np.array(world.bounds.low), np.array(world.bounds.high)
    x, _, z = ((low + high) / 2).tolist()
    half = float(max((high - low)[0] * 3 / 4, (high - low)[2])) / 2 + 0.1
    eyes = {
        "map view": FreeCamera((x, float(high[1]) + 5, z), pitch=90.0, aspect=4 / 3, orthographic_size=half),
        "from a corner": FreeCamera((x + 5, 6.0, z - 5), 315.0, 38.0, aspect=4 / 3, orthographic_size=half + 0.8),
    }
    return [
        captioned(
            renderer.render(lit(world, True), eye, 320, 240, walls=world.scene.walls, bounds=world.bounds).rgb, name
        )
        for name, eye in eyes.items()
    ]


def _spaced(kind: str) -> str:
    """A type's name as words: ``TVStand`` is "TV Stand"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", kind)


def _caption(kind: str, state: dict[str, Any]) -> str:
    words = [STATE_WORDS[key] for key in state if key in STATE_WORDS] + [state[k] for k in state if k == "fillLiquid"]
    return f"{_spaced(kind)}, {' '.join(words)}"


def main(folder: Path) -> None:
    """Write all sheets into a folder."""
    renderer = Renderer("textured")
    kinds = [k for k in object_types() if k != "Floor"]
    tiles = [captioned(portrait(renderer, sample_record(k, i), 120), _spaced(k), 2) for i, k in enumerate(kinds)]
    half = (len(tiles) + 1) // 2
    for k, part in enumerate((tiles[:half], tiles[half:]), start=1):
        write_png(folder / f"objects_{k}.png", grid(part, 9))
    states = [
        captioned(portrait(renderer, sample_record(kind, 1, **state), 120), _caption(kind, state), 2)
        for kind, state in STATES
    ]
    write_png(folder / "objects_states.png", grid(states, 9))
    for k in range(3):
        views = []
        for kind, seed in ROOMS[4 * k : 4 * k + 4]:
            world = World(load_scene(kind, seed))
            views.append(
                captioned(view(renderer, world, best_view(renderer, world)), f"{kind.replace('_', ' ')} {seed}")
            )
        write_png(folder / f"rooms_{k + 1}.png", grid(views, 2))
    write_png(folder / "rooms_states.png", grid(state_views(renderer), 2))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
