"""What is written down of tasks while they are done, and how they stand by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from agent.household.agenda import HouseholdAgenda
from agent.household.distilling import HomeTask, known_names
from agent.household.doing.moved import changes, is_changed, was_so
from agent.household.listening_body import ListeningBody
from agent.household.status import TaskState, contents, remaining_of, state_of
from agent.mind.commands import WORKING
from agent.mind.coordinator import Retrieve
from agent.mind.memories import DeclarativeMemory, TaskMemoryMode, WorkingMemory
from agent.mind.tasks import AgendaTask, MovedThing
from agent.mind.worker import Worker
from agent.planning.terms import Trait
from agent.requests.errands import Errand
from envs.teach.games.session import Outcome
from memory.store.task_log import LogEntry


@dataclass(frozen=True)
class NotedDeed:
    """An object action.

    Attributes:
        action: Its name.
        target: On what.
        outcome: How it ended.
        held: What was in the hand.
        place: What the target was in or on.
    """

    action: str
    target: str
    outcome: Outcome
    held: str | None
    place: str | None


class TaskNotebook:
    """Declarative memory of a household's tasks, and what it tells of them.

    Args:
        body: What acts, and knows the home.
        agenda: The tasks.
        worker: Tells what matters for a task.
        mode: What outlives an interruption.
    """

    def __init__(
        self, body: ListeningBody, agenda: HouseholdAgenda, worker: Worker[HomeTask], mode: TaskMemoryMode
    ) -> None:
        self._body, self._agenda, self._worker, self._mode = body, agenda, worker, mode

    def note(self, item: AgendaTask[Errand], deed: NotedDeed, bound: tuple[tuple[str, str], ...]) -> None:
        """Write down a deed of a task.

        Args:
            item: The task.
            deed: What was done.
            bound: Which thing serves it as which.
        """
        belief = self._body.belief
        keys = [key for key in ((deed.held, deed.target) if deed.action == "Place" else (deed.target,)) if key]
        named = [belief.things[key].name for key in keys if key in belief.things]
        entry = LogEntry(
            self._body.journal.clock.now(),
            f"{deed.action}({', '.join(named) or deed.target.split('|')[0]})",
            deed.outcome.success,
            deed.outcome.error,
            contents(belief, [key for key in (deed.target, deed.place) if key]),
            remaining_of(item.errand, belief),
        )
        self._agenda.tasks.append(item.id, entry)
        if not deed.outcome.success:
            return
        switched = item.working.switched
        if deed.action == "ToggleOn":
            switched = (*switched, deed.target)
        elif deed.action == "ToggleOff":
            switched = tuple(key for key in switched if key != deed.target)
        moved = (*item.working.moved, *changes(deed.action, deed.target, deed.held, deed.place))
        self._agenda.change(item.id, moved=moved, switched=switched, bound=bound)

    def changed(self, one: MovedThing) -> bool:
        """Whether something is not as it was, as far as is known."""
        return is_changed(one, self._body.belief)

    def was(self, one: MovedThing, trait: Trait) -> bool:
        """Whether something was so before it was moved, as far as is known."""
        return was_so(one, trait, self._body.belief)

    def state_of(self, item: AgendaTask[Errand], names: bool = True) -> TaskState:
        """How a task stands, from its log and from what is known of the home."""
        if self._mode is not TaskMemoryMode.BOTH:
            item = replace(item, working=replace(item.working, moved=()))
            return state_of(item, (), self._body.belief, names)
        return state_of(item, self._agenda.tasks.entries(item.id), self._body.belief, names)

    def memory(self, wanted: Retrieve) -> WorkingMemory[Errand] | DeclarativeMemory[Errand] | None:
        """What matters of a task now, or what its log tells; None where there is none.

        Args:
            wanted: Which memory, of the task of which number.
        """
        item = self._agenda.item(wanted.task)
        state = self.state_of(item)
        if wanted.function == WORKING:
            names = known_names(self._body.belief, tuple(state.places))
            matter = self._worker.select(HomeTask(item.errand, state.remaining), names)
            objects = tuple(dict.fromkeys((*state.places, *matter)))
            return WorkingMemory(item.errand, objects, _by_place(state.places), state.remaining)
        if self._mode is not TaskMemoryMode.BOTH:
            return None
        return DeclarativeMemory(item.errand, state.done, _by_place(state.places), state.remaining or None)


def _by_place(places: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Place → things, of thing → place."""
    found: dict[str, tuple[str, ...]] = {}
    for thing, place in places.items():
        found[place] = (*found.get(place, ()), thing)
    return found
