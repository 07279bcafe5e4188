"""Bringing things to whoever asked: one is held out, several are put down where that person can reach them."""

from __future__ import annotations

from agent.belief.common_sense import SURFACES
from agent.belief.state import Thing
from agent.planning.assignment import Assignment
from agent.planning.moves import Move, SkillCall, Stuck
from agent.planning.recipes import Recipes
from agent.space.navigation import Stand
from agent.space.person import off, stand_before, within_reach
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import joined, noun, one


class Handing:
    """Brings the things of the wants that are to be handed over.

    Args:
        things: Which thing serves which want.
        recipes: How things are moved; who asked, and what was held out.
    """

    def __init__(self, things: Assignment, recipes: Recipes) -> None:
        self._things, self._recipes, self._belief = things, recipes, recipes.belief
        self._held_out = ""

    def brought(self, object_id: str) -> Move | None:
        """Have a thing with whoever asked for it.

        Args:
            object_id: Which thing.
        """
        recipes, belief = self._recipes, self._belief
        item = belief.thing(object_id)
        if object_id in recipes.handed:
            return None
        if recipes.person is None:
            return Stuck(f"there is nobody to bring the {noun(item.object_type)} to")
        stand = stand_before(recipes.person, belief)
        if stand is None:
            return recipes.missing(*types_named(recipes.person.by))
        if not self._several() or object_id == self._held_out:
            return recipes.held(object_id) or SkillCall("give", stand)
        if self._in_reach(object_id, stand):
            return None
        free = [t for t in self._tables() if recipes.fits(t, item) and not recipes.is_full(t, item)]
        near = [t for t in free if within_reach(t, stand, belief)]
        table = recipes.choose(f"table for {object_id}", near or free, lambda t: off(t, stand, belief))
        return recipes.missing(*SURFACES) if table is None else recipes.placed(object_id, table.object_id)

    def to_hold_out(self) -> str | None:
        """What is held out at the end: the last that could not be put within reach, or the only one that there was."""
        left = self._left_away() if self._several() and not self._recipes.handed else []
        left = left or ([] if self._recipes.handed else self._only_one())
        if left and not self._held_out:
            self._held_out = left[-1]
        return self._held_out if self._held_out and self._held_out not in self._recipes.handed else None

    def out_of_reach(self) -> str:
        """Of several things that could not be put near whoever asked: where they are now, in a sentence."""
        left = self._left_away() if self._several() else []
        places = [self._belief.things.get(self._belief.thing(key).place or "") for key in left]
        where = list(dict.fromkeys(noun(place.object_type) for place in places if place is not None))
        kinds = list(dict.fromkeys(one(self._belief.thing(key).object_type) for key in left))
        put = f"; what I brought is on the {joined(where)}" if where else ""
        return f"There is nothing near you to put the {joined(kinds)} on{put}." if left else ""

    def _several(self) -> bool:
        wants = self._things.wants
        return any(w.handed and w.everything for w in wants) or sum(w.handed for w in wants) > 1

    def _left_away(self) -> list[str]:
        """What is to be handed over and is neither held out nor within reach."""
        person = self._recipes.person
        stand = stand_before(person, self._belief) if person is not None else None
        if stand is None:
            return []
        keys = self._wanted()
        return [key for key in keys if key not in self._recipes.handed and not self._in_reach(key, stand)]

    def _wanted(self) -> list[str]:
        wanted = [i for i, want in enumerate(self._things.wants) if want.handed]
        return list(dict.fromkeys(key for i in wanted for key in self._things.members(i)))

    def _only_one(self) -> list[str]:
        """The thing, where all of a kind were asked for and there turned out to be one: "bring me my keys"."""
        keys = self._wanted()
        return keys if len(keys) == 1 and self._recipes.person is not None else []

    def _tables(self) -> list[Thing]:
        known = self._belief.known(*SURFACES)
        return [t for t in known if t.object_type != "Floor" and t.box is not None]

    def _in_reach(self, object_id: str, stand: Stand) -> bool:
        """Whether a thing lies within reach of who is stood before, on furniture that they can reach."""
        around, thing = self._belief.chain(object_id), self._belief.thing(object_id)
        if thing.box is not None and not within_reach(thing, stand, self._belief):
            return False
        return any(t.object_id in around for t in self._tables() if within_reach(t, stand, self._belief))
