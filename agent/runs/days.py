"""Living in a home for days: chores, a memory that grows with them, and nights in which it forgets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from agent.body.acting import StepReport
from agent.body.eyes import Eyesight
from agent.planning.episode import run_episode
from agent.runs.run import FIRST_DAY
from agent.runs.setup import LifeSetup
from agent.trail.course import OtherCourse, Trail
from agent.trail.days import CutOffLife, LifePlan, check_untouched, give_up_life, life_trail, trail_of
from agent.trail.remembered import RememberedPart, known
from agent.trail.task_log import RepeatedTaskLog
from envs.clock import SimulatedClock
from envs.engines import Home
from envs.errors import BadInput, UnknownTask
from envs.files.writing import make_folder, written
from envs.housemates import live_a_night
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import write_game
from envs.teach.tasks.definition import Task
from envs.teach.tasks.offers import choose_task
from memory.live.task_log import LivedTaskLog
from memory.live.writer import MemoryWriter, opened
from memory.reading.counts import alive_by_level, forgotten_at
from memory.store.database import Store
from memory.store.task_log import TaskLog
from memory.store.written_files import RECORD, TRAIL_OF_RUN, note
from memory.task_status import LAPSED, PLANNED
from perception.scene_graph.from_truth import GroundTruthPerceiver

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
class LifeObserver:
    """Who watches; every function may be left out.

    Attributes:
        on_chore: Called with the day's number from 1, the time and the task before each chore.
        on_step: Called after every step and utterance.
        on_day: Called after each night.
    """

    on_chore: Callable[[int, datetime, Task], None] | None = None
    on_step: Callable[[StepReport], None] | None = None
    on_day: Callable[[LivedDay], None] | None = None


def live_days(setup: LifeSetup, observer: LifeObserver | None = None, again: CutOffLife | None = None) -> LifeReport:
    """Live in one home: what is done on one day is still so on the next, except for what people did over night.

    Until the last night is over a trail lies next to the memory. A life that was cut off is led along it: the same
    happens again in the home, nothing of it is remembered, forgotten or recorded twice, and from where it ends life
    takes the course that it would have taken.

    Args:
        setup: Where, for how long, and how. An old life goes on in the morning after its last day; without a record
            folder no game files are written.
        observer: Who watches.
        again: A life that was cut off, to go on with; its plan holds in place of what is said in the setup, but for the
            memory, the days, the game, the layouts and the eyesight.

    Raises:
        AlreadyExists: The record folder exists.
        BadInput: A number is out of range, or the memory or the record cannot be written.
        GaveUp: The simulator does not run.
        TryAgain: The memory is in use, the disk is full, or the simulator was lost.
        UnknownScene: No such scene.
        UnknownTask: There is nothing to do in this home.
    """
    _check(setup)
    if again is None:
        setup.check_record()
    else:
        setup = setup.as_lived(again.plan)
    with ExitStack() as stack:
        home, session = setup.home(stack.enter_context(setup.launcher()))
        stack.callback(home.simulator.stop)
        with written(setup.memory):
            make_folder(setup.memory.parent)
        clock = SimulatedClock(FIRST_DAY)
        memory = stack.enter_context(opened(setup.memory, setup.memory_mode, clock, setup.lifetimes))
        plan = _plan(setup, memory, again)
        clock.time = plan.start
        trail = stack.enter_context(closing(trail_of(setup.memory, plan, _header(setup), again)))
        trail.number = lambda: memory.number
        memory.ask(lambda store: note(store, life_trail(setup.memory), TRAIL_OF_RUN))
        life = _Life(home, session, (memory, clock), plan, trail, observer or LifeObserver(), setup.eyesight)
        report = LifeReport(setup.memory, home.name, life.days(setup.days))
    life_trail(setup.memory).unlink(missing_ok=True)
    return report


def _check(setup: LifeSetup) -> None:
    fewest, most = setup.chores
    if setup.days < 1:
        raise BadInput(f"{setup.days} days; live at least 1")
    if not 1 <= fewest <= most:
        raise BadInput(f"{fewest} to {most} chores a day; give at least 1, and no fewer at most than at least")


def _plan(setup: LifeSetup, memory: MemoryWriter, again: CutOffLife | None) -> LifePlan:
    """How to live: as it was begun, or anew."""
    if again is not None:
        memory.ask(lambda store: check_untouched(store, again))
        return again.plan
    give_up_life(setup.memory)
    place = (setup.seed, setup.scene, setup.engine, setup.record)
    start = memory.ask(_first_morning)
    return LifePlan(*place, setup.forget, setup.chores, setup.max_steps, start, memory.number)


def _header(setup: LifeSetup) -> dict[str, Any]:
    """What it takes beside its plan to begin the life again."""
    seen = {} if setup.eyesight is None else {"eyesight": setup.eyesight.as_dict()}
    return {**setup.files, **seen}


class _Life:
    """One home, one robot, one memory."""

    def __init__(
        self,
        home: Home,
        session: TeachSession,
        memory: tuple[MemoryWriter, SimulatedClock],
        plan: LifePlan,
        trail: Trail,
        observer: LifeObserver,
        eyesight: Eyesight | None = None,
    ) -> None:
        self._home, self._session = home, session
        self._memory, self._clock = memory
        self._plan, self._trail, self._observer = plan, trail, observer
        self._known = self._memory.ask(lambda store: known(store, trail, plan.after)) if trail.lines else None
        self._tasks = _tasks(self._memory, plan, trail, self._known)
        self._perceiver = GroundTruthPerceiver()
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
                f"that life no longer takes the same course ({other}); leave out --resume: a new one begins on "
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
        alive = self._trail.given(self._alive, dict)
        size = self._trail.given(lambda: self._memory.ask(lambda store: store.bytes_used), int)
        nodes = {int(level): count for level, count in alive.items() if level.isdecimal()}
        lived = LivedDay(today, tuple(asked), experiences, nodes, self._forgotten, size)
        self._clock.time = max(self._clock.time, _at(today + timedelta(days=1), MORNING))
        if self._observer.on_day is not None:
            self._observer.on_day(lived)
        return lived

    def _chore(self, number: int, episode: str, task: Task) -> LivedChore:
        started = self._clock.now()
        if self._observer.on_chore is not None:
            self._observer.on_chore(number, started, task)
        self._trail.note(chore=episode, task=task.desc)
        result = run_episode(
            self._session,
            task,
            history=self._memory,
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
            tasks=self._tasks,
        )
        if self._plan.record is not None and not self._trail.repeating:
            game_file = self._plan.record / f"{episode}.game.json"
            self._memory.ask(lambda store: note(store, game_file, RECORD))
            write_game(result.game, game_file, again=self._known is not None)
        self._trail.note(over=episode)
        return LivedChore(episode, task.desc, started, self._clock.now(), result.success, result.steps, result.reason)

    def _on_step(self, report: StepReport) -> None:
        if self._observer.on_step is not None and not self._trail.repeating:
            self._observer.on_step(report)

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
        if self._plan.forget:
            self._forgotten += self._trail.given(self._forget, int)

    def _forget(self) -> int:
        """Forget what has expired; also what a pass has forgotten that was cut off counts."""
        now = self._clock.now()
        cut_off = self._known is not None and self._trail.position == len(self._trail.lines)
        before = self._memory.ask(lambda store: forgotten_at(store, now, self._plan.after)) if cut_off else 0
        return before + self._memory.forget()

    def _alive(self) -> dict[str, int]:
        """Nodes that are remembered, by level as JSON has it."""
        found = self._memory.ask(alive_by_level)
        return {str(level): count for level, count in found.items()}

    def _kept(self) -> int:
        """Experiences ever kept in the memory; their numbers count up."""
        return self._memory.number


def _tasks(memory: MemoryWriter, plan: LifePlan, trail: Trail, was: RememberedPart | None) -> TaskLog:
    """Where chores are written down; those of a life that was cut off are there as far as the memory has them."""
    log = LivedTaskLog(memory)
    if was is None:
        return log
    there = [one for one in log.tasks() if one.started >= plan.start and one.status not in (PLANNED, LAPSED)]
    return RepeatedTaskLog(log, there, trail, was)


def _first_morning(store: Store) -> datetime:
    """When a new life begins: an old one goes on in the morning after its last day."""
    newest = store.newest
    return FIRST_DAY if newest is None else _at(newest[1].time.date() + timedelta(days=1), MORNING)


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)
