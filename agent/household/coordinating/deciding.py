"""The coordinator of a home that decides in a conversation: which task is gone on with, or which skill is used.

It is asked when there is something to decide: a task is at hand, somebody spoke, the worker turns to something else, or
a skill that it asked for is over. In between the worker of the task at hand goes on.
"""

from __future__ import annotations

from collections import Counter

from agent.household.coordinating.named_skills import ABOUT
from agent.household.coordinating.outlook import HomeView, Outlook
from agent.language.prompts import prompt
from agent.language.roles.asking import Fallback, FallbackSink
from agent.mind.agenda import Agenda
from agent.mind.commands import DECLARATIVE, WORKING, Command, commands_in
from agent.mind.conversation import Turn, newest
from agent.mind.coordinator import Decision, DoAction, GoOn, Retrieve, TurnTaker, Unusable
from agent.mind.executive import MOST_REPAIRS
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.requests.errands import Errand
from envs.errors import HomebodyError

GO_ON = "go_on"
MOST_DECISIONS = 40
"""Times that it is asked about one task; then the built-in order holds."""
_MOST_RECALLS = 4
_WINDOW = 3000
"""About how many tokens of the conversation it sees, beside its instructions."""


class HomeCoordinator:
    """Has the conversation, and reads decisions out of what is said in it.

    Where it fails, the built-in order holds: for a step after its decision was sent back twice, for a task when nothing
    comes from who speaks for it.

    Args:
        home: What it decides about.
        speaker: Speaks for it.
        told: Gets the record of each time when the built-in order held instead.
    """

    def __init__(self, home: HomeView, speaker: TurnTaker, told: FallbackSink | None = None) -> None:
        self._words = prompt("home_coordinator")
        self._outlook, self._speaker, self._told = Outlook(home, self._words), speaker, told
        skills = "\n".join(f"<{name}(Thing_1)>: {about}." for name, about in ABOUT.items())
        self._system = Turn("system", self._words.fill("system", skills=skills))
        self._turns: list[Turn] = []
        self._decided: Counter[int] = Counter()
        self._failed: set[int] = set()
        self._situation: tuple[object, ...] = ()
        self._refused = self._recalls = 0
        self._acting = self._asking = False

    # -- deciding

    def prompt(self, agenda: Agenda[Errand]) -> None:
        """As ``Coordinator.prompt``."""
        self._refused = self._recalls = 0
        self._asking = False

    def decide(self, agenda: Agenda[Errand]) -> Decision:
        """As ``Coordinator.decide``."""
        task = agenda.current
        if task is None or task.id in self._failed:
            return GoOn()
        if self._recalls > _MOST_RECALLS:
            return self._leave("it asks for memories and does not act")
        if not self._asking:
            if self._decided[task.id] >= MOST_DECISIONS or not self._something_new():
                return GoOn()
            self._decided[task.id] += 1
            self._turns.append(Turn("user", self._outlook.now()))
            self._asking = True
        return self._answer(agenda, task.id)

    def _something_new(self) -> bool:
        before, self._situation = self._situation, self._outlook.situation
        return self._acting or before != self._situation

    def _answer(self, agenda: Agenda[Errand], task: int) -> Decision:
        try:
            words = self._speaker.reply((self._system, *newest(self._turns, _WINDOW)))
        except HomebodyError as error:
            self._failed.add(task)
            return self._leave(" ".join(str(error).split())[:300], type(error).__name__)
        self._turns.append(Turn("assistant", words))
        commands = list(dict.fromkeys(commands_in(words)))
        if len(commands) == 1:
            return self._decision(commands[0], words, agenda)
        several = self._words.fill("several", command=" ".join(map(str, commands)))
        return Unusable(several if commands else self._words.fill("no_command", task=task), words)

    def _decision(self, command: Command, words: str, agenda: Agenda[Errand]) -> Decision:
        if command.name not in (GO_ON, WORKING, DECLARATIVE):
            self._acting = True
            return DoAction(command.name, command.argument, words)
        numbers = [task.id for task in agenda.open]
        if command.argument not in map(str, numbers):
            known = ", ".join(map(str, numbers))
            return Unusable(self._words.fill("unknown_task", command=command, known=known), words)
        number = int(command.argument)
        if command.name == GO_ON:
            self._acting = False
            return GoOn(number, words)
        self._recalls += 1
        return Retrieve(command.name, number, words)

    def _leave(self, reason: str, error: str = "Malformed") -> Decision:
        """The built-in order holds this time."""
        self._acting = False
        if self._told is not None:
            self._told(Fallback("coordinator", error, reason))
        return GoOn()

    # -- what comes back

    def refuse(self, why: str) -> None:
        """As ``Coordinator.refuse``."""
        self._refused += 1
        self._acting = False
        self._turns.append(Turn("user", why))
        if self._refused > MOST_REPAIRS:
            self._leave(why)

    def hand_over(self, wanted: Retrieve, memory: WorkingMemory[Errand] | DeclarativeMemory[Errand] | None) -> None:
        """As ``Coordinator.hand_over``."""
        self._turns.append(Turn("user", self._outlook.memory(wanted.task, memory)))
