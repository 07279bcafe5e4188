"""What is to be done later or again and again: kept in the memory file, begun by the home's clock.

A plan lies in the task log under a status of its own. When it is due its errands become tasks like any other; that and
its next time are written together, so that a plan is begun once, also when the process is killed in between.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from agent.planning.due import Due, due_from
from agent.planning.terms import terms_from, written
from agent.requests.errands import Errand, named_words
from agent.requests.instructions import Begin, DoLater
from agent.trail.course import Trail
from envs.clock import Clock
from envs.errors import BadInput
from envs.vocabulary.english import joined
from memory.store.task_log import LoggedTask, TaskLog, TaskOrigin
from memory.task_status import LAPSED, PLANNED

LATE = timedelta(minutes=10)
"""So long after its time a plan counts as missed."""
_KEY = "planned"


@dataclass(frozen=True)
class PlannedTask:
    """Something that is planned.

    Attributes:
        id: Its number in the task log.
        what: What is to be done, in order.
        due: When.
        next: When it is to be done next.
        request: What was said.
    """

    id: int
    what: tuple[Begin, ...]
    due: Due
    next: datetime
    request: str = ""

    @property
    def errands(self) -> tuple[Errand, ...]:
        """What is to be done."""
        return tuple(one.errand for one in self.what)

    @property
    def words(self) -> str:
        """What it is to do it."""
        return joined([errand.words for errand in self.errands])

    @property
    def told(self) -> str:
        """The same as people say it."""
        return joined([errand.told for errand in self.errands])

    def named(self, about: str) -> bool:
        """Whether a word names it; "" names all."""
        return not about or any(about in named_words(errand) for errand in self.errands)


class PlanLog:
    """Plans in a memory file.

    Args:
        tasks: Where they lie.
        episode: The stretch of life in which plans are made from now on.
        trail: What is done in it; a run that goes on is led along it, and writes down only what is not there.
        certain: How many lines of the trail have surely come into the memory.
        after: Number of the newest task before the run was begun.
    """

    def __init__(
        self, tasks: TaskLog, episode: str, trail: Trail | None = None, certain: int = -1, after: int = 0
    ) -> None:
        self._tasks, self._episode, self._trail, self._lines = tasks, episode, trail or Trail(None), certain
        self._lost = 0
        going_on = bool(self._trail.lines)
        self._there = [one.id for one in tasks.tasks(PLANNED, LAPSED) if self._mine(one, after)] if going_on else []

    def _mine(self, one: LoggedTask, after: int) -> bool:
        return one.id > after and one.origin.episode == self._episode

    def read(self) -> list[PlannedTask]:
        """What was planned when this stretch of life began; on a trail, what it was then."""
        if self._trail.repeating:
            given = self._trail.coming.get("given")
            rows = self._trail.given(list, dict)[_KEY] if isinstance(given, dict) and _KEY in given else []
        else:
            rows = [[one.id, one.request, one.state] for one in self._tasks.tasks(PLANNED)]
            if rows:
                self._trail.given(lambda: {_KEY: rows})
        return [one for row in rows if (one := _read_row(row)) is not None]

    def add(self, plan: PlannedTask, now: datetime) -> int:
        """Write down a plan; returns its number."""
        if self._there:
            number = self._there.pop(0)
            self.update(replace(plan, id=number), now)
            return number
        if self._certain:  # it was written down, and erased since
            self._lost -= 1
            return self._lost
        first = plan.what[0].errand
        origin = TaskOrigin(plan.words, episode=self._episode)
        number = self._tasks.begin(first.name, first.params, plan.request, now, None, _state(plan), origin)
        self._tasks.update(number, now, status=PLANNED)
        return number

    @property
    def _certain(self) -> bool:
        """Whether what happens now is in the memory already."""
        return self._trail.position <= self._lines

    def update(self, plan: PlannedTask, now: datetime, over: str = "") -> None:
        """Write down how a plan stands now; ``over`` says why there is no next time."""
        if self._certain or plan.id < 0:
            return
        self._tasks.update(plan.id, now, status=LAPSED if over else PLANNED, state=_state(plan), note=over or None)


class TaskSchedule:
    """What is planned, the plan that was made last at the end.

    Args:
        log: Where it is kept.
        clock: The home's time.
    """

    def __init__(self, log: PlanLog, clock: Clock) -> None:
        self._log, self._clock = log, clock
        self._plans = {plan.id: plan for plan in log.read()}

    @property
    def plans(self) -> tuple[PlannedTask, ...]:
        """Everything that is planned, in the order in which it was asked for."""
        return tuple(self._plans.values())

    @property
    def coming(self) -> tuple[PlannedTask, ...]:
        """Everything that is planned, what is due first at the beginning."""
        return tuple(sorted(self._plans.values(), key=lambda plan: (plan.next, plan.id)))

    def add(self, plan: DoLater, request: str) -> PlannedTask:
        """Plan something."""
        now = self._clock.now()
        first = max(plan.due.first, now) if not plan.due.every else plan.due.first
        made = PlannedTask(0, plan.what, plan.due, first, request)
        made = replace(made, id=self._log.add(made, now))
        self._plans[made.id] = made
        return made

    def due(self) -> tuple[PlannedTask, ...]:
        """What is to be begun now."""
        return tuple(plan for plan in self.coming if plan.next <= self._clock.now())

    def begun(self, plan: PlannedTask) -> None:
        """Note that a plan was carried out now: the times that have gone by are over."""
        later = plan.due.after(self._clock.now())
        self._set(plan, later, "begun")

    def change(self, plan: PlannedTask, due: Due) -> PlannedTask | None:
        """Do a plan at other times; None where no time is left."""
        now = self._clock.now()
        later = due.first if due.first > now and due.on(due.first.date()) else due.after(now)
        self._set(replace(plan, due=due), later, "no time left")
        return self._plans.get(plan.id)

    def drop(self, plan: PlannedTask) -> None:
        """Do not do it any more."""
        self._set(plan, None, "called off")

    def _set(self, plan: PlannedTask, later: datetime | None, why: str) -> None:
        now = self._clock.now()
        if later is None:
            self._plans.pop(plan.id)
            self._log.update(plan, now, over=why)
        else:
            self._plans[plan.id] = replace(plan, next=later)
            self._log.update(self._plans[plan.id], now)


# -- as text


def _state(plan: PlannedTask) -> str:
    what = [
        {"name": one.errand.name, "params": one.errand.params, "terms": written(one.errand.terms), "same": one.same}
        for one in plan.what
    ]
    return json.dumps({_KEY: what, "due": plan.due.to_json(), "next": plan.next.isoformat()})


def _read_row(row: Sequence[Any]) -> PlannedTask | None:
    """A plan of the task log; None for one of which something was erased."""
    number, request, state = row
    return None if not state else plan_from(int(number), str(request), str(state))


def plan_from(number: int, request: str, state: str) -> PlannedTask:
    """A plan from what the task log holds of it.

    Raises:
        BadInput: It is something else.
    """
    try:
        told: Mapping[str, Any] = json.loads(state)
        what = tuple(map(_begin, told[_KEY]))
        return PlannedTask(number, what, due_from(told["due"]), datetime.fromisoformat(told["next"]), request)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"the task log holds {state[:80]!r} where a plan is kept: {error}") from error


def _begin(told: Mapping[str, Any]) -> Begin:
    errand = Errand(str(told["name"]), tuple(map(str, told["params"])), terms_from(told["terms"]))
    return Begin(errand, "now", bool(told["same"]))
