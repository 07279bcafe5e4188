"""TEACh's benchmarks, run: every instance of some games attempted in pocket, on all cores, and scored.

TfD: from the initial state of a game, told the whole dialogue. EDH: from the middle of a game, told what was said up to
there and having seen what was done. The labels of a game make and score instances; the agent does not get them.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from envs.pocket.rebuild import Layouts
from envs.teach.check import check_task
from envs.teach.game import Game
from envs.teach.instance_files import settled
from envs.teach.instances import Instance, edh_instances, tfd_instance
from envs.teach.metrics import Attempt
from envs.teach.session import TeachSession
from eval.game_files import GameFiles
from eval.teach_agent import Acted, do_all
from eval.teach_segments import attempts_of, begun

TFD, EDH = "tfd", "edh"
PROTOCOLS = (TFD, EDH)
UNSEEN_PLANS = frozenset({"FloorPlan10", "FloorPlan219", "FloorPlan308"})
"""Floor plans of TEACh's valid_unseen games; no training game is in one of them."""


@dataclass(frozen=True)
class Result:
    """One instance, attempted.

    Attributes:
        attempt: The figures that TEACh's metrics are made of.
        task: Name of the task that the game was about.
        unseen: Whether the game is in a plan that no training game is in.
        acted: What the agent did.
    """

    attempt: Attempt
    task: str
    unseen: bool
    acted: Acted


def run_game(
    game: Game, protocol: str, layouts: Layouts | None = None, published: Sequence[Instance] | None = None
) -> list[Result]:
    """Attempt every instance of a game.

    Args:
        game: The recorded game.
        protocol: ``tfd`` or ``edh``.
        layouts: Free floor of the real plans; without it the floor between the furniture.
        published: EDH instances read from files, to be attempted instead of the ones made from the game.

    Raises:
        BadGameFile: A published instance is not one of this game.
    """
    if protocol == EDH:
        ready = edh_instances(game) if published is None else [settled(one, game) for one in published]
        instances = sorted(ready, key=lambda one: one.start)
        done = attempts_of(game, instances, layouts) if instances else iter(())
        return [_result(game, instance, session, acted) for instance, session, acted in done]
    instance = tfd_instance(game)
    session = begun(game, layouts)
    return [_result(game, instance, session, do_all(session, instance.dialogue))]


def _result(game: Game, instance: Instance, session: TeachSession, acted: Acted) -> Result:
    progress = check_task(instance.check, session.objects())
    attempt = Attempt(
        instance_id=instance.instance_id,
        success=progress.success,
        initial_total=instance.initial_total,
        initial_satisfied=instance.initial_satisfied,
        final_total=progress.total,
        final_satisfied=progress.satisfied,
        steps=len(acted.actions),
        path_length=instance.path_length,
        failed_actions=acted.failures,
        stopped=acted.stopped,
    )
    return Result(attempt, game.task.name, game.world.removesuffix("_physics") in UNSEEN_PLANS, acted)


# ------------------------------------------------------------------------------------------------------- many games


def run_games(
    paths: Sequence[Path],
    protocol: str,
    *,
    limit: int | None = None,
    seed: int = 0,
    layouts: Layouts | None = None,
    workers: int = 1,
    watch: Callable[[int, int], None] | None = None,
    published: Sequence[Instance] | None = None,
) -> list[Result]:
    """Attempt the instances of many games.

    Args:
        paths: Game files, folders, or zips of games.
        protocol: ``tfd`` or ``edh``.
        limit: At most so many instances, those of games drawn at random; None takes all, in the order of the names.
        seed: Decides which games are drawn.
        layouts: Free floor of the real plans.
        workers: How many processes share the work.
        watch: Called with the games done, and how many there are (0 while nobody knows).
        published: EDH instances read from files, to be attempted instead of the ones made from the games; those whose
            game is missing are left out.

    Raises:
        BadInput: There are no games.
        BadGameFile: A game cannot be read.
    """
    files = GameFiles(paths)
    given = _by_game(published)
    names = [name for name in files.names if given is None or name in given]
    if limit is not None:
        random.Random(f"{seed} {protocol}").shuffle(names)
        names = names if protocol == EDH else names[:limit]
    found: list[Result] = []
    for number, results in enumerate(_each(_Work(tuple(paths), protocol, layouts, given), names, workers), 1):
        found.extend(results)
        if watch is not None:
            watch(number, len(names) if limit is None or protocol == TFD else 0)
        if limit is not None and len(found) >= limit:
            break
    return found[:limit]


def _by_game(published: Sequence[Instance] | None) -> dict[str, list[Instance]] | None:
    if published is None:
        return None
    found: dict[str, list[Instance]] = {}
    for one in published:
        found.setdefault(one.game_id, []).append(one)
    return found


@dataclass(frozen=True)
class _Work:
    """What all games are attempted with."""

    paths: tuple[Path, ...]
    protocol: str
    layouts: Layouts | None
    published: Mapping[str, Sequence[Instance]] | None

    def do(self, files: GameFiles, name: str) -> list[Result]:
        """Attempt the instances of one game."""
        given = None if self.published is None else self.published[name]
        return run_game(files.read(name), self.protocol, self.layouts, given)


def _each(work: _Work, names: Sequence[str], workers: int) -> Iterator[list[Result]]:
    """Results game by game, in the order of the names whoever is quicker."""
    if workers <= 1:
        files = GameFiles(work.paths)
        yield from (work.do(files, name) for name in names)
        return
    context = multiprocessing.get_context("spawn")  # numba's threads do not survive a fork
    with ProcessPoolExecutor(workers, context, _begin, (work,)) as pool:
        waiting: list[Future[list[Result]]] = []
        left = iter(names)
        try:
            while True:
                waiting += [pool.submit(_one, name) for name in islice(left, 4 * workers - len(waiting))]
                if not waiting:
                    return
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(cancel_futures=True)


class _Share:
    """What a worker process keeps between games."""

    files: GameFiles
    work: _Work


def _begin(work: _Work) -> None:
    _Share.files, _Share.work = GameFiles(work.paths), work


def _one(name: str) -> list[Result]:
    return _Share.work.do(_Share.files, name)
