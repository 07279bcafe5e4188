"""Average precision against cases worked out by hand, and what must hold for any detections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.perception.average_precision import FrameOutcome, class_precision
from perception.detector.detection import Detection

BOX = (10.0, 10.0, 50.0, 50.0)


def frame(truth: list[tuple[float, ...]], found: list[tuple[float, tuple[float, ...]]]) -> FrameOutcome:
    return FrameOutcome(
        tuple(Detection("Mug", 1.0, box) for box in truth),  # pyright: ignore[reportArgumentType]
        tuple(Detection("Mug", sure, box) for sure, box in found),  # pyright: ignore[reportArgumentType]
    )


def test_all_found_exactly_is_one():
    score = class_precision([frame([BOX], [(0.9, BOX)]), frame([], [])], "Mug")
    assert score is not None
    assert (score.ap50, score.ap50_95, score.recall50, score.boxes) == (1.0, 1.0, 1.0, 1)


def test_half_of_two_found_is_about_half():
    score = class_precision([frame([BOX], [(0.9, BOX)]), frame([BOX], [])], "Mug")
    assert score is not None
    assert score.ap50 == pytest.approx(51 / 101)  # recall points 0.00 to 0.50
    assert score.recall50 == 0.5


def test_a_surer_false_alarm_halves_precision():
    score = class_precision([frame([BOX], [(0.5, BOX), (0.9, (100.0, 100.0, 140.0, 140.0))])], "Mug")
    assert score is not None and score.ap50 == pytest.approx(0.5)


def test_found_twice_counts_once():
    score = class_precision([frame([BOX, (100.0, 100.0, 140.0, 140.0)], [(0.9, BOX), (0.8, BOX)])], "Mug")
    assert score is not None and score.recall50 == 0.5 and score.ap50 == pytest.approx(51 / 101)


def test_loose_boxes_count_at_low_overlap_only():
    score = class_precision([frame([BOX], [(0.9, (10.0, 10.0, 50.0, 40.0))])], "Mug")  # overlap 0.75
    assert score is not None
    assert score.ap50 == 1.0 and score.ap50_95 == pytest.approx(0.6)  # 0.50 … 0.75: six of ten


def test_small_things_count_neither_way():
    small = (0.0, 0.0, 10.0, 10.0)
    with_small = class_precision(
        [frame([BOX, small], [(0.9, BOX), (0.95, small), (0.99, (80.0, 80.0, 88.0, 88.0))])], "Mug", 20
    )
    assert with_small is not None
    assert with_small.boxes == 1 and with_small.ap50 == 1.0


def test_nothing_of_a_class_is_no_score():
    assert class_precision([frame([], [(0.9, BOX)])], "Mug") is None
    assert class_precision([frame([BOX], [])], "Cup") is None


boxes = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(1, 30), st.integers(1, 30)).map(
    lambda b: (float(b[0]), float(b[1]), float(b[0] + b[2]), float(b[1] + b[3]))
)


@given(st.lists(boxes, min_size=1, max_size=4), st.lists(st.tuples(st.floats(0.01, 1.0), boxes), max_size=5))
def test_scores_lie_between_none_and_all_and_fall_with_overlap(truth, found):
    score = class_precision([frame(truth, found)], "Mug")
    assert score is not None
    assert 0 <= score.ap50_95 <= score.ap50 + 1e-9 <= 1 + 2e-9
    assert 0 <= score.recall50 <= 1
    assert score.recall50 <= len(found) / len(truth)


@given(st.lists(boxes, min_size=1, max_size=4, unique=True))
def test_truth_told_back_is_perfect(truth):
    score = class_precision([frame(truth, [(0.9, box) for box in truth])], "Mug")
    assert score is not None and score.ap50_95 == pytest.approx(1.0)
