"""How things were before a task changed them."""

from __future__ import annotations

from dataclasses import replace

from agent.belief.state import Belief
from agent.mind.tasks import MovedThing
from agent.planning.terms import Trait, places_named
from envs.teach.tasks.classes import types_named
from memory.experience import type_of

_HOT = frozenset({"CoffeeMachine", "Microwave", "StoveBurner", "StoveKnob", "Toaster"})


def changes(action: str, target: str, held: str | None, place: str | None) -> list[MovedThing]:
    """What an action changed, and how it was before.

    Args:
        action: An object action that worked.
        target: On what.
        held: What was in the hand.
        place: What the target was in or on.
    """
    was = {"Open": "closed", "Close": "open", "ToggleOn": "off", "ToggleOff": "on"}
    if action == "ToggleOff" and type_of(target) in _HOT:
        return []  # nobody is glad about an oven that is switched on again
    if action in was:
        return [MovedThing(target, "is", was[action])]
    if action == "Pickup":
        return [MovedThing(target, "at", place)] if place else []
    if action in ("Slice", "Pour"):
        return [MovedThing(target, "never", "cut" if action == "Slice" else "pour")]
    return []


def is_changed(one: MovedThing, belief: Belief) -> bool:
    """Whether something is not as it was, as far as is known."""
    thing = belief.things.get(one.thing)
    if thing is None:
        return False
    if one.how == "at":
        return one.before not in belief.chain(one.thing) and one.before in belief.things
    now = {"open": "open", "closed": "open", "on": "on", "off": "on"}[one.before] in thing.states
    return now != (one.before in ("open", "on"))


def was_so(one: MovedThing, trait: Trait, belief: Belief) -> bool:
    """Whether something had a trait before it was moved, as far as is known."""
    thing = belief.things.get(one.thing)
    if thing is None or (trait.kind and thing.object_type not in types_named(trait.kind)):
        return False
    if not (trait.place or trait.near) or not replace(trait, kind="", place="", near="").fits(thing, belief):
        return False
    if trait.place and type_of(one.before) not in places_named(trait.place):
        return False
    near = belief.known(*types_named(trait.near)) if trait.near else []
    return not trait.near or any(one.before in belief.chain(other.object_id) for other in near)
