"""From what a task wants and what is believed to the next thing to do. Asked again after every skill, it never plans ahead.

Wants are served in stages: know every thing that is wanted; heat what is cut afterwards; cut; get plates and bowls ready;
then finish and serve one thing after the other; then look for further ones where *all* of a kind are wanted; last, switch
off what was switched on. A want that turns out hopeless is left out, with its reason, and the others go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from agent.belief import Belief, Thing, is_piece
from agent.common_sense import BREAD, original_of, whole_of
from agent.effects import cookable
from agent.moves import Missing, Move, Step, Stuck
from agent.navigation import Navigator
from agent.reach import ground
from agent.recipes import Recipes
from agent.search import UNSEEN, Containers, Survey
from agent.skills import Result
from agent.wants import Want
from agent.words import deed_words, home_words, look_words
from envs.teach.classes import object_classes
from envs.teach.conditions import SceneIndex

_FIRST = ("isDirty", "isFilledWithLiquid", "simbotIsBoiled")
"""Washing fills and cooking ends boiling, so these states are brought about before the others, in this order."""
_PATIENCE = 3
_REPEATS = 12


class Planner:
    """Decides what to do next.

    Args:
        wants: What the task wants.
        belief: What is known; kept up to date by the body.
        navigator: Routes from the present pose.
        survey: Where one has looked.
        containers: What one has looked into.

    Attributes:
        goal: What the last step is for, in words.
        failed: Index of each hopeless want and why.
    """

    def __init__(
        self,
        wants: tuple[Want, ...],
        belief: Belief,
        navigator: Navigator,
        survey: Survey,
        containers: Containers,
    ) -> None:
        self.wants, self.belief = wants, belief
        self.recipes = Recipes(belief, containers)
        self.search = Search(belief, navigator, survey, containers, self.recipes)
        self.goal = ""
        self.failed: dict[int, str] = {}
        self.bound: dict[int, str] = {}
        self._rejected: set[tuple[int, str]] = set()
        self._trouble: Counter[Step] = Counter()
        self._switched: dict[str, None] = {}
        self._left_out: dict[str, str] = {}
        self._current: str | None = None

    # -- deciding ------------------------------------------------------------------------------------------------

    def next(self) -> Step | None:
        """The next step; None when nothing is left to do (see ``failed`` for what was given up)."""
        for _ in range(200):  # every round without a step rejects a thing, a want or a search
            found = self._first_move()
            if found is None:
                return None
            want, move = found
            if isinstance(move, Missing):
                self.goal = look_words(move.types)
                move = self.search.step(move)
            if isinstance(move, Step):
                return move
            if isinstance(move, Stuck):
                self._reconsider(want, move)
        return None

    def _first_move(self) -> tuple[int, Move] | None:
        self._bind_seen()
        self.recipes.wanted = self._kept()
        stages: tuple[Callable[[int], Move | None], ...] = (
            self._know, self._heat_whole, self._cut, self._ready, self._finish, self._look_further,
        )  # fmt: skip
        for stage in stages:
            for i in self._order():
                move = stage(i)
                if move is not None:
                    return i, move
        tidy = self._tidy()
        return None if tidy is None else (-1, tidy)

    def _order(self) -> list[int]:
        """Wants still to be served: first the one whose thing is in the hand."""
        open_ = [i for i in range(len(self.wants)) if i not in self.failed]
        return sorted(open_, key=lambda i: (self.bound.get(i) != self.belief.held or self.belief.held is None, i))

    def _kept(self) -> set[str]:
        """Things that have their final place."""
        return {k for i in range(len(self.wants)) for k in self._members(i) if self._homes_of(i) and self._at_home(i, k)}

    def _reconsider(self, i: int, stuck: Stuck) -> None:
        """Something cannot be done: take another thing for the want, or give the want up."""
        blamed = stuck.blame
        involved = {self._current, self.bound.get(i)} - {None}
        around = {p for k in involved if k is not None for p in self.belief.chain(k)}
        if i < 0:
            self._switched.clear()
        elif self.wants[i].everything and self._current is not None:
            self._reject(i, self._current, stuck.reason)
        elif blamed is not None and blamed in involved | around and i in self.bound:
            self._reject(i, self.bound[i], stuck.reason)
        else:
            self.failed[i] = stuck.reason

    def _reject(self, i: int, object_id: str, reason: str) -> None:
        self._rejected.add((i, object_id))
        self.bound.pop(i, None)
        if self.wants[i].everything:
            self._left_out[object_id] = reason

    def excuses(self) -> list[str]:
        """Why not everything was done, each reason once; empty when nothing was given up."""
        return list(dict.fromkeys([*self.failed.values(), *self._left_out.values()]))

    # -- what is wanted of what --------------------------------------------------------------------------------------

    def _candidates(self, i: int) -> list[Thing]:
        """Things that may serve a want, none of them serving another."""
        want, taken = self.wants[i], {k for j, k in self.bound.items() if j != i}
        return [
            t
            for t in self.belief.things.values()
            if want.fits(t.object_type, classes_of(t))
            and t.object_id not in taken
            and (i, t.object_id) not in self._rejected
            and (t.can("pickupable") or not want.homes)
        ]

    def _bind_seen(self) -> None:
        """Choose a thing for every want for which one is known."""
        for i, want in enumerate(self.wants):
            if want.everything or i in self.failed or not self._needs_binding(i):
                continue
            if self.bound.get(i) not in self.belief.things:
                self.bound.pop(i, None)
                found = self._candidates(i)
                if found:
                    self.bound[i] = min(found, key=lambda t: (self._work(i, t), t.object_id)).object_id

    def _needs_binding(self, i: int) -> bool:
        """A receptacle of which any will do is chosen anew for each thing."""
        want = self.wants[i]
        only_home = any(home.want == i and not home.single for w in self.wants for home in w.homes)
        return bool(want.conditions) or want.is_home or bool(want.homes) or not only_home

    def _work(self, i: int, thing: Thing) -> float:
        """About how much there is to do with a thing to make it the wanted one, in steps."""
        want = self.wants[i]
        unmet = sum(not self._met(thing.object_id, p, v) for p, v in want.conditions.items())
        work = 8.0 * unmet + 0.5 * self.recipes.steps_to(thing)
        if not want.is_home:
            return work
        inside = self.belief.within(thing.object_id)
        heads = [k for j, w in enumerate(self.wants) if any(h.want == i for h in w.homes) for k in self._members(j)]
        there = sum(t.object_id in heads for t in inside)
        smallest = min((ground(self.belief.thing(k)) for k in heads), default=0.0)
        cramped = 30.0 if thing.box is not None and ground(thing) < smallest * max(1, len(heads)) else 0.0
        return work + len(inside) - 12.0 * there + cramped - 4.0 * min(1.0, self.recipes.free_ground(thing))

    def _met(self, object_id: str, prop: str, wanted: object) -> bool:
        return SceneIndex(()).meets(self.belief.as_dict(self.belief.thing(object_id)), prop, wanted)

    def _members(self, i: int) -> list[str]:
        """The things that serve a want as far as they are known."""
        if self.wants[i].everything:
            return [t.object_id for t in self._candidates(i)]
        return [self.bound[i]] if i in self.bound and self.bound[i] in self.belief.things else []

    def _homes_of(self, i: int) -> tuple[int, ...]:
        return tuple(home.want for home in self.wants[i].homes if home.want not in self.failed)

    def _at_home(self, i: int, object_id: str) -> bool:
        return all(self._in_home(i, object_id, h.want, h.single) for h in self.wants[i].homes)

    def _in_home(self, i: int, object_id: str, home: int, single: bool) -> bool:
        around = self.belief.chain(object_id)
        if single:
            return self.bound.get(home) in around
        return any(self._may_hold(home, self.belief.things[k]) for k in around if k in self.belief.things)

    def _may_hold(self, home: int, thing: Thing) -> bool:
        return self.wants[home].fits(thing.object_type, classes_of(thing)) and thing.can("receptacle")

    # -- the stages --------------------------------------------------------------------------------------------------

    def _know(self, i: int) -> Move | None:
        """Have seen what is wanted: all of the room for *all* of a kind, else one thing or what it is cut from."""
        want = self.wants[i]
        if want.everything:
            return self.search.survey_left(want.types)
        if not self._needs_binding(i):
            known = any(self._may_hold(i, t) for t in self.belief.things.values())
            return None if known else self.recipes.missing(*want.types)
        if i in self.bound or self._source(i) is not None:
            return None
        whole = whole_of(want.word)
        return self.recipes.missing(whole, want.word) if whole else self.recipes.missing(*want.types)

    def _source(self, i: int) -> Thing | None:
        """What to cut a wanted piece from."""
        word = self.wants[i].word
        if whole_of(word) is None or i in self.bound:
            return None
        fresh = "simbotIsBoiled" in self.wants[i].conditions
        sources = [t for t in self.recipes.sources(word) if not (fresh and "cooked" in t.states)]
        heated = any(p in self.wants[i].conditions for p in ("isCooked", "simbotIsCooked"))
        return self.recipes.choose(
            f"source of {word}",
            sources,
            lambda t: self.recipes.steps_to(t) - 20 * (heated and "cooked" in t.states),
        )

    def _heat_whole(self, i: int) -> Move | None:
        """Cook food before it is cut, all pieces at once."""
        source = self._source(i)
        prop = next((p for p in self.wants[i].conditions if p in ("isCooked", "simbotIsCooked")), None)
        if source is None or prop is None or not cookable(source.object_type) or self.wants[i].word == BREAD:
            return None
        if original_of(source.object_id) != "Potato":
            return None  # an egg is cracked first
        self._attend(source.object_id, deed_words(prop, source.object_type))
        return self.recipes.achieved(source.object_id, prop, 1)

    def _cut(self, i: int) -> Move | None:
        source = self._source(i)
        if source is None:
            return None
        self._attend(source.object_id, deed_words("slice", source.object_type))
        return self.recipes.sliced(source)

    def _ready(self, i: int) -> Move | None:
        """Get a receptacle ready for what has to be in it."""
        if not self.wants[i].is_home or i not in self.bound:
            return None
        move = self._finish(i)
        thing = self.belief.thing(self.bound[i])
        if move is None and thing.can("pickupable") and not self.wants[i].homes:
            self._attend(thing.object_id, deed_words("set out", thing.object_type))
            move = self.recipes.set_out(thing.object_id)
        return move

    def _finish(self, i: int) -> Move | None:
        """Bring a want's things into their states, then to their places, one after the other."""
        for object_id in self._by_convenience(i):
            move = self._state_of(i, object_id) or self._home_of(i, object_id)
            if move is not None:
                return move
        return None

    def _by_convenience(self, i: int) -> list[str]:
        """A want's things: the one in the hand, the one being dealt with, then the nearest."""
        held, current = self.belief.held, self._current
        return sorted(
            self._members(i),
            key=lambda k: (k != held, k != current, self.recipes.steps_to(self.belief.thing(k)), k),
        )

    def _state_of(self, i: int, object_id: str) -> Move | None:
        conditions = self.wants[i].conditions
        for prop in sorted(conditions, key=lambda p: _FIRST.index(p) if p in _FIRST else len(_FIRST)):
            if not self._met(object_id, prop, conditions[prop]):
                self._attend(object_id, deed_words(prop, self.belief.thing(object_id).object_type, conditions[prop]))
                return self.recipes.achieved(object_id, prop, conditions[prop])
        return None

    def _home_of(self, i: int, object_id: str) -> Move | None:
        for home in self.wants[i].homes:
            if not self._in_home(i, object_id, home.want, home.single):
                place = self._place_for(i, object_id, home.want, home.single)
                if isinstance(place, Thing):
                    item = self.belief.thing(object_id)
                    self._attend(object_id, home_words(item.object_type, place.object_type))
                    return self.recipes.placed(object_id, place.object_id)
                self._attend(object_id, self.goal)
                return place
        return None

    def _place_for(self, i: int, object_id: str, home: int, single: bool) -> Thing | Move:
        """The receptacle for a thing."""
        if single:
            if home in self.failed or home not in self.bound:
                return Stuck(self.failed.get(home, f"nothing is there to hold {self.belief.thing(object_id).name}"))
            return self.belief.thing(self.bound[home])
        item = self.belief.thing(object_id)
        found = [t for t in self.belief.things.values() if self._may_hold(home, t) and self.recipes.fits(t, item)]
        free = [t for t in found if (t.object_id, item.object_type) not in self.recipes.full]
        place = self.recipes.choose(f"home of {object_id}", free or found, lambda t: self._detour(t, item))
        return place or self.recipes.missing(*self.wants[home].types)

    def _detour(self, place: Thing, item: Thing) -> float:
        tight = 25.0 if ground(place) < ground(item) else 8.0 if self.recipes.free_ground(place) < ground(item) else 0.0
        shut = 3.0 if place.shut else 0.0
        return self.recipes.steps_to(place) + tight + shut + (60.0 if place.box is None else 0.0)

    def _look_further(self, i: int) -> Move | None:
        """Where all of a kind are wanted: look into the containers too, except those in which they may stay."""
        want = self.wants[i]
        if not want.everything:
            return None
        stay = [h.want for h in want.homes if not h.single] if not want.conditions else []
        skip = [t.object_id for t in self.belief.things.values() if any(self._may_hold(h, t) for h in stay)]
        return self.search.containers_left(want.types, skip)

    def _tidy(self) -> Move | None:
        """Switch off what was switched on, unless that is what is wanted."""
        if self.failed:
            return None
        for object_id in list(self._switched):
            if self._wanted_on(object_id) or object_id not in self.belief.things:
                self._switched.pop(object_id)
                continue
            move = self.recipes.switched(object_id, False)
            if move is not None:
                self.goal = deed_words("isToggled", self.belief.thing(object_id).object_type, 0)
                return move
            self._switched.pop(object_id)
        return None

    def _wanted_on(self, object_id: str) -> bool:
        return any("isToggled" in w.conditions and object_id in self._members(i) for i, w in enumerate(self.wants))

    def _attend(self, object_id: str, goal: str) -> None:
        self._current, self.goal = object_id, goal

    # -- learning from what happened -----------------------------------------------------------------------------------

    def learn(self, step: Step, result: Result, was_in: tuple[str, ...] = ()) -> None:
        """Take in how a step ended.

        Args:
            step: What was done.
            result: How it ended.
            was_in: What the target was in or on before.
        """
        self._trouble[step] += 1 if not result.done else 0
        if not isinstance(step.target, str):
            return
        key = (step.skill, step.target)
        if result.done:
            self._note_success(step.skill, step.target, was_in)
        elif step.skill == "put" and result.status == "impossible" and self.belief.held is not None:
            self._note_full(step.target)
        elif result.status == "impossible" or self._trouble[step] >= _PATIENCE:
            self.recipes.banned.add(key)

    def _note_full(self, receptacle: str) -> None:
        held = self.belief.thing(self.belief.held or "")
        self.recipes.full.add((receptacle, held.object_type))
        self._trouble[Step("full", receptacle)] += 1
        if self._trouble[Step("full", receptacle)] >= _PATIENCE:
            self.recipes.banned.add(("put", receptacle))
        self.recipes.chosen = {role: k for role, k in self.recipes.chosen.items() if not (role.startswith("home of") and k == receptacle)}

    def _note_success(self, skill: str, target: str, was_in: tuple[str, ...]) -> None:
        if skill == "pick_up":
            self.recipes.made_room(was_in)
        elif skill == "switch_on":
            self._switched[target] = None
            self.recipes.banned = {(s, k) for s, k in self.recipes.banned if s != "look_at"}
        elif skill == "switch_off":
            self._switched.pop(target, None)
        elif skill == "look_at":
            self.recipes.banned.add((skill, target))
        done = Step(f"did {skill}", target)
        self._trouble[done] += 1
        if self._trouble[done] > _REPEATS and skill != "put":
            self.recipes.banned.add((skill, target))


