"""The detectors that know the answer, the same with mistakes, and the check that any detector can be put to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.errors import BadInput
from envs.pocket import PocketController
from envs.segmentation import Segmentation
from envs.simulator import Event, Views
from perception.detector.detection import Detection, checked_classes, checked_frame
from perception.detector.truth import GroundTruthDetector, NoisyDetector
from perception.noise import NOISE, Noise
from perception.testing import CLASSES, DetectorReport, PocketFrames, check_detector

VIEW = {"width": 120, "height": 90, "renderMode": "plain"}


@pytest.fixture(scope="module")
def event() -> Event:
    """A kitchen with segmentation."""
    return PocketController("kitchen_1", **VIEW, renderInstanceSegmentation=True).last_event


def frame_of(event: Event) -> np.ndarray:
    assert event.frame is not None
    return event.frame


# -- ground truth ------------------------------------------------------------------------------------------------


def test_boxes_are_those_of_the_masks(event: Event) -> None:
    types = {thing["objectId"]: thing["objectType"] for thing in event.metadata["objects"]}
    found = GroundTruthDetector(lambda: event, 0, 0).detect(frame_of(event), sorted(set(types.values())))
    expected = []
    for key, mask in event.instance_masks.items():
        rows, columns = np.nonzero(mask)
        expected.append((types[key], columns.min(), rows.min(), columns.max() + 1, rows.max() + 1))
    assert len(found) > 5
    assert [(d.label, *d.box) for d in found] == expected
    assert {d.confidence for d in found} == {1.0}


def test_only_wanted_classes_are_found_and_labelled_as_they_were_asked_for(event: Event) -> None:
    detector = GroundTruthDetector(lambda: event)
    every = detector.detect(frame_of(event), ["Cabinet", "CounterTop"])
    assert {d.label for d in every} == {"Cabinet", "CounterTop"}
    only = detector.detect(frame_of(event), ["Cabinet"])
    assert only == [d for d in every if d.label == "Cabinet"]
    for words in ("cabinet", "a cabinet"):
        assert detector.detect(frame_of(event), [words]) == [replace(d, label=words) for d in only]
    assert {d.label for d in detector.detect(frame_of(event), ["cabinet", "Cabinet"])} == {"Cabinet"}
    assert detector.detect(frame_of(event), ["unheard-of thing"]) == []


def test_small_things_are_left_out(event: Event) -> None:
    names = sorted({thing["objectType"] for thing in event.metadata["objects"]})
    every = GroundTruthDetector(lambda: event, 0, 0).detect(frame_of(event), names)
    large = GroundTruthDetector(lambda: event, 20, 0).detect(frame_of(event), names)
    longer = [d for d in every if max(d.box[2] - d.box[0], d.box[3] - d.box[1]) >= 20]
    assert large == longer and 0 < len(large) < len(every)
    masks = {key: int(mask.sum()) for key, mask in event.instance_masks.items()}
    assert len(GroundTruthDetector(lambda: event, 0, 100).detect(frame_of(event), names)) == sum(
        count >= 100 for count in masks.values()
    )
    with pytest.raises(BadInput, match="0 or more"):
        GroundTruthDetector(lambda: event, -1)


def test_what_was_cut_is_found_by_the_type_of_its_pieces() -> None:
    piece = {"objectId": "Apple|+00.00|+01.00|+00.50|AppleSliced_1", "objectType": "AppleSliced"}
    real = PocketController("kitchen_1", **VIEW, renderInstanceSegmentation=True).last_event
    largest = max(real.instance_masks, key=lambda key: int(real.instance_masks[key].sum()))
    segmentation = real.views.segmentation
    assert segmentation is not None
    names = [piece["objectId"] if name == largest else name for name in segmentation.names]
    event = Event(
        {**real.metadata, "objects": [piece]}, Views(real.frame, segmentation=Segmentation(segmentation.labels, names))
    )
    detector = GroundTruthDetector(lambda: event)
    assert detector.detect(frame_of(event), ["Apple"]) == []
    assert {d.label for d in detector.detect(frame_of(event), ["AppleSliced"])} == {"AppleSliced"}


def test_another_frame_than_the_last_is_refused(event: Event) -> None:
    detector, other = GroundTruthDetector(lambda: event), frame_of(event).copy()
    assert detector.detect(other, ["Mug"]) == detector.detect(frame_of(event), ["Mug"])
    other[0, 0, 0] ^= 1
    for frame in (other, other[:-1]):
        with pytest.raises(BadInput, match="not that of the source's last event"):
            detector.detect(frame, ["Mug"])


def test_an_event_without_segmentation_is_refused() -> None:
    event = PocketController("kitchen_1", **VIEW).last_event
    with pytest.raises(BadInput, match="renderInstanceSegmentation=True"):
        GroundTruthDetector(lambda: event).detect(frame_of(event), ["Mug"])


# -- mistakes ----------------------------------------------------------------------------------------------------


class Fixed:
    """A detector that finds the same in every frame."""

    def __init__(self, *found: Detection) -> None:
        self.found = list(found)

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        checked_frame(frame)
        return [item for item in self.found if item.label in checked_classes(classes)]


NAMES = ("Mug", "Fridge", "red mug")
SHAPE = (40, 60)
edges = st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
shares = st.floats(0, 1)


@st.composite
def detections(draw: Any) -> list[Detection]:
    found = []
    for label, sure, (x, y, wide, high) in draw(
        st.lists(st.tuples(st.sampled_from(NAMES), shares, edges), max_size=12)
    ):
        left, top = x * (SHAPE[1] - 1), y * (SHAPE[0] - 1)
        box = (left, top, left + 0.5 + wide * (SHAPE[1] - left - 0.5), top + 0.5 + high * (SHAPE[0] - top - 0.5))
        found.append(Detection(label, sure, (box[0], box[1], min(box[2], SHAPE[1]), min(box[3], SHAPE[0]))))
    return sorted(found, key=lambda item: -item.confidence)


noises = st.builds(Noise, shares, st.floats(0, 5), shares, shares)


def picture(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 256, (*SHAPE, 3), np.uint8)


@given(detections(), noises, st.integers(0, 1 << 70), st.integers(0, 5))
def test_whatever_the_noise_the_contract_is_kept(true: list[Detection], noise: Noise, seed: int, number: int) -> None:
    frame = picture(number)
    found = NoisyDetector(Fixed(*true), seed, noise).detect(frame, NAMES)
    for item in found:
        x0, y0, x1, y1 = item.box
        assert 0 <= x0 < x1 <= SHAPE[1] and 0 <= y0 < y1 <= SHAPE[0]
        assert item.label in NAMES
    sure = [item.confidence for item in found]
    assert sure == sorted(sure, reverse=True)
    again = NoisyDetector(Fixed(*true), seed, noise)
    again.detect(picture(number + 1), NAMES)  # what was asked before makes no difference
    assert again.detect(np.asfortranarray(frame), NAMES) == found


@given(detections(), noises, shares)
def test_more_misses_leave_out_the_same_and_more(true: list[Detection], noise: Noise, misses: float) -> None:
    frame = picture(0)
    fewer, more = sorted((noise.misses, misses))
    some = NoisyDetector(Fixed(*true), 1, replace(noise, misses=fewer, false_positives=0)).detect(frame, NAMES)
    less = NoisyDetector(Fixed(*true), 1, replace(noise, misses=more, false_positives=0)).detect(frame, NAMES)
    rest = iter(some)
    assert all(item in rest for item in less)  # in the same order


@given(detections())
def test_no_noise_changes_nothing(true: list[Detection]) -> None:
    assert NoisyDetector(Fixed(*true), 3, "none").detect(picture(0), NAMES) == true
    assert NoisyDetector(Fixed(*true), 3, "none", misses=1).detect(picture(0), NAMES) == []


def many(noise: Noise | str, inner: Fixed, frames: int = 400, **changes: float) -> list[list[Detection]]:
    detector = NoisyDetector(inner, 5, noise, **changes)
    return [detector.detect(picture(number), NAMES) for number in range(frames)]


def test_rates_are_what_they_are_called() -> None:
    inner = Fixed(*(Detection("Mug", 1.0, (10.0, 10.0, 30.0, 30.0)) for _ in range(10)))
    kept = sum(map(len, many("none", inner, misses=0.3)))
    assert kept / 4000 == pytest.approx(0.7, abs=0.03)
    confused = [item.label for found in many("none", inner, confusions=0.2) for item in found]
    assert confused.count("Mug") / 4000 == pytest.approx(0.8, abs=0.03)
    assert set(confused) == set(NAMES)
    invented = many("none", Fixed(), false_positives=1.5)
    assert sum(map(len, invented)) / 400 == pytest.approx(1.5, abs=0.2)
    assert {item.label for found in invented for item in found} == set(NAMES)
    shifts = [item.box[0] - 10.0 for found in many("none", inner, jitter=0.05) for item in found]
    assert np.mean(shifts) == pytest.approx(0.0, abs=0.1)
    assert np.std(shifts) == pytest.approx(0.05 * 20, rel=0.05)


def test_what_is_wrong_is_less_sure() -> None:
    inner = Fixed(Detection("Mug", 0.8, (10.0, 10.0, 30.0, 30.0)))
    right = [item.confidence for found in many("none", inner, 50, right=(0.5, 1.0)) for item in found]  # type: ignore[arg-type]
    assert 0.4 <= min(right) < max(right) <= 0.8
    wrong = [item.confidence for found in many("none", inner, 50, confusions=1.0) for item in found]
    assert 0.08 <= min(wrong) < max(wrong) <= 0.56


def test_levels_are_ordered() -> None:
    levels = [NOISE[name] for name in ("none", "light", "medium", "heavy")]
    for field in ("misses", "false_positives", "confusions", "jitter"):
        values = [getattr(level, field) for level in levels]
        assert values == sorted(set(values)), field
    assert NoisyDetector(Fixed()).noise == NOISE["medium"]


def test_another_seed_or_frame_makes_other_mistakes() -> None:
    inner = Fixed(*(Detection("Mug", 1.0, (i, 10.0, i + 9.0, 30.0)) for i in range(10)))
    found = [NoisyDetector(inner, seed).detect(picture(number), NAMES) for seed in (0, 1) for number in (0, 1)]
    assert all(found[i] != found[j] for i in range(4) for j in range(i))


@pytest.mark.parametrize(
    ("noise", "changes", "words"),
    [
        ("loud", {}, "there is no noise 'loud'; levels are none, light, medium, heavy"),
        ("light", {"miss": 0.1}, "Noise has no 'miss'; it has misses, false_positives"),
        ("light", {"misses": 1.2}, "misses is 1.2; it is a share between 0 and 1"),
        ("light", {"jitter": "much"}, "jitter is 'much'"),
        ("light", {"false_positives": -1.0}, "false_positives is -1.0"),
        ("light", {"false_positives": float("nan")}, "false_positives is nan"),
        ("light", {"right": (0.9, 0.2)}, "lowest and the highest confidence"),
    ],
)
def test_impossible_noise_is_refused(noise: str, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        NoisyDetector(Fixed(), 0, noise, **changes)


# -- the check ---------------------------------------------------------------------------------------------------


def test_ours_pass() -> None:
    frames = PocketFrames()
    truth = GroundTruthDetector(frames.event, 1, 1)
    report = check_detector(truth, frames)
    assert report.frames == 7 and report.detections > 30 and "coffee maker" in report.labels
    for level in NOISE:
        assert check_detector(NoisyDetector(truth, 1, level), frames).frames == 7


class Good:
    """Finds one thing, in the middle, and minds its manners; the bad ones below each have one fault."""

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        height, width = checked_frame(frame).shape[:2]
        first, *others = sorted(checked_classes(classes))
        box = (0.25 * width, 0.25 * height, 0.75 * width, 0.75 * height)
        return [Detection(first, 0.9, box), *(Detection(other, 0.5, box) for other in others)]


def test_a_third_partys_detector_passes() -> None:
    assert check_detector(Good()) == DetectorReport(9, 63, tuple(sorted(CLASSES)))
    assert check_detector(Good(), iter([picture(0)]), ["Mug", "red mug"]) == DetectorReport(1, 2, ("Mug", "red mug"))


def altered(change: Callable[[Good, np.ndarray, Any, list[Detection]], Any]) -> type[Good]:
    class Bad(Good):
        calls = 0

        def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
            self.calls += 1
            return change(self, frame, classes, super().detect(frame, classes))

    return Bad


def scribble(_: Any, frame: np.ndarray, __: Any, found: list[Detection]) -> list[Detection]:
    frame[0, 0] ^= 1
    return found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s, f, c, d: tuple(d), "a list of Detection, not tuple"),
        (lambda s, f, c, d: [("Mug", 1.0, (0, 0, 1, 1))], "Detection values, not tuple"),
        (lambda s, f, c, d: [replace(d[0], label="Elephant")], "'Elephant' is none of the classes"),
        (lambda s, f, c, d: [replace(i, label="CounterTop") for i in d], "'CounterTop' is none of the classes"),
        (lambda s, f, c, d: [replace(i, box=(-1.0, 0.0, 1.0, 1.0)) for i in d], "is not inside the frame"),
        (lambda s, f, c, d: [replace(i, box=(0.0, 0.0, 1.0, f.shape[0] + 1.0)) for i in d], "is not inside the frame"),
        (lambda s, f, c, d: [replace(i, confidence=np.float32(0.5)) for i in d], "plain numbers, not .'float32'"),
        (lambda s, f, c, d: d[::-1], "the most confident come first"),
        (lambda s, f, c, d: [replace(i, confidence=1 / s.calls) for i in d], "asked twice"),
        (scribble, "it changed the frame"),
        (lambda s, f, c, d: d if len(c) == len(set(c)) else d[:1], "named twice"),
        (lambda s, f, c, d: d if f.flags.c_contiguous else [], "negative strides"),
    ],
)
def test_a_broken_contract_is_named(change: Any, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_detector(altered(change)())


class Careless:
    """Looks at nothing that it is given."""

    def detect(self, frame: Any, classes: Any) -> list[Detection]:
        return []


class Abrupt(Good):
    """Refuses an empty list of classes, but in its own way."""

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        checked_frame(frame)
        return [Detection(classes[0], 1.0, (0.0, 0.0, 1.0, 1.0))]


def test_what_has_to_be_refused_has_to_be_refused() -> None:
    with pytest.raises(AssertionError, match=r"an array of floats as a frame is to be refused .* it answers \[\]"):
        check_detector(Careless())
    with pytest.raises(AssertionError, match=r"an empty list of classes is to be refused .* raises IndexError"):
        check_detector(Abrupt())


def test_a_check_of_nothing_is_no_check() -> None:
    with pytest.raises(ValueError, match="no frames"):
        check_detector(Good(), [])
    with pytest.raises(ValueError, match="two classes or more"):
        check_detector(Good(), None, ["Mug"])
