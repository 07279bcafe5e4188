"""``PocketController``: AI2-THOR's ``Controller`` over the embedded engine."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from envs.pocket import actions as _actions  # noqa: F401 - fills the action table
from envs.pocket import utilities as _utilities  # noqa: F401 - fills the action table
from envs.pocket.calls import CallError, MissingArgument
from envs.pocket.engine import STEP_SECONDS, Engine, Refused, Settings
from envs.pocket.frames import Artist
from envs.pocket.layers import MAX_SIDE, MODES, Layers, is_side, view_error
from envs.pocket.metadata import Publisher, Result, Snapshot, take_snapshot
from envs.pocket.registry import Action, lookup
from envs.pocket.scene import Scene
from envs.pocket.scenes import load_scene, scene_names
from envs.pocket.thermal import settle_scene
from envs.simulator import Event, Metadata, Views

#: Initialize parameters that change what the engine does, and the setting each one is.
_SETTINGS = {
    "gridSize": "grid",
    "snapToGrid": "snap",
    "rotateStepDegrees": "rotate_step",
    "visibilityDistance": "reach",
    "fieldOfView": "fov",
    "width": "width",
    "height": "height",
    "renderMode": "look",
    "placementTolerance": "tolerance",
}


class PocketEvent(Event):
    """An event whose metadata and frames are made when they are first read; until then a snapshot of references."""

    def __init__(self, publisher: Publisher, snapshot: Snapshot, result: Result) -> None:
        self._publisher, self._snapshot, self._result = publisher, snapshot, result
        self._metadata: Metadata | None = None
        self._views: Views | None = None

    @property
    def metadata(self) -> Metadata:
        """AI2-THOR's metadata as of this event."""
        if self._metadata is None:
            self._metadata = self._publisher.metadata(self._snapshot, self._result)
        return self._metadata

    @property
    def views(self) -> Views:
        """The frames of this event, drawn when they are first looked at."""
        if self._views is None:
            self._views = self._publisher.artist.views(self._snapshot)
        return self._views

    def drawn(self, artist: Artist) -> Views:
        """The frames of this event by another artist."""
        return artist.views(self._snapshot)

    @property
    def error(self) -> str:
        """The failure text, empty on success; does not build the metadata."""
        return self._result.error

    def __bool__(self) -> bool:
        return not self._result.error


