"""Labels of frames in JSON: a list with one entry for each, every box with the types that it may be.

::

    [{"image": "a.jpg", "width": 500, "height": 500,
      "boxes": [{"box": [x0, y0, x1, y1], "types": ["Cup", "Mug"]}],
      "unlabelled": [[x0, y0, x1, y1]]}]

Boxes are in pixels; ``width``, ``height`` and ``unlabelled`` may be missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from envs.vocabulary.spelling import suggestion
from eval.perception.pictures.checks import box_of, listed, named, size_of
from eval.perception.pictures.labelled import LabelledBox, LabelledPicture, PictureSet, found_in
from perception.detector.detection import PixelBox
from perception.detector.phrases import household_classes


def frame_labels(folder: Path, file: Path, given: list[Any]) -> PictureSet:
    """The pictures of a folder with labels of this form.

    Args:
        folder: Of the pictures.
        file: Where the labels were read, for messages.
        given: What it holds.

    Raises:
        BadInput: The labels are of another form or name unknown types, or pictures are missing.
    """
    if not given:
        raise BadInput(f"{file} labels no picture")
    rows = [_row(row, f"entry {number} of {file}") for number, row in enumerate(given)]
    names = [name for name, *_ in rows]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{file} labels {twice!r} twice; give one entry for each picture")
    paths = found_in(folder, names)
    pictures = [
        LabelledPicture(path, boxes, ignored, (), size)
        for path, (_, boxes, ignored, size) in zip(paths, rows, strict=True)
    ]
    labelled = [kind for picture in pictures for box in picture.boxes for kind in box.types]
    return PictureSet(tuple(pictures), tuple(dict.fromkeys((*household_classes(), *labelled))), "boxes with types")


def _row(row: Any, where: str) -> tuple[str, tuple[LabelledBox, ...], tuple[PixelBox, ...], tuple[int, int] | None]:
    name = named(row, "image", where)
    boxes = [_box(one, f"{where} ({name})") for one in listed(row, "boxes", where)]
    unlabelled = listed(row, "unlabelled", where) if "unlabelled" in row else []
    ignored = [box_of(one, f"an unlabelled box of {where} ({name})") for one in unlabelled]
    return name, tuple(boxes), tuple(ignored), size_of(row, where)


def _box(one: Any, where: str) -> LabelledBox:
    types = listed(one, "types", f"a box of {where}")
    if not types:
        raise BadInput(f"a box of {where} has no types; put boxes of which nothing is known under unlabelled")
    for kind in types:
        if not isinstance(kind, str) or kind not in object_types():
            hint = suggestion(kind, object_types()) if isinstance(kind, str) else ""
            raise BadInput(f"a box of {where} is said to be {str(kind)[:80]!r}, which is no type of AI2-THOR{hint}")
    return LabelledBox(box_of(one.get("box"), f"a box of {where}"), tuple(dict.fromkeys(types)))
