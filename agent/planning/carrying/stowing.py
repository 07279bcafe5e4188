"""Putting things where such things belong: away from where they are, and never on the floor."""

from __future__ import annotations

from collections import Counter

from agent.belief.common_sense import SURFACES, belonging, is_put_away, slots
from agent.belief.state import Thing
from agent.planning.assignment import Assignment
from agent.planning.manipulation import ground
from agent.planning.moves import Move
from agent.planning.recipes import Recipes
from agent.planning.terms import places_named
from envs.vocabulary.english import how_many, joined, located, one

_FITTING = 60.0
"""How many steps farther a place may be that a kind belongs to as a matter of course."""
_TIGHT = 25.0
"""How many steps a place is worth that has not much room left."""


class Stowing:
    """Puts the things of the wants that are to be put away where they belong.

    Args:
        things: Which thing serves which want.
        recipes: How things are moved.
    """

    def __init__(self, things: Assignment, recipes: Recipes) -> None:
        self._things, self._recipes, self._belief = things, recipes, recipes.belief
        self._was: dict[str, frozenset[str]] = {}
        self._goes: dict[str, str] = {}

    def stowed(self, i: int, object_id: str) -> Move | None:
        """Have a thing where such things belong.

        Args:
            i: Which want it serves.
            object_id: Which thing.
        """
        belief, recipes = self._belief, self._recipes
        if self._is_stowed(i, object_id):
            return None
        item = belief.thing(object_id)
        if object_id not in self._was:
            self._was[object_id] = frozenset(belief.chain(object_id))
        place = self._place(i, item)
        if place is None:
            return recipes.missing(*belonging(item.object_type), *(kind for kind in SURFACES if kind != "Floor"))
        self._goes[object_id] = place.object_id
        return recipes.placed(object_id, place.object_id)

    def place_type(self, object_id: str) -> str:
        """The type of the place that a thing is taken to; "" where none is chosen."""
        place = self._belief.things.get(self._goes.get(object_id, ""))
        return place.object_type if place is not None else ""

    def told(self) -> str:
        """Where everything was put, in a sentence; "" where nothing was."""
        counts: dict[str, Counter[str]] = {}
        for key, place in self._goes.items():
            if key in self._belief.things and place in self._belief.chain(key):
                there = counts.setdefault(self._belief.thing(place).object_type, Counter())
                there[self._belief.thing(key).object_type] += 1
        put = [f"{joined([_so_many(*kind) for kind in kinds.items()])} {located(at)}" for at, kinds in counts.items()]
        return f"I put {joined(put)}." if put else ""

    def _is_stowed(self, i: int, object_id: str) -> bool:
        """Whether a thing is where it was to be put, or was put away before it was asked for."""
        around = self._belief.chain(object_id)
        if object_id in self._goes:
            return self._goes[object_id] in around
        types = [self._belief.thing(key).object_type for key in around if key in self._belief.things]
        if self._told_from(i):
            return bool(types) and not self._told_from(i).intersection(types) and self._is_home(object_id, types[0])
        return bool(types) and is_put_away(self._belief.thing(object_id).object_type, types[0])

    def _is_home(self, object_id: str, place_type: str) -> bool:
        return place_type in belonging(self._belief.thing(object_id).object_type) or place_type in SURFACES[:-1]

    def _told_from(self, i: int) -> frozenset[str]:
        """Types of places that the things are to leave."""
        which = self._things.wants[i].which
        return places_named(which.trait.place) if which is not None and which.trait.place else frozenset()

    def _place(self, i: int, item: Thing) -> Thing | None:
        """The place for a thing: the best of its usual ones, else a table or shelf."""
        barred, fit = self._told_from(i), belonging(item.object_type)
        known = self._belief.known(*dict.fromkeys((*fit, *SURFACES)))
        free = [t for t in known if t.object_type not in {"Floor", *barred} and self._has_room(t, item)]
        usual = [t for t in free if t.object_type in fit]
        best = max(fit.values(), default=1.0)
        return self._recipes.choose(
            f"place of {item.object_id}",
            usual or free,
            lambda t: self._effort(t, item) - _FITTING * fit.get(t.object_type, 0.0) / best,
        )

    def _has_room(self, place: Thing, item: Thing) -> bool:
        recipes, inside = self._recipes, self._belief.within(place.object_id)
        was = self._was.get(item.object_id, frozenset[str]())
        taken = slots(place.object_type) == 1 and any(t.object_id != item.object_id for t in inside)
        return (
            place.object_id not in was and not taken and recipes.fits(place, item) and not recipes.is_full(place, item)
        )

    def _effort(self, place: Thing, item: Thing) -> float:
        tight = _TIGHT if self._recipes.free_ground(place) < ground(item) else 0.0
        return self._recipes.steps_to(place) + tight + (_TIGHT if place.box is None else 0.0)


def _so_many(kind: str, many: int) -> str:
    """So many of a kind: "the fork", "2 plates"."""
    return f"the {one(kind)}" if many == 1 else how_many(many, one(kind))
