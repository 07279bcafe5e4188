"""What is said when the robot has offered to do something, and is neither yes nor no: "both potatoes after all".

It is read as if what was offered were being done. What changes that means yes, with the change; what is called off
means no; with a yes before it, all else is done beside it. What is to be done *first*, or after which the robot is to
go on, means yes as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.requests.amending import amended
from agent.requests.errands import Errand, is_placing, made_of, named_words
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    Clarification,
    Constrain,
    Instruction,
    Remark,
    Resume,
    Revise,
)
from agent.requests.request_state import RequestContext
from agent.requests.topics.deed_words import deed_words
from agent.requests.uttered.answers import agreed_and_more

_BESIDE = re.compile(
    r"^(?:(?:oh|ah|well|yes)[ ,]+)*(?:and|also|plus)\b|\b(?:too|as well|also)\b|\bwith (?:them|it|those)(?= ?[.,!?]|$)"
)
_FIRST = re.compile(
    r"\bfirst(?: of all| off)?(?= *(?:[,.!?]|$|please\b|and\b|then\b))|(?:^|[,.!?] |\bbut |\bplease )first\b"
    r"|\bbefore (?:you|that|doing|going|starting)\b"
)
"""What is to be done before something else goes on takes for granted that it does."""
Offer = tuple[Instruction, ...]


def of_offer(
    text: str, context: RequestContext, read: Callable[[str, RequestContext], Sequence[Instruction]]
) -> Offer | None:
    """What words come to that are said about an offer; None where they are about something else.

    Args:
        text: A tidied utterance.
        context: What it may lean on, with the question that is open.
        read: Reads an utterance.
    """
    asked = context.asked
    then = _offer(asked, context, read) if asked is not None else ()
    errands = tuple(one for each in then if (one := _wanted(each)) is not None)
    if asked is None or not errands:
        return None
    more = agreed_and_more(text)
    changed = [one.old for one in then if isinstance(one, Revise)]
    tasks = (*errands, *(task for task in context.tasks if task not in changed))
    things = tuple(kind for errand in reversed(errands) for kind in made_of(errand))
    about = replace(context, tasks=tasks, things=(*things, *context.things), asked=None)
    found = read(more or text, about)
    new, beside = _applied(then, errands, found)
    if new is None:
        return None
    if not new:
        return (Chat("no"), *beside)
    if beside and _leans(text, found):
        return (*_before(beside), *(replace(one, when="next") if isinstance(one, Begin) else one for one in new))
    if more or new != then or any(isinstance(one, Resume) for one in found):
        return (*new, *beside)
    if not beside or not _BESIDE.search(text):
        return None
    leans = any(isinstance(one, Begin) and _is_alike(one.errand, errand) for one in beside for errand in errands)
    return (*new, *beside) if leans else (*beside, asked)


def _leans(text: str, found: Sequence[Instruction]) -> bool:
    """Whether what is to be done comes before what was offered, which thereby is agreed to."""
    return any(isinstance(one, Resume) for one in found) or bool(_FIRST.search(text))


def _before(beside: Offer) -> Offer:
    """What is to be done first, the one after the other."""
    begun = [one for one in beside if isinstance(one, Begin)]
    return tuple(
        replace(one, when="now" if one is begun[0] else "next") if isinstance(one, Begin) else one for one in beside
    )


def _is_alike(one: Errand, other: Errand) -> bool:
    """Whether the same is done with other things: "and the tomato too"."""
    if made_of(one) == made_of(other):
        return False
    if is_placing(one) and is_placing(other):
        return one.params[-1] == other.params[-1]
    return one.name == other.name and one.params[2:] == other.params[2:]


def _offer(
    asked: Clarification, context: RequestContext, read: Callable[[str, RequestContext], Sequence[Instruction]]
) -> Offer:
    """What would be done if the answer to a question were yes."""
    if asked.then or asked.options != ("yes",) or not asked.before:
        return asked.then
    return tuple(read(f"{asked.before}{asked.after}", replace(context, tasks=(), asked=None)))


def _wanted(one: Instruction) -> Errand | None:
    return one.errand if isinstance(one, Begin) else one.new if isinstance(one, Revise) else None


def _applied(then: Offer, errands: Sequence[Errand], found: Sequence[Instruction]) -> tuple[Offer | None, Offer]:
    """An offer with what was said of it, and what is to be done beside it; None where not all of that is understood."""
    beside: list[Instruction] = []
    new: Offer | None = then
    for one in found:
        if isinstance(one, Resume):
            continue
        if isinstance(one, (Begin, Remark)):
            beside.append(replace(one, when="after") if isinstance(one, Begin) and one.when == "now" else one)
        elif new is not None:
            new = _changed(new, errands, one)
    return new, tuple(beside)


def _changed(then: Offer, errands: Sequence[Errand], one: Instruction) -> Offer | None:
    """An offer with one change; nothing is left of what is called off; None where it is about something else."""
    if isinstance(one, Constrain):
        return tuple(_with(each, errand.on(*one.terms)) if (errand := _wanted(each)) else each for each in then)
    if isinstance(one, Cancel):
        off = [errand for errand in errands if not one.about or one.about in named_words(errand) | deed_words(errand)]
        return tuple(each for each in then if _wanted(each) not in off) if off else None
    if isinstance(one, Amend):
        change = amended(errands[0], one)
        one = Revise(errands[0], change) if isinstance(change, Errand) else one
    if not isinstance(one, Revise) or one.old not in errands:
        return None
    told = [(each, one.new if _wanted(each) == one.old else _wanted(each)) for each in then]
    return tuple(
        _with(each, errand) if errand is not None else each for each, errand in told if errand or not _wanted(each)
    )


def _with(one: Instruction, errand: Errand) -> Instruction:
    """An instruction to do something else."""
    if isinstance(one, Begin):
        return replace(one, errand=errand)
    return replace(one, new=errand) if isinstance(one, Revise) else one
