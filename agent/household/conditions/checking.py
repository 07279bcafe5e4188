"""Finding out whether the condition of a task holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.belief.common_sense import has_inside, is_container
from agent.belief.state import Thing
from agent.planning.moves import SkillCall
from agent.planning.planner import Planner
from agent.planning.terms import EMPTY, OnlyIf, places_named
from agent.planning.wants import Want, sought
from envs.teach.tasks.classes import types_named


class ConditionCheck:
    """Looks round until enough things are known to tell, or all of the home has been seen.

    Args:
        only: The condition.
        planners: Makes planners.
    """

    def __init__(self, only: OnlyIf, planners: Callable[[tuple[Want, ...]], Planner]) -> None:
        self._only = only
        states = tuple(one for one in only.what.states if one[0] != EMPTY)
        self._by_content = states != only.what.states
        want = sought(replace(only.what, states=states))
        few, every = planners((want,) * only.telling), planners((replace(want, everything=True),))
        self._stages = [few, every] if self._by_content else [few]
        self.planner = few

    def next(self) -> SkillCall | None:
        """The next step; None when it can be told."""
        while self._stages:
            self.planner = self._stages[0]
            if self._by_content and self.count >= self._only.telling:
                return None
            move = self.planner.next() or self._look_inside()
            if move is not None:
                return move
            self._stages.pop(0)
        return None

    @property
    def count(self) -> int:
        """How many things are as the condition has them, as far as is known."""
        if not self._by_content:
            return len(set(self.planner.things.bound.values()))
        return sum(self._only.what.fits(one, self.planner.belief) and not self._unseen(one) for one in self._alike())

    @property
    def unsure(self) -> bool:
        """Whether there may be more of them where nobody can look: at the back of a drawer."""
        place, belief = self._only.what.place, self.planner.belief
        inside = [one for one in belief.known(*places_named(place)) if is_container(one.object_type)] if place else []
        return not all(self.planner.search.seen_through(one) for one in inside)

    def _alike(self) -> list[Thing]:
        return sorted(self.planner.belief.known(*types_named(self._only.what.kind)), key=lambda one: one.object_id)

    def _unseen(self, thing: Thing) -> bool:
        return has_inside(thing.object_type) and self.planner.search.unseen(thing)

    def _look_inside(self) -> SkillCall | None:
        """What lies in a container is not known before somebody has looked into it."""
        for thing in self._alike() if self._by_content else ():
            if not self._unseen(thing):
                continue
            opened = self.planner.recipes.opened(thing.object_id) if is_container(thing.object_type) else None
            if opened is None or isinstance(opened, SkillCall):
                return opened or SkillCall("inspect", thing.object_id)
        return None
