"""The sections of ``eval perception``: what a detector and a recogniser are measured by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from eval.histories.game_files import GameFiles
from eval.journal import Journal
from eval.perception.ablation import LEVELS, PerceptionAblation, conditions
from eval.recall.question_sets import QuestionSet
from perception.detector.detection import Detector
from perception.senses import KNOWING, ChosenSenses, Senses

LabelledProgress = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Shows an iteration, given its length and what is being done."""


@dataclass(frozen=True)
class Amounts:
    """How much is looked at.

    Attributes:
        rooms: Rooms that a detector is shown, never collected from.
        frames: Frames of each.
        episodes: Episodes that a recogniser is shown, of ``steps`` actions at most.
        walks: Walks in each of the four kinds of rooms, of ``steps`` actions, for scene graphs.
        steps: See there.
        seed: Decides all of them.
    """

    rooms: int = 40
    frames: int = 10
    episodes: int = 20
    walks: int = 1
    steps: int = 80
    seed: int = 0


def knows(name: str) -> bool:
    """Whether a detector or recogniser of that name asks the engine, so that there is nothing to measure."""
    return name in KNOWING


def detector_figures(
    senses: Senses, amounts: Amounts, progress: LabelledProgress, games: GameFiles | None = None
) -> dict[str, Any]:
    """Average precision on frames of rooms that nothing was collected from; see ``eval.perception.detector_score``.

    Args:
        senses: To see with.
        amounts: How much.
        progress: Shows it.
        games: Recorded games in whose rebuilt rooms every type is looked for as well; None leaves that out.
    """
    from eval.perception.detector_score import score_detector
    from eval.perception.rebuilt_rooms import types_in_rebuilt_rooms
    from eval.perception.styles import STYLES, score_styles

    rooms, each, seed = amounts.rooms, amounts.frames, amounts.seed
    bar = _Steps(progress, "detecting", rooms * each)
    found = score_detector(senses.detector, rooms, each, seed, bar.reach)
    some = max(1, rooms // 4)
    bar = _Steps(progress, "detecting in other styles", some * each * len(STYLES))
    found["styles"] = score_styles(senses.detector, some, each, seed, bar.reach)
    if games is not None:
        bar = _Steps(progress, "detecting in rebuilt rooms", min(rooms, len(games.names)) * each)
        found["by_type"]["rebuilt"] = types_in_rebuilt_rooms(senses.detector, games, rooms, each, seed, bar.reach)
    return found


def picture_figures(
    own: ChosenSenses, folder: Path, labels: Path | None, drawn: Path | None, progress: LabelledProgress
) -> dict[str, Any]:
    """Recall and precision on labelled pictures of somebody's own; see ``eval.perception.pictures``.

    Args:
        own: The detector; its recogniser is not asked.
        folder: Of the pictures.
        labels: Their labels; None looks for them in the folder.
        drawn: Folder where the pictures are written with their boxes; None writes none.
        progress: Shows how far it is.

    Raises:
        BadInput: The detector asks the engine, or the pictures, their labels or the weights cannot be used.
    """
    from eval.perception.pictures.reading import read_pictures
    from eval.perception.pictures.run import measure

    if knows(own.detector):
        raise BadInput(
            f"{own.detector} asks the engine, which knows nothing of --images; name another --detector, or leave it out"
        )
    pictures = read_pictures(folder, labels)
    found = measure(
        own.open_detector(), pictures, lambda items, total: progress(items, total, "looking at pictures"), drawn
    )
    return {**found, "notes": pictures.notes}


def recognizer_figures(
    senses: Senses,
    amounts: Amounts,
    progress: LabelledProgress,
    data: Path | None,
    scratch: Path,
    detector: Detector | None,
    games: GameFiles | None = None,
) -> dict[str, Any]:
    """Accuracy on episodes that were not trained on; see ``recognizer_score`` and ``told_deeds``.

    Args:
        senses: To see with.
        amounts: How much.
        progress: Shows it.
        data: A collected data set whose split ``test`` is asked about; None makes one of other rooms.
        scratch: Where to make it.
        detector: Looks at the frames, too; None for one that asks the engine, which is not there any more.
        games: Recorded games in whose rebuilt rooms deeds are told as well; None leaves that out.
    """
    from eval.perception.held_out import held_out_episodes
    from eval.perception.recognizer_score import score_recognizer
    from eval.perception.told_deeds import generated_episodes, rebuilt_episodes, told_deeds

    if data is None:
        made = held_out_episodes(scratch, amounts.episodes, amounts.steps, amounts.seed)
        for _ in progress(made, amounts.episodes, "living held-out episodes"):
            pass
    bar = _Steps(progress, "recognising", amounts.episodes)
    found = score_recognizer(
        senses.recognizer, data or scratch, detector=detector, episodes=amounts.episodes, on_episode=bar.reach
    )
    episodes, seed = amounts.episodes, amounts.seed
    told = told_deeds(senses, _shown(progress, generated_episodes(episodes, amounts.steps, seed), episodes), detector)
    found["deeds"] = {"generated": told, "rebuilt": None}
    if games is not None:
        lived = _shown(progress, rebuilt_episodes(games, episodes, seed), min(episodes, len(games.names)))
        found["deeds"]["rebuilt"] = told_deeds(senses, lived, detector)
    return found


def _shown(progress: LabelledProgress, episodes: Iterable[Any], total: int) -> Iterable[Any]:
    return progress(episodes, total, "telling deeds")


def graph_figures(senses: Senses, amounts: Amounts) -> dict[str, Any]:
    """Scene graphs of walks through generated rooms against the truth; see ``eval.perception.graph_score``."""
    from eval.histories.made_games import FIRST_ROOM, ROOMS
    from eval.perception.graph_score import score_graphs

    seeds = [FIRST_ROOM + amounts.seed + number for number in range(amounts.walks)]

    def detector(source: Callable[[], Any]) -> Any:
        senses.truth.look_at(source)
        return senses.detector

    rooms = tuple(dict.fromkeys(ROOMS))
    found = score_graphs(detector, rooms, seeds, senses.classes, state_reader=senses.reader, steps=amounts.steps)
    return found.as_dict()


def loss_entries(
    own: ChosenSenses,
    sets: list[QuestionSet],
    games: GameFiles,
    cache: Path,
    processes: int,
    progress: LabelledProgress,
    levels: tuple[str, ...] = LEVELS,
    journal: Journal[Any] | None = None,
) -> list[dict[str, Any]]:
    """What perception costs the answers, by source of error; see ``eval.perception.ablation``.

    Args:
        own: The detector and the recogniser that are examined.
        sets: The questions.
        games: Where their episodes are.
        cache: Folder where what was seen is kept.
        processes: How many games are looked at at the same time.
        progress: Shows it.
        levels: Of noise.
        journal: Has the conditions that were measured before, and keeps the others.
    """
    account = PerceptionAblation(
        sets, games, cache, processes, lambda names, total: progress(names, total, "looking at games")
    )
    ways = {f"loss_account/{number}": way for number, way in enumerate(conditions(own, levels))}
    journal = journal or Journal(None, Any, dict)
    return list(journal.each(list(ways), lambda left: account.entries([ways[name] for name in left])))


def question_sets(files: list[Path], games: GameFiles, episodes: int, histories: int, seed: int) -> list[QuestionSet]:
    """Question sets from files, or one that is generated.

    Raises:
        BadInput: A file is no question set, or there are fewer games than episodes.
    """
    from eval.recall.generated_questions import generate_set
    from eval.recall.question_sets import read_set

    if files:
        return [read_set(path) for path in files]
    return [generate_set(games, episodes, histories, seed)]


def made_games(folder: Path, count: int, seed: int, progress: LabelledProgress) -> GameFiles:
    """Games of our own, where no recorded ones are given.

    Raises:
        BadInput: The folder cannot be written to.
    """
    from eval.histories.made_games import make_games

    paths = list(progress(make_games(folder, count, seed), count, "doing chores"))
    if not paths:
        raise BadInput(f"no chore could be done with seed {seed}; try another --seed, or give --games")
    return GameFiles(paths)


class _Steps:
    """A progress bar for code that calls back."""

    def __init__(self, progress: LabelledProgress, doing: str, total: int) -> None:
        self._bar = iter(progress(range(total), total, doing))
        self._done = -1
        self._next()

    def reach(self, done: int, total: int) -> None:
        """So many are done."""
        while self._done < min(done, total):
            self._next()

    def _next(self) -> None:
        next(self._bar, None)
        self._done += 1
