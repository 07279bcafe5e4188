"""The Unity engine: the real ai2thor client drives a stand-in for the build, which answers from pocket."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kitchen import kitchen
from standin.room import DIALECTS, build_scene

from envs.errors import BadInput, GaveUp, TryAgain, UnknownScene
from envs.pocket.controller import PocketController
from envs.simulator import Event, Simulator
from envs.testing import RULES, check_simulator
from envs.thor.build import EXECUTABLE, platform_here
from envs.thor.controller import ThorController
from envs.thor.event import ThorEvent
from envs.thor.metadata import complete_metadata

pytest.importorskip("ai2thor", reason="the ai2thor client is not installed: pip install 'homebody[thor]'")

STANDIN = Path(__file__).parent / "standin" / "unity.py"
SIZE: dict[str, Any] = {"width": 120, "height": 90}
FRAMES: dict[str, Any] = {
    "renderDepthImage": True,
    "renderInstanceSegmentation": True,
    "renderSemanticSegmentation": True,
}
PLAN = "FloorPlan2"


@pytest.fixture(autouse=True)
def away_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The client writes below HOME and puts its pipes into the folder for temporary files; here both are ours."""
    (tmp_path / "pipes").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")  # never opened: a build given by its path is started without looking
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "pipes"))
    for name in (EXECUTABLE, "CUDA_VISIBLE_DEVICES", "AI2THOR_VISIBILITY_DISTANCE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_left_behind(away_from_home: Path) -> Iterator[None]:
    """Whatever happened: no process, no pipe."""
    yield
    assert processes(away_from_home) == []
    assert list((away_from_home / "pipes").iterdir()) == []


def processes(folder: Path) -> list[str]:
    """Command lines of living processes that were started from a folder (Linux only; elsewhere none are found)."""
    lines = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(entry.read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue  # it has just ended
    return [line for line in lines if f"--from {folder}" in line]


def build(folder: Path, *options: str, name: str = "thor", replace: bool = True) -> Path:
    """An executable that starts the stand-in with options of its own."""
    path = folder / name
    command = shlex.join([sys.executable, str(STANDIN), "--from", str(folder), *options])
    path.write_text(f'#!/bin/sh\n{"exec " if replace else ""}{command} "$@"\n')
    path.chmod(0o755)
    return path


def unity(folder: Path, *options: str, scene: str = PLAN, **parameters: Any) -> ThorController:
    return ThorController(scene, local_executable_path=build(folder, *options), **{**SIZE, **parameters})


def empty(folder: Path, *options: str, scene: str = "FloorPlan1", **parameters: Any) -> ThorController:
    """An empty room that is there at once; without an option it has no faults."""
    return ThorController(scene, local_executable_path=build(folder, *(options or ("--fault", "none"))), **parameters)


# -- the contract ------------------------------------------------------------------------------------------------


def test_the_embedded_engine_keeps_the_contract() -> None:
    report = check_simulator(lambda: PocketController(build_scene(PLAN), **SIZE))
    assert report.skipped == {}
    assert report.passed == tuple(rule.name for rule in RULES)


def test_the_same_contract_through_the_real_client(tmp_path: Path) -> None:
    report = check_simulator(lambda: unity(tmp_path))
    assert report.skipped == {}
    assert report.passed == tuple(rule.name for rule in RULES)


# -- equal metadata and frames -----------------------------------------------------------------------------------

#: What is done on both engines. An id of the form <Type> stands for the first object of that type.
SCRIPT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Pass", {}),
    ("GetReachablePositions", {}),
    ("MoveAhead", {}),
    ("MoveBack", {"moveMagnitude": 0.5}),
    ("MoveRight", {}),
    ("RotateRight", {}),
    ("RotateLeft", {"degrees": 30}),
    ("RotateRight", {"degrees": 30}),
    ("LookDown", {}),
    ("LookDown", {}),
    ("LookDown", {}),
    ("LookUp", {}),
    ("Crouch", {}),
    ("Crouch", {}),
    ("Stand", {}),
    ("Teleport", {"rotation": 90, "horizon": 0}),
    ("Teleport", {"position": {"x": 400.0, "y": 0.9, "z": 0.0}}),
    ("AddThirdPartyCamera", {"position": {"x": 0, "y": 2, "z": 0}, "rotation": {"x": 60, "y": 45, "z": 0}}),
    ("Pass", {}),
    ("FlyAway", {}),
    ("MoveAhead", {"wingspan": 2}),
    ("TeleportFull", {"horizon": 0}),
    ("PickupObject", {"objectId": "<Mug>"}),
    ("PickupObject", {"objectId": "<Mug>", "forceAction": True}),
    ("PickupObject", {"objectId": "<Fork>", "forceAction": True}),
    ("RotateRight", {}),
    ("GetInteractablePoses", {"objectId": "<Fridge>", "standings": [True], "maxPoses": 3}),
    ("OpenObject", {"objectId": "<Fridge>", "forceAction": True}),
    ("OpenObject", {"objectId": "<Fridge>", "forceAction": True}),
    ("PutObject", {"objectId": "<CounterTop>", "forceAction": True, "placeStationary": True}),
    ("PutObject", {"objectId": "<CounterTop>", "forceAction": True}),
    ("ToggleObjectOn", {"objectId": "<Faucet>", "forceAction": True}),
    ("DirtyObject", {"objectId": "<Plate>", "forceAction": True}),
    ("FillObjectWithLiquid", {"objectId": "<Mug>", "fillLiquid": "coffee", "forceAction": True}),
    ("SliceObject", {"objectId": "<Tomato>", "forceAction": True}),
    ("SetObjectStates", {"SetObjectStates": {"objectType": "Cabinet", "stateChange": "openable", "isOpen": True}}),
    ("Pass", {"renderImage": False, "renderDepthImage": False}),
    ("UpdateThirdPartyCamera", {"thirdPartyCameraId": 0, "fieldOfView": 60}),
    ("GetReachablePositions", {}),
    ("Pass", {"renderInstanceSegmentation": None}),
    ("ChangeResolution", {"x": 100, "y": 80}),
    ("RotateLeft", {}),
)


def do(simulator: Simulator, action: str, parameters: dict[str, Any]) -> tuple[str, Event]:
    """Carry out a line of the script; returns what was raised and the event."""
    named = parameters.get("objectId", "")
    if named.startswith("<"):
        found = simulator.last_event.objects_by_type(named.strip("<>"))
        parameters = {**parameters, "objectId": found[0]["objectId"]}
    try:
        simulator.step(action, **parameters)
    except ValueError as error:
        return str(error), simulator.last_event
    return "", simulator.last_event


def check_equal(ours: Event, theirs: Event) -> None:
    assert theirs.metadata == ours.metadata
    assert theirs.pose == ours.pose
    pairs = list(zip([ours.views, *ours.views.others], [theirs.views, *theirs.views.others], strict=True))
    for mine, other in pairs:
        for name in ("rgb", "depth", "instances", "classes"):
            a, b = getattr(mine, name), getattr(other, name)
            assert (a is None) == (b is None), name
            if a is not None:
                assert a.dtype == b.dtype and np.array_equal(a, b), name
                assert b.flags["C_CONTIGUOUS"]
    for name in ("instance_masks", "class_masks"):
        mine, other = getattr(ours, name), getattr(theirs, name)
        assert set(mine) == set(other)
        assert all(np.array_equal(mine[key], other[key]) for key in mine)
    for name in ("instance_detections2D", "class_detections2D"):
        mine, other = getattr(ours, name), getattr(theirs, name)
        assert (None if mine is None else dict(mine)) == (None if other is None else dict(other))
    assert ours.object_id_to_color == theirs.object_id_to_color


def test_metadata_and_frames_are_equal(tmp_path: Path) -> None:
    with unity(tmp_path, **FRAMES) as there, PocketController(build_scene(PLAN), **SIZE, **FRAMES) as here:
        parameters = {"gridSize": 0.25, "visibilityDistance": 1.5, "fieldOfView": 90}
        here.reset(**parameters)
        check_equal(here.last_event, there.last_event)
        for line in SCRIPT:
            said, ours = do(here, *line)
            answered, theirs = do(there, *line)
            assert answered == said, line
            check_equal(ours, theirs)
        ours = here.reset(build_scene("FloorPlan301"), renderImage=False)
        check_equal(ours, there.reset("FloorPlan301", renderImage=False))
        check_equal(here.step("RotateRight"), there.step("RotateRight"))
        assert there.scene == here.scene == "FloorPlan301_physics"


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # the client never closes unity.log
def test_the_unchanged_client_sees_the_same(tmp_path: Path) -> None:
    from envs.thor.client import Controller

    here = PocketController(build_scene(PLAN), **SIZE, **FRAMES)
    there: Any = Controller(scene=PLAN, local_executable_path=str(build(tmp_path)), **SIZE, **FRAMES)
    try:
        for action in ("Pass", "RotateRight", "GetReachablePositions"):
            ours = here.step(action)
            theirs: Any = there.step(action)
            assert dict(theirs.metadata) == ours.metadata
            for name in ("frame", "depth_frame", "instance_segmentation_frame", "semantic_segmentation_frame"):
                assert np.array_equal(getattr(theirs, name), getattr(ours, name)), name
            assert set(theirs.instance_masks) == set(ours.instance_masks)
            assert all(np.array_equal(theirs.instance_masks[k], mask) for k, mask in ours.instance_masks.items())
            assert dict(theirs.instance_detections2D) == dict(ours.instance_detections2D or {})
            assert set(theirs.class_masks) == set(ours.class_masks)
    finally:
        process = there.server.unity_proc
        there.stop()
        process.wait(10)
        there.server.tmp_dir.cleanup()


# -- builds of other generations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("dialect", ["old", "new"])
def test_either_spelling_is_completed(dialect: str) -> None:
    controller = kitchen()
    controller.step("RotateRight")
    whole = controller.step("GetReachablePositions").metadata
    gone = DIALECTS[dialect]
    sent = {key: value for key, value in whole.items() if key != "collided"}
    sent["objects"] = [{k: v for k, v in o.items() if k not in gone} for o in whole["objects"]]
    sent["errorMessage"] = None
    if "assetId" in gone:
        whole["objects"] = [{**o, "assetId": ""} for o in whole["objects"]]
    assert complete_metadata(sent) == whole
    assert complete_metadata(complete_metadata(sent)) == whole


def test_hand_was_the_name_of_the_held_objects_pose() -> None:
    whole = kitchen().last_event.metadata
    pose = {key: whole["heldObjectPose"][key] for key in ("position", "rotation")}
    sent = {key: value for key, value in whole.items() if key != "heldObjectPose"} | {"hand": pose}
    completed = complete_metadata(sent)
    assert completed.keys() == whole.keys()
    assert completed["hand"] == completed["heldObjectPose"]
    assert completed["hand"].items() >= pose.items()


def test_a_build_for_cloud_rendering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY")
    folder = tmp_path / "with space"
    folder.mkdir()
    monkeypatch.setenv(EXECUTABLE, str(build(folder, "--dialect", "new")))
    with ThorController(PLAN, **SIZE, renderInstanceSegmentation=True) as there:
        here = PocketController(build_scene(PLAN), **SIZE, renderInstanceSegmentation=True)
        # Without a display the stand-in sends four channels, and here 5.x spellings only.
        check_equal(here.step("RotateRight"), there.step("RotateRight"))
        check_refusals(there)
    assert processes(folder) == []
    assert platform_here(None) == ("OSXIntel64" if sys.platform == "darwin" else "CloudRendering")
    if sys.platform != "darwin":
        assert platform_here(":0") == "Linux64"


def check_refusals(there: ThorController) -> None:
    with pytest.raises(UnknownScene, match="did you mean 'FloorPlan2"):
        there.reset("FloorPlan2x")
    with pytest.raises(BadInput, match="gridSize is 7"):
        there.reset(gridSize=7)
    process = there._running().unity_pid
    assert there.reset(gridSize=0.5)
    assert there.step("Initialize", gridSize=0.25).metadata["lastAction"] == "Initialize"
    assert there._running().unity_pid == process  # a refusal is no reason to start it again
    assert there.step("Pass", raise_for_failure=True)
    with pytest.raises(RuntimeError, match="already standing"):
        there.step("Stand", raise_for_failure=True)


# -- calls -------------------------------------------------------------------------------------------------------


def test_calls_reach_unity_in_its_own_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with empty(tmp_path, renderImage=False) as there:
        there.step({"action": "PutObject", "objectId": "Bowl|1", "x": 0.5}, y=0.25, putNearXY=True, receptacle=None)
        sent = {key: value for key, value in there.last_action.items() if key != "sequenceId"}
        assert sent == {"action": "PutObject", "x": 0.5, "y": 0.25, "putNearXY": True, "renderImage": False}
        there.step("PutObject", objectId="Bowl|2", x=0.5, y=0.25, putNearXY=True, forceAction=True)
        sent = {key: value for key, value in there.last_action.items() if key != "sequenceId"}
        assert sent == {"action": "PutObject", "objectId": "Bowl|2", "forceAction": True, "renderImage": False}
        there.step("Pass", renderImage=True)
        assert there.last_action["renderImage"] is True
        assert there.initialization_parameters["visibilityDistance"] == 1.5
        assert there.scenes_in_build == ["FloorPlan1_physics"]
        assert len(there.ithor_scenes()) == 120
        with pytest.raises(ValueError, match="action must be a name"):
            there.step(objectId="Mug|1")
        with pytest.raises(ValueError, match="cannot be sent"):
            there.step("Pass", agentId={1, 2})
        assert there.step("Pass")


def test_what_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="agentMode"):
        ThorController(agentControllerType="physics")
    with pytest.raises(BadInput, match="agentCount is 2"):
        ThorController(agentCount=2)


