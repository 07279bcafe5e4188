"""Reads from pixels what condition a detected thing is in: open, on, dirty, filled, cooked or broken.

A small convolutional network looks at the detection's box with a margin, and is told the class. Numpy and numba run it;
training it needs torch (``perception.states.training``). *Sliced* is not read: pieces have classes of their own
(``AppleSliced``), for detectors as in the engine's metadata. Heat and cold do not show.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numba import njit

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from perception.arrays import read_arrays
from perception.detector.detection import Detection, checked_frame

CAPABILITY = {
    "broken": "breakable",
    "cooked": "cookable",
    "dirty": "dirtyable",
    "filled": "canFillWithLiquid",
    "on": "toggleable",
    "open": "openable",
}
"""States that are read, and what a class must be capable of to be in them."""
READ = tuple(CAPABILITY)
SIDE = 48
"""Width and height of what the network sees, pixels."""
MARGIN = 0.15
"""How much of the box's sides is added on every side: what is around a thing tells as well."""
SMALLEST = 10.0
"""Boxes whose longer side is shorter are not read, pixels."""

SHIPPED = "states_pocket.npz"
"""Name of the weights in ``assets/weights``."""

_FORMAT = "homebody-states-1"
_LAYERS = ("conv1", "conv2", "conv3", "fc1", "fc2", "fc3")
_ARRAYS = ("format", "types", "embedding", *(f"{layer}.{part}" for layer in _LAYERS for part in ("weight", "bias")))


def readable(object_type: str) -> tuple[str, ...]:
    """States that can be read of a class, in the order of ``READ``; none of an unknown class."""
    kind = object_types().get(object_type)
    return () if kind is None else tuple(state for state, can in CAPABILITY.items() if can in kind.can)


