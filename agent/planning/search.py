"""Looking for what is missing: around the room first, then in containers, then around once more, higher and lower."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from agent.belief.common_sense import COVERS, DEEP_VESSELS, HUNG, can, has_inside, is_container, may_conceal, share_in
from agent.belief.state import Belief, Thing
from agent.planning.moves import Missing, Move, SkillCall, Stuck
from agent.planning.recipes import Recipes
from agent.planning.terms import Trait, places_named
from agent.planning.wants import Want
from agent.space.containers import UNSEEN, Containers, way
from agent.space.navigation import LEVEL, Navigator, Stand
from agent.space.prospects import WORTH, Prospects, Sought, Told
from agent.space.survey import Survey
from envs.pocket.things.traits import ENCLOSED
from envs.vocabulary.english import the

_OPENING, _LOOKING = 7.0, 3.0
"""About how many steps it takes, besides the way, to open, look into and close a container; and to look around."""
_SAME_FRONT = 0.05
"""Drawers of one piece of furniture begin at the same place, metres."""


class Search:
    """Turns "something is missing" into steps.

    Args:
        belief: What is known.
        navigator: Routes from the present pose.
        survey: Where one has looked.
        containers: What one has looked into.
        recipes: Opens and closes doors; learns what cannot be found.
        spared: Types of which nothing is lifted: whatever they conceal is left there anyway.
        told: What somebody said who knows where things are; None where nobody did.
    """

    def __init__(
        self,
        belief: Belief,
        navigator: Navigator,
        survey: Survey,
        containers: Containers,
        recipes: Recipes,
        spared: Collection[str] = (),
        told: Told | None = None,
    ) -> None:
        self._belief, self._navigator = belief, navigator
        self._survey, self._containers, self._recipes = survey, containers, recipes
        self._prospects = Prospects(belief, survey, containers, told)
        self._opened: str | None = None
        self._aside: list[str] = []
        self._lifted: set[str] = set()
        self._lifting: tuple[str, str] | None = None
        self._spared = frozenset(spared)
        self._stale = False

    def step(self, missing: Missing) -> Move:
        """The next step of a search; stuck when there is nowhere left to look."""
        if missing.object_id is not None:
            self._look_again_for(missing.object_id)
        if missing.sought is None:
            self._survey.prefer(())
        move = self._most_worth(missing.sought) if missing.sought is not None else None
        if move is not None:
            return move
        while True:
            view = self._survey.next(self._navigator.routes)
            if view is not None and not self._rather_open(missing, view):
                return self._close_last(missing.types) or SkillCall("look_from", view)
            move = self.containers_left(missing.types)
            if not isinstance(move, SkillCall) and missing.object_id is None:
                move = self.covers_left(missing.types)
            if isinstance(move, SkillCall):
                return move
            if not (self._hung(missing.types) and self._survey.look_at_walls()) and not self._survey.again():
                break
        if self._stale:
            self.afresh()
            return self.step(missing)
        self._recipes.not_here.update(missing.types)
        if missing.object_id is not None:
            self._recipes.banned.add(("pick_up", missing.object_id))
            return Stuck(f"I lost {the(missing.types[0])}", missing.object_id)
        return self._recipes.missing(*missing.types)

    def _rather_open(self, missing: Missing, view: Stand) -> bool:
        """Whether to look into a container before the whole room has been looked at: it is likely, and near."""
        if missing.object_id is not None or missing.everything or self._survey.round > 0:
            return False
        routes = self._navigator.routes
        thing = self._containers.next(missing.types, routes, self._useless())
        if thing is None:
            return False
        inside = self._containers.chance(thing, missing.types)
        outside = 1.0 - max(sum(share_in(t, kind) for kind in ENCLOSED) for t in missing.types)
        look = max(0.1, outside) * self._survey.reveals(view) / (routes.cost(view.cell, view.yaw) + _LOOKING)
        return inside / (way(thing, routes) + _OPENING) > look

    @property
    def told(self) -> bool:
        """Whether somebody was heard who knows where things are."""
        return self._prospects.told

    def enough(self, sought: Sought) -> bool:
        """Whether no further look for all of a kind is worth its steps."""
        return self._best(sought) is None

    def short_of(self, sought: Sought) -> bool:
        """Whether there are more than were found, as somebody said who knows."""
        return sought.found < self._prospects.said(sought.types)

    def _most_worth(self, sought: Sought) -> Move | None:
        """The next step of a search for all of a kind; None where nothing is worth its steps, or nothing is left."""
        best = self._best(sought)
        if isinstance(best, Thing):
            return self._look_inside(best, sought.types) or self._most_worth(sought)
        return None if best is None else self._close_last(sought.types) or SkillCall("look_from", best)

    def _best(self, sought: Sought) -> Stand | Thing | None:
        """Where most is found for the steps: a pose to look from, or a container to look into."""
        routes = self._navigator.routes
        self._survey.prefer(self._prospects.likely(sought))
        worth: list[tuple[float, Stand | Thing]] = []
        view = self._survey.next(routes) if self._survey.round == 0 else None
        if view is not None:
            shown = self._prospects.outside(sought) * self._survey.reveals(view)
            worth.append((shown / (routes.cost(view.cell, view.yaw) + _LOOKING), view))
        if any(can(kind, "pickupable") for kind in sought.types):  # nobody keeps a fridge in a cupboard
            useless = self._useless()
            inside = [t for t in self._belief.things.values() if has_inside(t.object_type) and t.box is not None]
            worth += [
                (self._prospects.inside(t, sought) / (way(t, routes) + _OPENING), t)
                for t in inside
                if t.object_id not in useless
            ]
        value, best = max(worth, key=lambda one: one[0], default=(0.0, None))
        return best if value >= 1.0 / WORTH else None

    def _useless(self) -> list[str]:
        """Containers that cannot be looked into."""
        return [k for skill, k in self._recipes.banned if skill in ("open", "inspect")]

    def gone(self, everything: bool) -> None:
        """Something is not where it was: the home has changed since it was searched.

        Args:
            everything: Whether all of its kind are wanted, so that it has to be searched again in any case.
        """
        self._stale = True
        if everything:
            self.afresh()

    def afresh(self) -> None:
        """Search the home from the beginning."""
        self._stale = False
        self._survey.restart()
        self._containers.restart()
        self._lifted.clear()
        self._recipes.not_here.clear()

    def _look_again_for(self, object_id: str) -> None:
        """A known thing is not where it was: its place counts as not looked at, once."""
        place = self._belief.things.get(self._belief.thing(object_id).place or "")
        if place is not None and place.box is not None and ("look again", object_id) not in self._recipes.banned:
            self._recipes.banned.add(("look again", object_id))
            self._survey.unsee(place.box.low, place.box.high)

    def unseen(self, container: Thing) -> bool:
        """Whether much of a container has not been looked into."""
        useless = container.object_id in self._useless()
        return not useless and (container.shut or self._containers.left(container) >= UNSEEN)

    def looked_around(self) -> bool:
        """Whether the whole room has been seen once."""
        return self._survey.round > 0 or self._survey.next(self._navigator.routes) is None

    def _hung(self, types: Iterable[str]) -> bool:
        """Whether one of the types hangs on walls."""
        return not HUNG.isdisjoint(types)

    def high_places_left(self, types: Iterable[str] = ()) -> Move | None:
        """The next look at what is too high for the usual look, None when all of it has been seen.

        Args:
            types: What is looked for.
        """
        if self._hung(types):
            self._survey.look_at_walls()
        elif self._survey.round == 0:
            self._survey.again()
        view = self._survey.next(self._navigator.routes) if self._survey.horizon < LEVEL else None
        return None if view is None else SkillCall("look_from", view)

    def covers_left(self, types: Iterable[str]) -> Move | None:
        """The next lifting of something that may conceal one of the types, None when none is left."""
        for thing in self._belief.known(*DEEP_VESSELS, *COVERS):
            if thing.object_type in self._spared:
                continue
            if thing.object_id in self._lifted or not any(may_conceal(thing.object_type, t) for t in types):
                continue
            move = self._recipes.held(thing.object_id)
            if isinstance(move, SkillCall):
                self._lifting = thing.object_id, thing.place or ""
                return move
            self._lifted.add(thing.object_id)
        return None

    def lifted(self, object_id: str) -> None:
        """Something was picked up: what it concealed has been seen."""
        self._lifted.add(object_id)

    def put_back(self, needed: Collection[str]) -> Move | None:
        """Put what was only lifted to look for something where it was; None when that is not what is in the hand.

        Args:
            needed: What is used for the task, and stays in the hand.
        """
        lifted, place = self._lifting or ("", "")
        if not lifted or self._belief.held != lifted or lifted in needed or lifted not in self._lifted:
            return None
        found, at = any(one.object_id in needed for one in self._belief.within(lifted)), self._belief.things.get(place)
        hemmed = found and at is not None and is_container(at.object_type)
        goes = not hemmed and self._is_free(place, lifted)  # nothing is got out of a pot at the back of a cabinet
        back = self._recipes.placed(lifted, place) if goes else None
        return back if isinstance(back, SkillCall) else self._recipes.hand_free()

    def _is_free(self, place: str, lifted: str) -> bool:
        """Whether a thing can go back where it was without anything having to make room."""
        known = self._belief.things.get(place)
        return known is not None and not self._recipes.is_full(known, self._belief.thing(lifted))

    def containers_left(self, types: tuple[str, ...], skip: Iterable[str] = ()) -> Move | None:
        """The next look into a container that may hold one of the types, None when none is left.

        Args:
            types: What is looked for.
            skip: Containers that need not be looked into.
        """
        closing = self._close_last(types)
        if closing is not None:
            return closing
        if not any(can(kind, "pickupable") for kind in types):
            return None  # nobody keeps a fridge in a cupboard
        thing = self._containers.next(types, self._navigator.routes, [*skip, *self._useless()])
        return None if thing is None else self._look_inside(thing, types) or self.containers_left(types, skip)

    def _look_inside(self, thing: Thing, types: tuple[str, ...]) -> Move | None:
        """The next look into a container, what was opened before it closed; None where it cannot be looked into."""
        closing = self._close_last(types)
        if closing is not None:
            return closing
        move = self.look_into(thing)
        if isinstance(move, Stuck):
            self._containers.done(thing.object_id)
            return None
        if isinstance(move, SkillCall) and move.skill == "open":
            self._opened = thing.object_id
        return move

    def look_into(self, container: Thing) -> Move:
        """The next step of looking into a container that has not been looked into."""
        move = self._uncovered(container)
        if move is None and is_container(container.object_type):
            move = self._recipes.opened(container.object_id)
        return move or SkillCall("inspect", container.object_id)

    def lowest_unseen(self, container: Thing) -> Thing:
        """Of drawers below one that were not looked into the lowest, else itself: an open one hides those below."""
        below = [one for one in self._belief.known("Drawer") if _is_above(container, one) and self.unseen(one)]
        return min(below, key=lambda one: one.box.low[1] if one.box is not None else 0.0, default=container)

    def seen_through(self, container: Thing) -> bool:
        """Whether all that is in a container would have been seen: drawers do not come out as far as their backs."""
        return not container.shut and self._containers.share_unseen(container) < UNSEEN

    def _uncovered(self, container: Thing) -> Move | None:
        """Look into the drawer that stands open above another, and close it: it hides the lower one's inside."""
        for thing in self._belief.known("Drawer"):
            if not thing.shut and thing.object_id not in self._aside and _is_above(thing, container):
                if self._containers.left(thing) >= UNSEEN:
                    return SkillCall("inspect", thing.object_id)
                move = self._recipes.closed(thing.object_id)
                if isinstance(move, SkillCall):
                    self._aside.append(thing.object_id)
                    return move
        return None

    def reopened(self) -> Move | None:
        """Open again what was closed only to look below it, None when nothing was."""
        while self._aside:
            move = self._recipes.opened(self._aside.pop(0))
            if isinstance(move, SkillCall):
                return move
        return None

    def _close_last(self, types: tuple[str, ...]) -> Move | None:
        """Close the container that was opened last, if it has been looked into and what is looked for is not there."""
        thing = self._belief.things.get(self._opened or "")
        if thing is None or thing.shut or self._containers.left(thing) >= UNSEEN:
            return None
        self._opened = None
        if any(t.object_type in types for t in self._belief.within(thing.object_id)):
            return None
        move = self._recipes.closed(thing.object_id)
        return move if isinstance(move, SkillCall) else None


def vessels_spared(wants: Iterable[Want]) -> frozenset[str]:
    """What is left alone with all that is in it: the pot, of "all the eggs, not the one in the pot"."""
    left_out = [want.which.but for want in wants if want.which is not None and not want.which.spare]
    places = [one.place for one in left_out if one is not None and one == Trait(place=one.place)]
    return frozenset(kind for place in places if place for kind in places_named(place))


def _is_above(thing: Thing, other: Thing) -> bool:
    """Whether one drawer is above another in the same piece of furniture."""
    if thing.box is None or other.box is None or other.object_type != "Drawer" or thing.box.low[1] < other.box.high[1]:
        return False
    return all(abs(thing.box.low[k] - other.box.low[k]) < _SAME_FRONT for k in (0, 2))
