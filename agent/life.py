"""Living in a home for days: chores, a memory that grows with them, and nights in which it forgets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from agent.body import StepReport
from agent.chore import FIRST_DAY
from agent.episode import run_episode
from agent.eyes import Eyesight
from envs.clock import SimulatedClock
from envs.engines import Home, Launcher
from envs.errors import AlreadyExists, BadInput, UnknownTask
from envs.files import make_folder, written
from envs.household_tasks import choose_task
from envs.housemates import live_a_night
from envs.pocket.rebuild import Layouts
from envs.teach.game import Game
from envs.teach.game_writer import write_game
from envs.teach.session import TeachSession
from envs.teach.task import Task
from memory.forgetting import Forgetter
from memory.relevance import rule_relevance
from memory.store import Store
from perception.ground_truth import GroundTruthPerceiver

FEWEST, MOST = 2, 4
"""Chores on one day."""
MORNING, EVENING = time(8), time(20)
"""Chores are asked for between these times, as in the published histories."""
NIGHT = time(4)
"""When the robot forgets, in the night after each day."""

_TRIES = 6  # draws of a chore that was not asked for on the same day


@dataclass(frozen=True)
class LivedChore:
    """One chore.

    Attributes:
        episode: Its name in the memory.
        task: What was asked for.
        started: When, on the home's clock.
        ended: When it ended.
        success: Whether it was done.
        steps: Motions and object actions.
        reason: Why it ended.
    """

    episode: str
    task: str
    started: datetime
    ended: datetime
    success: bool
    steps: int
    reason: str


@dataclass(frozen=True)
class LivedDay:
    """One day, and the memory after the night that followed.

    Attributes:
        day: Its date.
        chores: What was asked for, in order.
        experiences: Experiences of that day.
        nodes: Nodes that are not forgotten, by level.
        forgotten: Nodes forgotten on that day and in the night after it.
        bytes: Bytes in use in the memory file.
    """

    day: date
    chores: tuple[LivedChore, ...]
    experiences: int
    nodes: dict[int, int]
    forgotten: int
    bytes: int


@dataclass
class LifeReport:
    """A life of some days.

    Attributes:
        memory: The memory file.
        world: Name of the room.
        days: In order.
    """

    memory: Path
    world: str
    days: list[LivedDay] = field(default_factory=list)

    @property
    def chores(self) -> list[LivedChore]:
        """All chores, in order."""
        return [chore for day in self.days for chore in day.chores]

    @property
    def done(self) -> int:
        """How many chores were done."""
        return sum(chore.success for chore in self.chores)

    def as_dict(self) -> dict[str, Any]:
        """The figures for reports."""
        return {
            "memory": str(self.memory),
            "world": self.world,
            "chores": len(self.chores),
            "done": self.done,
            "days": [
                {
                    "day": day.day.isoformat(),
                    "experiences": day.experiences,
                    "nodes": {str(level): count for level, count in day.nodes.items()},
                    "forgotten": day.forgotten,
                    "bytes": day.bytes,
                    "chores": [
                        {
                            **vars(chore),
                            "started": chore.started.isoformat(),
                            "ended": chore.ended.isoformat(),
                        }
                        for chore in day.chores
                    ],
                }
                for day in self.days
            ],
        }


@dataclass(frozen=True)
class Witness:
    """Who watches; every function may be left out.

    Attributes:
        on_chore: Called with the day's number from 1, the time and the task before each chore.
        on_step: Called after every step and utterance.
        on_day: Called after each night.
    """

    on_chore: Callable[[int, datetime, Task], None] | None = None
    on_step: Callable[[StepReport], None] | None = None
    on_day: Callable[[LivedDay], None] | None = None


def live_days(
    days: int,
    *,
    memory: Path,
    scene: str | None = None,
    game: Game | None = None,
    layouts: Layouts | None = None,
    seed: int = 0,
    engine: str = "pocket",
    record: Path | None = None,
    forget: bool = True,
    chores: tuple[int, int] = (FEWEST, MOST),
    max_steps: int = 1000,
    witness: Witness | None = None,
    eyesight: Eyesight | None = None,
) -> LifeReport:
    """Live in one home: what is done on one day is still so on the next, except for what people did over night.

    Args:
        days: How many, at least 1.
        memory: The memory file, new or old; an old life goes on in the morning after its last day.
        scene: Scene name when there is no game.
        game: A recorded game whose initial state is the home.
        layouts: Free floor of the real plans, for the game's scene.
        seed: Decides the home, the chores and what happens at night.
        engine: ``pocket`` or ``unity``.
        record: New folder for one game file per chore; None writes none.
        forget: Whether to forget, between chores and at night.
        chores: Fewest and most chores on a day.
        max_steps: Steps after which a chore ends.
        witness: Who watches.
        eyesight: What the memory is made of in place of what the simulator tells; None remembers that.

    Raises:
        AlreadyExists: The record folder exists.
        BadInput: A number is out of range, or the memory or the record cannot be written.
        GaveUp: The simulator does not run.
        TryAgain: The memory is in use, the disk is full, or the simulator was lost.
        UnknownScene: No such scene.
        UnknownTask: There is nothing to do in this home.
    """
    if days < 1:
        raise BadInput(f"{days} days; live at least 1")
    if not 1 <= chores[0] <= chores[1]:
        raise BadInput(f"{chores[0]} to {chores[1]} chores a day; give at least 1, and no fewer at most than at least")
    if record is not None and record.exists():
        raise AlreadyExists(f"the record folder {record} exists; choose another name or remove it first")
    with ExitStack() as stack:
        frames = {} if eyesight is None else eyesight.frames
        home = stack.enter_context(Launcher(engine, layouts, **frames)).home(scene if game is None else game, seed)
        stack.callback(home.simulator.stop)
        with written(memory):
            make_folder(memory.parent)
        store = stack.enter_context(Store.open(memory))
        session = TeachSession(home.simulator, None if game is None else list(game.initial.objects))
        life = _Life(home, session, store, seed, record, forget, max_steps, witness or Witness(), eyesight)
        report = LifeReport(memory, home.name)
        for number in range(1, days + 1):
            report.days.append(life.day(number, chores))
        return report


class _Life:
    """One home, one robot, one memory."""

    def __init__(
        self,
        home: Home,
        session: TeachSession,
        store: Store,
        seed: int,
        record: Path | None,
        forget: bool,
        max_steps: int,
        witness: Witness,
        eyesight: Eyesight | None = None,
    ) -> None:
        self._home, self._session, self._store = home, session, store
        self._record, self._max_steps, self._witness = record, max_steps, witness
        self._forgetter = Forgetter(store, rule_relevance()) if forget else None
        self._perceiver = GroundTruthPerceiver()
        newest = store.newest
        first = FIRST_DAY if newest is None else _at(newest[1].time.date() + timedelta(days=1), MORNING)
        self._clock = SimulatedClock(first)
        self._eyes = None if eyesight is None else eyesight.eyes(first.date().isoformat())
        self._rng = np.random.default_rng([seed, first.toordinal()])
        self._forgotten = 0

    def day(self, number: int, chores: tuple[int, int]) -> LivedDay:
        """Live one day and the night after it."""
        today, before = self._clock.now().date(), self._kept()
        self._forgotten = 0
        asked: list[LivedChore] = []
        for start in self._times(today, int(self._rng.integers(chores[0], chores[1] + 1))):
            task = self._choose([chore.task for chore in asked])
            if task is not None:
                self._wait_until(start)
                asked.append(self._chore(number, f"{today}-{len(asked) + 1}", task))
        if not asked and number == 1:
            raise UnknownTask(f"there is nothing to do in {self._home.name}; try another --seed or --scene")
        experiences = self._kept() - before
        self._wait_until(_at(today + timedelta(days=1), NIGHT))
        live_a_night(self._session, self._rng)
        lived = LivedDay(today, tuple(asked), experiences, _alive(self._store), self._forgotten, self._store.bytes_used)
        self._clock.time = max(self._clock.time, _at(today + timedelta(days=1), MORNING))
        if self._witness.on_day is not None:
            self._witness.on_day(lived)
        return lived

    def _chore(self, number: int, episode: str, task: Task) -> LivedChore:
        started = self._clock.now()
        if self._witness.on_chore is not None:
            self._witness.on_chore(number, started, task)
        result = run_episode(
            self._session,
            task,
            store=self._store,
            clock=self._clock,
            game_id=episode,
            world=self._home.name,
            seed=int(self._rng.integers(1 << 30)),
            on_step=self._witness.on_step,
            max_steps=self._max_steps,
            perceiver=self._perceiver,
            eyes=self._eyes,
        )
        if self._record is not None:
            write_game(result.game, self._record / f"{episode}.game.json")
        return LivedChore(episode, task.desc, started, self._clock.now(), result.success, result.steps, result.reason)

    def _choose(self, asked: list[str]) -> Task | None:
        """Something to do that was not asked for today; None when nothing is left."""
        objects = self._session.objects()
        for _ in range(_TRIES):
            task = choose_task(self._home.room, objects, self._rng)
            if task is None or task.desc not in asked:
                return task
        return None

    def _times(self, day: date, count: int) -> list[datetime]:
        length = _at(day, EVENING) - _at(day, MORNING)
        shares = np.sort(self._rng.random(count)).tolist()
        return [(_at(day, MORNING) + share * length).replace(microsecond=0) for share in shares]

    def _wait_until(self, then: datetime) -> None:
        """Idle until then; what has expired when the waiting is over is forgotten."""
        self._clock.time = max(self._clock.time, then)
        if self._forgetter is not None:
            self._forgotten += self._forgetter.run(self._clock.now()).forgotten

    def _kept(self) -> int:
        """Experiences ever kept in the memory; their numbers count up."""
        return self._store.newest[0] if self._store.newest else 0


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)


def _alive(store: Store) -> dict[int, int]:
    return dict(store.rows("SELECT level, count(*) FROM nodes WHERE forgotten IS NULL GROUP BY level ORDER BY level"))
