"""Whether a request can be carried out under its own terms: coffee without a mug, a fridge that must stay closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from agent.belief.common_sense import KNIVES, is_container
from agent.planning.terms import ANYTHING, Term, WhichThings, Without
from agent.requests.errands import BESIDE, CUT, STATE, Errand, is_placing
from agent.requests.instructions import Clarification
from agent.requests.words.nouns import SOURCE, capable
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
        never = next(filter(None, map(_never_so, errand.terms)), "")
        if never:
            return Clarification(f"{never[:1].upper()}{never[1:]}. Which do you mean?")
    return None


_IN_PLACE = {"open": "open", "closed": "close", "on": "switch_on", "off": "switch_off"}
"""State that things get into where they are → the skill that is needed for it."""
_MUST: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "dirty": ("dirtyable", "cannot get dirty"),
        "on": ("toggleable", "cannot be switched on"),
        "open": ("openable", "cannot be opened"),
        "filled": ("canFillWithLiquid", "cannot be filled"),
        "broken": ("breakable", "cannot break"),
    }
)
"""State → what a thing that is in it has to be capable of, and what to say of one that is not."""


def _never_so(term: Term) -> str:
    """What to say where things are meant that are in a state in which none of their kind can be: "the dirty fork"."""
    if not isinstance(term, WhichThings) or term.word == ANYTHING:
        return ""
    so = [_MUST[word] for word, wanted in term.trait.states if wanted and word in _MUST]
    kind = SOURCE.get(term.word, term.word)
    return next((f"{a(term.word)} {says}" for capability, says in so if not capable(kind, capability)), "")


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
    return types_named(errand.params[-1]) if is_placing(errand) and BESIDE not in errand.params else ()
