"""What was put somewhere as asked for, and has come elsewhere since by what was asked for after it.

What came away because it was washed or filled meanwhile is put back: "put the cups on the counter" – "oh, and fill them
with water" wants full cups on the counter. What anything else has taken away is only said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from agent.belief.state import Belief, classes_of
from agent.household.doing.put_back import put_back
from agent.mind.tasks import AgendaTask
from agent.planning.terms import Term, WhichThings, places_named
from agent.requests.errands import BESIDE, RESTORE, STATE, Errand, is_carrying, is_placing, made_of
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import joined, located, plural, the
from memory.store.task_log import LoggedTask
from memory.task_status import DONE

_AT_THE_TAP = frozenset({"clean", "filled"})
"""States that are brought about where nothing was asked to be put."""


@dataclass(frozen=True)
class TakenAway:
    """What is no longer where a task put it.

    Attributes:
        task: The task.
        things: Ids.
        back: What puts it back; nothing where it is only said.
    """

    task: AgendaTask[Errand]
    things: tuple[str, ...]
    back: tuple[Errand, ...] = ()

    def told(self, belief: Belief) -> str:
        """What is said of it, behind "done"."""
        place = self.task.errand.params[-1]
        if not self.back:
            return " ".join(dict.fromkeys(_where_now(key, place, belief) for key in self.things))
        kinds = [belief.things[key].object_type for key in self.things]
        what = joined([f"the {plural(kind)}" if kinds.count(kind) > 1 else the(kind) for kind in dict.fromkeys(kinds)])
        return f"I put {what} back {located(place)}."


def taken_away(
    last: AgendaTask[Errand],
    tasks: Sequence[AgendaTask[Errand]],
    belief: Belief,
    logged: Callable[[int], LoggedTask],
) -> list[TakenAway]:
    """What is no longer where it was to be when all that was asked for together, or meanwhile, is over.

    A thing that was asked to be brought elsewhere afterwards is where it was to be.

    Args:
        last: The task that has just ended.
        tasks: All tasks, in the order of their numbers.
        belief: What is known.
        logged: How a task of a number is written down.
    """
    together = _together(last, tasks, logged)
    if any(one.open for one in together):
        return []
    found: list[TakenAway] = []
    for at, task in enumerate(together):
        later = together[at + 1 :]
        if task.status != DONE or not is_placing(task.errand) or BESIDE in task.errand.params:
            continue
        moves = (other for other in later if is_carrying(other.errand) or other.errand.name == RESTORE)
        moved = {thing for other in moves for thing in _handled(other, belief)}
        moved |= {one for other in later if other.errand.name == RESTORE for one in other.errand.params}
        gone = [key for key in _handled(task, belief) if key not in moved and not _is_there(key, task, belief)]
        wet = [other for other in later if _at_the_tap(other.errand, made_of(task.errand))]
        moves_away = [one for other in wet for one in other.working.moved if one.how == "at" and one.thing in gone]
        first = {one.thing: one for one in reversed(moves_away)}  # what is poured out at the sink is lifted there, too
        back = put_back([first[key] for key in gone if key in first])
        if gone and (back or task.request == last.request):
            found.append(TakenAway(task, tuple(gone), back))
    return found


def carried_first(errand: Errand, tasks: Sequence[AgendaTask[Errand]]) -> AgendaTask[Errand] | None:
    """The open task that has to come before a washing or filling: it knows the same things by where they lie now.

    "Put the cups from the fridge on the counter" – "would you also wash the dirty one?": at the tap the dirty one is no
    longer one from the fridge. It is put back from there, as ``taken_away`` tells.

    Args:
        errand: What was asked for meanwhile.
        tasks: What is open, the task at hand first.
    """

    def told_by_place(one: AgendaTask[Errand]) -> bool:
        return any(isinstance(term, WhichThings) and term.trait.place for term in one.errand.terms)

    fits = (one for one in tasks if is_placing(one.errand) and _at_the_tap(errand, made_of(one.errand)))
    return next((one for one in fits if told_by_place(one)), None)


def without_terms(errand: Errand, told: Sequence[Term]) -> Errand:
    """An errand without what has been told of its things before, and will no longer be so."""
    return replace(errand, terms=tuple(term for term in errand.terms if term not in told))


def _together(
    last: AgendaTask[Errand], tasks: Sequence[AgendaTask[Errand]], logged: Callable[[int], LoggedTask]
) -> list[AgendaTask[Errand]]:
    """The tasks of one request, and those asked for while another such one was done, or about what that handled."""
    begun, follows = logged(last.id).started, last.working.same

    def reaches(one: AgendaTask[Errand]) -> bool:
        nonlocal begun, follows
        known = logged(one.id)
        near = follows or one.request == last.request or known.ended is None or known.ended >= begun
        begun, follows = min(begun, known.started), one.working.same
        return near

    return [*takewhile(reaches, reversed(tasks))][::-1]


def _at_the_tap(errand: Errand, kinds: Sequence[str]) -> bool:
    """Whether an errand washes or fills things of some kinds."""
    wet = errand.name == "Clean All X" or (errand.name == STATE and errand.params[2] in _AT_THE_TAP)
    return wet and bool(_types(made_of(errand)) & _types(kinds))


def _types(words: Sequence[str]) -> set[str]:
    return {kind for word in words for kind in types_named(word)}


def _handled(task: AgendaTask[Errand], belief: Belief) -> list[str]:
    """The things that a task brought somewhere."""
    wants = [want for want in task.errand.wants()[0] if want.homes or want.handed or want.stowed]
    moved = [one.thing for one in task.working.moved if one.how == "at"]
    known = [belief.things[key] for _, key in task.working.bound if key in belief.things]
    known += [belief.things[key] for key in moved if key in belief.things]
    fit = [thing.object_id for thing in known if any(w.fits(thing.object_type, classes_of(thing)) for w in wants)]
    return list(dict.fromkeys(fit))


def _is_there(thing: str, task: AgendaTask[Errand], belief: Belief) -> bool:
    around = (belief.things[key].object_type for key in belief.chain(thing) if key in belief.things)
    return bool(set(around) & places_named(task.errand.params[-1]))


def _where_now(thing: str, place: str, belief: Belief) -> str:
    """That a thing is no longer in a place, and where it is."""
    kind, now = belief.things[thing].object_type, belief.things.get(belief.things[thing].place or "")
    where = f": it is {located(now.object_type)} now" if now is not None else ""
    return f"But {the(kind)} is no longer {located(place)}{where}."
