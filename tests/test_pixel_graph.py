"""Scene graphs from pixels: lifting, tracking, relations, states, and the score."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from envs.errors import BadInput
from envs.pocket.scene import AgentPose
from envs.pocket.world.visibility import Camera
from eval.perception.graph_score import GraphScore, figures, score_graphs
from homebody.cli import app
from perception.detector.detection import Detection
from perception.detector.truth import GroundTruthDetector, NoisyDetector
from perception.matching.assignment import assign
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.from_pixels import PixelPerceiver
from perception.scene_graph.graph import HAND, HELD, IN_ON, NEAR, SceneGraph
from perception.scene_graph.handling import Handling
from perception.scene_graph.lifting import Lens, RgbdView, lift, usual_size
from perception.scene_graph.track import Track, absorb
from perception.scene_graph.tracking import Tracker
from perception.state_priors import prior
from perception.states import reader as state_reader
from perception.states.reader import READ, PixelStateReader, crop, place, readable, save_weights
from perception.states.training import read_figures, train_state_reader
from perception.states.training_crops import WIDE, Crops

SIDE = 200
STAND = 0.9
Corner = tuple[float, float, float]


@dataclass
class Room:
    """A room of boxes, looked at by casting a ray through every pixel; it is also the detector of what it shows."""

    boxes: dict[str, tuple[str, Corner, Corner]]
    held: tuple[str, float] | None = None
    unseen: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    confidence: float = 1.0
    extra: list[Detection] = field(default_factory=list)
    _ids: np.ndarray = field(default_factory=lambda: np.zeros((SIDE, SIDE), int))
    _names: list[str] = field(default_factory=list)

    def look(self, eye: CameraPose, fov: float = 90.0) -> RgbdView:
        lens = Lens(eye, SIDE, SIDE, fov)
        x, y = np.meshgrid(np.arange(SIDE) + 0.5, np.arange(SIDE) + 0.5)
        ways = lens.points(x, y, np.ones_like(x)) - lens.origin
        depth, ids = np.full((SIDE, SIDE), 15.0), np.full((SIDE, SIDE), -1)
        around = {"floor": ("", (-9.0, -1.0, -9.0), (9.0, 0.0, 9.0)), **self.boxes}
        self._names = list(around)
        for index, (_, low, high) in enumerate(around.values()):
            with np.errstate(divide="ignore", invalid="ignore"):
                a, b = (np.array(low) - lens.origin) / ways, (np.array(high) - lens.origin) / ways
            near, far = np.minimum(a, b).max(axis=-1), np.maximum(a, b).min(axis=-1)
            hit = (near <= far) & (near > 0.02) & (near < depth)
            depth[hit], ids[hit] = near[hit], index
        if self.held is not None:
            kind, half = self.held
            cx, cy, _ = lens.project(lens.from_camera(np.array([0.0, -0.155, 0.38])))
            wide = half / 0.38 / lens.tan_y / 2 * SIDE
            inside = (np.abs(x - cx) < wide) & (np.abs(y - cy) < wide)
            depth[inside], ids[inside] = 0.38 - 0.3 * half, len(self._names)
            self._names.append(f"held {kind}")
        self._ids = ids
        return RgbdView(np.zeros((SIDE, SIDE, 3), np.uint8), depth.astype(np.float32), eye, fov)

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        found = list(self.extra)
        for index, name in enumerate(self._names):
            rows, columns = np.nonzero(self._ids == index)
            kind = name.removeprefix("held ") if name.startswith("held ") else self.boxes.get(name, ("",))[0]
            kind = self.renamed.get(name, kind)
            if kind in classes and len(rows) >= 6 and name not in self.unseen:
                x0, y0, x1, y1 = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
                found.append(Detection(kind, self.confidence, (float(x0), float(y0), float(x1), float(y1))))
        return found


def around(x: float, y: float, z: float, half: float = 0.05) -> tuple[Corner, Corner]:
    return (x - half, y, z - half), (x + half, y + 2 * half, z + half)


COUNTER = ("CounterTop", (-1.0, 0.85, 1.0), (1.0, 0.91, 1.6))
EYE = CameraPose(0.0, STAND, 0.2, 0.0, 30.0)
CLASSES = ("Mug", "Cup", "Apple", "AppleSliced", "CounterTop", "DiningTable")


def kitchen(**more: tuple[str, Corner, Corner]) -> Room:
    return Room({"counter": COUNTER, "mug": ("Mug", *around(0.2, 0.91, 1.2)), **more})


def ids(scene: SceneGraph, kind: str) -> list[str]:
    return [node.object_id for node in scene.of_type(kind)]


# -- geometry ----------------------------------------------------------------------------------------------------

eyes = st.builds(
    CameraPose,
    st.floats(-3, 3),
    st.floats(0.5, 1.2),
    st.floats(-3, 3),
    st.floats(0, 360),
    st.sampled_from([-30.0, 0, 30, 60]),
)


@given(eyes, st.integers(40, 500), st.integers(40, 500), st.floats(40, 110), st.floats(0, 1), st.floats(0, 1))
def test_pixels_and_points_go_there_and_back(eye, width, height, fov, across, down):
    lens = Lens(eye, width, height, fov)
    x, y, depth = np.array([across * width]), np.array([down * height]), np.array([1.7])
    there = lens.points(x, y, depth)
    back = lens.project(there)
    assert np.allclose([v[0] for v in back], [x[0], y[0], 1.7], atol=1e-6)
    camera = Camera(AgentPose(eye.x, eye.y, eye.z, eye.yaw, eye.horizon), fov=fov, aspect=width / height)
    fx, fy, forward = camera.project(there[0])
    assert np.allclose([fx * width, fy * height, forward], [x[0], y[0], 1.7], atol=1e-6)


@settings(max_examples=25, deadline=None)
@given(st.floats(-0.5, 0.5), st.floats(0.75, 1.4), st.sampled_from([60.0, 90.0]), st.sampled_from([0.0, 30.0]))
def test_a_lifted_thing_is_where_it_is(x, z, fov, horizon):
    room = kitchen(mug=("Mug", *around(x, 1.05, z)))
    view = room.look(CameraPose(0.0, STAND, 0.0, 0.0, horizon), fov)
    found = room.detect(view.frame, ("Mug",))
    for one in lift(view, found):
        if not one.cut:
            assert np.linalg.norm(np.array(one.center) - (x, 1.1, z)) < 0.06
            assert np.all(np.abs(np.array(one.size)) < 0.2)
            assert one.begins == pytest.approx(np.hypot(x, z), abs=0.15)


def test_things_in_front_are_left_out():
    room = Room({
        "table": ("DiningTable", (-0.6, 0.0, 1.5), (0.6, 0.8, 2.3)),
        "mug": ("Mug", (-0.15, 0.9, 0.7), (0.15, 1.3, 0.75)),
    })  # fmt: skip
    view = room.look(CameraPose(0.0, STAND, 0.0, 0.0, 30.0))
    table = next(one for one in lift(view, room.detect(view.frame, CLASSES)) if one.detection.label == "DiningTable")
    assert table.depth > 1.2


@pytest.mark.parametrize("eye", [CameraPose(0.9, 0.9, 0.2, 0.0, 30.0), CameraPose(-0.7, 0.9, 0.0, 30.0, 0.0)])
def test_a_board_seen_aslant_is_no_higher_than_it_is(eye):
    room = Room({"drawer": ("Drawer", (0.0, 0.5, 1.0), (0.02, 0.7, 1.6))})
    view = room.look(eye)
    (found,) = lift(view, room.detect(view.frame, ("Drawer",)))
    assert found.low[1] == pytest.approx(0.5, abs=0.04) and found.high[1] == pytest.approx(0.7, abs=0.04)


@pytest.mark.parametrize("eye", [CameraPose(0.3, STAND, 0.2, 30.0, 30.0), CameraPose(-0.2, STAND, 0.0, 45.0, 20.0)])
def test_a_case_reaches_no_farther_than_its_faces(eye):
    """What stands before a fridge and goes on beside it shows in its box as well."""
    low, high = (0.9, 0.0, 1.4), (1.7, 1.8, 2.2)
    room = Room(
        {
            "fridge": ("Fridge", low, high),
            "counter": ("", (1.0, 0.0, 0.4), (1.7, 0.9, 1.4)),
            "wall": ("", (-9.0, 0.0, 2.25), (9.0, 3.0, 2.5)),
        }
    )
    view = room.look(eye)
    (found,) = lift(view, room.detect(view.frame, ("Fridge",)))
    assert np.all(np.array(found.low) >= np.array(low) - 0.06), found
    assert np.all(np.array(found.high) <= np.array(high) + 0.06), found
    assert max(found.size[0], found.size[2]) > 0.4


def test_of_drawers_above_each_other_each_shows_its_own_front():
    """Their boxes overlap when they are seen from the side; what lies in two of them is nobody's own."""
    fronts = {f"drawer {k}": ("Drawer", (0.6, 0.2 + 0.2 * k, 0.7), (0.62, 0.38 + 0.2 * k, 1.3)) for k in range(3)}
    room = Room({**fronts, "body": ("", (0.62, 0.0, 0.7), (1.2, 0.8, 1.3))})
    view = room.look(CameraPose(-0.2, STAND, 0.5, 60.0, 30.0))
    lifted = [one for one in lift(view, room.detect(view.frame, ("Drawer",))) if not one.vague]
    assert len(lifted) >= 2
    for one in lifted:
        number = round((one.center[1] - 0.29) / 0.2)
        heights = one.points[one.inner][:, 1]
        shown = [int(((heights > 0.2 + 0.2 * k) & (heights < 0.38 + 0.2 * k)).sum()) for k in range(3)]
        own = shown.pop(number)
        assert own > 4 and own > 2 * max(shown)


