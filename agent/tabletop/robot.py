"""A robot at a table: the table as a world of the mind, and the mind in it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from agent.language.errors import BudgetSpent, TooLong
from agent.mind.commands import DECLARATIVE, WORKING, Command, commands_in, named
from agent.mind.conversation import Turn
from agent.mind.coordinator import DoAction, GoOn, Retrieve, TurnTaker
from agent.mind.executive import MOST_RECALLS, ExecutedStep, Executive
from agent.mind.memories import DeclarativeMemory, TaskMemory, TaskMemoryMode, WorkingMemory
from agent.mind.tasks import AgendaTask
from agent.mind.world import WorldStep
from agent.tabletop.agenda import TabletopAgenda
from agent.tabletop.facts import Did
from agent.tabletop.procedures import Procedures, TabletopTask
from agent.tabletop.speaking import SpokenCoordinator, at_hand
from agent.tabletop.table import Table
from agent.tabletop.wishes import QUESTIONS, TabletopWords, TaskWish, understand
from envs.clock import Clock, SimulatedClock
from envs.errors import GaveUp
from memory.store.task_log import LogEntry, TaskLog, unsaved_log
from memory.task_status import CANCELLED, DONE, FAILED, SUSPENDED

_FUNCTIONS = {TaskMemoryMode.NONE: (), TaskMemoryMode.WORKING: (WORKING,), TaskMemoryMode.BOTH: (WORKING, DECLARATIVE)}


@dataclass(frozen=True)
class _Heard:
    """An utterance at the table: its words, and what was made of them."""

    said: str
    words: TabletopWords


class TabletopWorld:
    """A table, as a world in which a mind acts. What is said comes through ``Executive.hear``.

    Args:
        procedures: Which tasks and actions there are.
        speaker: Speaks for the coordinator.
        memory: The worker's memories.
        agenda: The open tasks.
        clock: Tells the time for the log.
        taught: Names of the tasks whose specification is given at the beginning; all by default.
        window: Tokens of the conversation that can still be read; None is all.

    Attributes:
        table: The table that the robot is at now.
        coordinator: Has the conversation.
    """

    def __init__(
        self,
        procedures: Procedures,
        speaker: TurnTaker,
        memory: TaskMemory[TabletopTask],
        agenda: TabletopAgenda,
        clock: Clock,
        taught: Sequence[str] | None,
        window: int | None,
    ) -> None:
        self._procedures, self._memory, self._agenda, self._clock = procedures, memory, agenda, clock
        self.functions = _FUNCTIONS[memory.mode]
        self.table: Table | None = None
        self.coordinator = SpokenCoordinator(procedures, speaker, self.functions, self._see, taught, window)

    def _see(self) -> tuple[str, ...]:
        return () if self.table is None else self.table.see()

    # -- what is said

    def heard(self, idle: bool) -> str | None:
        """Nobody speaks of their own accord."""
        return None

    def speaking(self) -> bool:
        """Nobody speaks of their own accord."""
        return False

    def together(self) -> AbstractContextManager[Any]:
        """Every change is kept on its own."""
        return nullcontext()

    def turned(self, before: AgendaTask[TabletopTask] | None, begun: int, answer: str) -> None:
        """Nothing is left lying about at a table."""

    def read(self, said: str, aloud: bool) -> _Heard:
        """Read an utterance."""
        return _Heard(said, understand(self._procedures, said))

    def carry_out(self, read: _Heard) -> str:
        """Turn to what is asked for. A task that is at hand is suspended by another, one that waits is resumed."""
        talk, turns = self.coordinator.talk, self.coordinator.turns
        words, waiting = read.words, self._agenda.waiting()
        if words.question or not words.requests:
            talk.add(turns.heard(read.said, None, waiting))
            titles = ", ".join(task.title for task in self._procedures.tasks.values())
            question = words.question or f"Which task do you mean? I know {titles}."
            talk.add(Turn("assistant", question))
            return question
        if words.requests[-1].wish in QUESTIONS:
            return self.ask(read.said) or "I cannot tell."
        for request in words.requests:
            self._wish(request.wish, request.task or self._meant(request.wish, waiting), read.said)
        talk.add(turns.heard(read.said, self._see(), waiting, at_hand(self._agenda)))
        return ""

    def _wish(self, wish: TaskWish, task: TabletopTask | None, said: str) -> None:
        """Carry out a wish about a task, and turn to it."""
        agenda, current = self._agenda, self._agenda.current
        if task is None:
            return
        known = agenda.of(task)
        if wish in (TaskWish.SUSPEND, TaskWish.CANCEL):
            if known is not None:
                agenda.leave(known, SUSPENDED if wish is TaskWish.SUSPEND else CANCELLED, "as the user wished")
            return
        begins = known is None or wish is TaskWish.AGAIN
        if known is not None and begins:
            agenda.leave(known, CANCELLED, "begun again from the start")
        if known is None or begins:
            agenda.begin(task, said, "now")
        else:
            agenda.bring_forward(known)
        if current is not None and current.errand != task:
            agenda.leave(current, SUSPENDED, f"interrupted by the {task.title} task")
        begins = begins or self._memory.mode is not TaskMemoryMode.BOTH
        self._memory.turn_to(task, anew=wish is TaskWish.AGAIN or (begins and wish is TaskWish.START))

    def _meant(self, wish: TaskWish, waiting: Sequence[TabletopTask]) -> TabletopTask | None:
        """Which task is spoken of without its name: the one at hand, or the one that waits and changed last."""
        current = at_hand(self._agenda)
        if current is not None or wish in (TaskWish.SUSPEND, TaskWish.CANCEL):
            return current
        return waiting[-1] if waiting else None

    def ask(self, question: str) -> str:
        """Ask something about a task; the answer in words, "" when there is none."""
        about = next(iter(self._procedures.meant(question)), at_hand(self._agenda))
        talk, turns = self.coordinator.talk, self.coordinator.turns
        talk.add(turns.asked(question, about))
        repaired = False
        for _ in range(MOST_RECALLS + 1):
            try:
                words = self.coordinator.say()
                commands = commands_in(words)
                if not commands:
                    return words
                wanted = self.coordinator.decision(commands[0], words) if len(commands) == 1 else None
                if isinstance(wanted, Retrieve):
                    self.coordinator.hand_over(wanted, self.memory(wanted))
                    continue
            except BudgetSpent:
                raise
            except (GaveUp, TooLong):
                return ""
            if repaired:
                return ""
            repaired = True
            talk.add(turns.retold())
        return ""

    # -- what is done

    def take_up(self, task: AgendaTask[TabletopTask]) -> None:
        """The memories are turned to a task as soon as it is asked for."""

    def refusal(self, task: AgendaTask[TabletopTask] | None, action: DoAction | GoOn) -> str:
        """Why an action cannot be done for a task: it is not there, of another task, or about nothing on the table."""
        turns = self.coordinator.turns
        if isinstance(action, GoOn):
            return turns.no_command()
        command = Command(action.action, action.thing)
        if action.action not in self._procedures.actions:
            return turns.unknown_command(command)
        if task and self._memory.mode is not TaskMemoryMode.NONE and action.action not in task.errand.actions:
            return turns.foreign_action(command, task.errand)
        return "" if named(action.thing, self._see()) else turns.unknown_object(command, self._see())

    def do(self, task: AgendaTask[TabletopTask], action: DoAction | GoOn) -> WorldStep:
        """Carry out an action on an object."""
        assert isinstance(action, DoAction) and self.table is not None  # everything else is refused
        thing = named(action.thing, self.table.see())
        assert thing is not None  # likewise
        specified = self._procedures.actions[action.action]
        outcome = self.table.execute(specified, thing)
        about = task.errand
        held = self._memory.contents_after(about, specified.place, thing) if outcome.success else ()
        entry = LogEntry(
            self._clock.now(),
            f"{specified.name}({thing})",
            outcome.success,
            outcome.reason,
            {specified.place: held} if held else {},
            self.table.see(),
        )
        self._agenda.tasks.append(task.id, entry)
        self._memory.note(entry)
        self.coordinator.note(Did(specified.name, thing, outcome.success, outcome.reason), about)
        return WorldStep(entry.action, outcome.success)

    def ended(self, task: AgendaTask[TabletopTask], reason: str) -> None:
        """A task is finished, or given up."""
        self._agenda.leave(task, DONE if reason == "done" else FAILED, reason)

    # -- what is remembered

    def memory(self, wanted: Retrieve) -> WorkingMemory[TabletopTask] | DeclarativeMemory[TabletopTask] | None:
        """The memory that the coordinator wants to see, made by the worker."""
        if wanted.function == WORKING:
            return self._memory.working(wanted.task, self._see())
        return self._memory.declarative(wanted.task)


class TabletopRobot:
    """A robot at a table with a coordinator and a worker.

    Args:
        procedures: Which tasks and actions there are.
        speaker: Speaks for the coordinator.
        memory: The worker's memories.
        log: Keeps the declarative memory; given exactly when the memory's mode is ``both``.
        taught: Names of the tasks whose specification is given at the beginning; all by default.
        window: Tokens of the conversation that can still be read; None is all.
        clock: Tells the time for the log.
    """

    def __init__(
        self,
        procedures: Procedures,
        speaker: TurnTaker,
        memory: TaskMemory[TabletopTask],
        log: TaskLog | None = None,
        taught: Sequence[str] | None = None,
        window: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        clock, both = clock or SimulatedClock(), memory.mode is TaskMemoryMode.BOTH
        tasks = log if log is not None and both else unsaved_log()
        self._agenda = TabletopAgenda(procedures, tasks, clock, remembers=both and log is not None)
        self._world = TabletopWorld(procedures, speaker, memory, self._agenda, clock, taught, window)
        self._mind = Executive(self._world, self._agenda, self._world.coordinator)

    @property
    def conversation(self) -> tuple[Turn, ...]:
        """Everything that was said."""
        return self._world.coordinator.talk.turns

    @property
    def task(self) -> TabletopTask | None:
        """The task at hand."""
        return at_hand(self._agenda)

    def hear(self, said: str, table: Table) -> str:
        """The user says something, at any time, at a table; as ``Executive.hear``."""
        self._world.table = table
        return self._mind.hear(said)

    def step(self, table: Table) -> ExecutedStep:
        """Have the coordinator say what is next at a table, and do it: at most one action."""
        self._world.table = table
        return self._mind.step()

    def ask(self, question: str, table: Table) -> str:
        """Ask something about a task; the answer in words, "" when there is none."""
        self._world.table = table
        return self._world.ask(question)
