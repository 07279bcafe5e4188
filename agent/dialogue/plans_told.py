"""What is planned, told, moved and called off in a conversation; it is carried out in the home."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from agent.household.plans import PlanReplies
from agent.household.schedule import PlanLog, TaskSchedule
from agent.requests.instructions import Clarification, PlansRequest
from agent.requests.times.steering import PlanWords, about_plans
from agent.requests.times.words import spelt_out
from agent.requests.words.tidying import tidy
from envs.clock import SimulatedClock
from memory.store.database import Store
from memory.store.task_log import TaskLog

_MAYBE = re.compile(r"\b(?:plan(?:s|ned)?|schedule[ds]?|agenda|cancel|move|postpone|reschedule|instead|skip|not on)\b")


@dataclass
class _Talk:
    """A robot that only talks."""

    schedule: TaskSchedule
    now: datetime

    def ask(self, ask: Clarification) -> str:
        """Ask back."""
        return ask.question


def may_be_meant(utterance: str) -> bool:
    """Whether an utterance may be about what is planned."""
    return bool(_MAYBE.search(spelt_out(tidy(utterance))))


def about(store: Store, utterance: str, now: datetime) -> PlanWords | None:
    """What an utterance says about what is planned; None when it says nothing of that kind."""
    plans = [errand for plan in _schedule(store, now).plans for errand in plan.errands]
    return about_plans(spelt_out(tidy(utterance)), now, plans, ())


def changes(said: PlanWords) -> bool:
    """Whether something that is planned is to be changed."""
    return not isinstance(said, PlansRequest)


def reply(store: Store, said: PlanWords, now: datetime) -> str:
    """Carry out what is said about plans; what is to be answered."""
    return PlanReplies(_Talk(_schedule(store, now), now)).to(said, "")


def _schedule(store: Store, now: datetime) -> TaskSchedule:
    return TaskSchedule(PlanLog(TaskLog(store), ""), SimulatedClock(now))