def test_a_board_that_shows_no_plane_is_no_new_thing():
    room = kitchen(door=("Cabinet", (-0.4, 0.0, 1.0), (-0.38, 0.8, 1.4)))
    view = room.look(EYE)
    worktop = Detection("Cabinet", 1.0, (60.0, 60.0, 140.0, 110.0))  # a box that shows the worktop alone
    (found,) = lift(view, [worktop])
    assert found.vague
    tracker = Tracker()
    assert not tracker.update(view, [found]) and not tracker.tracks


def test_a_drawer_that_is_drawn_out_is_still_that_drawer():
    shut = {f"drawer {k}": ("Drawer", (0.4, 0.1 + 0.3 * k, 0.7), (0.9, 0.38 + 0.3 * k, 1.2)) for k in range(2)}
    room, tracker = Room(dict(shut)), Tracker()
    eye = CameraPose(-0.5, STAND, 0.95, 90.0, 30.0)
    view = room.look(eye)
    seen = tracker.update(view, lift(view, room.detect(view.frame, ("Drawer",))))
    known = {t.object_id: t.center[1] for t in seen}
    upper = max(known, key=lambda key: known[key])
    Handling(tracker).opened(upper)
    room.boxes["drawer 1"] = ("Drawer", (0.1, 0.42, 0.7), (0.14, 0.66, 1.2))  # of which one sees the front alone
    view = room.look(eye)
    tracker.update(view, lift(view, room.detect(view.frame, ("Drawer",))))
    assert {t.object_id for t in tracker.tracks if t.number} == set(known)
    drawn = tracker.track(upper)
    assert drawn is not None and drawn.sighting is not None and drawn.sighting.center[0] < 0.2


