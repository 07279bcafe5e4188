"""What is in the hand is what the picture shows there, not what was meant."""

from __future__ import annotations

import numpy as np

from perception.detector.detection import Detection
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.grasp import Hand, correct, take
from perception.scene_graph.lens import Lens
from perception.scene_graph.lifting import LiftedDetection
from perception.scene_graph.occlusion import HAND_AHEAD, HAND_DOWN
from perception.scene_graph.track import LiftedSighting, Track

LENS = Lens(CameraPose(0.0, 0.9, 0.0, 0.0, 30.0), 300, 300, 90.0)
IN_HAND = LENS.from_camera(np.array([0.0, -HAND_DOWN, HAND_AHEAD]))


def thing(label: str, x: float, z: float = 1.0, half: float = 0.05) -> Track:
    middle = np.array([x, 0.95, z])
    return Track(label, middle - half, middle + half, middle, 1, hits=3)


def seen(label: str, place: np.ndarray, half: float = 0.04) -> LiftedSighting:
    low, high = tuple((place - half).tolist()), tuple((place + half).tolist())
    found = Detection(label, 1.0, (100.0, 100.0, 140.0, 140.0))
    depth = float(LENS.to_camera(place)[2])
    return LiftedSighting(LiftedDetection(found, tuple(place.tolist()), low, high, depth, 0.1, 0.1, depth), LENS)  # type: ignore[arg-type]


def test_another_thing_was_taken_and_what_was_meant_is_where_it_was() -> None:
    knife, kettle = thing("Knife", 0.0), thing("Kettle", 0.2)
    hand = Hand(felt=True)
    where = knife.center
    take(hand, knife, [knife, kettle])
    knife.low, knife.high, knife.center = IN_HAND - 0.05, IN_HAND + 0.05, IN_HAND
    correct(hand, [seen("Kettle", IN_HAND), seen("Knife", where)], [knife, kettle], LENS, None)
    assert hand.holds is kettle and kettle.carried
    assert not knife.carried and np.allclose(knife.center, where)


def test_of_a_slice_in_a_pot_it_was_the_pot() -> None:
    slices, pot, apple = thing("BreadSliced", 0.0, half=0.03), thing("Pot", 0.01, half=0.12), thing("Apple", 0.4)
    hand = Hand(felt=True)
    take(hand, slices, [slices, pot, apple])
    correct(hand, [seen("BreadSliced", IN_HAND), seen("Pot", IN_HAND)], [slices, pot, apple], LENS, None)
    assert hand.holds is pot and slices.carried and pot.carried, "the slice comes along in it"
    assert not apple.carried


def test_the_empty_place_of_another_thing_tells_that_it_was_taken() -> None:
    knife, kettle = thing("Knife", 0.0), thing("Kettle", 0.2)
    wall = np.full((300, 300), 3.0)
    for depth, taken in ((wall, kettle), (None, knife)):
        hand = Hand(felt=True)
        take(hand, knife, [knife, kettle])
        correct(hand, [seen("Kettle", IN_HAND)], [knife, kettle], LENS, depth)
        assert hand.holds is taken
        knife.carried = kettle.carried = False


def test_what_was_meant_was_taken_when_nothing_speaks_against_it() -> None:
    mug, other, plate = thing("Mug", 0.0), thing("Mug", 0.3), thing("Plate", 0.1)
    tracks = [mug, other, plate]
    for shown in (
        [seen("Mug", IN_HAND), seen("Plate", plate.center)],
        [seen("Cup", IN_HAND), seen("Mug", other.center)],  # taken for a cup; the other mug is no sign
        [seen("Plate", IN_HAND), seen("Plate", plate.center), seen("Mug", mug.center)],  # the plate is where it was
        [],
    ):
        hand = Hand(felt=True)
        place = mug.center
        take(hand, mug, tracks)
        correct(hand, shown, tracks, LENS, None)
        assert hand.holds is mug and not hand.taken
        mug.carried, mug.center = False, place


def test_nothing_is_compared_but_the_first_picture() -> None:
    mug, plate = thing("Mug", 0.0), thing("Plate", 0.1)
    hand = Hand(felt=True)
    place = mug.center
    take(hand, mug, [mug, plate])
    correct(hand, [], [mug, plate], LENS, None)
    correct(hand, [seen("Plate", IN_HAND), seen("Mug", place)], [mug, plate], LENS, None)
    assert hand.holds is mug
