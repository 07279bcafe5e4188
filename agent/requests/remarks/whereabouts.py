"""Where the thing of the work is, told while it is done: "it's the one on the shelf", "you'll find it in the fridge".

What is said surely tells which one is meant; what is only supposed tells where to look first.
"""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Trait, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.changes.choosing import chosen
from agent.requests.changes.making import revise
from agent.requests.changes.mentions import mentioned_in
from agent.requests.changes.worded import AH
from agent.requests.control import known_by
from agent.requests.errands import BRING, CUT, PUT, STATE, Errand, made_of
from agent.requests.instructions import Revise
from agent.requests.request_state import RequestState
from agent.requests.serving.whereabouts import furniture_named
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named
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
        rf"^{AH}(?P<may>i(?:'ve| have)? (?:left|put|saw|last saw|stored|keep|kept|moved?)) (?P<np>{_ITS})"
        rf"{_THERE} {_WHERE}$"
    ),
    re.compile(
        rf"^{AH}(?P<may>try|look|check|start|have a look|search|go)(?: looking)?(?P<np>)"
        r" (?:in |on |inside |with )?(?P<where>(?:the|my|our) [a-z]+(?: (?!first\b|for\b)[a-z]+)?)(?: first| for it)$"
    ),
)

_WAS_THERE = re.compile(
    rf"^{AH}(?:(?:because|since|as|after all),? )?(?P<np>{_ITS})"
    r"(?: (?:was|were|lay|fell|dropped|landed|rolled)"
    r"|(?:'s|'ve|'d| has| have| had) (?:been|lain|fallen|dropped|landed))"
    rf"(?: (?:just|only|all|again|down|out|off|somehow))*{_THERE}"
    r" (?P<where>(?:in|on|inside|under) (?:the|my|our|a|an|one of the) [a-z ]+?)"
    r"(?: (?:for (?:hours|days|weeks|years|ages|a while)|(?:all|the whole) (?:day|night|morning|week|time)|long enough"
    r"|before|already|earlier|yesterday|too|anyway|after all))*(?:,.*)?$"
)
"""Where a thing has been, which is no place for it to go."""


def tells_where_it_was(said: str, reading: RequestState) -> bool:
    """Take in where the thing of an open task was before; whether a clause says that.

    Behind a change it is the reason for that: "the sink. It has been on the floor, after all".

    Args:
        said: All words of the clause.
        reading: What was understood before it.
    """
    told = _WAS_THERE.match(said) if not reading.begun else None
    task = next((one for one in reading.context.tasks if told is not None and _is_about(told["np"], one)), None)
    if told is None or task is None:
        return False
    alone = not (reading.found or reading.unread)
    narrowed = chosen(f"the one {told['where'].strip()}", task, made_of(task)) if alone else None
    if narrowed is not None and narrowed.new is not None and not _goes_there(narrowed.new):
        revise(Revise(task, _rather(with_its_states(task, narrowed.new))), reading)
    return True


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


_PERHAPS = (
    r"(?:i (?:think|believe|guess|suppose|reckon)|i(?:'m| am) (?:pretty |fairly |quite )?sure|maybe|perhaps|probably)"
)
_IT_IS = re.compile(
    rf"^(?P<hint>{_PERHAPS},? (?:that )?)?(?:it|they|that|those)"
    r"(?:'s|'re| is| are|(?P<may> (?:should|must|ought to|might|may|could|will)(?: still)? be))"
    r"(?P<how>(?: (?:just|right|over|still|lying|standing|sitting|hiding|probably|somewhere|usually|always|there"
    r"|back))*)"
    r" (?:at|by|on|in|inside|near|next to|beside|over at|over by|over on|over in)"
    r" (?P<np>(?:the|my|our|one of the) .+)$"
)
_HANDLED = frozenset(
    {
        STATE,
        PUT,
        "Put All X On Y",
        "Put All X In One Y",
        "Clean All X",
        "Water Plant",
        "Boil X",
        "Omelette",
        "Poach Egg",
    }
)


def takes_where_it_is(text: str, reading: RequestState) -> bool:
    """Take in where a thing is that was just asked for: "bring me the mug, it should be in the cabinet".

    What is only supposed tells where to look first. Of what is not brought only what is surely so is told: "cook an
    egg. It should be in a bowl" says where it shall go.

    Args:
        text: A clause in lower case.
        reading: What was understood before it.
    """
    told = _IT_IS.match(text)
    last = reading.begun[-1] if reading.begun else None
    if told is None or last is None:
        open_task = reading.context.tasks[:1]
        return told is not None and told["may"] is not None and bool(open_task) and open_task[0].name == BRING
    errand, place = last.errand, furniture_named(told["np"]) or _vessel(told["np"])
    goes_there = bool(set(types_named(place)) & set(types_named(errand.params[-1]))) if errand.params else False
    made = made_of(errand)
    if errand.name != BRING and (told["may"] or goes_there or errand.name not in _HANDLED):
        return False
    if not place or len(made) != 1:
        return bool(told["may"])
    kind = made[0].removesuffix("Sliced") if errand.params[2:] == (CUT,) else made[0]
    sure = not (told["hint"] or told["may"] or "probably" in told["how"] or "usually" in told["how"])
    if not any(isinstance(one, WhichThings) and one.word == kind for one in errand.terms):
        there = errand.on(WhichThings(kind, Trait(place=place), rather=not sure))
        reading.found[reading.found.index(last)] = replace(last, errand=there)
    return True


def _vessel(text: str) -> str:
    """What is carried and holds other things: "it's in the bowl"."""
    named = read_named(words_of(text))
    whole = named is not None and named.end == len(words_of(text))
    return named.word if whole and named is not None and capable(named.word, "receptacle") else ""