def test_a_box_of_the_room_shows_where_its_corners_do():
    lens = Lens(CameraPose(0.0, 0.9, 0.0, 0.0, 0.0), SIDE, SIDE)
    low, high = np.array([-0.2, 1.0, 1.0]), np.array([0.2, 1.4, 1.2])
    x, y, _ = lens.project(np.array([[-0.2, 1.0, 1.0], [0.2, 1.4, 1.0]]))
    x0, y0, x1, y1 = lens.frame_box(low, high) or (0, 0, 0, 0)
    assert (x0, x1) == pytest.approx((x[0], x[1])) and y0 <= y[1] and y1 >= y[0]
    for away in (np.array([0.0, 0.0, -3.0]), np.array([9.0, 0.0, 0.0])):
        assert lens.frame_box(low + away, high + away) is None


def test_without_depth_the_usual_size_tells_the_distance():
    room = kitchen()
    view = room.look(EYE)
    blind = RgbdView(view.frame, None, view.eye)
    mug = lift(blind, room.detect(view.frame, ("Mug",)))[0]
    assert not mug.measured
    assert np.linalg.norm(np.array(mug.center) - (0.2, 0.96, 1.2)) < 0.5


def test_bad_views_and_boxes_are_refused():
    frame = np.zeros((20, 30, 3), np.uint8)
    with pytest.raises(BadInput, match="depth is"):
        RgbdView(frame, np.ones((30, 20)), EYE)
    with pytest.raises(BadInput, match="finite"):
        RgbdView(frame, np.full((20, 30), np.nan), EYE)
    with pytest.raises(BadInput, match="field of view"):
        RgbdView(frame, None, EYE, 0.0)
    with pytest.raises(BadInput, match="outside the frame"):
        lift(RgbdView(frame, np.ones((20, 30)), EYE), [Detection("Mug", 1.0, (40, 5, 50, 9))])