class Odd(ThorController):
    """Another signature of ``reset``, as programs that subclass AI2-THOR's controller have."""

    def reset(self, number: int, quick: bool = False) -> ThorEvent:  # type: ignore[override]
        return super().reset(f"FloorPlan{number}")


def test_a_subclass_may_have_another_reset(tmp_path: Path) -> None:
    with Odd("FloorPlan1", local_executable_path=build(tmp_path, "--fault", "none")) as there:
        assert there.step("Initialize", gridSize=0.5)
        assert there.reset(1, quick=True)  # type: ignore[arg-type]
        with pytest.raises(BadInput, match=r"'gridsize'.*did you mean 'gridSize'"):
            there.step("Initialize", gridsize=0.5)
        with pytest.raises(BadInput, match="agentCount is 2"):
            there.step("Initialize", agentCount=2)
        assert there.step("Pass")


# -- failures ----------------------------------------------------------------------------------------------------

FIRST_STEP = 3
"""Before it the client asks for the scenes, resets and initialises."""


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("crash", TryAgain, "exited with code 3 during MoveAhead.*unity.log.*reset"),
        ("abort", TryAgain, "SIGABRT during MoveAhead"),
        ("hang", TryAgain, "did not answer MoveAhead within 0.3 s"),
        ("half", TryAgain, "did not answer MoveAhead"),
        ("garbage", GaveUp, "does not speak the protocol"),
    ],
)
def test_a_lost_simulator_is_one_error(tmp_path: Path, fault: str, error: type[Exception], words: str) -> None:
    there = empty(tmp_path, "--fault", fault, "--at", str(FIRST_STEP), server_timeout=0.3)
    first = there.last_event
    with pytest.raises(error, match=words):
        there.step("MoveAhead")
    assert processes(tmp_path) == []
    assert there.last_event.metadata["lastAction"] == first.metadata["lastAction"] == "Initialize"
    with pytest.raises(TryAgain, match="not running"):
        there.step("Pass")
    assert there.reset().metadata["sceneName"] == "FloorPlan1_physics"  # a new process
    there.stop()
    there.stop()


