"""Getting to know what is wanted: what has to be looked for yet, and where; and what pieces are cut from."""

from __future__ import annotations

from collections.abc import Callable

from agent.belief.common_sense import HUNG, can, has_inside, whole_of
from agent.belief.state import Belief, Thing
from agent.planning.assignment import Assignment
from agent.planning.excuses import meant, no_such_number
from agent.planning.moves import Missing, Move, Stuck
from agent.planning.phrasing import look_words
from agent.planning.recipes import Recipes
from agent.planning.search import Search
from agent.planning.terms import number_by_name, places_named
from agent.planning.wants import ANYTHING, COOKED, Want
from agent.space.prospects import Sought
from envs.teach.tasks.classes import types_named


class Lookout:
    """Says what to look for, want by want.

    Args:
        wants: What the task wants.
        belief: What is known.
        things: Which thing serves which want.
        search: Where one may look yet.
        recipes: What can be cut, and what is not to be found.
        attend: Told which thing the next step is for, None for none, and what it is for in words.
    """

    def __init__(
        self,
        wants: tuple[Want, ...],
        belief: Belief,
        things: Assignment,
        search: Search,
        recipes: Recipes,
        attend: Callable[[str | None, str], None],
    ) -> None:
        self._wants, self._belief, self._things = wants, belief, things
        self._search, self._recipes, self._attend = search, recipes, attend
        self._to_do: dict[int, dict[str, frozenset[str]]] = {}

    def known(self, i: int) -> Move | None:
        """Have seen what is wanted: all of the room for *all* of a kind, else one thing or what it is cut from."""
        want = self._wants[i]
        if i in self._things.only:  # those that were handled before
            return None
        counting = self._count_places(i)
        if counting is not None:
            return counting
        if want.everything:
            return self._all(i)
        if not self._things.needs_one(i):
            known = any(self._things.may_hold(i, t) for t in self._belief.things.values())
            return None if known else self._where_told(i) or self._recipes.missing(*want.types)
        missing = want.foremost is not None or i not in self._things.bound
        rather_others = want.searched or self._things.only_thrown_away(i)
        if rather_others and missing and i not in self._things.searched:
            further = None if self._search.looked_around() else Missing(want.types, everything=True)
            further = further or self._everywhere(i)
            if further is not None:
                return further
            self._things.searched.add(i)
            self._things.bind()
        if want.foremost is not None and want.foremost.number and i not in self._things.bound:
            return Stuck(no_such_number(want.word, want.foremost.number, self._belief))
        if i in self._things.bound or self.source(i) is not None:
            return None
        told = self._where_told(i)
        if told is not None:
            return told
        whole = whole_of(want.word)
        return self._recipes.missing(whole, want.word) if whole else self._recipes.missing(*want.types)

    def _all(self, i: int) -> Move | None:
        """A look for all of a kind, as long as that is worth it; None when it is no longer."""
        sought, types = self._sought(i), self._wants[i].types
        if sought is None or not sought.found or self._search.short_of(sought):
            return None if self._search.looked_around() else Missing(types, everything=True, sought=sought)
        return None if self._search.enough(sought) else Missing(types, everything=True, sought=sought)

    def _sought(self, i: int) -> Sought | None:
        """What is looked for where all of a kind are wanted wherever they are; None where that is told otherwise."""
        want = self._wants[i]
        if not self._search.told:  # nobody can be asked: all are looked for everywhere
            return None
        if not want.everything or want.which is not None or want.as_many is not None or want.word == ANYTHING:
            return None
        if not all(can(kind, "pickupable") and kind not in HUNG for kind in want.types):
            return None  # how many lamps and pictures people mean was not counted
        found = self._to_do.setdefault(i, {})
        for key in self._things.members(i):
            if key not in found and self._things.left_to_do(i, key):
                found[key] = frozenset(self._belief.thing(one).object_type for one in self._belief.chain(key))
        where = frozenset(kind for around in found.values() for kind in around)
        return Sought(want.types, len(found), frozenset(self._staying(i)), bool(want.homes), where)

    def _staying(self, i: int) -> list[str]:
        """Containers that need not be looked into: what is in there may stay, or they are what is to be closed."""
        want = self._wants[i]
        stay = [h.want for h in want.homes if not h.single] if not want.conditions else []
        kept = [t.object_id for t in self._belief.things.values() if any(self._things.may_hold(h, t) for h in stay)]
        return [*kept, *self._things.members(i)]

    def _count_places(self, i: int) -> Move | None:
        """Get to know all places of a kind of which one was told by its number; None when they are known."""
        place = self._things.numbered_place(i)
        if not place or i in self._things.counted:
            return None
        if not self._search.looked_around():
            return Missing(self._wants[i].types, everything=True)
        high = self._search.high_places_left(places_named(place))
        if high is None:
            self._things.counted.add(i)
            self._things.bind()
        return high

    def _where_told(self, i: int) -> Move | None:
        """Look where a thing was said to be; None where nothing was said of that."""
        want, place = self._wants[i], self._things.place_told(i)
        if not place:
            return None
        number = want.which.trait.number if want.which is not None else 0
        known = self._belief.known(*places_named(place))
        meant_there = [one for one in known if not number or number_by_name(one, self._belief) == number]
        if number and not meant_there:
            return Stuck(no_such_number(place, number, self._belief))
        for thing in meant_there:
            if has_inside(thing.object_type) and self._search.unseen(thing):
                look = self._search.look_into(self._search.lowest_unseen(thing))
                if not isinstance(look, Stuck):
                    return look
        if not self._search.looked_around():
            return Missing(want.types, everything=True)
        if any(can(kind, "pickupable") for kind in places_named(place)):  # the pan may be in a cupboard itself
            return self._recipes.missing(*want.types)
        return Stuck(f"I could not find {meant(want)}")

    def source(self, i: int) -> Thing | None:
        """What to cut a wanted piece from, None when there is a piece already."""
        word, conditions = self._wants[i].word, self._wants[i].conditions
        if whole_of(word) is None or i in self._things.bound or (self._wants[i].everything and self._things.members(i)):
            return None
        boil, cook = "simbotIsBoiled" in conditions, any(p in conditions for p in COOKED)
        which = self._wants[i].which
        raw_enough = [
            t
            for t in self._recipes.sources(word)
            if not (boil and "cooked" in t.states) and (which is None or which.allows(t, self._belief))
        ]
        foremost = self._wants[i].foremost
        if foremost is not None:
            raw_enough = foremost.of(raw_enough) if i in self._things.searched else []
        return self._recipes.choose(
            f"source of {word}",
            raw_enough,
            lambda t: self._recipes.steps_to(t) - 20 * (cook and "cooked" in t.states),
        )

    def further(self, i: int) -> Move | None:
        """Where all of a kind are wanted, look into containers too, unless they may stay in there; then high up."""
        want = self._wants[i]
        if i in self._things.only or (want.word == ANYTHING and "isToggled" in want.conditions):  # nothing runs unseen
            return None
        away = want.stowed and self._things.members(i) and not self._things.place_told(i)  # the others are put away
        if not want.everything or away or self._enough(i):
            return None
        sought = self._sought(i)
        if sought is None or not sought.found or self._search.short_of(sought):
            return self._everywhere(i)
        return self._all(i)

    def _enough(self, i: int) -> bool:
        """Whether so many are known as there are of what they are counted by, and no more of that can be elsewhere."""
        counted = self._wants[i].as_many
        if counted is not None and not counted.of.kind:
            return counted.times <= len(self._things.members(i))
        if counted is None or not counted.of.place or any(map(has_inside, places_named(counted.of.place))):
            return False
        return 0 < counted.count(self._belief) <= len(self._things.members(i))

    def _everywhere(self, i: int) -> Move | None:
        """The next look into what may hold more of a want's kind; None when there is nothing left to look into."""
        want = self._wants[i]
        presumed = want.as_many is not None and not want.as_many.of.kind
        counted = types_named(want.as_many.of.kind) if want.as_many is not None and not presumed else ()
        skip = self._staying(i)
        place = self._things.place_told(i)
        if place:  # nowhere else can any of them be
            skip += [t.object_id for t in self._belief.things.values() if t.object_type not in places_named(place)]
        self._attend(None, look_words(want.types))
        left = self._search.containers_left((*want.types, *counted), [] if counted else skip)
        high = None if place else self._search.high_places_left(want.types) or self._search.covers_left(want.types)
        return left or high or (self._one_more(want.types) if presumed else None)

    def _one_more(self, types: tuple[str, ...]) -> Move | None:
        """A search for more of a kind of which there should be more than are known; None when it was made."""
        move = self._recipes.missing(*types)
        return move if isinstance(move, Missing) else None