class Search:
    """Turns "something is missing" into steps: look around first, then into containers, then around once more."""

    def __init__(
        self, belief: Belief, navigator: Navigator, survey: Survey, containers: Containers, recipes: Recipes
    ) -> None:
        self._belief, self._navigator = belief, navigator
        self._survey, self._containers, self._recipes = survey, containers, recipes
        self._opened: str | None = None

    def step(self, missing: Missing) -> Move:
        """The next step of a search; stuck when there is nowhere left to look."""
        if missing.object_id is not None:
            self._reopen(missing.object_id)
        routes = self._navigator.routes
        while True:
            view = self._survey.next(routes)
            if view is not None:
                return Step("look_from", view)
            move = self.containers_left(missing.types, ())
            if isinstance(move, Step):
                return move
            if not self._survey.again():
                break
        self._recipes.not_here.update(missing.types)
        if missing.object_id is not None:
            self._recipes.banned.add(("pick_up", missing.object_id))
            return Stuck(f"I lost {self._belief.thing(missing.object_id).name}", missing.object_id)
        return self._recipes.missing(*missing.types)

    def _reopen(self, object_id: str) -> None:
        """A known thing is not where it was: look at its place again, once."""
        place = self._belief.things.get(self._belief.thing(object_id).place or "")
        if place is not None and place.box is not None and ("look again", object_id) not in self._recipes.banned:
            self._recipes.banned.add(("look again", object_id))
            self._survey.unsee(place.box.low, place.box.high)

    def survey_left(self, types: tuple[str, ...]) -> Move | None:
        """The next look around the room, None when all of it has been seen once."""
        if self._survey.round > 0 or self._survey.next(self._navigator.routes) is None:
            return None
        return Missing(types)

    def containers_left(self, types: tuple[str, ...], skip: Iterator[str] | list[str] | tuple[str, ...]) -> Move | None:
        """The next look into a container that may hold one of the types, None when none is left."""
        closing = self._close_last(types)
        if closing is not None:
            return closing
        useless = [k for skill, k in self._recipes.banned if skill in ("open", "inspect")]
        thing = self._containers.next(types, self._navigator.routes, [*skip, *useless])
        if thing is None:
            return None
        move = self._recipes.opened(thing.object_id)
        if isinstance(move, Stuck):
            self._containers.done(thing.object_id)
            return self.containers_left(types, skip)
        if isinstance(move, Step) and move.skill == "open":
            self._opened = thing.object_id
        return move or Step("inspect", thing.object_id)

    def _close_last(self, types: tuple[str, ...]) -> Move | None:
        """Close the container that was opened last if what is looked for is not in it."""
        thing = self._belief.things.get(self._opened or "")
        if thing is None or thing.shut or self._containers.left(thing) >= UNSEEN:
            return None
        self._opened = None
        if any(t.object_type in types for t in self._belief.within(thing.object_id)):
            return None
        move = self._recipes.closed(thing.object_id)
        return move if isinstance(move, Step) else None


def classes_of(thing: Thing) -> list[str]:
    """The classes a thing belongs to; pieces belong to those of the whole."""
    if thing.object_type == "Bread" and "|Bread_" in thing.object_id:
        return []
    return object_classes(original_of(thing.object_id) if is_piece(thing) else thing.object_type)
