"""Frames of rooms that are rebuilt from recorded games, and how well a detector sees every type there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from eval.collect.frames import LabelledFrame
from eval.collect.plan import HELD_OUT, ROOMS, plan_episodes, plan_of_game
from eval.collect.run import snapshots
from eval.histories.game_files import GameFiles
from eval.perception.pictures.figures import figures
from eval.perception.pictures.judging import Judgement, judge, smallest_in
from eval.perception.pictures.labelled import LabelledBox
from perception.detector.detection import Detection, Detector
from perception.detector.phrases import household_classes


def rebuilt_frames(games: GameFiles, rooms: int, each: int, seed: int = 0) -> Iterator[LabelledFrame]:
    """Frames of rooms as games found them, lived in and filmed as collected ones are.

    Args:
        games: Recorded games; which of them is drawn.
        rooms: How many of them at most.
        each: Frames of each.
        seed: Decides games, poses and looks.

    Raises:
        BadGameFile: A room cannot be rebuilt.
    """
    random = np.random.default_rng([seed, HELD_OUT, 2])
    names = [games.names[k] for k in random.permutation(len(games.names))[:rooms].tolist()]
    for name, plan in zip(names, plan_episodes(rooms, ROOMS, ("none",), seed), strict=False):
        chance = np.random.default_rng([seed, plan.number, HELD_OUT])
        yield from snapshots(plan_of_game(plan, name, "held-out"), each, household_classes(), chance, games.read(name))


def types_in_rebuilt_rooms(
    detector: Detector,
    games: GameFiles,
    rooms: int,
    each: int,
    seed: int = 0,
    watch: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Recall and precision of every type in rebuilt rooms; arguments as for ``rebuilt_frames``.

    Args:
        detector: Any.
        games: Recorded games.
        rooms: How many of them at most.
        each: Frames of each.
        seed: Decides which.
        watch: Called with the number of frames done and of all.

    Raises:
        BadGameFile: A room cannot be rebuilt.
    """
    classes, total = household_classes(), min(rooms, len(games.names)) * each
    seen: list[Judgement] = []
    for frame in rebuilt_frames(games, rooms, each, seed):
        seen.append(judged_frame(frame, detector.detect(frame.rgb, classes)))
        if watch is not None:
            watch(len(seen), total)
    return figures(seen)


def judged_frame(frame: LabelledFrame, found: list[Detection]) -> Judgement:
    """What of the finds in a frame of our own is right: every thing has one type."""
    truth = [LabelledBox(thing.box, (thing.label,)) for thing in frame.boxes]
    return judge(truth, found, smallest_in(frame.rgb.shape[1], frame.rgb.shape[0]))
