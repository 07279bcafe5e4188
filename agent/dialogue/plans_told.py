"""What is planned, told, moved and called off in a conversation; it is carried out in the home."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from agent.household.plans import PlanReplies
from agent.household.schedule import PlanLog, TaskSchedule
from agent.requests.control import known_by
from agent.requests.errands import named_words
from agent.requests.instructions import Clarification, PlansRequest
from agent.requests.times.reading import timed
from agent.requests.times.steering import PlanWords, about_plans
from agent.requests.times.words import spelt_out
from agent.requests.words.tidying import tidy
from envs.clock import SimulatedClock
from memory.store.database import Store
from memory.store.task_log import TaskLog

_MAYBE = re.compile(
    r"\b(?:plan(?:s|ned)?|schedule[ds]?|agenda|cancel|move|postpone|reschedule|instead|skip|not on|coming up|lined up"
    r"|what (?:will you|are you going to|do you have to|must you)|when (?:will|are) you)\b"
)


_WILL_DO = re.compile(
    r"^(?:and |so |but )*(?:will you|are you (?:still )?going to|are you to|do you (?:still )?have to)\b"
)


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


def asked_of_plans(store: Store, question: str, now: datetime) -> str | None:
    """The answer to a question about what is planned; None where it asks for nothing of that kind.

    What is asked of the robot's future and no plan is about is not planned; of what else will be nobody is asked.
    """
    said = about(store, question, now)
    if isinstance(said, PlansRequest):
        return reply(store, said, now)
    text = tidy(question).strip(" .?!")
    if not _WILL_DO.match(text):
        return None
    schedule = _schedule(store, now)
    words = known_by(text)
    meant = [plan for plan in schedule.plans if any(words & named_words(one) for one in plan.errands)]
    if not meant:
        return "Nothing like that is planned; what else will be I do not know."
    every = [word for plan in meant[:1] for errand in plan.errands for word in sorted(words & named_words(errand))]
    day = timed(spelt_out(text), now).due
    return reply(store, PlansRequest(every[0], day.first.date() if day is not None and not day.every else None), now)


def changes(said: PlanWords) -> bool:
    """Whether something that is planned is to be changed."""
    return not isinstance(said, PlansRequest)


def reply(store: Store, said: PlanWords, now: datetime) -> str:
    """Carry out what is said about plans; what is to be answered."""
    return PlanReplies(_Talk(_schedule(store, now), now)).to(said, "")


def _schedule(store: Store, now: datetime) -> TaskSchedule:
    return TaskSchedule(PlanLog(TaskLog(store), ""), SimulatedClock(now))
