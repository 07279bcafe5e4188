"""Crops of things in generated rooms, with the states they are in: what the state reader learns from.

Half of the views are of things in states set by chance, half are of errands (``perception.states.room_walks``), where
things are held, stand before each other and are seen in passing, as the graph sees them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.simulator import GRID, Event, ObjectDict
from perception.detector.detection import PixelBox
from perception.scene_graph.from_truth import FLAGS, states_of
from perception.states.reader import MARGIN, READ, SIDE, SMALLEST, crop, place, readable
from perception.states.room_walks import deed, walk

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom")
POSES = 30
"""Views of each room."""
REST = 5
"""Views between two shuffles of the states."""
SLACK = 0.1
"""How much more than the reader sees is kept on every side of a crop, as a share of the box's sides."""
WIDE = round(SIDE * (1 + 2 * (MARGIN + SLACK)) / (1 + 2 * MARGIN))
"""Width and height of what is kept, pixels."""

_LEAST_PIXELS = 20  # an object must own so many pixels to be learned from
_FAR = 3.0  # metres to the middle of what is learned from
_ALIKE = 3  # things of a class that are taken from one view at most
_DO = {
    "broken": ("BreakObject", None),
    "cooked": ("CookObject", None),
    "dirty": ("DirtyObject", "CleanObject"),
    "filled": ("FillObjectWithLiquid", "EmptyLiquidFromObject"),
    "on": ("ToggleObjectOn", "ToggleObjectOff"),
    "open": ("OpenObject", "CloseObject"),
}
_OFTEN = {"broken": 0.08, "cooked": 0.2, "open": 0.35}  # how often a state is wanted; what cannot be undone adds up
_CUT = {"Bread": 0.15, "Potato": 0.15}  # classes whose pieces can be cooked, and how often they are cut
_LIQUIDS = ("water", "coffee", "wine")


@dataclass(frozen=True)
class Crops:
    """What a network learns from.

    Attributes:
        pixels: (n, WIDE, WIDE, 3) uint8: the boxes as detectors find them, with room to shift them.
        places: (n, PLACE): where in the frame they are, see ``perception.states.reader.place``.
        types: (n,) class names.
        states: (n, states) bool, in the order of ``READ``.
        known: (n, states) bool: which of them the class can be in.
    """

    pixels: np.ndarray
    places: np.ndarray
    types: np.ndarray
    states: np.ndarray
    known: np.ndarray

    def __len__(self) -> int:
        return len(self.types)


_Row = tuple[np.ndarray, np.ndarray, str, list[bool], list[bool]]


def collect_crops(
    rooms: int,
    first: int,
    poses: int = POSES,
    seed: int = 0,
    on_room: Callable[[], object] | None = None,
    **parameters: Any,
) -> Crops:
    """Crops of so many rooms of each kind.

    In each room every state that can be changed is set or unset by chance, again after every ``REST`` views; from the
    engine's actions with ``forceAction``. Half of the views are from free cells near a random thing, each class as
    often as any other, towards it, at a horizon the robot can have; the others are those of an errand. The edges of
    half of the boxes are off by a few percent, as a detector's are.

    Args:
        rooms: Of each kind.
        first: Seed of the first room.
        poses: Views of each.
        seed: Of states, poses and edges.
        on_room: Called when a room has been looked at.
        parameters: Of the engine; textured frames of 300 x 300 by default.
    """
    rng = np.random.default_rng(seed)
    rows: list[_Row] = []
    look = {"renderMode": "textured", **parameters, "renderInstanceSegmentation": True}
    for number in range(first, first + rooms):
        for room in ROOMS:
            controller = PocketController(f"{room}_{number}", **look)
            for event in _views(controller, poses, rng):
                rows += _rows(event, rng)
            controller.stop()
            if on_room is not None:
                on_room()
    if not rows:
        raise BadInput("no thing with a state was seen; take more rooms or poses")
    pixels, places, types, states, known = zip(*rows, strict=True)
    return Crops(np.stack(pixels), np.stack(places), np.array(types), np.array(states, bool), np.array(known, bool))


