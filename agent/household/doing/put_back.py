"""What was taken from its place for something that is not wanted any more, and where it goes back."""

from __future__ import annotations

from collections.abc import Sequence

from agent.belief.state import Belief, Thing, classes_of
from agent.household.doing.moved import is_changed, was_so
from agent.mind.tasks import AgendaTask, MovedThing
from agent.planning.terms import Trait
from agent.planning.wants import Want
from agent.requests.errands import RESTORE, Errand


def misplaced(
    item: AgendaTask[Errand], wanted: Sequence[Errand], belief: Belief, helps: bool = False
) -> list[MovedThing]:
    """The things that a task took from their places and that nothing is to be done with any more, as they were.

    What other things were put in is not among them.

    Args:
        item: The task, as it was asked for before.
        wanted: What is still, or now, to be done.
        belief: What is known.
        helps: Whether what is only a help, such as a knife, is among them while it is in the hand.
    """
    first: dict[str, MovedThing] = {}
    for one in item.working.moved:
        if one.how == "at":
            first.setdefault(one.thing, one)
    wants = [want for errand in wanted for want in errand.wants()[0] if errand.name != RESTORE]
    restored = {key for errand in wanted if errand.name == RESTORE for key in errand.params[::3]}
    own = item.errand.wants()[0]
    return [
        one
        for one in first.values()
        if one.thing in belief.things
        and one.thing not in restored
        and is_changed(one, belief)
        and ((helps and one.thing == belief.held) or any(_fits(want, belief.thing(one.thing)) for want in own))
        and not belief.within(one.thing)
        and not any(_is_meant(one, want, belief) for want in wants)
    ]


def put_back(things: Sequence[MovedThing]) -> tuple[Errand, ...]:
    """What brings things back to where they were; nothing where there are none."""
    back = tuple(part for one in things for part in (one.thing, one.how, one.before))
    return (Errand(RESTORE, back),) if back else ()


def _fits(want: Want, thing: Thing) -> bool:
    return want.fits(thing.object_type, classes_of(thing))


def _is_meant(one: MovedThing, want: Want, belief: Belief) -> bool:
    """Whether a thing may serve a want, going by where it was before it was moved."""
    thing, which = belief.thing(one.thing), want.which
    if not _fits(want, thing):
        return False
    if which is None or which.word != want.word:
        return True
    left_out = which.but is not None and not which.spare and _was(one, which.but, belief)
    return not left_out and (which.made_clean or _was(one, which.trait, belief))


def _was(one: MovedThing, trait: Trait, belief: Belief) -> bool:
    if trait.place or trait.near:
        return was_so(one, trait, belief)
    return trait.fits(belief.thing(one.thing), belief)
