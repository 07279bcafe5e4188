"""What a later task of the same request has taken away again from where an earlier one put it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from agent.belief.state import Belief, classes_of
from agent.mind.tasks import AgendaTask
from agent.planning.terms import places_named
from agent.requests.errands import BESIDE, RESTORE, Errand, is_carrying, is_placing
from envs.vocabulary.english import located, the
from memory.task_status import DONE


def taken_away(last: AgendaTask[Errand], tasks: Sequence[AgendaTask[Errand]], belief: Belief) -> str:
    """What is no longer where it was to be at the end of a request, to be said behind "done"; "" where all of it is.

    A thing that was asked to be brought elsewhere afterwards is where it was to be.

    Args:
        last: The task that has just ended.
        tasks: All tasks, in the order of their numbers.
        belief: What is known.
    """
    together = [*takewhile(lambda one: one.request == last.request, reversed(tasks))][::-1]
    if any(one.open for one in together):
        return ""
    said: list[str] = []
    for at, task in enumerate(together):
        moves = (other for other in together[at + 1 :] if is_carrying(other.errand) or other.errand.name == RESTORE)
        later = {thing for other in moves for thing in _handled(other, belief)}
        if task.status == DONE and is_placing(task.errand) and BESIDE not in task.errand.params:
            gone = [key for key in _handled(task, belief) if key not in later and not _is_there(key, task, belief)]
            said += [_where_now(key, task.errand.params[-1], belief) for key in gone]
    return "".join(f" {one}" for one in dict.fromkeys(said))


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
