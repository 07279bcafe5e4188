"""What falls with what is called off or done otherwise: what was to be done with the pieces, and the place before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.planning.terms import WhichThings
from agent.requests.amending import counted_apart
from agent.requests.errands import CUT, Errand, is_carrying, made_of, named_words
from agent.requests.instructions import Begin, Cancel, Instruction, Revise
from agent.requests.topics.deed_words import deed_words
from envs.teach.tasks.definition import ALL
from envs.vocabulary.uses import pieces


def whole_again(found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """What is no longer to be cut is put away whole: "don't cut it after all. just put it in the fridge"."""
    off = [task for one in found for task in tasks if _calls_off(one, task, tasks)]
    kinds = {task.params[1].removesuffix("Sliced") for task in off if task.params[2:] == (CUT,)}
    cut = {pieces().get(kind, ""): kind for kind in kinds}
    if not cut:
        return list(found)
    done = [replace(one, errand=_whole(one.errand, cut)) if isinstance(one, Begin) else one for one in found]
    kept = [task for task in tasks if task not in off]  # "don't slice it, just put it there", as was asked for before
    again = {_put(_whole(one, cut)) for one in kept}
    anew = [one.errand for one in done if isinstance(one, Begin) and _put(one.errand) not in again]
    moved = {kind for one in anew if is_carrying(one) for kind in made_of(one)} & kinds
    told = [one.old for one in found if isinstance(one, Revise)]
    fallen = [
        Revise(task, None if cut[kind] in moved else _whole(task, cut))
        for task in kept
        if task not in told
        for kind in made_of(task)[:1]
        if kind in cut and is_carrying(task)
    ]
    return [*fallen, *(one for one in done if not (isinstance(one, Begin) and _put(one.errand) in again))]


def _put(errand: Errand) -> Errand:
    """An errand as so many things that are put somewhere, without terms."""
    return replace(counted_apart(errand) or errand, terms=())


def _calls_off(one: Instruction, task: Errand, tasks: Sequence[Errand]) -> bool:
    """Whether a task is called off: by itself, or as the work at hand."""
    if isinstance(one, Cancel):
        if not one.about:
            return one.everything or task == tasks[0]
        return one.everything or one.about in named_words(task) | deed_words(task)
    return isinstance(one, Revise) and one.new is None and one.old == task


def _whole(errand: Errand, cut: Mapping[str, str]) -> Errand:
    """An errand about whole things in place of their pieces."""
    params = tuple(cut.get(one, one) for one in errand.params)
    if params == errand.params:
        return errand
    few = ("1", *params[1:]) if params[0] == ALL else params
    terms = tuple(one for one in errand.terms if not isinstance(one, WhichThings) or one.word in few)
    return replace(errand, params=few, terms=terms)


_NO = re.compile(
    r"^(?:(?:oh|wait|hang on|hold on|sorry|um|er|ah)[ ,]+)*no[ ,]+(?!rush|hurry|need|problem|worries|more)"
)


def elsewhere_than_begun(found: Sequence[Instruction], tasks: Sequence[Errand], said: str) -> list[Instruction]:
    """What was understood, without what is still open that would take the very thing away again from where it goes now.

    "Also wash it, and then put it on the table", into what is put in the sink, leaves nothing to be put in the sink:
    that would be done last. So does "no, wash it and put it in the cabinet".

    Args:
        found: What was understood.
        tasks: What is being done or still to be done.
        said: The utterance.
    """
    begun = [one for one in found if isinstance(one, Begin)]
    denied = _NO.match(said.lower()) and len(begun) > 1
    now = begun and begun[0].when == "now"
    placed = [one.errand for one in begun if is_carrying(one.errand) and (denied or (now and one.same))]
    over = [task for task in tasks if any(_elsewhere(task, one) for one in placed)]
    left = [one for one in found if not (isinstance(one, Revise) and one.old in over)]
    return [*(Revise(task, None) for task in over), *left]


def _elsewhere(task: Errand, new: Errand) -> bool:
    """Whether the same things, whole or in pieces, are to be brought to two places."""
    old, then = counted_apart(task), counted_apart(new)
    if old is None or then is None or not (is_carrying(old) and is_carrying(then)):
        return False
    return _all_of_it(old) == _all_of_it(then) and (old.name, old.params[2:]) != (then.name, then.params[2:])


def _all_of_it(carried: Errand) -> tuple[str, str]:
    """How many of a kind are carried; all the pieces of a thing are the thing."""
    count, kind = carried.params[:2]
    whole = kind.removesuffix("Sliced")
    return ("1" if whole != kind and count == ALL else count), whole
