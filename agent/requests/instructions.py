"""What an utterance asks of somebody who is at work: the typed result of reading it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Literal

from agent.planning.due import Due
from agent.planning.terms import Term
from agent.requests.errands import Errand

When = Literal["now", "next", "after"]
"""At once, before what is being done; when that is done; when everything is done."""


@dataclass(frozen=True)
class Begin:
    """Do something.

    Attributes:
        errand: What.
        when: When.
        same: Whether it is about the very thing that was handled last ("… and put it in the fridge").
        beside: The task of which it is the other case, or of some of whose things it is: as if both were of one
            request; None where it is asked for by itself.
    """

    errand: Errand
    when: When = "now"
    same: bool = False
    beside: Errand | None = None


@dataclass(frozen=True)
class PersonAt:
    """Know that whoever speaks is at some furniture now.

    Attributes:
        place: Its type or class.
    """

    place: str


@dataclass(frozen=True)
class DoLater:
    """Do something at its time.

    Attributes:
        what: What, in order.
        due: When.
    """

    what: tuple[Begin, ...]
    due: Due

    @property
    def errands(self) -> tuple[Errand, ...]:
        """What is to be done."""
        return tuple(one.errand for one in self.what)


@dataclass(frozen=True)
class PlansRequest:
    """Say what is planned: all of it, what a word names, or what is due on a day."""

    about: str = ""
    day: date | None = None


@dataclass(frozen=True)
class CancelPlan:
    """Do not do what is planned.

    Attributes:
        about: A word of what is planned; "" for what was planned last.
        everything: Whether all that is planned is meant.
        day: Only on that day; None for never again.
        weekdays: Never on these days of the week, Monday is 0.
    """

    about: str = ""
    everything: bool = False
    day: date | None = None
    weekdays: tuple[int, ...] = ()


@dataclass(frozen=True)
class MovePlan:
    """Do what is planned at another time.

    Attributes:
        about: A word of what is planned; "" for what was planned last.
        due: When, as it would be for a new request.
        dated: Whether another day was said, not only an hour.
        exact: Whether the hour can only mean one of the day: "20:00", not "eight".
        by: How much later, or earlier, in place of ``due``.
    """

    about: str = ""
    due: Due | None = None
    dated: bool = False
    exact: bool = False
    by: timedelta | None = None


@dataclass(frozen=True)
class Quantity:
    """So many of a kind, as a change of a task names them.

    Attributes:
        word: Type or class; "" when only a number was said.
        count: How many; None when that was not said.
        every: Whether all of the kind are meant.
    """

    word: str = ""
    count: int | None = None
    every: bool = False


@dataclass(frozen=True)
class Amend:
    """Do a task otherwise.

    Attributes:
        new: What it shall be.
        old: What it shall be no longer; None when that was not said.
        about: Words of what the task is about; "" for the one at hand.
        drop: Leave ``new`` out ("without tomato").
        more: So many more ("another slice of tomato").
    """

    new: Quantity
    old: Quantity | None = None
    about: str = ""
    drop: bool = False
    more: bool = False


@dataclass(frozen=True)
class Revise:
    """Do a task otherwise, told by what it comes to.

    Attributes:
        old: What was to be done.
        new: What is to be done now; None for nothing.
    """

    old: Errand
    new: Errand | None


@dataclass(frozen=True)
class Cancel:
    """Do not do a task after all.

    Attributes:
        about: A word of the task; "" for the one at hand.
        everything: Whether all tasks are meant.
        request: Whether all is meant that was asked for together with the task at hand: "scrap that", "forget it".
    """

    about: str = ""
    everything: bool = False
    request: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Suspend:
    """Put a task off: until the others are done, or (``wait``) until told to go on."""

    about: str = ""
    wait: bool = False


@dataclass(frozen=True)
class Resume:
    """Go on with a task, or bring it forward."""

    about: str = ""


@dataclass(frozen=True)
class Undo:
    """Have it as it was before: the last thing that was moved or switched, or (``whole``) all of the last task.

    Attributes:
        whole: Whether all of the last task is meant.
        about: Type or class of the thing, "" for the last one.
    """

    whole: bool = False
    about: str = ""


@dataclass(frozen=True)
class StatusRequest:
    """Say how a task stands, or all of them."""

    about: str = ""


@dataclass(frozen=True)
class Clarification:
    """Nothing is done; the person is asked.

    Attributes:
        question: What the agent asks.
        before: The utterance up to what was not clear.
        after: The utterance from there on; ``before`` + answer + ``after`` says it all.
        options: What may be meant.
        then: What is begun when the answer is yes.
        lost: What of the words is lost in that, as a sentence; "" where nothing is.
        grave: Whether nothing but a yes agrees to it.
    """

    question: str
    before: str = ""
    after: str = ""
    options: tuple[str, ...] = ()
    then: tuple[Instruction, ...] = ()
    lost: str = field(default="", compare=False, repr=False)
    grave: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True)
class Constrain:
    """Heed something in all that is being done: "don't touch the knife"."""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Unheeded:
    """Words that nobody knows and that are left out of account; it is said before anything is done."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Remark:
    """Something that is said before anything is done: "Once is enough."."""

    text: str


@dataclass(frozen=True)
class DangerRefusal:
    """Something dangerous is not done; ``reason`` says what and why."""

    reason: str


@dataclass(frozen=True)
class RecallQuestion:
    """About the past: for recall."""

    text: str


@dataclass(frozen=True)
class Chat:
    """Nothing to do: ``yes``, ``no``, ``thanks``, ``hello``, ``bye`` or ``unknown``."""

    kind: str
    text: str = ""


@dataclass(frozen=True)
class Answered:
    """It is answered already, and nothing is to be done; ``asked`` where the answer is a question back."""

    text: str
    asked: bool = False


Instruction = (
    Begin | DoLater | PlansRequest | CancelPlan | MovePlan | Amend | Revise | Cancel | Suspend | Resume | Undo
    | PersonAt | StatusRequest | Clarification | Constrain | Unheeded | Remark | DangerRefusal | RecallQuestion | Chat
    | Answered
)  # fmt: skip


class UnclearRequest(Exception):
    """What was said cannot be done without asking; carries the question.

    Attributes:
        ask: The question.
        about: The very words that are not clear and whose place the answer takes; empty where it is not about words.
    """

    def __init__(self, ask: Clarification, about: str = "") -> None:
        super().__init__(ask.question)
        self.ask, self.about = ask, about

    def asked(self, text: str) -> Clarification:
        """The question, with all that was said around the words in question: nothing of it is lost by the answer.

        Args:
            text: All that was said, tidied.
        """
        found = [*re.finditer(rf"\b{re.escape(self.about)}\b", text)] if self.about else []
        if len(found) != 1:
            return self.ask
        return replace(self.ask, before=text[: found[0].start()], after=text[found[0].end() :])


def is_lost(found: Sequence[Instruction]) -> bool:
    """Whether not all of what was said was read: something is asked back, left aside, or taken for mere talk.

    A warning, which only wants a yes, was read.

    Args:
        found: What an utterance was read as.
    """
    unread = (isinstance(one, Unheeded) or (isinstance(one, Chat) and one.kind == "unknown") for one in found)
    asked = (isinstance(one, Clarification) and one.options != ("yes",) for one in found)
    return any(unread) or any(asked)
