"""Windows of frames as tensors, as they are and as they might have been: mirrored, backwards, lit otherwise.

Imports torch; see ``network``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from perception.recognizer.action import ACTIONS, NO_ACTION
from perception.recognizer.changes import REGIONS
from perception.recognizer.features import Features
from perception.recognizer.network import Batch
from perception.recognizer.training.dataset import UNKNOWN

_DETECTOR_OFF = 0.4
_DETECTOR_SELDOM_OFF = 0.1
_MISSED_BESIDES = 0.05
_MISSED = 0.15
_CONFUSED = 0.04
_UNSTEADY = 0.01
_RECOLOURED = 0.15

_OTHER_SIDE = {"Left": "Right", "Right": "Left"}
MIRRORED = np.array(
    [ACTIONS.index(" ".join(_OTHER_SIDE.get(word, word) for word in name.split(" "))) for name in ACTIONS]
)
"""Number of the action that each action is in a mirror."""


_INVERSE = {
    "Forward": "Backward",
    "Turn Left": "Turn Right",
    "Look Up": "Look Down",
    "Pan Left": "Pan Right",
    "Pickup": "Place",
    "Open": "Close",
    "ToggleOn": "ToggleOff",
}
_UNDONE = {NO_ACTION: NO_ACTION, **_INVERSE, **{undone: name for name, undone in _INVERSE.items()}}
BACKWARDS = np.array([ACTIONS.index(_UNDONE[name]) if name in _UNDONE else UNKNOWN for name in ACTIONS])
"""Number of the action that each action is when the film runs backwards; what is cut does not become whole."""


def batch_of(windows: Sequence[Features]) -> Batch:
    """Windows side by side, padded to the longest."""
    longest = max(map(len, windows))
    local = np.concatenate([w.local + k * longest for k, w in enumerate(windows)])
    frames = [np.concatenate([w.previous, w.frames], axis=3) for w in windows]
    there = np.zeros((len(windows), longest), np.int64)
    for k, window in enumerate(windows):
        there[k, : len(window)] = 1
    return Batch(
        _pictures(_padded(frames, longest)),
        torch.from_numpy(_padded([w.geometry for w in windows], longest)),
        torch.from_numpy(local),
        _pictures(np.concatenate([w.near for w in windows])),
        _pictures(np.concatenate([w.wide for w in windows])),
        torch.from_numpy(_padded([w.labels for w in windows], longest)),
        torch.from_numpy(_padded([w.seen for w in windows], longest)),
        torch.from_numpy(there),
    )


def _padded(arrays: Sequence[np.ndarray], longest: int) -> np.ndarray:
    out = np.zeros((len(arrays), longest, *arrays[0].shape[1:]), arrays[0].dtype)
    for k, one in enumerate(arrays):
        out[k, : len(one)] = one
    return out


def _pictures(array: np.ndarray) -> Tensor:
    """Channels before rows, 0 to 1."""
    return torch.from_numpy(array).movedim(-1, -3).float().div_(255)


def varied(batch: Batch, mirror: bool, kinds: int, random: np.random.Generator, found: bool = False) -> Batch:
    """As it might have been.

    Args:
        batch: What was filmed.
        mirror: Whether left and right change places.
        kinds: How many classes of detections are known.
        random: Decides light, colours and what the detector gets wrong.
        found: Whether the boxes are a detector's own, which has its mistakes already.
    """
    frames, near, wide, geometry, seen = batch.frames, batch.near, batch.wide, batch.geometry, batch.seen
    if mirror:
        frames, near, wide = frames.flip(-1), near.flip(-1), wide.flip(-1)
        geometry = geometry.clone()
        for k in range(REGIONS):
            at = 3 + 5 * k
            there = geometry[..., at]
            left = there - geometry[..., at + 3]
            geometry[..., at + 3] = there - geometry[..., at + 1]
            geometry[..., at + 1] = left
        seen = seen.clone()
        some = (seen[..., 0] > 0).float()
        seen[..., 1], seen[..., 3] = some - batch.seen[..., 3], some - batch.seen[..., 1]
    b, n = batch.there.shape
    light = _light(b, random)
    which = batch.local // n
    frames = (frames * light[:, None, :, None, None]).clamp(0, 1)
    near = (near * light[which][:, None, :, None, None]).clamp(0, 1)
    wide = (wide * light[which][:, :, None, None]).clamp(0, 1)
    if random.random() < _RECOLOURED:
        order = random.permutation(3)
        order = torch.from_numpy(np.concatenate([order, order + 3]))
        frames, near, wide = frames[:, :, order], near[:, :, order], wide[:, order]
    labels, seen = _unseen(batch.labels, seen, random) if found else _worse(batch.labels, seen, kinds, random)
    return Batch(
        frames, geometry, batch.local, _shifted(near, random), _shifted(wide, random), labels, seen, batch.there
    )


def backwards(batch: Batch) -> Batch:
    """The film run backwards: every action becomes the one that undoes it."""
    n = batch.there.shape[1]
    window, step = batch.local // n, batch.local % n
    seen = batch.seen.flip(1).clone()
    seen[..., 6] = (seen[..., 0] > 0).float() - seen[..., 6]
    return Batch(
        _swapped(batch.frames.flip(1)),
        batch.geometry.flip(1),
        window * n + (n - 1 - step),
        _swapped(batch.near),
        _swapped(batch.wide),
        batch.labels.flip(1),
        seen,
        batch.there.flip(1),
    )


def _swapped(pictures: Tensor) -> Tensor:
    """After before before."""
    before, after = pictures.split(3, dim=-3)
    return torch.cat([after, before], dim=-3)


def _light(count: int, random: np.random.Generator) -> Tensor:
    """(count, 6) factors, the same for before and after."""
    factor = random.uniform(0.8, 1.2, (count, 1)) * random.uniform(0.92, 1.08, (count, 3))
    return torch.from_numpy(np.concatenate([factor, factor], axis=1).astype(np.float32))


def _shifted(pictures: Tensor, random: np.random.Generator) -> Tensor:
    dy, dx = (int(v) for v in random.integers(-2, 3, 2))
    return pictures.roll((dy, dx), (-2, -1)) if len(pictures) else pictures


def _unseen(labels: Tensor, seen: Tensor, random: np.random.Generator) -> tuple[Tensor, Tensor]:
    """In a few windows nobody looks, and now and then a thing is missed for once."""
    shape = tuple(labels.shape)
    off = random.random((shape[0], 1, 1)) < _DETECTOR_SELDOM_OFF
    missed = torch.from_numpy(off | (random.random(shape) < _MISSED_BESIDES))
    return labels.masked_fill(missed, 0), seen.masked_fill(missed[..., None], 0.0)


def _worse(labels: Tensor, seen: Tensor, kinds: int, random: np.random.Generator) -> tuple[Tensor, Tensor]:
    """What a worse detector would have found; in some windows it does not look at all."""
    shape = tuple(labels.shape)
    off = random.random((shape[0], 1, 1)) < _DETECTOR_OFF
    missed = torch.from_numpy(off | (random.random(shape) < _MISSED))
    confused = torch.from_numpy(random.random(shape) < _CONFUSED)
    other = torch.from_numpy(random.integers(1, kinds + 1, shape))
    trust = torch.from_numpy(random.uniform(0.3, 1.0, shape).astype(np.float32))
    jitter = torch.from_numpy((random.standard_normal((*shape, 4)) * _UNSTEADY).astype(np.float32))
    some = seen[..., 0:1] > 0
    seen = torch.cat([(seen[..., 0] * trust)[..., None], (seen[..., 1:5] + jitter) * some, seen[..., 5:]], dim=-1)
    labels = torch.where(confused & some[..., 0], other, labels)
    return labels.masked_fill(missed, 0), seen.masked_fill(missed[..., None], 0.0)