def test_usual_sizes_are_lengths():
    assert all(side > 0 for side in usual_size("Mug"))
    assert usual_size("no such thing") == (0.3, 0.3, 0.3)


# -- assignment --------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 5), st.integers(1, 5))
def test_assignment_is_the_best_there_is(seed, rows, columns):
    rng = np.random.default_rng(seed)
    cost = rng.random((rows, columns))
    cost[cost > rng.random()] = np.inf
    pairs = assign(cost, 0.8)
    few, many = (cost, columns) if rows <= columns else (cost.T, rows)
    best = (0, 0.0)
    for order in itertools.permutations(range(many), len(few)):
        taken = [few[i, j] for i, j in enumerate(order) if few[i, j] <= 0.8]
        best = min(best, (-len(taken), sum(taken)))
    assert len(pairs) == -best[0]
    assert sum(cost[pair] for pair in pairs) == pytest.approx(best[1])
    assert len({r for r, _ in pairs}) == len({c for _, c in pairs}) == len(pairs)


# -- tracking ----------------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from([0.0, 90.0, 180.0, 270.0]), min_size=1, max_size=8), st.integers(0, 3))
def test_what_stays_keeps_its_id_in_and_out_of_view(turns, apples):
    things = {f"apple{k}": ("Apple", *around(-0.6 + 0.25 * k, 0.91, 1.2, 0.04)) for k in range(apples)}
    room = kitchen(**things)
    perceiver = PixelPerceiver(room, CLASSES)
    first = perceiver.perceive(room.look(EYE))
    assert len(set(ids(first, "Apple"))) == apples
    for yaw in turns:
        scene = perceiver.perceive(room.look(EYE._replace(yaw=yaw)))
        if yaw in (0.0, 180.0):
            assert ids(scene, "Mug") == (ids(first, "Mug") if yaw == 0.0 else [])
            assert ids(scene, "Apple") == (ids(first, "Apple") if yaw == 0.0 else [])
    again = perceiver.perceive(room.look(EYE._replace(x=0.1)))
    assert ids(again, "Mug") == ["Mug|1"]
    assert sorted(ids(again, "Apple")) == sorted(ids(first, "Apple"))


def test_ids_and_names_count_from_first_sight():
    room = kitchen(other=("Mug", *around(-0.4, 0.91, 1.2)))
    scene = PixelPerceiver(room, CLASSES).perceive(room.look(EYE))
    assert sorted(n.name for n in scene.of_type("Mug")) == ["Mug_0", "Mug_1"]
    assert all(n.object_id == f"Mug|{int(n.name[-1]) + 1}" for n in scene.of_type("Mug"))


def test_what_is_carried_keeps_its_id_and_is_the_same_thing_when_put_down():
    room = kitchen(other=("Mug", *around(-0.5, 0.91, 1.2)))
    perceiver = PixelPerceiver(room, CLASSES)
    before = perceiver.perceive(room.look(EYE))
    taken = next(n.object_id for n in before.of_type("Mug") if n.position[0] > 0)
    del room.boxes["mug"]
    room.held = ("Mug", 0.05)
    scene = perceiver.perceive(room.look(EYE))
    assert scene.held == taken
    assert not scene.parents(taken)
    for yaw in (90.0, 180.0, 180.0):
        scene = perceiver.perceive(room.look(EYE._replace(yaw=yaw)))
        assert scene.held == taken
    room.held = None
    room.boxes["mug"] = ("Mug", *around(0.5, 0.91, 1.3))
    after = perceiver.perceive(room.look(EYE._replace(x=0.1)))
    assert after.held is None
    assert next(n.object_id for n in after.of_type("Mug") if n.position[0] > 0) == taken
    assert len(after.of_type("Mug")) == 2


