"""Episodes as a recogniser is trained on them: one file for each, with frames, what was done and what a detector saw.

A file is a compressed npz archive with these arrays, n frames and m detections:

====================  ==========================  ==============================================================
``format``            ()                          ``homebody-sequence-1``
``frames``            (n, s, s, 3) uint8          RGB; what is seen after every action, the first one before any
``actions``           (n,) text                   one of ``perception.recognizer.action.ACTIONS``
``object_types``      (n,) text                   AI2-THOR type, empty for none
``detection_frames``  (m,) int32                  index of the frame each detection belongs to, never falling
``labels``            (m,) text                   class of each detection
``confidences``       (m,) float32                0 to 1
``boxes``             (m, 4) float32              x0, y0, x1, y1 as shares of the frame's width and height
====================  ==========================  ==============================================================
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from envs.errors import BadInput
from envs.files.writing import write_atomically
from perception.arrays import read_arrays
from perception.detector.detection import Detection, checked_frame
from perception.recognizer.action import ACTIONS, INTERACTIONS, NO_ACTION, NO_OBJECT

SIDE = 192
"""Width and height of a frame as recognisers of ours read it, pixels: a mug one metre away is still 10 pixels wide."""
STORED = 256
"""Width and height of a stored frame, at most: what a detector looks at, so that one can look at it anew."""

_BAND = 8  # rows of a smaller picture that are computed together
_FORMAT = "homebody-sequence-1"
_DAMAGED = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, MemoryError)


@dataclass(frozen=True)
class SequenceStep:
    """One frame and what led to it.

    Attributes:
        frame: (H, W, 3) uint8, RGB: what is seen after the action.
        action: One of ``perception.recognizer.action.ACTIONS``; ``NO_ACTION`` for the first frame and for an action
            that failed without changing anything.
        object_type: AI2-THOR type of what it was done with (Place and Pour: the receptacle); ``NO_OBJECT`` for
            motions.
        detections: What a detector found in the frame, in its pixels.

    Raises:
        BadInput: The frame is no image, there is no such action, an interaction has no object, or something that is
            none has one.
    """

    frame: np.ndarray
    action: str = NO_ACTION
    object_type: str = NO_OBJECT
    detections: tuple[Detection, ...] = ()

    def __post_init__(self) -> None:
        checked_frame(self.frame)
        if self.action not in ACTIONS:
            names = ", ".join(repr(name) for name in ACTIONS)
            raise BadInput(f"{self.action!r} is not an action of a sequence; they are {names}")
        if (self.object_type == NO_OBJECT) == (self.action in INTERACTIONS):
            wanted = "needs the type of its object" if self.action in INTERACTIONS else "has no object"
            raise BadInput(f"action {self.action!r} {wanted}; given is {self.object_type!r}")


def write_sequence(path: Path, steps: Sequence[SequenceStep]) -> None:
    """Write an episode; the same steps give the same bytes.

    Args:
        path: The file, ending in ``.npz``; replaced if it is there.
        steps: In order of time, the first one before anything was done.

    Raises:
        BadInput: There are no steps, the first one has an action, or the place cannot be written to.
        TryAgain: The disk is full.
    """
    _check_order(steps, f"sequence for {path}")
    found = [(k, d, step.frame.shape) for k, step in enumerate(steps) for d in step.detections]
    shares = [(*d.box,) / np.array([w, h, w, h], float) for _, d, (h, w, _) in found]
    content = io.BytesIO()
    np.savez_compressed(
        content,
        format=np.array(_FORMAT),
        frames=np.stack([shrunk(step.frame, min(STORED, *step.frame.shape[:2])) for step in steps]),
        actions=np.array([step.action for step in steps], dtype=np.str_),
        object_types=np.array([step.object_type for step in steps], dtype=np.str_),
        detection_frames=np.array([k for k, _, _ in found], dtype=np.int32),
        labels=np.array([d.label for _, d, _ in found], dtype=np.str_),
        confidences=np.array([d.confidence for _, d, _ in found], dtype=np.float32),
        boxes=np.array(shares, dtype=np.float32).reshape(-1, 4),
    )
    write_atomically(path, content.getvalue(), replace=True)


def read_sequence(path: Path) -> tuple[SequenceStep, ...]:
    """Read an episode that ``write_sequence`` wrote; boxes are in the pixels of its frames.

    Raises:
        BadInput: There is no such file, or it is damaged, foreign or contradicts itself; names the file.
    """
    try:
        steps = _steps(_arrays(Path(path)))
        _check_order(steps, "the episode")
    except BadInput as error:
        message = str(error)
        raise BadInput(message if str(path) in message else f"sequence {path}: {message}") from error
    except _DAMAGED as error:
        raise BadInput(
            f"{path} is not a readable sequence ({error or type(error).__name__}); collect it again"
        ) from error
    return steps


def shrunk(frame: np.ndarray, side: int = SIDE) -> np.ndarray:
    """A frame at another size, every pixel the mean of the area it covers.

    Args:
        frame: (H, W, channels) uint8.
        side: Width and height of the result; what is not square is squeezed.

    Returns:
        (side, side, channels) uint8; the frame itself if that is its size.
    """
    height, width, channels = frame.shape
    if (height, width) == (side, side):
        return frame
    down = _mixed(frame.reshape(height, -1).astype(np.float32), side)
    across = _mixed(down.reshape(side, width, channels).transpose(1, 0, 2).reshape(width, -1), side)
    mean = across.reshape(side, side, channels).transpose(1, 0, 2)
    return np.clip(np.rint(mean), 0, 255).astype(np.uint8)


def _mixed(rows: np.ndarray, new: int) -> np.ndarray:
    """(new, values) means of what each new row covers of the (old, values) rows."""
    covered, shares = _bands(len(rows), new)
    return (shares @ rows[covered]).reshape(-1, rows.shape[1])[:new]


@lru_cache(maxsize=512)
def _bands(old: int, new: int) -> tuple[np.ndarray, np.ndarray]:
    """``_areas`` by bands of a few new rows, since each covers few of the old ones.

    Returns:
        (bands, n) old rows that a band's new rows cover; (bands, _BAND, n) which shares. The last band may go on beyond
        the new rows, with shares of 0.
    """
    whole = np.pad(_areas(old, new), ((0, -new % _BAND), (0, 0))).reshape(-1, _BAND, old)
    used = np.asarray(whole.any(axis=1))
    first, after = used.argmax(axis=1), old - used[:, ::-1].argmax(axis=1)
    most = int((after - first).max())
    covered = np.minimum(first, old - most)[:, None] + np.arange(most)
    return covered, np.take_along_axis(whole, covered[:, None].repeat(_BAND, axis=1), axis=2)


def _areas(old: int, new: int) -> np.ndarray:
    """(new, old) weights: which share of a new pixel each old one covers."""
    edges = np.arange(new + 1) * (old / new)
    cells = np.arange(old)
    overlap = np.minimum(edges[1:, None], cells + 1) - np.maximum(edges[:-1, None], cells)
    return (np.clip(overlap, 0, None) * (new / old)).astype(np.float32)


def _arrays(path: Path) -> dict[str, np.ndarray]:
    arrays = read_arrays(path)
    if "format" not in arrays or str(arrays["format"]) != _FORMAT:
        raise ValueError(f"it is not a {_FORMAT} file")
    return arrays


def _steps(arrays: dict[str, np.ndarray]) -> tuple[SequenceStep, ...]:
    frames, actions, kinds = arrays["frames"], arrays["actions"], arrays["object_types"]
    owners, labels = arrays["detection_frames"], arrays["labels"]
    confidences, boxes = arrays["confidences"], arrays["boxes"]
    if not len(frames) == len(actions) == len(kinds):
        raise ValueError(f"{len(frames)} frames, {len(actions)} actions, {len(kinds)} object types")
    if not len(owners) == len(labels) == len(confidences) == len(boxes):
        raise ValueError("the lists of detections differ in length")
    if len(owners) and not (owners.min() >= 0 and owners.max() < len(frames)):
        raise ValueError("a detection belongs to a frame that is not there")
    found: list[list[Detection]] = [[] for _ in frames]
    for owner, label, confidence, box in zip(owners, labels, confidences, boxes, strict=True):
        x0, y0, x1, y1 = (float(share) * frames.shape[1] for share in box)
        found[owner].append(Detection(str(label), float(confidence), (x0, y0, x1, y1)))
    return tuple(
        SequenceStep(frame, str(action), str(kind), tuple(seen))
        for frame, action, kind, seen in zip(frames, actions, kinds, found, strict=True)
    )


def _check_order(steps: Sequence[SequenceStep], name: str) -> None:
    if not steps:
        raise BadInput(f"{name} has no steps")
    if steps[0].action != NO_ACTION:
        raise BadInput(f"{name} begins with {steps[0].action!r}; its first frame is the one before anything was done")
