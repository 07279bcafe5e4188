"""``PocketController``: AI2-THOR's ``Controller`` over the embedded engine."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np

from envs.call_parameters import given_parameters
from envs.errors import BadInput
from envs.pocket.actions import basic as _actions  # noqa: F401 - fills the action table
from envs.pocket.actions.registry import TOLERATED, ActionSpec, check_agent, lookup
from envs.pocket.actions.thermal import settle_scene
from envs.pocket.calls import CallError, MissingArgument
from envs.pocket.engine import STEP_SECONDS, ActionRefused, Engine
from envs.pocket.layers import SWITCHES, Layers
from envs.pocket.parameters import OWN, settings_from
from envs.pocket.publish.frames import FrameRenderer
from envs.pocket.publish.metadata import ActionResult, Publisher
from envs.pocket.publish.snapshot import Snapshot, take_snapshot
from envs.pocket.scene import Scene
from envs.pocket.scenes import load_scene, scenes_in_build
from envs.pocket.staging import utilities as _utilities  # noqa: F401 - fills the action table
from envs.simulator import Event, Metadata, Views


class PocketEvent(Event):
    """An event whose metadata and frames are made when they are first read; until then a snapshot of references."""

    def __init__(self, publisher: Publisher, snapshot: Snapshot, result: ActionResult) -> None:
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

    def drawn(self, artist: FrameRenderer) -> Views:
        """The frames of this event by another artist."""
        return artist.views(self._snapshot)

    def window(self, side: int) -> Event:
        """This event with instance masks and depth of another size, drawn whatever frames it carries itself.

        Args:
            side: Width and height, pixels.
        """
        return Event(self.metadata, self._publisher.artist.window(self._snapshot, side))

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
        parameters: ``Initialize`` parameters; those that only concern Unity are accepted and have no effect.

    Raises:
        BadInput: There is no such parameter, or its value is not supported.
        UnknownScene: No scene has that name.
    """

    def __init__(
        self, scene: str | Scene | None = None, *, width: int = 300, height: int = 300, seed: int = 0, **parameters: Any
    ) -> None:
        self.initialization_parameters: dict[str, Any] = {}
        self.seed = seed
        self.last_action: dict[str, Any] = {}
        self._scene: Scene | None = None
        self._open(scene, seed, {"width": width, "height": height, **parameters})

    # -- life cycle ----------------------------------------------------------------------------------------------

    def reset(self, scene: str | Scene | None = None, seed: int | None = None, **init_params: Any) -> PocketEvent:
        """Load a scene; remembered ``Initialize`` parameters are kept and overridden by new ones.

        Raises:
            BadInput: As the constructor; then everything stays as it was.
        """
        return self._open(scene, seed, init_params)

    def _open(self, scene: Any, seed: int | None, given: Mapping[str, Any]) -> PocketEvent:
        """Load a scene. Nothing is stored before everything is known to fit; subclasses do not override this."""
        parameters = {**self.initialization_parameters, **given_parameters(given, OWN)}
        settings = settings_from(parameters)
        seed = self.seed if seed is None else seed
        loaded = self._chosen(scene, seed)
        engine = Engine.open(loaded, settings, seed)
        self._scene, self.seed, self.engine = loaded, seed, engine
        self.initialization_parameters = parameters
        self._publisher = Publisher(settings.look)
        self.last_action = {"action": "Initialize", **parameters}
        value = {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}
        return self._publish(ActionResult("Initialize", value=value))

    def _chosen(self, scene: Any, seed: int) -> Scene:
        """The scene that is meant; None is the one that is loaded already."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
            raise BadInput(f"a seed is a whole number, not {seed!r:.80}")
        if isinstance(scene, Mapping):
            raise BadInput(
                "a house as a dict (ProcTHOR) cannot be built here; name a scene, or give an envs.pocket Scene"
            )
        if not isinstance(scene, str | Scene | None):
            raise BadInput(f"a scene is a name such as 'FloorPlan10' or a Scene, not {scene!r:.80}")
        scene = self._scene if scene is None else scene
        return scene if isinstance(scene, Scene) else load_scene(scene, int(seed))

    def start(self, **parameters: Any) -> PocketEvent:
        """What clients of ai2thor 2 call before anything else; there is nothing to start here.

        Raises:
            BadInput: There is no such parameter.
        """
        old = {"player_screen_width": "width", "player_screen_height": "height"}
        given = {old.get(name, name): value for name, value in parameters.items()}
        return self._open(None, None, given)

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
            BadInput: ``Initialize`` or ``Reset`` was given what cannot be used (a ``ValueError``).
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
            if name in ("Initialize", "Reset"):
                return self._start_over(name, call)
            entry = lookup(name)
            layers = self._layers(call)
            result = self._perform(entry, call)
        except (CallError, BadInput) as wrong:
            # As in the ai2thor client: the failed event becomes the last one, and the call raises.
            code = wrong.code if isinstance(wrong, CallError) else CallError.code
            self._publish(ActionResult(name, str(wrong), code))
            raise
        settle_scene(self.engine)
        return self._publish(result, layers)

    def _start_over(self, name: str, call: Mapping[str, Any]) -> PocketEvent:
        """``Initialize`` and ``Reset`` as actions; the client's own ``Reset`` names the scene ``sceneName``."""
        check_agent(call)
        given = {k: v for k, v in call.items() if k not in TOLERATED or k in SWITCHES}
        scene, other, seed = (given.pop(key, None) for key in ("scene", "sceneName", "seed"))
        return self._open(other if scene is None else scene, seed, given)

    def _layers(self, call: Mapping[str, Any]) -> Layers:
        """The frames that the event of this call carries."""
        usual = self.engine.settings.layers
        if call.get("renderImage") and self.initialization_parameters.get("headless"):
            raise CallError("renderImage was asked of an engine opened with headless=True; open it with headless=False")
        return usual.changed(call)

    def _perform(self, entry: ActionSpec, call: Mapping[str, Any]) -> ActionResult:
        engine = self.engine
        try:
            value = entry.handler(engine, **entry.bind(call))
        except ActionRefused as refusal:
            result = ActionResult(entry.name, refusal.message, refusal.code)
        except MissingArgument as missing:
            raise MissingArgument(f"{entry.name} is missing an argument: {missing}") from None
        else:
            result = ActionResult(entry.name, value=value)
        if not engine.paused:
            engine.world.time += STEP_SECONDS
        return result

    def _publish(self, result: ActionResult, layers: Layers | None = None) -> PocketEvent:
        self.last_event = PocketEvent(self._publisher, take_snapshot(self.engine, layers), result)
        return self.last_event

    # -- what clients ask ----------------------------------------------------------------------------------------

    @property
    def scene(self) -> str:
        """Name of the loaded scene."""
        return self.engine.world.scene.name

    @property
    def scenes_in_build(self) -> list[str]:
        """Every scene name this engine knows."""
        return scenes_in_build()

    def ithor_scenes(
        self,
        include_kitchens: bool = True,
        include_living_rooms: bool = True,
        include_bedrooms: bool = True,
        include_bathrooms: bool = True,
    ) -> list[str]:
        """AI2-THOR's scene names by room type."""
        wanted = [(1, include_kitchens), (201, include_living_rooms), (301, include_bedrooms), (401, include_bathrooms)]
        return [f"FloorPlan{first + k}_physics" for first, yes in wanted if yes for k in range(30)]