def test_a_carried_thing_is_still_held_when_the_detector_misses_it():
    room = Room({"counter": COUNTER}, held=("Mug", 0.05))
    perceiver = PixelPerceiver(room, CLASSES)
    held = perceiver.perceive(room.look(EYE)).held
    room.unseen = {"held Mug"}
    assert held is not None
    assert perceiver.perceive(room.look(EYE)).held == held


def test_what_was_taken_away_is_dropped_and_known_again_elsewhere():
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES)
    scene = perceiver.perceive(room.look(EYE))
    del room.boxes["mug"]
    for _ in range(2):
        scene = perceiver.perceive(room.look(EYE))
    assert not scene.of_type("Mug")
    assert [t.gone for t in perceiver.tracker.tracks if t.label == "Mug"] == [True]
    room.boxes["mug"] = ("Mug", *around(-0.6, 0.91, 1.3))
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]


def test_what_is_hidden_is_remembered():
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES)
    scene = perceiver.perceive(room.look(EYE))
    room.boxes["board"] = ("", (-0.1, 0.9, 0.9), (0.6, 1.6, 0.95))
    for _ in range(12):
        scene = perceiver.perceive(room.look(EYE))
    assert not scene.of_type("Mug")
    del room.boxes["board"]
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]


def test_what_shows_through_a_curtain_is_the_thing_behind_it():
    room = Room({"mirror": ("Mirror", (-0.4, 0.9, 2.0), (0.4, 1.6, 2.02))})
    perceiver = PixelPerceiver(room, ("Mirror",), reach=None)
    eye = CameraPose(0.0, STAND, 0.2, 0.0, 0.0)
    assert ids(perceiver.perceive(room.look(eye)), "Mirror") == ["Mirror|1"]
    room.boxes["curtain"] = ("", (-1.0, 0.0, 1.0), (1.0, 2.0, 1.01))
    room.extra = room.detect(np.zeros(0), ("Mirror",))  # it is still found, at the same pixels
    for _ in range(3):
        (seen,) = perceiver.perceive(room.look(eye)).of_type("Mirror")
        assert seen.object_id == "Mirror|1" and seen.position[2] == pytest.approx(2.0, abs=0.1)


def test_one_miss_of_the_detector_does_not_take_a_thing_out():
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES)
    perceiver.perceive(room.look(EYE))
    room.unseen = {"mug"}
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]


def test_a_doubtful_detection_must_be_seen_three_times():
    room = kitchen()
    room.confidence = 0.3
    perceiver = PixelPerceiver(room, CLASSES)
    assert not any(perceiver.perceive(room.look(EYE)).of_type("Mug") for _ in range(2))
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]
    ghost = Room({"counter": COUNTER}, extra=[Detection("Apple", 0.3, (50, 60, 60, 70))])
    perceiver = PixelPerceiver(ghost, CLASSES)
    for _ in range(2):
        perceiver.perceive(ghost.look(EYE))
    ghost.extra = []
    assert not any(perceiver.perceive(ghost.look(EYE)).of_type("Apple") for _ in range(3))


@pytest.mark.parametrize(("own", "asked", "listed"), [(None, None, True), (0.5, None, False), (0.5, 0.3, True)])
def test_what_a_detector_is_not_sure_of_is_not_listed(own: float | None, asked: float | None, listed: bool):
    room = kitchen()
    room.confidence = 0.4
    if own is not None:
        room.sure = own  # type: ignore[attr-defined]
    perceiver = PixelPerceiver(room, CLASSES, sure=asked)
    scenes = [perceiver.perceive(room.look(EYE)) for _ in range(3)]
    assert bool(scenes[-1].of_type("Mug")) is listed


def test_of_two_names_for_one_box_the_surer_one_is_listed():
    room = kitchen()
    view = room.look(EYE)
    (mug,) = [one for one in room.detect(view.frame, CLASSES) if one.label == "Mug"]
    x0, y0, x1, y1 = mug.box
    room.extra = [Detection("Cup", 0.8, (x0, y0, x1, y1 - 1)), Detection("Apple", 0.8, (x0, y0, x1, y1 + y1 - y0))]
    scene = PixelPerceiver(room, CLASSES).perceive(view)
    assert ids(scene, "Mug") == ["Mug|1"]
    assert not scene.of_type("Cup")
    assert scene.of_type("Apple")


