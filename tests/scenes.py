"""Small hand-made rooms: a counter before the agent, and whatever a test puts on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from envs.pocket.controller import PocketController
from envs.pocket.scene import AgentPose, Box, Scene
from envs.pocket.things.records import box_dict
from envs.pocket.world.supports import planes_at
from envs.vocabulary.object_types import object_types

Thing = dict[str, Any]

START = AgentPose(0.0, 0.9, 0.0, 0.0, 30.0)
BOUNDS = Box((-2.0, 0.0, -2.0), (2.0, 2.5, 2.0))
FREE = frozenset((x, z) for x in range(-6, 7) for z in range(-6, 2))
"""Cells of open floor: x from -1.5 to 1.5 m, z from -1.5 to 0.25 m."""


def thing(
    kind: str,
    x: float,
    z: float,
    on: Thing | None = None,
    y: float | None = None,
    size: tuple[float, float, float] | None = None,
    **state: Any,
) -> Thing:
    """An object dict with the capabilities of its type.

    Args:
        kind: Object type.
        x: Middle of the box, metres.
        z: Likewise.
        on: What it stands on or in; also decides the height.
        y: Height of its underside, metres; by default the support plane of ``on``, else the floor.
        size: Box, metres; by default the type's usual one.
        state: Further keys, states above all.
    """
    about = object_types()[kind]
    extent = np.array(size or about.size)
    if y is None:
        y = plane_of(on) if on else 0.0
    low = np.array([x - extent[0] / 2, y, z - extent[2] / 2])
    item: Thing = {
        key: False for key in ("isToggled", "isDirty", "isOpen", "isFilledWithLiquid", "isCooked", "isSliced")
    }
    item |= {capability: True for capability in about.can}
    item |= {
        "name": f"{kind}_{abs(hash_of(x, z)):08x}",
        "objectType": kind,
        "objectId": f"{kind}|{x:+06.2f}|{y:+06.2f}|{z:+06.2f}",
        "position": {"x": x, "y": y, "z": z},
        "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
        "axisAlignedBoundingBox": box_dict(low, low + extent),
        "mass": about.mass,
        "parentReceptacles": [on["objectId"], *(on["parentReceptacles"] or [])] if on else None,
    }
    return item | state


def hash_of(x: float, z: float) -> int:
    """A number for a name; the same in every process."""
    return round(x * 1000) * 100_003 + round(z * 1000)


def plane_of(receptacle: Thing) -> float:
    """Height at which things rest in or on a receptacle, metres."""
    box = receptacle["axisAlignedBoundingBox"]
    height = box["size"]["y"]
    bottom = box["center"]["y"] - height / 2
    return planes_at(receptacle, bottom, bottom + height)[0]


def floor() -> Thing:
    return thing("Floor", 0.0, 0.0, y=-0.01, size=(4.0, 0.02, 4.0))


def counter() -> Thing:
    """A counter 0.6 m ahead of the agent, 3 m wide; its surface is 0.915 m high."""
    return thing("CounterTop", 0.0, 0.9, y=0.9, size=(3.0, 0.3, 0.6))


def at(item: Thing) -> dict[str, str]:
    """The argument that names a thing."""
    return {"objectId": item["objectId"]}


def room(*things: Thing, agent: AgentPose = START, name: str = "FloorPlan1_physics") -> Scene:
    """A scene of exactly these things."""
    return Scene(name, "kitchen", things, agent, FREE, BOUNDS, source="hand-made for a test")


def play(*things: Thing, agent: AgentPose = START, **parameters: Any) -> PocketController:
    """A controller in a room of exactly these things."""
    return PocketController(room(*things, agent=agent), **parameters)


def state(controller: PocketController, item: Thing | str) -> Thing:
    """The present object dict of a thing."""
    object_id = item if isinstance(item, str) else item["objectId"]
    found = controller.last_event.get_object(object_id)
    assert found is not None, f"{object_id} is not in the scene"
    return found


def ok(controller: PocketController, action: str, **parameters: Any) -> Any:
    """Carry out an action that must succeed; returns ``actionReturn``."""
    event = controller.step(action, **parameters)
    assert event, event.metadata["errorMessage"]
    return event.metadata["actionReturn"]


def fails(controller: PocketController, action: str, *mentions: str, code: str | None = None, **parameters: Any) -> str:
    """Carry out an action that must fail, naming certain things; returns the message."""
    event = controller.step(action, **parameters)
    assert not event, f"{action} succeeded"
    message = event.metadata["errorMessage"]
    for words in mentions:
        assert words.lower() in message.lower(), f"{words!r} is not in {message!r}"
    if code is not None:
        assert (event.metadata["errorCode"] or "") == code
    return message


def objects(controller: PocketController) -> list[Thing]:
    """All object dicts of the last event."""
    return controller.last_event.metadata["objects"]


def middle(item: Thing) -> np.ndarray:
    """Centre of a thing's box, metres."""
    return np.array([item["axisAlignedBoundingBox"]["center"][k] for k in "xyz"])


def size(item: Thing) -> np.ndarray:
    """Sides of a thing's box, metres."""
    return np.array([item["axisAlignedBoundingBox"]["size"][k] for k in "xyz"])


def clear_of(item: Thing, cell: tuple[int, int]) -> bool:
    gap = np.abs(np.array(cell) * 0.25 - middle(item)[[0, 2]]) - size(item)[[0, 2]] / 2
    return bool(np.hypot(*np.maximum(gap, 0.0)) >= 0.2)


def check_free_cells(controller: PocketController) -> None:
    """The agent's body fits beside all furniture on every cell but perhaps the one it stands on."""
    here = controller.engine.agent.cell
    chairs = [o for o in objects(controller) if o["moveable"]]
    for cell in controller.engine.world.free - {here}:
        assert all(clear_of(chair, cell) for chair in chairs), cell