def _views(controller: PocketController, poses: int, rng: np.random.Generator) -> Iterator[Event]:
    reachable = controller.step("GetReachablePositions").metadata["actionReturn"]
    cells = np.array([(p["x"], p["z"]) for p in reachable])
    for number in range(math.ceil(poses / 2)):
        if number % REST == 0:
            _shuffle(controller, rng)
        event = controller.last_event
        targets = [o for o in event.metadata["objects"] if readable(o["objectType"]) and _exists(o)]
        if targets:
            kinds = sorted({o["objectType"] for o in targets})
            kind = kinds[rng.integers(len(kinds))]
            targets = [o for o in targets if o["objectType"] == kind]
            _face(controller, targets[rng.integers(len(targets))], cells, rng)
        yield controller.last_event
    _shuffle(controller, rng)
    # Two steps of an errand make one view: its pictures are much alike.
    for number, event in enumerate(walk(controller, 2 * (poses // 2), int(rng.integers(2**31)))):
        if number % 2:
            yield event


def _exists(thing: ObjectDict) -> bool:
    return thing["axisAlignedBoundingBox"]["size"]["y"] > 0


def _shuffle(controller: PocketController, rng: np.random.Generator) -> None:
    """Set or unset every state of everything by chance; what cannot be undone is done more rarely."""
    for thing in controller.last_event.metadata["objects"]:
        if _exists(thing) and rng.random() < _CUT.get(thing["objectType"], 0.0):
            controller.step({"action": "SliceObject", "objectId": thing["objectId"], "forceAction": True})
    for thing in controller.last_event.metadata["objects"]:
        for state in readable(thing["objectType"]):
            do, undo = _DO[state]
            wanted = rng.random() < _OFTEN.get(state, 0.5)
            if not _exists(thing) or wanted == any(thing[flag] for flag in FLAGS[state] if flag in thing):
                continue
            action = do if wanted else undo
            if action is not None:
                call = deed(action, thing["objectId"])
                if "fillLiquid" in call:
                    call["fillLiquid"] = str(rng.choice(_LIQUIDS))
                controller.step(call)


def _face(controller: PocketController, target: ObjectDict, cells: np.ndarray, rng: np.random.Generator) -> None:
    """Stand on a free cell near a thing and look about where it is."""
    middle = target["axisAlignedBoundingBox"]["center"]
    away = np.hypot(cells[:, 0] - middle["x"], cells[:, 1] - middle["z"])
    near = np.flatnonzero(away <= max(rng.uniform(1.0, 2.2), float(away.min()) + GRID))
    x, z = cells[rng.choice(near)].tolist()
    distance = max(0.3, math.hypot(middle["x"] - x, middle["z"] - z))
    yaw = round(math.degrees(math.atan2(middle["x"] - x, middle["z"] - z)) / 90) * 90 % 360
    y = controller.last_event.metadata["agent"]["position"]["y"]
    dip = math.degrees(math.atan2(y + 0.675 - middle["y"], distance))
    horizon = min(60, max(-30, round(dip / 30) * 30))
    controller.step("TeleportFull", x=x, y=y, z=z, rotation={"x": 0, "y": yaw, "z": 0}, horizon=horizon, standing=True)


def _rows(event: Event, rng: np.random.Generator) -> Iterator[_Row]:
    """A crop, its place, its class, its states and which it can be in, for what is near and large enough."""
    segmentation, frame = event.views.segmentation, event.frame
    boxes = event.instance_detections2D
    if segmentation is None or frame is None or boxes is None:
        raise BadInput("the event shows no instances; open the engine with renderInstanceSegmentation=True")
    counts = np.bincount(segmentation.labels.ravel() + 1)[1:]
    taken: dict[str, int] = {}
    things = event.metadata["objects"]
    for index in rng.permutation(len(things)).tolist():
        thing = things[index]
        kind, label = thing["objectType"], segmentation.instances.get(thing["objectId"])
        if label is None or counts[label] < _LEAST_PIXELS or thing["distance"] > _FAR or not readable(kind):
            continue
        x0, y0, x1, y1 = boxes[thing["objectId"]]
        if max(x1 + 1 - x0, y1 + 1 - y0) < SMALLEST or taken.get(kind, 0) >= _ALIKE:
            continue
        taken[kind] = taken.get(kind, 0) + 1
        box = _found((float(x0), float(y0), x1 + 1.0, y1 + 1.0), frame.shape, rng)
        shown, can = states_of(thing), readable(kind)
        yield (
            crop(frame, box, WIDE, MARGIN + SLACK),
            place(frame.shape, box),
            kind,
            [state in shown for state in READ],
            [state in can for state in READ],
        )


def _found(box: PixelBox, shape: tuple[int, ...], rng: np.random.Generator) -> PixelBox:
    """A box as a detector finds it; half of them are right."""
    sides = np.array([box[2] - box[0], box[3] - box[1]] * 2)
    if rng.random() < 0.5:
        return box
    x0, y0, x1, y1 = np.array(box) + sides * np.clip(rng.laplace(0.0, 0.03, 4), -0.15, 0.15)
    return (
        float(max(0.0, x0)),
        float(max(0.0, y0)),
        float(min(shape[1], x1)),
        float(min(shape[0], y1)),
    )
