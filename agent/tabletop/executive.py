"""Two minds at a table: what is said goes in, one action at a time comes out, and every action is logged.

The coordinator speaks; here its words are checked, carried out and answered. A turn that cannot be used is sent back
once, saying what is wrong; after that the step has failed, and nothing was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.language.errors import BudgetSpent, TooLong
from agent.tabletop.commands import DECLARATIVE, FINISHED, GAVE_UP, WORKING, Command, commands_in, named
from agent.tabletop.conversation import Conversation, Did, Turn
from agent.tabletop.coordinator import Coordinator
from agent.tabletop.memories import MemoryMode, TaskMemory
from agent.tabletop.procedures import Procedures, Task
from agent.tabletop.table import Table
from agent.tabletop.task_entries import Ledger
from agent.tabletop.turns import Turns
from agent.tabletop.wishes import QUESTIONS, Wish, understand
from envs.clock import Clock, SimulatedClock
from envs.errors import GaveUp
from memory.store.task_log import CANCELLED, DONE, FAILED, SUSPENDED, LogEntry, TaskLog

MOST_RECALLS = 6
"""Memory functions that may be called before an action; a coordinator that asks on has lost its way."""
IDLE = "idle"
_FUNCTIONS = {MemoryMode.NONE: (), MemoryMode.WORKING: (WORKING,), MemoryMode.BOTH: (WORKING, DECLARATIVE)}


@dataclass(frozen=True)
class Step:
    """What came of one prompt.

    Attributes:
        said: The coordinator's last words.
        action: What was carried out, as in ``point(apple)``; "" when nothing was.
        success: Whether it worked.
        over: The task is at an end: ``finished`` or ``gave_up``; ``idle`` when none is at hand; "" when it goes on.
        failed: Why nothing usable was said; "" when something was.
        repairs: Turns that were sent back.
        recalls: Memory functions that were called.
    """

    said: str
    action: str = ""
    success: bool = False
    over: str = ""
    failed: str = ""
    repairs: int = 0
    recalls: int = 0


class Minds:
    """A robot at a table with a coordinator and a worker.

    Args:
        procedures: Which tasks and actions there are.
        coordinator: Decides.
        memory: The worker's memories.
        log: Keeps the declarative memory; given exactly when the memory's mode is ``both``.
        taught: Names of the tasks whose specification is given at the beginning; all by default.
        window: Tokens of the conversation that can still be read; None is all.
        clock: Tells the time for the log.
    """

    def __init__(
        self,
        procedures: Procedures,
        coordinator: Coordinator,
        memory: TaskMemory,
        log: TaskLog | None = None,
        taught: Sequence[str] | None = None,
        window: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._procedures, self._coordinator, self._memory = procedures, coordinator, memory
        self._clock = clock or SimulatedClock()
        self._ledger = Ledger(log if memory.mode is MemoryMode.BOTH else None, procedures, self._clock)
        self._turns = Turns(procedures, _FUNCTIONS[memory.mode])
        self._talk = Conversation(window)
        self._task: Task | None = None
        self._idle = True
        self._talk.add(self._turns.base([procedures.task(name) for name in taught or procedures.tasks]))

    @property
    def conversation(self) -> tuple[Turn, ...]:
        """Everything that was said."""
        return self._talk.turns

    @property
    def task(self) -> Task | None:
        """The task at hand."""
        return self._task

    def hear(self, said: str, table: Table) -> str:
        """The user says something, at any time.

        A task that is asked for while another is at hand suspends that one; one that waits in the log is resumed.

        Returns:
            The answer to a question, a question back when it was not clear, "" when something is to be done.
        """
        understood = understand(self._procedures, said)
        if understood.question or not understood.requests:
            self._talk.add(self._turns.heard(said, None, self._ledger.waiting()))
            question = understood.question or f"Which task do you mean? I know {', '.join(self._titles())}."
            self._talk.add(Turn("assistant", question))
            return question
        if understood.requests[-1].wish in QUESTIONS:
            return self.ask(said, table) or "I cannot tell."
        waiting = self._ledger.waiting()
        for request in understood.requests:
            self._wish(request.wish, request.task or self._meant(request.wish, waiting), said)
        self._talk.add(self._turns.heard(said, table.see(), waiting, self._task))
        self._idle = self._task is None
        return ""

    def step(self, table: Table) -> Step:
        """Have the coordinator say what is next, and do it: at most one action."""
        if self._idle:
            return Step("", over=IDLE)
        if self._talk.turns[-1].role == "assistant":
            self._talk.add(self._turns.again(table.see(), self._task))
        recalls, repairs = 0, 0
        while True:
            try:
                words = self._say()
                commands = list(dict.fromkeys(commands_in(words)))
                problem = self._problem(commands, table)
                if not problem and commands[0].name in (WORKING, DECLARATIVE):
                    if recalls == MOST_RECALLS:
                        return Step(words, failed="it asks for memories and does not act", repairs=repairs)
                    recalls += 1
                    self._recall(commands[0], table)
                    continue
            except BudgetSpent:
                raise
            except (GaveUp, TooLong) as error:
                return Step("", failed=str(error), repairs=repairs, recalls=recalls)
            if not problem:
                return self._done(commands[0], words, table, repairs, recalls)
            if repairs:
                return Step(words, failed=problem, repairs=repairs, recalls=recalls)
            repairs += 1
            self._talk.add(Turn("user", problem))

    def ask(self, question: str, table: Table) -> str:
        """Ask something about a task; the answer in words, "" when there is none."""
        about = next(iter(self._procedures.meant(question)), self._task)
        self._talk.add(self._turns.asked(question, about))
        repaired = False
        for _ in range(MOST_RECALLS + 1):
            try:
                words = self._say()
                commands = commands_in(words)
                if not commands:
                    return words
                called = len(commands) == 1 and commands[0].name in _FUNCTIONS[self._memory.mode]
                if called and not self._problem(commands, table):
                    self._recall(commands[0], table)
                    continue
            except BudgetSpent:
                raise
            except (GaveUp, TooLong):
                return ""
            if repaired:
                return ""
            repaired = True
            self._talk.add(self._turns.retold())
        return ""

    # --- what was said

    def _say(self) -> str:
        words = self._coordinator.reply(self._talk.visible())
        self._talk.add(Turn("assistant", words))
        return words

    def _problem(self, commands: Sequence[Command], table: Table) -> str:
        """What is wrong with a turn, in words for the coordinator; "" when it can be carried out."""
        turns = self._turns
        if len(commands) != 1:
            return turns.several(commands) if commands else turns.no_command()
        [command] = commands
        functions = _FUNCTIONS[self._memory.mode]
        if command.name in (FINISHED, GAVE_UP):
            return ""
        if command.name in functions:
            return "" if self._named(command) else turns.unknown_task(command)
        if command.name not in self._procedures.actions:
            return turns.unknown_command(command)
        if self._task and self._memory.mode is not MemoryMode.NONE and command.name not in self._task.actions:
            return turns.foreign_action(command, self._task)
        if named(command.argument, table.see()) is None:
            return turns.unknown_object(command, table.see())
        return ""

    def _named(self, command: Command) -> Task | None:
        """The task that a memory function is called for."""
        tasks = self._procedures.tasks.values()
        wanted = command.argument.lower().removesuffix(" task")
        exact = [task for task in tasks if wanted in (task.name, task.title)]
        return next(iter(exact or self._procedures.meant(wanted)), None)

    def _recall(self, command: Command, table: Table) -> None:
        task = self._named(command)
        assert task is not None  # checked as a problem
        if command.name == WORKING:
            self._talk.add(self._turns.working(self._memory.working(task, table.see())))
        else:
            self._talk.add(self._turns.declarative(task, self._memory.declarative(task)))

    # --- what is done

    def _done(self, command: Command, words: str, table: Table, repairs: int, recalls: int) -> Step:
        if command.name in (FINISHED, GAVE_UP):
            self._ledger.close(self._task, DONE if command.name == FINISHED else FAILED, words)
            self._task, self._idle = None, True
            return Step(words, over=command.name, repairs=repairs, recalls=recalls)
        thing = named(command.argument, table.see())
        assert thing is not None  # checked as a problem
        action = self._procedures.actions[command.name]
        outcome = table.execute(action, thing)
        did = Did(action.name, thing, outcome.success, outcome.reason)
        about = self._task
        held = self._memory.contents_after(about, action.place, thing) if about and outcome.success else ()
        entry = LogEntry(
            self._clock.now(),
            f"{action.name}({thing})",
            outcome.success,
            outcome.reason,
            {action.place: held} if held else {},
            table.see(),
        )
        self._ledger.append(self._task, entry)
        self._memory.note(entry)
        self._talk.add(self._turns.result(did, table.see(), self._task))
        return Step(words, entry.action, outcome.success, repairs=repairs, recalls=recalls)

    def _wish(self, wish: Wish, task: Task | None, said: str) -> None:
        """Carry out a wish about a task in the log, and turn to it."""
        if task is None:
            return
        if wish in (Wish.SUSPEND, Wish.CANCEL):
            self._ledger.close(task, SUSPENDED if wish is Wish.SUSPEND else CANCELLED, "as the user wished")
            self._task = None if self._task == task else self._task
            return
        if self._task is not None and self._task != task:
            self._ledger.close(self._task, SUSPENDED, f"interrupted by the {task.title} task")
        begun = self._ledger.open(task, said, anew=wish is Wish.AGAIN, interrupted=self._task)
        self._memory.turn_to(task, anew=wish is Wish.AGAIN or (begun and wish is Wish.START))
        self._task = task

    def _meant(self, wish: Wish, waiting: Sequence[Task]) -> Task | None:
        """Which task is spoken of without its name: the one at hand, or the one that waits and changed last."""
        if self._task is not None or wish in (Wish.SUSPEND, Wish.CANCEL):
            return self._task
        return waiting[-1] if waiting else None

    def _titles(self) -> list[str]:
        return [task.title for task in self._procedures.tasks.values()]
