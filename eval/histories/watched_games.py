"""A recorded game as a robot remembers it that has only eyes: the game's room is drawn, frame by frame, and looked at.

Recorded games have no images. The log is followed in the embedded engine and drawn after every step from the logged
pose: the records are real, the pixels are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from agent.body.eyes import Eyesight, eyesight
from envs.errors import BadGameFile
from envs.process.workers import workers
from envs.teach.games.actions import DRIVER, ThorPose
from envs.teach.games.recorded import Game, Interaction
from eval.histories.game_files import GameFiles
from eval.histories.glimpse_cache import GlimpseCache
from eval.histories.import_games import USER, LogBody, ReenactedScene, first_eye, kept
from memory.building.from_sight import heard, seen
from memory.experience import AGENT, Experience, Utterance, type_of
from perception.recognizer.grounding import Glimpse
from perception.senses import NOTHING_DONE, ChosenSenses, done_as_seen
from perception.settings import InputSetting
from perception.watching import Watching

TrackGames = Callable[[Iterable[str], int], Iterable[str]]
"""Shows the progress of an iteration, given its length."""


class WatchedGames:
    """Looks at recorded games; what was seen in one is kept in files and looked up the next time.

    Args:
        sight: What to see with, and whether what is said is remembered.
        cache: Where what was seen is kept; shared by both settings that see.
    """

    def __init__(self, sight: Eyesight, cache: GlimpseCache) -> None:
        self._sight, self._cache = sight, cache

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
        return list(_lived(game, start, self.glimpses(game), self._sight.setting))

    def glimpses(self, game: Game) -> list[Glimpse]:
        """What the first view and the view after every action tell.

        Raises:
            BadGameFile: The room cannot be rebuilt.
        """
        known = self._cache.read(game.game_id)
        if known is None or len(known) != 1 + sum(map(looked_after, game.interactions)):
            known = _watch(game, self._sight)
            self._cache.write(game.game_id, known)
        return known

    def prepare(
        self, games: GameFiles, names: Sequence[str], processes: int = 1, track: TrackGames | None = None
    ) -> None:
        """Look at these games beforehand, several at a time.

        Args:
            games: Where they are.
            names: Which; those that were seen before are skipped.
            processes: How many look at the same time; each loads its own detector and recogniser.
            track: Shows the progress.

        Raises:
            BadGameFile: A game cannot be used.
        """
        wanted = [name for name in dict.fromkeys(names) if self._cache.read(name) is None]
        done = self._one_by_one(games, wanted) if processes < 2 else self._side_by_side(games, wanted, processes)
        for _ in track(done, len(wanted)) if track else done:
            pass

    def _one_by_one(self, games: GameFiles, names: Sequence[str]) -> Iterator[str]:
        for name in names:
            self.glimpses(games.read(name))
            yield name

    def _side_by_side(self, games: GameFiles, names: Sequence[str], processes: int) -> Iterator[str]:
        given = (self._sight.setting, self._sight.chosen, self._cache.folder, games)
        with workers(processes, _begin, given) as pool:
            yield from pool.map(_look_at, names)


# -- in a process of its own -----------------------------------------------------------------------------------------

_mine: list[tuple[WatchedGames, GameFiles]] = []


def _begin(setting: InputSetting, chosen: ChosenSenses, folder: Path, games: GameFiles) -> None:
    sight = eyesight(setting, chosen)
    if sight is not None:
        _mine.append((WatchedGames(sight, GlimpseCache(folder, chosen)), games))


def _look_at(name: str) -> str:
    watched, games = _mine[0]
    watched.glimpses(games.read(name))
    return name


# -- looking ---------------------------------------------------------------------------------------------------------


def looked_after(step: Interaction) -> bool:
    """Whether an entry of the log is an action of the robot, after which it looks."""
    return kept(step) and not (step.utterance or "").strip()


def _watch(game: Game, sight: Eyesight) -> list[Glimpse]:
    """Draw a game and look at it."""
    stage, body = ReenactedScene(game, **sight.frames), LogBody(first_eye(game))
    watching = Watching(sight.senses, game.game_id)
    stage.session.teleport(ThorPose(*body.eye))
    watching.take(stage.session.event, NOTHING_DONE)
    for step in filter(looked_after, game.interactions):
        body.follow(step)
        if step.is_object_action and step.success and step.oid is not None:
            stage.imitate(step, step.oid, body.eye)
        stage.session.teleport(ThorPose(*body.eye))
        done = done_as_seen(step.action_name, type_of(step.oid) if step.oid else "", bool(step.success))
        watching.take(stage.session.event, done)
    return watching.tell()


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