def test_lost_between_two_actions(tmp_path: Path) -> None:
    there = empty(tmp_path)
    client = there._client
    assert client is not None
    process: Any = client.server.unity_proc  # pyright: ignore[reportOptionalMemberAccess]
    process.kill()
    process.wait()
    with pytest.raises(TryAgain, match="SIGKILL during MoveAhead"):
        there.step("MoveAhead")
    there.stop()


@pytest.mark.parametrize("at", [0, 1, 2])
def test_lost_while_the_scene_loads(tmp_path: Path, at: int) -> None:
    with pytest.raises(GaveUp, match="exited with code 3 while it was starting"):
        empty(tmp_path, "--fault", "crash", "--at", str(at))


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("exit", GaveUp, "exited with code 3 while it was starting"),
        ("mute", TryAgain, "did not start within 0.5 s.*server_start_timeout"),
        ("babble", GaveUp, "does not speak the protocol"),
    ],
)
def test_a_simulator_that_does_not_start(tmp_path: Path, fault: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        empty(tmp_path, "--fault", fault, server_start_timeout=0.5 if fault == "mute" else 30)


def test_a_wrapper_script_leaves_nothing_running(tmp_path: Path) -> None:
    path = build(tmp_path, "--fault", "none", replace=False)
    there = ThorController("FloorPlan1", local_executable_path=path)
    assert len(processes(tmp_path)) == (1 if Path("/proc/self/cmdline").exists() else 0)
    there.stop()
    assert processes(tmp_path) == []
    assert there.last_event.metadata["lastAction"] == "Initialize"


def test_an_unknown_scene_ends_the_process(tmp_path: Path) -> None:
    with pytest.raises(UnknownScene, match=r"no scene 'Flat9'.*1 scenes"):
        empty(tmp_path, scene="Flat9")


# -- what is missing ---------------------------------------------------------------------------------------------


def test_a_missing_build_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match=f"no Unity build.*Linux64.*{EXECUTABLE}.*download_build"):
        ThorController(platform="Linux64")
    with pytest.raises(BadInput, match=r"no Unity build at .*nowhere.*download_build"):
        ThorController(local_executable_path=tmp_path / "nowhere")
    with pytest.raises(BadInput, match="is a folder"):
        ThorController(local_executable_path=tmp_path)
    plain = tmp_path / "plain"
    plain.touch()
    monkeypatch.setenv(EXECUTABLE, str(plain))
    with pytest.raises(BadInput, match="not executable"):
        ThorController()


def test_a_missing_client_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import envs.thor

    monkeypatch.delattr(envs.thor, "client", raising=False)
    monkeypatch.delitem(sys.modules, "envs.thor.client", raising=False)
    monkeypatch.setitem(sys.modules, "ai2thor", None)
    monkeypatch.setitem(sys.modules, "ai2thor.build", None)
    with pytest.raises(BadInput, match=r"pip install 'homebody\[thor\]'"):
        ThorController()


def test_nothing_is_imported_before_it_is_needed() -> None:
    code = "import sys, envs.thor.controller, envs.engines, homebody; sys.exit('ai2thor' in sys.modules)"
    assert os.spawnv(os.P_WAIT, sys.executable, [sys.executable, "-c", code]) == 0
