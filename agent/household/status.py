"""What the agent says about its tasks, and what it writes into their logs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.belief.state import Belief
from agent.household.work import NOT_NEEDED
from agent.mind.tasks import AgendaTask
from agent.planning import phrasing
from agent.requests.errands import CUT, STATE, Errand, counted
from agent.requests.instructions import Begin
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import how_many, joined, sentence
from envs.vocabulary.verbs import doing
from memory.store.task_log import LogEntry
from memory.task_status import CANCELLED, DONE, FAILED, SUSPENDED


@dataclass(frozen=True)
class TaskState:
    """How a task stands, as the agent knows it.

    Attributes:
        errand: What is to be done.
        status: As in ``memory.store.task_log``.
        satisfied: Goal conditions that hold, as far as it knows.
        total: Goal conditions in all.
        done: What it did for it, oldest first: ``Pickup(Mug_0)``.
        remaining: What is still wrong.
        places: For every thing it handled for it where that is now: name → name of the place.
    """

    errand: Errand
    status: str
    satisfied: int
    total: int
    done: tuple[str, ...]
    remaining: tuple[str, ...]
    places: dict[str, str]

    @property
    def words(self) -> str:
        """A sentence about it."""
        what = self.errand.told
        if self.status == DONE:
            return f"I did what you asked: {what}."
        if self.status == FAILED:
            return f"I gave up {doing(what)}."
        if self.status == CANCELLED:
            return f"I was told not to {what}."
        left = f"; still to do: {joined([r.rstrip('.') for r in self.remaining[:3]])}" if self.remaining else ""
        how = f"I will go on {doing(what)} when you tell me" if self.status == SUSPENDED else f"I have to {what}"
        return f"{how}: {min(self.satisfied, self.total)} of {how_many(self.total, 'condition')} met{left}."


def progress_of(errand: Errand, belief: Belief) -> TaskProgress:
    """How far an errand is, as far as the agent knows."""
    return check_task(errand.task, belief.objects(cut=errand.name == STATE and errand.params[2] == CUT))


def remaining_of(errand: Errand, belief: Belief) -> tuple[str, ...]:
    """What is still wrong, each sentence once."""
    progress = progress_of(errand, belief)
    return tuple(text for text in progress.failures if text) if not progress.success else ()


def state_of(item: AgendaTask[Errand], entries: Sequence[LogEntry], belief: Belief, names: bool = True) -> TaskState:
    """How a task stands.

    Args:
        item: The task.
        entries: Its log.
        belief: What the agent knows of the home.
        names: Whether things are called by their names, else by their ids.
    """
    progress = progress_of(item.errand, belief)
    bound = [key for _, key in item.working.bound if key in belief.things and belief.thing(key).can("pickupable")]
    handled = list(dict.fromkeys([*(one.thing for one in item.working.moved), *bound]))
    places = {}
    for key in handled:
        thing = belief.things.get(key)
        if thing is not None:
            where = belief.things.get(thing.place or "")
            here = "hand" if belief.held == key else "" if where is None else where.name if names else where.object_id
            places[thing.name if names else key] = here
    done = tuple(entry.action for entry in entries if entry.success)
    left = tuple(text for text in progress.failures if text) if not progress.success else ()
    return TaskState(item.errand, item.status, progress.satisfied, progress.total, done, left, places)


def promise(begun: Sequence[Begin]) -> str:
    """How the agent takes requests on."""
    return f"OK, I will {joined([deed_told(one.errand, one.same) for one in begun])}."


def deed_told(errand: Errand, same: bool) -> str:
    """What it is to do an errand; of the very things of the one before it is told as people do: "put them …"."""
    kind = next((word for word in errand.params if word != ALL), "") if same else ""
    return re.sub(rf"\b{re.escape(counted(ALL, kind))}\b", "them", errand.told, count=1) if kind else errand.told


def contents(belief: Belief, places: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What is in or on some things, by name."""
    found = {}
    for place in dict.fromkeys(places):
        thing = belief.things.get(place)
        if thing is not None:
            inside = [t.name for t in belief.things.values() if t.place == place and t.object_id != belief.held]
            found[thing.name] = tuple(inside)
    return found


def last_words(reason: str) -> str:
    """What is said when a task is over."""
    if reason.startswith(NOT_NEEDED):
        return f"{sentence(reason.removeprefix(NOT_NEEDED))} So there is nothing to do."
    return phrasing.finished() if reason == "done" else phrasing.sorry(reason)