def test_a_slip_of_the_class_is_outvoted():
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES)
    for slip in (False, False, True, False):
        room.renamed = {"mug": "Cup"} if slip else {}
        scene = perceiver.perceive(room.look(EYE))
        assert ids(scene, "Mug") == ["Mug|1"]
        assert not scene.of_type("Cup")


def test_pieces_take_the_place_of_what_was_cut():
    room = kitchen(apple=("Apple", *around(-0.3, 0.91, 1.2)))
    perceiver = PixelPerceiver(room, CLASSES)
    assert ids(perceiver.perceive(room.look(EYE)), "Apple") == ["Apple|1"]
    del room.boxes["apple"]
    for k in range(3):
        low, high = (-0.35 + 0.034 * k, 0.91, 1.15), (-0.32 + 0.034 * k, 1.0, 1.25)
        room.boxes[f"piece{k}"] = ("AppleSliced", low, high)
    scene = perceiver.perceive(room.look(EYE))
    assert not scene.of_type("Apple")
    assert len(scene.of_type("AppleSliced")) == 3


def test_graphs_are_the_same_on_every_run():
    runs = []
    for _ in range(2):
        room = kitchen(apple=("Apple", *around(-0.3, 0.91, 1.2)))
        perceiver = PixelPerceiver(room, CLASSES)
        runs.append([perceiver.perceive(room.look(EYE._replace(x=0.05 * k))) for k in range(4)])
    assert runs[0] == runs[1]


# -- the graph ---------------------------------------------------------------------------------------------------


def test_relations_of_a_laid_counter():
    room = kitchen(near=("Apple", *around(0.4, 0.91, 1.2)), far=("Cup", *around(-0.7, 0.91, 1.2)))
    room.held = ("AppleSliced", 0.04)
    scene = PixelPerceiver(room, CLASSES).perceive(room.look(EYE))
    counter = ids(scene, "CounterTop")[0]
    said = {(r.head, r.predicate, r.tail) for r in scene.relations}
    assert {("Mug|1", IN_ON, counter), ("Apple|1", IN_ON, counter), ("Cup|1", IN_ON, counter)} <= said
    assert (HAND, HELD, "AppleSliced|1") in said
    assert {frozenset((a, b)) for a, p, b in said if p == NEAR} == {frozenset(("Mug|1", "Apple|1"))}


def test_the_floor_is_known_by_its_height():
    room = Room({"mug": ("Mug", *around(0.0, 0.0, 0.9))})
    scene = PixelPerceiver(room, CLASSES).perceive(room.look(EYE._replace(horizon=60.0)))
    assert scene.parents("Mug|1") == ("Floor|1",)
    blind = room.look(EYE._replace(horizon=60.0))
    scene = PixelPerceiver(room, CLASSES).perceive(RgbdView(blind.frame, None, blind.eye))
    assert not scene.of_type("Floor")


def test_what_is_out_of_reach_is_left_out():
    room = Room({"mug": ("Mug", *around(0.0, 1.2, 2.3, 0.1))})
    view = room.look(CameraPose(0.0, STAND, 0.0, 0.0, 0.0))
    assert not PixelPerceiver(room, CLASSES).perceive(view).of_type("Mug")
    assert PixelPerceiver(room, CLASSES, reach=None).perceive(view).of_type("Mug")


def test_perceivers_refuse_nonsense():
    with pytest.raises(BadInput, match="empty"):
        PixelPerceiver(kitchen(), [])
    with pytest.raises(BadInput, match="reach"):
        PixelPerceiver(kitchen(), CLASSES, reach=-1.0)
    with pytest.raises(BadInput, match="sure is 45"):
        PixelPerceiver(kitchen(), CLASSES, sure=45)


# -- states ------------------------------------------------------------------------------------------------------


class _Saying:
    """A state reader that says what it is told."""

    def __init__(self, *odds: float, state: str = "dirty") -> None:
        self.odds, self.state = list(odds), state

    def read(self, frame: np.ndarray, detections: Sequence[Detection]) -> list[dict[str, float]]:
        odds = self.odds.pop(0)
        return [{self.state: odds} if one.label == "Mug" else {} for one in detections]


