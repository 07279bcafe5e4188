"""``ThorController``: the Unity build of AI2-THOR behind the same seam as the embedded engine.

It drives the ai2thor 5.0 client (extra ``thor``), which is imported when the first controller is made.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.call_parameters import given_parameters
from envs.errors import BadInput, GaveUp, TryAgain, UnknownScene
from envs.thor.build import EXECUTABLE, HOW_TO_GET, checked_executable, client_module, output_of_log, platform_here
from envs.thor.event import ThorEvent
from envs.vocabulary.spelling import suggestion

if TYPE_CHECKING:
    from types import ModuleType

    from envs.thor.client import Client, Fault


def _checked(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that were given, if there are such and one agent is asked for.

    Raises:
        BadInput: No such parameter, or several agents.
    """
    given = given_parameters(parameters)
    if given.get("agentCount", 1) != 1:
        raise BadInput(f"agentCount is {given['agentCount']!r}; homebody has one embodied agent")
    return given


class ThorController:
    """AI2-THOR's Unity build behind the contract of ``envs.simulator``.

    Without an X display the build for CloudRendering is used, with one that for X. A simulator that was lost is
    started again by ``reset``.

    Args:
        scene: Floor plan, such as ``FloorPlan10``; None is the first kitchen of the build.
        width: Frame width, pixels.
        height: Frame height, pixels.
        local_executable_path: The build's executable; None takes ``HOMEBODY_THOR_EXECUTABLE``, else what the client
            has downloaded before.
        download: Whether the client may download its build when there is none (about a gigabyte).
        x_display: X display; None takes ``DISPLAY``.
        platform: ``CloudRendering``, ``Linux64`` or ``OSXIntel64``; None chooses.
        server_timeout: Longest wait for the answer to an action, seconds; None waits for ever.
        server_start_timeout: Longest wait for the simulator to start, seconds.
        renderImage: Whether events carry a picture unless an action says otherwise.
        parameters: Further arguments of the client and ``Initialize`` parameters (``gridSize``, ``fieldOfView``,
            ``renderDepthImage``, …).

    Raises:
        BadInput: There is no client or no build, or a parameter cannot be used.
        UnknownScene: The build has no such scene.
        GaveUp: The build does not run here.
        TryAgain: It did not start in time.
    """

    def __init__(
        self,
        scene: str | None = None,
        *,
        width: int = 300,
        height: int = 300,
        local_executable_path: str | Path | None = None,
        download: bool = False,
        x_display: str | None = None,
        platform: str | None = None,
        server_timeout: float | None = 100.0,
        server_start_timeout: float = 300.0,
        renderImage: bool = True,
        **parameters: Any,
    ) -> None:
        parameters = _checked(parameters)
        self._client: Client | None = None
        self._event: ThorEvent | None = None
        self._download, self._image = download, renderImage
        self._executable = local_executable_path or os.environ.get(EXECUTABLE) or None
        defaults = {"gridSize": 0.25, "visibilityDistance": 1.5, "fieldOfView": 90}
        self._arguments: dict[str, Any] = {
            **defaults,
            **parameters,
            **({} if renderImage else {"renderImage": False}),
            "width": width,
            "height": height,
            "x_display": x_display or os.environ.get("DISPLAY") or None,
            "platform": platform,
            "server_timeout": server_timeout,
            "server_start_timeout": server_start_timeout,
        }
        self.scene: str | None = scene
        self._launch(scene)

    # -- life cycle ----------------------------------------------------------------------------------------------

    def _launch(self, scene: str | None) -> None:
        client = client_module()
        arguments = {**self._arguments, "scene": scene}
        if self._executable:
            arguments["local_executable_path"] = shlex.quote(str(checked_executable(Path(self._executable))))
        else:
            arguments["platform"] = self._platform(client)
        try:
            started: Client = client.Client(**arguments)
        except ValueError as error:
            raise self._refused(scene, error) from error
        except (RuntimeError, OSError) as error:
            raise self._not_started(error) from error
        self._client = started
        self.scene = str(started.scene)

    def _platform(self, client: ModuleType) -> Any:
        """The client's platform, its build and everything that it needs checked before anything is started."""
        name = self._arguments["platform"] or platform_here(self._arguments["x_display"])
        chosen = client.platform_named(name)
        folder = client.build_folder(name)
        if not self._download and not folder.is_dir():
            raise BadInput(f"there is no Unity build of AI2-THOR for {name} at {folder}; {HOW_TO_GET}")
        arguments = self._arguments
        lacking = client.lacking(name, arguments["width"], arguments["height"], arguments["x_display"])
        if lacking:
            raise BadInput(f"AI2-THOR cannot run on {name} here: {'; '.join(lacking)} (apt-get install libvulkan1?)")
        return chosen

    def reset(self, scene: str | None = None, **init_params: Any) -> ThorEvent:
        """Load a scene; remembered ``Initialize`` parameters are kept and overridden by new ones.

        Raises:
            UnknownScene: The build has no such scene.
            BadInput: There is no such parameter, or Unity refuses it; what is remembered stays as it was.
            TryAgain: The simulator was lost.
            GaveUp: It does not speak the client's protocol.
        """
        return self._load(scene, init_params)

    def _load(self, scene: str | None, given: Mapping[str, Any]) -> ThorEvent:
        init_params = _checked(given)
        image = bool(init_params.get("renderImage", self._image))
        if self._client is None:
            remembered, self._arguments = self._arguments, {**self._arguments, **init_params}
            with ExitStack() as undo:
                undo.callback(setattr, self, "_arguments", remembered)
                self._launch(scene or self.scene)
                undo.pop_all()
            self._image = image
            return self.last_event
        wanted = scene or self.scene

        def load(client: Client) -> None:
            remembered = dict(client.initialization_parameters)
            try:
                client.reset(wanted, **init_params)
            except (ValueError, RuntimeError) as error:
                client.initialization_parameters = remembered  # the client has stored what Unity refused
                if isinstance(error, ValueError):
                    raise self._refused(wanted, error) from error
                raise

        event = self._ask("Reset", load)
        self._image = image
        self._arguments.update(init_params)
        self.scene = str(self._running().scene)
        return event

    def stop(self) -> None:
        """End the simulator's process; calling it twice is harmless."""
        client, self._client = self._client, None
        if client is not None:
            self._event = self._wrapped(client)
            client.stop()
            client.last_event = None

    close = stop

    def __enter__(self) -> ThorController:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- acting --------------------------------------------------------------------------------------------------

    @property
    def last_event(self) -> ThorEvent:
        """What the last action, or the reset, answered."""
        if self._client is not None:
            self._event = self._wrapped(self._client)
        if self._event is None:
            raise TryAgain("the simulator has answered nothing yet; reset() starts it")
        return self._event

    def _wrapped(self, client: Client) -> ThorEvent | None:
        known, raw = self._event, client.last_event
        return known if raw is None or (known is not None and known.raw is raw) else ThorEvent(raw)

    def step(self, action: str | Mapping[str, Any] | None = None, **parameters: Any) -> ThorEvent:
        """Carry out one action; see the contract for the call forms. An argument that is None counts as not given.

        Raises:
            ValueError: The call itself is malformed.
            RuntimeError: The action failed and ``raise_for_failure`` was set.
            TryAgain: The simulator was lost.
            GaveUp: It does not speak the client's protocol.
        """
        call: dict[str, Any] = dict(action) if isinstance(action, Mapping) else {"action": action}
        call.update(parameters)
        strict = bool(call.pop("raise_for_failure", False))
        name = call.pop("action", None)
        if not isinstance(name, str):
            raise ValueError(f"action must be a name such as 'MoveAhead', not {name!r}")
        call = {key: value for key, value in call.items() if value is not None}
        if name in ("Initialize", "Reset"):
            scene = call.pop("scene", None) or call.pop("sceneName", None)
            event = self._load(
                scene, {key: value for key, value in call.items() if key not in ("agentId", "sequenceId")}
            )
        elif name == "PutObject" and {"objectId", "x", "y"} <= call.keys():
            event = self._put_near(call)
        else:
            event = self._act(name, call)
        if strict and not event:
            raise RuntimeError(event.metadata["errorMessage"])
        return event

    def _act(self, name: str, call: Mapping[str, Any]) -> ThorEvent:
        usual = {} if self._image else {"renderImage": False}
        return self._ask(name, lambda client: client.step(name, **{**usual, **call}))

    def _put_near(self, call: Mapping[str, Any]) -> ThorEvent:
        """Put something on a named receptacle, near an image point.

        Unity takes an id or a point, not both, and with a point its ray decides: so the point is used where it shows
        the receptacle that was named, and the id otherwise or when there is no room at the point.
        """
        point = {"x": call["x"], "y": call["y"]}
        by_id = {key: value for key, value in call.items() if key not in ("x", "y", "putNearXY")}
        shown = self._act("GetObjectInFrame", point)
        if shown and shown.metadata["actionReturn"] == call["objectId"]:
            event = self._act("PutObject", {key: value for key, value in call.items() if key != "objectId"})
            if event:
                return event
        return self._act("PutObject", by_id)

    def _ask(self, doing: str, call: Callable[[Client], Any]) -> ThorEvent:
        client = self._running()
        try:
            call(client)
        except TypeError as error:
            raise ValueError(f"an argument of {doing} cannot be sent to Unity: {error}") from error
        except (RuntimeError, OSError) as error:
            raise self._failed(doing, error) from error
        return self.last_event

    # -- what can go wrong ---------------------------------------------------------------------------------------

    def _running(self) -> Client:
        if self._client is None:
            raise TryAgain("the Unity simulator is not running; reset() starts it again")
        return self._client

    def _refused(self, scene: str | None, error: ValueError) -> ValueError:
        """What the client's complaint about a scene or a parameter means."""
        if "not contained in build" not in str(error):
            return error if isinstance(error, BadInput) else BadInput(str(error))
        known = str(error).rsplit("\n", 1)[-1].split(", ")
        hint = suggestion(str(scene), known) or "."
        return UnknownScene(
            f"the Unity build has no scene {scene!r}{hint} It has {len(known)} scenes; iTHOR's are FloorPlan1-30, "
            "FloorPlan201-230, FloorPlan301-330 and FloorPlan401-430"
        )

    def _failed(self, doing: str, error: Exception) -> Exception:
        """What the failure of a running simulator is for the caller; afterwards no process is left."""
        from envs.thor.client import EXITED, SILENT, fault_of

        fault = fault_of(error)
        if fault is None and isinstance(error, RuntimeError):
            return BadInput(f"Unity refused {doing}: {error}")
        self.stop()
        again = "its process was ended; reset() starts a new one"
        if fault is None or fault.kind == EXITED:
            how = "went away" if fault is None else fault.detail
            return TryAgain(f"the Unity simulator {how} during {doing}{output_of_log()}; {again}")
        if fault.kind == SILENT:
            waited = self._arguments["server_timeout"]
            return TryAgain(f"the Unity simulator did not answer {doing} within {waited:g} s; {again}")
        return self._foreign(fault)

    def _not_started(self, error: Exception) -> Exception:
        """What a failed start is for the caller; the client has already ended the process."""
        from envs.thor.client import EXITED, SILENT, fault_of

        fault = fault_of(error)
        if fault is None:
            return GaveUp(f"the Unity simulator cannot be started: {error}")
        if fault.kind == EXITED:
            return GaveUp(f"the Unity simulator {fault.detail} while it was starting{output_of_log()}")
        if fault.kind == SILENT:
            waited = self._arguments["server_start_timeout"]
            return TryAgain(
                f"the Unity simulator did not start within {waited:g} s; its process was ended. On a slow machine give "
                "it more with server_start_timeout"
            )
        return self._foreign(fault)

    def _foreign(self, fault: Fault) -> GaveUp:
        what = self._executable or "the downloaded build"
        return GaveUp(f"{what} does not speak the protocol of the ai2thor 5.0 client ({fault.detail}); is it a build?")

    # -- what clients ask ----------------------------------------------------------------------------------------

    @property
    def last_action(self) -> dict[str, Any]:
        """The last action that was sent."""
        return self._running().last_action

    @property
    def initialization_parameters(self) -> dict[str, Any]:
        """The remembered ``Initialize`` parameters."""
        return self._running().initialization_parameters

    @property
    def scenes_in_build(self) -> list[str]:
        """Every scene of the build, sorted."""
        return sorted(self._running().scenes_in_build)

    def ithor_scenes(self, **include: bool) -> list[str]:
        """AI2-THOR's scene names by room type, as the client lists them."""
        return self._running().ithor_scenes(**include)
