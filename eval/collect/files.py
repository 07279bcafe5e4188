"""The files of a collected data set: YOLO pictures and labels, recogniser sequences, and a mark for each episode.

``images/SPLIT/NAME_KKK.jpg``, ``labels/SPLIT/NAME_KKK.txt``, ``sequences/SPLIT/NAME.npz``; ``episodes/NAME.json`` is
written last, so an episode that has it is whole, and one that has none is collected again over what is there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.strict_json import read_json
from envs.files.writing import write_atomically
from eval.collect.frames import LabelledFrame
from eval.collect.plan import EpisodePlan
from perception.extras import needs
from perception.recognizer.sequences import SequenceStep, write_sequence

_QUALITY = 92  # of the pictures; the recipes of detectors are trained on JPEG as well


@dataclass(frozen=True)
class CollectedEpisode:
    """What one episode left.

    Attributes:
        name: Of its files.
        split: Where they are.
        images: Number of pictures.
        boxes: Number of labelled boxes by type.
        steps: Length of its sequence; 0 when there is none.
        actions: How often each action was done in it.
    """

    name: str
    split: str
    images: int
    boxes: dict[str, int]
    steps: int
    actions: dict[str, int]


class DataSet:
    """A folder to collect into.

    Args:
        folder: Made when it is not there.
        classes: Types, in the order of their numbers in the labels.
    """

    def __init__(self, folder: Path, classes: Sequence[str]) -> None:
        self.folder = folder
        self.classes = tuple(classes)
        self._number = {name: index for index, name in enumerate(self.classes)}

    def kept(self, plan: EpisodePlan) -> CollectedEpisode | None:
        """What an episode left, None when it was not collected to the end.

        Raises:
            BadInput: It was collected by another plan, or its mark is damaged.
        """
        path = self.folder / "episodes" / f"{plan.name}.json"
        if not path.is_file():
            return None
        try:
            found = read_json(path, "mark of an episode")
            same, kept = found["plan"] == _plain(plan), CollectedEpisode(**found["kept"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path} is damaged; remove it, and its episode is collected again") from error
        if not same:
            raise BadInput(f"{path} was collected with other arguments; choose a new folder for --out")
        return kept

    def add(
        self, plan: EpisodePlan, frames: Sequence[LabelledFrame], steps: Sequence[SequenceStep]
    ) -> CollectedEpisode:
        """Write one episode.

        Raises:
            BadInput: The folder cannot be written to.
            TryAgain: The disk is full.
        """
        for index, frame in enumerate(frames):
            self._picture(plan, f"{plan.name}_{index:03d}", frame)
        if steps:
            path = self.folder / "sequences" / plan.split / f"{plan.name}.npz"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_sequence(path, steps)
        boxes = Counter(box.label for frame in frames for box in frame.boxes)
        actions = Counter(step.action for step in steps)
        kept = CollectedEpisode(
            plan.name, plan.split, len(frames), dict(sorted(boxes.items())), len(steps), dict(sorted(actions.items()))
        )
        mark = json.dumps({"plan": _plain(plan), "kept": asdict(kept)}, indent=1) + "\n"
        write_atomically(self.folder / "episodes" / f"{plan.name}.json", mark.encode(), replace=True)
        return kept

    def _picture(self, plan: EpisodePlan, name: str, frame: LabelledFrame) -> None:
        height, width = frame.rgb.shape[:2]
        lines = []
        for box in frame.boxes:
            x0, y0, x1, y1 = box.box
            place = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height)
            lines.append(" ".join([str(self._number[box.label]), *(f"{value:.6f}" for value in place)]))
        text = "".join(line + "\n" for line in lines)
        write_atomically(self.folder / "labels" / plan.split / f"{name}.txt", text.encode(), replace=True)
        write_atomically(self.folder / "images" / plan.split / f"{name}.jpg", _jpeg(frame.rgb), replace=True)


def _plain(plan: EpisodePlan) -> dict[str, Any]:
    return json.loads(json.dumps(asdict(plan)))


def _jpeg(rgb: Any) -> bytes:
    cv2 = needs("cv2")
    _, data = cv2.imencode(".jpg", rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
