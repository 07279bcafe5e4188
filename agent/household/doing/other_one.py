"""Which one is meant by "the other one", said while one of two things of a kind is handled."""

from __future__ import annotations

from agent.belief.state import Belief
from agent.household.agenda import HouseholdAgenda
from agent.requests.errands import made_of
from agent.requests.instructions import Begin, Clarification, Instruction, Revise
from envs.teach.tasks.classes import types_named
from memory.experience import type_of


def the_other(one: Instruction, agenda: HouseholdAgenda, belief: Belief) -> tuple[Instruction, ...]:
    """What is to be done with the other one of two; a question where there may be several, and anything else, as it is.

    Args:
        one: What was understood; a question for which other is meant brings along what it comes to.
        agenda: What is to be done.
        belief: What is known of the home.
    """
    then = one.then if isinstance(one, Clarification) else ()
    begun = next((each for each in then if isinstance(each, Begin) and each.beside is not None), None)
    dropped = [each.old for each in then if isinstance(each, Revise) and each.new is None]
    item = next((item for item in agenda.open if item.errand in dropped), None)
    if begun is None or item is None:
        return (one,)
    kinds = types_named(made_of(item.errand)[0])
    mine = {thing for _, thing in item.working.bound if type_of(thing) in kinds}
    others = [thing for thing in belief.known(*kinds) if thing.object_id not in mine]
    return then if len(mine) == 1 and len(others) <= 1 else (one,)
