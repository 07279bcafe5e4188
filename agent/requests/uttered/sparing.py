"""What a clause says must not be done: "leave the fork alone", "don't open the fridge", "and without the toaster"."""

from __future__ import annotations

from collections.abc import Sequence

from agent.planning.terms import Foremost, Trait, WhichThings, Without
from agent.requests.amending import is_part_of
from agent.requests.control import best_word, negated
from agent.requests.errands import PUT, STATE, Errand, is_placing, made_of, named_words
from agent.requests.instructions import Cancel, Chat, Clarification, Instruction, Remark, UnclearRequest
from agent.requests.request_state import RequestState
from agent.requests.terms.accounting import unexplained
from agent.requests.terms.constraints import (
    also_without,
    left_alone,
    spared,
    spares_so_many,
    stays,
    touches,
    untouched,
)
from agent.requests.terms.needless import manner, needless, not_used, reassures
from agent.requests.terms.others import kinds_made
from agent.requests.verbs import deeds
from agent.requests.words.clauses import VERBS, leading_verb, starts_request
from agent.requests.words.nouns import SOURCE, mentioned
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL


def leaves_alone(text: str, reading: RequestState) -> bool:
    """Whether a clause says what must not be done."""
    if spares_so_many(text) and any(_is_counted(one.errand) for one in reading.begun):
        reading.doubts.append(text)
        return True
    forbidden = negated(text)
    things = reading.things or reading.context.things
    kept = (untouched(forbidden, things) if forbidden else ()) or spared(text, things, bool(reading.tasks))
    if kept and not any(_asked_for(one, reading) for one in kept):
        reading.without.extend(kept)
        return True
    if forbidden:
        kept_before = len(reading.without)
        found = () if (remarks := not_used(forbidden)) else _forbidden(forbidden, reading)
        reading.remarks.extend(remarks)
        kept_in_mind = text.startswith("never ") and not reading.tasks and all(isinstance(o, Chat) for o in found)
        reading.found.extend([Remark(_FOR_NOW)] if found and kept_in_mind else found)
        if not (found or remarks or len(reading.without) > kept_before):
            _note_unread(text, forbidden, reading)
        return True
    if manner(text) and reading.begun:
        reading.unknown.append(text)
        return True
    return False


_FOR_NOW = "I keep no such rule by itself. Say it again with what I am to do, and I will heed it."


def _note_unread(text: str, forbidden: str, reading: RequestState) -> None:
    """What must not be done, of which nothing was made: it is asked about, or, if nobody does that, told."""
    if reading.only is not None and touches(forbidden) and not mentioned(forbidden):
        return  # in the other case nothing is asked for
    if touches(forbidden) or (starts_request(forbidden) and mentioned(forbidden)):
        reading.doubts.append(text)  # better asked than broken
    elif VERBS.get(leading_verb(forbidden), "never") == "never" and not reassures(forbidden):
        reading.unknown.append(text)


def _is_counted(errand: Errand) -> bool:
    """Whether not all of a kind are meant: of so many none is left out, beside them others are."""
    return ALL not in errand.params and not errand.name.startswith(("Put All", "Clean All"))


def lets_stay(text: str, reading: RequestState) -> bool:
    """Whether a clause says what stays where it is; where it is not known what that is, it is asked about."""
    put_up_with = stays(text)
    reading.without.extend(put_up_with)
    unknown = not put_up_with and left_alone(text) and bool(reading.begun or mentioned(text))
    reading.doubts.extend([text] if unknown else [])
    return bool(put_up_with) or unknown


def adds_without(text: str, reading: RequestState) -> bool:
    """Whether a clause adds what must not be used to what was asked for before."""
    also = also_without(text) if reading.begun else ()
    reading.without.extend(one for one in also if isinstance(one, Without))
    remarks = needless(f"do it {text}").remarks if reading.begun and not also else ()
    reading.remarks.extend(remarks)
    return bool(also or remarks)


def _asked_for(kept: Without, reading: RequestState) -> bool:
    """Whether what shall not be done is a task by itself: then that is not to be done any more."""
    return any(set(kept.words) & _named(task) and _does(task, kept.skill) for task in reading.context.tasks)


