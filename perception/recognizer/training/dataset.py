"""Episodes from which a recogniser learns: read, looked at, and cut into windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from envs.errors import BadInput
from perception.detector.detection import Detection, Detector
from perception.detector.phrases import household_classes
from perception.recognizer.action import ACTIONS, INTERACTIONS
from perception.recognizer.features import Features, features
from perception.recognizer.sequences import SequenceStep, read_sequence

LENGTHS = (4, 8, 16, 32)
"""Frames of a window: short ones too, because whoever watches a robot live gives the last few frames."""

UNKNOWN = -100
"""Label of what is not to be learnt from."""

_AT_ONCE = 16
"""Frames that a detector is asked about together."""
_PLAIN_KEPT = 0.15
"""Share of the windows without an interaction that is kept in an epoch: motions are common and easy."""


@dataclass(frozen=True)
class TrainingEpisode:
    """One episode as it is learnt from.

    Attributes:
        name: Of its file.
        features: What is seen; detections are those of the file, mostly the true boxes.
        found: The same with what a detector finds; None where none looked.
        actions: (n,) int64, indices into ``perception.recognizer.action.ACTIONS``.
        objects: (n,) int64, indices into the object types; ``UNKNOWN`` where there is none.
        visible: (n,) bool, whether anything in the picture changed.
    """

    name: str
    features: Features
    actions: np.ndarray
    objects: np.ndarray
    visible: np.ndarray
    found: Features | None = None

    @property
    def as_found(self) -> Features:
        """What is seen with what a detector finds, where one looked; else what is seen."""
        return self.features if self.found is None else self.found

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def interactions(self) -> np.ndarray:
        """(n,) bool, whether something was handled."""
        return self.actions >= ACTIONS.index(INTERACTIONS[0])


@dataclass(frozen=True)
class Split:
    """The episodes of one split, and which files could not be read and why."""

    episodes: tuple[TrainingEpisode, ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Window:
    """A part of an episode."""

    episode: int
    start: int
    stop: int


def split_files(data: Path, split: str) -> list[Path]:
    """The files of a split, sorted by name.

    Raises:
        BadInput: There are none.
    """
    folder = Path(data) / "sequences" / split
    found = sorted(folder.glob("*.npz")) if folder.is_dir() else []
    if not found:
        raise BadInput(f"{folder} holds no sequences (*.npz); 'homebody collect --out {data}' makes them")
    return found


def read_split(
    data: Path,
    split: str,
    object_types: Sequence[str],
    on_file: Callable[[int, int], None] | None = None,
    detector: Detector | None = None,
) -> Split:
    """All episodes of a split.

    Args:
        data: Folder with ``sequences/<split>/*.npz``.
        split: ``train``, ``val`` or ``test``.
        object_types: What the objects are numbered by.
        on_file: Called with how many of how many files have been read.
        detector: Looks at the frames as well; see ``TrainingEpisode.found``.

    Raises:
        BadInput: The split is empty, or no file of it can be read.
    """
    paths = split_files(data, split)
    episodes, faults = [], []
    for k, path in enumerate(paths):
        try:
            episodes.append(episode_of(path.stem, read_sequence(path), object_types, detector))
        except BadInput as error:
            faults.append(str(error))
        if on_file is not None:
            on_file(k + 1, len(paths))
    if not episodes:
        raise BadInput(f"none of the {len(paths)} sequences in {paths[0].parent} can be read; the first: {faults[0]}")
    return Split(tuple(episodes), tuple(faults))


def episode_of(
    name: str, steps: Sequence[SequenceStep], object_types: Sequence[str], detector: Detector | None = None
) -> TrainingEpisode:
    """An episode as it is learnt from."""
    number = {kind: k for k, kind in enumerate(object_types)}
    known = {kind: k + 1 for kind, k in number.items()}
    frames = [step.frame for step in steps]
    seen = features(frames, [step.detections for step in steps], known)
    found = None if detector is None else features(frames, looked_at(detector, frames), known)
    actions = np.array([ACTIONS.index(step.action) for step in steps], np.int64)
    objects = np.array([number.get(step.object_type, UNKNOWN) for step in steps], np.int64)
    objects[actions < ACTIONS.index(INTERACTIONS[0])] = UNKNOWN
    if found is not None:  # pictures are the same ones: kept once
        found = replace(seen, labels=found.labels, seen=found.seen)
    return TrainingEpisode(name, seen, actions, objects, seen.geometry[:, 0] > 0, found)


def looked_at(detector: Detector, frames: Sequence[np.ndarray]) -> list[list[Detection]]:
    """What a detector finds in frames, asked about many at once if it can be."""
    classes, batch = household_classes(), getattr(detector, "detect_batch", None)
    if batch is None:
        return [detector.detect(frame, classes) for frame in frames]
    starts = range(0, len(frames), _AT_ONCE)
    return [found for k in starts for found in batch(list(frames[k : k + _AT_ONCE]), classes)]


def windows_of(episodes: Sequence[TrainingEpisode], frames: int, random: np.random.Generator) -> list[list[Window]]:
    """One epoch: windows of equal length in each batch, in an order by chance.

    Args:
        episodes: To cut.
        frames: In a batch.
        random: Decides where to cut, what is left out and the order.
    """
    pools: dict[int, list[Window]] = {length: [] for length in LENGTHS}
    for number, episode in enumerate(episodes):
        start = -int(random.integers(0, LENGTHS[-1]))
        while start < len(episode):
            length = int(random.choice(LENGTHS))
            window = Window(number, max(0, start), min(len(episode), start + length))
            start += length
            if window.stop <= window.start:
                continue
            handled = bool(episode.interactions[window.start : window.stop].any())
            if handled or random.random() < _PLAIN_KEPT:
                pools[length].append(window)
    batches = []
    for length, pool in pools.items():
        order = random.permutation(len(pool))
        each = max(1, frames // length)
        batches += [[pool[i] for i in order[k : k + each]] for k in range(0, len(pool), each)]
    return [batches[i] for i in random.permutation(len(batches))]
