"""What a user wants done with tasks, out of what was said: start, go on, leave, call off, or tell how things stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from agent.tabletop.procedures import Procedures, TabletopTask


class TaskWish(StrEnum):
    """What is wanted."""

    START = "start"
    AGAIN = "again"
    RESUME = "resume"
    SUSPEND = "suspend"
    CANCEL = "cancel"
    STATE = "state"
    TABLE = "table"


@dataclass(frozen=True)
class WishedTask:
    """One wish.

    Attributes:
        wish: What is wanted.
        task: Of which task; None for the one at hand.
    """

    wish: TaskWish
    task: TabletopTask | None = None


@dataclass(frozen=True)
class TabletopWords:
    """What was made of an utterance.

    Attributes:
        requests: In order; empty when it was about no task.
        question: To be asked back; "" when it was clear.
    """

    requests: tuple[WishedTask, ...]
    question: str = ""


_WISHES = (
    (TaskWish.TABLE, r"\b(?:what|which)\b.*\bon the table\b|\b(?:still|left|remain\w*)\b.*\?"),
    (TaskWish.STATE, r"\bstate of\b|\bhow far\b|\bwhat (?:is|did|have|are)\b.*\?|\bwhich\b.*\?"),
    (
        TaskWish.CANCEL,
        r"\bcancel\b|\bnever ?mind\b|\bforget (?:about|it|the)\b|\bcall off\b|\bno longer\b|\bdrop the\b",
    ),
    (
        TaskWish.RESUME,
        r"\bcontinue\b|\bresume\b|\bgo on\b|\bcarry on\b|\bback to\b|\bpick up\b.*\bagain\b|\bleft off\b|\bfinish\b",
    ),
    (TaskWish.SUSPEND, r"\bstop\b|\bpause\b|\bwait\b|\binterrupt\b|\bleave\b|\bput\b.*\baside\b|\bfor later\b"),
    (TaskWish.AGAIN, r"\bagain\b|\banew\b|\bfrom (?:the start|the beginning|scratch)\b|\bonce more\b"),
)
QUESTIONS = (TaskWish.TABLE, TaskWish.STATE)
"""Wishes that are answered in words."""
_POLITE = re.compile(r"(?:please|can|could|would|will) you\b|please\b|let's\b", re.IGNORECASE)  # no question follows
_CLAUSE = re.compile(r"[.;:!,]+\s+(?:(?:and|then|but)\s+)*|\s+(?:(?:and|then|but)\s+)+", re.IGNORECASE)


def understand(procedures: Procedures, said: str) -> TabletopWords:
    """What an utterance asks for.

    A question is taken as a whole, anything else clause by clause; a clause that only adds to the one before ("… and
    finish it") has no task of its own.
    """
    meant = procedures.meant(said)
    question = "?" in said or re.search(r"\bstate of\b", said, re.IGNORECASE)
    asked = _wish(said) if question and not _POLITE.match(said.strip()) else None
    if asked is TaskWish.TABLE or asked is TaskWish.STATE:
        return TabletopWords((WishedTask(asked, meant[0] if meant else None),))
    requests: list[WishedTask] = []
    for clause in _CLAUSE.split(said):
        tasks = procedures.meant(clause)
        if len(tasks) > 1:
            return TabletopWords((), f"Do you mean the {' or the '.join(task.title for task in tasks)} task?")
        wish = _wish(clause)
        if wish is None or wish in QUESTIONS:
            wish = TaskWish.START if tasks else None
        if wish is not None and not (requests and not tasks and requests[-1].wish is wish):
            requests.append(WishedTask(wish, tasks[0] if tasks else None))
    return TabletopWords(_joined(requests))


def _wish(words: str) -> TaskWish | None:
    return next((wish for wish, pattern in _WISHES if re.search(pattern, words, re.IGNORECASE)), None)


def _joined(requests: list[WishedTask]) -> tuple[WishedTask, ...]:
    """One wish where a clause only goes on about the task before: "go back to the tower and finish it"."""
    kept: list[WishedTask] = []
    for request in requests:
        same = (
            kept
            and request.task is None
            and request.wish in (TaskWish.RESUME, TaskWish.AGAIN)
            and kept[-1].task is not None
        )
        if not same:
            kept.append(request)
    return tuple(kept)
