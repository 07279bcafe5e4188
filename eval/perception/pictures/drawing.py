"""Judged pictures with their boxes drawn in: what was found rightly, found wrongly, and missed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from envs.files.writing import make_folder, write_atomically
from envs.process.plain_text import for_picture
from eval.perception.pictures.judging import BoxVerdict, Judgement
from perception.detector.detection import PixelBox
from perception.extras import needs

COLOURS = {
    BoxVerdict.RIGHT: "#19b34a",
    BoxVerdict.WRONG: "#e0322f",
    BoxVerdict.MISSED: "#2f7fe0",
    BoxVerdict.IGNORED: "#9a9a9a",
}
_DASH = 6  # pixels of a dash and of the gap behind it: boxes that were missed are dashed
_LARGEST = 1600  # longer side of what is drawn, pixels
_SMALLEST = 600  # smaller pictures are drawn at twice the size or more, so that words can be read


def draw(folder: Path, name: str, rgb: np.ndarray, judged: Judgement) -> Path:
    """Write a picture with boxes: green found, red found wrongly, blue and dashed missed, grey counts neither way.

    Args:
        folder: Where to; made if it is not there.
        name: Of the new file, without ending.
        rgb: (H, W, 3) uint8.
        judged: What to draw.

    Raises:
        BadInput: It cannot be written, or Pillow is not installed.
    """
    library = needs("PIL.Image", "video")
    height, width = rgb.shape[:2]
    scale = min(_LARGEST / max(height, width), max(1.0, _SMALLEST / max(height, width)))
    picture = library.fromarray(rgb).resize((max(1, round(width * scale)), max(1, round(height * scale))))
    pen = needs("PIL.ImageDraw", "video").Draw(picture)
    missed = [(thing, verdict) for thing, verdict in judged.truth if verdict is BoxVerdict.MISSED]
    for thing, verdict in missed:
        _box(pen, _scaled(thing.box, scale), "/".join(thing.types), verdict)
    for find, verdict in sorted(judged.found, key=lambda row: (row[1] is not BoxVerdict.IGNORED, row[0].confidence)):
        _box(pen, _scaled(find.box, scale), f"{find.label} {find.confidence:.2f}", verdict)
    content = io.BytesIO()
    picture.save(content, "PNG")
    make_folder(folder, private=False)
    write_atomically(folder / f"{name}.png", content.getvalue(), replace=True)
    return folder / f"{name}.png"


def _scaled(box: PixelBox, scale: float) -> PixelBox:
    x0, y0, x1, y1 = (value * scale for value in box)
    return x0, y0, x1, y1


def _box(pen: Any, box: PixelBox, words: str, verdict: BoxVerdict) -> None:
    x0, y0, x1, y1 = box
    colour = COLOURS[verdict]
    if verdict is BoxVerdict.MISSED:
        _dashed(pen, box, colour)
    else:
        pen.rectangle(
            (x0, y0, max(x1 - 1, x0), max(y1 - 1, y0)), outline=colour, width=1 + (verdict is BoxVerdict.RIGHT)
        )
    text = for_picture(words)
    top = y1 - 13 if verdict is BoxVerdict.MISSED else y0
    left, upper, right, lower = pen.textbbox((x0 + 2, max(top, 0)), text)
    pen.rectangle((left - 1, upper, right + 1, lower), fill=colour)
    pen.text((x0 + 2, max(top, 0)), text, fill="white")


def _dashed(pen: Any, box: PixelBox, colour: str) -> None:
    x0, y0, x1, y1 = box
    for y in (y0, y1 - 1):
        for x in np.arange(x0, x1, 2 * _DASH):
            pen.line((x, y, min(x + _DASH, x1), y), fill=colour, width=2)
    for x in (x0, x1 - 1):
        for y in np.arange(y0, y1, 2 * _DASH):
            pen.line((x, y, x, min(y + _DASH, y1)), fill=colour, width=2)
