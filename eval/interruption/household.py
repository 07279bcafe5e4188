"""Household tasks that are interrupted, at every step if wanted: what is lost, with and without memory.

Every trial is a whole run of the agent in a generated home, from words to deeds; nothing is told to it but what is
said. What it claims is compared with the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from agent.household.listening_body import Saying, SpeechSource
from agent.household.provisions import Capabilities, EpisodeHome, Speech
from agent.household.robot import Household
from agent.household.session import LivedEpisode, live
from agent.household.status import TaskState
from agent.mind.memories import TaskMemoryMode
from agent.mind.tasks import AgendaTask
from agent.requests.errands import Errand
from agent.runs.thinking import Thinking
from envs.clock import SimulatedClock
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.simulator import ObjectDict, Simulator
from envs.teach.games.session import Outcome, TeachSession
from envs.teach.tasks.check import check_task
from eval.interruption.homes import (
    CHANGES,
    NAMES,
    HouseholdTask,
    TrialHome,
    can_be_amended,
    disturb,
    homes,
    tasks_named,
)
from eval.interruption.tables import ResultCell
from eval.journal import Journal
from memory.task_status import CANCELLED, DONE

MODES = ("standalone", "consecutive", "intervened", "nested", "changed", "amended", "cancelled")
"""Alone; another one behind it; interrupted by one; by three, each in the other; while others touch things; asked for
otherwise; not wanted any more."""
MEMORIES: tuple[TaskMemoryMode, ...] = tuple(TaskMemoryMode)
_DEPTH = 3
_APART = 3
"""Steps after which an interruption is interrupted."""


class WatchedSession(TeachSession):
    """A session that notes what was done in it.

    Attributes:
        done: Actions that worked, in order.
        carried: Ids of the things that were picked up, in order.
    """

    def __init__(self, simulator: Simulator, initial: list[ObjectDict] | None = None, tolerance: float = 0.0) -> None:
        super().__init__(simulator, initial, tolerance)
        self.done: list[str] = []
        self.carried: list[str] = []

    def interact(
        self,
        name: str,
        target: str | None,
        x: float | None = None,
        y: float | None = None,
        distance: float | None = None,
    ) -> Outcome:
        """As in ``TeachSession``."""
        outcome = super().interact(name, target, x, y, distance)
        if outcome.success and target is not None:
            self.done.append(name)
            self.carried += [target] if name == "Pickup" else []
        return outcome


@dataclass(frozen=True)
class TrialOutcome:
    """What came of a trial.

    Attributes:
        success: As of ``Trial``, like the following.
        task_retention: Likewise.
        environment_retention: Likewise.
        wasted: Likewise.
        latency: Likewise.
        touched: Whether somebody else touched something; None when nobody was to.
        steps_uninterrupted: Steps of the task when nobody interrupts it.
    """

    success: bool
    task_retention: bool
    environment_retention: bool
    wasted: float | None
    latency: float | None
    touched: bool | None
    steps_uninterrupted: int


@dataclass
class Trial:
    """One run, as seen from outside.

    Attributes:
        home: Where.
        step: When it was interrupted.
        mode: See ``MODES``.
        memory: What outlived the interruption.
        task_retention: Whether the agent could state the task and what it had done for it.
        environment_retention: Whether it could state where everything is that it had handled.
        success: Whether everything that was wanted is done.
        wasted: Steps for the task beyond those of the uninterrupted run.
        latency: Steps from taking the task up again to the first deed for it.
        touched: Id of what somebody else touched.
        thinking: Which parts are a language model's; None for none.
    """

    home: TrialHome
    step: int
    mode: str
    memory: TaskMemoryMode
    task_retention: bool = False
    environment_retention: bool = False
    success: bool = False
    wasted: float | None = None
    latency: float | None = None
    touched: str | None = None
    thinking: Thinking | None = None
    _asked: bool = False
    _done: int = 0
    _resumed_at: int | None = None
    _robot: Household | None = field(default=None, repr=False)

    def run(self) -> TrialOutcome:
        """Carry it out."""
        controller = PocketController(self.home.scene, seed=self.home.seed, renderImage=False)
        self._session = WatchedSession(controller)
        home = EpisodeHome(self._session, SimulatedClock(), "trial", controller.scene)
        speech = Speech(self._first_words(), None, tuple(self._sayings()))
        capabilities = Capabilities(self.memory, hearing=lambda said: _Hearing(said, self._before))
        if self.thinking is not None:
            capabilities = self.thinking.begun().given_to(capabilities)
        self._judge(live(home, speech, None, capabilities, on_ready=self._meet))
        retained = self.task_retention, self.environment_retention
        touched = self.touched is not None if self.mode == "changed" else None
        return TrialOutcome(self.success, *retained, self.wasted, self.latency, touched, self.home.steps)

    # -- what is said ------------------------------------------------------------------------------------------------

    def _first_words(self) -> str:
        task = self.home.task
        return f"{task.request}, and then {self._intruder(0)}" if self.mode == "consecutive" else task.request

    def _intruder(self, number: int) -> str:
        others = self.home.intruders
        return others[(self.step + number) % len(others)][0]

    def _sayings(self) -> list[Saying]:
        task, step = self.home.task, self.step
        if self.mode in ("intervened", "changed"):
            return [Saying(self._intruder(0), step)]
        if self.mode == "nested":
            return [Saying(self._intruder(k), step + k * _APART) for k in range(_DEPTH)]
        if self.mode == "amended":
            return [Saying(task.amendment, step)]
        if self.mode == "cancelled":
            undo = [Saying("undo everything", step)] if step % 2 else []
            return [Saying(f"never mind {task.topic}", step), *undo]
        return []

    @property
    def expected(self) -> Errand:
        """What the task asks for in the end."""
        task = self.home.task
        return task.amended if self.mode == "amended" and task.amended is not None else task.errand

    # -- watching ----------------------------------------------------------------------------------------------------

    def _meet(self, robot: Household) -> None:
        self._robot = robot
        robot.on_resume, robot.on_end = self._on_resume, self._on_end

    def _before(self, text: str) -> None:
        """Just before something is said; the first time is the moment of the interruption."""
        robot = self._robot
        if robot is None or not robot.agenda.all or self._asked:
            return
        self._asked = True
        self._done = len(self._session.done)
        self._handled = list(dict.fromkeys(self._session.carried))
        if self.mode == "changed":
            about = [*self._handled, *(thing for _, thing in robot.work.bound_now())]
            kinds = CHANGES[self.step % len(CHANGES) :] + CHANGES[: self.step % len(CHANGES)]
            for kind in kinds:
                self.touched = disturb(self._session, kind, about, self.home.task.errand, self.step)
                if self.touched is not None:
                    break

    def _on_resume(self, item: AgendaTask[Errand]) -> None:
        """The agent takes the task up again: what does it know of it?"""
        robot = self._robot
        if robot is None or self._resumed_at is not None or item.errand != self.expected:
            return
        self._resumed_at = robot.body.steps
        self._ask(robot, item, self._done, self._handled)

    def _on_end(self, item: AgendaTask[Errand]) -> None:
        """A task that was not left is over: what does the agent know of it now?"""
        if item.id == 1 and self._resumed_at is None and self._robot is not None and self.mode != "cancelled":
            self._ask(self._robot, item, len(self._session.done), list(dict.fromkeys(self._session.carried)))

    def _ask(self, robot: Household, item: AgendaTask[Errand], done: int, handled: Sequence[str]) -> None:
        state = robot.state_of(item, names=False)
        self.task_retention = state.errand == self.expected and len(state.done) == done
        self.environment_retention = self._knows_places(state, handled)

    def _knows_places(self, state: TaskState, handled: Sequence[str]) -> bool:
        """Whether everything it handled is where it says; what others touched meanwhile is not asked for."""
        things = {item["objectId"]: item for item in self._session.objects()}
        for key in handled:
            item = things.get(key)
            if item is None or not item["pickupable"] or item["isSliced"] or key == self.touched:
                continue
            here = "hand" if self._session.held == key else state.places.get(key)
            if here is None or (here != "hand" and here not in (item["parentReceptacles"] or ())):
                return False
            if here == "hand" and state.places.get(key) != "hand":
                return False
        return True

    # -- judging -----------------------------------------------------------------------------------------------------

    def _judge(self, lived: LivedEpisode) -> None:
        robot = self._robot
        assert robot is not None
        main = next((one for one in lived.ended if one.item.id == 1), None)
        others = [one for one in lived.ended if one.item.id != 1]
        objects = list(self._session.objects())
        if self.mode == "cancelled":
            self._judge_cancelled(robot, lived)
            return
        holds = check_task(self.expected.task, objects).success
        good = all(one.progress.success and one.item.status == DONE for one in others)
        self.success = holds and good and main is not None and main.item.status == DONE
        if (
            main is not None
            and self.memory is not TaskMemoryMode.NONE
            and self.mode in ("intervened", "nested", "changed")
        ):
            self.wasted = float(main.steps - self.home.steps)
            self.latency = self._latency(robot, main.item)

    def _judge_cancelled(self, robot: Household, lived: LivedEpisode) -> None:
        """It was dropped, nothing is held or runs, and, if that was asked for, everything is back."""
        item = next((item for item in robot.agenda.all if item.id == 1), None)
        things = {one["objectId"]: one for one in self._session.objects()}
        known = item is not None and item.errand == self.home.task.errand
        over = known and item is not None and item.status in (CANCELLED, DONE)
        running = [key for key in (item.working.switched if item else ()) if things[key]["isToggled"]]
        undone = all(one.progress.success for one in lived.ended if one.item.id != 1)
        self.success = bool(over and not running and undone and self._session.held is None)
        state = robot.state_of(item, names=False) if item is not None else None
        self.task_retention = bool(known and state is not None and len(state.done) == self._done)
        self.environment_retention = state is not None and self._knows_places(state, self._handled)

    def _latency(self, robot: Household, item: AgendaTask[Errand]) -> float | None:
        if self._resumed_at is None:
            return None
        return float(robot.work.first_deed.get(item.id, robot.body.steps) - self._resumed_at)


class _Hearing(SpeechSource):
    """Tells somebody before anything is heard."""

    def __init__(self, sayings: Sequence[Saying], before: Callable[[str], None]) -> None:
        super().__init__(sayings)
        self._before = before

    def hear(self, steps: int) -> str | None:
        """As in ``SpeechSource``."""
        text = super().hear(steps)
        if text is not None:
            self._before(text)
        return text

    def hear_next(self, expected: bool = False) -> str | None:
        """As in ``SpeechSource``."""
        text = super().hear_next(expected)
        if text is not None:
            self._before(text)
        return text


# -- cells -----------------------------------------------------------------------------------------------------------


def run_household(
    tasks: Sequence[str],
    mode: str,
    memory: str,
    trials: int,
    at: float | None,
    thinking: Thinking | None = None,
    seed: int = 0,
    observer: Callable[[TrialOutcome], None] | None = None,
    journal: Journal[Any] | None = None,
) -> list[ResultCell]:
    """Let household tasks be interrupted.

    Args:
        tasks: Names, all for none.
        mode: See ``MODES``.
        memory: What outlives an interruption; see ``agent.mind.memories.TaskMemoryMode``.
        trials: In how many homes each task is tried.
        at: At which share of the uninterrupted task's steps it is interrupted; None at every one of them, 0 to last.
        thinking: Which parts are a language model's; None for none.
        seed: Chooses the homes.
        observer: Called after every trial.
        journal: Has the trials that were finished before, and keeps the others.

    Returns:
        One cell per task. ``trials`` of a cell counts runs, one for each home and moment.

    Raises:
        BadInput: There is no such task, mode or memory, or a number is out of range.
    """
    if mode not in MODES or memory not in MEMORIES:
        raise BadInput(f"{mode!r} with memory {memory!r}; modes are {', '.join(MODES)}, memories {', '.join(MEMORIES)}")
    if trials < 1 or (at is not None and not 0 <= at <= 1):
        raise BadInput(f"{trials} trials at {at}; try at least 1, at a share from 0 to 1")
    cells = []
    for task in tasks_named(tasks):
        cell = _cell(
            task,
            mode,
            TaskMemoryMode(memory),
            trials,
            at,
            thinking,
            seed,
            observer,
            journal or Journal(None, Any, dict),
        )
        if cell is not None:
            cells.append(cell)
    return cells


def _cell(
    task: HouseholdTask,
    mode: str,
    memory: TaskMemoryMode,
    trials: int,
    at: float | None,
    thinking: Thinking | None,
    seed: int,
    observer: Callable[[TrialOutcome], None] | None,
    journal: Journal[Any],
) -> ResultCell | None:
    done: list[TrialOutcome] = []
    for home in homes(task.name, trials, seed):
        if mode == "amended" and not can_be_amended(home):
            continue
        for step in _moments(home, mode, at):
            trial = Trial(home, step, mode, memory, thinking=thinking)
            name = f"household/{mode}/{memory}/{task.name}/{home.seed}/{step}"
            done.append(journal.piece(name, trial.run, TrialOutcome))
            if observer is not None:
                observer(done[-1])
    if not done:
        return None
    return ResultCell(
        "household",
        task.name,
        mode,
        memory,
        len(done),
        fmean(trial.success for trial in done),
        fmean(trial.task_retention for trial in done),
        fmean(trial.environment_retention for trial in done),
        _extra(done),
    )


def _moments(home: TrialHome, mode: str, at: float | None) -> Sequence[int]:
    """After how many steps of the task something happens."""
    if mode in ("standalone", "consecutive"):
        return (0,)
    return range(home.steps) if at is None else (min(home.steps - 1, round(at * home.steps)),)


def _extra(done: Sequence[TrialOutcome]) -> Mapping[str, float]:
    found = {
        "wasted_actions": [trial.wasted for trial in done if trial.wasted is not None],
        "resume_latency_steps": [trial.latency for trial in done if trial.latency is not None],
        "touched": [float(trial.touched) for trial in done if trial.touched is not None],
        "steps_uninterrupted": [float(trial.steps_uninterrupted) for trial in done],
    }
    return {name: round(fmean(values), 3) for name, values in found.items() if values}


__all__ = ["MEMORIES", "MODES", "NAMES", "Trial", "TrialOutcome", "run_household"]
