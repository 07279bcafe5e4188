"""What a coordinator in a home gets to see: what was said, how the tasks stand, and what came of its last command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from agent.belief.state import Belief
from agent.household.agenda import HouseholdAgenda
from agent.household.distilling import thing_words
from agent.household.status import TaskState
from agent.language.prompts import Prompt
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.mind.tasks import AgendaTask
from agent.requests.errands import Errand
from envs.process.plain_text import for_prompt
from memory.task_status import SUSPENDED

_LONGEST = 1000  # characters of what is said that are shown


class HomeView(Protocol):
    """What a coordinator needs of the home that it decides in; ``Household`` is one.

    Attributes:
        agenda: What is to be done.
        spoken: What was said, in order: (who, words).
    """

    agenda: HouseholdAgenda
    spoken: list[tuple[str, str]]

    @property
    def came(self) -> str:
        """What came of the last step, in a sentence."""
        ...

    @property
    def known(self) -> Belief:
        """What is known of the home."""
        ...

    @property
    def subgoal(self) -> str:
        """What the worker of the task at hand is about, in words."""
        ...

    def state_of(self, item: AgendaTask[Errand], names: bool = True) -> TaskState:
        """How a task stands."""
        ...


class Outlook:
    """Puts what a coordinator gets to see into words.

    Args:
        home: The home.
        words: Its prompt.
    """

    def __init__(self, home: HomeView, words: Prompt) -> None:
        self._home, self._words = home, words
        self._heard = 0

    @property
    def situation(self) -> tuple[object, ...]:
        """What has to change before there is anything new to decide."""
        tasks = tuple((task.id, task.status, task.errand.words) for task in self._home.agenda.open)
        return (*tasks, self._home.subgoal, len(self._home.spoken))

    def now(self) -> str:
        """Everything since the last time, and how things stand."""
        new, self._heard = self._home.spoken[self._heard :], len(self._home.spoken)
        said = [self._words.fill("heard", who=who, said=for_prompt(text, _LONGEST)) for who, text in new]
        home = self._home
        held = home.known.things.get(home.known.held or "")
        told = self._words.fill(
            "situation",
            came=home.came,
            tasks="\n".join(self._task(task) for task in home.agenda.open),
            hand=held.name if held else "nothing",
            next=home.subgoal or "its first step",
        )
        return "\n".join([*said, told])

    def _task(self, task: AgendaTask[Errand]) -> str:
        state = self._home.state_of(task)
        waits = " (waits until somebody says so)" if task.status == SUSPENDED else ""
        return f"{task.id}. {task.errand.words}{waits}: {state.satisfied} of {state.total} conditions met"

    # -- memories

    def memory(self, number: int, memory: WorkingMemory[Errand] | DeclarativeMemory[Errand] | None) -> str:
        """A memory that was asked for."""
        if memory is None:
            return self._words.fill("no_memory", task=number)
        if isinstance(memory, WorkingMemory):
            return self._working(number, memory)
        done = ", ".join(memory.actions) or "nothing yet"
        state = _places(memory.contents)
        return self._words.fill("declarative", task=number, errand=memory.task.words, done=done, state=state)

    def _working(self, number: int, memory: WorkingMemory[Errand]) -> str:
        return self._words.fill(
            "working",
            task=number,
            errand=memory.task.words,
            objects="\n".join(self._thing(name) for name in memory.objects) or "none is known yet",
            state=_places(memory.state),
            wrong=" ".join(memory.wrong) or "nothing",
        )

    def _thing(self, name: str) -> str:
        known = self._home.known
        return next((thing_words(one, known) for one in known.things.values() if one.name == name), name)


def _places(contents: Mapping[str, Sequence[str]]) -> str:
    """What is where."""
    return "; ".join(f"{place or 'somewhere'}: {', '.join(things)}" for place, things in contents.items()) or "nothing"
