"""A YOLO data set on disk, looked through before training: what is there, what is missing, what cannot be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from envs.errors import BadInput
from envs.files.reading import open_input, read_text
from envs.files.strict_yaml import read_yaml
from envs.files.writing import write_atomically

_PICTURES = (".jpg", ".jpeg", ".png")
_SHOWN = 3


@dataclass(frozen=True)
class SplitState:
    """What one split holds.

    Attributes:
        images: Number of pictures.
        unlabelled: Pictures without a label file; they would be learned as showing nothing.
        broken: Pictures that are no pictures, and label files that are no labels.
        boxes: Number of labelled boxes.
    """

    images: int
    unlabelled: tuple[str, ...]
    broken: tuple[str, ...]
    boxes: int

    @property
    def usable(self) -> int:
        """Pictures that can be learned from."""
        return self.images - len(self.unlabelled) - len(self.broken)


@dataclass(frozen=True)
class DetectorData:
    """A data set in YOLO's layout.

    Attributes:
        file: Its ``data.yaml``.
        names: Classes with their words, by number.
        splits: ``train`` and ``val``.
    """

    file: Path
    names: dict[int, str]
    splits: dict[str, SplitState]

    @property
    def notes(self) -> list[str]:
        """What people should know before training."""
        found = []
        for name, split in self.splits.items():
            for what, files in (("have no label file", split.unlabelled), ("cannot be read", split.broken)):
                if files:
                    shown = ", ".join(files[:_SHOWN]) + (", …" if len(files) > _SHOWN else "")
                    found.append(f"{len(files)} of {split.images} pictures in {name} {what} and are left out: {shown}")
        return found


def read_detector_data(folder: Path) -> DetectorData:
    """Look through a data set that ``homebody collect`` made, or any other in YOLO's layout.

    Args:
        folder: With ``data.yaml``, ``images/train``, ``labels/train`` and the same for ``val``.

    Raises:
        BadInput: There is no data.yaml, it names no classes, or a split has no picture that can be learned from.
    """
    file = folder / "data.yaml"
    if not file.is_file():
        raise BadInput(f"{folder} has no data.yaml; make a data set with homebody collect --out {folder}")
    names = _names(file)
    splits = {split: _split(folder, split, len(names)) for split in ("train", "val")}
    for name, split in splits.items():
        if split.usable == 0:
            raise BadInput(
                f"{folder} has nothing to learn from in images/{name}: {split.images} pictures, "
                f"{len(split.unlabelled)} without a label file, {len(split.broken)} that cannot be read"
            )
    return DetectorData(file, names, splits)


def _names(file: Path) -> dict[int, str]:
    given: Any = read_yaml(file, "description of a data set")
    names = given.get("names") if isinstance(given, dict) else None
    if isinstance(names, list):
        names = dict(enumerate(names))
    if not isinstance(names, dict) or not names or set(names) != set(range(len(names))):
        raise BadInput(f"{file} names no classes; it needs names: with the numbers 0, 1, 2, … and a word for each")
    return {int(number): str(name) for number, name in names.items()}


def _split(folder: Path, split: str, classes: int) -> SplitState:
    images = sorted(p for p in (folder / "images" / split).glob("*") if p.suffix.lower() in _PICTURES)
    unlabelled, broken, boxes = [], [], 0
    for image in images:
        label = folder / "labels" / split / f"{image.stem}.txt"
        if not label.is_file():
            unlabelled.append(image.name)
        elif (count := _boxes(label, classes)) is None or not _whole(image):
            broken.append(image.name)
        else:
            boxes += count
    return SplitState(len(images), tuple(unlabelled), tuple(broken), boxes)


def _boxes(label: Path, classes: int) -> int | None:
    """Number of boxes in a label file, None when it is none."""
    try:
        rows = [[float(value) for value in line.split()] for line in read_text(label, "label file").splitlines()]
    except (ValueError, BadInput):
        return None
    right = all(len(row) == 5 and 0 <= row[0] < classes and all(0 <= value <= 1 for value in row[1:]) for row in rows)
    return len(rows) if right else None


def _whole(image: Path) -> bool:
    """Whether a picture begins and ends as its kind does; decoding all of them would take minutes."""
    if not image.is_file():
        return False
    with open_input(image, "picture") as file:
        start = file.read(8)
        file.seek(max(0, image.stat().st_size - 12))
        end = file.read()
    if image.suffix.lower() == ".png":
        return start == b"\x89PNG\r\n\x1a\n" and b"IEND" in end
    return start[:3] == b"\xff\xd8\xff" and end.rstrip(b"\0")[-2:] == b"\xff\xd9"


def write_lists(data: DetectorData, out: Path, part: int = 0, parts: int = 1, rare: float = 0.0) -> Path:
    """Write a ``data.yaml`` that lists only pictures that can be learned from.

    Args:
        data: The data set.
        out: Folder for it.
        part: Which part of the pictures for training, from 0.
        parts: How many equal parts there are; what is left over is in none.
        rare: Pictures for training are listed several times when they show something that fewer than this share of
            them show; see ``repeated``.
    """
    folder = data.file.parent.absolute()
    written: dict[str, Any] = {"path": str(out.absolute()), "names": data.names}
    for split, state in data.splits.items():
        left_out = {*state.unlabelled, *state.broken}
        pictures = (p for p in (folder / "images" / split).iterdir() if p.suffix.lower() in _PICTURES)
        names = sorted(p.name for p in pictures if p.name not in left_out)
        if split == "train":
            names = repeated(names, [_shown(folder, Path(name).stem) for name in names], rare)
            names = names[part : len(names) // parts * parts : parts]
        name = f"{split}_{part}.txt"
        lines = "".join(f"{folder / 'images' / split / one}\n" for one in names)
        write_atomically(out / name, lines.encode(), replace=True)
        written[split] = name
    path = out / f"data_{part}.yaml"
    write_atomically(path, yaml.safe_dump(written, sort_keys=False).encode(), replace=True)
    return path


def repeated(names: Sequence[str], shown: Sequence[frozenset[int]], rare: float) -> list[str]:
    """Names of pictures, those that show rare classes several times.

    A class that a share f of all pictures shows wants every one of them √(rare / f) times, and at least once; a picture
    is taken as often as the rarest class in it wants ("repeat factor sampling": Gupta et al., LVIS, CVPR 2019, section
    5.2). What is left over of a whole number is drawn, always in the same way.

    Args:
        names: The pictures.
        shown: The classes in each.
        rare: Share of the pictures; 0 takes every one once.
    """
    counts = Counter(number for classes in shown for number in classes)
    wanted = {number: max(1.0, (rare * len(names) / count) ** 0.5) for number, count in counts.items()}
    random, found = np.random.default_rng(0), []
    for name, classes in zip(names, shown, strict=True):
        times = max((wanted[number] for number in classes), default=1.0)
        found += [name] * (int(times) + int(random.random() < times % 1))
    return found


def _shown(folder: Path, stem: str) -> frozenset[int]:
    """Classes with a box in a picture for training."""
    lines = read_text(folder / "labels" / "train" / f"{stem}.txt", "label file").splitlines()
    return frozenset(int(float(line.split()[0])) for line in lines if line.strip())
