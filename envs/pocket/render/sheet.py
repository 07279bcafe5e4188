"""Contact sheets of what the renderer draws: ``python -m envs.pocket.render.sheet FOLDER``.

Writes ``objects_1.png`` … (every type on a grid, with its states) and ``rooms_1.png`` … (twelve rooms).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from envs.object_types import object_types
from envs.pocket.records import box_dict, from_thor
from envs.pocket.render.eye import Eye
from envs.pocket.render.picture import Renderer
from envs.pocket.render.png import write_png
from envs.pocket.scene import AgentPose, Box, Scene
from envs.pocket.scenes import load_scene
from envs.pocket.visibility import Camera
from envs.pocket.world import World

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
)


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
    pitch = 50.0 if size[1] < 0.25 * max(size) else 24.0
    a, b = math.radians(yaw), math.radians(pitch)
    position = centre - distance * np.array([math.sin(a) * math.cos(b), -math.sin(b), math.cos(a) * math.cos(b)])
    eye = Eye(tuple(position.tolist()), yaw, pitch, fov=40.0)
    around = Box(tuple((centre - 2 * reach).tolist()), tuple((centre + 2 * reach).tolist()))
    frames = renderer.render([record], eye, side, side, walls=(around,), bounds=around)
    rgb = frames.rgb.copy()
    rgb[frames.ids < 0] = (214, 219, 224)
    return rgb


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


def room_picture(renderer: Renderer, scene: Scene, width: int, height: int) -> np.ndarray:
    """A room from its best corner, the lights on."""
    world = World(scene)
    pose = best_view(renderer, world)
    records = [{**r, "isToggled": True} if r["objectType"] == "LightSwitch" else r for r in world.records]
    camera = Camera(pose, fov=75.0, aspect=width / height)
    return renderer.render(records, camera, width, height, walls=scene.walls, bounds=scene.bounds).rgb


def main(folder: Path) -> None:
    """Write all sheets into a folder."""
    renderer = Renderer("textured")
    kinds = [k for k in object_types() if k != "Floor"]
    tiles = [portrait(renderer, sample_record(kind, i), 110) for i, kind in enumerate(kinds)]
    half = (len(tiles) + 1) // 2
    for k, part in enumerate((tiles[:half], tiles[half:]), start=1):
        write_png(folder / f"objects_{k}.png", grid(part, 10))
    states = [portrait(renderer, sample_record(kind, 1, **state), 110) for kind, state in STATES]
    write_png(folder / "objects_states.png", grid(states, 11))
    for k in range(3):
        views = [room_picture(renderer, load_scene(*room), 320, 240) for room in ROOMS[4 * k : 4 * k + 4]]
        write_png(folder / f"rooms_{k + 1}.png", grid(views, 2))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
