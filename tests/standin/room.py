"""What the stand-in answers from: the embedded engine in the dress of a Unity build."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from envs.pocket.controller import PocketController
from envs.pocket.scene import STAND_IN, Scene
from envs.pocket.scenes import load_scene, scene_names
from envs.pocket.things.records import STATES
from envs.simulator import Event, Metadata, Views
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import read_game

OLD = ("ObjectTemperature", "canChangeTempToHot", "canChangeTempToCold", "obstructed")
NEW = ("temperature", "isHeatSource", "isColdSource", "isInteractable", "fillLiquid", "assetId", "controlledObjects")
DIALECTS = {"old": NEW, "new": OLD, "both": ()}
"""Keys of an object dict that a build of that generation does not send."""


class PocketRoom:
    """One run of the simulator.

    Args:
        width: Frame width, pixels.
        height: Frame height, pixels.
        game: Game file; then every scene is its plan as it is in the build.
        dialect: Key of ``DIALECTS``.
    """

    def __init__(self, width: int, height: int, game: str | None, dialect: str) -> None:
        self._plan = plan_of(Path(game)) if game else None
        self._gone = DIALECTS[dialect]
        self._scenes: dict[str, Scene] = {}
        self._engine = PocketController(self._scene("FloorPlan1"), width=width, height=height)

    def first(self) -> tuple[Metadata, Views]:
        """What Unity sends before it is asked anything."""
        return self._spelt(self._engine.last_event.metadata), self._engine.last_event.views

    def act(self, call: dict[str, Any]) -> tuple[Metadata, Views]:
        """Carry out one action of the client."""
        name = call.pop("action")
        event = self._carry_out(name, call)
        metadata = self._spelt(event.metadata)
        if name == "GetScenesInBuild":  # a build names its scenes as it loads them
            plans = [f"{n}_physics" for n in scene_names() if n.startswith("FloorPlan")]
            metadata = {**metadata, "actionReturn": [self._plan.name] if self._plan else plans}
        return metadata, event.views

    def _carry_out(self, name: str, call: dict[str, Any]) -> Event:
        engine = self._engine
        try:
            if name == "Reset":
                return engine.reset(self._scene(call["sceneName"]), renderImage=False)
            if name == "Initialize":
                return self._initialize(call)
            if name == "ChangeQuality":
                return engine.step("Pass")
            if name == "ChangeResolution":
                engine.initialization_parameters.update(width=call["x"], height=call["y"])
            return engine.step(name, **call)
        except ValueError:
            return engine.last_event  # it carries the error code; the client raises for it

    def _initialize(self, parameters: dict[str, Any]) -> Event:
        parameters.pop("sequenceId")
        try:
            return self._engine.reset(**{"renderImage": True, **parameters})
        except ValueError as error:
            failed = {"lastAction": "Initialize", "lastActionSuccess": False, "errorMessage": str(error)}
            return Event({**self._engine.last_event.metadata, **failed, "errorCode": "InvalidArgument"})

    def _scene(self, name: str) -> Scene:
        """A plan; kept, as the client loads it at every reset."""
        if name not in self._scenes:
            self._scenes[name] = self._plan or build_scene(name)
        return self._scenes[name]

    def _spelt(self, metadata: Metadata) -> Metadata:
        if not self._gone:
            return metadata
        rest = {key: value for key, value in metadata.items() if key not in ("hand", "reachablePositions")}
        return {**rest, "objects": [{k: v for k, v in o.items() if k not in self._gone} for o in metadata["objects"]]}


def build_scene(name: str) -> Scene:
    """What the build has for a plan: for it no stand-in but the real one."""
    plan = name.removesuffix("_physics")
    return replace(load_scene(plan + STAND_IN), name=f"{plan}_physics")


def plan_of(path: Path) -> Scene:
    """The room of a game as it is in the build: nothing copied, every state at its default."""
    scene = scene_from_game(read_game(path))
    objects: dict[str, dict[str, Any]] = {}
    for item in scene.objects:
        base = item["name"].split("(")[0]
        rest = {key: value for key, value in item.items() if not key.startswith("simbot")}
        plain = {"name": base, "openness": 0.0, "fillLiquid": None, **dict.fromkeys(STATES, False)}
        objects.setdefault(base, {**rest, **plain})
    return replace(scene, objects=tuple(objects.values()))
