"""Who owns which pixel: masks and boxes over a segmentation frame, as the ai2thor client offers them."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

Colour = tuple[int, int, int]
PixelExtent = tuple[int, int, int, int]
"""Inclusive pixel extremes (x_min, y_min, x_max, y_max)."""

BACKGROUND = "background"
"""The class of every pixel that belongs to no named thing."""

_Value = TypeVar("_Value")


class Segmentation:
    """The pixels of one view, by owner.

    Args:
        labels: (H, W) int32, index into ``names``; -1 belongs to nobody.
        names: Object ids (they contain ``|``) or names of structures, by label.
    """

    def __init__(self, labels: np.ndarray, names: Sequence[str]) -> None:
        self.labels = labels
        self.names = names

    @classmethod
    def from_frame(cls, frame: np.ndarray, colors: Iterable[Mapping[str, Any]]) -> Segmentation:
        """Read a colour-coded frame.

        Args:
            frame: (H, W, 3) uint8, as ``event.instance_segmentation_frame``.
            colors: ``metadata["colors"]``: dicts with ``name`` and ``color``.
        """
        named = [(entry["name"], _packed(np.array(entry["color"], dtype=np.uint32))) for entry in colors]
        index = {int(key): i for i, (_, key) in enumerate(named)}
        keys, inverse = np.unique(_packed(frame.astype(np.uint32)), return_inverse=True)
        label = np.array([index.get(int(key), -1) for key in keys], dtype=np.int32)
        return cls(label[inverse].reshape(frame.shape[:2]), [name for name, _ in named])

    @cached_property
    def present(self) -> dict[str, int]:
        """Label of every name that owns a pixel, in order of labels."""
        counts = np.bincount(self.labels.ravel() + 1)[1:]
        return {self.names[k]: k for k in np.flatnonzero(counts).tolist()}

    @cached_property
    def instances(self) -> dict[str, int]:
        """Those of them that are objects."""
        return {name: label for name, label in self.present.items() if "|" in name}

    @cached_property
    def classes(self) -> dict[str, list[int]]:
        """Labels of every class that owns a pixel; the class of an object is the first part of its id."""
        out: dict[str, list[int]] = {}
        for name, label in self.present.items():
            out.setdefault(name.split("|")[0], []).append(label)
        return out

    def mask(self, label: int) -> np.ndarray:
        """(H, W) bool."""
        return self.labels == label


class _Lazy(Mapping[str, _Value]):
    """A mapping whose values are worked out when they are asked for, and kept."""

    def __init__(self, segmentation: Segmentation) -> None:
        self._segmentation = segmentation
        self._known: dict[str, _Value] = {}

    @abstractmethod
    def _labels(self) -> Mapping[str, Any]:
        """The keys, and the label or labels that each stands for."""

    @abstractmethod
    def _make(self, key: str) -> _Value:
        """The value of a key; ``KeyError`` when it owns no pixel."""

    def __getitem__(self, key: str) -> _Value:
        if key not in self._known:
            self._known[key] = self._make(key)
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._labels())

    def __len__(self) -> int:
        return len(self._labels())

    def __contains__(self, key: object) -> bool:
        return key in self._labels()


class InstanceMasks(_Lazy[np.ndarray]):
    """Object id → (H, W) bool; only objects that own a pixel, ``KeyError`` for all others."""

    def _labels(self) -> Mapping[str, int]:
        return self._segmentation.instances

    def _make(self, key: str) -> np.ndarray:
        return self._segmentation.mask(self._segmentation.instances[key])


class InstanceDetections(_Lazy[PixelExtent]):
    """Object id → its box; only objects that own a pixel."""

    def _labels(self) -> Mapping[str, int]:
        return self._segmentation.instances

    def _make(self, key: str) -> PixelExtent:
        return _extremes(self._segmentation.mask(self._segmentation.instances[key]))


class ClassMasks(_Lazy[np.ndarray]):
    """Class → (H, W) bool; asked for ``"background"``, every pixel that nobody owns."""

    def _labels(self) -> Mapping[str, list[int]]:
        return self._segmentation.classes

    def _make(self, key: str) -> np.ndarray:
        if key != BACKGROUND:
            return np.isin(self._segmentation.labels, self._segmentation.classes[key])
        mask = self._segmentation.mask(-1)
        if not mask.any():
            raise KeyError(key)
        return mask


class ClassDetections(_Lazy[tuple[PixelExtent, ...]]):
    """Class → the boxes of its instances."""

    def _labels(self) -> Mapping[str, list[int]]:
        return self._segmentation.classes

    def _make(self, key: str) -> tuple[PixelExtent, ...]:
        masks = (self._segmentation.mask(label) for label in self._segmentation.classes[key])
        return tuple(_extremes(mask) for mask in masks)


class Colours:
    """A colour for every name, the same in every run; two names never share one, and none is black."""

    def __init__(self) -> None:
        self._of: dict[str, Colour] = {}
        self._taken: set[Colour] = {(0, 0, 0)}

    def __getitem__(self, name: str) -> Colour:
        if name not in self._of:
            self._of[name] = self._free(name)
        return self._of[name]

    def _free(self, name: str) -> Colour:
        for attempt in range(1 << 16):
            digest = hashlib.md5(f"{name}{attempt or ''}".encode(), usedforsecurity=False).digest()
            colour = (digest[0], digest[1], digest[2])
            if colour not in self._taken:
                self._taken.add(colour)
                return colour
        raise ValueError(f"no colour is left for {name!r}: {len(self._of)} names have one")

    def paint(self, labels: np.ndarray, names: Sequence[str]) -> np.ndarray:
        """(H, W, 3) uint8 frame of a label image; label -1 is black."""
        table = np.array([*(self[name] for name in names), (0, 0, 0)], dtype=np.uint8)
        return table[labels]


def _packed(rgb: np.ndarray) -> np.ndarray:
    return (rgb[..., 0] << 16) | (rgb[..., 1] << 8) | rgb[..., 2]


def _extremes(mask: np.ndarray) -> PixelExtent:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])
