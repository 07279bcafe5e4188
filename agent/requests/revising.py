"""Changes of what is being done, told by what they name: a thing, a number, a place, and which way the words point.

"A drawer, not the bin", "three in total", "one has to stay on the desk", "the apple as well": whatever the sentence is
like, a number changes the number, a place that is not the task's the place, and what shall stay is left out. It is
read only where a clause asks for nothing by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from agent.planning.terms import ANYTHING, Trait, WhichThings, Without
from agent.requests.amending import amended, capability, counted_apart
from agent.requests.changes.choosing import all_of_them, chosen, other_state
from agent.requests.changes.mentions import RESTS, Mention, mentioned_in
from agent.requests.changes.sparing import left
from agent.requests.changes.weighing import cut_as_said
from agent.requests.changes.worded import AH, ENOUGH, WordedChange
from agent.requests.errands import AWAY, BRING, STATE, STATES, Errand, made_of
from agent.requests.instructions import Amend, Begin, Clarification, Quantity, Revise, UnclearRequest
from agent.requests.terms.accounting import unexplained
from agent.requests.terms.constraints import instead
from agent.requests.words.clauses import Clause, words_of
from agent.requests.words.modifiers import terms_of, with_place
from agent.requests.words.nouns import NUMBERS, NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun

_TOTAL = re.compile(r"\b(?:in total|in all|altogether)\b")
_ALSO = re.compile(r"\b(?:also|too|as well|another|likewise|in addition|same (?:for|with|goes))\b")
_RATHER = re.compile(
    r"\b(?:instead|rather|make it|make that|better|actually|sorry|i mean|i meant|use|prefer|change|on second thought)\b"
)
_BESIDE = re.compile(r"\b(?:next to|beside|by|near|under|underneath|behind|between)\b")
_AND = re.compile(r"^(?:and|plus|oh and|also)\b")
"""How another thing is named behind what was asked for: "and the forks"."""
_DEFINITE = re.compile(r"(?:the|that|those|my|our) ")
_THE_ONE = re.compile(r"(?:the|that|those) (?:[a-z]+ )?ones?\b")
_EXPLAINED = frozenset(
    {"not", "no", "enough", "instead", "rather", "only", "all", "another", "more", "same", "third", "exactly", "never"}
    | {"don't", "most", "without", "other", "rest", "both", "every", "alone", "except", "first", "before", "where"}
    | {"fewer", "less"}
)
"""Words that point which way the change goes."""


def revised(
    clause: Clause, tasks: Sequence[Errand], early: bool = False, begun: Collection[Errand] = ()
) -> Revise | Begin | None:
    """How a clause that asks for nothing by itself changes a task; None where it does not.

    Args:
        clause: The clause.
        tasks: What is being done or still to be done, the one at hand first.
        early: Only what is to be left as it is, and which ones are meant: "leave one on the table" is no request to
            put it there.
        begun: Tasks of this very utterance: of "wash it and leave it on the table" nothing is taken back.
    """
    if not tasks or not clause.said or _TELLS_WHAT_WAS_DONE.match(clause.said):
        return None
    mentions = tuple(mentioned_in(words_of(clause.said)))
    for task in _those_counted(mentions, tasks):
        change = WordedChange(task, clause, mentions)
        done = _early(change, task in begun) if early else _read(change, task in begun)
        if isinstance(done, Revise) and done.new is not None:
            named = any(one.named.word for one in change.own)
            done = replace(done, new=cut_as_said(task, done.new, change.text, named))
        if done is not None and not _lost(change, done):
            return done
    return None


def _those_counted(mentions: Sequence[Mention], tasks: Sequence[Errand]) -> Sequence[Errand]:
    """The tasks about things of which so many are wanted, else all: "make it two plates", of a mug and a plate."""
    counted = [one for one in mentions if one.named.word and (one.named.count or 0) > 1 and not one.denied]
    return [task for task in tasks if any(one.of(made_of(task)) for one in counted)] or tasks


def told_apart(said: str, clause: Clause, task: Errand) -> Revise | None:
    """Which of its things a task is about by "the one on the desk": a place in that is no place for it.

    Args:
        said: What of the clause says which.
        clause: The clause.
        task: The task.
    """
    change = WordedChange(task, clause, tuple(mentioned_in(words_of(clause.said))))
    named = read_named(words_of(said)) if _DEFINITE.match(said) else None
    own = named is not None and any(named.word == kind or named.word in types_named(kind) for kind in change.things)
    if not (_THE_ONE.match(said) or (own and len(words_of(said)) > (named.end if named else 0))):
        return None
    return chosen(said, task, change.things)


def _early(change: WordedChange, begun: bool) -> Revise | None:
    return (
        left(change, begun)
        or (chosen(change.text, change.task, change.things) if change.clause.place != "first" else None)
        or _goal_told(change)
        or (None if begun else _by_other_means(change) or _put_right(change))
    )


def _goal_told(change: WordedChange) -> Revise | None:
    """Which place is meant of several: "the box on the bed", of things that are put in a box."""
    words = words_of(change.text)
    named = read_named(words) if words[:1] and words[0] in ("the", "that", "my") and change.place else None
    if named is None or not named.word or named.word not in (change.place, *types_named(change.place)) or change.own:
        return None
    full = with_place(named, words)
    terms = terms_of(replace(full, word=change.place)) if full.end == len(words) and full.place else ()
    told = any(isinstance(one, WhichThings) and one.word == change.place for one in change.task.terms)
    return Revise(change.task, change.task.on(*terms)) if terms and not told else None


_PUT_RIGHT = re.compile(
    rf"^{AH}(?:not (?:that|this)(?: one)?[ ,]+)?"
    r"(?:make (?:that|it)|i mean|i meant|i said|no|rather|sorry)[ ,]+(?P<np>(?:the|an?|my|some|two|three|four"
    rf"|\d) [a-z ]+|[a-z]+s)$"
)


def _put_right(change: WordedChange) -> Revise | None:
    """Another thing, or another place, named alone: "make that a tomato"."""
    found = _PUT_RIGHT.match(change.text)
    placed = change.place or change.task.name in (STATE, BRING, AWAY)
    if found is None or len(change.mentions) != 1 or change.own or not placed:
        return None
    named = change.mentions[0].named
    fit = capability(change.task) if not change.place else "pickupable"
    if not named.word or named.end < len(words_of(change.text)) or not capable(named.word, fit):
        return None
    return _another(change, named)


def _another(change: WordedChange, named: NamedThings) -> Revise | None:
    """Another thing in place of the task's; what holds things in place of where they go, where the thing holds none."""
    old = change.place if _is_rather_its_place(change, named) else made_of(change.task)[0]
    new = amended(change.task, Amend(Quantity(named.word, named.count, named.every), Quantity(old)))
    if not isinstance(new, Errand) or new == change.task:
        return None
    told = terms_of(with_place(named, words_of(change.clause.said))) if old != change.place else ()
    kept = tuple(one for one in new.terms if not (isinstance(one, WhichThings) and one.word in made_of(change.task)))
    return Revise(change.task, replace(new, terms=kept if old != change.place else new.terms).on(*told))


