"""A recorded game as a robot remembers it that has only eyes: the game's room is drawn, frame by frame, and looked at.

Recorded games have no images. The log is followed in the embedded engine and drawn after every step from the logged
pose: the records are real, the pixels are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from agent.body.eyes import Eyesight
from envs.errors import BadGameFile
from envs.process.workers import workers
from envs.teach.games.actions import DRIVER
from envs.teach.games.recorded import Game
from eval.histories.game_files import GameFiles
from eval.histories.glimpse_cache import GlimpseCache
from eval.histories.import_games import USER, LogBody, first_eye, kept
from eval.histories.looking import look_at, looked_after
from memory.building.from_sight import heard, seen
from memory.experience import AGENT, Experience, Utterance
from perception.recognizer.grounding import Glimpse
from perception.senses import ChosenSenses, SharedSenses
from perception.settings import InputSetting

TrackGames = Callable[[Iterable[str], int], Iterable[str]]
"""Shows the progress of an iteration, given its length."""


class WatchedGames:
    """Looks at recorded games; what was seen in one is kept in files and looked up the next time.

    Args:
        sight: What to see with, and whether what is said is remembered.
        cache: Where what was seen is kept; by settings that hear and others apart.
    """

    def __init__(self, sight: Eyesight, cache: GlimpseCache) -> None:
        self.sight, self.cache = sight, cache

    def experiences(self, game: Game, start: datetime) -> list[Experience]:
        """The episode a game records, as it was seen and, where the setting has it, heard.

        Read are the log's actions and poses to draw by, and its words where they are heard; neither object ids nor
        outcomes reach the result, unless through a detector or recogniser that knows the truth.

        Args:
            game: The record.
            start: When its first logged interaction happened, on the home's clock.

        Raises:
            BadGameFile: The log is empty, or the room cannot be rebuilt.
        """
        if not game.interactions:
            raise BadGameFile(f"{game.game_id} logs no interactions, so there is nothing to remember")
        return list(_lived(game, start, self.glimpses(game), self.sight.setting))

    def glimpses(self, game: Game) -> list[Glimpse]:
        """What the first view and the view after every action tell.

        Raises:
            BadGameFile: The room cannot be rebuilt.
        """
        known = self.cache.read(game.game_id)
        if known is None or len(known) != 1 + sum(map(looked_after, game.interactions)):
            known = look_at(game, [self.sight])[0]
            self.cache.write(game.game_id, known)
        return known

    def prepare(
        self, games: GameFiles, names: Sequence[str], processes: int = 1, track: TrackGames | None = None
    ) -> None:
        """Look at these games beforehand; arguments as for ``look_beforehand``.

        Raises:
            BadGameFile: A game cannot be used.
        """
        look_beforehand([self], games, names, processes, track)


def look_beforehand(
    readers: Sequence[WatchedGames],
    games: GameFiles,
    names: Sequence[str],
    processes: int = 1,
    track: TrackGames | None = None,
) -> None:
    """Look at games for several readers at once, so that each game is drawn once and searched once by each detector.

    Args:
        readers: For whom; one that saw a game before does without.
        games: Where the games are.
        names: Which.
        processes: How many games are looked at at the same time; each process loads detectors and recognisers anew.
        track: Shows the progress.

    Raises:
        BadGameFile: A game cannot be used.
    """
    apart = list({one.cache.own: one for one in readers}.values())
    wanted = [name for name in dict.fromkeys(names) if any(one.cache.read(name) is None for one in apart)]
    done = _one_by_one(apart, games, wanted) if processes < 2 else _side_by_side(apart, games, wanted, processes)
    for _ in track(done, len(wanted)) if track else done:
        pass


def _one_by_one(readers: Sequence[WatchedGames], games: GameFiles, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        missing = [one for one in readers if one.cache.read(name) is None]
        for one, glimpses in zip(missing, look_at(games.read(name), [one.sight for one in missing]), strict=True):
            one.cache.write(name, glimpses)
        yield name


def _side_by_side(
    readers: Sequence[WatchedGames], games: GameFiles, names: Sequence[str], processes: int
) -> Iterator[str]:
    given = [(one.sight.setting, one.sight.chosen, one.cache.folder) for one in readers]
    with workers(processes, _begin, (given, games)) as pool:
        yield from pool.map(_look_at, names)


# -- in a process of its own -----------------------------------------------------------------------------------------

_mine: list[tuple[list[WatchedGames], GameFiles]] = []


def _begin(given: Sequence[tuple[InputSetting, ChosenSenses, Path]], games: GameFiles) -> None:
    senses = SharedSenses()
    readers = [
        WatchedGames(Eyesight(setting, chosen, senses.of(chosen)), GlimpseCache(folder, chosen, setting.hears))
        for setting, chosen, folder in given
    ]
    _mine.append((readers, games))


def _look_at(name: str) -> str:
    readers, games = _mine[0]
    return next(_one_by_one(readers, games, [name]))


# -- remembering -----------------------------------------------------------------------------------------------------


def _lived(game: Game, start: datetime, glimpses: Sequence[Glimpse], setting: InputSetting) -> Iterator[Experience]:
    """Glimpses at the times of the log, with what is said between them."""
    body, looks = LogBody(first_eye(game)), iter(glimpses)
    first = latest = game.interactions[0].time
    glimpse = next(looks)
    yield seen(start, game.game_id, body.pose, glimpse)
    for step in game.interactions:
        if not kept(step) or not (looked_after(step) or setting.hears):
            continue
        latest = max(latest, step.time)
        now = start + timedelta(seconds=latest - first)
        if looked_after(step):
            body.follow(step)
            glimpse = next(looks)
            yield seen(now, game.game_id, body.pose, glimpse)
            continue
        speaker = AGENT if step.agent_id == DRIVER else USER
        words = (Utterance(speaker, (step.utterance or "").strip()),)
        said = heard(now, game.game_id, body.pose, glimpse, words, setting)
        if said is not None:
            yield said
