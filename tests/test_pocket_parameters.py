"""What the controller can be opened, reset and initialised with, also by programs that subclass it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import at, counter, fails, floor, ok, play, thing

from envs.call_parameters import INITIALIZE, STARTING
from envs.errors import BadInput, StandInWarning
from envs.pocket.controller import PocketController
from envs.pocket.parameters import FIXED, KNOWN, OWN, SETTINGS, WITHOUT_EFFECT

COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)


def pose(controller: PocketController) -> tuple[float, float, float]:
    """x, z and yaw."""
    agent = controller.last_event.metadata["agent"]
    return agent["position"]["x"], agent["position"]["z"], agent["rotation"]["y"]


REFUSED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a grid of metres": ({"gridSize": 5}, ["gridSize is 5", "0.01 to 1 m"]),
    "a grid of words": ({"gridSize": "fine"}, ["gridSize is 'fine'", "0.01 to 1 m"]),
    "a switch of numbers": ({"snapToGrid": 0.5}, ["snapToGrid is 0.5", "True or False"]),
    "no turn": ({"rotateStepDegrees": 0}, ["rotateStepDegrees is 0"]),
    "too wide": ({"fieldOfView": 200}, ["fieldOfView is 200", "1 to 179"]),
    "too narrow a window": ({"width": 4000, "height": 1}, ["wide", "179"]),
    "normals": ({"renderNormalsImage": True}, ["renderNormalsImage", "not available"]),
    "flow": ({"renderFlowImage": True}, ["renderFlowImage", "not available"]),
    "an unclear switch": ({"renderDepthImage": "yes"}, ["renderDepthImage is 'yes'"]),
    "an arm": ({"agentMode": "arm"}, ["agentMode is 'arm'", "default agent only", "ThorController"]),
    "a drone": ({"agentMode": "drone"}, ["agentMode is 'drone'"]),
    "a LoCoBot": ({"agentMode": "locobot"}, ["agentMode is 'locobot'"]),
    "a Stretch": ({"agentMode": "stretch"}, ["agentMode is 'stretch'"]),
    "fruit": ({"agentMode": "banana"}, ["agentMode is 'banana'"]),
    "two agents": ({"agentCount": 2}, ["agentCount is 2", "one agent"]),
    "an old class": ({"agentControllerType": "physics"}, ["agentMode='default'"]),
    "another visibility": ({"visibilityScheme": "Distance"}, ["visibilityScheme is 'Distance'", "Collider"]),
    "a tall camera": ({"cameraY": 1.2}, ["cameraY is 1.2", "0.675"]),
    "deep sight": ({"cameraFarPlane": 50}, ["cameraFarPlane is 50"]),
    "millimetres": ({"depth_format": "Millimeters"}, ["depth_format is 'Millimeters'", "metres"]),
    "noise": ({"applyActionNoise": True}, ["applyActionNoise is True"]),
    "a known stranger": ({"physicsSimulationParams": {}}, ["physicsSimulationParams", "does not support"]),
    "a misspelling": ({"gridsize": 0.25}, ["'gridsize'", "did you mean 'gridSize'"]),
    "another": ({"renderDepth": True}, ["'renderDepth'", "did you mean 'renderDepthImage'"]),
    "nothing alike": ({"qqqq": 1}, ["'qqqq'", "gridSize"]),
    "headless by word": ({"headless": "yes"}, ["headless is 'yes'"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_supported_is_refused_and_nothing_is_stored(case: str) -> None:
    parameters, mentions = REFUSED[case]
    controller = play(floor(), COUNTER, MUG, visibilityDistance=1.25)
    ok(controller, "PickupObject", **at(MUG))
    ok(controller, "MoveBack")
    kept, seed, engine = dict(controller.initialization_parameters), controller.seed, controller.engine
    for call in (
        lambda: play(floor(), **parameters),
        lambda: controller.reset(**parameters),
        lambda: controller.reset("bedroom_3", seed=9, **parameters),
        lambda: controller.step("Initialize", **parameters),
    ):
        with pytest.raises(ValueError) as refused:
            call()
        for words in mentions:
            assert words in str(refused.value)
        assert (controller.initialization_parameters, controller.seed, controller.engine) == (kept, seed, engine)
    meta = controller.last_event.metadata
    assert (meta["lastAction"], meta["lastActionSuccess"], meta["errorCode"]) == (
        "Initialize",
        False,
        "InvalidArgument",
    )
    assert [o["objectId"] for o in meta["inventoryObjects"]] == [MUG["objectId"]]  # and one can go on
    assert ok(controller, "MoveRight") is None
    assert controller.reset().metadata["inventoryObjects"] == []
    assert controller.scene == "FloorPlan1_physics"


def test_what_ai2thor_takes_without_effect_is_taken() -> None:
    usual: dict[str, Any] = {
        "quality": "Low", "platform": None, "server_class": object, "width": 30, "height": 20, "x_display": ":0",
        "gpu_device": 0, "server_timeout": 10, "agentMode": "default", "agentCount": 1, "visibilityScheme": "Collider",
        "cameraY": 0.675, "makeAgentsVisible": False, "massThreshold": 10, "fastActionEmit": True, "local_build": True,
        "renderNormalsImage": False, "continuous": False, "visibility_distance": 1.25,
    }  # fmt: skip
    controller = play(floor(), **usual)
    assert controller.engine.settings.reach == 1.25  # ALFRED's spelling
    assert controller.last_event.frame is not None
    assert controller.last_event.frame.shape == (20, 30, 3)
    assert controller.reset(gridSize=None).metadata["lastActionSuccess"]


def test_every_known_parameter_is_of_ai2thor_or_documented_as_ours() -> None:
    assert {"renderMode", "placementTolerance"} == OWN
    assert KNOWN - OWN <= STARTING | INITIALIZE
    assert not set(WITHOUT_EFFECT) & (set(SETTINGS) | set(FIXED))


@pytest.mark.parametrize(
    ("scene", "words"),
    [(5, "name such as"), ({"rooms": []}, "ProcTHOR"), ("kitchn", "did you mean 'kitchen'"), (["kitchen"], "name")],
)
def test_a_scene_that_is_none_changes_nothing(scene: Any, words: str) -> None:
    controller = play(floor(), COUNTER)
    for call in (lambda: controller.reset(scene), lambda: controller.step("Reset", sceneName=scene)):
        with pytest.raises(BadInput, match=words):
            call()
        assert controller.scene == "FloorPlan1_physics"
        assert controller.step("Pass")
    for seed in (-1, 0.5, "7", True):
        with pytest.raises(BadInput, match="seed"):
            controller.reset("kitchen", seed=seed)  # type: ignore[arg-type]
    assert controller.reset()


_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 400),
    st.floats(),
    st.text(max_size=4),
    st.lists(st.integers(), max_size=2),
)


@given(st.dictionaries(st.sampled_from([*sorted(KNOWN), "gridsize", "agents"]), _VALUES, max_size=3))
def test_any_reset_works_or_changes_nothing(parameters: dict[str, Any]) -> None:
    controller = _ROOM
    kept = dict(controller.initialization_parameters)
    try:
        controller.reset(**parameters)
    except BadInput as refused:
        assert len(str(refused)) < 2000
        assert controller.initialization_parameters == kept
    else:
        controller.initialization_parameters.clear()
    controller.initialization_parameters.update(width=300, height=300)
    assert controller.reset()


_ROOM = play(floor())


# -- programs that subclass the controller ----------------------------------------------------------------------------


class Chores(PocketController):
    """In the shape of ALFRED's ``ThorEnv``: other signatures of ``reset`` and ``step``, which call the base class."""

    def __init__(self, display: str = "0.0", quality: str = "MediumCloseFitShadows") -> None:
        self.resets = 0
        self.cleaned: set[str] = set()
        super().__init__(quality=quality, width=60, height=60)
        self.start(x_display=display)

    def reset(  # type: ignore[override]
        self, scene_name_or_num: str | int, grid_size: float = 0.25, render_image: bool = True, depth: bool = False
    ) -> Any:
        self.resets += 1
        name = scene_name_or_num if isinstance(scene_name_or_num, str) else f"FloorPlan{scene_name_or_num}"
        super().reset(name)
        event = super().step({
            "action": "Initialize", "gridSize": grid_size, "cameraY": 0.675, "renderImage": render_image,
            "renderDepthImage": depth, "renderClassImage": False, "renderObjectImage": True,
            "visibility_distance": 1.5, "makeAgentsVisible": False,
        })  # fmt: skip
        self.cleaned = set()
        return event

    def step(self, action: dict[str, Any], smooth_nav: bool = False) -> Any:  # type: ignore[override]
        call = dict(action)
        if smooth_nav and call["action"] == "MoveAhead":
            call["moveMagnitude"] = 0.25
        return super().step(call)


