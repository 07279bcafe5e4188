"""The same rooms in other styles: from the same places, one thing changed at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eval.perception.styles import STYLES, USUAL, score_styles
from perception.detector.detection import Detection


class Noting:
    """Finds nothing, and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[np.ndarray] = []

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        self.shown.append(frame)
        return []


def test_every_style_shows_the_same_places_with_one_thing_changed():
    detector, told = Noting(), []
    figures = score_styles(detector, 1, 2, watch=lambda done, of: told.append((done, of)))
    total = 2 * len(STYLES)
    assert told == [(k + 1, total) for k in range(total)]
    shown = {name: detector.shown[2 * k : 2 * k + 2] for k, name in enumerate(STYLES)}
    usual = shown[USUAL][0].astype(int)
    assert shown["dark"][0].mean() < 0.8 * usual.mean()
    assert shown["coloured light"][0][..., 2].mean() < 0.7 * usual[..., 2].mean()
    assert shown["wide picture"][0].shape == (300, 533, 3)
    assert all(not np.array_equal(usual, frames[0]) for name, frames in shown.items() if name != USUAL)
    assert figures[USUAL] == {"mAP50": 0.0, "types": figures[USUAL]["types"], "fall": 0.0}
    assert figures[USUAL]["types"] > 3 and set(figures) == set(STYLES)
