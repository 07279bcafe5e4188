"""Some of the things at hand that go elsewhere: "one of them goes in the drawer", "the clean ones in the cabinet"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Trait, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.changes.making import revise
from agent.requests.changes.replacing import without_some
from agent.requests.changes.worded import AH
from agent.requests.errands import PUT, Errand, made_of
from agent.requests.instructions import Begin, Remark, Revise
from agent.requests.request_state import RequestState
from envs.vocabulary.english import noun, plural
from envs.vocabulary.numbers import alternatives, up_to

_MANY = rf"\d+|{alternatives(up_to(20))}|some|a few|a couple"
_NO_LOOK = r"(?:the|that|this|any|an?|which|other|same|right|wrong|my|our|only|just|no|not|every|each|some) "
_GOES = r"(?: (?:can|should|must|may|shall|will|could))?(?: all)? (?:go|goes|belong|belongs|live|lives|come|comes)"
_TO = r"(?P<where>(?:in|on|into|onto|inside|next to|beside|under) (?:the|my|our|that|a|one of the) [a-z ]+)"
_SOME = re.compile(
    rf"^{AH}(?P<put>(?:put|place) )?(?:(?P<n>{_MANY})(?: of (?:them|those|these))?"
    rf"|(?P<the>(?:the|any|all the) )?(?P<how>(?!{_NO_LOOK})[a-z]+) (?P<s>ones?)"
    r"|(?:the|that) (?P<one>ones?) (?:that's |that is |that are )?(?:in|on|from) (?P<from>(?:the|my|our) [a-z ]+?))"
    rf"(?P<goes>{_GOES})? {_TO}$"
)
_LISTED = re.compile(r"^(?:(?:oh|no|well|please|ok|okay)[ ,]+)*(?:and|but)\b")


def _is_goal(found: re.Match[str]) -> bool:
    """Whether the place is where they go: "the red one on the floor" lies there."""
    told = found["put"] or found["goes"] or found["n"] or (found["how"] and not found["the"])
    return bool(told or _LISTED.match(found[0]))


def some_elsewhere(said: str, reading: RequestState) -> bool:
    """Take in that some of the things of a task go elsewhere; whether a clause says so.

    Args:
        said: The clause.
        reading: What was understood before it.
    """
    found = _SOME.match(said) if not reading.begun else None
    found = found if found and _is_goal(found) else None
    for task in reading.context.tasks if found else ():
        apart = counted_apart(task)
        if found is None or apart is None or apart.params[0] == "1":
            continue
        new = _put(_request(found, made_of(task)[0]), task, reading)
        if new is None or new.params[-2:] == task.params[-2:] or (found["how"] and not new.terms):
            continue
        if apart.name != PUT:
            reading.found.append(Begin(new, "after"))
            return True
        rest = without_some(task, new) if new.terms == () else _others(task, new)
        if rest is None:
            continue
        reading.found.append(Begin(new, "now", beside=task))
        if rest != task:
            revise(Revise(task, rest), reading)
        return True
    return False


def _request(found: re.Match[str], kind: str) -> str:
    """The request for those things alone."""
    if found["n"]:
        return f"put {found['n']} of the {plural(kind)} {found['where']}"
    if found["how"]:
        return f"put the {found['how']} {noun(kind) if found['s'] == 'one' else plural(kind)} {found['where']}"
    named = noun(kind) if found["one"] == "one" else plural(kind)
    return f"put the {named} from {found['from']} {found['where']}"


def _put(request: str, task: Errand, reading: RequestState) -> Errand | None:
    """What a request comes to, where it is to put things of the task somewhere."""
    begun = [one for one in reading.anew(request) if not isinstance(one, Remark)]
    if len(begun) != 1 or not isinstance(begun[0], Begin):
        return None
    new = begun[0].errand
    return new if counted_apart(new) is not None and made_of(new) == made_of(task) else None


def _others(task: Errand, new: Errand) -> Errand | None:
    """A task without those that are told apart; as it is where it is not about them; None where that is not known."""
    word = made_of(task)[0]
    told = [one for one in new.terms if isinstance(one, WhichThings) and one.word == word]
    if len(told) != 1 or len(new.terms) != 1:
        return None
    which = next((one for one in task.terms if isinstance(one, WhichThings) and one.word == word), None)
    trait = told[0].trait
    moved = bool(trait.place or trait.near)  # then they are no longer where they are told by
    if moved and (which is None or which.trait == Trait()):
        kept = tuple(one for one in task.terms if one != which)
        return replace(task, terms=(*kept, replace(which or WhichThings(word), others=True)))
    if which is None:
        return task.on(WhichThings(word, but=trait)) if trait != Trait() else None
    if _excluded(which.trait, trait):
        return task
    if which.but is not None or which.spare:
        return None
    kept = tuple(one for one in task.terms if one != which)
    return replace(task, terms=(*kept, replace(which, but=trait)))


def _excluded(mine: Trait, other: Trait) -> bool:
    """Whether nothing can be as both say: dirty, and clean."""
    return any((word, not so) in mine.states for word, so in other.states)
