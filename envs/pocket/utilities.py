"""Scene utilities: resets, the simulated clock, what the build offers; spawning, setters and cameras register here."""

from __future__ import annotations

from typing import Any

from envs.pocket import cameras as _cameras  # noqa: F401 - fills the action table
from envs.pocket import hand as _hand  # noqa: F401 - fills the action table
from envs.pocket import posing as _posing  # noqa: F401 - fills the action table
from envs.pocket import pushing as _pushing  # noqa: F401 - fills the action table
from envs.pocket import setters as _setters  # noqa: F401 - fills the action table
from envs.pocket import spawning as _spawning  # noqa: F401 - fills the action table
from envs.pocket.engine import Engine, Refused
from envs.pocket.registry import action
from envs.pocket.scenes import scenes_in_build


@action("Initialize", "Reset")
def initialize(engine: Engine, scene: Any = None, seed: int | None = None) -> None:
    """Start over; the controller carries it out and takes every parameter of its constructor."""


@action("PausePhysicsAutoSim")
def pause(engine: Engine) -> None:
    """Let simulated time stand still: from now on only ``AdvancePhysicsStep`` moves it."""
    engine.paused = True


@action("UnpausePhysicsAutoSim")
def unpause(engine: Engine) -> None:
    """Let every action take its time again."""
    engine.paused = False


@action("AdvancePhysicsStep")
def advance(
    engine: Engine, timeStep: float = 0.02, simSeconds: float | None = None, allowAutoSimulation: bool = False
) -> None:
    """Let simulated time pass: ``simSeconds``, or one ``timeStep`` (both in seconds).

    Raises:
        Refused: Time already passes by itself, or the step is not positive.
    """
    if not engine.paused and not allowAutoSimulation:
        raise Refused(
            "AdvancePhysicsStep needs PausePhysicsAutoSim first, or allowAutoSimulation=True: time passes by itself now"
        )
    if timeStep <= 0:
        raise Refused(f"timeStep is {timeStep!r}; it must be above 0 s")
    if simSeconds is not None and simSeconds < 0:
        raise Refused(f"simSeconds is {simSeconds!r}; simulated time never goes back")
    engine.world.time += float(timeStep if simSeconds is None else simSeconds)


@action("GetScenesInBuild")
def get_scenes_in_build(engine: Engine) -> list[str]:
    """Every scene name that can be loaded."""
    return scenes_in_build()