_MISSAID = re.compile(r"\b(?:sorry|meant?|said|oops|whoops)\b")


def _is_rather_its_place(change: WordedChange, named: NamedThings) -> bool:
    """Whether what is named without "in" or "on" is where the thing goes, and no other thing: "no, the box".

    Raises:
        UnclearRequest: It may be either: "the bowl", of an egg that goes in the fridge.
    """
    thing = made_of(change.task)[0]
    if not change.place or not capable(named.word, "receptacle") or any(one.denied for one in change.own):
        return False
    if any(one.denied and one.exactly(change.place) for one in change.mentions):
        return True
    if capable(thing, "receptacle"):
        return False
    if capable(change.place, "pickupable") or not capable(named.word, "dirtyable"):
        return True
    if capable(thing, "sliceable") or thing.endswith(("Sliced", "Cracked")):
        if not _MISSAID.search(change.text):
            return True
        other, goal = noun(named.word), noun(thing)
        raise UnclearRequest(
            Clarification(f"Do you mean the {other} instead of the {goal}, or the {goal} in the {other}?")
        )
    return False


def _read(change: WordedChange, begun: bool) -> Revise | Begin | None:
    return (
        other_state(change.text, change.task)
        or left(change, begun)
        or _these_first(change)
        or _narrowed(change)
        or _by_other_means(change)
        or _elsewhere(change)
        or _otherwise(change)
        or _numbered(change)
        or _added(change)
    )


def _these_first(change: WordedChange) -> Begin | None:
    """Some kinds of what was asked for before the others: "plates first" of all the dishes."""
    told = [one for one in change.mentions if one.named.word]
    apart = counted_apart(change.task)
    if change.clause.place != "first" or len(told) != 1 or told[0].lead or apart is None or apart.params[0] != ALL:
        return None
    named, mine = told[0].named, set(types_named(apart.params[1]))
    anything = apart.params[1] == ANYTHING and capable(named.word, "pickupable")
    narrower = set(types_named(named.word)) < mine or anything
    terms = tuple(
        replace(one, word=named.kind) if isinstance(one, WhichThings) and one.word == apart.params[1] else one
        for one in apart.terms
    )
    first = replace(apart, params=(ALL, named.kind, *apart.params[2:]), terms=terms)
    return Begin(first, "now") if narrower else None


