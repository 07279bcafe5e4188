"""One thing asked for in place of another: another dish, another place."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import WhichThings
from agent.requests.amending import amended
from agent.requests.control import best_word
from agent.requests.errands import AWAY, BRING, PUT, Errand, made_of, named_words
from agent.requests.instructions import Amend, Quantity, Revise
from agent.requests.request_state import RequestState
from agent.requests.uttered.taking_in import is_placing
from agent.requests.verbs import RequestResult
from agent.requests.words.clauses import Clause
from agent.requests.words.nouns import capable
from envs.teach.tasks.definition import ALL

_RATHER = re.compile(
    r"\b(?:actually|rather|instead|on second thoughts?|changed? my mind|change of plans?|make (?:it|that)"
    r"|prefer|after all)\b|^no\b"
)
_TOO = re.compile(r"\b(?:also|too|as well|another|and|afterwards?|then|later|before|first|with it|with that)\b")


def replaced_by(done: RequestResult, utterance: str, reading: RequestState) -> str:
    """A word for the dish at hand that another one takes the place of: "actually a sandwich"; "" where none does."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None or not (_RATHER.search(utterance.lower()) and not _TOO.search(utterance.lower())):
        return ""
    new = done.errands[0] if done.errands else task
    return best_word(named_words(task)) if new.name != task.name and {new.name, task.name} <= _MADE else ""


_MADE = {"Salad", "Sandwich", "Coffee", "Plate Of Toast", "Omelette", "Poach Egg", "Breakfast"}


def moved_elsewhere(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether it is only said where else something goes: "put it in the cupboard", "the pepper goes on the desk"."""
    if reading.begun or clause.place or len(done.errands) != 1 or _TOO.search(clause.said) or _AND.match(clause.said):
        return False
    new = done.errands[0]
    for task in reading.context.tasks[: 1 if done.same else None]:
        other = _otherwise(task, new, done.same, clause.text)
        if other is not None and other != task:
            reading.found.append(Revise(task, other))
            return True
    return False


_AND = re.compile(r"^(?:and|then|plus)\b")
_BROUGHT = (AWAY, BRING, PUT, "Put All X On Y", "Put All X In One Y")


def _otherwise(task: Errand, new: Errand, same: bool, text: str) -> Errand | None:
    """What a task comes to when its things are to go where another request says; None where that is another matter."""
    if same and is_placing(new) and task.name in _DISHED and capable(new.params[-1], "dirtyable"):
        served = amended(task, Amend(Quantity(new.params[-1]), Quantity(made_of(task)[0])))
        return served if isinstance(served, Errand) else None
    if task.name not in _BROUGHT or new.name not in _BROUGHT or made_of(new) != made_of(task):
        return None
    if new.name == task.name and new.params[-1] == task.params[-1]:
        return None
    told = [one for one in new.terms if isinstance(one, WhichThings) and one.but is None]
    if not same and (told or not _DEFINITE.search(text) or (new.params[0] == ALL) != (task.params[0] == ALL)):
        return None
    kept = [one for one in task.terms if not (isinstance(one, WhichThings) and one.word in [two.word for two in told])]
    terms = (one for one in new.terms if not (isinstance(one, WhichThings) and one.but is not None))
    return replace(new, terms=(*terms, *kept))


_DISHED = ("Salad", "Sandwich", "Plate Of Toast")
_DEFINITE = re.compile(r"\b(?:the|my|our|that|this|those|these|both)\b")
