"""What a user wants done with tasks, out of what was said: start, go on, leave, call off, or tell how things stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from agent.tabletop.procedures import Procedures, Task


class Wish(StrEnum):
    """What is wanted."""

    START = "start"
    AGAIN = "again"
    RESUME = "resume"
    SUSPEND = "suspend"
    CANCEL = "cancel"
    STATE = "state"
    TABLE = "table"


@dataclass(frozen=True)
class Request:
    """One wish.

    Attributes:
        wish: What is wanted.
        task: Of which task; None for the one at hand.
    """

    wish: Wish
    task: Task | None = None


@dataclass(frozen=True)
class Understood:
    """What was made of an utterance.

    Attributes:
        requests: In order; empty when it was about no task.
        question: To be asked back; "" when it was clear.
    """

    requests: tuple[Request, ...]
    question: str = ""


_WISHES = (
    (Wish.TABLE, r"\b(?:what|which)\b.*\bon the table\b|\b(?:still|left|remain\w*)\b.*\?"),
    (Wish.STATE, r"\bstate of\b|\bhow far\b|\bwhat (?:is|did|have|are)\b.*\?|\bwhich\b.*\?"),
    (Wish.CANCEL, r"\bcancel\b|\bnever ?mind\b|\bforget (?:about|it|the)\b|\bcall off\b|\bno longer\b|\bdrop the\b"),
    (
        Wish.RESUME,
        r"\bcontinue\b|\bresume\b|\bgo on\b|\bcarry on\b|\bback to\b|\bpick up\b.*\bagain\b|\bleft off\b|\bfinish\b",
    ),
    (Wish.SUSPEND, r"\bstop\b|\bpause\b|\bwait\b|\binterrupt\b|\bleave\b|\bput\b.*\baside\b|\bfor later\b"),
    (Wish.AGAIN, r"\bagain\b|\banew\b|\bfrom (?:the start|the beginning|scratch)\b|\bonce more\b"),
)
QUESTIONS = (Wish.TABLE, Wish.STATE)
"""Wishes that are answered in words."""
_POLITE = re.compile(r"(?:please|can|could|would|will) you\b|please\b|let's\b", re.IGNORECASE)  # no question follows
_CLAUSE = re.compile(r"[.;:!,]+\s+(?:(?:and|then|but)\s+)*|\s+(?:(?:and|then|but)\s+)+", re.IGNORECASE)


def understand(procedures: Procedures, said: str) -> Understood:
    """What an utterance asks for.

    A question is taken as a whole, anything else clause by clause; a clause that only adds to the one before ("… and
    finish it") has no task of its own.
    """
    meant = procedures.meant(said)
    question = "?" in said or re.search(r"\bstate of\b", said, re.IGNORECASE)
    asked = _wish(said) if question and not _POLITE.match(said.strip()) else None
    if asked is Wish.TABLE or asked is Wish.STATE:
        return Understood((Request(asked, meant[0] if meant else None),))
    requests: list[Request] = []
    for clause in _CLAUSE.split(said):
        tasks = procedures.meant(clause)
        if len(tasks) > 1:
            return Understood((), f"Do you mean the {' or the '.join(task.title for task in tasks)} task?")
        wish = _wish(clause)
        if wish is None or wish in QUESTIONS:
            wish = Wish.START if tasks else None
        if wish is not None and not (requests and not tasks and requests[-1].wish is wish):
            requests.append(Request(wish, tasks[0] if tasks else None))
    return Understood(_joined(requests))


def _wish(words: str) -> Wish | None:
    return next((wish for wish, pattern in _WISHES if re.search(pattern, words, re.IGNORECASE)), None)


def _joined(requests: list[Request]) -> tuple[Request, ...]:
    """One wish where a clause only goes on about the task before: "go back to the tower and finish it"."""
    kept: list[Request] = []
    for request in requests:
        same = kept and request.task is None and request.wish in (Wish.RESUME, Wish.AGAIN) and kept[-1].task is not None
        if not same:
            kept.append(request)
    return tuple(kept)
