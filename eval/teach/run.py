"""TEACh's benchmarks, run: every instance of some games attempted in pocket, on all cores, and scored.

TfD: from the initial state of a game, told the whole dialogue. EDH: from the middle of a game, told what was said up to
there and having seen what was done. The labels of a game make and score instances; the agent does not get them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from agent.body.seeing import ChosenSight
from envs.process.workers import workers as processes
from envs.teach.games.rebuild import Layouts
from envs.teach.games.recorded import Game
from envs.teach.games.session import TeachSession
from envs.teach.tasks.check import check_task
from eval.histories.game_files import GameFiles
from eval.journal import Journal
from eval.teach.agent import AgentRun, do_all
from eval.teach.ceilings import CEILINGS, Ceiling
from eval.teach.edh.segments import begun, go_on, watched
from eval.teach.edh.watching_body import WatchingBody
from eval.teach.instances.cutting import Instance, edh_instances, tfd_instance
from eval.teach.instances.files import settled
from eval.teach.metrics import Attempt

TFD, EDH = "tfd", "edh"
UNSEEN_PLANS = frozenset({"FloorPlan10", "FloorPlan219", "FloorPlan308"})
"""Floor plans of TEACh's valid_unseen games; no training game is in one of them."""


@dataclass(frozen=True)
class InstanceResult:
    """One instance, attempted.

    Attributes:
        attempt: The figures that TEACh's metrics are made of.
        task: Name of the task that the game was about.
        unseen: Whether the game is in a plan that no training game is in.
        acted: What the agent did.
        ceilings: The same figures for what could be reached at most, where that was measured; see ``CEILINGS``.
    """

    attempt: Attempt
    task: str
    unseen: bool
    acted: AgentRun
    ceilings: Mapping[str, Attempt] = field(default_factory=dict)


PIECE = list[InstanceResult]
"""What a journal keeps of each game."""


def run_game(
    game: Game,
    protocol: str,
    layouts: Layouts | None = None,
    published: Sequence[Instance] | None = None,
    ceilings: bool = False,
    sight: ChosenSight | None = None,
) -> list[InstanceResult]:
    """Attempt every instance of a game.

    Args:
        game: The recorded game.
        protocol: ``tfd`` or ``edh``.
        layouts: Free floor of the real plans; without it the floor between the furniture.
        published: EDH instances read from files, to be attempted instead of the ones made from the game.
        ceilings: Whether to measure what could be reached at most as well (EDH).
        sight: With what the agent sees (TfD); None lets the simulator tell what is in view.

    Raises:
        BadGameFile: A published instance is not one of this game.
    """
    if protocol == EDH:
        ready = edh_instances(game) if published is None else [settled(one, game) for one in published]
        instances = sorted(ready, key=lambda one: one.start)
        measured = CEILINGS if ceilings else {}
        return [_segment(game, one, watcher, measured) for one, watcher in watched(game, instances, layouts)]
    instance = tfd_instance(game)
    session = begun(game, layouts) if sight is None else begun(game, layouts, **sight.frames)
    acted = do_all(session, instance.dialogue, perception=None if sight is None else sight.open())
    return [_result(game, acted, _attempt(instance, session, acted))]


def _segment(game: Game, instance: Instance, watcher: WatchingBody, ceilings: Mapping[str, Ceiling]) -> InstanceResult:
    """One EDH instance, each time by a twin of the one who has watched."""
    body = watcher.twin(game.initial.objects)
    acted = go_on(body, instance.dialogue, instance.history)
    found: dict[str, Attempt] = {}
    for name, ceiling in ceilings.items():
        other = watcher.twin(game.initial.objects)
        found[name] = _attempt(instance, other.session, ceiling(other, game, instance))
    return _result(game, acted, _attempt(instance, body.session, acted), found)


def _result(
    game: Game, acted: AgentRun, attempt: Attempt, ceilings: Mapping[str, Attempt] | None = None
) -> InstanceResult:
    unseen = game.world.removesuffix("_physics") in UNSEEN_PLANS
    return InstanceResult(attempt, game.task.name, unseen, acted, ceilings or {})


def _attempt(instance: Instance, session: TeachSession, acted: AgentRun) -> Attempt:
    progress = check_task(instance.check, session.objects())
    return Attempt(
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
    ceilings: bool = False,
    journal: Journal[list[InstanceResult]] | None = None,
    sight: ChosenSight | None = None,
) -> list[InstanceResult]:
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
        ceilings: Whether to measure what could be reached at most as well (EDH).
        journal: Has the results of games that were finished before, and keeps those of the others; see ``PIECE``.
        sight: With what the agent sees (TfD); None lets the simulator tell what is in view.

    Raises:
        BadInput: There are no games, or the journal is damaged.
        BadGameFile: A game cannot be read.
    """
    files = GameFiles(paths)
    given = _by_game(published)
    names = [name for name in files.names if given is None or name in given]
    if limit is not None:
        names = drawn(names, protocol, limit, seed)
    work = _Work(tuple(paths), protocol, layouts, given, ceilings, sight)
    journal = journal or Journal(None, PIECE, dict)
    found: list[InstanceResult] = []
    for number, results in enumerate(journal.each(names, lambda left: _each(work, left, workers)), 1):
        found.extend(results)
        if watch is not None:
            watch(number, len(names) if limit is None or protocol == TFD else 0)
        if limit is not None and len(found) >= limit:
            break
    return found[:limit]


def drawn(names: Sequence[str], protocol: str, limit: int, seed: int) -> list[str]:
    """Games drawn at random, the first first; of EDH all, since nobody knows yet how many instances they make.

    Args:
        names: All there are.
        protocol: ``tfd`` or ``edh``.
        limit: At most so many instances are wanted.
        seed: Decides which.
    """
    mixed = list(names)
    random.Random(f"{seed} {protocol}").shuffle(mixed)
    return mixed if protocol == EDH else mixed[:limit]


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
    ceilings: bool
    sight: ChosenSight | None = None

    def do(self, files: GameFiles, name: str) -> list[InstanceResult]:
        """Attempt the instances of one game."""
        given = None if self.published is None else self.published[name]
        return run_game(files.read(name), self.protocol, self.layouts, given, self.ceilings, self.sight)


def _each(work: _Work, names: Sequence[str], workers: int) -> Iterator[list[InstanceResult]]:
    """Results game by game, in the order of the names whoever is quicker."""
    if workers <= 1:
        files = GameFiles(work.paths)
        yield from (work.do(files, name) for name in names)
        return
    with processes(workers, _begin, (work,)) as pool:
        waiting: list[Future[list[InstanceResult]]] = []
        left = iter(names)
        while True:
            waiting += [pool.submit(_one, name) for name in islice(left, 4 * workers - len(waiting))]
            if not waiting:
                return
            yield waiting.pop(0).result()


class _Share:
    """What a worker process keeps between games."""

    files: GameFiles
    work: _Work


def _begin(work: _Work) -> None:
    _Share.files, _Share.work = GameFiles(work.paths), work


def _one(name: str) -> list[InstanceResult]:
    return _Share.work.do(_Share.files, name)