def test_a_subclass_may_have_other_signatures() -> None:
    env = Chores()
    assert env.resets == 0  # neither the constructor nor Initialize goes through it
    with pytest.warns(StandInWarning, match="FloorPlan5"):
        event = env.reset(5, grid_size=0.5, depth=True)
    assert env.resets == 1
    assert event and event is env.last_event
    assert event.depth_frame is not None
    assert event.instance_segmentation_frame is not None
    assert event.metadata["actionReturn"] == {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}
    turned = env.step({"action": "RotateRight", "forceAction": True}, smooth_nav=True)
    assert turned
    assert turned.metadata["lastAction"] == "RotateRight"
    assert env.reset("bedroom").metadata["sceneName"] != event.metadata["sceneName"]


# -- one agent, on the floor, on its grid ------------------------------------------------------------------------------


def test_there_is_one_agent() -> None:
    controller = play(floor())
    assert controller.step("Pass", agentId=0)
    with pytest.raises(ValueError, match=r"agentId is 1.*one agent"):
        controller.step("Pass", agentId=1)


def test_unknown_arguments_name_the_nearest() -> None:
    with pytest.raises(ValueError, match="'moveMagnitud' for MoveAhead; did you mean 'moveMagnitude'"):
        play(floor()).step("MoveAhead", moveMagnitud=1)


