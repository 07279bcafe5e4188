"""The finished scene of a furnished plan."""

from __future__ import annotations

from envs.pocket.generate.furnish import Furnisher
from envs.pocket.generate.geometry import walls_of
from envs.pocket.generate.objects import object_dicts
from envs.pocket.generate.plan import Plan
from envs.pocket.scene import AgentPose, Box, Scene

AGENT_Y = 0.9009992  # capsule centre above a floor at 0; most recorded scenes have it
_WALL = 0.1


def as_scene(name: str, plan: Plan, furnisher: Furnisher, start: AgentPose) -> Scene:
    """Everything placed so far, as the value that the engine starts from; the walls stand just outside the floor."""
    x0, z0, x1, z1 = plan.rect
    walls = (w.box(-_WALL, w.length + _WALL, -_WALL, 0.0, 0.0, plan.height) for w in walls_of(plan.rect))
    return Scene(
        name=name,
        room=plan.room,
        objects=object_dicts([*plan.pieces, *furnisher.small], plan.dice),
        agent=start,
        free=furnisher.cells,
        bounds=Box((x0, 0.0, z0), (x1, plan.height, z1)),
        walls=tuple(walls),
        source="generated from a seed with the statistics of 2,275 recorded TEACh games; not a real floor plan",
    )
