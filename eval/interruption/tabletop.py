"""The paper's experiment: five tabletop tasks, alone, in a row, and interrupting each other, with and without memory.

Source: "Robots Can Multitask Too" (Ali et al.), section IV. What is required and what is true is said here and read off
the table in the engine; nothing of it comes from the executive that is measured.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from agent.mind.commands import FINISHED, read_lines
from agent.mind.coordinator import TurnTaker
from agent.mind.memories import TaskMemory, TaskMemoryMode
from agent.mind.worker import Worker
from agent.tabletop.coordinator import BuiltinCoordinator
from agent.tabletop.procedures import Procedures, TabletopTask, procedures
from agent.tabletop.robot import TabletopRobot
from agent.tabletop.table import Tabletop
from agent.tabletop.worker import BuiltinWorker
from envs.errors import BadInput
from envs.files.leftovers import scratch
from eval.interruption.tables import ResultCell
from eval.journal import Journal
from memory.store.database import Store
from memory.store.task_log import TaskLog
from memory.task_status import CANCELLED, OPEN

TASKS: tuple[str, ...] = ("separate", "arrange", "point", "recipe", "tower")
MODES = ("standalone", "consecutive", "intervened")
SPARE_PROMPTS = 4
"""Prompts a task gets beyond one for each required action; whoever still goes on then has failed."""

_Phases = tuple[Mapping[str, frozenset[str]], ...]
_BOXES = {"move_to_box_1": frozenset({"apple", "banana", "pear"}), "move_to_box_2": frozenset({"cup", "bowl"})}
_FRUIT = frozenset({"apple", "banana", "lemon", "orange", "pear"})
_CUBES = frozenset({"red cube", "blue cube", "green cube", "yellow cube"})
REQUIRED: Mapping[str, _Phases] = {
    "separate": (_BOXES,),
    "arrange": ({"place_in_bowl": _FRUIT},),
    "point": ({"point": frozenset({"banana", "lemon"})}, {"point": frozenset({"apple", "can"})}),
    "recipe": ({"give": frozenset({"bowl", "jello", "banana"})},),
    "tower": ({"put_on_tower": _CUBES},),
}
"""The actions of each task (paper, table I); those of a phase in any order, one phase after the other."""

_START = (
    "Please do the {} task.",
    "Now I would like you to do the {} task.",
    "Start with the {} task, please.",
    "Can you do the {} task for me?",
    "The next thing is the {} task.",
)
_INTERRUPT = (
    "Stop that for now and do the {} task.",
    "Please leave this for later. Start the {} task.",
    "Wait, something else first: do the {} task.",
    "Pause here, then do the {} task.",
)
_RESUME = (
    "Please continue the {} task.",
    "Go back to the {} task and finish it.",
    "Carry on with the {} task where you left off.",
    "Resume the {} task now.",
)
_STATE = "What is the state of the {} task? Say what is in each place, one line per place, in this form: {}"
_TABLE = "Which objects of the {} task are still on the table? Answer in one line, in this form: table: names"


@dataclass(frozen=True)
class TaskResult:
    """One task in one trial.

    Attributes:
        success: Exactly the required actions, in an order that is right, then the end.
        strict: The same without any turn that had to be sent back; the paper sends none back.
        state: What it said of the task's state right after the task was true.
        table: What it said of the table right after the task was true.
        state_later: The same asked before the conversation was reset.
        table_later: Likewise.
        wasted: Actions that were wrong, repeated or did not work.
        prompts: Prompts given.
        recalls: Memory functions called.
    """

    success: bool
    strict: bool
    state: bool
    table: bool
    state_later: bool
    table_later: bool
    wasted: int
    prompts: int
    recalls: int


@dataclass
class _Attempt:
    """One task while a trial is under way."""

    name: str
    table: Tabletop
    done: list[str] = field(default_factory=list)
    ended: bool = False
    failed: bool = False
    repairs: int = 0
    recalls: int = 0
    prompts: int = 0
    asked: list[tuple[bool, bool]] = field(default_factory=list)


MakeExecutive = Callable[[TaskMemoryMode], tuple[TurnTaker, Worker[TabletopTask]]]
"""Makes the coordinator and the worker of a conversation."""


def builtin_executive(mode: TaskMemoryMode) -> tuple[TurnTaker, Worker[TabletopTask]]:
    """Coordinator and worker without a language model."""
    known = procedures()
    return BuiltinCoordinator(known, mode), BuiltinWorker(known)


class TabletopExperiment:
    """Runs trials.

    Args:
        make: Makes coordinator and worker.
        memory: Which memories they have.
        window: Tokens of the conversation that can still be read; None is all.
        seed: Decides the order of objects, where they lie, and what is said.
        log: The declarative memory, shared by all trials; needed for ``both``.
    """

    def __init__(
        self, make: MakeExecutive, memory: TaskMemoryMode, window: int | None, seed: int, log: TaskLog | None = None
    ) -> None:
        self._make, self._memory, self._window, self._seed, self._log = make, memory, window, seed, log
        self._known: Procedures = procedures()

    def standalone(self, task: str, trial: int) -> TaskResult:
        """One task, with nothing else known, then the conversation is reset."""
        dice = self._dice("standalone", task, trial)
        robot, attempt = self._robot([task]), self._attempt(task, dice)
        self._say(robot, attempt, dice.choice(_START))
        self._finish(robot, attempt)
        return self._result(robot, attempt)

    def consecutive(self, tasks: Sequence[str], trial: int) -> list[TaskResult]:
        """One task after the other in one conversation."""
        dice = self._dice("consecutive", "", trial)
        robot = self._robot(tasks)
        attempts = [self._attempt(task, dice) for task in tasks]
        for attempt in attempts:
            self._say(robot, attempt, dice.choice(_START))
            self._finish(robot, attempt)
        return [self._result(robot, attempt) for attempt in attempts]

    def intervened(self, tasks: Sequence[str], trial: int, before: Mapping[str, int]) -> list[TaskResult]:
        """Each task is interrupted by the next after so many actions; in a second round each is resumed to its end."""
        dice = self._dice("intervened", "", trial)
        robot = self._robot(tasks)
        attempts = [self._attempt(task, dice) for task in tasks]
        for index, attempt in enumerate(attempts):
            self._say(robot, attempt, dice.choice(_INTERRUPT if index else _START))
            for _ in range(before[attempt.name]):
                self._prompt(robot, attempt)
        for attempt in attempts:
            self._say(robot, attempt, dice.choice(_RESUME))
            self._finish(robot, attempt)
        return [self._result(robot, attempt) for attempt in attempts]

    # --- parts of a trial

    def _dice(self, mode: str, task: str, trial: int) -> random.Random:
        return random.Random(f"{self._seed}|{mode}|{task}|{trial}")

    def _robot(self, taught: Sequence[str]) -> TabletopRobot:
        if self._log:
            for task in self._log.tasks(*OPEN):  # left by a trial that failed
                self._log.update(task.id, task.changed, status=CANCELLED)
        coordinator, worker = self._make(self._memory)
        memory = TaskMemory(worker, self._memory, self._log)
        return TabletopRobot(self._known, coordinator, memory, self._log, taught, self._window)

    def _attempt(self, name: str, dice: random.Random) -> _Attempt:
        task = self._known.tasks[name]
        things = dice.sample(task.table, len(task.table))
        return _Attempt(name, Tabletop(self._known, things, task.places, dice.randrange(10**6)))

    def _say(self, robot: TabletopRobot, attempt: _Attempt, words: str) -> None:
        question = robot.hear(words.format(self._known.tasks[attempt.name].title), attempt.table)
        attempt.failed |= bool(question)  # it was said plainly

    def _prompt(self, robot: TabletopRobot, attempt: _Attempt) -> None:
        if attempt.failed or attempt.ended:
            return
        step = robot.step(attempt.table)
        attempt.prompts += 1
        attempt.repairs += step.repairs
        attempt.recalls += step.recalls
        attempt.failed |= bool(step.failed) or step.over not in ("", FINISHED)
        attempt.ended |= step.over == FINISHED
        if step.action:
            attempt.done.append(step.action)

    def _finish(self, robot: TabletopRobot, attempt: _Attempt) -> None:
        most = len(_required(attempt.name)) + SPARE_PROMPTS
        while not (attempt.ended or attempt.failed) and attempt.prompts < most:
            self._prompt(robot, attempt)
        attempt.asked.append(self._retention(robot, attempt))

    def _retention(self, robot: TabletopRobot, attempt: _Attempt) -> tuple[bool, bool]:
        """Whether it can say what is in each place, and what is left on the table."""
        task, table = self._known.tasks[attempt.name], attempt.table
        form = "; ".join(f"{place}: names" for place in task.places)
        said = robot.ask(_STATE.format(task.title, form), table)
        told = read_lines(said.replace(";", "\n"), task.places, task.table)
        state = all(place in told and set(told[place]) == set(table.holds(place)) for place in task.places)
        said = robot.ask(_TABLE.format(task.title), table)
        left = read_lines(said, ["table"], task.table).get("table")
        return state, left is not None and set(left) == set(table.see())

    def _result(self, robot: TabletopRobot, attempt: _Attempt) -> TaskResult:
        later = self._retention(robot, attempt)
        [soon] = attempt.asked
        right = attempt.ended and not attempt.failed and is_required(attempt.name, attempt.done)
        return TaskResult(
            right,
            right and not attempt.repairs,
            *soon,
            *later,
            len(attempt.done) - len(set(attempt.done) & _required(attempt.name)),
            attempt.prompts,
            attempt.recalls,
        )


def _required(task: str) -> set[str]:
    """The actions of a task, as they are logged."""
    phases = REQUIRED[task]
    return {f"{action}({name})" for phase in phases for action, names in phase.items() for name in names}


def is_required(task: str, done: Sequence[str]) -> bool:
    """Whether actions are exactly those that a task requires, in an order that is right."""
    left = list(done)
    for phase in REQUIRED[task]:
        wanted = {f"{action}({name})" for action, names in phase.items() for name in names}
        if len(left) < len(wanted) or set(left[: len(wanted)]) != wanted:
            return False
        left = left[len(wanted) :]
    return not left


def points(task: str, at: float | None) -> tuple[int, ...]:
    """After how many actions a task is interrupted: at a share of them, or with None after each number of them."""
    count = len(_required(task))
    return tuple(range(count + 1)) if at is None else (int(count * at),)


def run_paper(
    tasks: Sequence[str],
    mode: str,
    memory: str,
    trials: int,
    at: float | None = 0.5,
    make: MakeExecutive = builtin_executive,
    seed: int = 0,
    window: int | None = None,
    progress: Callable[[], None] = lambda: None,
    journal: Journal[Any] | None = None,
) -> list[ResultCell]:
    """Measure some tasks in one mode with one kind of memory.

    Args:
        tasks: Of ``TASKS``; they are run in the order of ``TASKS``.
        mode: Of ``MODES``.
        memory: ``none``, ``working`` or ``both``.
        trials: How often; with every interruption, that often at each.
        at: Share of a task's actions after which it is interrupted; None is after each number of them.
        make: Makes the coordinator and the worker of a conversation.
        seed: The same seed gives the same trials.
        window: Tokens of the conversation that can still be read; None is all.
        progress: Called after each trial.
        journal: Has the trials that were finished before, and keeps the others.

    Raises:
        BadInput: A task, mode or memory that there is not, or a share outside of 0 to 1.
    """
    chosen = _chosen(tasks, mode, memory, at)
    results: dict[str, list[TaskResult]] = {task: [] for task in chosen}
    journal = journal or Journal(None, Any, dict)
    with _log(memory) as log:
        experiment = TabletopExperiment(make, TaskMemoryMode(memory), window, seed, log)
        for trial in range(trials):
            trying = partial(_trial, experiment, chosen, mode, trial, at)
            for task, result in journal.piece(f"paper/{mode}/{memory}/{trial}", trying, list[tuple[str, TaskResult]]):
                results[task].append(result)
            progress()
    return [_cell(task, mode, memory, found) for task, found in results.items()]


def _chosen(tasks: Sequence[str], mode: str, memory: str, at: float | None) -> list[str]:
    unknown = [task for task in tasks if task not in TASKS]
    if unknown or not tasks:
        raise BadInput(f"there is no tabletop task {(unknown or ['(none)'])[0]!r}; choose among {', '.join(TASKS)}")
    if mode not in MODES or memory not in list(TaskMemoryMode):
        raise BadInput(
            f"mode {mode!r} with memory {memory!r}: choose {', '.join(MODES)} and {', '.join(TaskMemoryMode)}"
        )
    if at is not None and not 0 <= at <= 1:
        raise BadInput(f"a task cannot be interrupted at {at:g} of its actions; give a share from 0 to 1, or all")
    return [task for task in TASKS if task in tasks]


def _trial(
    experiment: TabletopExperiment, tasks: Sequence[str], mode: str, trial: int, at: float | None
) -> list[tuple[str, TaskResult]]:
    if mode == "standalone":
        return [(task, experiment.standalone(task, trial)) for task in tasks]
    if mode == "consecutive":
        return list(zip(tasks, experiment.consecutive(tasks, trial), strict=True))
    found: list[tuple[str, TaskResult]] = []
    before = {task: points(task, at) for task in tasks}
    for step in range(max(map(len, before.values()))):
        now = {task: places[min(step, len(places) - 1)] for task, places in before.items()}
        for task, result in zip(tasks, experiment.intervened(tasks, trial, now), strict=True):
            if step < len(before[task]):
                found.append((task, result))
    return found


@contextmanager
def _log(memory: str) -> Iterator[TaskLog | None]:
    """A memory file of its own, for as long as the trials take."""
    if memory != TaskMemoryMode.BOTH:
        yield None
        return
    with scratch("tabletop") as folder, Store.open(folder / "memory.sqlite") as store:
        yield TaskLog(store)


def _cell(task: str, mode: str, memory: str, results: Sequence[TaskResult]) -> ResultCell:
    def share(name: str) -> float:
        return sum(float(getattr(result, name)) for result in results) / len(results) if results else 0.0

    extra = {
        "success_without_repair": share("strict"),
        "task_retention_later": share("state_later"),
        "environment_retention_later": share("table_later"),
        "wasted_actions": share("wasted"),
        "prompts": share("prompts"),
        "memory_calls": share("recalls"),
    }
    return ResultCell(
        "paper", task, mode, memory, len(results), share("success"), share("state"), share("table"), extra
    )
