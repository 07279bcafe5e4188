"""Labels as COCO has them: ``images``, ``annotations`` with ``bbox`` (x, y, width, height in pixels), ``categories``.

Of what is ``ignore`` nothing is known, and where it is ``iscrowd`` there is more than is labelled; see https://cocodataset.org/#format-data.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from eval.perception.pictures.category import types_by_category
from eval.perception.pictures.checks import listed, named, numbers, size_of
from eval.perception.pictures.labelled import LabelledBox, LabelledPicture, PictureSet, found_in
from perception.detector.detection import PixelBox
from perception.detector.phrases import household_classes

_APART = ("ignore", "iscrowd")
"""Annotations that are no things to be found."""


def coco_labels(folder: Path, file: Path, given: dict[str, Any]) -> PictureSet:
    """The pictures of a folder with labels as COCO has them.

    Args:
        folder: Of the pictures.
        file: Where the labels were read, for messages.
        given: What it holds.

    Raises:
        BadInput: The labels are of another form, no category is known, or pictures are missing.
    """
    images = _by_id(listed(given, "images", str(file)), "image", file)
    categories = _by_id(listed(given, "categories", str(file)), "category", file)
    if not images:
        raise BadInput(f"{file} labels no picture")
    words = {number: named(row, "name", f"category {number} of {file}") for number, row in categories.items()}
    types = types_by_category(words.values())
    boxes: dict[Any, list[LabelledBox]] = defaultdict(list)
    apart: dict[str, dict[Any, list[PixelBox]]] = {key: defaultdict(list) for key in _APART}
    for place, row in enumerate(listed(given, "annotations", str(file))):
        image, category, box, kept_apart = _annotation(row, f"annotation {place} of {file}")
        if image not in images or category not in words:
            what = f"image {image!r}" if image not in images else f"category {category!r}"
            raise BadInput(f"annotation {place} of {file} belongs to the {what}, which is not listed there")
        if kept_apart is not None:
            apart[kept_apart][image].append(box)
        elif types[words[category]]:
            boxes[image].append(LabelledBox(box, types[words[category]]))
    where = {number: f"image {number} of {file}" for number in images}
    paths = found_in(folder, [named(row, "file_name", where[number]) for number, row in images.items()])
    pictures = [
        LabelledPicture(
            path,
            tuple(boxes[number]),
            ignored=tuple(apart["ignore"][number]),
            crowds=tuple(apart["iscrowd"][number]),
            size=size_of(row, where[number]),
        )
        for path, (number, row) in zip(paths, images.items(), strict=True)
    ]
    known = {kind for kinds in types.values() for kind in kinds}
    unknown_names = tuple(name for name, kinds in types.items() if not kinds)
    return PictureSet(tuple(pictures), tuple(k for k in household_classes() if k in known), "COCO", unknown_names)


def _by_id(rows: list[Any], what: str, file: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for place, row in enumerate(rows):
        number = row.get("id") if isinstance(row, dict) else None
        if not isinstance(number, int | str):
            raise BadInput(f"{what} {place} of {file} needs an id")
        if number in found:
            raise BadInput(f"{file} has two entries for the {what} {number!r}")
        found[number] = row
    return found


def _annotation(row: Any, where: str) -> tuple[Any, Any, PixelBox, str | None]:
    """Image, category, box, and which of ``_APART`` it is."""
    if not isinstance(row, dict):
        raise BadInput(f"{where} is no annotation; it needs image_id, category_id and bbox")
    image, category = row.get("image_id"), row.get("category_id")
    if not all(isinstance(one, int | str) for one in (image, category)):
        raise BadInput(f"{where} needs image_id and category_id")
    x, y, width, height = numbers(row.get("bbox"), 4, f"bbox of {where}")
    if width <= 0 or height <= 0:
        raise BadInput(f"{where} has a bbox of {width:g} x {height:g} pixels; it is x, y, width, height")
    return image, category, (x, y, x + width, y + height), next((key for key in _APART[::-1] if row.get(key)), None)