def test_states_are_weighed_over_frames():
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES, _Saying(3.0, -0.5, -4.0))
    states = [perceiver.perceive(room.look(EYE)).of_type("Mug")[0].states for _ in range(3)]
    assert states == [("dirty",), ("dirty",), ()]


def test_a_rare_state_takes_more_to_be_believed():
    said = {}
    for state in ("dirty", "broken"):
        room = kitchen()
        perceiver = PixelPerceiver(room, CLASSES, _Saying(2.0, 5.0, state=state))
        said[state] = [perceiver.perceive(room.look(EYE)).of_type("Mug")[0].states for _ in range(2)]
    assert said == {"dirty": [("dirty",), ("dirty",)], "broken": [(), ("broken",)]}
    assert prior("Laptop", "open") > 0.0 > prior("Cabinet", "open") > prior("Cabinet", "broken")
    assert prior("no such thing", "open") < 0.0


def _arrays(seed: int, types: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    shapes = {
        "embedding": (types, 24),
        "gain": (types, 64),
        "conv1.weight": (32, 3, 4, 4),
        **{f"conv{k}.weight": (n, m, 3, 3) for k, m, n in ((2, 32, 64), (3, 64, 96))},
        **{f"conv{k}.bias": (n,) for k, n in ((1, 32), (2, 64), (3, 96))},
        "fc1.weight": (128, 3456),
        "fc2.weight": (128, 160),
        "fc3.weight": (len(READ), 128),
        "fc1.bias": (128,),
        "fc2.bias": (128,),
        "fc3.bias": (len(READ),),
    }
    return {name: rng.normal(0, 0.1, shape) for name, shape in shapes.items()}


def test_weights_are_kept_and_read(tmp_path):
    path, again = tmp_path / "states.npz", tmp_path / "again.npz"
    save_weights(path, ["Fridge", "Mug"], _arrays(0, 2))
    save_weights(again, ["Fridge", "Mug"], _arrays(0, 2))
    assert path.read_bytes() == again.read_bytes()
    frame = np.random.default_rng(1).integers(0, 255, (90, 120, 3), dtype=np.uint8)
    found = [Detection("Mug", 1.0, (10, 10, 40, 50)), Detection("Fridge", 1.0, (0, 0, 120, 90))]
    found += [Detection("Mug", 1.0, (10, 10, 14, 14)), Detection("Statue", 1.0, (10, 10, 40, 50))]
    reader = PixelStateReader(path)
    said = reader.read(frame, found)
    assert said == reader.read(frame, found)
    assert [set(one) for one in said] == [set(readable("Mug")), {"open"}, set(), set()]
    assert "open" in readable("Fridge") and readable("no such thing") == ()


def test_bad_weights_are_named(tmp_path):
    with pytest.raises(BadInput, match="no weights for states at"):
        PixelStateReader(tmp_path / "none.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"no archive")
    with pytest.raises(BadInput, match=r"broken\.npz"):
        PixelStateReader(broken)
    other = tmp_path / "other.npz"
    np.savez(other, something=np.zeros(3))
    with pytest.raises(BadInput, match="holds no weights for states"):
        PixelStateReader(other)


def test_what_the_frame_cuts_off_is_told():
    inside, cut = place((100, 200, 3), (50, 20, 150, 70)), place((100, 200, 3), (0, 50, 100, 100))
    assert inside.shape == cut.shape == (state_reader.PLACE,)
    assert inside[4:].tolist() == [0, 0, 0, 0] and cut[4:].tolist() == [1, 0, 0, 1]
    assert inside[:4] == pytest.approx([np.log(0.5) + 1.5, np.log(0.5) + 1.5, 0.0, -0.1])


def test_crops_repeat_the_frames_edge():
    frame = np.zeros((40, 60, 3), np.uint8)
    frame[:, 30:] = 200
    assert crop(frame, (20, 0, 40, 40)).shape == (state_reader.SIDE, state_reader.SIDE, 3)
    assert (crop(frame, (40, 5, 60, 35)) == 200).all()
    wider = crop(frame, (20, 0, 40, 40), 20, 0.5)
    assert (wider[:, :10] == 0).all() and (wider[:, 10:] == 200).all()


def test_a_reader_learns_what_it_is_shown(tmp_path):
    torch = pytest.importorskip("torch", reason="torch is an extra of homebody")
    rng = np.random.default_rng(0)
    dirty = rng.random(96) < 0.5
    pixels = rng.integers(100, 140, (96, WIDE, WIDE, 3)).astype(np.uint8)
    pixels[dirty, 32:64, 32:64] //= 3
    places = np.zeros((96, state_reader.PLACE), np.float32)
    states, known = np.zeros((2, 96, len(READ)), bool)
    states[:, READ.index("dirty")], known[:, READ.index("dirty")] = dirty, True
    crops = Crops(pixels, places, np.array(["Plate"] * 96), states, known)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    losses = train_state_reader(crops, tmp_path / "w.npz", epochs=12, batch=16)
    torch.set_num_threads(threads)
    assert losses[-1] < 0.5 * losses[0]
    assert read_figures(PixelStateReader(tmp_path / "w.npz"), crops)["dirty"]["f1"] >= 0.9
    with pytest.raises(BadInput, match="0 epochs"):
        train_state_reader(crops, tmp_path / "w.npz", epochs=0)


# -- the score ---------------------------------------------------------------------------------------------------


def test_graphs_with_true_boxes_score_well_and_with_noise_less():
    classes = ("Mug", "Plate", "CounterTop", "Fridge", "Microwave", "Bread", "Chair", "DiningTable", "Bowl", "Apple")
    look = {"renderMode": "plain", "steps": 12, "walk_seed": 4}
    true = score_graphs(GroundTruthDetector, ["kitchen"], [1], classes, **look)
    assert true.frames == 13
    assert true.node_recall is not None and true.node_recall > 0.85
    assert true.node_precision is not None and true.node_precision > 0.8
    noisy = score_graphs(
        lambda source: NoisyDetector(GroundTruthDetector(source), 0, "heavy"), ["kitchen"], [1], classes, **look
    )
    assert noisy.node_recall is not None and noisy.node_recall < true.node_recall
    assert set(true.as_dict()) >= {"node_precision", "node_recall", "relation_f1", "identity_switches", "states"}


def test_a_score_without_frames_has_no_shares():
    empty = figures([GraphScore(CLASSES)])
    assert empty.frames == 0 and empty.node_precision is None and empty.relation_f1 is None
    with pytest.raises(BadInput, match="nothing to walk"):
        score_graphs(GroundTruthDetector, [], [1], CLASSES)


def test_the_command_trains_a_reader_that_can_be_used(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    arguments = ["train", "states", "--out", str(tmp_path / "new" / "w.npz"), "--rooms", "1", "--test-rooms", "1"]
    done = CliRunner().invoke(app, [*arguments, "--poses", "2", "--epochs", "1", "--json", "-"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["crops"] > 0
    assert len(told["losses"]) == 1
    assert set(told["states"]) == {"broken", "cooked", "dirty", "filled", "on", "open"}
    assert PixelStateReader(tmp_path / "new" / "w.npz").row("Mug") >= 0


def test_things_taken_for_one_keep_others_company_and_never_their_own():
    """Two that were seen beside each other may turn out to be one all the same."""
    tracks = [Track("Drawer", np.zeros(3), np.ones(3), np.full(3, 0.5), number=k + 1) for k in range(4)]
    for one, other in itertools.combinations(tracks[:3], 2):
        one.company[other] = other.company[one] = 1
    for other in tracks[1:3]:
        absorb(tracks[0], other)
    absorb(tracks[3], tracks[0])
    assert all(track not in track.company for track in tracks)
    assert not tracks[0].company and not tracks[3].company, "all three are one now"


@pytest.mark.parametrize(("sure", "seen"), [(0.4, 1), (None, 2)])
def test_what_a_detector_that_has_to_look_finds_twice_is_one_thing(sure: float | None, seen: int) -> None:
    """Who knows the answer finds nothing twice: two things of one class may lie on each other."""
    room = kitchen()
    view = room.look(EYE)
    x0, y0, x1, y1 = next(one.box for one in room.detect(view.frame, ("Mug",)))
    room.extra = [Detection("Mug", 0.9, (x0, y0, x1, y0 + 0.6 * (y1 - y0)))]
    assert len(ids(PixelPerceiver(room, CLASSES, sure=sure).perceive(view), "Mug")) == seen