_TELLS_WHAT_WAS_DONE = re.compile(
    r"^(?:(?:because|since|as|cos) )?(?:i|we|he|she|they)(?:'ve| have|'s| has|'d| had)? (?:only |just |already )+"
    r"(?:[a-z]{2,}ed|did|put|made|cut|bought|got|had)\b"
    r"|^(?:i|we|he|she|they)(?:'ve| have|'s| has)? (?:moved?|went|gone|walk(?:ed)?|came)\b"
)
"""As in "I only cleaned that one yesterday"."""
_JUST = re.compile(r"(?:^|, |^\w+ )(?:just|only)\b")
_MEANS = re.compile(
    rf"^{AH}(?:(?:do|make|cook|fry|boil|heat|toast|prepare) (?:it|them|that|this) |(?:use|take) |rather )?"
    r"(?:(?:on|in|with|using|by means of) )?(?P<np>(?:the|a|an|my) [a-z ]+?)(?: instead| rather| for (?:that|it"
    r"|this))*$"
)


def _narrowed(change: WordedChange) -> Revise | None:
    """Only some kinds of what was asked for: "just the pans" of all that is dirty."""
    told = [one for one in change.mentions if one.named.word]
    if not _JUST.search(change.text) or len(told) != 1 or not change.things:
        return None
    named, mine = told[0].named, set(types_named(change.things[0]))
    apart = counted_apart(change.task)
    fit = STATES[apart.params[2]][2] if apart and apart.name == STATE and apart.params[2] in STATES else "pickupable"
    some = (len(mine) > 1 or change.things[0] == ANYTHING) and capable(named.word, fit)  # "just the pans" of the dishes
    narrower = named.word and (set(types_named(named.word)) < mine or some) and not told[0].lead
    if not narrower or apart is None:
        return None
    params = tuple(named.kind if one == change.things[0] else one for one in change.task.params)
    terms = tuple(
        replace(one, word=named.kind) if isinstance(one, WhichThings) and one.word == change.things[0] else one
        for one in change.task.terms
    )
    return Revise(change.task, replace(change.task, params=params, terms=terms))


def _by_other_means(change: WordedChange) -> Revise | None:
    """Another tool or stove: "do it on the stove"; what else could serve is not used then."""
    found = _MEANS.match(change.clause.text)
    named = read_named(words_of(found["np"])) if found else None
    verb = _HEATED.get(change.task.params[-1]) if change.task.name == STATE else _DISHES.get(change.task.name)
    whole = named is not None and bool(named.word) and found is not None and named.end == len(words_of(found["np"]))
    others = instead(named.word, verb) if named is not None and whole and verb else None
    if not others:
        return None
    kept = tuple(one for one in change.task.terms if not (isinstance(one, Without) and not one.skill))
    return Revise(change.task, replace(change.task, terms=(*kept, Without(tuple(sorted(others))))))


_HEATED = {"cooked": "cook", "boiled": "boil", "cut": "slice"}
_DISHES = {"Omelette": "cook", "Boil X": "boil", "Plate Of Toast": "toast"}


def _lost(change: WordedChange, done: Revise | Begin) -> bool:
    """Whether words of the clause that matter have no part in the change."""
    new = done.errand if isinstance(done, Begin) else done.new
    errands = [change.task] if new is None else [change.task, new]
    left = unexplained(change.text, errands, [one.named.word for one in change.mentions if one.named.word])
    return any(not (set(phrase.split()) <= _EXPLAINED) and phrase not in NUMBERS for phrase in left.grave)


def _elsewhere(change: WordedChange) -> Revise | None:
    """Another place, or another dish; what is next to something is no place."""
    apart = counted_apart(change.task)
    if change.clause.place == "first":
        return None  # "the table first", of what is put away from there
    if _BESIDE.search(change.text) or (change.number and apart is not None and apart.params[0] == ALL):
        return None  # "one in the cabinet", of all mugs, moves the others nowhere
    goals = [
        one
        for one in change.others
        if not one.denied and one.lead not in RESTS and capable(one.named.word, "receptacle")
    ]
    if len(goals) != 1 or len(change.others) > 1:
        return None
    goal = goals[0]
    refused = any(one.denied and one.of([change.place or made_of(change.task)[0]]) for one in change.mentions)
    meant = goal.lead or not capable(goal.named.word, "pickupable")
    told = meant and bool(_RATHER.search(change.text) or change.bare())
    if not (refused or (told and (change.place or change.task.name in (AWAY, BRING)))):
        return None
    new = amended(change.task, Amend(Quantity(goal.named.word), Quantity(change.place) if change.place else None))
    return Revise(change.task, new) if isinstance(new, Errand) and new != change.task else None


