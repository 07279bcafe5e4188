"""More than the one that was asked for: "both forks", of the fork next to the egg, means any two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import Trait, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.control import known_by
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Amend, Instruction, Revise
from agent.requests.words.clauses import words_of
from envs.teach.tasks.definition import ALL

_WIDER = re.compile(r"\b(?:both|all|every|each|the lot)\b")


def widened(found: Sequence[Instruction], text: str, tasks: Sequence[Errand]) -> list[Instruction]:
    """What is wanted, where all of a kind take the place of one: what told that one apart goes.

    Args:
        found: What was understood of a remark.
        text: The remark, tidied.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if not _WIDER.search(text):
        return list(found)
    return [_wider(_told_in_full(one, tasks), text) for one in found]


def _told_in_full(one: Instruction, tasks: Sequence[Errand]) -> Instruction:
    """A change to all of a kind, by what the task at hand comes to."""
    plain = isinstance(one, Amend) and one.new.every and one.old is None and not (one.about or one.drop or one.more)
    if not isinstance(one, Amend) or not plain or not tasks or _told_apart(tasks[0]) is None:
        return one
    new = amended(tasks[0], one)
    return one if isinstance(new, str) else Revise(tasks[0], new)


def _wider(one: Instruction, text: str) -> Instruction:
    which = _told_apart(one.old) if isinstance(one, Revise) else None
    if not isinstance(one, Revise) or one.new is None or which is None or which not in one.new.terms:
        return one
    apart = counted_apart(one.new)
    if apart is None or apart.params[0] != ALL or _tells_it_too(text, which.trait):
        return one
    return replace(one, new=replace(one.new, terms=tuple(term for term in one.new.terms if term != which)))


def _told_apart(task: Errand) -> WhichThings | None:
    """By what the one thing of a task is told from the others; None where it is any, or not one."""
    apart = counted_apart(task)
    if apart is None or apart.params[0] != "1":
        return None
    return next(
        (t for t in task.terms if isinstance(t, WhichThings) and t.word in made_of(task) and not t.others), None
    )


def _tells_it_too(text: str, trait: Trait) -> bool:
    """Whether a remark tells all of them apart as the one was: "all the forks next to the egg"."""
    states = {state for state, _ in trait.states}
    return bool(known_by(text) & ({trait.place, trait.near, trait.holds} - {""}) or states & set(words_of(text)))
