"""The other way round: two things change places, or what goes there comes from there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import WhichThings
from agent.requests.errands import PUT, Errand, made_of
from agent.requests.instructions import Begin, Instruction, Revise
from envs.vocabulary.uses import put_in

_ROUND = r"(?:the )?other way (?:a)?round|vice versa|in reverse|the opposite way"
_ONLY_THAT = re.compile(
    r"(?:(?:oh|no|wait|sorry|actually|please|hang on|hold on|hmm|rather|ah)\b[ ,.!]*)*"
    r"(?:(?:(?:it|that)(?:'s| is| should be| was meant to be) |make it |do it |i meant (?:it )?)?"
    rf"(?:just |exactly )*(?:{_ROUND})"
    r"|(?:swap|switch|exchange) (?:them|the two|both|the two of them|their places|places)(?: (?:round|around|over))?)"
    r"(?:[ ,]+(?:please|instead|rather|i mean|i meant|i think))*[ .!]*"
)
_SAID = re.compile(rf"\b(?:{_ROUND})\b")


def swapped(text: str, tasks: Sequence[Errand]) -> tuple[Instruction, ...]:
    """The open tasks with their places exchanged; nothing where that is not said, or makes no sense.

    Args:
        text: A tidied utterance.
        tasks: What is being done or still to be done, the one at hand first.
    """
    placing = [task for task in tasks if task.name == PUT] if _ONLY_THAT.fullmatch(text) else []
    if len(placing) == 1:
        return _from_there(placing[0])
    if len(placing) != 2 or placing[0].params[-1] == placing[1].params[-1]:
        return ()
    first, second = placing
    return Revise(first, _put(first, second.params[-1])), Revise(second, _put(second, first.params[-1]))


def _put(task: Errand, place: str) -> Errand:
    return replace(task, params=(*task.params[:-2], "in" if put_in(place) else "on", place))


def _from_there(task: Errand) -> tuple[Instruction, ...]:
    """From where it was to go to where it was told to be."""
    told = next((one for one in task.terms if isinstance(one, WhichThings) and one.word in made_of(task)), None)
    if told is None or not told.trait.place:
        return ()
    kept = tuple(one for one in task.terms if one is not told)
    from_there = replace(told, trait=replace(told.trait, place=task.params[-1]))
    return (Revise(task, replace(_put(task, told.trait.place), terms=(*kept, from_there))),)


def in_place_of(text: str, found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """What is asked for the other way round is in place of the work at hand: that is dropped."""
    begun = [one.errand for one in found if isinstance(one, Begin)]
    if len(found) == 1 and begun and len(tasks) == 1 and _takes_back(text):
        there = begun[0].name == tasks[0].name == PUT and begun[0].params[-1] == tasks[0].params[-1]
        return [Revise(tasks[0], begun[0])] if there and made_of(begun[0]) != made_of(tasks[0]) else list(found)
    alike = begun and tasks and all(made_of(one) == made_of(tasks[0]) and one.name == tasks[0].name for one in begun)
    if not alike or not _SAID.search(text) or any(isinstance(one, Revise) for one in found):
        return list(found)
    return [Revise(tasks[0], begun[0]), *(one for one in found if not isinstance(one, Begin) or one.errand != begun[0])]


_TAKES_BACK = re.compile(
    r"^(?:(?:oh|ah|hey|hm+|wait|argh+|ugh+)[ ,.!]+)*(?:no|nope|nah|sorry|oops|wrong)\b(?! (?:need|problem))"
    r"|\bi (?:always |keep )?mix"
)
_BESIDE = re.compile(r"\b(?:too|also|as well|another|and|then|first|before|after|later|second|other)\b")


def _takes_back(text: str) -> bool:
    """Whether words take back what was said, and add nothing: "no, tomato! the tomato goes in the fridge"."""
    return bool(_TAKES_BACK.search(text)) and not _BESIDE.search(text)
