"""How good an action recogniser is on collected episodes that it was not trained on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from perception.detector.detection import Detection, Detector
from perception.recognizer.action import INTERACTIONS, ActionRecognizer, RecognizedAction
from perception.recognizer.changes import change
from perception.recognizer.sequences import SequenceStep, read_sequence, shrunk
from perception.recognizer.training.dataset import looked_at, split_files
from perception.recognizer.training.scores import Prediction, scores

LATEST = 8
"""Frames that a recogniser is given at a time when it is asked after every step."""


def score_recognizer(
    recognizer: ActionRecognizer,
    data: Path,
    split: str = "test",
    *,
    detector: Detector | None = None,
    episodes: int | None = None,
    on_episode: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Ask a recogniser about every frame of a split, in four ways, with a detector in five.

    The first frame of an episode is left out everywhere: nothing led to it. *Object accuracy* is over the frames whose
    true action is an interaction; one that was taken for a motion or for nothing counts as a wrong object.

    Args:
        recognizer: Any; ours or somebody else's.
        data: Folder with ``sequences/<split>/*.npz``, as ``homebody collect`` makes it.
        split: Which part of it.
        detector: Looks at the frames anew, for the way ``whole_detected``: with what it finds.
        episodes: At most so many files, the first by name; None means all.
        on_episode: Called with how many of how many files are done.

    Returns:
        ``action_accuracy`` and ``object_accuracy`` of whole episodes with the detections of the files; under ``ways``
        all figures (see ``perception.recognizer.training.scores``) of ``whole``, ``whole_without_detections``,
        ``live`` (the latest ``LATEST`` frames after every step, the last answer taken) and ``live_without_detections``;
        ``visible_object_accuracy``: over interactions that changed at least one pixel; ``episodes``; ``unreadable``.

    Raises:
        BadInput: There is no such split, or none of its files can be read.
    """
    paths, ways = split_files(data, split)[:episodes], _ways(detector)
    truth: list[Prediction] = []
    seen: list[bool] = []
    told: dict[str, list[Prediction]] = {way: [] for way in ways}
    faults: list[str] = []
    for k, path in enumerate(paths):
        try:
            steps = read_sequence(path)
        except BadInput as error:
            faults.append(str(error))
            continue
        truth += [(step.action, step.object_type) for step in steps[1:]]
        small = [shrunk(step.frame) for step in steps]
        seen += [bool(change(before, after).mask.any()) for before, after in pairwise(small)]
        for way, ask in ways.items():
            told[way] += [(one.action, one.object_type) for one in ask(recognizer, steps)[1:]]
        if on_episode is not None:
            on_episode(k + 1, len(paths))
    if len(faults) == len(paths):
        raise BadInput(f"none of the {len(paths)} sequences of {split!r} in {data} can be read; the first: {faults[0]}")
    read = {"split": split, "episodes": len(paths) - len(faults), "unreadable": faults}
    return _figures(truth, told, seen, read)


def _figures(
    truth: list[Prediction], told: dict[str, list[Prediction]], seen: list[bool], read: dict[str, Any]
) -> dict[str, Any]:
    """What ``score_recognizer`` returns."""
    found = {way: scores(truth, said) for way, said in told.items()}
    whole = found["whole"]
    return {
        "action_accuracy": round(whole.action_accuracy, 4),
        "object_accuracy": round(whole.object_accuracy, 4),
        "visible_object_accuracy": _visible(truth, told["whole"], seen),
        **read,
        "ways": {way: one.as_dict() for way, one in found.items()},
    }


def _visible(truth: Sequence[Prediction], told: Sequence[Prediction], seen: Sequence[bool]) -> float | None:
    hits = [
        true[1] == said[1]
        for true, said, visible in zip(truth, told, seen, strict=True)
        if visible and true[0] in INTERACTIONS
    ]
    return round(sum(hits) / len(hits), 4) if hits else None


def _whole(
    recognizer: ActionRecognizer, steps: Sequence[SequenceStep], detector: bool = True
) -> list[RecognizedAction]:
    return recognizer.recognize([step.frame for step in steps], [_boxes(step, detector) for step in steps])


def _looked_at(detector: Detector, steps: Sequence[SequenceStep]) -> list[SequenceStep]:
    """The same frames with what a detector finds in them."""
    found = looked_at(detector, [step.frame for step in steps])
    return [replace(step, detections=tuple(seen)) for step, seen in zip(steps, found, strict=True)]


def _live(recognizer: ActionRecognizer, steps: Sequence[SequenceStep], detector: bool = True) -> list[RecognizedAction]:
    latest: deque[SequenceStep] = deque(maxlen=LATEST)
    answers = []
    for step in steps:
        latest.append(step)
        answers.append(_whole(recognizer, tuple(latest), detector)[-1])
    return answers


def _boxes(step: SequenceStep, detector: bool) -> tuple[Detection, ...]:
    return step.detections if detector else ()


Way = Callable[[ActionRecognizer, Sequence[SequenceStep]], list[RecognizedAction]]


def _ways(detector: Detector | None) -> dict[str, Way]:
    """How a recogniser is asked, by name."""
    ways: dict[str, Way] = {
        "whole": _whole,
        "whole_without_detections": lambda recognizer, steps: _whole(recognizer, steps, False),
        "live": _live,
        "live_without_detections": lambda recognizer, steps: _live(recognizer, steps, False),
    }
    if detector is not None:
        ways["whole_detected"] = lambda recognizer, steps: _whole(recognizer, _looked_at(detector, steps))
    return ways
