"""Living in a home for days: chores, a memory that grows with them, and nights in which it forgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from agent.body.acting import StepReport
from agent.body.eyes import Eyesight
from agent.planning.episode import run_episode
from agent.runs.run import FIRST_DAY
from agent.trail.course import OtherCourse, Trail
from agent.trail.days import CutOffLife, LifePlan, check_untouched, forgotten_at, give_up_life, life_trail, trail_of
from agent.trail.remembered import known, newest_number
from envs.clock import SimulatedClock
from envs.engines import Home, Launcher
from envs.errors import AlreadyExists, BadInput, UnknownTask
from envs.files.writing import make_folder, written
from envs.housemates import live_a_night
from envs.teach.games.rebuild import Layouts
from envs.teach.games.recorded import Game
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import write_game
from envs.teach.tasks.definition import Task
from envs.teach.tasks.offers import choose_task
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import rule_relevance
from memory.store.database import Store
from memory.store.written_files import RECORD, TRAIL_OF_RUN, note
from perception.scene_graph.from_truth import GroundTruthPerceiver

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
    source: Mapping[str, str | None] | None = None,
    again: CutOffLife | None = None,
) -> LifeReport:
    """Live in one home: what is done on one day is still so on the next, except for what people did over night.

    Until the last night is over a trail lies next to the memory. A life that was cut off is led along it: the same
    happens again in the home, nothing of it is remembered, forgotten or recorded twice, and from where it ends life
    takes the course that it would have taken.

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
        source: Names of the files of ``game`` and ``layouts``, without which a life that was cut off cannot go on.
        again: A life that was cut off, to go on with; its plan holds in place of what else is given here, but for
            the memory, the game, the layouts, the witness and the eyesight.

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
    if record is not None and record.exists() and again is None:
        raise AlreadyExists(f"the record folder {record} exists; choose another name or remove it first")
    if again is not None:
        seed, scene, engine = again.plan.seed, again.plan.scene, again.plan.engine
    with ExitStack() as stack:
        frames = {} if eyesight is None else eyesight.frames
        home = stack.enter_context(Launcher(engine, layouts, **frames)).home(scene if game is None else game, seed)
        stack.callback(home.simulator.stop)
        with written(memory):
            make_folder(memory.parent)
        store = stack.enter_context(Store.open(memory))
        if again is None:
            give_up_life(memory)
            newest = newest_number(store)
            plan = LifePlan(seed, scene, engine, record, forget, chores, max_steps, _first_morning(store), newest)
        else:
            check_untouched(store, again)
            plan = again.plan
        seen = {} if eyesight is None else {"eyesight": eyesight.as_dict()}
        trail = trail_of(memory, plan, {**(source or {}), **seen}, again)
        stack.callback(trail.close)
        trail.number = lambda: newest_number(store)
        note(store, life_trail(memory), TRAIL_OF_RUN)
        session = TeachSession(home.simulator, None if game is None else list(game.initial.objects))
        life = _Life(home, session, store, plan, trail, witness or Witness(), eyesight)
        report = LifeReport(memory, home.name, life.days(days))
    life_trail(memory).unlink(missing_ok=True)
    return report


