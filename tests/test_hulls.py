"""Things are known by where they must show; two that were seen side by side stay two, doubles become one."""

from __future__ import annotations

import numpy as np
import pytest

from perception.detector.detection import Detection, PixelBox
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.grasp import still_held
from perception.scene_graph.lens import Lens, RgbdView, placed
from perception.scene_graph.lifting import LiftedDetection, lift
from perception.scene_graph.likeness import look_alike, merge, note_company
from perception.scene_graph.occlusion import HAND_AHEAD, HAND_DOWN, SpotHull
from perception.scene_graph.track import LiftedSighting, Track
from perception.scene_graph.tracking import Tracker

SIDE, WALL = 200, 2.0
EYE = CameraPose(0.0, 0.9, 0.0, 0.0, 0.0)
LENS = Lens(EYE, SIDE, SIDE)


def wall(eye: CameraPose = EYE) -> np.ndarray:
    """Depth of a wall two metres ahead of where the robot first stands."""
    return np.full((SIDE, SIDE), WALL - eye.z)


def shown_in(box: PixelBox, lens: Lens, depth: np.ndarray) -> np.ndarray:
    rows, columns = np.arange(int(box[1]), int(box[3])), np.arange(int(box[0]), int(box[2]))
    y, x = (a.ravel() for a in np.meshgrid(rows, columns, indexing="ij"))
    return lens.points(x + 0.5, y + 0.5, depth[y, x])


def looked_at(*boxes: PixelBox) -> SpotHull:
    hull = SpotHull()
    for box in boxes:
        hull.take(shown_in(box, LENS, wall()), box, LENS, wall())
    return hull


# -- where a thing must show -----------------------------------------------------------------------------------------


def test_a_thing_must_show_where_it_was_seen_also_from_elsewhere() -> None:
    hull = looked_at((80.0, 90.0, 120.0, 130.0))
    assert hull.shown(LENS, wall()) == pytest.approx((80, 90, 120, 130), abs=2)
    nearer = EYE._replace(z=1.0)
    assert hull.shown(Lens(nearer, SIDE, SIDE), wall(nearer)) == pytest.approx((60, 80, 140, 160), abs=4)
    assert hull.shown(Lens(EYE._replace(yaw=180.0), SIDE, SIDE), wall()) is None
    assert hull.shown(LENS, None) is None and SpotHull().shown(LENS, wall()) is None


def test_what_stands_before_a_thing_and_the_frames_edge_hide_their_part_of_it() -> None:
    hull, depth = looked_at((80.0, 90.0, 120.0, 130.0)), wall()
    depth[:, :100] = 1.0
    assert hull.shown(LENS, depth) == pytest.approx((100, 90, 120, 130), abs=2)
    depth[:, :] = 1.0
    assert hull.shown(LENS, depth) is None
    turned = EYE._replace(x=-1.8)
    assert hull.shown(Lens(turned, SIDE, SIDE), wall()) == pytest.approx((170, 90, 200, 130), abs=2)


def test_what_lies_beside_the_thing_in_other_looks_is_not_the_thing() -> None:
    whole, part = (60.0, 60.0, 140.0, 140.0), (80.0, 60.0, 120.0, 140.0)
    assert looked_at(whole, part).shown(LENS, wall()) == pytest.approx(part, abs=2)
    assert looked_at(part, whole, whole, whole).shown(LENS, wall()) == pytest.approx(whole, abs=2)


@pytest.mark.parametrize(
    ("seen", "worse"), [((80, 80, 120, 120), (82, 80, 122, 140)), ((85, 85, 95, 95), (0, 0, 9, 9))]
)
def test_where_it_shows_goes_better_with_what_is_nearer(seen: PixelBox, worse: PixelBox) -> None:
    shown = (80.0, 80.0, 120.0, 120.0)
    assert look_alike(shown, shown) == pytest.approx(1.0)
    assert look_alike(shown, seen) > look_alike(shown, worse)


def test_compiled_code_finds_points_where_the_lens_does() -> None:
    points = np.random.default_rng(0).uniform(-3, 3, (50, 3))
    lens = Lens(CameraPose(0.3, 0.9, -0.2, 40.0, 30.0), 320, SIDE, 70.0)
    camera = lens.origin, lens.axes, lens.tan_x, lens.tan_y, lens.width, lens.height
    found = np.array([placed(point, *camera) for point in points])
    assert found == pytest.approx(np.stack(lens.project(points), axis=1), rel=1e-9)


# -- one or two ------------------------------------------------------------------------------------------------------


def front(number: int, box: PixelBox | None, confidence: float = 1.0, x: float = 0.0) -> Track:
    """A drawer of which some of the wall was taken, seen now in a box or not."""
    low, high = np.array([x, 0.5, 1.98]), np.array([x + 0.45, 0.7, 2.0])
    track = Track("Drawer", low, high, (low + high) / 2, number, hits=4)
    if box is not None:
        found = Detection("Drawer", confidence, box)
        (track.sighting,) = lift(RgbdView(np.zeros((SIDE, SIDE, 3), np.uint8), wall(), EYE), [found])
    return track


