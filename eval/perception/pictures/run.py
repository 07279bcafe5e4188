"""A detector on a folder of labelled pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from eval.perception.pictures.drawing import draw
from eval.perception.pictures.figures import figures
from eval.perception.pictures.judging import Judgement, judged
from eval.perception.pictures.labelled import PictureSet
from eval.perception.pictures.reading import each
from perception.detector.detection import Detector

PictureProgress = Callable[[Iterable[Any], int], Iterable[Any]]
"""Shows an iteration of known length."""


def measure(
    detector: Detector, pictures: PictureSet, track: PictureProgress | None = None, drawn: Path | None = None
) -> dict[str, Any]:
    """Figures of a detector on labelled pictures.

    Args:
        detector: Any.
        pictures: With labels that fit; see ``reading.read_pictures``.
        track: Shows the progress.
        drawn: Folder where every picture is written with its boxes; None writes none.

    Returns:
        What ``figures.figures`` says, with ``format``, ``unknown`` and ``unlabelled`` of the labels.

    Raises:
        BadInput: A picture cannot be read, the detector refuses, or what is drawn cannot be written.
    """
    total = len(pictures.pictures)
    shown = track(each(pictures), total) if track else each(pictures)
    seen: list[Judgement] = []
    for number, (picture, rgb) in enumerate(shown):
        found = detector.detect(rgb, pictures.classes)
        one = judged(picture, found, rgb.shape[1], rgb.shape[0])
        if drawn is not None:
            draw(drawn, f"{number:05d}_{picture.path.stem[:80]}", rgb, one)
        seen.append(one)
    told = {"format": pictures.form, "unknown": list(pictures.unknown), "unlabelled": len(pictures.unlabelled)}
    return {**figures(seen), **told}
