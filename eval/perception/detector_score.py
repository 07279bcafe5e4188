"""How well a detector sees: average precision in rooms nothing was collected from, and words it never heard."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from eval.collect.frames import LabelledFrame
from eval.collect.plan import HELD_OUT, ROOMS, CameraStyle, EpisodePlan, plan_episodes
from eval.collect.run import snapshots
from eval.perception.average_precision import ClassPrecision, FrameOutcome, class_precision, overlap
from eval.perception.pictures.figures import figures
from eval.perception.pictures.judging import SMALLEST, SURE, Judgement
from eval.perception.rebuilt_rooms import judged_frame
from perception.detector.detection import Detection, Detector
from perception.detector.phrases import household_classes, phrases
from perception.detector.yolo_world import YoloWorld

MOST_FREQUENT = 40
"""Types that the mean is taken over: those with the most boxes that count."""
LEAST_SURE = 0.01
"""Confidence from which on ``yolo-world`` tells what it sees, for average precision."""

Watch = Callable[[int, int], None]


def held_out_frames(rooms: int, each: int, seed: int = 0) -> Iterator[LabelledFrame]:
    """Frames of rooms with scene seeds that ``homebody collect`` never draws, as varied as collected ones.

    Args:
        rooms: How many rooms; kitchens, living rooms, bedrooms and bathrooms in turn.
        each: Frames of each.
        seed: Another one gives other rooms.
    """
    random = np.random.default_rng([seed, HELD_OUT])
    for plan in plan_episodes(rooms, ROOMS, ("none",), seed):
        place = HELD_OUT + int(random.integers(HELD_OUT))
        yield from snapshots(_elsewhere(plan, place), each, household_classes(), np.random.default_rng([place, 1]))


def _elsewhere(plan: EpisodePlan, seed: int) -> EpisodePlan:
    look: CameraStyle = plan.look
    return EpisodePlan(plan.number, "held-out", plan.room, seed, "none", look)


def score_detector(
    detector: Detector, rooms: int = 40, each: int = 10, seed: int = 0, watch: Watch | None = None
) -> dict[str, Any]:
    """Figures of a detector on held-out rooms.

    Args:
        detector: Any.
        rooms: How many rooms.
        each: Frames of each.
        seed: Decides which rooms.
        watch: Called with the number of frames done and of all.

    Returns:
        ``mAP50`` and ``mAP50_95`` over the ``MOST_FREQUENT`` types of boxes of at least ``SMALLEST`` pixels,
        ``mAP50_all_types``, ``per_class``, ``by_type`` (``generated``: see ``pictures.figures``; ``rebuilt``: None,
        which ``rebuilt_rooms`` measures), ``open_vocabulary``, ``frames``, ``fps`` (frames a second, detection alone).
    """
    classes = household_classes()
    if isinstance(detector, YoloWorld):
        detector = detector.less_sure(LEAST_SURE)
    unseen = {name: entry.unseen[0] for name, entry in phrases().items()}
    named: list[FrameOutcome] = []
    strange: list[FrameOutcome] = []
    judged: list[Judgement] = []
    seconds = 0.0
    for index, frame in enumerate(held_out_frames(rooms, each, seed)):
        begun = time.perf_counter()
        found = detector.detect(frame.rgb, classes)
        seconds += time.perf_counter() - begun
        named.append(FrameOutcome(frame.boxes, tuple(found)))
        judged.append(judged_frame(frame, found))
        asked = detector.detect(frame.rgb, tuple(unseen.values()))
        strange.append(FrameOutcome(frame.boxes, _renamed(asked, unseen)))
        if watch is not None:
            watch(index + 1, rooms * each)
    counted = [one for name in classes if (one := class_precision(named, name, SMALLEST)) is not None]
    first = sorted(counted, key=lambda one: (-one.boxes, one.label))[:MOST_FREQUENT]
    return {
        "mAP50": _mean(one.ap50 for one in first),
        "mAP50_95": _mean(one.ap50_95 for one in first),
        "mAP50_all_types": _mean(one.ap50 for one in counted),
        "mAP50_95_all_types": _mean(one.ap50_95 for one in counted),
        "types": len(first),
        "frames": len(named),
        "smallest_pixels": SMALLEST,
        "fps": round(len(named) / seconds, 2) if seconds else None,
        "per_class": {one.label: _row(one) for one in sorted(counted, key=lambda one: (-one.boxes, one.label))},
        "by_type": {"generated": figures(judged), "rebuilt": None},
        "open_vocabulary": _openness(named, strange),
    }


def _renamed(found: Sequence[Detection], unseen: dict[str, str]) -> tuple[Detection, ...]:
    types = {word: name for name, word in unseen.items()}
    return tuple(Detection(types[one.label], one.confidence, one.box) for one in found)


def _row(one: ClassPrecision) -> dict[str, Any]:
    return {
        "boxes": one.boxes,
        "AP50": round(one.ap50, 4),
        "AP50_95": round(one.ap50_95, 4),
        "recall50": round(one.recall50, 4),
    }


def _openness(named: Sequence[FrameOutcome], strange: Sequence[FrameOutcome]) -> dict[str, Any]:
    """Recall by plain names, by words never trained on, and by such words dealt out to the wrong types: chance."""
    names = household_classes()
    wrong = dict(zip(names, (*names[1:], names[0]), strict=True))
    chance = [
        FrameOutcome(frame.truth, tuple(Detection(wrong[one.label], one.confidence, one.box) for one in frame.found))
        for frame in strange
    ]
    return {
        "recall_by_name": _recall(named),
        "recall_by_unseen_words": _recall(strange),
        "recall_by_chance": _recall(chance),
        "confidence": SURE,
    }


def _recall(frames: Sequence[FrameOutcome]) -> float:
    """Mean over types of the share of their boxes that something of that type lies on, by half at least."""
    hits: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for frame in frames:
        for thing in frame.truth:
            if thing.area < SMALLEST * SMALLEST:
                continue
            total[thing.label] += 1
            boxes = [one.box for one in frame.found if one.label == thing.label and one.confidence >= SURE]
            if boxes and float(overlap(np.array(thing.box), np.array(boxes)).max()) >= 0.5:
                hits[thing.label] += 1
    return _mean(hits[name] / count for name, count in total.items())


def _mean(values: Any) -> float:
    found = list(values)
    return round(float(np.mean(found)), 4) if found else 0.0
