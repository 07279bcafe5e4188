"""Labels in YOLO's layout: a text file beside every picture, a line for each box, and a file with the classes' names.

A line is ``class x y width height``, or ``class`` and the corners of an outline; all but the class are shares of the
picture's sides. A picture is in ``images/…`` and its labels in ``labels/…``, or both are in one folder. Names are in
``data.yaml`` (``names:``), or one in each line of ``classes.txt``, ``names.txt`` or ``obj.names``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.reading import read_text
from envs.files.strict_yaml import read_yaml
from eval.perception.pictures.category import types_by_category
from eval.perception.pictures.labelled import LabelledBox, LabelledPicture, PictureSet
from perception.detector.detection import PixelBox
from perception.detector.phrases import household_classes

NAMES = ("data.yaml", "data.yml", "dataset.yaml", "classes.txt", "names.txt", "obj.names")
"""Files with the names of classes, in the order in which they are looked for."""
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
_SLACK = 0.005  # shares of a side that a box may reach out: coordinates are rounded to few digits


def yolo_labels(folder: Path, labels: Path | None = None) -> PictureSet:
    """The pictures of a folder with labels in YOLO's layout.

    Args:
        folder: With the pictures, at any depth.
        labels: Their labels' folder, or the file with the names; None looks for both near the pictures.

    Raises:
        BadInput: Names or labels are missing or of another form, or no class is known.
    """
    names = _names(_names_file(folder, labels))
    types = types_by_category(names)
    apart = labels if labels is not None and labels.is_dir() else None
    pictures, unlabelled = [], []
    for path in sorted(one for one in folder.rglob("*") if one.suffix.lower() in PICTURES and one.is_file()):
        file = _label_file(path, folder, apart)
        if file is None:
            unlabelled.append(path.name)
            continue
        boxes = [LabelledBox(box, types[names[k]]) for k, box in _rows(file, len(names)) if types[names[k]]]
        pictures.append(LabelledPicture(path, tuple(boxes), relative=True))
    if not pictures:
        raise BadInput(
            f"{folder} has no picture with labels ({len(unlabelled)} without); a picture images/a.jpg has its labels "
            "in labels/a.txt, one without things an empty file"
        )
    known = {kind for kinds in types.values() for kind in kinds}
    unknown = tuple(name for name, kinds in types.items() if not kinds)
    classes = tuple(kind for kind in household_classes() if kind in known)
    return PictureSet(tuple(pictures), classes, "YOLO", unknown, tuple(unlabelled))


def _names_file(folder: Path, labels: Path | None) -> Path:
    if labels is not None and labels.is_file():
        return labels
    near = [*([labels, *labels.parents[:2]] if labels is not None else []), folder, *folder.absolute().parents[:2]]
    for place in near:
        for name in NAMES:
            if (place / name).is_file():
                return place / name
    raise BadInput(
        f"there are no labels that can be read for {folder}: name them with --labels, a JSON file (boxes with types, "
        f"or COCO), or for YOLO's text files the file with the names of classes ({', '.join(NAMES)})"
    )


def _names(file: Path) -> list[str]:
    """The names of classes, by number."""
    if file.suffix.lower() not in (".yaml", ".yml"):
        names = [line.strip() for line in read_text(file, "file of names").splitlines()]
        return _checked(file, [name for name in names if name])
    given: Any = read_yaml(file, "description of a data set")
    names = given.get("names") if isinstance(given, dict) else None
    if isinstance(names, dict) and set(names) == set(range(len(names))):
        names = [names[number] for number in range(len(names))]
    return _checked(file, names)


def _checked(file: Path, names: Any) -> list[str]:
    if not isinstance(names, list) or not names or not all(isinstance(name, str | int) for name in names):
        raise BadInput(f"{file} names no classes; it needs names: with the numbers 0, 1, 2, … and a word for each")
    return [str(name) for name in names]


def _label_file(picture: Path, folder: Path, apart: Path | None) -> Path | None:
    """Where the labels of a picture are; None when it has none."""
    inside = picture.relative_to(folder)
    shorter = Path(*inside.parts[1:]) if inside.parts[0] == "images" else inside
    if apart is not None:
        places = [apart / inside, apart / shorter, apart / inside.name]
    else:
        parts = list(picture.absolute().parts)
        places = [Path(*parts[:k], "labels", *parts[k + 1 :]) for k in range(len(parts) - 1) if parts[k] == "images"]
        places = [*places[::-1], folder / "labels" / inside, picture]
    return next((file for place in places if (file := place.with_suffix(".txt")).is_file()), None)


def _rows(file: Path, classes: int) -> Iterator[tuple[int, PixelBox]]:
    for number, line in enumerate(read_text(file, "label file").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            values = [float(word) for word in line.split()]
        except ValueError as error:
            raise BadInput(f"line {number} of {file} holds something else than numbers: {line[:80]!r}") from error
        yield _row(values, classes, f"line {number} of {file}")


def _row(values: list[float], classes: int, where: str) -> tuple[int, PixelBox]:
    count = len(values)
    if count != 5 and (count < 7 or count % 2 == 0):
        raise BadInput(f"{where} has {count} numbers; it needs class, x, y, width, height, or an outline's corners")
    if not (0 <= values[0] < classes and values[0] == int(values[0])):
        raise BadInput(f"{where} is of class {values[0]:g}; there are names for 0 to {classes - 1}")
    if count == 5:
        x, y, width, height = values[1:]
        box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    else:
        box = (min(values[1::2]), min(values[2::2]), max(values[1::2]), max(values[2::2]))
    if not all(-_SLACK <= value <= 1 + _SLACK for value in box):  # also refuses NaN
        raise BadInput(f"{where} has a box outside of its picture; x, y, width and height are shares from 0 to 1")
    if not (box[0] < box[2] and box[1] < box[3]):
        raise BadInput(f"{where} has an empty box; width and height are shares above 0")
    x0, y0, x1, y1 = (min(max(value, 0.0), 1.0) for value in box)
    return int(values[0]), (x0, y0, x1, y1)
