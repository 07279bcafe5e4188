"""The tasks of one stretch of life in a household: what they are, and how one is changed or taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from agent.mind.agenda import Agenda
from agent.mind.tasks import AgendaTask, MovedThing, TaskContext, working_from
from agent.planning.episode import USER
from agent.planning.terms import Trait, WhichThings, terms_from, written
from agent.requests.amending import amended, counted_apart
from agent.requests.control import known_by
from agent.requests.errands import LOOK, PUT, RESTORE, Errand, named_words
from agent.requests.instructions import Amend
from agent.requests.topics.deed_words import deed_words
from envs.clock import Clock
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun
from memory.experience import type_of
from memory.store.task_log import LoggedTask, TaskLog, TaskOrigin


class HouseholdAgenda(Agenda[Errand]):
    """The errands of one stretch of life.

    Args:
        tasks: Where they are written down.
        clock: The home's time.
        episode: The stretch of life; tasks of others are not touched.
        remembers: See ``Agenda``.
        requester: Who asks.
    """

    def __init__(
        self, tasks: TaskLog, clock: Clock, episode: str, remembers: bool = True, requester: str = USER
    ) -> None:
        self._episode, self._requester = episode, requester
        super().__init__(tasks, clock, remembers)

    def _known(self, logged: LoggedTask) -> AgendaTask[Errand] | None:
        if not in_household(logged):
            return None
        working = working_from(logged.state)
        if working.episode != self._episode:
            return None
        errand = Errand(logged.name, logged.params, terms_from(working.terms))
        return AgendaTask(logged.id, errand, logged.request, logged.status, working, logged.parent, logged.note)

    def _written(self, working: TaskContext) -> str:
        return working.to_text()

    def _begun(self, working: TaskContext, errand: Errand) -> TaskContext:
        return replace(working, episode=self._episode, terms=written(errand.terms))

    def _origin(self, errand: Errand) -> TaskOrigin:
        return TaskOrigin(errand.words, self._requester, self._episode)

    def find(self, about: str, closed: bool = False) -> list[AgendaTask[Errand]]:
        """The tasks that a word may mean, the task at hand first; all of them for "".

        Args:
            about: As in ``agent.requests.instructions``.
            closed: Whether to look among those that are over, latest first.
        """
        pool = [item for item in reversed(self.all) if not item.open] if closed else list(self.open)
        words = known_by(about) | {about}
        return [item for item in pool if not about or words & (named_words(item.errand) | deed_words(item.errand))]

    def asked_last(self) -> tuple[Errand, ...]:
        """What was asked for last, the last part of it first, without looks at what there is."""
        done = list(reversed(self.all))
        return tuple(item.errand for item in done if item.request == done[0].request and item.errand.name != LOOK)

    def told_in_parts(self) -> tuple[Errand, ...]:
        """The tasks of what was asked for last in several parts and is not over, in their order, those over as well."""
        for item in reversed(self.all):
            together = [one.errand for one in self.all if one.request == item.request and one.errand.name != LOOK]
            if item.open and len(together) > 1:
                return tuple(together)
        return ()

    def amend(self, item: AgendaTask[Errand], change: Amend) -> Errand | str:
        """Change what a task asks for; returns the new errand, or what has to be asked back."""
        new = amended(item.errand, change)
        if isinstance(new, Errand):
            self.alter(item, new)
        return new

    def alter(self, item: AgendaTask[Errand], new: Errand) -> None:
        """Have a task ask for something else from now on."""
        if new != item.errand:
            bound = item.working.bound if new.terms == item.errand.terms else ()  # others may be meant now
            note = f"changed from: {item.errand.words}"
            self.change(item.id, errand=new, terms=written(new.terms), note=note, bound=bound)

    def serves_already(self, item: AgendaTask[Errand], new: Errand, was: Callable[[MovedThing, Trait], bool]) -> bool:
        """Whether the very thing that a task has taken up is as it is now told to be: it was so before.

        Args:
            item: The task.
            new: What it asks for now.
            was: Whether something was so before it was moved.
        """
        told = [one for one in new.terms if one not in item.errand.terms]
        apart = counted_apart(new)
        which = told[0] if len(told) == 1 else None
        if apart is None or apart.params[0] != "1" or new.params != item.errand.params:
            return False
        if not isinstance(which, WhichThings) or which != WhichThings(which.word, which.trait):
            return False
        taken = {thing for _, thing in item.working.bound if type_of(thing) in types_named(which.word)}
        first = {one.thing: one for one in reversed(item.working.moved) if one.how == "at"}
        return any(thing in taken and was(one, which.trait) for thing, one in first.items())

    def undoing(
        self, item: AgendaTask[Errand], whole: bool, about: str, changed: Callable[[MovedThing], bool]
    ) -> tuple[list[Errand], list[str]]:
        """What takes back what a task did, things first, doors and switches then; and what cannot be taken back.

        Args:
            item: Which task.
            whole: All of it, or only the last thing: what was moved rather than what was switched or opened.
            about: Type of the thing that is meant, "" for any.
            changed: Whether something is not as it was before.
        """
        oldest: dict[tuple[str, str], MovedThing] = {}
        for one in item.working.moved:
            if not about or about in known_by(noun(type_of(one.thing))):
                oldest.setdefault((one.thing, one.how), one)
        never = [one.before for one in oldest.values() if one.how == "never"]
        back = [one for one in oldest.values() if one.how != "never" and changed(one)]
        if not whole and back:
            order = [(one.thing, one.how) for one in item.working.moved]
            latest = max(back, key=lambda one: (one.how == "at", len(order) - order[::-1].index((one.thing, one.how))))
            back, never = [latest], []
        parts = [
            [part for one in back if one.how == how for part in (one.thing, how, one.before)] for how in ("at", "is")
        ]
        return [Errand(RESTORE, tuple(part)) for part in parts if part], never

    def surplus(
        self,
        item: AgendaTask[Errand],
        new: Errand,
        changed: Callable[[MovedThing], bool],
        was: Callable[[MovedThing, Trait], bool],
        known: Callable[[Collection[str]], int],
    ) -> tuple[Errand, ...]:
        """What takes back what was already moved: beyond the number that is wanted now, and what is to be left out now.

        Args:
            item: A task that asks for fewer things than before.
            new: What it asks for now.
            changed: Whether something is not as it was before.
            was: Whether something was so before it was moved.
            known: How many things of these types are known.
        """
        apart = counted_apart(new)
        but = next((one.but for one in new.terms if isinstance(one, WhichThings) and one.but and not one.spare), None)
        if apart is not None and apart.name == PUT and but is not None:
            spared = {one.thing: one for one in reversed(item.working.moved) if one.how == "at" and was(one, but)}
            back = tuple(part for one in spared.values() if changed(one) for part in (one.thing, "at", one.before))
            return (Errand(RESTORE, back),) if back else ()
        spare = next((one.spare for one in new.terms if isinstance(one, WhichThings) and one.spare), 0)
        if apart is None or apart.name != PUT or not (apart.params[0].isdecimal() or spare):
            return ()
        kinds = types_named(apart.params[1])
        first: dict[str, MovedThing] = {}
        for one in item.working.moved:
            if one.how == "at" and type_of(one.thing) in kinds:
                first.setdefault(one.thing, one)
        wanted = int(apart.params[0]) if apart.params[0].isdecimal() else max(0, known(kinds) - spare)
        gone = [one for one in first.values() if changed(one)][wanted:]
        parts = tuple(part for one in gone for part in (one.thing, "at", one.before))
        return (Errand(RESTORE, parts),) if parts else ()


def in_household(logged: LoggedTask) -> bool:
    """Whether a task of the log is one of a household."""
    return '"episode"' in logged.state