def _named(task: Errand) -> set[str]:
    return {param.removesuffix("Sliced") for param in task.params} | {k for k, v in SOURCE.items() if v in task.params}


def _does(task: Errand, skill: str) -> bool:
    """Whether a task is for the very deed: a drawer is closed on the way of many."""
    state = _STATE_OF.get(skill)
    return state is None or (task.name == STATE and task.params[-1] == state)


_STATE_OF = {"open": "open", "close": "closed", "switch_on": "on", "switch_off": "off"}


def _forbidden(text: str, reading: RequestState) -> list[Instruction]:
    done = None if VERBS.get(leading_verb(text)) == "never" else deeds(text, reading.spoken)
    unwanted = done.errands if done is not None else ()
    at_hand = bool(reading.context.tasks)
    if done is not None and not at_hand and unexplained(done.read or text, unwanted, done.things).grave:
        reading.doubts.append(f"don't {text}")  # only in some way, or with some things
        return []
    reading.things = (*(kind for one in unwanted for kind in made_of(one)), *reading.things)
    both = [b.errand for b in reading.begun if b.errand in unwanted]
    if both:
        raise UnclearRequest(Clarification(f"You said both to {both[0].words} and not to. Which is it?"))
    found: list[Instruction] = []
    for errand in unwanted:
        barred = () if at_hand else _left_out(errand, reading)
        if barred:
            reading.without.extend(barred)
            continue
        at_work = reading.context.tasks
        alike = [task for task in at_work if task == errand] or [task for task in at_work if _is_alike(task, errand)]
        topic = _own_word(alike[0], at_work) if alike else ""
        if not alike and any(is_part_of(errand, one.errand) for one in reading.begun):
            reading.doubts.append(f"don't {text}")  # how to do what is asked for, not something else
            continue
        if not topic and at_hand and is_placing(errand) and not _is_carried(errand, at_work):
            reading.doubts.append(f"don't {text}")  # how the work may be done, and no other work
            continue
        found.append(Cancel(topic) if topic else Chat("no", text))
    return found


def _own_word(task: Errand, tasks: Sequence[Errand]) -> str:
    """The word that means a task, and none of the others where there is one: of two things on a desk not the desk."""
    others = {word for other in tasks if other != task for word in named_words(other)}
    return best_word(named_words(task) - others or named_words(task))


def _is_carried(errand: Errand, at_work: tuple[Errand, ...]) -> bool:
    """Whether the work at hand brings the things of an errand somewhere by itself: to another place is no concern."""
    return any(is_placing(task) and kinds_made([task]) & kinds_made([errand]) for task in at_work)


def _is_alike(task: Errand, errand: Errand) -> bool:
    """Whether two errands do the same to things of the same kinds: slicing bread is not toasting it."""
    return (
        task.name == errand.name
        and deed_of(task) == deed_of(errand)
        and (not is_placing(task) or bool({*types_named(task.params[-1])} & {*types_named(errand.params[-1])}))
        and bool(kinds_made([task]) & kinds_made([errand]))
    )


def _left_out(errand: Errand, reading: RequestState) -> tuple[Without, ...]:
    """Which things a deed that was asked for must not be done to: "wash the cups. don't wash the red cup"."""
    deeds_begun = {deed_of(one.errand) for one in reading.begun}
    if deeds_begun and deed_of(errand) not in deeds_begun:
        return ()
    skill = "pick_up" if is_placing(errand) else ""
    which = [term for term in errand.terms if isinstance(term, WhichThings) and term.trait != Trait()]
    sized = [term for term in errand.terms if isinstance(term, Foremost)]
    barred = (
        *(Without((one.word,), skill, one.trait) for one in which),
        *(Without((one.word,), skill, by=one.by) for one in sized),
    )
    mine = kinds_made([errand])
    part = any(mine < kinds_made([one.errand]) for one in reading.begun)
    return barred or (tuple(Without((word,), skill) for word in made_of(errand)) if part else ())


def deed_of(errand: Errand) -> str:
    """What is done to things: the state they get into, or that they are put somewhere."""
    if is_placing(errand):
        return PUT
    return (
        "clean" if errand.name.startswith("Clean All") else errand.params[-1] if errand.name == STATE else errand.name
    )
