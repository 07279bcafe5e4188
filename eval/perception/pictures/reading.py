"""Labels of any of the formats, and the pixels of the pictures that they belong to."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.files.reading import open_input
from envs.files.strict_json import read_json
from eval.perception.pictures.coco import coco_labels
from eval.perception.pictures.frame_labels import frame_labels
from eval.perception.pictures.labelled import LabelledPicture, PictureSet
from eval.perception.pictures.yolo import yolo_labels
from perception.extras import needs

MOST_PIXELS = 50_000_000
"""Of a picture; a camera of today has 12 to 48 million."""

_BEST = ("labels.json", "_annotations.coco.json", "annotations.json", "instances.json")


def read_pictures(folder: Path, labels: Path | None = None) -> PictureSet:
    """The labelled pictures of a folder, each looked at so far that its labels are known to fit.

    Args:
        folder: With pictures.
        labels: A JSON file (boxes with types, or COCO), or for YOLO's layout a folder of labels or a file with names;
            None looks for them in the folder.

    Raises:
        BadInput: There are no labels, they cannot be read or do not fit, or pictures are missing, broken or too large.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder of pictures; give the folder that they are in with --images")
    if labels is not None and not labels.exists():
        raise BadInput(f"there are no labels at {labels}; check --labels")
    found = _read(folder, labels)
    fitted = tuple(picture.fitted(*size_of_picture(picture.path)) for picture in found.pictures)
    if not any(picture.boxes for picture in fitted):
        raise BadInput(f"the labels of {folder} hold no box of a known type, so there is nothing to measure")
    return replace(found, pictures=fitted)


def _read(folder: Path, labels: Path | None) -> PictureSet:
    file = _labels_in(folder) if labels is None else labels
    if file is None or file.is_dir() or file.suffix.lower() != ".json":
        return yolo_labels(folder, labels)
    given: Any = read_json(file, "file of labels")
    if isinstance(given, list):
        return frame_labels(folder, file, given)
    if isinstance(given, dict) and {"images", "annotations", "categories"} <= set(given):
        return coco_labels(folder, file, given)
    raise BadInput(
        f"{file} holds no labels: they are a list of frames with boxes and types, or COCO's images, annotations and "
        "categories"
    )


def _labels_in(folder: Path) -> Path | None:
    """The JSON file in a folder that is going to be its labels."""
    best = next((folder / name for name in _BEST if (folder / name).is_file()), None)
    if best is not None:
        return best
    files = sorted(folder.glob("*.json"))
    if len(files) > 1:
        raise BadInput(f"{folder} has several JSON files ({files[0].name}, {files[1].name}, …); name one with --labels")
    return files[0] if files else None


def size_of_picture(path: Path) -> tuple[int, int]:
    """(width, height) of a picture as it is shown; its pixels are not read.

    Raises:
        BadInput: It is no picture, or is too large.
    """
    with _opened(path) as (_, picture):
        return _upright(picture)


def pixels(picture: LabelledPicture) -> np.ndarray:
    """(H, W, 3) uint8 of a picture, turned as its camera says.

    Raises:
        BadInput: It is broken, is too large, or has been exchanged meanwhile.
    """
    turn = needs("PIL.ImageOps", "video").exif_transpose
    with _opened(picture.path) as (broken, image):
        try:
            shown = np.asarray(turn(image).convert("RGB"), np.uint8)
        except broken as error:
            raise BadInput(f"the picture {picture.path} is broken: {_reason(error)}") from error
    if (shown.shape[1], shown.shape[0]) != picture.size:
        raise BadInput(f"the picture {picture.path} has changed while it was looked at; leave it alone")
    return shown


class _opened:
    """A picture whose head is read, and the errors that reading the rest may raise."""

    def __init__(self, path: Path) -> None:
        self._path, self._library = path, needs("PIL.Image", "video")

    def __enter__(self) -> tuple[tuple[type[Exception], ...], Any]:
        # ultralytics, once imported, has Pillow look for a package of further forms before it gives up: ImportError
        broken = (OSError, SyntaxError, ValueError, EOFError, ImportError, self._library.DecompressionBombError)
        self._file = open_input(self._path, "picture")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about its size, which is looked at here
                picture = self._library.open(self._file)
        except broken as error:
            self._file.close()
            if isinstance(error, self._library.DecompressionBombError):
                raise BadInput(f"the picture {self._path} is too large: {_reason(error)}") from error
            raise BadInput(f"{self._path} is no picture that can be read: {_reason(error)}") from error
        width, height = picture.size
        if width * height > MOST_PIXELS:
            self._file.close()
            raise BadInput(
                f"the picture {self._path} has {width} x {height} pixels, over {MOST_PIXELS // 10**6} million; "
                "shrink it"
            )
        if picture.mode[0] in "IF":
            self._file.close()
            raise BadInput(f"the picture {self._path} has no 8-bit colours (mode {picture.mode}); save it as RGB")
        return broken, picture

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _upright(picture: Any) -> tuple[int, int]:
    """Its size, sides exchanged where its camera was held upright (EXIF orientation 5 to 8)."""
    width, height = picture.size
    try:
        turned = picture.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    except (OSError, SyntaxError, ValueError, EOFError):
        turned = False
    return (height, width) if turned else (width, height)


def _reason(error: Exception) -> str:
    if isinstance(error, ImportError):
        return "it has none of the known forms, such as PNG or JPEG"
    return (str(error) or type(error).__name__).splitlines()[0][:160]


def each(found: PictureSet) -> Iterator[tuple[LabelledPicture, np.ndarray]]:
    """Every picture with its pixels, one in memory at a time.

    Raises:
        BadInput: See ``pixels``.
    """
    for picture in found.pictures:
        yield picture, pixels(picture)
