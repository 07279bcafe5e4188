"""Which one is meant, and what is beside it: "the one on the shelf is fine", "and the one there"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Trait, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.changes.adding import added
from agent.requests.changes.choosing import chosen
from agent.requests.changes.making import revise
from agent.requests.changes.worded import AH
from agent.requests.errands import AWAY, BRING, STATE, Errand, made_of
from agent.requests.instructions import Revise
from agent.requests.remarks.whereabouts import with_its_states
from agent.requests.request_state import RequestState
from agent.requests.revising import revised
from agent.requests.words.clauses import Clause, words_of
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun, plural

_WILL_DO = re.compile(
    rf"^{AH}(?P<one>the one (?:in|on|at|by|near|from|next to) (?:the|my|our) [a-z]+(?: (?!is\b|would\b|will\b)[a-z]+)?)"
    r"(?: is| would be| will be|'s|'ll be) (?:just |perfectly |quite )*"
    r"(?:fine|ok|okay|good|alright|all right|great|enough)"
    r"(?: by me| with me| for me| for that| too)*$"
)
_BESIDE = re.compile(
    rf"^{AH}(?:(?:and|also|plus)\b[ ,]*)*(?:do |take |wash |bring |put |get )?"
    r"(?P<one>the (?P<s>ones?)) (?P<where>(?:in|on|at|by|near|from|next to|under) .+?)(?P<too>,? (?:too|as well|also))?"
    r"(?:,? please)?$"
)
_OTHER = re.compile(
    rf"^{AH}(?:not (?:that|this)(?: one)?,? )?(?:(?:use|take|do|get|pick|bring me|i mean|i meant|rather|make it) )?"
    r"the other(?: one| [a-z]+(?: [a-z]+)?)?(?:[ ,]+(?:instead|rather|please|i mean|i meant))*$"
)

_TOO = re.compile(r"^(?:oh )?(?:and|also|plus)\b|\b(?:too|as well|also)\b")
"""Said of one that is wanted besides."""


def one_will_do(said: str, reading: RequestState) -> bool:
    """Take in that the one in some place will do, or, of what is to be clean or of all, needs nothing done.

    Args:
        said: All words of the clause.
        reading: What was understood before it.
    """
    found = _WILL_DO.match(said) if not reading.begun else None
    for task in reading.context.tasks if found else ():
        apart = counted_apart(task)
        if found is None or apart is None:
            continue
        if apart.params[0] == ALL or (task.name == STATE and task.params[2] == "clean"):
            text = f"not {found['one'].replace(' one ', ' ones ')}"
            change = revised(Clause(text, "", text), (task,), True)
        else:
            change = chosen(found["one"], task, made_of(task))
        if isinstance(change, Revise) and change.new is not None:
            revise(replace(change, new=with_its_states(task, change.new)), reading)
            return True
    return False


def one_beside(clause: Clause, reading: RequestState) -> bool:
    """Take in that the same is to be done with one in another place: "and the one in the drawer"."""
    found = _BESIDE.match(clause.said) if not reading.begun else None
    task = reading.context.tasks[0] if reading.context.tasks else None
    if found is None or task is None or counted_apart(task) is None or not made_of(task):
        return False
    if not (found["too"] or re.search(r"\b(?:and|also|plus)\b", clause.said[: found.start("one")])):
        return False
    kind = made_of(task)[0]
    named = plural(kind) if found["s"] == "ones" else noun(kind)
    where = re.sub(r"(?:,? (?:too|as well|also|please))+$", "", found["where"])
    text = f"and the {named} {where} too"
    return added(replace(clause, text=text, said=text), reading)


def the_other_one(said: str, reading: RequestState) -> bool:
    """Take in that one is meant that is not as was told: "no, the other one", of the kettle on the table."""
    found = _OTHER.match(said) if not reading.begun and not _TOO.search(said) else None
    for task in reading.context.tasks[:1] if found else ():
        apart = counted_apart(task)
        told = next((one for one in task.terms if isinstance(one, WhichThings) and one.word in made_of(task)), None)
        words = [one for one in words_of(said.split("the other", 1)[1]) if one != ","][:2]
        mine = not words or words[0] in ("one", "instead", "rather", "please", "i") or _is_its(words, task)
        if apart is None or apart.params[0] != "1" or told is None or told.trait == Trait() or told.but or not mine:
            return False
        kept = tuple(one for one in task.terms if one is not told)
        revise(Revise(task, replace(task, terms=(*kept, WhichThings(told.word, but=told.trait)))), reading)
        return True
    return False


def _is_its(words: list[str], task: Errand) -> bool:
    """Whether a noun is that of the task's thing: "the other kettle"."""
    return any(noun(kind).split()[-1] in words for kind in made_of(task))


_BOTH = re.compile(
    rf"^{AH}(?:bring|give|get|hand|fetch|put|take|wash)(?: me| us)? (?P<all>both|all)(?: of them)?"
    r"(?: (?:then|please|actually|over|here))*$"
)


def all_of_its_kind(said: str, reading: RequestState) -> bool:
    """Take in that all of a kind are wanted, of which one was to be brought: "bring me both of them"."""
    found = _BOTH.match(said) if not reading.begun else None
    task = reading.context.tasks[0] if reading.context.tasks else None
    apart = counted_apart(task) if task is not None else None
    if found is None or task is None or apart is None or apart.name not in (BRING, AWAY) or apart.params[0] == ALL:
        return False
    revise(Revise(task, replace(apart, params=(ALL, *apart.params[1:]))), reading)
    return True
