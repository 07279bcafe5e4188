"""Looking for what is missing: around the room first, then in containers, then around once more, higher and lower."""

from __future__ import annotations

from collections.abc import Iterable

from agent.belief import Belief
from agent.common_sense import is_container
from agent.containers import UNSEEN, Containers
from agent.moves import Missing, Move, Step, Stuck
from agent.navigation import LEVEL, Navigator
from agent.recipes import Recipes
from agent.survey import Survey
from memory.wording import the


class Search:
    """Turns "something is missing" into steps.

    Args:
        belief: What is known.
        navigator: Routes from the present pose.
        survey: Where one has looked.
        containers: What one has looked into.
        recipes: Opens and closes doors; learns what cannot be found.
    """

    def __init__(
        self, belief: Belief, navigator: Navigator, survey: Survey, containers: Containers, recipes: Recipes
    ) -> None:
        self._belief, self._navigator = belief, navigator
        self._survey, self._containers, self._recipes = survey, containers, recipes
        self._opened: str | None = None

    def step(self, missing: Missing) -> Move:
        """The next step of a search; stuck when there is nowhere left to look."""
        if missing.object_id is not None:
            self._look_again_for(missing.object_id)
        while True:
            view = self._survey.next(self._navigator.routes)
            if view is not None:
                return Step("look_from", view)
            move = self.containers_left(missing.types)
            if isinstance(move, Step):
                return move
            if not self._survey.again():
                break
        self._recipes.not_here.update(missing.types)
        if missing.object_id is not None:
            self._recipes.banned.add(("pick_up", missing.object_id))
            return Stuck(f"I lost {the(missing.types[0])}", missing.object_id)
        return self._recipes.missing(*missing.types)

    def _look_again_for(self, object_id: str) -> None:
        """A known thing is not where it was: its place counts as not looked at, once."""
        place = self._belief.things.get(self._belief.thing(object_id).place or "")
        if place is not None and place.box is not None and ("look again", object_id) not in self._recipes.banned:
            self._recipes.banned.add(("look again", object_id))
            self._survey.unsee(place.box.low, place.box.high)

    def looked_around(self) -> bool:
        """Whether the whole room has been seen once."""
        return self._survey.round > 0 or self._survey.next(self._navigator.routes) is None

    def high_places_left(self) -> Move | None:
        """The next look at what is too high for the usual look, None when all of it has been seen."""
        if self._survey.round == 0:
            self._survey.again()
        view = self._survey.next(self._navigator.routes) if self._survey.horizon < LEVEL else None
        return None if view is None else Step("look_from", view)

    def containers_left(self, types: tuple[str, ...], skip: Iterable[str] = ()) -> Move | None:
        """The next look into a container that may hold one of the types, None when none is left.

        Args:
            types: What is looked for.
            skip: Containers that need not be looked into.
        """
        closing = self._close_last(types)
        if closing is not None:
            return closing
        useless = [k for skill, k in self._recipes.banned if skill in ("open", "inspect")]
        thing = self._containers.next(types, self._navigator.routes, [*skip, *useless])
        if thing is None:
            return None
        move = self._recipes.opened(thing.object_id) if is_container(thing.object_type) else None
        if isinstance(move, Stuck):
            self._containers.done(thing.object_id)
            return self.containers_left(types, skip)
        if isinstance(move, Step) and move.skill == "open":
            self._opened = thing.object_id
        return move or Step("inspect", thing.object_id)

    def _close_last(self, types: tuple[str, ...]) -> Move | None:
        """Close the container that was opened last, if it has been looked into and what is looked for is not there."""
        thing = self._belief.things.get(self._opened or "")
        if thing is None or thing.shut or self._containers.left(thing) >= UNSEEN:
            return None
        self._opened = None
        if any(t.object_type in types for t in self._belief.within(thing.object_id)):
            return None
        move = self._recipes.closed(thing.object_id)
        return move if isinstance(move, Step) else None