class _Life:
    """One home, one robot, one memory."""

    def __init__(
        self,
        home: Home,
        session: TeachSession,
        store: Store,
        plan: LifePlan,
        trail: Trail,
        witness: Witness,
        eyesight: Eyesight | None = None,
    ) -> None:
        self._home, self._session, self._store = home, session, store
        self._plan, self._trail, self._witness = plan, trail, witness
        self._known = known(store, trail, plan.after) if trail.lines else None
        self._forgetter = Forgetter(store, rule_relevance()) if plan.forget else None
        self._perceiver = GroundTruthPerceiver()
        self._clock = SimulatedClock(plan.start)
        self._eyes = None if eyesight is None else eyesight.eyes(plan.start.date().isoformat())
        self._rng = np.random.default_rng([plan.seed, plan.start.toordinal()])
        self._forgotten = 0

    def days(self, count: int) -> list[LivedDay]:
        """Live so many days.

        Raises:
            BadInput: Those that were lived before were more, or do not come out the same.
        """
        try:
            lived = [self.day(number) for number in range(1, count + 1)]
        except OtherCourse as other:
            raise BadInput(
                f"that life does not take the same course any more ({other}); leave out --resume: a new one begins on "
                "the morning after"
            ) from other
        if self._trail.repeating:
            raise BadInput(f"that life has lived more than {count} days; say more with --days")
        return lived

    def day(self, number: int) -> LivedDay:
        """Live one day and the night after it."""
        chores = self._plan.chores
        today, before = self._clock.now().date(), self._trail.given(self._kept, int)
        self._forgotten = 0
        asked: list[LivedChore] = []
        for start in self._times(today, int(self._rng.integers(chores[0], chores[1] + 1))):
            task = self._choose([chore.task for chore in asked])
            if task is not None:
                self._wait_until(start)
                asked.append(self._chore(number, f"{today}-{len(asked) + 1}", task))
        if not asked and number == 1:
            raise UnknownTask(f"there is nothing to do in {self._home.name}; try another --seed or --scene")
        experiences = self._trail.given(self._kept, int) - before
        self._wait_until(_at(today + timedelta(days=1), NIGHT))
        live_a_night(self._session, self._rng)
        nodes = self._trail.given(lambda: {str(key): count for key, count in _alive(self._store).items()}, dict)
        size = self._trail.given(lambda: self._store.bytes_used, int)
        alive = {int(level): count for level, count in nodes.items() if level.isdecimal()}
        lived = LivedDay(today, tuple(asked), experiences, alive, self._forgotten, size)
        self._clock.time = max(self._clock.time, _at(today + timedelta(days=1), MORNING))
        if self._witness.on_day is not None:
            self._witness.on_day(lived)
        return lived

    def _chore(self, number: int, episode: str, task: Task) -> LivedChore:
        started = self._clock.now()
        if self._witness.on_chore is not None:
            self._witness.on_chore(number, started, task)
        self._trail.note(chore=episode, task=task.desc)
        result = run_episode(
            self._session,
            task,
            store=self._store,
            clock=self._clock,
            game_id=episode,
            world=self._home.name,
            seed=int(self._rng.integers(1 << 30)),
            on_step=self._on_step,
            max_steps=self._plan.max_steps,
            perceiver=self._perceiver,
            eyes=self._eyes,
            trail=self._trail,
            known=self._known,
        )
        if self._plan.record is not None and not self._trail.repeating:
            game_file = self._plan.record / f"{episode}.game.json"
            note(self._store, game_file, RECORD)
            write_game(result.game, game_file, again=self._known is not None)
        self._trail.note(over=episode)
        return LivedChore(episode, task.desc, started, self._clock.now(), result.success, result.steps, result.reason)

    def _on_step(self, report: StepReport) -> None:
        if self._witness.on_step is not None and not self._trail.repeating:
            self._witness.on_step(report)

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
            self._forgotten += self._trail.given(self._forget, int)

    def _forget(self) -> int:
        """Forget what has expired; also what a pass has forgotten that was cut off counts."""
        now = self._clock.now()
        cut_off = self._known is not None and self._trail.position == len(self._trail.lines)
        before = forgotten_at(self._store, now, self._plan.after) if cut_off else 0
        return before + (self._forgetter.run(now).forgotten if self._forgetter is not None else 0)

    def _kept(self) -> int:
        """Experiences ever kept in the memory; their numbers count up."""
        return newest_number(self._store)


def _first_morning(store: Store) -> datetime:
    """When a new life begins: an old one goes on in the morning after its last day."""
    newest = store.newest
    return FIRST_DAY if newest is None else _at(newest[1].time.date() + timedelta(days=1), MORNING)


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)


def _alive(store: Store) -> dict[int, int]:
    return dict(store.rows("SELECT level, count(*) FROM nodes WHERE forgotten IS NULL GROUP BY level ORDER BY level"))
