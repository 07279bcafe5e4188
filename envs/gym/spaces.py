"""What ``HouseholdEnv`` observes: the spaces, and turning an event into values that lie in them.

Nothing here starts an engine; the spaces depend on the frame size alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import read_from_shared_memory

from envs.simulator import Metadata
from envs.vocabulary.object_types import object_types

CHARSET = "".join(chr(code) for code in range(0x20, 0x7F))
"""Characters of the text observations: printable ASCII. Other text is brought into it by ``plain_text``."""
TEXT_LENGTH = 512
"""Longest text observation, characters; longer ones are cut."""
MAX_DEPTH = 20.0
"""Farthest depth, metres: the far plane of AI2-THOR's camera."""
EXTENT = 100.0
"""Bound of the position, metres from the scene's origin; real rooms end within 26 m."""

NO_RESULT, DONE, FAILED = 0, 1, 2
"""Values of ``result``: nothing was tried yet, the last action succeeded, it failed."""

NOTHING, OTHER = "nothing", "other"
"""First and last entry of the type vocabulary."""

_TYPOGRAPHY = {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "ß": "ss", "×": "x"}


class PlainText(spaces.Text):
    """Up to ``TEXT_LENGTH`` characters of ``CHARSET``.

    A class of its own because ``AsyncVectorEnv`` reads ``Text`` from the shared memory once, at the start, and then
    returns blanks for ever (seen in Gymnasium 1.4.0); for this one it reads whenever an observation is asked for.
    """

    def __init__(self) -> None:
        super().__init__(TEXT_LENGTH, min_length=0, charset=CHARSET)


class _SharedTexts(Sequence[str]):
    """What several environments last wrote into shared memory; copying it gives the texts of that moment."""

    def __init__(self, read: Callable[[], Any]) -> None:
        self._read = read

    def __getitem__(self, index: Any) -> Any:
        return self._read()[index]

    def __len__(self) -> int:
        return len(self._read())

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[str, ...]:
        return self._read()


@read_from_shared_memory.register(PlainText)
def _read_plain_texts(space: PlainText, shared_memory: Any, n: int = 1) -> Any:
    read_text = read_from_shared_memory.dispatch(spaces.Text)
    return _SharedTexts(lambda: read_text(space, shared_memory, n=n))


@cache
def type_vocabulary() -> tuple[str, ...]:
    """Object types as observed: index 0 is ``nothing``, then every known type alphabetically, last ``other``."""
    return (NOTHING, *object_types(), OTHER)


@cache
def _type_numbers() -> MappingProxyType[str, int]:
    return MappingProxyType({name: number for number, name in enumerate(type_vocabulary())})


def type_number(object_type: str | None) -> int:
    """Index of a type in ``type_vocabulary``; 0 for None, the last one for a type that is not in it."""
    numbers = _type_numbers()
    return 0 if object_type is None else numbers.get(object_type, len(numbers) - 1)


def observation_space(height: int, width: int, slots: int = 0, segmentation: bool = False) -> spaces.Dict:
    """The observation space for frames of that size; every key is explained in ``docs/env.md``.

    Args:
        height: Frame height, pixels.
        width: Frame width, pixels.
        slots: Objects that can be named; 0 leaves out the key ``slots``.
        segmentation: Whether there is a key ``segmentation``.
    """
    low = np.array([-EXTENT, -EXTENT, -EXTENT, 0, -90], dtype=np.float32)
    high = np.array([EXTENT, EXTENT, EXTENT, 360, 90], dtype=np.float32)
    types = len(type_vocabulary())
    parts: dict[str, spaces.Space] = {
        "rgb": spaces.Box(0, 255, (height, width, 3), np.uint8),
        "depth": spaces.Box(0.0, MAX_DEPTH, (height, width), np.float32),
        "pose": spaces.Box(low, high, dtype=np.float32),
        "held": spaces.Discrete(types),
        "utterance": PlainText(),
        "result": spaces.Discrete(3),
        "message": PlainText(),
    }
    if segmentation:
        parts["segmentation"] = spaces.Box(0, 255, (height, width, 3), np.uint8)
    if slots:
        parts["slots"] = spaces.MultiDiscrete(np.full(slots, types))
    return spaces.Dict(parts)


def slot_types(present: Sequence[str], slots: int) -> np.ndarray:
    """(slots,) int64: what is in each slot, as ``type_vocabulary`` numbers; empty slots are 0."""
    numbers = np.zeros(slots, dtype=np.int64)
    numbers[: len(present)] = [type_number(name) for name in present]
    return numbers


def observe(
    metadata: Metadata, rgb: np.ndarray, depth: np.ndarray | None, utterance: str, result: int, message: str
) -> dict[str, Any]:
    """An observation in the space of ``observation_space(*rgb.shape[:2])``.

    Args:
        metadata: What the engine published.
        rgb: (H, W, 3) uint8.
        depth: (H, W) metres, or None when it is not observed; zeros then.
        utterance: What was said last.
        result: ``NO_RESULT``, ``DONE`` or ``FAILED``.
        message: Why the last action failed; empty otherwise.
    """
    inventory = metadata["inventoryObjects"]
    far = np.zeros(rgb.shape[:2], np.float32) if depth is None else np.clip(depth, 0.0, MAX_DEPTH).astype(np.float32)
    return {
        "rgb": np.array(rgb, dtype=np.uint8),
        "depth": far,
        "pose": pose_of(metadata),
        "held": np.int64(type_number(inventory[0]["objectType"] if inventory else None)),
        "utterance": plain_text(utterance),
        "result": np.int64(result),
        "message": plain_text(message),
    }


def pose_of(metadata: Metadata) -> np.ndarray:
    """(5,) float32: x, y (up), z in metres, yaw in [0, 360) and horizon in degrees, positive looking down."""
    agent = metadata["agent"]
    place = [np.clip(agent["position"][k], -EXTENT, EXTENT) for k in "xyz"]
    return np.array([*place, agent["rotation"]["y"] % 360.0, agent["cameraHorizon"]], dtype=np.float32)


def plain_text(text: str) -> str:
    """The text in ``CHARSET``, at most ``TEXT_LENGTH`` long.

    Accents are dropped, typographic marks become plain ones, white space becomes one blank, the rest ``?``.
    """
    if text.isascii() and text.isprintable():
        return text[:TEXT_LENGTH]
    spelled = "".join(_TYPOGRAPHY.get(c, c) for c in text)
    letters = (c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c))
    plain = "".join(c if c in CHARSET else " " if c.isspace() else "?" for c in letters)
    return " ".join(plain.split())[:TEXT_LENGTH]
