"""Changes of the work at hand that hang on a condition: "if there's no clean mug, use a cup", "only if they're dirty".

Which of two ways it is to be is found out when the task is taken up; until then both are on the agenda, each under its
condition. Where the condition tells some of the task's own things from the others, the task is about those only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import OnlyIf, Trait, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Clarification,
    Instruction,
    Quantity,
    Remark,
    Revise,
    UnclearRequest,
)
from agent.requests.terms.conditions import opposite
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL

_EXISTS = re.compile(r"^(?:if|unless) (?:there|you|we|i)\b")
"""A condition about other things than those at hand."""


def where_so(task: Errand, only: OnlyIf) -> Errand | None:
    """A task as it is where a condition holds; None where that cannot be told.

    Args:
        task: What is to be done.
        only: The condition; where it tells some of a group from the others, the task is about those.
    """
    kind, apart = only.what.kind, counted_apart(task)
    only = _of_the_very_thing(task, only)
    so = replace(only.what, kind="")
    lacking = only.holds == only.words.startswith("unless")
    none = bool(_EXISTS.match(only.words)) and lacking  # "if there's no clean mug"
    group = apart is not None and apart.params[0] == ALL and _is_own(kind, task) and not none
    if not group or so == Trait() or only.least > 1 or only.most:
        return task.on(only)
    word = made_of(task)[0]
    told = next((one for one in task.terms if isinstance(one, WhichThings) and one.word == word), WhichThings(word))
    if only.holds and told.trait == Trait():
        which = replace(told, trait=so)
    elif not only.holds and told.but is None and not told.spare:
        which = replace(told, but=so)
    else:
        return None
    return replace(task, terms=(*(one for one in task.terms if one != told), which))


def _of_the_very_thing(task: Errand, only: OnlyIf) -> OnlyIf:
    """A condition on "it" with what the task tells of it: of the cup on the desk, no other cup is looked at."""
    apart = counted_apart(task)
    which = next((one.trait for one in task.terms if isinstance(one, WhichThings) and one.word == only.what.kind), None)
    many = apart is None or apart.params[0] == ALL
    if which is None or many or _EXISTS.match(only.words) or only.what.place or only.what.near:
        return only
    said = {word for word, _ in only.what.states}
    states = (*(one for one in which.states if one[0] not in said), *only.what.states)
    return replace(only, what=replace(only.what, states=states, place=which.place, near=which.near))


def _is_own(kind: str, task: Errand) -> bool:
    """Whether things of a kind are among those that a task is about."""
    mine = {one for word in made_of(task) for one in types_named(word)}
    return bool(kind) and bool(mine & {kind, *types_named(kind)})


def depending(new: Sequence[Instruction], only: OnlyIf, tasks: Sequence[Errand]) -> list[Instruction] | None:
    """What changes come to that are made only on a condition; None where one of them cannot hang on it.

    Args:
        new: What was understood of the words that stand under the condition.
        only: The condition.
        tasks: What is being done or still to be done, the one at hand first.
    """
    found: list[Instruction] = []
    for one in new:
        if isinstance(one, Begin | Remark):
            found.extend(_beside(one, only, tasks) if isinstance(one, Begin) else (one,))
            continue
        change = _as_revision(one, only, tasks)
        both = _both_ways(change, only) if change is not None else None
        if both is None:
            return None
        found.extend(both)
    return found


def _as_revision(one: Instruction, only: OnlyIf, tasks: Sequence[Errand]) -> Revise | None:
    """A change of a task, told by what it comes to; what there is none of is what the other takes the place of.

    Raises:
        UnclearRequest: The task cannot be done so.
    """
    if isinstance(one, Revise):
        return one
    if isinstance(one, Cancel) and not (one.about or one.everything):
        return Revise(tasks[0], None)
    if not isinstance(one, Amend) or one.about:
        return None
    gone = only.what.kind if not (only.holds or one.old or one.drop or one.more) and one.new.word else ""
    new = amended(tasks[0], replace(one, old=Quantity(gone)) if gone else one)
    if isinstance(new, str) and gone:
        new = amended(tasks[0], one)
    if isinstance(new, str):
        raise UnclearRequest(Clarification(new))
    return Revise(tasks[0], new)


def _both_ways(change: Revise, only: OnlyIf) -> tuple[Instruction, ...] | None:
    """A task as it was asked for where a condition does not hold, and as it is changed where it does."""
    kept = where_so(change.old, opposite(only))
    if kept is None or change.new is None:
        return None if kept is None else (Revise(change.old, kept),)
    other = where_so(change.new, only)
    if other is None:
        return None
    so = replace(only.what, kind="")
    very = only.holds and so != Trait() and not _EXISTS.match(only.words) and other == change.new.on(only)
    if very and _is_own(only.what.kind, other):  # the one that is so: "if one is dirty, put it in the sink"
        other = other.on(WhichThings(made_of(other)[0], so))
    return Revise(change.old, kept), Begin(other, "next", beside=kept)


def _beside(one: Begin, only: OnlyIf, tasks: Sequence[Errand]) -> tuple[Instruction, ...]:
    """What is asked for where there is none of what is to be handled takes the place of that: "if there is none, …"."""
    bare = replace(only.what, kind="") == Trait()
    old = next((task for task in tasks if _is_own(only.what.kind, task)), None)
    if old is None or only.holds or not bare:
        return (one,)
    kept = old.on(opposite(only))
    return Revise(old, kept), replace(one, when="next", beside=kept)


def another(only: OnlyIf, tasks: Sequence[Errand]) -> Revise | None:
    """The work at hand with others of a kind than those that are so: "if the plate is dirty, use another one"."""
    so = replace(only.what, kind="")
    for task in tasks:
        if only.holds and so != Trait() and only.what.kind in (*made_of(task), *task.params):
            told = next((t for t in task.terms if isinstance(t, WhichThings) and t.word == only.what.kind), None)
            return None if told is not None else Revise(task, task.on(WhichThings(only.what.kind, but=so)))
    return None


def only_where(only: OnlyIf, tasks: Sequence[Errand]) -> Revise | None:
    """The work at hand, done only where a condition holds: "only if it's dirty"; None where that cannot be told."""
    new = where_so(tasks[0], only)
    return Revise(tasks[0], new) if new is not None and new != tasks[0] else None


def of_the_same_things(found: Sequence[Instruction], before: int, said: str) -> list[Instruction]:
    """What was understood, the other case about the very things of the first: "…; otherwise the bowl goes there".

    Args:
        found: What was understood.
        before: How much of it belongs to the first case.
        said: The other case.
    """
    told = [
        term
        for one in found[:before]
        if isinstance(one, Begin)
        for term in one.errand.terms
        if isinstance(term, WhichThings) and not _is_supposed(term, one.errand)
    ]
    if re.search(r"\b(?:an?|another|some|other|different)\b", said):
        return list(found)
    done = list(found)
    for at, one in enumerate(found[before:], before):
        if isinstance(one, Begin) and not any(isinstance(term, WhichThings) for term in one.errand.terms):
            own = [term for term in told if term.word in made_of(one.errand)]
            done[at] = replace(one, errand=one.errand.on(*own[:1]))
    return done


def _is_supposed(which: WhichThings, errand: Errand) -> bool:
    """Whether which things are meant is what a condition supposes of them: in the other case there are none such."""
    return any(isinstance(term, OnlyIf) and term.what.kind == which.word for term in errand.terms)
