"""Moments that are brought about by what is being done: they say in what order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import Trait
from agent.requests.control import known_by
from agent.requests.errands import CUT, STATE, Errand, made_of, named_words
from agent.requests.request_state import RequestState
from agent.requests.terms.facts import read_condition
from agent.requests.terms.moments import MomentWords
from envs.vocabulary.english import noun

_DONE = re.compile(
    r"^(?:you finish(?: it| that)?"
    r"|you(?: are|'re| have|'ve|'re all|'re both)?(?: all)? (?:done|finished|ready|through|completed)"
    r"(?: with(?: doing)? (?P<with>.+))?"
    r"|(?P<np>.+?)(?: is|'s|'re| are| has been| have been| has| have)(?: all)?"
    r" (?:done|finished|over|complete|completed|made|prepared|ready))$"
)
_MEANT = re.compile(r"^(?:it|that|this|they|everything|all of (?:it|that|them)|all|the work|work)$")
_NAMED = re.compile(
    r"^(?:making |doing |washing )?(?:the |my |our |that |those |all the )?(?P<name>[a-z]+(?: [a-z]+)?)$"
)
_COMES = ("when", "once", "as soon as", "after", "immediately", "until", "the moment")


def in_order(moment: MomentWords, reading: RequestState) -> bool:
    """Whether a moment is the end of what was asked for before: what is asked for then is done after that."""
    tasks = reading.tasks
    if not any(moment.word.startswith(one) for one in _COMES) or moment.word == "until":
        return False
    done = _DONE.match(moment.what)
    if done is not None:
        about = done["with"] or done["np"] or "that"
        return bool(_MEANT.match(about) and tasks) or _is_one_of(about, tasks)
    if moment.word == "after" and _is_one_of(moment.what, tasks):
        return True
    only = read_condition(_IT.sub(f"the {_topic(tasks)}", moment.what) if tasks else moment.what, True)
    return only is not None and only.holds and any(_brings_about(task, only.what) for task in tasks)


_IT = re.compile(r"^(?:it|they|that)(?='s| is| are|'re)")


def as_far(moment: MomentWords, new: Sequence[Errand]) -> bool:
    """Whether a moment only says how far something is to be done, as it is in any case: "wash it until it's clean".

    Args:
        moment: Until when, or up to which state.
        new: What is asked for beside it.
    """
    if moment.word not in ("until", "til", "till") or not new:
        return False
    what = _WELL.sub(" ", moment.what)
    if _SHINES.match(what):
        what = "it is clean"
    only = read_condition(_IT.sub(f"the {_topic(tuple(new))}", what), True)
    return only is not None and only.holds and all(_brings_about(one, only.what) for one in new)


_WELL = re.compile(r" (?:really|all|nice and|nicely|properly|completely|perfectly|thoroughly|fully|lovely and)+ ")
_SHINES = re.compile(
    r"^(?:it|they) (?:(?:shines?|sparkles?|gleams?)|(?:is|are) (?:shiny|spotless|sparkling|gleaming|shining))$"
    r"|^(?:it|they)'(?:s|re) (?:shiny|spotless|sparkling|gleaming|shining)$"
)


def _topic(tasks: tuple[Errand, ...]) -> str:
    """What one calls "it" while some tasks are done."""
    return next((noun(kind) for task in tasks[:1] for kind in made_of(task)), "it")


def only_orders(moment: MomentWords, reading: RequestState) -> bool:
    """Whether two tasks are only put in another order: "wash the bowl before the egg"."""
    if moment.word not in ("before", "after") or not _is_one_of(moment.what, reading.tasks):
        return False
    words = known_by(moment.text)
    return bool(moment.text) and (moment.word == "before" or any(words & named_words(one) for one in reading.tasks))


def _is_one_of(said: str, tasks: tuple[Errand, ...]) -> bool:
    """Whether words that name nothing else name one of some tasks: "the salad"."""
    found = _NAMED.match(said)
    return found is not None and any(known_by(found["name"]) & named_words(task) for task in tasks)


_LEFT_IN = {
    "clean": ("dirty", False),
    "cooked": ("cooked", True),
    "boiled": ("cooked", True),
    "filled": ("filled", True),
    "empty": ("empty", True),
    "open": ("open", True),
    "closed": ("open", False),
    "on": ("on", True),
    "off": ("on", False),
    CUT: ("sliced", True),
}
"""What an errand leaves things in → how they are then."""


def _brings_about(task: Errand, so: Trait) -> bool:
    """Whether a task leaves things in a state or in a place."""
    if so.kind not in (kind.removesuffix("Sliced") for kind in made_of(task)):
        return False
    end = task.params[-1] if task.params else ""
    if so.place:
        return not so.states and end == so.place
    left = "clean" if task.name.startswith("Clean") else end if task.name == STATE else ""
    return bool(so.states) and all(one == _LEFT_IN.get(left) for one in so.states)
