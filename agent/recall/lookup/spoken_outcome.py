"""How a recorded task ended as far as words tell: given up, or called off, with nothing done after that."""

from __future__ import annotations

import re
from datetime import timedelta

from agent.recall.lookup.task_runs import TaskRun
from memory.reading.traces import Scope
from memory.reading.view import View

_LAST = timedelta(minutes=2)
"""What was said so long before the end of a task is said of its end."""
_GIVEN_UP = re.compile(
    r"\b(?:(?:i )?(?:have to |must |will |'ll )?give up|(?:could not|couldn't|cannot|can't|can not) (?:find|do|finish|"
    r"complete)|(?:was|am|'m) (?:not able|unable) to)\b"
)
_CALLED_OFF = re.compile(
    r"^(?:ok(?:ay)?,? |please |no,? |oh,? )*(?:never ?mind|forget (?:it|that|about (?:it|that))|stop(?: it| that)?|"
    r"cancel(?: it| that)?|(?:don't|do not) bother)(?: please)?[ .!]*$"
)


def spoken_outcome(view: View, run: TaskRun) -> tuple[str, str]:
    """The outcome of a task of which no log tells, and the words that tell it; *done* where none speak against it."""
    for row in view.said(Scope(max(run.start, run.end - _LAST), run.end)):
        outcome = _against(row.utterance.text, row.utterance.own)
        if outcome and run.first <= row.experience <= run.last and not _done_after(view, row.experience, run):
            return outcome, row.utterance.text.strip()
    return "done", ""


def _against(text: str, own: bool) -> str:
    """How a task ended when this was said last; empty where it says nothing of that."""
    plain = text.lower().replace("’", "'").strip()
    if own:
        return "failed" if _GIVEN_UP.search(plain) else ""
    return "cancelled" if _CALLED_OFF.match(plain) else ""


def _done_after(view: View, experience: int, run: TaskRun) -> bool:
    later = view.beside(experience, after=True)
    return later is not None and later.experience <= run.last
