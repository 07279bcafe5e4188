"""What programs written for AI2-THOR expect of its controller, beyond the shared contract suite."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kitchen import COUNTER, CUP, EGG, KNIFE, MICROWAVE, MUG, PLATE, SHUT_IN, THINGS, kitchen
from scenes import at, counter, fails, floor, middle, objects, ok, play, size, state, thing

from envs.pocket.actions.registry import ACTIONS
from envs.pocket.controller import PocketController
from envs.pocket.parameters import KNOWN
from envs.pocket.unsupported import REFUSED

PAGE = Path(__file__).parents[1] / "docs/ai2thor.md"
LIT: dict[str, Any] = {"width": 60, "height": 60}


# -- the overview page -------------------------------------------------------------------------------------------


def _section(title: str) -> str:
    return PAGE.read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]


def _names(text: str) -> list[str]:
    return re.findall(r"`([A-Za-z0-9_]+)`", text)


def _rows(title: str) -> list[list[str]]:
    lines = [line for line in _section(title).splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_page_lists_what_the_engine_has() -> None:
    same = [name for _, actions in _rows("The same") for name in _names(actions)]
    differs = [name for actions, _ in _rows("With a difference") for name in _names(actions)]
    assert len(same + differs) == len(set(same + differs))
    assert set(same + differs) == set(ACTIONS)


def test_the_page_lists_what_is_refused_and_why() -> None:
    shown = {name: why for actions, why in _rows("Refused") for name in _names(actions)}
    assert shown == REFUSED
    assert not REFUSED.keys() & ACTIONS.keys()


@pytest.mark.parametrize("name", REFUSED)
def test_refused_actions_say_why(name: str) -> None:
    controller = _STILL
    with pytest.raises(ValueError, match=re.escape(f"{name} is an action of AI2-THOR that is refused here")) as refused:
        controller.step(name, objectId="Mug|1|2|3", degrees=3)
    assert str(refused.value).endswith(REFUSED[name])
    assert controller.last_event.metadata["errorCode"] == "InvalidAction"


def test_the_page_lists_the_parameters() -> None:
    shown = {name for parameters, _ in _rows("Parameters of the constructor, `reset` and `Initialize`")
             for name in _names(parameters)}  # fmt: skip
    assert shown - {"scene", "seed", "physicsSimulationParams"} == KNOWN


_STILL = play(floor())


# -- any call, well-formed or not --------------------------------------------------------------------------------

_IDS = st.sampled_from([item["objectId"] for item in THINGS] + ["Mug|9|9|9", "", "Mug"])
_NUMBERS = st.one_of(st.floats(-2, 2), st.sampled_from([0, 1, 90, 1e12, -1e12, float("nan"), float("inf")]))
_VECTORS = st.one_of(
    st.fixed_dictionaries({"x": _NUMBERS, "y": _NUMBERS, "z": _NUMBERS}),
    st.dictionaries(st.sampled_from(["x", "y", "z", "w"]), _NUMBERS, max_size=2),
)
_JUNK = st.one_of(st.none(), st.booleans(), st.text(max_size=3), _NUMBERS, _VECTORS, st.lists(_NUMBERS, max_size=3))
_LISTS = st.lists(st.one_of(_IDS, _VECTORS, _NUMBERS, st.sampled_from(["Mug", "Kitchen"])), max_size=3)
_BY_KIND = {"a number": _NUMBERS, "a whole number": st.integers(-3, 500), "True or False": st.booleans(),
            "{x, y, z}": _VECTORS}  # fmt: skip


@st.composite
def _calls(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from(sorted(ACTIONS.keys() - {"Initialize", "Reset"})))
    entry = ACTIONS[name]
    call: dict[str, Any] = {"action": name}
    for key in sorted(entry.parameters):
        kind = entry.types[key][1]
        if key not in entry.required and draw(st.integers(0, 2)) == 0:
            continue
        likely = _IDS if kind == "a text" else _LISTS if kind.startswith("a list") else _BY_KIND.get(kind, _JUNK)
        call[key] = draw(_JUNK if draw(st.integers(0, 5)) == 0 else likely)
    return call


@settings(max_examples=250)
@given(_calls())
def test_any_call_succeeds_or_changes_nothing(call: dict[str, Any]) -> None:
    before = objects(_ROOM), _ROOM.last_event.metadata["agent"], _ROOM.last_event.metadata["thirdPartyCameras"]
    try:
        event = _ROOM.step(call)
    except ValueError as wrong:
        assert 0 < len(str(wrong)) < 1500
        event = _ROOM.last_event
        assert event.metadata["errorCode"] in ("InvalidArgument", "MissingArguments", "InvalidAction")
    meta = event.metadata
    if not event:
        assert meta["errorMessage"]
        assert (meta["objects"], meta["agent"], meta["thirdPartyCameras"]) == before
    elif not call["action"].startswith("Get"):
        _ROOM.reset()


_ROOM = play(*THINGS, renderImage=False)


# -- doors and drawers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["Fridge", "Cabinet", "Microwave", "Safe"])
def test_an_open_door_widens_the_box(kind: str) -> None:
    box = thing(kind, 1.2, 0.0, y=0.0, size=(0.6, 0.7, 0.6), isOpen=False)
    inner = thing("Egg", 1.2, 0.0, on=box)
    controller = play(floor(), box, inner)
    closed = state(controller, box)["axisAlignedBoundingBox"]
    ok(controller, "OpenObject", **at(box), forceAction=True)
    event = controller.last_event
    opened = state(controller, box)["axisAlignedBoundingBox"]
    assert opened["size"] != closed["size"]
    assert max(opened["size"]["x"] * opened["size"]["z"] / 0.36, 0) > 1.4
    assert opened["size"]["y"] == pytest.approx(closed["size"]["y"])
    assert (middle(state(controller, inner)) == middle(inner)).all()
    ok(controller, "OpenObject", **at(box), forceAction=True, openness=0.4)
    ok(controller, "CloseObject", **at(box), forceAction=True)
    assert state(controller, box)["axisAlignedBoundingBox"] == closed
    assert event.get_object(box["objectId"])["axisAlignedBoundingBox"] == opened  # type: ignore[index]


def test_a_drawer_goes_out_with_what_is_in_it() -> None:
    drawer = thing("Drawer", 0.0, 0.9, y=0.6, size=(0.6, 0.25, 0.5), rotation={"x": 0.0, "y": 180.0, "z": 0.0})
    spoon = thing("Spoon", 0.0, 0.9, on=drawer)
    controller = play(floor(), drawer, spoon)
    ok(controller, "OpenObject", **at(drawer))
    for item in (drawer, spoon):
        assert middle(state(controller, item))[2] < middle(item)[2] - 0.2  # towards the agent
    now, box = state(controller, spoon), state(controller, drawer)["axisAlignedBoundingBox"]
    assert box["center"]["z"] - box["size"]["z"] / 2 < middle(now)[2] < box["center"]["z"] + box["size"]["z"] / 2
    here = controller.last_event.metadata["agent"]["position"]
    assert now["distance"] == pytest.approx(np.linalg.norm([now["position"][k] - here[k] for k in "xyz"]))
    ok(controller, "PickupObject", **at(spoon))
    ok(controller, "CloseObject", **at(drawer))
    assert state(controller, drawer)["axisAlignedBoundingBox"]["center"] == drawer["axisAlignedBoundingBox"]["center"]


def test_what_a_recording_shows_open_keeps_its_recorded_box() -> None:
    fridge = thing("Fridge", 1.2, 0.0, y=0.0, size=(1.2, 1.8, 1.0), isOpen=True)
    controller = play(floor(), fridge)
    box = state(controller, fridge)["axisAlignedBoundingBox"]
    assert box["size"] == pytest.approx(fridge["axisAlignedBoundingBox"]["size"])
    assert state(controller, fridge)["axisAlignedBoundingBox"] == box
    ok(controller, "SetObjectPoses", objectPoses=[])
    ok(controller, "CloseObject", **at(fridge), forceAction=True)
    assert state(controller, fridge)["axisAlignedBoundingBox"] == box


# -- looks -------------------------------------------------------------------------------------------------------


def _look(controller: PocketController) -> np.ndarray:
    frame = controller.last_event.frame
    assert frame is not None
    return frame.astype(int)


@pytest.mark.parametrize(
    ("change", "back"),
    [
        ("RandomizeMaterials", "ResetMaterials"),
        ("RandomizeColors", "ResetColors"),
        ("RandomizeLighting", "ResetLighting"),
    ],
)
def test_looks_change_by_seed_and_come_back(change: str, back: str) -> None:
    controller = PocketController("kitchen_2", **LIT)
    usual = _look(controller)
    drawn = []
    for seed in (41, 42, 42):
        ok(controller, "SetRandomSeed", seed=seed)
        assert (_look(controller) == (drawn[-1] if drawn else usual)).all()
        ok(controller, change)
        drawn.append(_look(controller))
    assert np.abs(drawn[0] - usual).mean() > 5
    assert np.abs(drawn[0] - drawn[1]).mean() > 2
    assert (drawn[1] == drawn[2]).all()
    ok(controller, back)
    assert (_look(controller) == usual).all()
    ok(controller, change)
    assert (_look(controller) != usual).any()
    assert (_look(PocketController("kitchen_2", **LIT)) == usual).all()
    controller.reset()
    assert (_look(controller) == usual).all()


def test_words_follow_the_paint() -> None:
    controller = kitchen()
    before = {o["objectId"]: (o["color"], o["material"], o["assetId"]) for o in objects(controller)}
    ok(controller, "RandomizeMaterials", excludedObjectIds=[CUP["objectId"]])
    after = {o["objectId"]: (o["color"], o["material"], o["assetId"]) for o in objects(controller)}
    assert after[CUP["objectId"]] == before[CUP["objectId"]]
    assert sum(after[k][:2] != before[k][:2] for k in before) > 3
    assert all(after[k][2] == before[k][2] for k in before)  # the asset is the same
    ok(controller, "SliceObject", objectId=BREAD_ID, forceAction=True)
    bread = controller.last_event.get_object(BREAD_ID)
    assert bread is not None
    heel = controller.last_event.objects_by_type("Bread")[-1]
    assert (heel["color"], heel["material"]) == (bread["color"], bread["material"])
    ok(controller, "RemoveFromScene", **at(KNIFE))  # the room is rebuilt
    assert state(controller, MUG)["color"] == after[MUG["objectId"]][0]


BREAD_ID = next(item["objectId"] for item in THINGS if item["objectType"] == "Bread")


def test_materials_are_asked_for_as_in_ai2thor() -> None:
    controller = play(floor())  # FloorPlan1, a training scene
    answer = ok(controller, "RandomizeMaterials")
    assert (answer["useTrainMaterials"], answer["useExternalMaterials"], answer["useValMaterials"]) == (
        True,
        True,
        False,
    )
    assert answer["totalMaterialsConsidered"] > 0
    fails(controller, "RandomizeMaterials", "useTrainMaterials must not be False", useTrainMaterials=False)
    assert ok(controller, "RandomizeMaterials", inRoomTypes=["kitchen", "LivingRoom"])["chosenRoomTypes"]
    fails(controller, "RandomizeMaterials", "must include 'Kitchen'", inRoomTypes=["LivingRoom"])
    fails(controller, "RandomizeMaterials", "inRoomTypes is ['Attic']", inRoomTypes=["Attic"])
    fails(controller, "RandomizeLighting", "randomizeColor is False", randomizeColor=False, hue=[0, 1])
    wrong: list[tuple[str, list[float]]] = [("hue", [0, 2]), ("saturation", [0.5]), ("brightness", [-1, 1])]
    for name, values in wrong:
        fails(controller, "RandomizeLighting", f"{name} is", **{name: values})  # type: ignore[arg-type]


def test_assets_are_named() -> None:
    controller = PocketController("kitchen_2", renderImage=False)
    for item in objects(controller):
        assert item["assetId"].startswith(f"{item['objectType']}_")
    mugs = controller.last_event.objects_by_type("Mug") + PocketController("kitchen_4").last_event.objects_by_type(
        "Mug"
    )
    by_asset = {m["assetId"]: (m["color"], m["material"]) for m in mugs}
    assert all(by_asset[m["assetId"]] == (m["color"], m["material"]) for m in mugs)


# -- moving things from outside ----------------------------------------------------------------------------------


def test_points_above_a_receptacle_can_be_used() -> None:
    controller = kitchen()
    points = ok(controller, "GetSpawnCoordinatesAboveReceptacle", **at(COUNTER))
    assert len(points) > 200
    placed = 0
    for point in points[::11]:
        if controller.step("PlaceObjectAtPoint", **at(MUG), position=point):
            placed += 1
            now = state(controller, MUG)
            assert np.abs(middle(now)[[0, 2]] - [point["x"], point["z"]]).max() < 1e-6
            assert middle(now)[1] - size(now)[1] / 2 == pytest.approx(point["y"], abs=0.01)
            assert COUNTER["objectId"] in now["parentReceptacles"]
    assert placed > 5
    near = ok(controller, "GetSpawnCoordinatesAboveReceptacle", **at(COUNTER), anywhere=False)
    assert 0 < len(near) < len(points)
    fails(controller, "GetSpawnCoordinatesAboveReceptacle", "closed", **at(MICROWAVE))
    fails(controller, "GetSpawnCoordinatesAboveReceptacle", "not a receptacle", **at(KNIFE))


def test_no_place_is_taken_twice() -> None:
    controller = kitchen()
    knife, wall = middle(KNIFE), {"x": 9.0, "y": 1.0, "z": 0.0}
    on_knife = {"x": float(knife[0]), "y": float(knife[1]), "z": float(knife[2])}
    fails(controller, "PlaceObjectAtPoint", "in the way", **at(MUG), position=on_knife)
    fails(controller, "TeleportObject", "outside the room", **at(MUG), position=wall)
    fails(controller, "TeleportObject", "in the way", **at(MUG), position={"x": 0.0, "y": 0.6, "z": 0.9} | on_knife)
    fails(controller, "TeleportObject", "neither pickupable", **at(COUNTER), position=wall)
    fails(controller, "TeleportObject", "position of", **at(MUG), position=5)
    ok(controller, "TeleportObject", **at(MUG), position=on_knife, forceAction=True)


def test_a_teleported_thing_falls_or_floats() -> None:
    controller = kitchen()
    ok(controller, "PickupObject", **at(EGG), forceAction=True)
    ok(controller, "PutObject", **at(PLATE), forceAction=True)
    high = {"x": -1.0, "y": 1.5, "z": -1.0}
    ok(
        controller,
        "TeleportObject",
        **at(PLATE),
        position=high,
        rotation={"x": 0, "y": 90, "z": 0},
        forceKinematic=True,
    )
    plate, egg = state(controller, PLATE), state(controller, EGG)
    assert (plate["position"], plate["rotation"]["y"]) == (high, 90.0)
    assert np.abs(middle(egg)[[0, 2]] - middle(plate)[[0, 2]]).max() < 0.2  # what lies on it comes along
    ok(controller, "TeleportObject", **at(PLATE), position=high)
    assert middle(state(controller, PLATE))[1] < 0.1
    assert egg["objectId"] in state(controller, PLATE)["receptacleObjectIds"]
    ok(controller, "PickupObject", **at(MUG))
    fails(controller, "TeleportObject", "allowTeleportOutOfHand", **at(MUG), position=high)
    ok(controller, "TeleportObject", **at(MUG), position=high, allowTeleportOutOfHand=True, makeUnbreakable=True)
    assert controller.last_event.metadata["inventoryObjects"] == []
    fails(controller, "BreakObject", "unbreakable", **at(MUG), forceAction=True)


def test_disabled_things_come_back_as_they_were() -> None:
    controller = kitchen()
    before = {o["objectId"]: o for o in objects(controller)}
    for item in (MUG, COUNTER):
        ok(controller, "DisableObject", **at(item))
        assert controller.last_event.get_object(item["objectId"]) is None
        fails(controller, "DisableObject", "disabled already", **at(item))
    assert middle(state(controller, KNIFE))[1] < 0.2  # fell down
    for item in (COUNTER, MUG):
        ok(controller, "EnableObject", **at(item))
        old, now = before[item["objectId"]], state(controller, item)
        assert now["axisAlignedBoundingBox"] == old["axisAlignedBoundingBox"]
        fails(controller, "EnableObject", "not disabled", **at(item))
    assert state(controller, MUG)["visible"]
    fails(controller, "DisableObject", "floor", objectId=THINGS[0]["objectId"])
    ok(controller, "DisableObject", **at(CUP))
    assert controller.reset().get_object(CUP["objectId"]) is not None


def test_mass_can_be_set() -> None:
    controller = kitchen()
    ok(controller, "SetMassProperties", **at(MUG), mass=2.5, drag=0, angularDrag=0.05)
    assert state(controller, MUG)["mass"] == 2.5
    fails(controller, "SetMassProperties", "above 0 kg", **at(MUG), mass=0, drag=0, angularDrag=0)
    fails(controller, "SetMassProperties", "moveable", **at(COUNTER), mass=1, drag=0, angularDrag=0)


def test_heat_lasts_as_long_as_it_is_told_to() -> None:
    def seconds(*setup: tuple[str, dict[str, Any]]) -> int:
        controller = kitchen()
        for name, parameters in setup:
            ok(controller, name, **parameters)
        ok(controller, "ToggleObjectOn", **at(MICROWAVE))
        ok(controller, "ToggleObjectOff", **at(MICROWAVE))
        for passed in range(60):
            if state(controller, SHUT_IN)["temperature"] == "RoomTemp":
                return passed
            ok(controller, "Pass")
        return 60

    assert 8 <= seconds() <= 11
    assert 18 <= seconds(("SetGlobalRoomTempDecayTime", {"TimeUntilRoomTemp": 20.0})) <= 21
    own = {"objectType": "Potato", "TimeUntilRoomTemp": 3.0}
    assert 2 <= seconds(("SetRoomTempDecayTimeForType", own)) <= 4
    assert seconds(("SetDecayTemperatureBool", {"allowDecayTemperature": False})) == 60
    fails(kitchen(), "SetRoomTempDecayTimeForType", "did you mean Potato", objectType="Potatoe", TimeUntilRoomTemp=1)
    fails(kitchen(), "SetGlobalRoomTempDecayTime", "at least 0", TimeUntilRoomTemp=-1)


# -- outlines, paths, the hand -----------------------------------------------------------------------------------


def test_outlines_are_seen_from_above() -> None:
    controller = kitchen()
    every = ok(controller, "Get2DSemanticHulls")
    assert every.keys() == {o["objectId"] for o in objects(controller)}
    mine = ok(controller, "Get2DSemanticHull", **at(COUNTER))
    assert mine == every[COUNTER["objectId"]]
    half = size(COUNTER)[[0, 2]] / 2
    assert {tuple(np.round(p, 6)) for p in mine} == {
        tuple(np.round(middle(COUNTER)[[0, 2]] + np.array([a, b]) * half, 6)) for a in (-1, 1) for b in (-1, 1)
    }
    assert ok(controller, "Get2DSemanticHulls", objectTypes=["Mug"]).keys() == {MUG["objectId"]}
    assert ok(controller, "Get2DSemanticHulls", objectIds=[CUP["objectId"]]).keys() == {CUP["objectId"]}
    fails(controller, "Get2DSemanticHulls", "cannot both", objectTypes=["Mug"], objectIds=[CUP["objectId"]])


def test_the_clients_own_path_metrics() -> None:
    metrics = pytest.importorskip("ai2thor.util.metrics", reason="needs the extra thor")
    controller = play(floor(), counter(), MUG)
    start, end = {"x": -1.5, "y": 0.9, "z": -1.5}, {"x": 1.5, "y": 0.9, "z": -1.5}
    path = metrics.get_shortest_path_to_point(controller, start, end)
    assert (path[0], path[-1]) == (start, end)
    assert metrics.path_distance(path) == pytest.approx(3.0)
    assert metrics.get_shortest_path_to_point(controller, start, {**end, "x": 1.6}, allowed_error=0.3)[-1]["x"] == 1.6
    to_mug = metrics.get_shortest_path_to_object(controller, MUG["objectId"], start, {"x": 0, "y": 0, "z": 0})
    assert to_mug[0] == start
    assert metrics.get_shortest_path_to_object_type(controller, "Mug", start, allowed_error=0.1)[-1] == to_mug[-1]
    with pytest.raises(ValueError, match="no path"):
        metrics.get_shortest_path_to_point(controller, start, {"x": 9.0, "y": 0.0, "z": 0.0})
    assert metrics.compute_single_spl(path, path, True) == 1.0


def test_the_hand_moves_and_turns_as_reported() -> None:
    controller = kitchen()
    ok(controller, "Teleport", horizon=0)
    ok(controller, "PickupObject", **at(MUG), forceAction=True)
    usual = controller.last_event.metadata["heldObjectPose"]
    assert [usual["localPosition"][k] for k in "xyz"] == pytest.approx([0.0, -0.155, 0.38])
    ok(controller, "MoveHeldObject", ahead=0.1, right=0.05, up=0.1)
    moved = controller.last_event.metadata["heldObjectPose"]
    by = [moved["localPosition"][k] - usual["localPosition"][k] for k in "xyz"]
    assert by == pytest.approx([0.05, 0.1, 0.1])
    assert moved["rotation"] == usual["rotation"]
    turns = [({"pitch": 90}, (90, 0, 0)), ({"yaw": 90}, (0, 90, 0)), ({"roll": 90}, (0, 0, 270))]
    for given_angles, wanted in turns:
        controller.reset()
        ok(controller, "Teleport", horizon=0, rotation=180)
        ok(controller, "PickupObject", **at(MUG), forceAction=True)
        before = controller.last_event.metadata["hand"]
        ok(controller, "RotateHeldObject", **given_angles)
        after = controller.last_event.metadata["hand"]
        assert after["position"] == pytest.approx(before["position"])
        assert [after["localRotation"][k] for k in "xyz"] == pytest.approx(wanted)
    ok(controller, "RotateHeldObject", rotation={"x": 90, "y": 180, "z": 0})
    assert [controller.last_event.metadata["hand"]["localRotation"][k] for k in "xyz"] == pytest.approx([90, 180, 0])


def test_all_three_turns_at_once() -> None:
    controller = kitchen()
    ok(controller, "Teleport", horizon=0, rotation=180)
    ok(controller, "PickupObject", **at(MUG), forceAction=True)
    ok(controller, "RotateHeldObject", roll=90, pitch=90, yaw=90)
    assert [controller.last_event.metadata["hand"]["rotation"][k] for k in "xyz"] == pytest.approx([90, 0, 0])


# -- frames and filters ------------------------------------------------------------------------------------------


def test_older_names_of_frames() -> None:
    event = play(floor(), renderObjectImage=True, renderClassImage=True, **LIT).last_event
    assert event.class_segmentation_frame is event.semantic_segmentation_frame
    assert event.semantic_segmentation_frame is not None
    assert event.instance_segmentation_frame is not None
    assert event.normals_frame is None
    assert event.flow_frame is None


def test_filters_by_type_and_id() -> None:
    controller = kitchen()
    ok(controller, "SetObjectFilterForType", objectTypes=["Mug", "Cup"])
    assert {o["objectType"] for o in objects(controller)} == {"Mug", "Cup"}
    ok(controller, "SetObjectFilter", objectIds=[])
    assert objects(controller) == []
    ok(controller, "OpenObject", **at(MICROWAVE))  # actions still reach everything
    ok(controller, "ResetObjectFilter")
    assert state(controller, MICROWAVE)["isOpen"]


def test_the_field_of_view_can_be_changed() -> None:
    controller = play(floor(), **LIT)
    ok(controller, "ChangeFOV", fieldOfView=60)
    assert controller.last_event.metadata["fov"] == 60.0
    fails(controller, "ChangeFOV", "fieldOfView is 181", fieldOfView=181)
    ok(controller, "ChangeQuality", quality="Ultra")
    ok(controller, "RotateLook", rotation=90, horizon=31)
    agent = controller.last_event.metadata["agent"]
    assert (agent["rotation"]["y"], agent["cameraHorizon"]) == (90.0, 31.0)
    fails(controller, "RotateLook", "[-30, 60]", horizon=75)
    ok(controller, "Teleport", position={"x": 0.1, "y": 0.9, "z": 0.0}, forceAction=True)
    ok(controller, "RotateLook", rotation=180)  # turning asks nobody where one stands
