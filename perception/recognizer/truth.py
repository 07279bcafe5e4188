"""Recognisers that know the answer: told what was done by whoever did it, and the same with seeded mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from perception.detector.detection import Detection, checked_frame
from perception.noise import ACTION_NOISE, ActionNoise, between, noise_of, random_of
from perception.recognizer.action import INTERACTIONS, MOTIONS, NO_ACTION, NO_OBJECT, ActionRecognizer, RecognizedAction

DoneActions = Callable[[], Sequence[RecognizedAction]]


def checked_episode(frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]) -> None:
    """What every recogniser refuses.

    Raises:
        BadInput: There are no frames, one is no image, or there are not as many lists of detections as frames.
    """
    if not len(frames):
        raise BadInput("there are no frames; an episode has at least the view before anything is done")
    for frame in frames:
        checked_frame(frame)
    if len(detections) != len(frames):
        raise BadInput(
            f"{len(detections)} lists of detections for {len(frames)} frames; give one for each, empty where none"
        )


class GroundTruthRecognizer:
    """Says what was done, as told by whoever drives the episode.

    Args:
        source: Gives what led to each of the frames that are recognised next, the first of them ``NO_ACTION``.
    """

    def __init__(self, source: DoneActions) -> None:
        self._source = source

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        """What was done, one for each frame.

        Raises:
            BadInput: The frames cannot be used, or the source tells of another number of frames, or of something done
                before the first.
        """
        checked_episode(frames, detections)
        told = list(self._source())
        if len(told) != len(frames):
            raise BadInput(
                f"{len(frames)} frames, but the source tells what led to {len(told)}; give it all frames of an episode"
            )
        if told[0].action != NO_ACTION:
            raise BadInput(f"the source says {told[0].action!r} led to the first frame; before it nothing was done")
        return told


class NoisyRecognizer:
    """Another recogniser, with mistakes.

    Mistakes depend on the seed, the frame and the frame before alone. An object is mistaken for one that was detected
    in either of them, where there is one, else for any type.

    Args:
        inner: The recogniser; the truth, mostly.
        seed: Of the mistakes.
        noise: A level of ``ACTION_NOISE`` or numbers of one's own.
        changes: Fields of ``ActionNoise`` that differ from that level.

    Raises:
        BadInput: There is no such level or field, or a number is out of range.
    """

    def __init__(
        self, inner: ActionRecognizer, seed: int = 0, noise: ActionNoise | str = "medium", **changes: Any
    ) -> None:
        self._inner = inner
        self._seed = seed
        self.noise = noise_of(ACTION_NOISE, noise, changes)

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        """What the inner recogniser says, disturbed; the first stays ``NO_ACTION``.

        Raises:
            BadInput: The frames cannot be used, or the inner recogniser refuses.
        """
        checked_episode(frames, detections)
        true = self._inner.recognize(frames, detections)
        found = list(true[:1])
        for index in range(1, len(true)):
            random = random_of(self._seed, frames[index - 1], frames[index])
            seen = {item.label for row in (index - 1, index) for item in detections[row]}
            found.append(self._disturbed(true[index], seen, random.random(7).tolist()))
        return found

    def _disturbed(self, true: RecognizedAction, seen: set[str], chances: Sequence[float]) -> RecognizedAction:
        """The action with mistakes; where nothing was done, nothing is made up."""
        missed, mistaken, which, confused, other, sure, sure_too = chances
        if true.action == NO_ACTION:
            return true
        if missed < self.noise.misses:
            return RecognizedAction(NO_ACTION, NO_OBJECT, between(self.noise.wrong, sure))
        action, kind = true.action, true.object_type
        span = span_too = self.noise.right
        if mistaken < self.noise.wrong_action:
            action, span = _another(MOTIONS if action in MOTIONS else INTERACTIONS, action, which), self.noise.wrong
        if kind != NO_OBJECT and confused < self.noise.wrong_object:
            kind, span_too = _other_type(seen, kind, other), self.noise.wrong
        return RecognizedAction(
            action,
            kind,
            true.confidence * between(span, sure),
            true.object_confidence if kind == NO_OBJECT else true.object_confidence * between(span_too, sure_too),
        )


def _another(names: Sequence[str], than: str, chance: float) -> str:
    others = [name for name in names if name != than]
    return others[int(chance * len(others))]


def _other_type(seen: set[str], than: str, chance: float) -> str:
    types = object_types()
    return _another(sorted(name for name in seen - {than} if name in types) or tuple(types), than, chance)
