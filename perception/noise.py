"""How often noisy perception is wrong, and the random numbers it is wrong with: the same for the same picture."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np

from envs.errors import BadInput

Range = tuple[float, float]

_MOST_FALSE = 1000.0  # per frame; beyond that a mistyped number is likelier than a wish


def _check(noise: Any, shares: tuple[str, ...]) -> None:
    for name in shares:
        value = getattr(noise, name)
        if not (isinstance(value, int | float) and 0.0 <= value <= 1.0):
            raise BadInput(f"{name} is {value!r}; it is a share between 0 and 1")
    for name in ("right", "wrong"):
        low, high = getattr(noise, name)
        if not 0.0 <= low <= high <= 1.0:
            raise BadInput(f"{name} is {(low, high)}; give the lowest and the highest confidence, between 0 and 1")


@dataclass(frozen=True)
class Noise:
    """What a noisy detector does to true detections.

    Attributes:
        misses: Share of detections that are left out.
        false_positives: Mean number of invented detections per frame (Poisson).
        confusions: Share of detections that get another one of the wanted classes.
        jitter: Standard deviation of the shift of every edge, as a fraction of the box's side.
        right: Lowest and highest confidence of what is right.
        wrong: Of what is confused or invented.

    Raises:
        BadInput: A share is not between 0 and 1, or a number is negative or NaN.
    """

    misses: float = 0.0
    false_positives: float = 0.0
    confusions: float = 0.0
    jitter: float = 0.0
    right: Range = (1.0, 1.0)
    wrong: Range = (0.1, 0.7)

    def __post_init__(self) -> None:
        _check(self, shares=("misses", "confusions", "jitter"))
        if not 0.0 <= self.false_positives <= _MOST_FALSE:
            raise BadInput(f"false_positives is {self.false_positives}; give a mean per frame, 0 to {_MOST_FALSE:g}")


@dataclass(frozen=True)
class ActionNoise:
    """What a noisy recogniser does to true actions.

    Attributes:
        misses: Share of actions that are not noticed.
        wrong_action: Share taken for another action: a motion for a motion, an interaction for an interaction.
        wrong_object: Share of objects taken for another one.
        right: Lowest and highest confidence of what is right.
        wrong: Of what is not.

    Raises:
        BadInput: A share is not between 0 and 1.
    """

    misses: float = 0.0
    wrong_action: float = 0.0
    wrong_object: float = 0.0
    right: Range = (1.0, 1.0)
    wrong: Range = (0.1, 0.7)

    def __post_init__(self) -> None:
        _check(self, shares=("misses", "wrong_action", "wrong_object"))


NOISE: Mapping[str, Noise] = {
    "none": Noise(),
    "light": Noise(0.05, 0.2, 0.02, 0.02, (0.6, 1.0)),
    "medium": Noise(0.15, 0.5, 0.05, 0.05, (0.4, 1.0)),
    "heavy": Noise(0.35, 1.5, 0.12, 0.1, (0.2, 1.0)),
}
"""Levels for detectors. Chosen, not measured: from better than a trained detector to much worse."""

ACTION_NOISE: Mapping[str, ActionNoise] = {
    "none": ActionNoise(),
    "light": ActionNoise(0.02, 0.02, 0.05, (0.6, 1.0)),
    "medium": ActionNoise(0.05, 0.05, 0.15, (0.4, 1.0)),
    "heavy": ActionNoise(0.15, 0.15, 0.35, (0.2, 1.0)),
}
"""Levels for recognisers; likewise chosen."""

_NoiseT = TypeVar("_NoiseT", Noise, ActionNoise)


def noise_of(levels: Mapping[str, _NoiseT], noise: _NoiseT | str, changes: Mapping[str, Any]) -> _NoiseT:
    """A level, by name or as it is, with some of its numbers changed.

    Args:
        levels: ``NOISE`` or ``ACTION_NOISE``.
        noise: A key of it, or a level.
        changes: Fields of the level and their new values.

    Raises:
        BadInput: There is no such level or field, or a value is out of range.
    """
    if isinstance(noise, str):
        if noise not in levels:
            raise BadInput(f"there is no noise {noise!r}; levels are {', '.join(levels)}")
        noise = levels[noise]
    known = [field.name for field in fields(noise)]
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise BadInput(f"{type(noise).__name__} has no {unknown[0]!r}; it has {', '.join(known)}")
    return replace(noise, **changes)


def random_of(seed: int, *frames: np.ndarray) -> np.random.Generator:
    """Random numbers that depend on nothing but the seed and these pictures."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16)
    for frame in frames:
        digest.update(str(frame.shape).encode())
        digest.update(np.ascontiguousarray(frame).tobytes())
    return np.random.default_rng(int.from_bytes(digest.digest(), "little"))


def between(span: Range, share: float) -> float:
    """So far along the way from the low to the high end."""
    low, high = span
    return low + (high - low) * share
