"""Scene utilities: resets, the simulated clock, what the build offers; spawning, setters and cameras register here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from envs.pocket.actions import hand as _hand  # noqa: F401 - fills the action table
from envs.pocket.actions import pushing as _pushing  # noqa: F401 - fills the action table
from envs.pocket.actions.registry import action
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.scenes import scenes_in_build
from envs.pocket.staging import cameras as _cameras  # noqa: F401 - fills the action table
from envs.pocket.staging import looks as _looks  # noqa: F401 - fills the action table
from envs.pocket.staging import outlines as _outlines  # noqa: F401 - fills the action table
from envs.pocket.staging import posing as _posing  # noqa: F401 - fills the action table
from envs.pocket.staging import relocating as _relocating  # noqa: F401 - fills the action table
from envs.pocket.staging import setters as _setters  # noqa: F401 - fills the action table
from envs.pocket.staging import spawning as _spawning  # noqa: F401 - fills the action table
from envs.pocket.staging.spawning import known_type


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
        ActionRefused: Time already passes by itself, or the step is not positive.
    """
    if not engine.paused and not allowAutoSimulation:
        raise ActionRefused(
            "AdvancePhysicsStep needs PausePhysicsAutoSim first, or allowAutoSimulation=True: time passes by itself now"
        )
    if timeStep <= 0:
        raise ActionRefused(f"timeStep is {timeStep!r}; it must be above 0 s")
    if simSeconds is not None and simSeconds < 0:
        raise ActionRefused(f"simSeconds is {simSeconds!r}; simulated time never goes back")
    engine.world.time += float(timeStep if simSeconds is None else simSeconds)


@action("SetDecayTemperatureBool")
def set_decay(engine: Engine, allowDecayTemperature: bool) -> None:
    """Let what is hot or cold go back to room temperature by itself, or not."""
    engine.decay = replace(engine.decay, allowed=bool(allowDecayTemperature))


@action("SetGlobalRoomTempDecayTime")
def set_decay_time(engine: Engine, TimeUntilRoomTemp: float) -> None:
    """How long heat and cold last, simulated seconds, for every type.

    Raises:
        ActionRefused: Less than no time.
    """
    engine.decay = replace(engine.decay, seconds=_seconds(TimeUntilRoomTemp), of_type={})


@action("SetRoomTempDecayTimeForType")
def set_decay_time_for_type(engine: Engine, objectType: str, TimeUntilRoomTemp: float) -> None:
    """How long heat and cold last, simulated seconds, for one type.

    Raises:
        ActionRefused: No such type, or less than no time.
    """
    seconds, kind = _seconds(TimeUntilRoomTemp), known_type(engine, objectType, "objectType")
    engine.decay = replace(engine.decay, of_type={**engine.decay.of_type, kind: seconds})


def _seconds(given: float) -> float:
    if given < 0:
        raise ActionRefused(f"TimeUntilRoomTemp is {given:g} s; it must be at least 0")
    return float(given)


@action("GetScenesInBuild")
def get_scenes_in_build(engine: Engine) -> list[str]:
    """Every scene name that can be loaded."""
    return scenes_in_build()
