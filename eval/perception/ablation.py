"""What perception costs the answers: the same questions, asked of memories that were made by better and worse eyes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agent.body.eyes import Eyesight
from envs.process.workers import workers
from eval.histories.game_files import GameFiles
from eval.histories.glimpse_cache import GlimpseCache
from eval.histories.watched_games import TrackGames, WatchedGames, look_beforehand
from eval.recall.figures import by_type, lenient, share, strict
from eval.recall.question_sets import QuestionSet
from eval.recall.run import ScoredQuestion, run_set
from perception.senses import KNOWING, ChosenSenses, SharedSenses
from perception.settings import DeedSetting, InputSetting

TRUE = ChosenSenses("ground-truth", "ground-truth")
LEVELS = ("light", "medium", "heavy")
"""Of noise; see ``perception.noise``."""


@dataclass(frozen=True)
class Condition:
    """One way of seeing.

    Attributes:
        setting: What the memory is made of.
        chosen: What is seen with; None for ``full``.
    """

    setting: InputSetting
    chosen: ChosenSenses | None = None

    @property
    def name(self) -> str:
        """For people: "vision: yolo-world, longt5"."""
        if self.chosen is None:
            return self.setting.value
        noise = f" ({self.chosen.noise})" if "noisy" in (self.chosen.detector, self.chosen.recognizer) else ""
        parts = dict.fromkeys((self.chosen.detector, self.chosen.recognizer))
        whose = ", own deeds" if self.chosen.deeds is DeedSetting.OWN else ""
        return f"{self.setting.value}{whose}: {', '.join(parts)}{noise}"


def conditions(own: ChosenSenses, levels: Sequence[str] = LEVELS) -> tuple[Condition, ...]:
    """From all that the simulator knows to what a detector and a recogniser make of pixels, one step at a time.

    Args:
        own: The detector and the recogniser that are examined, by which a robot tells its own deeds, and by which
            somebody tells what is watched; those that know the answer come anyway.
        levels: Of noise.
    """
    noisy = [replace(TRUE, detector="noisy", recognizer="noisy", noise=level, seed=own.seed) for level in levels]
    found = [Condition(InputSetting.FULL)]
    found += [Condition(setting, TRUE) for setting in (InputSetting.VISION_SPEECH, InputSetting.VISION)]
    found += [Condition(InputSetting.VISION, chosen) for chosen in noisy]
    if own.detector not in KNOWING:
        found.append(Condition(InputSetting.VISION, replace(own, recognizer="ground-truth", recognizer_weights=None)))
    if own.recognizer not in KNOWING:
        found.append(Condition(InputSetting.VISION, replace(own, detector="ground-truth", weights=None)))
    told = [replace(own, deeds=DeedSetting.OWN)] if own.recognizer not in KNOWING else []
    for whose in (*told, replace(own, deeds=DeedSetting.WATCHING)):
        found += [Condition(setting, whose) for setting in (InputSetting.VISION_SPEECH, InputSetting.VISION)]
    return tuple(dict.fromkeys(found))


class PerceptionAblation:
    """Asks the questions once for every condition.

    Args:
        sets: The questions.
        games: Where their episodes are.
        cache: Folder where what was seen is kept.
        processes: How many games are looked at, and of how many conditions questions are asked, at the same time.
        track: Shows the progress of looking at games.
    """

    def __init__(
        self,
        sets: Sequence[QuestionSet],
        games: GameFiles,
        cache: Path,
        processes: int = 1,
        track: TrackGames | None = None,
    ) -> None:
        self._sets, self._games = tuple(sets), games
        self._cache, self._processes, self._track = cache, processes, track
        self._senses = SharedSenses()

    def entries(self, ways: Sequence[Condition]) -> Iterator[dict[str, Any]]:
        """The figures of one condition after the other; the games are looked at once for all of them beforehand.

        Raises:
            BadInput: Episodes are missing, or a detector or recogniser cannot be loaded.
            BadGameFile: A game cannot be used.
        """
        self._look(ways)
        if self._processes < 2:
            yield from map(self.entry, ways)
            return
        self._senses.forget()  # each process loads its own
        with workers(min(self._processes, len(ways)), _begin, (self._sets, self._games, self._cache)) as pool:
            yield from pool.map(_asked, ways)

    def _look(self, ways: Sequence[Condition]) -> None:
        readers = [reader for way in ways if (reader := self._reader(way)) is not None]
        names = [name for one in self._sets for name in one.episode_names]
        look_beforehand(readers, self._games, names, self._processes, self._track)

    def entry(self, way: Condition) -> dict[str, Any]:
        """The figures of one condition; games that nobody looked at are looked at."""
        return _entry(way, self._answers(self._reader(way)))

    def _answers(self, watched: WatchedGames | None) -> list[ScoredQuestion]:
        return [answer for one in self._sets for answer in run_set(one, self._games, watched=watched).answers]

    def _reader(self, way: Condition) -> WatchedGames | None:
        if way.chosen is None:
            return None
        sight = Eyesight(way.setting, way.chosen, self._senses.of(way.chosen))
        return WatchedGames(sight, GlimpseCache(self._cache, way.chosen, way.setting.hears))


# -- in a process of its own -----------------------------------------------------------------------------------------

_mine: list[PerceptionAblation] = []


def _begin(sets: Sequence[QuestionSet], games: GameFiles, cache: Path) -> None:
    _mine.append(PerceptionAblation(sets, games, cache))


def _asked(way: Condition) -> dict[str, Any]:
    return _mine[0].entry(way)


# -- figures ---------------------------------------------------------------------------------------------------------


def _entry(way: Condition, answers: Sequence[ScoredQuestion]) -> dict[str, Any]:
    exact = share(answers, strict)
    chosen = way.chosen
    return {
        "setting": way.name,
        "perception": way.setting.value,
        "detector": None if chosen is None else chosen.detector,
        "recognizer": None if chosen is None else chosen.recognizer,
        "deeds": None if chosen is None else chosen.deeds.value,
        "noise": chosen.noise if chosen is not None and "noisy" in (chosen.detector, chosen.recognizer) else None,
        **exact.as_dict(),
        "lenient": share(answers, lenient).as_dict(),
        "questions": len(answers),
        "by_type": {kind: {"S_c": row["S_c"], "f1": row["f1"]} for kind, row in by_type(answers).items()},
    }
