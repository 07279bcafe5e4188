"""How well deeds are told as a memory gets them: decoded over whole episodes, with and without knowing one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from eval.collect.games import replay
from eval.collect.lives import FilmAction, FilmedAction, live_through
from eval.collect.plan import HELD_OUT, ROOMS, plan_episodes
from eval.histories.game_files import GameFiles
from eval.perception.held_out import SOURCES
from memory.experience import type_of
from perception.detector.detection import Detector
from perception.detector.truth import GroundTruthDetector
from perception.recognizer.action import RecognizedAction
from perception.recognizer.grounding import SeenDeed
from perception.recognizer.training.scores import Prediction, scores
from perception.senses import FRAMES, Senses, TruthSource
from perception.settings import DeedSetting
from perception.watching import DeedTelling, Watching

FilmedLife = Callable[[FilmAction], None]
"""Lives an episode while it is filmed."""

_FRAMES: dict[str, Any] = {**FRAMES, "renderInstanceSegmentation": True}


def generated_episodes(count: int, steps: int, seed: int) -> Iterator[FilmedLife]:
    """Episodes in rooms that nothing is collected from, filmed as a robot sees them.

    Args:
        count: How many.
        steps: Actions of each at most.
        seed: Decides rooms and deeds.
    """
    for plan in plan_episodes(count, ROOMS, SOURCES, seed):
        elsewhere = replace(plan, split="test", seed=HELD_OUT + plan.seed)

        def live(film: FilmAction, plan: Any = elsewhere) -> None:
            live_through(plan, lambda: PocketController(load_scene(plan.room, plan.seed), **_FRAMES), steps, film)

        yield live


def rebuilt_episodes(games: GameFiles, count: int, seed: int) -> Iterator[FilmedLife]:
    """Whole recorded games in their rebuilt rooms.

    Args:
        games: Recorded games; which of them is drawn.
        count: How many of them at most.
        seed: Decides which.

    Raises:
        BadGameFile: A room cannot be rebuilt.
    """
    order = np.random.default_rng([seed, HELD_OUT, 3]).permutation(len(games.names))
    for name in [games.names[k] for k in order[:count].tolist()]:
        game = games.read(name)
        yield lambda film, game=game: replay(game, _FRAMES, len(game.interactions), film)


def told_deeds(
    senses: Senses,
    episodes: Iterable[FilmedLife],
    detector: Detector | None,
) -> dict[str, Any]:
    """How often deeds are told right, by setting and by whose boxes are seen.

    Args:
        senses: Whose recogniser, classes and states are used.
        episodes: What is lived.
        detector: The one that finds boxes as well; None for one that asks the engine.

    Returns:
        ``episodes``; by ``own`` and ``watching``, by ``true`` and ``found`` boxes: ``objects`` and ``both`` are shares
        of interactions whose object is right, and whose action is, too; ``actions`` of all frames but the first;
        ``sure``: of those told with a confidence of at least ``SURE`` which share is right, and how many these are;
        ``interactions``; ``frames``; ``mistaken``: the most frequent mistakes.
    """
    told: dict[tuple[str, str], list[ToldDeed]] = {}
    lived = 0
    for episode in episodes:
        lived += 1
        for key, deeds in _told(senses, episode, detector).items():
            told.setdefault(key, []).extend(deeds)
    found: dict[str, Any] = {"episodes": lived}
    for (setting, boxes), deeds in told.items():
        found.setdefault(setting, {})[boxes] = _figures(deeds)
    return found


@dataclass(frozen=True)
class ToldDeed:
    """One frame: what was done, what was told."""

    true: Prediction
    said: Prediction
    confidence: float


SURE = 0.8
"""From this confidence on a deed counts as told without a doubt."""


def _told(senses: Senses, episode: FilmedLife, detector: Detector | None) -> dict[tuple[str, str], list[ToldDeed]]:
    """One episode, by setting and boxes."""
    truth = TruthSource()
    eyes = {"true": Watching(replace(senses, detector=GroundTruthDetector(truth.event), truth=truth))}
    if detector is not None:
        eyes["found"] = Watching(replace(senses, detector=detector, truth=TruthSource()))
    true: list[Prediction] = []

    def film(deed: FilmedAction) -> None:
        true.append((deed.action, deed.object_type))
        for one in eyes.values():
            one.take(deed.event, RecognizedAction(deed.action, deed.object_type), deed.command)

    episode(film)
    ways = [DeedTelling(senses.recognizer, setting) for setting in DeedSetting]
    return {
        (way.deeds.value, boxes): _compared(true, [glimpse.deed for glimpse in glimpses])
        for boxes, one in eyes.items()
        for way, glimpses in zip(ways, one.tell_by(ways), strict=True)
    }


def _compared(true: Sequence[Prediction], deeds: Sequence[SeenDeed]) -> list[ToldDeed]:
    return [
        ToldDeed(done, (deed.action or "", type_of(deed.arguments[-1]) if deed.arguments else ""), deed.confidence)
        for done, deed in list(zip(true, deeds, strict=True))[1:]
    ]


def _figures(deeds: Sequence[ToldDeed]) -> dict[str, Any]:
    found = scores([one.true for one in deeds], [one.said for one in deeds])
    handled = [one for one in deeds if one.true[1]]
    sure = [one.said == one.true for one in handled if one.confidence >= SURE]
    return {
        "objects": round(found.object_accuracy, 4),
        "both": round(found.both_accuracy, 4),
        "actions": round(found.action_accuracy, 4),
        "sure": {"right": round(sum(sure) / len(sure), 4) if sure else None, "deeds": len(sure)},
        "interactions": found.interactions,
        "frames": found.frames,
        "mistaken": [list(one) for one in found.mistaken_objects],
    }
