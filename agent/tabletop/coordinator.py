"""The coordinator: has the conversation, and decides on one command at a time. Source: the paper, section III-C.

The built-in one reasons over the facts of the turns that are still in the conversation's window, and over nothing else:
what a task asks for it knows from the specification, as long as that can be read, or from the working memory; what has
been done, from the results in the window or from the memories. Without memory, what has dropped out of the window is
lost to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from agent.mind.commands import DECLARATIVE, FINISHED, GAVE_UP, WORKING, Command, listing, shown
from agent.mind.conversation import Turn
from agent.mind.memories import DeclarativeMemory, TaskMemoryMode, WorkingMemory
from agent.tabletop.facts import AtHand, Did, Fact, Heard, Recalled, Seen, Taught, Waiting
from agent.tabletop.procedures import Procedures, TabletopTask, choose
from agent.tabletop.wishes import QUESTIONS, TaskWish, WishedTask, understand

_MOST_TRIES = 2  # of an action that fails
_T = TypeVar("_T")


@dataclass
class _Past:
    """What the conversation tells of a task."""

    known: TabletopTask | None = None
    done: list[Did] = field(default_factory=list)
    failed: list[Did] = field(default_factory=list)
    table: tuple[str, ...] | None = None


class BuiltinCoordinator:
    """A coordinator without a language model.

    Args:
        procedures: Understands what tasks are called; its rules are used only once a specification is in view.
        mode: Which memories the worker offers.
    """

    def __init__(self, procedures: Procedures, mode: TaskMemoryMode) -> None:
        self._procedures, self._mode = procedures, mode

    def reply(self, turns: Sequence[Turn]) -> str:
        """As ``agent.mind.coordinator.TurnTaker.reply``."""
        facts = [fact for turn in turns for fact in turn.facts]
        request, since = self._request(facts)
        if request is None or request.task is None:
            return "I do not know what I was asked to do."
        if request.wish in QUESTIONS:
            return self._answer(request.wish, request.task, facts, since)
        return self._act(request, request.task, facts, since)

    def _request(self, facts: Sequence[Fact]) -> tuple[WishedTask | None, int]:
        """What is wanted now, and where in the facts it was said; a question is over once the table is shown again."""
        over = False
        for index in range(len(facts) - 1, -1, -1):
            fact = facts[index]
            if isinstance(fact, Heard):
                said = understand(self._procedures, fact.text).requests
                if said and not (over and said[-1].wish in QUESTIONS):
                    return self._resolved(said[-1], facts[: index + 1]), index
            if isinstance(fact, AtHand):
                return WishedTask(TaskWish.START, fact.task), index
            over = over or isinstance(fact, Seen)
        return None, 0

    def _resolved(self, request: WishedTask, facts: Sequence[Fact]) -> WishedTask:
        """The task of a wish that names none ("go on"): the one that waits, else the one spoken of last."""
        if request.task is not None:
            return request
        waiting = _last(facts, Waiting)
        if waiting is not None and waiting.tasks:
            return WishedTask(request.wish, waiting.tasks[-1])
        spoken = [self._requests_task(fact) for fact in facts if isinstance(fact, Heard)]
        return WishedTask(request.wish, next((task for task in reversed(spoken) if task), None))

    def _requests_task(self, fact: Heard) -> TabletopTask | None:
        tasks = [request.task for request in understand(self._procedures, fact.text).requests if request.task]
        return tasks[-1] if tasks else None

    # --- acting

    def _act(self, request: WishedTask, task: TabletopTask, facts: Sequence[Fact], since: int) -> str:
        past = self._past(task, facts)
        if self._mode is TaskMemoryMode.NONE:
            if past.known is None:
                return f"I no longer know how the {task.title} task is done."
            return self._next(past.known, past.table or (), _things(past.done), past)
        recalled = list(_recalled(facts[since:], task))
        if request.wish is TaskWish.RESUME and self._mode is TaskMemoryMode.BOTH and DECLARATIVE not in dict(recalled):
            return str(Command(DECLARATIVE, task.title))
        after = max((index for index, fact in enumerate(facts) if isinstance(fact, Did)), default=since)
        working = dict(_recalled(facts[max(since, after) :], task)).get(WORKING)
        if not isinstance(working, WorkingMemory):
            return str(Command(WORKING, task.title))
        handled = {thing for things in working.state.values() for thing in things}
        if self._mode is TaskMemoryMode.WORKING:
            handled |= _things(past.done)
        return self._next(working.task, working.objects, handled, past)

    def _next(self, task: TabletopTask, objects: Sequence[str], handled: set[str], past: _Past) -> str:
        """The action for the first object that still needs one."""
        seen = past.table or ()
        names = [*sorted(handled), *(name for name in objects if name in seen and name not in handled)]
        wanted = choose(task, [self._procedures.thing(name) for name in names])
        left = [(thing.name, rule.action) for thing, rule in wanted if thing.name not in handled]
        failed = [(did.thing, did.action) for did in past.failed]
        for thing, action in left:
            if failed.count((thing, action)) < _MOST_TRIES:
                return str(Command(action, shown(thing)))
        reasons = [f"{did.action} does not work with the {did.thing}: {did.reason}" for did in past.failed if left]
        bases = {self._procedures.thing(name).base for name in handled}
        missing = [name for rule in task.rules for name in rule.things if name not in bases]
        if left:
            return f"{reasons[-1]}. {Command(GAVE_UP, task.title)}"
        if missing:
            return f"I see no {' and no '.join(missing)} here. {Command(GAVE_UP, task.title)}"
        return str(Command(FINISHED, task.title))

    # --- answering

    def _answer(self, wish: TaskWish, task: TabletopTask, facts: Sequence[Fact], since: int) -> str:
        recalled = dict(_recalled(facts[since:], task))
        wanted = {TaskMemoryMode.NONE: None, TaskMemoryMode.WORKING: WORKING, TaskMemoryMode.BOTH: DECLARATIVE}[
            self._mode
        ]
        if wanted is not None and wanted not in recalled:
            return str(Command(wanted, task.title))
        past = self._past(task, facts)
        memory = recalled.get(wanted or "")
        if wish is TaskWish.TABLE:
            kept = memory.remaining if isinstance(memory, DeclarativeMemory) else None
            table = kept if kept is not None else past.table
            return "I do not remember." if table is None else f"table: {listing(table)}"
        contents = self._contents(task, past)
        if isinstance(memory, DeclarativeMemory):
            contents = dict(memory.contents)
        elif isinstance(memory, WorkingMemory):
            contents = {place: _joined(contents[place], memory.state.get(place, ())) for place in task.places}
        if not any(contents.values()) and past.table is None and memory is None:
            return "I do not remember."
        return "\n".join(f"{place}: {listing(contents.get(place, ()))}" for place in task.places)

    def _contents(self, task: TabletopTask, past: _Past) -> dict[str, tuple[str, ...]]:
        places: dict[str, tuple[str, ...]] = {place: () for place in task.places}
        for did in past.done:
            place = self._procedures.actions[did.action].place
            places[place] = (*places.get(place, ()), did.thing)
        return places

    def _past(self, task: TabletopTask, facts: Sequence[Fact]) -> _Past:
        """What the window tells of a task: its specification, what was done for it, and its table as last seen."""
        past, about = _Past(), task
        for fact in facts:
            if isinstance(fact, Taught) and fact.task.name == task.name:
                past.known = fact.task
            elif isinstance(fact, Heard):
                about, begins = self._turned_to(fact, about)
                if begins and about == task:
                    past = _Past(past.known)
            elif isinstance(fact, AtHand):
                about = fact.task
            elif isinstance(fact, Did) and fact.action in task.actions:
                (past.done if fact.success else past.failed).append(fact)
            elif isinstance(fact, Seen) and about == task:
                past.table = fact.things
        return past

    def _turned_to(self, fact: Heard, about: TabletopTask) -> tuple[TabletopTask, bool]:
        """Which task is at hand after something was said, and whether it begins."""
        begins = False
        for request in understand(self._procedures, fact.text).requests:
            if request.wish in (TaskWish.START, TaskWish.AGAIN, TaskWish.RESUME):
                about = request.task or about
                begins = request.wish is not TaskWish.RESUME
        return about, begins


def _last(facts: Sequence[Fact], kind: type[_T]) -> _T | None:
    return next((fact for fact in reversed(facts) if isinstance(fact, kind)), None)


def _recalled(facts: Sequence[Fact], task: TabletopTask) -> Iterator[tuple[str, object]]:
    """Memories of a task that were handed over, by function; of a function the last one counts."""
    for fact in facts:
        if isinstance(fact, Recalled) and fact.task == task.name:
            yield fact.function, fact.memory


def _joined(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _things(done: Sequence[Did]) -> set[str]:
    return {did.thing for did in done}
