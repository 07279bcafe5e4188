"""Whether what was found in pictures is there: counts of homes, log-odds, and what is done about it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_pixel_graph import CLASSES, EYE, ids, kitchen

from benchmarks.existence import compared, fitted, told
from benchmarks.type_confidence import Findings, shifts_for
from benchmarks.type_confidence import told as confidence_told
from perception.detector.detection import Detection
from perception.evened import EvenedDetector, shifted
from perception.existence.home_counts import HomeCounts, counted, counts_from
from perception.existence.odds import (
    ACTED,
    REMEMBERED,
    Existence,
    ExistenceWeights,
    ThingEvidence,
    existence_for,
    shipped_existence,
)
from perception.scene_graph.from_pixels import PixelPerceiver
from perception.scene_graph.handling import Handling
from perception.scene_graph.track import Track
from perception.scene_graph.tracking import Tracker

COUNTS = counted(
    {
        "kitchen": {f"k{n}": [{"Fridge": 1, "Mug": n % 3, "Cabinet": 9}] for n in range(20)},
        "bedroom": {f"b{n}": [{"Bed": 1, "Book": 2}, {"Bed": 1}] for n in range(20)},
    }
)
PLAIN = ExistenceWeights(hits=0.5, confidence=3.0, rate=0.6, usual=0.5, bias=-4.0)
evidence = st.builds(
    ThingEvidence,
    st.sampled_from(["Fridge", "Mug", "Bed", "Dragon"]),
    st.integers(1, 99),
    st.integers(0, 99),
    st.floats(0, 1),
)


def track(label: str, number: int, **more: object) -> Track:
    low, high = np.zeros(3), np.full(3, 0.1)
    return replace(Track(label, low, high, (low + high) / 2, number=number, hits=5, confidence=0.9), **more)  # type: ignore[arg-type]


# -- counts ----------------------------------------------------------------------------------------------------------


def test_a_room_counts_once_however_often_it_was_begun_in() -> None:
    assert COUNTS.rooms == {"kitchen": 20, "bedroom": 20}
    assert COUNTS.shares["bedroom"]["Book"] == (0.5, 0.5)
    assert counts_from(COUNTS.as_dict()) == COUNTS


def test_what_was_seen_tells_the_kind_of_room_and_that_how_many_there_may_be() -> None:
    kinds = COUNTS.kinds({"Fridge": 0.95, "Cabinet": 0.9})
    assert kinds["kitchen"] > 0.9
    assert COUNTS.another(kinds, "Fridge", 1) > 2 > -2 > COUNTS.another(kinds, "Fridge", 2)
    assert COUNTS.another(kinds, "Cabinet", 9) > 2, "there are nine in every kitchen"
    assert COUNTS.another(kinds, "Bed", 1) < -1
    assert COUNTS.another(kinds, "Dragon", 1) == 0.0, "nobody counted any: nothing is known"


@given(st.sampled_from(["Fridge", "Mug", "Cabinet", "Bed"]), st.integers(1, 12))
def test_more_is_never_likelier_than_fewer(object_type: str, number: int) -> None:
    kinds = COUNTS.kinds({})
    assert COUNTS.another(kinds, object_type, number + 1) <= COUNTS.another(kinds, object_type, number)


# -- log-odds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pictures", [ACTED, REMEMBERED])
@given(one=evidence, more=st.integers(1, 50))
def test_what_is_found_more_often_and_overlooked_less_is_likelier(pictures: str, one: ThingEvidence, more: int) -> None:
    existence = shipped_existence(pictures)
    (odds,) = existence.odds([one])
    assert existence.odds([replace(one, hits=one.hits + more)])[0] > odds
    assert existence.odds([replace(one, overlooked=one.overlooked + more)])[0] < odds
    assert existence.odds([replace(one, handled=4.0)])[0] > odds


@given(st.lists(evidence, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_things_does_not_matter(things: list[ThingEvidence], random) -> None:
    existence = Existence(COUNTS, PLAIN, PLAIN)
    told_first = sorted(existence.odds(things))
    shuffled = list(things)
    random.shuffle(shuffled)
    assert sorted(existence.odds(shuffled)) == pytest.approx(told_first)


def test_of_two_fridges_the_one_found_less_is_doubted_and_of_two_cabinets_it_is_not() -> None:
    existence = shipped_existence(ACTED)
    often, seldom = (lambda kind: ThingEvidence(kind, 60, 5, 0.9)), (lambda kind: ThingEvidence(kind, 9, 9, 0.65))
    around_it = [ThingEvidence(kind, 40, 3, 0.9) for kind in ("StoveBurner", "Microwave", "SinkBasin", "Toaster")]
    fridge, other = existence.odds([often("Fridge"), seldom("Fridge"), *around_it])[:2]
    cabinet, another = existence.odds([often("Cabinet"), seldom("Cabinet"), *around_it])[:2]
    assert fridge > 1 and cabinet > 1
    assert another - other > 1 and other < -1


def test_only_what_has_to_look_is_doubted() -> None:
    assert existence_for(object(), ACTED) is None
    looking = kitchen()
    looking.sure = 0.4  # type: ignore[attr-defined]
    assert existence_for(looking, ACTED) is shipped_existence(ACTED)


# -- scene graphs ----------------------------------------------------------------------------------------------------

ONE_MUG = Existence(counted({"kitchen": {"k": [{"Mug": 1, "CounterTop": 1}]}}), PLAIN, PLAIN)


def test_what_is_not_believed_is_followed_and_not_listed() -> None:
    strict = Existence(COUNTS, replace(PLAIN, bias=-9.0), PLAIN)
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES, existence=strict)
    assert not perceiver.perceive(room.look(EYE)).of_type("Mug")
    assert [t.object_id for t in perceiver.tracker.tracks if t.label == "Mug"] == ["Mug|1"]
    assert "Mug|1" not in perceiver.boxes


def test_what_could_be_handled_is_believed_from_then_on() -> None:
    strict = Existence(COUNTS, replace(PLAIN, bias=-7.0), PLAIN)
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES, existence=strict)
    assert not perceiver.perceive(room.look(EYE)).of_type("Mug")
    Handling(perceiver.tracker).worked("Mug|1", "ToggleOn")
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]


def test_what_cannot_be_handled_is_given_up() -> None:
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES, existence=ONE_MUG)
    handling = Handling(perceiver.tracker)
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]
    for _ in range(8):
        handling.refused("Mug|1", "Pickup")
    assert not perceiver.perceive(room.look(EYE)).of_type("Mug")


def test_what_is_in_the_hand_is_believed_whatever_it_looks_like() -> None:
    room = kitchen()
    perceiver = PixelPerceiver(room, CLASSES, existence=Existence(COUNTS, replace(PLAIN, bias=-9.0), PLAIN))
    handling = Handling(perceiver.tracker)
    perceiver.perceive(room.look(EYE))
    handling.took("Mug|1")
    del room.boxes["mug"]
    room.held = ("Mug", 0.05)
    assert ids(perceiver.perceive(room.look(EYE)), "Mug") == ["Mug|1"]


# -- handling --------------------------------------------------------------------------------------------------------


def test_a_machine_that_does_not_take_what_looks_like_something_else_tells_what_it_is() -> None:
    tracker = Tracker()
    mug = track("Mug", 1, votes={"Mug": 2.0, "Cup": 9.0}, carried=True)
    machine = track("CoffeeMachine", 1, odds=3.0, votes={"CoffeeMachine": 9.0})
    tracker.tracks = [mug, machine]
    handling = Handling(tracker)
    handling.took("Mug|1")
    handling.refused("CoffeeMachine|1", "Place")
    assert handling.held == "Cup|1"
    assert machine.handled == 0.0


def test_a_machine_that_does_not_take_a_sure_thing_is_doubted_itself() -> None:
    tracker = Tracker()
    mug = track("Mug", 1, votes={"Mug": 9.0}, carried=True, odds=5.0)
    machine = track("CoffeeMachine", 1, odds=1.0, votes={"CoffeeMachine": 9.0})
    tracker.tracks = [mug, machine]
    handling = Handling(tracker)
    handling.took("Mug|1")
    handling.refused("CoffeeMachine|1", "Place")
    assert handling.held == "Mug|1"
    assert machine.handled < 0.0


def test_what_does_not_cut_may_be_no_knife() -> None:
    tracker = Tracker()
    knife = track("Knife", 1, votes={"Knife": 2.0, "Spatula": 3.0}, carried=True, odds=1.0)
    tracker.tracks = [knife, track("Tomato", 1, odds=3.0, votes={"Tomato": 9.0})]
    handling = Handling(tracker)
    handling.took("Knife|1")
    handling.refused("Tomato|1", "Slice")
    assert handling.held == "Spatula|1"


def test_what_looked_like_nothing_else_keeps_its_name() -> None:
    tracker = Tracker()
    mug = track("Mug", 1, votes={"Mug": 9.0})
    tracker.tracks = [mug]
    tracker.rename(mug)
    assert mug.object_id == "Mug|1"


# -- fitting ---------------------------------------------------------------------------------------------------------


def object_at(object_type: str, name: str, x: float) -> dict[str, object]:
    box = {"center": {"x": x, "y": 0.05, "z": 0.05}, "size": {"x": 0.1, "y": 0.1, "z": 0.1}}
    return {"objectType": object_type, "objectId": name, "axisAlignedBoundingBox": box}


def test_of_two_that_are_followed_for_one_thing_only_one_is_there() -> None:
    tracks = [track("Mug", 1, hits=9), track("Mug", 2, hits=3), track("Cup", 1), track("Mug", 3, gone=True)]
    moment = compared(tracks, [object_at("Mug", "Mug|a", 0.05), object_at("Mug", "Mug|b", 3.0)])  # type: ignore[list-item]
    assert [(one.object_type, one.hits, there) for one, there in moment] == [
        ("Mug", 9, True),
        ("Cup", 5, False),
        ("Mug", 3, False),
    ]


def test_weights_are_learned_from_what_was_there() -> None:
    chance = np.random.default_rng(0)
    moments = []
    for _ in range(40):
        real = [(ThingEvidence("Mug", int(chance.integers(20, 60)), 3, 0.8), True)]
        ghosts = [(ThingEvidence("Fridge", int(chance.integers(3, 9)), 9, 0.6), False) for _ in range(2)]
        moments.append(real + ghosts)
    found = told(moments, fitted(moments, COUNTS), 0.0)
    assert found["precision_before"] == pytest.approx(1 / 3, abs=0.001)
    assert found["precision"] > 0.95 and found["recall"] > 0.95


def test_empty_counts_know_nothing() -> None:
    existence = Existence(HomeCounts(), PLAIN, PLAIN)
    assert existence.usual([ThingEvidence("Mug", 3, 0, 0.9)]) == [0.0]
    assert existence.odds([]) == []


# -- confidences by type ---------------------------------------------------------------------------------------------


class Found:
    sure = 0.4

    def detect(self, frame: np.ndarray, classes: object) -> list[Detection]:
        return [
            Detection("Spatula", 0.5, (0, 0, 9, 9)),
            Detection("Knife", 0.2, (0, 0, 9, 8)),
            Detection("Mug", 1.0, (1, 1, 5, 5)),
        ]


def test_shifted_confidences_change_the_order_and_not_what_is_certain() -> None:
    frame = np.zeros((10, 10, 3), np.uint8)
    evened = EvenedDetector(Found(), {"Spatula": -1.0, "Knife": 2.0, "Mug": -3.0})
    assert evened.sure == 0.4
    assert [one.label for one in evened.detect(frame, ("Mug",))] == ["Mug", "Knife", "Spatula"]
    assert [one.confidence for one in EvenedDetector(Found(), {}).detect(frame, ("Mug",))] == [1.0, 0.5, 0.2]


@given(st.floats(0.001, 0.999), st.floats(-4, 4))
def test_a_shift_back_and_forth_is_none(confidence: float, shift: float) -> None:
    assert shifted(shifted(confidence, shift), -shift) == pytest.approx(confidence, abs=0.02)


def test_the_best_threshold_of_a_type_is_put_where_all_have_theirs() -> None:
    chance = np.random.default_rng(0)
    found = [(float(c), bool(c > 0.15)) for c in chance.uniform(0.06, 0.3, 400)]
    findings = {"Knife": Findings(sum(there for _, there in found), found)}
    shifts = shifts_for(findings)
    assert shifts["Knife"] > 0.5
    before, after = confidence_told(findings, {}), confidence_told(findings, shifts)
    assert before["recall"] == 0.0 and after["recall"] > 0.9 and after["precision"] > 0.8
