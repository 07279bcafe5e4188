"""Moving and turning what is held, within reach. The hand returns to its usual place when the agent moves."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from envs.pocket.actions.registry import action
from envs.pocket.calls import Vector
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.things.turning import rotated, rotation_matrix

_TOUCH = 0.02  # metres by which bodies may overlap: they are rounder than their boxes

_DIRECTIONS = {
    "Ahead": (1.0, 0.0, 0.0),
    "Back": (-1.0, 0.0, 0.0),
    "Right": (0.0, 1.0, 0.0),
    "Left": (0.0, -1.0, 0.0),
    "Up": (0.0, 0.0, 1.0),
    "Down": (0.0, 0.0, -1.0),
}


@action("MoveHeldObject")
def move_held(
    engine: Engine, ahead: float = 0.0, right: float = 0.0, up: float = 0.0, forceVisible: bool = False
) -> None:
    """Move what is held by metres relative to where the agent faces; its contents come along.

    Raises:
        ActionRefused: Empty hand, out of reach, something solid is there, or (if asked) it would be out of view.
    """
    world, held = engine.world, _held(engine)
    camera = engine.camera()
    shift = np.array([
        ahead * camera.sin_yaw + right * camera.cos_yaw, up, ahead * camera.cos_yaw - right * camera.sin_yaw
    ])  # fmt: skip
    low, high = world.low[held] + shift, world.high[held] + shift
    _check_reach(engine, held, (low + high) / 2, forceVisible)
    _check_room(engine, held, low, high)
    world.carry(held, shift)
    world.hand_moved = True


def _register_directions() -> None:
    for name, direction in _DIRECTIONS.items():

        def move(
            engine: Engine,
            moveMagnitude: float,
            forceVisible: bool = False,
            *,
            way: tuple[float, ...] = direction,
        ) -> None:
            """Move what is held ``moveMagnitude`` metres in one direction."""
            ahead, right, up = (moveMagnitude * part for part in way)
            move_held(engine, ahead, right, up, forceVisible)

        action(f"MoveHeldObject{name}", f"MoveHand{name}", way=direction)(move)


_register_directions()


@action("RotateHeldObject")
def rotate_held(
    engine: Engine, pitch: float = 0.0, yaw: float = 0.0, roll: float = 0.0, rotation: Vector | float | None = None
) -> None:
    """Turn what is held about its middle: by angles (degrees), or to a rotation of the hand as the camera sees it.

    Pitch tips the top away, yaw turns to the right and roll tilts to the right, as the agent sees it.

    Raises:
        ActionRefused: Empty hand.
    """
    world, held = engine.world, _held(engine)
    hand = np.eye(3) if world.hand_turn is None else world.hand_turn
    camera = rotation_matrix({"x": engine.agent.horizon, "y": engine.agent.yaw})
    if rotation is not None:
        wanted = rotation if isinstance(rotation, Mapping) else {"y": float(rotation)}
        turn = camera @ rotation_matrix(wanted) @ hand.T @ camera.T
    else:
        facing = rotation_matrix({"y": engine.agent.yaw})
        turn = facing @ rotation_matrix({"x": pitch, "y": yaw, "z": -roll}) @ facing.T
    world.hand_turn = camera.T @ turn @ camera @ hand
    about = (world.low[held] + world.high[held]) / 2
    for i in (held, *world.carried(held)):
        world.replace(i, rotated(engine.record(i), turn, about))


def _held(engine: Engine) -> int:
    if engine.world.held is None:
        raise ActionRefused("there is nothing in the agent's hand to move or turn", "ObjectNotInInventory")
    return engine.world.held


def _check_reach(engine: Engine, held: int, centre: np.ndarray, in_view: bool) -> None:
    camera = engine.camera()
    name, reach = engine.record(held)["objectId"], engine.settings.reach
    distance = float(np.linalg.norm(centre - camera.eye))
    if distance > reach:
        raise ActionRefused(f"{name} would be {distance:.2f} m away; the hand reaches {reach:g} m")
    x, y, depth = camera.project(centre)
    if in_view and not (depth > 0 and 0 <= x <= 1 and 0 <= y <= 1):
        raise ActionRefused(f"{name} would be out of view")


def _check_room(engine: Engine, held: int, low: np.ndarray, high: np.ndarray) -> None:
    """Refuse a place inside a solid body or outside the room."""
    world, name = engine.world, engine.record(held)["objectId"]
    solid_low, solid_high, owner = world.occluders()
    hit = (solid_low < high - _TOUCH).all(axis=1) & (solid_high > low + _TOUCH).all(axis=1)
    bounds = world.bounds
    outside = (low < np.array(bounds.low) - _TOUCH).any() or (high > np.array(bounds.high) + _TOUCH).any()
    bodies = [engine.record(k)["objectId"] if k >= 0 else "structure" for k in owner[hit].tolist()]
    if bodies or outside:
        raise ActionRefused(f"{(bodies or ['structure'])[0]} is in the way of {name}")
