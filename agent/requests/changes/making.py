"""Takes changes into what has been understood of an utterance: at once where it asked for the task itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import WhichThings
from agent.requests.amending import amended, not_only_there
from agent.requests.errands import Errand, made_of, named_words
from agent.requests.instructions import Amend, Begin, Cancel, Clarification, Instruction, Revise, UnclearRequest, Undo
from agent.requests.request_state import RequestState
from agent.requests.topics.deed_words import deed_words
from agent.requests.uttered.taking_in import put_back


def revise(change: Revise | Begin, reading: RequestState) -> None:
    """A change of what this utterance itself asked for is made at once."""
    change = _another_one(change) if isinstance(change, Revise) else change
    _not_called_off(change, reading)
    mine = next((b for b in reading.begun if isinstance(change, Revise) and b.errand == change.old), None)
    before = _changed_before(change.old, reading) if isinstance(change, Revise) else None
    if before is not None and before.new is not None and isinstance(change, Revise) and change.new is None:
        return  # "I meant the pencil. The pen stays where it is"
    if before is not None and isinstance(change, Revise):
        new = _told_of_the_new(before, change) or _spared_as_well(before, change) or change
        reading.found[reading.found.index(before)] = new
    elif mine is None or not isinstance(change, Revise):
        reading.found.append(change)
    elif change.new is None:
        reading.found.remove(mine)
    else:
        reading.found[reading.found.index(mine)] = replace(mine, errand=change.new)


def _another_one(change: Revise) -> Revise:
    """What is not to be the one that was told is any other: "not the one in the drawer", of the one in the drawer."""
    if change.new is None:
        return change
    terms = (_untold(one) if isinstance(one, WhichThings) and one.but else one for one in change.new.terms)
    new = replace(change.new, terms=tuple(terms))
    return replace(change, new=not_only_there(change.old, new))


def _untold(which: WhichThings) -> WhichThings:
    """Which things, without what is told of them and of those that are left out as well."""
    told, but = which.trait, which.but
    if but is None:
        return which
    same = {name: "" for name in ("place", "near", "holds") if getattr(told, name) == getattr(but, name)}
    states = tuple(one for one in told.states if one not in but.states)
    return replace(which, trait=replace(told, states=states, **same))


def _told_of_the_new(before: Revise, change: Revise) -> Revise | None:
    """What only says which one, of what was put in place of another before: "the potato! the one on the counter"."""
    old, new, told = before.old, before.new, change.new
    if new is None or told is None or replace(told, terms=()) != replace(old, terms=()) or not made_of(old):
        return None
    kinds, places = (made_of(old), made_of(new)), (old.params[-1:], new.params[-1:])
    word = kinds[1][0] if kinds[0] != kinds[1] else places[1][0] if places[0] != places[1] else ""
    which = [one for one in told.terms if isinstance(one, WhichThings) and one not in old.terms]
    if not word or not which or any(one.word != kinds[0][0] for one in which):
        return None
    return replace(before, new=new.on(*(replace(one, word=word) for one in which)))


def _spared_as_well(before: Revise, change: Revise) -> Revise | None:
    """Which one was chosen before, with what is left alone besides: "the one in the fridge, not the other"."""
    old, new, told = before.old, before.new, change.new
    if new is None or told is None or replace(told, terms=()) != replace(old, terms=()):
        return None
    left = [one for one in told.terms if isinstance(one, WhichThings) and one.but is not None and one not in old.terms]
    chosen = {one.word for one in new.terms if isinstance(one, WhichThings) and one not in old.terms}
    if len(left) != 1 or left[0].word not in chosen:
        return None
    spared = WhichThings(left[0].word, but=left[0].but)
    terms = (one.merged(spared) or one if isinstance(one, WhichThings) else one for one in new.terms)
    return replace(before, new=replace(new, terms=tuple(terms)))


def _not_called_off(change: Instruction, reading: RequestState) -> None:
    """What was called off before it is only changed: "scratch that. two apples will do"."""
    first = reading.context.tasks[:1]
    anew = isinstance(change, Amend) or (isinstance(change, Revise) and change.new is not None and change.old in first)
    if anew and first and not reading.begun:
        reading.found[:] = [one for one in reading.found if not _calls_off(one, first[0])]


def _calls_off(one: Instruction, task: Errand) -> bool:
    """Whether an instruction is that a task is not to be done: its own word, or none."""
    mine = isinstance(one, Cancel) and not one.everything and one.about in ("", *named_words(task))
    return mine or one == Revise(task, None)


def _changed_before(task: Errand, reading: RequestState) -> Revise | None:
    """What this utterance said of a task before: the last word counts, "six. no, five"."""
    return next((one for one in reading.found if isinstance(one, Revise) and one.old == task), None)


def steer(instruction: Instruction, reading: RequestState) -> None:
    """A change is made at once in what this very utterance asked for; all else is for the agenda."""
    begun = reading.begun
    back = put_back(begun[-1].errand) if isinstance(instruction, Undo) and begun else None
    if back is not None:
        reading.found.append(Begin(back, "now", True))
        return
    if isinstance(instruction, Amend) and begun:
        which = next((b for b in begun if instruction.about in named_words(b.errand)), begun[-1])
        new = amended(which.errand, instruction)
        if isinstance(new, str):
            raise UnclearRequest(Clarification(new))
        reading.found[reading.found.index(which)] = replace(which, errand=new)
        return
    if isinstance(instruction, Cancel) and _called_off(instruction, reading):
        return
    _not_called_off(instruction, reading)
    if isinstance(instruction, Cancel) and instruction.about and not _shares(instruction.about, reading.context.tasks):
        reading.found[:] = [one for one in reading.found if one != Cancel()]  # "stop. forget the coffee"
    last = next((one for one in reversed(reading.found) if isinstance(one, Amend)), None)
    if isinstance(instruction, Amend) and last is not None and _only_counts(last) and _only_counts(instruction):
        reading.found[reading.found.index(last)] = replace(instruction, old=None)  # "make it two. two, not three"
        return
    before = next((one for one in reading.found if isinstance(one, Revise) and one.new is not None), None)
    if isinstance(instruction, Amend) and before is not None and not instruction.about:
        again = amended(before.old, instruction)
        if isinstance(again, Errand):  # said twice, or in another way
            reading.found[reading.found.index(before)] = replace(before, new=again)
            return
    if isinstance(instruction, Cancel) and begun and not reading.context.tasks:
        mine = [b for b in begun if not instruction.about or instruction.about in named_words(b.errand)]
        if mine:
            raise UnclearRequest(Clarification(f"You asked me to {mine[-1].errand.words}, and not to. Shall I?"))
    reading.found.append(instruction)


def _shares(about: str, tasks: Sequence[Errand]) -> bool:
    """Whether what is called off is the work at hand, or is done with the same things."""
    meant = [task for task in tasks if about in named_words(task) | deed_words(task)]
    kinds = [{kind.removesuffix("Sliced") for kind in made_of(task)} for task in (*tasks[:1], *meant)]
    return not meant or tasks[0] in meant or any(kinds[0] & other for other in kinds[1:])


def _only_counts(change: Amend) -> bool:
    """Whether a change is of nothing but a number."""
    old = change.old
    return bool(change.new.count) and not (change.new.word or change.more or change.drop or (old and old.word))


def _called_off(again: Cancel, reading: RequestState) -> bool:
    """Whether a task was called off already: "scrap that. no coffee"."""
    task = reading.context.tasks[0] if reading.context.tasks else None
    first = named_words(task) | deed_words(task) if task is not None else frozenset[str]()
    return any(isinstance(one, Cancel) and not one.about and again.about in first for one in reading.found)
