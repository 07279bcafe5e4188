"""What a reading comes to for the work: the same deeds asked for in two ways have one effect.

"Only four plates" changes the task at hand, "wash four plates instead" puts another in its place; neither the words of
an errand nor whether it is about what was handled last make a difference to what is wanted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from agent.requests.amending import amended, counted_apart
from agent.requests.errands import Errand
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    Clarification,
    DangerRefusal,
    DoLater,
    Instruction,
    RecallQuestion,
    Remark,
    Resume,
    Revise,
    Unheeded,
)
from envs.teach.tasks.classes import types_named

Effect = frozenset[Hashable]
_Plain = tuple[str, tuple[Hashable, ...], frozenset[Hashable]]


def effect(read: Sequence[Instruction], tasks: Sequence[Errand]) -> Effect:
    """What is to be done, changed, and no longer done; the order is not told.

    Args:
        read: What was said, as it was read.
        tasks: What is being done and waits, the task at hand first.
    """
    return frozenset(part for one in read for part in _parts(one, tasks))


def only_less(read: Sequence[Instruction], other: Sequence[Instruction]) -> bool:
    """Whether one reading begins nothing but what another begins, too, and tells no more of it.

    Args:
        read: The one that may be less.
        other: The other.
    """
    less, more = ([one.errand for one in found if isinstance(one, Begin)] for found in (read, other))
    return bool(less) and all(any(_tells_less(one, whole) for whole in more) for one in less)


def _tells_less(one: Errand, whole: Errand) -> bool:
    return _plain(one)[:2] == _plain(whole)[:2] and _words(one) <= _words(whole)


def _words(errand: Errand) -> set[str]:
    return set(errand.words.split()) - {"a", "an", "the"}


def is_understood(read: Sequence[Instruction]) -> bool:
    """Whether something is done about it, rather than asked back, refused or answered."""
    return not any(isinstance(one, Clarification | DangerRefusal | RecallQuestion) for one in read)


def _parts(one: Instruction, tasks: Sequence[Errand]) -> Iterator[Hashable]:
    if isinstance(one, Begin):
        yield "begun", _plain(one.errand)
    elif isinstance(one, DoLater):
        yield from ((_plain(errand), one.due) for errand in one.errands)
    elif isinstance(one, Amend):
        made = ((task, amended(task, one)) for task in tasks)
        fits = next(((task, new) for task, new in made if isinstance(new, Errand)), None)
        yield one if fits is None else ("changed", _plain(fits[0]), _plain(fits[1]))
    elif isinstance(one, Revise):
        yield "changed", _plain(one.old), one.new and _plain(one.new)
    elif isinstance(one, Cancel):
        for task in tasks if one.everything or one.request else tasks[:1]:
            yield "changed", _plain(task), None
    elif not isinstance(one, Remark | Chat | Resume | Unheeded):
        yield one


def _plain(errand: Errand) -> _Plain:
    """An errand without the words that it was asked for with; of classes that mean the same, one."""
    counted = counted_apart(errand) or errand
    return counted.name, tuple(map(_kinds, counted.params)), frozenset(errand.terms)


def _kinds(word: str) -> Hashable:
    """The types that a word stands for; a table of which nothing else is told is the dining table."""
    return types_named("Tables") if word == "DiningTable" else types_named(word)
