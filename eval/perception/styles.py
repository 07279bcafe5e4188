"""How much worse a detector sees when the same rooms look otherwise: light, surfaces, lens, shape, sharpness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from eval.collect.frames import LabelledFrame
from eval.collect.plan import HELD_OUT, ROOMS, CameraStyle, EpisodePlan, StrangeStyle, plan_episodes
from eval.collect.run import snapshots
from eval.perception.average_precision import ClassPrecision, FrameOutcome, class_precision
from eval.perception.detector_score import LEAST_SURE, MOST_FREQUENT
from eval.perception.pictures.judging import SMALLEST
from perception.detector.detection import Detector
from perception.detector.phrases import household_classes
from perception.detector.yolo_world import YoloWorld

_AS_DRAWN = StrangeStyle(0.0, 1.0, (1.0, 1.0, 1.0), 1.0, 1.0, False, False)
_PLAIN = CameraStyle(textured=True, field_of_view=90.0, gain=1.0, warmth=0.0, grain=0.0)

USUAL = "usual"
STYLES: Mapping[str, CameraStyle] = {
    USUAL: replace(_PLAIN, strange=_AS_DRAWN),
    "dark": replace(_PLAIN, gain=0.6, strange=replace(_AS_DRAWN, gamma=1.5)),
    "coloured light": replace(_PLAIN, strange=replace(_AS_DRAWN, cast=(1.15, 0.9, 0.6))),
    "other materials": replace(_PLAIN, strange=replace(_AS_DRAWN, repainted=True)),
    "patterned surfaces": replace(_PLAIN, strange=replace(_AS_DRAWN, pattern=30.0)),
    "narrow lens": replace(_PLAIN, field_of_view=45.0, strange=_AS_DRAWN),
    "wide picture": replace(_PLAIN, strange=replace(_AS_DRAWN, width=16 / 9)),
    "low camera": replace(_PLAIN, strange=replace(_AS_DRAWN, crouched=True)),
    "half the pixels, noise": replace(_PLAIN, grain=8.0, strange=replace(_AS_DRAWN, blur=2.0)),
}
"""How the same rooms are filmed: as drawn first, then one thing changed at a time."""


def score_styles(
    detector: Detector, rooms: int, each: int, seed: int = 0, watch: Callable[[int, int], None] | None = None
) -> dict[str, dict[str, float]]:
    """mAP50 of the same held-out rooms, from the same places, in every style.

    Args:
        detector: Any.
        rooms: How many rooms that nothing is collected from.
        each: Frames of each.
        seed: Decides which rooms.
        watch: Called with the number of frames done and of all.

    Returns:
        By style ``mAP50`` over those of the ``MOST_FREQUENT`` types of the usual one that show in it, too, with boxes
        of at least ``SMALLEST`` pixels; how many ``types`` these are; ``fall``: how much more it is as usual for them.
    """
    if isinstance(detector, YoloWorld):
        detector = detector.less_sure(LEAST_SURE)
    seen: dict[str, list[FrameOutcome]] = {name: [] for name in STYLES}
    done, total = 0, rooms * each * len(STYLES)
    for name, look in STYLES.items():
        for frame in _frames(look, rooms, each, seed):
            found = detector.detect(frame.rgb, household_classes())
            seen[name].append(FrameOutcome(frame.boxes, tuple(found)))
            done += 1
            if watch is not None:
                watch(done, total)
    usual = _precision(seen[USUAL])
    first = sorted(usual.values(), key=lambda one: (-one.boxes, one.label))[:MOST_FREQUENT]
    return {name: _fall([one.label for one in first], usual, _precision(found)) for name, found in seen.items()}


def _frames(look: CameraStyle, rooms: int, each: int, seed: int) -> Iterator[LabelledFrame]:
    random = np.random.default_rng([seed, HELD_OUT, 3])
    for plan in plan_episodes(rooms, ROOMS, ("none",), seed):
        place = HELD_OUT + int(random.integers(HELD_OUT))
        there = EpisodePlan(plan.number, "held-out", plan.room, place, "none", look)
        yield from snapshots(there, each, household_classes(), np.random.default_rng([place, 1]))


def _precision(outcomes: list[FrameOutcome]) -> dict[str, ClassPrecision]:
    counted = (class_precision(outcomes, name, SMALLEST) for name in household_classes())
    return {one.label: one for one in counted if one is not None}


def _fall(
    types: Sequence[str], usual: Mapping[str, ClassPrecision], here: Mapping[str, ClassPrecision]
) -> dict[str, float]:
    """Over the types that show both times."""
    both = [name for name in types if name in here]
    now = float(np.mean([here[name].ap50 for name in both])) if both else 0.0
    before = float(np.mean([usual[name].ap50 for name in both])) if both else 0.0
    return {"mAP50": round(now, 4), "types": len(both), "fall": round(before - now, 4)}