class PixelStateReader:
    """The network, ready to read; the same answers on every run.

    Args:
        weights: A file written by ``perception.states.training``; None: those that are shipped.

    Raises:
        BadInput: There is no such file, or it holds something else.
    """

    def __init__(self, weights: str | Path | None = None) -> None:
        self._arrays = _shipped() if weights is None else load_weights(weights)
        self._rows = {str(name): row for row, name in enumerate(self._arrays["types"])}

    def read(self, frame: np.ndarray, detections: Sequence[Detection]) -> list[dict[str, float]]:
        """For every detection the log-odds of each state its class can be in, before it is known how common each is.

        Nothing is said of classes that are in none of these states or that the network does not know, and of boxes that
        are too small.

        Raises:
            BadInput: The frame is no image.
        """
        frame = checked_frame(frame)
        wanted = [index for index, one in enumerate(detections) if self._can_read(one)]
        answers: list[dict[str, float]] = [{} for _ in detections]
        if not wanted:
            return answers
        crops = np.stack([crop(frame, detections[index].box) for index in wanted])
        rows = np.array([self._rows[detections[index].label] for index in wanted])
        for index, logits in zip(wanted, self.logits(crops, rows).tolist(), strict=True):
            known = readable(detections[index].label)
            answers[index] = {state: value for state, value in zip(READ, logits, strict=True) if state in known}
        return answers

    def row(self, object_type: str) -> int:
        """Where the network keeps a class.

        Raises:
            BadInput: It does not know the class.
        """
        if object_type not in self._rows:
            raise BadInput(f"the state reader was not trained on {object_type!r}")
        return self._rows[object_type]

    def _can_read(self, detection: Detection) -> bool:
        x0, y0, x1, y1 = detection.box
        large = max(x1 - x0, y1 - y0) >= SMALLEST
        return large and detection.label in self._rows and bool(readable(detection.label))

    def logits(self, crops: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(n, states) log-odds of (n, SIDE, SIDE, 3) uint8 crops of the classes in these rows."""
        get = self._arrays
        x = crops.astype(np.float32) / 255.0 - 0.5
        for layer in ("conv1", "conv2", "conv3"):
            x = np.maximum(_convolved(x, get[f"{layer}.weight"], get[f"{layer}.bias"]), 0.0)
        x = np.ascontiguousarray(x.transpose(0, 3, 1, 2)).reshape(len(x), -1)  # channels first, as torch flattens
        x = np.maximum(x @ get["fc1.weight"].T + get["fc1.bias"], 0.0)
        x = np.concatenate([x, get["embedding"][rows]], axis=1)
        x = np.maximum(x @ get["fc2.weight"].T + get["fc2.bias"], 0.0)
        return x @ get["fc3.weight"].T + get["fc3.bias"]


def crop(frame: np.ndarray, box: Sequence[float]) -> np.ndarray:
    """(SIDE, SIDE, 3) uint8 of a box with its margin, stretched; each pixel the mean of up to 2 x 2 nearest ones.

    What lies outside the frame repeats its edge.
    """
    height, width = frame.shape[:2]
    x0, y0, x1, y1 = box
    wide, high = (x1 - x0) * (1 + 2 * MARGIN), (y1 - y0) * (1 + 2 * MARGIN)
    left, top = x0 - (x1 - x0) * MARGIN, y0 - (y1 - y0) * MARGIN
    steps = (np.arange(2 * SIDE) + 0.5) / (2 * SIDE)
    columns = np.clip((left + steps * wide).astype(int), 0, width - 1)
    rows = np.clip((top + steps * high).astype(int), 0, height - 1)
    return _means_of_four(frame, rows, columns)


@njit(cache=True)
def _means_of_four(frame, rows, columns):
    """Half as many rows and columns as are given."""
    out = np.empty((len(rows) // 2, len(columns) // 2, 3), np.uint8)
    for i in range(out.shape[0]):
        upper, lower = rows[2 * i], rows[2 * i + 1]
        for j in range(out.shape[1]):
            left, right = columns[2 * j], columns[2 * j + 1]
            for c in range(3):
                total = np.int64(frame[upper, left, c]) + frame[upper, right, c]
                out[i, j, c] = (total + frame[lower, left, c] + frame[lower, right, c]) // 4
    return out


def _convolved(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """A 3 x 3 convolution at every second pixel, one pixel of zeros around; (n, h, w, c) to (n, h/2, w/2, k)."""
    n, h, w = len(x), (x.shape[1] + 1) // 2, (x.shape[2] + 1) // 2
    flat = _windows(x, h, w).reshape(n * h * w, -1) @ weight.reshape(len(weight), -1).T + bias
    return flat.reshape(n, h, w, len(weight))


@njit(cache=True)
def _windows(x, height, width):
    """(n, height, width, c, 3, 3): what is around every second pixel of (n, h, w, c), zeros beyond the edges."""
    out = np.zeros((x.shape[0], height, width, x.shape[3], 3, 3), np.float32)
    for n in range(x.shape[0]):
        for i in range(height):
            for j in range(width):
                for y in range(max(0, 2 * i - 1), min(x.shape[1], 2 * i + 2)):
                    for z in range(max(0, 2 * j - 1), min(x.shape[2], 2 * j + 2)):
                        for c in range(x.shape[3]):
                            out[n, i, j, c, y - 2 * i + 1, z - 2 * j + 1] = x[n, y, z, c]
    return out


def save_weights(path: str | Path, types: Sequence[str], arrays: Mapping[str, np.ndarray]) -> None:
    """Write weights, at half precision; the same bytes for the same weights.

    Args:
        path: Where to.
        types: The class of each row of the embedding.
        arrays: ``embedding``, and ``weight`` and ``bias`` of ``conv1`` … ``fc3``, shaped as torch has them.
    """
    kept = {"format": np.array(_FORMAT), "types": np.array(list(types))}
    kept |= {name: np.asarray(arrays[name], np.float16) for name in _ARRAYS[2:]}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in kept.items():
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, value, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (2000, 1, 1, 0, 0, 0)), buffer.getvalue())


def load_weights(path: str | Path) -> dict[str, np.ndarray]:
    """The arrays of a weights file, at single precision.

    Raises:
        BadInput: There is no such file, or it holds something else.
    """
    if not os.path.isfile(path):
        raise BadInput(f"there are no weights for states at {path}; train some: homebody train states")
    try:
        arrays = read_arrays(path)
    except BadInput as error:
        raise BadInput(f"{path} is not a weights file for states: {error}") from error
    missing = [name for name in _ARRAYS if name not in arrays]
    if missing or str(arrays["format"]) != _FORMAT:
        raise BadInput(f"{path} holds no weights for states ({missing[0] if missing else arrays['format']})")
    if len(arrays["fc3.bias"]) != len(READ):
        count = len(arrays["fc3.bias"])
        raise BadInput(f"{path} reads {count} states; this version reads {len(READ)}: {', '.join(READ)}")
    return {name: value.astype(np.float32) if value.dtype == np.float16 else value for name, value in arrays.items()}


@cache
def _shipped() -> dict[str, np.ndarray]:
    return load_weights(Path(str(files("assets"))) / "weights" / SHIPPED)
