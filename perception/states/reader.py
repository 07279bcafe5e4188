"""Reads from pixels what condition a detected thing is in: open, on, dirty, filled, cooked or broken.

A small convolutional network looks at the detection's box with a margin, and is told the class. It needs numpy alone;
training it needs torch (``perception.states.training``). *Sliced* is not read: pieces have classes of their own
(``AppleSliced``), for detectors as in the engine's metadata. Heat and cold do not show.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from perception.arrays import packed_arrays, read_arrays
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
SIDE = 96
"""Width and height of what the network sees, pixels."""
MARGIN = 0.15
"""How much of the box's sides is added on every side: what is around a thing tells as well."""
PLACE = 8
"""How many numbers say where in the frame a box is."""
PATCH = 4
"""Width and height of the patches that the first layer looks at, pixels."""
SMALLEST = 10.0
"""Boxes whose longer side is shorter are not read, pixels."""

SHIPPED = "states_pocket.npz"
"""Name of the weights in ``assets/weights``."""

_EDGE = 1.5  # pixels from the frame's edge within which a box is cut off by it
_FORMAT = "homebody-states-2"
_LAYERS = ("conv1", "conv2", "conv3", "fc1", "fc2", "fc3")
_BY_CLASS = ("embedding", "gain")
_ARRAYS = ("format", "types", *_BY_CLASS, *(f"{layer}.{part}" for layer in _LAYERS for part in ("weight", "bias")))


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
        self._flat = {layer: _flat(self._arrays[f"{layer}.weight"]) for layer in _LAYERS}
        self._flat["fc1"] = _channels_last(self._flat["fc1"], len(self._arrays["conv3.bias"]))
        # Pixels are from -0.5 to 0.5 to the network: it costs less to say so in its first layer than of each pixel.
        self._first_bias = self._arrays["conv1.bias"] - 0.5 * self._flat["conv1"].sum(axis=0)
        self._flat["conv1"] = self._flat["conv1"] / np.float32(255.0)

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
        boxes = [detections[index].box for index in wanted]
        crops = np.stack([crop(frame, box) for box in boxes])
        places = np.stack([place(frame.shape, box) for box in boxes])
        rows = np.array([self._rows[detections[index].label] for index in wanted])
        read = self.logits(crops, places, rows).tolist()
        for index, logits in zip(wanted, read, strict=True):
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

    def logits(self, crops: np.ndarray, places: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """(n, states) log-odds of (n, SIDE, SIDE, 3) uint8 crops at these (n, PLACE) places, of the classes in rows."""
        get, count = self._arrays, len(crops)
        side = SIDE // PATCH
        x = crops.reshape(count, side, PATCH, side, PATCH, 3).transpose(0, 1, 3, 2, 4, 5).astype(np.float32)
        x = _rectified(x.reshape(count * side * side, -1), self._flat["conv1"], self._first_bias)
        x = _convolved(x.reshape(count, side, side, -1), self._flat["conv2"], get["conv2.bias"])
        x *= get["gain"][rows][:, None, None, :]
        x = _convolved(x, self._flat["conv3"], get["conv3.bias"])
        x = _rectified(x.reshape(count, -1), self._flat["fc1"], get["fc1.bias"])
        x = np.concatenate([x, get["embedding"][rows], places], axis=1)
        x = _rectified(x, self._flat["fc2"], get["fc2.bias"])
        return x @ self._flat["fc3"] + get["fc3.bias"]


def crop(frame: np.ndarray, box: Sequence[float], side: int = SIDE, margin: float = MARGIN) -> np.ndarray:
    """(side, side, 3) uint8 of a box with its margin, stretched; each pixel the nearest one.

    What lies outside the frame repeats its edge.
    """
    height, width = frame.shape[:2]
    x0, y0, x1, y1 = box
    steps = (np.arange(side) + 0.5) / side * (1 + 2 * margin) - margin
    columns = np.minimum(np.maximum(x0 + steps * (x1 - x0), 0), width - 1).astype(np.intp)
    rows = np.minimum(np.maximum(y0 + steps * (y1 - y0), 0), height - 1).astype(np.intp)
    return frame.take(rows, axis=0).take(columns, axis=1)


def place(shape: Sequence[int], box: Sequence[float]) -> np.ndarray:
    """(PLACE,) float32 of where in a frame of this shape a box is.

    How wide and high it is, as logarithms; where its middle is, from -1 to 1; and whether it ends at the frame's left,
    upper, right and lower edge, where the frame cuts things off.
    """
    height, width = shape[:2]
    x0, y0, x1, y1 = box
    wide, high = max(x1 - x0, 1.0) / width, max(y1 - y0, 1.0) / height
    middle = ((x0 + x1) / width - 1.0, (y0 + y1) / height - 1.0)
    cut = (x0 < _EDGE, y0 < _EDGE, x1 > width - _EDGE, y1 > height - _EDGE)
    return np.array((math.log(wide) + 1.5, math.log(high) + 1.5, *middle, *cut), np.float32)


def _flat(weight: np.ndarray) -> np.ndarray:
    """(inputs, outputs) of a layer's weights as torch has them; a convolution's inputs are row, column, channel."""
    turned = weight.transpose(2, 3, 1, 0) if weight.ndim == 4 else weight.T
    return np.ascontiguousarray(turned).reshape(-1, len(weight))


def _channels_last(flat: np.ndarray, channels: int) -> np.ndarray:
    """Weights of what torch flattens, channels first, for what numpy flattens here, channels last."""
    inputs, outputs = flat.shape
    return np.ascontiguousarray(flat.reshape(channels, -1, outputs).swapaxes(0, 1)).reshape(inputs, outputs)


def _rectified(x: np.ndarray, flat: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """A layer, and nothing below 0."""
    x = x @ flat
    x += bias
    return np.maximum(x, 0.0, out=x)


def _convolved(x: np.ndarray, flat: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """A 3 x 3 convolution at every second pixel, one pixel of zeros around; (n, h, w, c) to (n, h/2, w/2, k)."""
    n, h, w, c = x.shape
    padded = np.zeros((n, h + 2, w + 2, c), np.float32)
    padded[:, 1:-1, 1:-1] = x
    windows = np.empty((n, h // 2, w // 2, 9, c), np.float32)
    for spot in range(9):
        row, column = divmod(spot, 3)
        windows[:, :, :, spot] = padded[:, row : row + h : 2, column : column + w : 2]
    return _rectified(windows.reshape(n * (h // 2) * (w // 2), 9 * c), flat, bias).reshape(n, h // 2, w // 2, -1)


def save_weights(path: str | Path, types: Sequence[str], arrays: Mapping[str, np.ndarray]) -> None:
    """Write weights, at half precision; the same bytes for the same weights.

    Args:
        path: Where to.
        types: The class of each row of the embedding.
        arrays: ``embedding`` and ``gain`` of each class, and ``weight`` and ``bias`` of ``conv1`` … ``fc3``, shaped as
            torch has them.
    """
    kept = {"format": np.array(_FORMAT), "types": np.array(list(types))}
    kept |= {name: np.asarray(arrays[name], np.float16) for name in _ARRAYS[2:]}
    Path(path).write_bytes(packed_arrays(kept))


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
