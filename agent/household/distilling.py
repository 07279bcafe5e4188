"""The worker of a task in a home: tells what of the many things that are known matters for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.belief.common_sense import whole_of
from agent.belief.state import Belief, Thing
from agent.mind.worker import extracted
from agent.requests.errands import Errand
from memory.store.task_log import LogEntry

MOST_THINGS = 80
"""Things of which a worker chooses."""


@dataclass(frozen=True)
class HomeTask:
    """An errand as a specification, with what is still wrong.

    Attributes:
        errand: What is to be done.
        wrong: What is still wrong, in sentences.
    """

    errand: Errand
    wrong: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As ``Specification.name``."""
        return self.errand.name

    @property
    def title(self) -> str:
        """As ``Specification.title``."""
        return self.errand.words

    @property
    def about(self) -> str:
        """As ``Specification.about``."""
        return f"A household robot has this task: {self.errand.words}. Still wrong: {' '.join(self.wrong) or 'nothing'}"

    @property
    def reminder(self) -> str:
        """As ``Specification.reminder``."""
        return " ".join(self.wrong) or self.errand.words

    @property
    def places(self) -> tuple[str, ...]:
        """As ``Specification.places``; in a home they come from the log."""
        return ()


class BuiltinHomeWorker:
    """A worker that goes by the kinds of things that a task wants."""

    def select(self, task: HomeTask, objects: Sequence[str]) -> tuple[str, ...]:
        """As ``agent.mind.worker.Worker.select``."""
        kinds = [kind for want in task.errand.wants()[0] for kind in (whole_of(want.word) or "", *want.types)]
        order = {kind: number for number, kind in reversed(list(enumerate(kinds)))}
        found = [name for name in objects if _kind(name) in order]
        return tuple(sorted(found, key=lambda name: order[_kind(name)]))

    def extract(self, task: HomeTask, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """As ``agent.mind.worker.Worker.extract``."""
        return extracted(entries, what)


def _kind(name: str) -> str:
    """The type in a thing's name: ``Mug`` of ``Mug_0``."""
    return name.rpartition("_")[0] or name


def known_names(belief: Belief, first: Sequence[str]) -> tuple[str, ...]:
    """Names of what is known, those that were handled first, then what can be carried, then the rest."""
    things = sorted(belief.things.values(), key=lambda one: (one.name not in first, not one.can("pickupable")))
    return tuple(thing.name for thing in things[:MOST_THINGS])


def thing_words(thing: Thing, belief: Belief) -> str:
    """A thing, where it is and how: "Mug_0 in or on CounterTop_1: dirty"."""
    place = belief.things.get(thing.place or "")
    where = "in the hand" if belief.held == thing.object_id else f"in or on {place.name}" if place else "somewhere"
    states = f": {', '.join(sorted(thing.states))}" if thing.states else ""
    return f"{thing.name} {where}{states}"