class PocketController:
    """The embedded engine behind AI2-THOR's interface.

    Args:
        scene: Scene name (see ``envs.pocket.scenes``), a ``Scene`` value, or None for the first kitchen.
        width: Frame width, pixels.
        height: Frame height, pixels.
        seed: Seeds generated scenes and every random choice an action makes.
        parameters: ``Initialize`` parameters; those that only concern Unity are accepted and ignored.

    Raises:
        ValueError: ``agentControllerType`` was given (use ``agentMode``), or a parameter is out of range.
        UnknownScene: No scene has that name.
    """

    def __init__(
        self, scene: str | Scene | None = None, *, width: int = 300, height: int = 300, seed: int = 0, **parameters: Any
    ) -> None:
        if "agentControllerType" in parameters:
            raise ValueError("agentControllerType is not supported; use agentMode='default'")
        self.initialization_parameters: dict[str, Any] = {"width": width, "height": height, **parameters}
        self.seed = seed
        self.last_action: dict[str, Any] = {}
        self._publisher = Publisher()
        self.reset(scene)

    # -- life cycle ----------------------------------------------------------------------------------------------

    def reset(self, scene: str | Scene | None = None, seed: int | None = None, **init_params: Any) -> PocketEvent:
        """Load a scene; remembered ``Initialize`` parameters are kept and overridden by new ones."""
        if scene is None:
            scene = getattr(self, "_scene", None)
        self.seed = self.seed if seed is None else seed
        self._scene = scene if isinstance(scene, Scene) else load_scene(scene, self.seed)
        self.initialization_parameters.update(init_params)
        settings = settings_from(self.initialization_parameters)
        self.engine = Engine.open(self._scene, settings, self.seed)
        self._publisher = Publisher(settings.look)
        self.last_action = {"action": "Initialize", **self.initialization_parameters}
        value = {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}
        return self._publish(Result("Initialize", value=value))

    def stop(self) -> None:
        """Nothing to release; here because the contract has it."""

    close = stop

    def __enter__(self) -> PocketController:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- acting --------------------------------------------------------------------------------------------------

    def step(self, action: str | Mapping[str, Any] | None = None, **parameters: Any) -> PocketEvent:
        """Carry out one action; see the contract for the call forms.

        Raises:
            CallError: Unknown action; missing, unknown or ill-typed argument (a ``ValueError``).
            RuntimeError: The action failed and ``raise_for_failure`` was set.
        """
        call: dict[str, Any] = dict(action) if isinstance(action, Mapping) else {"action": action}
        call = copy.deepcopy(call) if len(call) > 1 else call
        call.update(parameters)
        strict = bool(call.pop("raise_for_failure", False))
        name = call.pop("action", None)
        if not isinstance(name, str):
            raise CallError(f"action must be a name such as 'MoveAhead', not {name!r}")
        if "rotation" in call and not isinstance(call["rotation"], Mapping | None):
            call["rotation"] = {"y": call["rotation"]}
        self.last_action = {"action": name, **call}
        event = self._carry_out(name, call)
        if strict and not event:
            raise RuntimeError(event.error)
        return event

    def _carry_out(self, name: str, call: dict[str, Any]) -> PocketEvent:
        try:
            entry = lookup(name)
            layers = self._layers(call)
            arguments = entry.bind(call)
            if name in ("Initialize", "Reset"):
                return self.reset(**arguments)
            result = self._perform(entry, arguments)
        except CallError as wrong:
            # As in the ai2thor client: the failed event becomes the last one, and the call raises.
            self._publish(Result(name, str(wrong), wrong.code))
            raise
        settle_scene(self.engine)
        return self._publish(result, layers)

    def _layers(self, call: Mapping[str, Any]) -> Layers:
        """The frames that the event of this call carries."""
        usual = self.engine.settings.layers
        if call.get("renderImage") and self.initialization_parameters.get("headless"):
            raise CallError("renderImage was asked of an engine opened with headless=True; open it with headless=False")
        return usual.changed(call)

    def _perform(self, entry: Action, arguments: dict[str, Any]) -> Result:
        engine = self.engine
        try:
            value = entry.handler(engine, **arguments)
        except Refused as refusal:
            result = Result(entry.name, refusal.message, refusal.code)
        except MissingArgument as missing:
            raise MissingArgument(f"{entry.name} is missing an argument: {missing}") from None
        else:
            result = Result(entry.name, value=value)
        if not engine.paused:
            engine.world.time += STEP_SECONDS
        return result

    def _publish(self, result: Result, layers: Layers | None = None) -> PocketEvent:
        self.last_event = PocketEvent(self._publisher, take_snapshot(self.engine, layers), result)
        return self.last_event

    # -- what clients ask ----------------------------------------------------------------------------------------

    @property
    def scene(self) -> str:
        """Name of the loaded scene."""
        return self._scene.name

    @property
    def scenes_in_build(self) -> list[str]:
        """Every scene name this engine knows."""
        return scene_names()

    def ithor_scenes(
        self,
        include_kitchens: bool = True,
        include_living_rooms: bool = True,
        include_bedrooms: bool = True,
        include_bathrooms: bool = True,
    ) -> list[str]:
        """AI2-THOR's scene names by room type."""
        wanted = [(1, include_kitchens), (201, include_living_rooms), (301, include_bedrooms), (401, include_bathrooms)]
        return [f"FloorPlan{first + k}" for first, yes in wanted if yes for k in range(30)]


def settings_from(parameters: Mapping[str, Any]) -> Settings:
    """Engine settings from ``Initialize`` parameters.

    Raises:
        ValueError: A value is out of range; names it and what is allowed.
    """
    given = {_SETTINGS[k]: v for k, v in parameters.items() if k in _SETTINGS and v is not None}
    layers = Layers(image=not parameters.get("headless")).changed(parameters)
    settings = replace(Settings(), layers=layers, **given)
    checks: list[tuple[str, float, Callable[[float], bool], str]] = [
        ("gridSize", settings.grid, lambda v: 0.01 <= v <= 1.0, "0.01 to 1 m"),
        ("visibilityDistance", settings.reach, lambda v: 0.0 < v <= 50.0, "above 0, at most 50 m"),
        ("placementTolerance", settings.tolerance, lambda v: 0.0 <= v <= 1.0, "0 to 1 m"),
        ("width", settings.width, is_side, f"1 to {MAX_SIDE} pixels"),
        ("height", settings.height, is_side, f"1 to {MAX_SIDE} pixels"),
    ]
    for name, value, allowed, text in checks:
        if not allowed(value):
            raise ValueError(f"{name} is {value!r}; allowed is {text}")
    if settings.look not in MODES:
        raise ValueError(f"renderMode is {settings.look!r}; allowed is {' or '.join(MODES)}")
    wrong = view_error(settings.fov, settings.width, settings.height)
    if wrong:
        raise ValueError(wrong)
    return settings
