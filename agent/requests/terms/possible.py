"""Whether a request can be carried out under its own terms: coffee without a mug, a fridge that must stay closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agent.belief.common_sense import KNIVES, is_container
from agent.planning.terms import Without
from agent.requests.errands import BESIDE, CUT, PUT, STATE, Errand
from agent.requests.instructions import Clarification
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import a, joined, located, the


def impossible(errands: Sequence[Errand]) -> Clarification | None:
    """What to say to requests that cannot be carried out under their terms; None where they can."""
    for errand in errands:
        terms = [one for one in errand.terms if isinstance(one, Without)]
        skill = _IN_PLACE.get(errand.params[-1], "pick_up") if errand.name == STATE else "pick_up"
        for needed in _needed(errand):
            if needed and all(any(one.forbids(skill, kind) for one in terms) for kind in needed):
                bare = Errand(errand.name, errand.params).words
                names = joined([a(kind) for kind in needed[:2]])
                return Clarification(f"I cannot {bare} without {names}. What shall I do?")
        there = _place(errand)
        if there and all(any(one.forbids("put", kind) for one in terms) for kind in there):
            bare = Errand(errand.name, errand.params).words
            return Clarification(f"You asked me to {bare}, and not to put anything there. Where shall it go?")
        shut = _shut(errand, terms)
        if shut:
            return Clarification(f"I cannot put anything {located(shut)} while {the(shut)} stays closed. Where to?")
    return None


_IN_PLACE = {"open": "open", "closed": "close", "on": "switch_on", "off": "switch_off"}
"""State that things get into where they are → the skill that is needed for it."""


def _needed(errand: Errand) -> Iterator[tuple[str, ...]]:
    """Kinds of things of which one is needed each."""
    if errand.name == STATE and errand.params[-1] == CUT:
        yield KNIVES
    for component in errand.task.walk():
        for prop in ("objectType", "simbotObjectClass"):
            if prop in component.conditions:
                yield types_named(str(component.conditions[prop]))


def _shut(errand: Errand, terms: Iterable[Without]) -> str:
    """The container that would have to be opened, and must not be."""
    kinds = _place(errand)
    barred = [kind for kind in kinds if is_container(kind) and any(one.forbids("open", kind) for one in terms)]
    return barred[0] if barred and len(barred) == len(kinds) else ""


def _place(errand: Errand) -> tuple[str, ...]:
    """The kinds of what things are to be put in or on."""
    placing = errand.name == PUT or errand.name.startswith("Put All")
    return types_named(errand.params[-1]) if placing and BESIDE not in errand.params else ()
