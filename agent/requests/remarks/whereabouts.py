"""Where the thing of the work is, told while it is done: "it's the one on the shelf", "you'll find it in the fridge".

What is said surely tells which one is meant; what is only supposed tells where to look first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import WhichThings
from agent.requests.amending import counted_apart
from agent.requests.changes.choosing import chosen
from agent.requests.changes.making import revise
from agent.requests.changes.mentions import mentioned_in
from agent.requests.changes.worded import AH
from agent.requests.control import known_by
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Revise
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable
from envs.teach.tasks.classes import types_named

_SUPPOSED = (
    r"i (?:think|believe|guess|bet|suppose|reckon)|i(?:'m| am) (?:pretty |fairly |quite )?sure|maybe|perhaps|probably"
    r"|pretty sure|apparently|last (?:i saw|i looked|i checked|i knew|time i (?:saw|looked|checked))"
    r"|if i remember (?:right|rightly|correctly)|as far as i know"
)
_ITS = (
    r"it|they|that|this|mine|the (?:right |real )?ones?(?: (?:that )?i(?:'m| am)? (?:mean|meant|want|wanted|need|needed"
    r"|talking about|thinking of|after))?|(?:the|my|our) [a-z]+(?: (?!is\b|are\b)[a-z]+)?"
)
_THERE = (
    r"(?: (?:just|right|over|lying|standing|sitting|hiding|hidden|kept|stored|actually|somewhere|back|up|down|there"
    r"|usually|normally|supposed to be))*"
)
_WHERE = r"(?P<where>(?:in|on|inside|at|next to|beside|by|near|from) (?:the|my|our|a|an|one of the) [a-z ]+)(?:,.*)?"
_AT = ("in", "on", "inside", "at", "next", "beside", "by", "near", "from")
_TELLS = (
    re.compile(
        rf"^{AH}(?P<hint>(?:(?:{_SUPPOSED})\b,? (?:that )?)*)(?P<np>{_ITS})"
        rf"(?:'s|'re| is| are|(?P<may> (?:should|must|might|may|could|ought to|would|will) be)){_THERE}"
        rf" (?:the ones? (?:that's |that is |that are )?)?{_WHERE}$"
    ),
    re.compile(rf"^{AH}you(?:'ll| will| can| should)? find (?P<np>{_ITS}){_THERE} {_WHERE}$"),
    re.compile(
        rf"^{AH}(?P<may>i(?:'ve| have)? (?:left|put|saw|last saw|stored|keep|kept)) (?P<np>{_ITS}){_THERE} {_WHERE}$"
    ),
    re.compile(
        rf"^{AH}(?P<may>try|look|check|start|have a look|search|go)(?: looking)?(?P<np>)"
        r" (?:in |on |inside |with )?(?P<where>(?:the|my|our) [a-z]+(?: (?!first\b|for\b)[a-z]+)?)(?: first| for it)$"
    ),
)


def tells_where(said: str, reading: RequestState) -> bool:
    """Take in where the thing of an open task is; whether a clause says that.

    Args:
        said: All words of the clause.
        reading: What was understood before it.
    """
    told = next((found for one in _TELLS if (found := one.match(said))), None) if not reading.begun else None
    if told is None or told["np"].endswith(" that"):  # "just the one that's in the fridge" tells of no other
        return False
    for task in reading.context.tasks:
        if not _is_about(told["np"], task):
            continue
        where = told["where"].strip()
        narrowed = chosen(f"the one {where if where.split()[0] in _AT else f'in {where}'}", task, made_of(task))
        if narrowed is None or narrowed.new is None or _goes_there(narrowed.new):
            return False
        sure = not any(told.groupdict().get(name) for name in ("hint", "may"))
        new = with_its_states(task, narrowed.new)
        revise(Revise(task, _of_as_many(task, new) if sure else _rather(new)), reading)
        return True
    return False


def taken_from_elsewhere(said: str, reading: RequestState) -> bool:
    """Take in that a thing is to be taken from another place than was told: "I meant the fridge, not the cupboard".

    Args:
        said: All words of the clause.
        reading: What was understood before it.
    """
    named = [one for one in mentioned_in(words_of(said)) if one.named.word] if not reading.begun else []
    old, new = [one for one in named if one.denied], [one for one in named if not one.denied]
    if len(old) != 1 or len(new) != 1 or not capable(new[0].named.word, "receptacle"):
        return False
    for task in reading.context.tasks:
        told = next((one for one in task.terms if isinstance(one, WhichThings) and one.word in made_of(task)), None)
        if told is None or not old[0].exactly(told.trait.place) or old[0].exactly(task.params[-1]):
            continue
        there = replace(told, trait=replace(told.trait, place=new[0].named.word))
        revise(Revise(task, replace(task, terms=tuple(there if one is told else one for one in task.terms))), reading)
        return True
    return False


def _is_about(np: str, task: Errand) -> bool:
    """Whether words mean the thing of a task: "it", "the one I mean", "the mug"."""
    pointed = not np or re.match(r"(?:it|they|that|this|mine|the (?:right |real )?ones?)\b", np)
    own = {kind for word in made_of(task) for kind in (word, *types_named(word))}
    return bool(pointed) or bool(own & known_by(np))


def _goes_there(new: Errand) -> bool:
    """Whether a thing is told to be where it shall go: that is another matter than which one it is."""
    told = [one.trait.place for one in new.terms if isinstance(one, WhichThings) and one.word in made_of(new)]
    goal = new.params[-1]
    return any(place and (place == goal or set(types_named(place)) & set(types_named(goal))) for place in told)


def with_its_states(task: Errand, new: Errand) -> Errand:
    """Which one is told by where it is; how it shall be ("a cooked potato") still holds."""
    old = next((one for one in task.terms if isinstance(one, WhichThings) and one.word in made_of(task)), None)
    terms = (
        replace(one, trait=replace(one.trait, states=old.trait.states))
        if isinstance(one, WhichThings) and old is not None and one.word == old.word and not one.trait.states
        else one
        for one in new.terms
    )
    return replace(new, terms=tuple(terms))


def _of_as_many(task: Errand, new: Errand) -> Errand:
    """As many as before: where they are says nothing of how many."""
    mine, other = counted_apart(task), counted_apart(new)
    if mine is None or other is None or mine.params[0] == other.params[0]:
        return new
    return replace(task, terms=new.terms)


def _rather(new: Errand) -> Errand:
    """The place is only where to look first."""
    terms = (
        replace(one, rather=True) if isinstance(one, WhichThings) and one.word in made_of(new) else one
        for one in new.terms
    )
    return replace(new, terms=tuple(terms))
