"""The coordinator at the table: decides in a conversation, by commands such as ``<give(bowl)>``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.mind.agenda import Agenda
from agent.mind.commands import FINISHED, GAVE_UP, WORKING, Command, commands_in
from agent.mind.conversation import CoordinatorTalk, Turn
from agent.mind.coordinator import Decision, DoAction, End, Retrieve, TurnTaker, Unusable
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.tabletop.facts import Did
from agent.tabletop.procedures import Procedures, TabletopTask
from agent.tabletop.turns import Turns


class SpokenCoordinator:
    """Keeps the conversation, and reads decisions out of what is said in it.

    Args:
        procedures: Which tasks and actions there are.
        speaker: Speaks for it.
        functions: The memory functions that are offered.
        see: Tells what is on the table.
        taught: Names of the tasks whose specification is given at the beginning; all by default.
        window: Tokens of the conversation that can still be read; None is all.
    """

    def __init__(
        self,
        procedures: Procedures,
        speaker: TurnTaker,
        functions: Sequence[str],
        see: Callable[[], tuple[str, ...]],
        taught: Sequence[str] | None = None,
        window: int | None = None,
    ) -> None:
        self._procedures, self._speaker, self._functions, self._see = procedures, speaker, functions, see
        self.turns = Turns(procedures, functions)
        self.talk = CoordinatorTalk(window)
        self.talk.add(self.turns.base([procedures.task(name) for name in taught or procedures.tasks]))

    def say(self) -> str:
        """Its next words."""
        words = self._speaker.reply(self.talk.visible())
        self.talk.add(Turn("assistant", words))
        return words

    # -- deciding

    def prompt(self, agenda: Agenda[TabletopTask]) -> None:
        """As ``Coordinator.prompt``."""
        if self.talk.turns[-1].role == "assistant":
            self.talk.add(self.turns.again(self._see(), at_hand(agenda)))

    def decide(self, agenda: Agenda[TabletopTask]) -> Decision:
        """As ``Coordinator.decide``."""
        words = self.say()
        commands = list(dict.fromkeys(commands_in(words)))
        if len(commands) != 1:
            return Unusable(self.turns.several(commands) if commands else self.turns.no_command(), words)
        return self.decision(commands[0], words)

    def decision(self, command: Command, words: str) -> Decision:
        """What one command decides."""
        if command.name in (FINISHED, GAVE_UP):
            return End(command.name, words)
        if command.name not in self._functions:
            return DoAction(command.name, command.argument, words)
        task = self._named(command)
        if task is None:
            return Unusable(self.turns.unknown_task(command), words)
        return Retrieve(command.name, task, words)

    def _named(self, command: Command) -> TabletopTask | None:
        """The task that a memory function is called for."""
        tasks = self._procedures.tasks.values()
        wanted = command.argument.lower().removesuffix(" task")
        exact = [task for task in tasks if wanted in (task.name, task.title)]
        return next(iter(exact or self._procedures.meant(wanted)), None)

    def refuse(self, why: str) -> None:
        """As ``Coordinator.refuse``."""
        self.talk.add(Turn("user", why))

    def hand_over(
        self, wanted: Retrieve, memory: WorkingMemory[TabletopTask] | DeclarativeMemory[TabletopTask] | None
    ) -> None:
        """As ``Coordinator.hand_over``."""
        if wanted.function == WORKING:
            assert isinstance(memory, WorkingMemory)  # there always is one
            self.talk.add(self.turns.working(memory))
        else:
            assert not isinstance(memory, WorkingMemory)
            self.talk.add(self.turns.declarative(wanted.task, memory))

    def note(self, did: Did, task: TabletopTask | None) -> None:
        """An action was carried out, or tried."""
        self.talk.add(self.turns.result(did, self._see(), task))


def at_hand(agenda: Agenda[TabletopTask]) -> TabletopTask | None:
    """The task at hand as it is specified."""
    return None if agenda.current is None else agenda.current.errand
