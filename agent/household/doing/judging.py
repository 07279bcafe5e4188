"""What the outcome of a task is judged by: the things that were meant, of a kind of which all are wanted."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent.belief.state import Belief
from agent.belief.things import Thing
from agent.planning.assignment import BELIEVED_STATES, Assignment
from agent.planning.terms import Trait, places_named
from agent.planning.wants import Want
from envs.teach.tasks.classes import object_classes
from envs.teach.tasks.conditions import ObjectProperties, SceneIndex
from memory.experience import type_of


def judged(
    objects: Sequence[ObjectProperties], things: Assignment, belief: Belief, before: Collection[str]
) -> list[ObjectProperties]:
    """The objects without those that a task was not about, whether the robot came to know of them or not.

    Args:
        objects: As the simulator has them.
        things: Which things the task is about, as far as the robot knows them.
        belief: What it knows.
        before: What the same request was concerned with before: "the others" are none of those.
    """
    out: set[str] = set()
    for i, want in enumerate(things.wants):
        if want.everything:
            out |= things.left_out(i) | set(before if want.which is not None and want.which.others else ())
            out |= _unknown_left_out(want, things.complete(i), SceneIndex(objects), belief)
    return [one for one in objects if one["objectId"] not in out]


def _unknown_left_out(want: Want, complete: bool, scene: SceneIndex, belief: Belief) -> set[str]:
    """Things that the robot never saw, and that were not meant."""
    unknown = [one for one in scene.objects if one["objectId"] not in belief.things]
    alike = [one for one in unknown if want.fits(one["objectType"], object_classes(one["objectType"]))]
    return {one["objectId"] for one in alike if complete or _is_other(one, want, scene, belief)}


def _is_other(one: ObjectProperties, want: Want, scene: SceneIndex, belief: Belief) -> bool:
    """Whether a thing that was never seen is told apart from those that are meant, by its state or its place."""
    which = want.which
    if which is None or which.rather or which.word != want.word:
        return False
    if which.trait.by_look or (which.but is not None and which.but.by_look):  # no simulator tells colours
        return False
    excepted = which.but is not None and not which.spare and _fits(which.but, one, scene, belief)
    return excepted or not _fits(which.trait, one, scene, belief)


def _fits(trait: Trait, one: ObjectProperties, scene: SceneIndex, belief: Belief) -> bool:
    """Whether a thing is so, as far as the simulator tells; what it is next to and what it holds is passed over."""
    around = {type_of(key) for key in scene.parents(one)}
    if trait.place and not around & set(places_named(trait.place)):
        return False
    states = frozenset(word for prop, word in BELIEVED_STATES.items() if one.get(prop))
    thing = Thing(one["objectId"], one["objectType"], "", states)
    return Trait(trait.kind, trait.states).fits(thing, belief)