def test_a_forced_height_holds_until_the_agent_walks() -> None:
    controller = play(floor())
    fails(controller, "Teleport", "y is 1.4", "0.9 m", "forceAction=True", position={"x": 0.0, "y": 1.4, "z": 0.0})
    ok(controller, "Teleport", position={"x": 0.0, "y": 1.4, "z": 0.0}, forceAction=True)
    assert controller.last_event.metadata["agent"]["position"]["y"] == 1.4
    ok(controller, "MoveBack")
    assert controller.last_event.metadata["agent"]["position"]["y"] == 0.9
    fails(controller, "Teleport", "about y", rotation={"x": 10, "y": 90, "z": 0})
    assert pose(controller)[2] == 0.0


def test_reachable_positions_are_where_moves_lead() -> None:
    controller = play(floor(), COUNTER, gridSize=0.1)
    points = ok(controller, "GetReachablePositions")
    assert len(points) > 300
    for point in points[::40]:
        ok(controller, "Teleport", position=point)
    spots = {(round(10 * p["x"]), round(10 * p["z"])) for p in points}
    ok(controller, "Teleport", position={"x": 0.0, "y": 0.9, "z": 0.0}, rotation=0)
    while controller.step("MoveAhead"):
        x, z = (round(10 * v) for v in pose(controller)[:2])
        assert (x, z) in spots
    assert (0, round(10 * pose(controller)[1]) + 1) not in spots


def test_reachable_positions_along_the_heading() -> None:
    controller = play(floor(), rotateStepDegrees=30)
    aligned = {(p["x"], p["z"]) for p in ok(controller, "GetReachablePositions")}
    assert {(p["x"], p["z"]) for p in ok(controller, "GetReachablePositions", directionsRelativeAgent=True)} == aligned
    ok(controller, "RotateRight")
    assert {(p["x"], p["z"]) for p in ok(controller, "GetReachablePositions")} == aligned
    turned = ok(controller, "GetReachablePositions", directionsRelativeAgent=True, maxStepCount=1)
    ahead = {(round(p["x"], 3), round(p["z"], 3)) for p in turned}
    assert (0.125, round(0.25 * np.cos(np.pi / 6), 3)) in ahead
    many = ok(controller, "GetReachablePositions", directionsRelativeAgent=True)
    assert 0.7 < len(many) / len(aligned) < 1.4
