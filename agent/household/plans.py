"""What is said about what is planned, and what is begun when its time has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Protocol

from agent.household.agenda import HouseholdAgenda
from agent.household.schedule import LATE, PlannedTask, TaskSchedule
from agent.planning.due import Due, said_day, said_time
from agent.requests.instructions import CancelPlan, Clarification, DoLater, MovePlan, PlansRequest
from envs.vocabulary.english import how_many

PlanInstruction = DoLater | PlansRequest | CancelPlan | MovePlan
_NONE = "Nothing is planned."
_LISTED = 8


class PlanTalker(Protocol):
    """What is needed to talk about plans.

    Attributes:
        schedule: What is planned.
    """

    schedule: TaskSchedule

    @property
    def now(self) -> datetime:
        """The home's time."""
        ...

    def ask(self, ask: Clarification) -> str:
        """Ask back; the next utterance may answer."""
        ...


class PlanningRobot(PlanTalker, Protocol):
    """What is needed to carry plans out; ``Household`` is one.

    Attributes:
        agenda: What is to be done.
    """

    agenda: HouseholdAgenda


class PlanReplies:
    """Carries out what is said about plans.

    Args:
        home: The robot.
    """

    def __init__(self, home: PlanTalker) -> None:
        self._home = home

    def to(self, one: PlanInstruction, text: str) -> str:
        """Carry it out; returns what is to be said."""
        if isinstance(one, DoLater):
            made = self._home.schedule.add(one, text)
            return f"OK, {_promised(made, self._home.now)}."
        if isinstance(one, PlansRequest):
            return self.told(one)
        return self._move(one) if isinstance(one, MovePlan) else self._cancel(one)

    # -- telling

    def told(self, asked: PlansRequest) -> str:
        """What is planned."""
        found = [plan for plan in self._home.schedule.coming if plan.named(asked.about)]
        if asked.day is not None:
            found = [plan for plan in found if plan.due.on(asked.day) or plan.next.date() == asked.day]
        if not found:
            return _NONE if asked.day is None else f"Nothing is planned for {_for_day(asked.day, self._home.now)}."
        more = f" And {len(found) - _LISTED} more." if len(found) > _LISTED else ""
        return " ".join(self._line(plan) for plan in found[:_LISTED]) + more

    def _line(self, plan: PlannedTask) -> str:
        now = self._home.now
        if plan.next <= now:
            return f"Due {said_time(plan.next, now)}, and I do it next: {plan.told}."
        when = plan.due.words(now) if plan.due.every else said_time(plan.next, now)
        return f"{when[:1].upper()}{when[1:]}: {plan.told}."

    # -- changing

    def _which(self, about: str, day: date | None = None) -> list[PlannedTask]:
        """The plans that are meant, the latest first."""
        plans = [plan for plan in reversed(self._home.schedule.plans) if plan.named(about)]
        on = [plan for plan in plans if day is not None and (plan.due.on(day) or plan.next.date() == day)]
        return on if day is not None else plans

    def _cancel(self, one: CancelPlan) -> str:
        found = self._which(one.about, one.day)
        if not found:
            return _NONE if one.day is None else f"Nothing is planned for {_for_day(one.day, self._home.now)}."
        if not one.everything and len(found) > 1 and one.about and len({plan.errands for plan in found}) > 1:
            listed = " or ".join(f'"{plan.told} {plan.due.words(self._home.now)}"' for plan in found[:3])
            return self._home.ask(Clarification(f"Which do you mean: {listed}?"))
        meant = found if one.everything else found[:1]
        return " ".join(self._called_off(plan, one) for plan in meant)

    def _called_off(self, plan: PlannedTask, one: CancelPlan) -> str:
        now, schedule = self._home.now, self._home.schedule
        due = plan.due
        for weekday in one.weekdays:
            due = due.never_on(weekday)
        left = None
        if plan.due.every and one.weekdays and (due.weekdays or not plan.due.weekdays):
            left = schedule.change(plan, due)
        elif plan.due.every and one.day is not None:
            left = schedule.change(plan, due.without(one.day))
        else:
            schedule.drop(plan)
        if left is None:
            return f"OK, I will not {plan.told} {plan.due.words(now)}."
        return f"OK. I will {plan.told} {left.due.words(now)}."

    def _move(self, one: MovePlan) -> str:
        found = self._which(one.about)
        if not found:
            return _NONE
        plan, now = found[0], self._home.now
        due = _moved(plan, one, now)
        if not due.every and due.first <= now:
            return f"It is past that already ({said_time(due.first, now)}). When shall I {plan.told}?"
        left = self._home.schedule.change(plan, due)
        if left is None:
            return f"OK, I will not {plan.told}; no time is left for it."
        return f"OK, {_promised(left, now)}."


def _promised(plan: PlannedTask, now: datetime) -> str:
    """As in "tomorrow at 08:00 I will make coffee", "I will make coffee every day at 08:00, next tomorrow"."""
    when = plan.due.words(now)
    return f"I will {plan.told} {when}" if plan.due.every else f"{when} I will {plan.told}"


def _for_day(day: date, now: datetime) -> str:
    return said_day(day, now).removeprefix("on ")


def _moved(plan: PlannedTask, one: MovePlan, now: datetime) -> Due:
    """When a plan is due after it was moved: an hour that may be in the morning or evening is the nearer one."""
    old, new = plan.due, one.due
    if one.by is not None or new is None:
        by = one.by or timedelta()
        at = tuple((datetime.combine(old.first, also) + by).time() for also in old.also)
        return replace(old, first=old.first + by, also=at, about=False)
    if new.every:
        return new
    day = new.first.date() if one.dated or not _of_day(old) else (plan.next if plan.next > now else now).date()
    time = old.first.time() if one.dated and new.about else new.first.time()
    first = datetime.combine(old.first.date() if old.every and not one.dated else day, time)
    if not one.exact:
        halves = [first, first.replace(hour=(first.hour + 12) % 24)]
        first = min(halves, key=lambda half: abs(half - datetime.combine(half, old.first.time())))
    weekdays = (first.weekday(),) if one.dated and old.every == "week" else old.weekdays
    return replace(old, first=first, also=(), weekdays=weekdays, about=False)


def _of_day(due: Due) -> bool:
    return due.every not in ("minute", "hour")


def begin_due(home: PlanningRobot, due: Sequence[PlannedTask]) -> str:
    """Put what is due on the agenda, each plan once however often its time has gone by; what is said of it."""
    said: list[str] = []
    for plan in due:
        said.append(_announced(plan, home.now))
        behind = home.agenda.current.id if home.agenda.current is not None else None
        for one in plan.what:
            when = "now" if behind is None else "next"
            behind = home.agenda.begin(one.errand, plan.request, when, behind, one.same).id
        home.schedule.begun(plan)
    return " ".join(said)


def _announced(plan: PlannedTask, now: datetime) -> str:
    if now - plan.next < LATE:
        return f"It is {now:%H:%M}: I will {plan.told}, as was planned."
    missed = plan.due.missed(plan.next, now)
    often = f", and I missed it {how_many(missed, 'time')}" if missed > 1 else ", and I missed that"
    return f"I was to {plan.told} {said_time(plan.next, now)}{often}. I will do it now."