def test_a_double_is_taken_for_the_older_one_and_keeps_what_both_showed() -> None:
    older, newer = front(1, None), front(3, (80.0, 90.0, 120.0, 130.0), x=2.0)
    older.hull, newer.hull = looked_at((80.0, 90.0, 120.0, 130.0)), looked_at((85.0, 90.0, 130.0, 130.0))
    assert merge([older, newer]) == [older]
    assert older.sighting is not None
    assert older.hull.shown(LENS, wall()) == pytest.approx((80, 90, 130, 130), abs=2)
    apart = front(4, (20.0, 20.0, 40.0, 40.0), x=2.0)
    apart.hull = looked_at((20.0, 20.0, 40.0, 40.0))
    assert merge([older, apart]) == [older, apart]


@pytest.mark.parametrize(
    ("confidence", "lower", "two"),
    [
        (1.0, (80.0, 120.0, 120.0, 150.0), True),
        (0.6, (80.0, 120.0, 120.0, 150.0), True),
        (1.0, (82.0, 92.0, 118.0, 128.0), True),
        (0.6, (82.0, 92.0, 118.0, 128.0), False),  # a detector that is not certain finds one thing twice
    ],
)
def test_what_was_seen_side_by_side_stays_two(confidence: float, lower: PixelBox, two: bool) -> None:
    one, other = front(1, (80.0, 90.0, 120.0, 125.0), confidence), front(2, lower, confidence)
    for _ in range(2):
        note_company([one, other])
    one.sighting = None
    assert len(merge([one, other])) == (2 if two else 1)


def test_the_company_of_a_double_is_the_company_of_what_it_is() -> None:
    older, double, neighbour = (
        front(1, None),
        front(2, (80.0, 90.0, 120.0, 130.0)),
        front(3, (80, 130, 120, 170), x=2.0),
    )
    for _ in range(2):
        note_company([older, double, neighbour])
    assert merge([older, double, neighbour]) == [older, neighbour]
    assert older.company == {neighbour: 2} and neighbour.company == {older: 2}


# -- followed --------------------------------------------------------------------------------------------------------


def test_neighbours_keep_their_names_where_only_a_sliver_of_one_shows() -> None:
    """The one at the frame's edge lies mostly within the other's box, and shows mostly the other's surface."""
    tracker, frame = Tracker(), np.zeros((SIDE, SIDE, 3), np.uint8)

    def look(*boxes: PixelBox, eye: CameraPose = EYE) -> list[str]:
        view = RgbdView(frame, wall(eye), eye)
        found = [Detection("Cabinet", 1.0, box) for box in boxes]
        tracker.update(view, lift(view, found))
        at = {t.sighting.detection.box: t.object_id for t in tracker.tracks if t.sighting is not None}
        return [at[box] for box in boxes]

    left, right = (60.0, 80.0, 100.0, 160.0), (100.0, 80.0, 140.0, 160.0)
    names = look(left, right)
    assert len(set(names)) == 2 and look(left, right) == names
    aside = EYE._replace(x=0.9)
    assert look((0.0, 80.0, 56.0, 160.0), (56.0, 80.0, 96.0, 160.0), eye=aside) == names
    farther = EYE._replace(x=1.9)
    assert look((0.0, 80.0, 6.0, 160.0), (0.0, 82.0, 46.0, 160.0), eye=farther) == names
    assert look(left, right) == names


def test_what_is_seen_where_a_carried_thing_must_be_is_in_the_hand() -> None:
    lens = Lens(EYE._replace(horizon=60.0), SIDE, SIDE)
    aim = lens.from_camera(np.array([0.0, -HAND_DOWN, HAND_AHEAD]))
    towel = Track("Towel", aim - 0.15, aim + 0.15, aim, 1, hits=5, carried=True)

    def edge(label: str, place: np.ndarray) -> LiftedSighting:
        low, high = place - 0.02, place + 0.02
        found = Detection(label, 1.0, (90.0, 20.0, 110.0, 190.0))
        depth = float(lens.to_camera(place)[2])
        corners = (tuple(point.tolist()) for point in (place, low, high))
        return LiftedSighting(LiftedDetection(found, *corners, depth, 0.1, 0.1, depth), lens)  # type: ignore[arg-type]

    held, other, far = (
        edge("Towel", aim + np.array([0.0, 0.16, 0.1])),
        edge("Cloth", aim + np.array([0.0, 0.16, 0.1])),
        edge("Towel", aim + np.array([0.0, -0.3, 0.5])),
    )
    for sighting in (held, other, far):
        sighting.in_hand = False
    still_held([held, other, far], [towel])
    assert [s.in_hand for s in (held, other, far)] == [True, False, False]
