"""Do a detector or a recogniser keep to the contract? For whoever writes one, with or without pytest.

::

    from perception.testing import check_detector

    def test_my_detector():
        check_detector(MyDetector())

Both raise ``AssertionError`` at the first thing that is wrong. They judge manners, not skill: one that finds nothing
passes, and the report says that it found nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket import PocketController
from envs.simulator import Event
from envs.vocabulary.object_types import object_types
from perception.detector.detection import Detection, Detector
from perception.detector.truth import GroundTruthDetector
from perception.recognizer.action import ACTIONS, NO_ACTION, NO_OBJECT, ActionRecognizer, RecognizedAction

TrialFrames = tuple[Sequence[np.ndarray], Sequence[Sequence[Detection]]]

CLASSES = ("CounterTop", "Cabinet", "Fridge", "Sink", "Mug", "coffee maker", "red mug")
"""What is looked for when nothing else is said: types of every size, and free words."""

_WALK = (("MoveAhead", "Forward"), ("RotateLeft", "Turn Left"), ("LookDown", "Look Down"), ("MoveAhead", "Forward"))


@dataclass(frozen=True)
class DetectorReport:
    """What a detector was tried on.

    Attributes:
        frames: How many.
        detections: What it found in them, in all.
        labels: The classes it found.
    """

    frames: int
    detections: int
    labels: tuple[str, ...]


@dataclass(frozen=True)
class RecognizerReport:
    """What a recogniser was tried on.

    Attributes:
        episodes: How many.
        frames: How many in all.
        actions: The actions it saw.
    """

    episodes: int
    frames: int
    actions: tuple[str, ...]


class PocketFrames:
    """Small pictures of a pocket kitchen, of many shapes: wide, high, tiny, a single pixel, larger than usual.

    Walking through them moves a simulator, so that a detector that asks the simulator can be tried as well::

        frames = PocketFrames()
        check_detector(GroundTruthDetector(frames.event), frames)

    Args:
        sizes: (width, height) of each, pixels.
        seed: Which kitchen.
    """

    SIZES = ((96, 96), (96, 96), (128, 72), (60, 100), (9, 6), (1, 1), (500, 400))

    def __init__(self, sizes: Sequence[tuple[int, int]] = SIZES, seed: int = 1) -> None:
        self._sizes = tuple(sizes)
        self._simulator = PocketController(
            f"kitchen_{seed}", width=96, height=96, renderMode="plain", renderInstanceSegmentation=True
        )

    def event(self) -> Event:
        """The event whose frame was given last."""
        return self._simulator.last_event

    def __iter__(self) -> Iterator[np.ndarray]:
        for width, height in self._sizes:
            self._simulator.step("RotateRight", degrees=30)
            yield _drawn(self._simulator.step("ChangeResolution", x=width, y=height))


class PocketEpisodes:
    """Short walks through a pocket kitchen, the last of them of a single frame.

    Args:
        seed: Which kitchen.
    """

    SIZES = ((96, 96), (80, 50), (32, 32))

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed
        self._done: list[RecognizedAction] = []

    def done(self) -> list[RecognizedAction]:
        """What led to each frame of the episode that was given last."""
        return list(self._done)

    def __iter__(self) -> Iterator[TrialFrames]:
        for number, (width, height) in enumerate(self.SIZES):
            simulator = PocketController(
                f"kitchen_{self._seed}", width=width, height=height, renderMode="plain", renderInstanceSegmentation=True
            )
            detector = GroundTruthDetector(lambda simulator=simulator: simulator.last_event)
            steps = _WALK if number + 1 < len(self.SIZES) else ()
            events = [simulator.last_event]
            frames = [_drawn(events[0])]
            found = [detector.detect(frames[0], CLASSES)]
            self._done = [RecognizedAction(NO_ACTION)]
            for action, name in steps:
                event = simulator.step(action)
                frames.append(_drawn(event))
                found.append(detector.detect(frames[-1], CLASSES))
                self._done.append(RecognizedAction(name if event else NO_ACTION))
            yield frames, found


# -- detectors ---------------------------------------------------------------------------------------------------


def check_detector(
    detector: Detector, frames: Iterable[np.ndarray] | None = None, classes: Sequence[str] | None = None
) -> DetectorReport:
    """Try a detector against the contract of ``perception.detector.detection.Detector``.

    Args:
        detector: The one to try.
        frames: What to show it; each is done with before the next is taken, so a generator may move a simulator. By
            default ``PocketFrames``, a black frame and one of random colours.
        classes: What to look for, two or more; ``CLASSES`` by default.

    Raises:
        AssertionError: It breaks the contract; the message says how, and on which frame.
        ValueError: There are no frames to try it on, or fewer than two classes.
    """
    wanted = tuple(dict.fromkeys(CLASSES if classes is None else classes))
    if len(wanted) < 2:
        raise ValueError(f"to try a detector takes two classes or more, not {wanted}")
    shown, found, last = 0, [], None
    for frame in frames if frames is not None else chain(PocketFrames(), _odd_frames()):
        found += _check_frame(detector, frame, wanted)
        shown, last = shown + 1, frame
    if last is None:
        raise ValueError("there are no frames to try the detector on")
    _check_detector_refuses(detector, last, wanted)
    return DetectorReport(shown, len(found), tuple(sorted({detection.label for detection in found})))


def _check_frame(detector: Detector, frame: np.ndarray, classes: tuple[str, ...]) -> list[Detection]:
    shape, before = frame.shape, frame.copy()
    found = detector.detect(frame, classes)
    _check_detections(found, classes, frame)
    _expect(np.array_equal(frame, before), f"it changed the frame it was given (frame {shape})")
    _expect(detector.detect(frame, classes) == found, f"asked twice, it answers differently (frame {shape})")
    _expect(
        detector.detect(frame, [*classes, classes[0]]) == found,
        f"with {classes[0]!r} named twice it answers differently (frame {shape})",
    )
    only = classes[-1:]
    _check_detections(detector.detect(frame, only), only, frame)
    backwards = frame[::-1].copy()[::-1]  # the same picture, rows in memory from the bottom to the top
    _expect(
        detector.detect(backwards, classes) == found,
        f"asked for other classes in between, or given the same picture laid out otherwise in memory (negative "
        f"strides), it answers differently (frame {shape})",
    )
    return found


def _check_detections(found: Any, classes: tuple[str, ...], frame: np.ndarray) -> None:
    height, width = frame.shape[:2]
    where = f"(frame {frame.shape})"
    _expect(isinstance(found, list), f"detect gives a list of Detection, not {type(found).__name__} {where}")
    for item in found:
        _expect(isinstance(item, Detection), f"detect gives Detection values, not {type(item).__name__} {where}")
        numbers = (item.confidence, *item.box)
        _expect(
            all(isinstance(number, int | float) for number in numbers),
            f"confidence and box are plain numbers, not {[type(number).__name__ for number in numbers]} {where}",
        )
        _expect(item.label in classes, f"label {item.label!r} is none of the classes asked for, {classes} {where}")
        x0, y0, x1, y1 = item.box
        _expect(
            0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height,
            f"box {item.box} of {item.label!r} is not inside the frame, {width} wide and {height} high",
        )
    sure = [item.confidence for item in found]
    _expect(sure == sorted(sure, reverse=True), f"the most confident come first; these are {sure} {where}")


def _check_detector_refuses(detector: Detector, frame: np.ndarray, classes: tuple[str, ...]) -> None:
    for what, picture in _no_images(frame):
        _refuses(f"{what} as a frame", lambda picture=picture: detector.detect(picture, classes))
    for what, names in (("an empty list of classes", []), ("a blank class", [classes[0], " "])):
        _refuses(what, lambda names=names: detector.detect(frame, names))
    _refuses("one string as classes", lambda: detector.detect(frame, classes[0]))


# -- recognisers -------------------------------------------------------------------------------------------------


def check_recognizer(recognizer: ActionRecognizer, episodes: Iterable[TrialFrames] | None = None) -> RecognizerReport:
    """Try a recogniser against the contract of ``perception.recognizer.action.ActionRecognizer``.

    Args:
        recognizer: The one to try.
        episodes: Frames and what a detector found in each; every episode is done with before the next is taken. By
            default ``PocketEpisodes``.

    Raises:
        AssertionError: It breaks the contract; the message says how.
        ValueError: There are no episodes to try it on.
    """
    count, shown, actions, last = 0, 0, set(), None
    for frames, detections in PocketEpisodes() if episodes is None else episodes:
        found = _check_episode(recognizer, frames, detections)
        count, shown, last = count + 1, shown + len(frames), (frames, detections)
        actions |= {item.action for item in found} - {NO_ACTION}
    if last is None:
        raise ValueError("there are no episodes to try the recogniser on")
    _check_recognizer_refuses(recognizer, *last)
    return RecognizerReport(count, shown, tuple(sorted(actions)))


def _check_episode(
    recognizer: ActionRecognizer, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
) -> list[RecognizedAction]:
    before = [frame.copy() for frame in frames]
    found = recognizer.recognize(frames, detections)
    _check_actions(found, len(frames))
    unchanged = all(np.array_equal(frame, copy) for frame, copy in zip(frames, before, strict=True))
    _expect(unchanged, "it changed the frames it was given")
    _expect(recognizer.recognize(frames, detections) == found, "asked twice, it answers differently")
    _check_actions(recognizer.recognize(frames, [()] * len(frames)), len(frames))
    return found


def _check_actions(found: Any, count: int) -> None:
    _expect(isinstance(found, list), f"recognize gives a list of RecognizedAction, not {type(found).__name__}")
    _expect(len(found) == count, f"it says {len(found)} actions for {count} frames; one for each")
    for item in found:
        _expect(isinstance(item, RecognizedAction), f"recognize gives RecognizedAction, not {type(item).__name__}")
        _expect(
            item.action in ACTIONS, f"{item.action!r} is not an action; they are {', '.join(filter(None, ACTIONS))}"
        )
        known = item.object_type == NO_OBJECT or item.object_type in object_types()
        _expect(known, f"{item.object_type!r} is not an AI2-THOR type; leave it empty where there is no object")
        for name in ("confidence", "object_confidence"):
            value = getattr(item, name)
            _expect(isinstance(value, int | float) and 0 <= value <= 1, f"{name} {value!r} is not a number from 0 to 1")
    first = found[0].action
    _expect(first == NO_ACTION, f"nothing led to the first frame; it says {first!r}")


def _check_recognizer_refuses(
    recognizer: ActionRecognizer, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
) -> None:
    _refuses("an episode without frames", lambda: recognizer.recognize([], []))
    _refuses("fewer lists of detections than frames", lambda: recognizer.recognize(frames, detections[:-1]))
    _refuses("more lists of detections than frames", lambda: recognizer.recognize(frames, [*detections, ()]))
    for what, picture in _no_images(frames[0]):
        _refuses(
            f"{what} among the frames",
            lambda picture=picture: recognizer.recognize([*frames[:-1], picture], detections),
        )


# -- both --------------------------------------------------------------------------------------------------------


def _no_images(frame: np.ndarray) -> tuple[tuple[str, Any], ...]:
    """What is no frame, with its name."""
    return (
        ("an array of floats", frame / 255.0),
        ("a 2-D array", frame[..., 0]),
        ("an array of four channels", np.dstack((frame, frame[..., 0]))),
        ("an array without pixels", frame[:0]),
        ("a list", frame.tolist()),
    )


def _odd_frames() -> Iterator[np.ndarray]:
    yield np.zeros((64, 64, 3), np.uint8)
    yield np.random.default_rng(0).integers(0, 256, (48, 64, 3), np.uint8)


def _drawn(event: Event) -> np.ndarray:
    _expect(event.frame is not None, "the engine drew no frame")
    return np.asarray(event.frame)


def _refuses(what: str, call: Any) -> None:
    try:
        answer = call()
    except BadInput:
        return
    except (TypeError, ValueError, LookupError, AttributeError, RuntimeError, ArithmeticError) as error:
        name = type(error).__name__
        raise AssertionError(f"{what} is to be refused with envs.errors.BadInput; it raises {name}: {error}") from error
    raise AssertionError(f"{what} is to be refused with envs.errors.BadInput; it answers {answer!r:.80}")


def _expect(true: bool, message: str) -> None:
    if not true:
        raise AssertionError(message)
