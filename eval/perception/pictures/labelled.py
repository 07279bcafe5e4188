"""A picture and what somebody says is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from envs.errors import BadInput
from perception.detector.detection import PixelBox

SLACK = 1.5
"""How far a labelled box may reach out of its picture, pixels: labels are rounded. It is cut off there."""


@dataclass(frozen=True)
class LabelledBox:
    """One labelled thing.

    Attributes:
        box: Where it is.
        types: What it may be called; the first is what it counts as in figures by type.
    """

    box: PixelBox
    types: tuple[str, ...]


@dataclass(frozen=True)
class LabelledPicture:
    """A picture with its labels.

    Attributes:
        path: The file.
        boxes: What is in it.
        ignored: Things of which nothing is known: a find that overlaps one of these by half counts neither way.
        crowds: Places with more than is labelled: neither does a find that lies on one of these by more than half.
        size: (width, height) that the labels were made for, pixels; None when they do not say it.
        relative: Whether boxes are shares of the picture's sides, not pixels.
    """

    path: Path
    boxes: tuple[LabelledBox, ...]
    ignored: tuple[PixelBox, ...] = ()
    crowds: tuple[PixelBox, ...] = ()
    size: tuple[int, int] | None = None
    relative: bool = False

    def fitted(self, width: int, height: int) -> LabelledPicture:
        """The same with boxes in pixels of the picture as it is, cut off at its edges.

        Args:
            width: Of the picture.
            height: Likewise.

        Raises:
            BadInput: The labels were made for another size, or a box is empty or lies outside of the picture.
        """
        if self.size is not None and self.size != (width, height):
            raise BadInput(
                f"{self.path.name} has {width} x {height} pixels, its labels are for {self.size[0]} x {self.size[1]}; "
                "label the picture as it is, or give the one that was labelled"
            )
        scale = (width, height) if self.relative else (1, 1)

        def within(box: PixelBox) -> PixelBox:
            return _within(box, scale, width, height, self.path.name)

        boxes = tuple(LabelledBox(within(one.box), one.types) for one in self.boxes)
        apart = (tuple(map(within, self.ignored)), tuple(map(within, self.crowds)))
        return LabelledPicture(self.path, boxes, *apart, (width, height))


def _within(box: PixelBox, scale: tuple[int, int], width: int, height: int, name: str) -> PixelBox:
    x0, y0, x1, y1 = (value * scale[k % 2] for k, value in enumerate(box))
    if not (x0 < x1 and y0 < y1):
        raise BadInput(f"{name}: the box {_shown(x0, y0, x1, y1)} is empty; boxes need a width and a height")
    if min(x0, y0) < -SLACK or x1 > width + SLACK or y1 > height + SLACK:
        raise BadInput(
            f"{name}: the box {_shown(x0, y0, x1, y1)} (x0 y0 x1 y1) lies outside of the picture of "
            f"{width} x {height} pixels; check the labels"
        )
    cut = (max(x0, 0.0), max(y0, 0.0), min(x1, float(width)), min(y1, float(height)))
    if not (cut[0] < cut[2] and cut[1] < cut[3]):
        raise BadInput(f"{name}: the box {_shown(x0, y0, x1, y1)} has no pixel of the picture; check the labels")
    return cut


def _shown(*values: float) -> str:
    return " ".join(f"{value:.6g}" for value in values)


@dataclass(frozen=True)
class PictureSet:
    """Labelled pictures, and what is asked about them.

    Attributes:
        pictures: In the order of their labels.
        classes: What a detector is asked for: the types that the labels could name.
        form: The format of the labels, for people.
        unknown: Names of labels that are none of our types; their boxes are left out.
        unlabelled: Names of pictures that are left out because they have no labels.
    """

    pictures: tuple[LabelledPicture, ...]
    classes: tuple[str, ...]
    form: str
    unknown: tuple[str, ...] = ()
    unlabelled: tuple[str, ...] = field(default=())

    @property
    def notes(self) -> list[str]:
        """What people should know before they read the figures."""
        said = []
        if self.unknown:
            said.append(f"left out, none of our types is called so: {_few(self.unknown)}")
        if self.unlabelled:
            said.append(f"left out, {len(self.unlabelled)} pictures without labels: {_few(self.unlabelled)}")
        return said


def found_in(folder: Path, names: Sequence[str]) -> list[Path]:
    """The pictures of these names, in the folder or in its ``images``.

    Args:
        folder: What was given.
        names: As labels say them, relative to it.

    Raises:
        BadInput: Some are missing, or a name leads out of the folder.
    """
    paths, missing = [], []
    for name in names:
        relative = Path(name)
        if relative.is_absolute() or ".." in relative.parts:
            raise BadInput(f"the labels name the picture {name[:200]!r}, which lies outside of {folder}")
        here = [folder / relative, folder / "images" / relative]
        paths.append(next((path for path in here if path.is_file()), here[0]))
        if not paths[-1].is_file():
            missing.append(name)
    if missing:
        raise BadInput(
            f"{len(missing)} of {len(names)} labelled pictures are not in {folder}: {_few(missing)}; check --images"
        )
    return paths


def _few(names: Sequence[str], most: int = 5) -> str:
    return ", ".join(name[:80] for name in names[:most]) + (", …" if len(names) > most else "")