def _otherwise(change: WordedChange) -> Revise | None:
    """Another thing."""
    wanted = [one.named for one in change.others if not one.denied and not one.lead]
    refused = any(one.denied for one in change.own)
    tool = change.text.startswith("use ") and not change.place
    if _BESIDE.search(change.text):
        return None  # "by the toaster, rather": that is where, not what
    if tool or len(wanted) != 1 or not change.things or not (refused or _RATHER.search(change.text)):
        return None
    return _another(change, wanted[0])


def _numbered(change: WordedChange) -> Revise | None:
    """Another number."""
    if change.others or _POINTED_AT.search(change.text):
        return None
    if not change.number:
        named = not change.mentions or bool(change.own)
        return all_of_them(change.text, change.task) if named else None
    fewer = re.search(r"\b(?:fewer|less)\b", change.text) and not re.search(r"\bno (?:fewer|less)\b", change.text)
    if fewer:
        return _reduced(change)
    more = bool(re.search(r"\b(?:too|also|as well|another|more)\b", change.text)) and not _TOTAL.search(change.text)
    if not (more or ENOUGH.search(change.text) or _RATHER.search(change.text) or change.bare()):
        return None
    if more and "no more" in change.text:
        more = False
    new = amended(change.task, Amend(Quantity("", change.number), None, more=more))
    return Revise(change.task, new) if isinstance(new, Errand) and new != change.task else None


_POINTED_AT = re.compile(
    r"\b(?:that|this) one(?: over there)?(?:'s| is| will| can| would)\b"
    r"|^(?:(?:no|and|please)[ ,]+)*(?:use|take) (?:that|this) one\b"
)
"""One of the things and no number: "that one is fine"."""


def _reduced(change: WordedChange) -> Revise | None:
    """So many fewer: "two less"; None where it is not said of how many."""
    apart = counted_apart(change.task)
    if apart is not None and apart.params[0] == ALL and not any(isinstance(t, WhichThings) for t in change.task.terms):
        return Revise(change.task, change.task.on(WhichThings(apart.params[1], spare=change.number)))
    left = int(apart.params[0]) - change.number if apart is not None and apart.params[0].isdecimal() else 0
    new = amended(change.task, Amend(Quantity("", left))) if left > 0 else None
    return Revise(change.task, new) if isinstance(new, Errand) else None


def _added(change: WordedChange) -> Begin | None:
    """The same with another thing, after it; "do the plate first" before it."""
    new = [one.named for one in change.others if not one.denied and not one.lead]
    apart = counted_apart(change.task)
    early = change.clause.place == "first"
    listed = change.bare() and (_AND.match(change.text) or change.clause.place == "after")
    if apart is None or len(new) != 1 or not (_ALSO.search(change.text) or early or listed):
        return None
    named = new[0]
    kind = f"{named.word}Sliced" if apart.params[1].endswith("Sliced") else named.kind
    if not capable(named.word, capability(apart)):
        return None
    source = next((one.named.word for one in change.mentions if one.lead in RESTS), "") or _lies_there(change)
    errand = Errand(apart.name, (ALL if named.every else str(named.count or 1), kind, *apart.params[2:]))
    terms = (WhichThings(kind, Trait("", named.states, source)),) if source or named.states else ()
    return Begin(errand.on(*terms), "now" if early else "after")


_IS_SO = re.compile(
    r"(?:the|my|our|that|those) [a-z]+(?: [a-z]+)? (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??(?:'s"
    r"|,? (?:that )?(?:is|are|has|have|needs?|wants?|looks?|could|can|should|must))\b"
)


def _lies_there(change: WordedChange) -> str:
    """Where another thing is said to be of which something is told: "the cup in the sink needs it, too"."""
    there = [one for one in change.mentions if one.lead in ("in", "on") and capable(one.named.word, "receptacle")]
    told = len(there) == 1 and _IS_SO.search(change.text) and not there[0].exactly(change.place)
    return there[0].named.word if told else ""
