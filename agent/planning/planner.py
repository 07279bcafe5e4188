"""From what a task wants and what is believed to the next thing to do; asked again after every skill.

Wants are served in stages: know every thing that is wanted; heat what is cut afterwards; cut; get plates and bowls
ready; then finish and serve one thing after the other; then look for further ones where *all* of a kind are wanted;
last, switch back what was switched on the way. A want that turns out hopeless is left out, with its reason; the others
go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from agent.belief.common_sense import BREAD, is_basin, original_of
from agent.belief.state import Belief, Thing
from agent.body.skills import SkillResult
from agent.planning.assignment import Assignment
from agent.planning.carrying.handing import Handing
from agent.planning.carrying.stowing import Stowing
from agent.planning.excuses import meant, none_found, too_few
from agent.planning.manipulation import ground
from agent.planning.moves import Missing, Move, SkillCall, Stuck
from agent.planning.phrasing import deed_words, home_words, look_words
from agent.planning.recipes import Recipes
from agent.planning.search import Search, vessels_spared
from agent.planning.seeking.lookout import Lookout
from agent.planning.switching import SwitchingBack
from agent.planning.wants import COOKED, Want, WantedPlace
from agent.space.containers import Containers
from agent.space.navigation import Navigator
from agent.space.prospects import Told
from agent.space.survey import Survey
from envs.vocabulary.english import the

PlanStage = Callable[[int], Move | None]

_FIRST = ("isDirty", "isFilledWithLiquid", "simbotIsBoiled")
"""Washing fills and cooking ends boiling, so these states are brought about before the others, in this order."""
_PATIENCE = 3
"""How often the same thing may fail before it counts as impossible."""
_REPEATS = 12
"""How often the same thing may work before it counts as going round in circles."""
_DEAD_ENDS = 200
_TIDYING = -1


class Planner:
    """Decides what to do next.

    Args:
        wants: What the task wants.
        belief: What is known; kept up to date by the body.
        navigator: Routes from the present pose.
        survey: Where one has looked.
        containers: What one has looked into.
        told: What somebody said who knows where things are; None where nobody did.

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
        told: Told | None = None,
    ) -> None:
        self.wants, self.belief = wants, belief
        self.recipes = Recipes(belief, containers)
        self.search = Search(belief, navigator, survey, containers, self.recipes, vessels_spared(wants), told)
        self.things = Assignment(wants, belief, self.recipes, self.search.looked_around, frugal=told is not None)
        self.lookout = Lookout(wants, belief, self.things, self.search, self.recipes, self._attend)
        self.handing = Handing(self.things, self.recipes)
        self.stowing = Stowing(self.things, self.recipes)
        self.goal = ""
        self.failed: dict[int, str] = {}
        self._left_out: dict[str, str] = {}
        self._tally: Counter[SkillCall] = Counter()
        self._switching = SwitchingBack(wants, belief, self.things, self.recipes)
        self._gone: set[str] = set()
        self._serving = 0
        self._current: str | None = None

    # -- deciding ------------------------------------------------------------------------------------------------

    def next(self) -> SkillCall | None:
        """The next step; None when nothing is left to do (see ``excuses`` for what was given up)."""
        for _ in range(_DEAD_ENDS):  # every round without a step rejects a thing, a want or a search
            found = self._first_move()
            if found is None:
                return None
            want, move = found
            if isinstance(move, Missing):
                self.goal = look_words(move.types)
                move = self.search.step(move)
            if isinstance(move, SkillCall):
                self._switching.begins(move)
                return move
            if isinstance(move, Stuck):
                self._reconsider(want, move)
        return None

    def excuses(self) -> list[str]:
        """Why not everything was done, each reason once; empty when nothing was given up."""
        told = [*self.failed.values(), *self._left_out.values(), *none_found(self.things, self.belief)]
        return list(dict.fromkeys([*told, *too_few(self.things, self.belief)]))

    def _first_move(self) -> tuple[int, Move] | None:
        self.things.bind()
        self.recipes.wanted = self.things.at_home()
        handed_over = self._handed_over()
        if handed_over is not None:
            return _TIDYING, handed_over
        back = self.search.put_back(self.used())
        if back is not None:
            return _TIDYING, back
        stages: tuple[PlanStage, ...] = (
            self.lookout.known, self._heat_whole, self._cut, self._ready, self._finish, self.lookout.further,
            self._hand_over,
        )  # fmt: skip
        for stage in stages:
            for i in self._order():
                move = stage(i)
                if move is not None:
                    self._serving = i
                    return i, move
        tidy = self._tidy()
        return None if tidy is None else (_TIDYING, tidy)

    def _handed_over(self) -> Move | None:
        """Leave with whoever asked what was held out to them, before another task is begun that has no use for it."""
        held = self.belief.held
        if held is None or held != self.recipes.offered or held in self.used():
            return None
        move = self.recipes.hand_free()
        if not isinstance(move, SkillCall):
            return None
        self._attend(held, f"leave {the(self.belief.thing(held).object_type)} with you")
        return move

    def _order(self) -> list[int]:
        """Wants still to be served: first the one whose thing is in the hand, then the one being served."""
        held, bound = self.belief.held, self.things.bound
        left = [i for i in range(len(self.wants)) if i not in self.failed]
        return sorted(left, key=lambda i: (held is None or bound.get(i) != held, i != self._serving, i))

    def _reconsider(self, i: int, stuck: Stuck) -> None:
        """Something cannot be done: take another receptacle, another thing, or give the want up."""
        if i == _TIDYING:
            self._switching.give_up()
            return
        bound, blamed = self.things.bound, stuck.blame
        homes = [h.want for h in self.wants[i].homes if h.single and bound.get(h.want) == blamed]
        involved = {k for k in (self._current, bound.get(i)) if k is not None}
        involved |= {around for k in involved for around in self.belief.chain(k)}
        if blamed is not None and homes:
            self.things.reject(homes[0], blamed)
        elif self.wants[i].everything and self._current is not None:
            self.things.reject(i, self._current)
            self._left_out[self._current] = stuck.reason
        elif blamed in involved and i in bound:
            self.things.reject(i, bound[i])
        elif i not in bound and self.things.serve_as_it_is(i):
            self.things.bind()
        else:
            which = self.wants[i].which  # others of the kind are no answer
            unknown = which is not None and which.trait.by_look and i not in bound and self.lookout.source(i) is None
            self.failed[i] = f"I could not find {meant(self.wants[i])}" if unknown else stuck.reason

    def _attend(self, object_id: str | None, goal: str) -> None:
        self._current, self.goal = object_id, goal

    # -- the stages ----------------------------------------------------------------------------------------------

    def _heat_whole(self, i: int) -> Move | None:
        """Cook a potato before it is cut, all its slices at once; bread and eggs are cut first."""
        source = self.lookout.source(i)
        prop = next((p for p in self.wants[i].conditions if p in COOKED), None)
        if source is None or prop is None or self.wants[i].word == BREAD or original_of(source.object_id) == "Egg":
            return None
        self._attend(source.object_id, deed_words(prop, source.object_type))
        return self.recipes.achieved(source.object_id, prop, 1)

    def _cut(self, i: int) -> Move | None:
        source = self.lookout.source(i)
        if source is None:
            return None
        self._attend(source.object_id, deed_words("slice", source.object_type))
        return self.recipes.sliced(source)

    def _ready(self, i: int) -> Move | None:
        """Get a receptacle ready for what has to be in it."""
        if not self.wants[i].is_home or i not in self.things.bound:
            return None
        move = self._finish(i)
        thing = self.belief.thing(self.things.bound[i])
        if move is None and thing.can("pickupable") and not self.wants[i].homes:
            self._attend(thing.object_id, deed_words("set out", thing.object_type))
            move = self.recipes.set_out(thing.object_id)
        return move

    def _finish(self, i: int) -> Move | None:
        """Bring a want's things into their states, then to their places, one after the other."""
        held, current = self.belief.held, self._current

        def inconvenience(object_id: str) -> tuple[bool, bool, float, str]:
            far = self.recipes.steps_to(self.belief.thing(object_id))
            return object_id != held, object_id != current, far, object_id

        for object_id in sorted(self.things.members(i), key=inconvenience):
            move = self._state_of(i, object_id) or self._home_of(i, object_id)
            if move is not None:
                return move
        return None

    def _state_of(self, i: int, object_id: str) -> Move | None:
        conditions = self.wants[i].conditions
        for prop in sorted(conditions, key=lambda p: _FIRST.index(p) if p in _FIRST else len(_FIRST)):
            if not self.things.met(object_id, prop, conditions[prop]):
                self._attend(object_id, deed_words(prop, self.belief.thing(object_id).object_type, conditions[prop]))
                return self.recipes.achieved(object_id, prop, conditions[prop])
        return None

    def _home_of(self, i: int, object_id: str) -> Move | None:
        for home in self.wants[i].homes:
            if home.beside:
                move = self._beside_of(object_id, home)
                if move is not None:
                    return move
                continue
            if not self.things.in_home(object_id, home):
                place = self._place_for(object_id, home)
                item = self.belief.thing(object_id)
                if not isinstance(place, Thing):
                    self._attend(object_id, self.goal)
                    return place
                self._attend(object_id, home_words(item.object_type, place.object_type))
                inside = home.out_of and place.object_id in self.belief.chain(object_id)
                out = self.recipes.held(object_id) if inside else None
                return out or self.recipes.placed(object_id, place.object_id)
        return self._away_or_to_person(i, object_id)

    def _away_or_to_person(self, i: int, object_id: str) -> Move | None:
        if not self.wants[i].stowed:
            return self._to_person(i, object_id) if self.wants[i].handed else None
        move, kind = self.stowing.stowed(i, object_id), self.belief.thing(object_id).object_type
        place = self.stowing.place_type(object_id)
        self._attend(object_id, home_words(kind, place) if place else f"put {the(kind)} away")
        return move

    def _to_person(self, i: int, object_id: str) -> Move | None:
        """Bring a thing to whoever asked for it; what was switched on the way is switched back before."""
        move = self._switching.back()
        if isinstance(move, SkillCall):
            self.goal = self._switching.goal
            return move
        self._attend(object_id, f"bring {the(self.belief.thing(object_id).object_type)}")
        return self.handing.brought(object_id)

    def _hand_over(self, i: int) -> Move | None:
        """Hold out one of several things that no furniture near whoever asked has room for."""
        object_id = self.handing.to_hold_out() if self.wants[i].handed else None
        return None if object_id is None else self._to_person(i, object_id)

    def _beside_of(self, object_id: str, home: WantedPlace) -> Move | None:
        """Bring a thing next to another."""
        other = self.things.neighbour(object_id, home)
        if not other:
            return Stuck(self.failed.get(home.want, "there is nothing to put it next to"))
        item, neighbour = self.belief.thing(object_id), self.belief.thing(other)
        self._attend(object_id, f"put {the(item.object_type)} next to {the(neighbour.object_type)}")
        return self.recipes.beside(object_id, neighbour.object_id)

    def _place_for(self, object_id: str, wanted: WantedPlace) -> Thing | Move:
        """The receptacle for a thing."""
        item, bound, home = self.belief.thing(object_id), self.things.bound, wanted.want
        if wanted.single:
            if home in bound and home not in self.failed:
                return self.belief.thing(bound[home])
            return Stuck(self.failed.get(home, f"there is nothing to hold {the(item.object_type)}"))
        found = [t for t in self.belief.things.values() if self.things.may_hold(home, t) and self.recipes.fits(t, item)]
        if wanted.apart:
            found = [t for t in found if self.things.room_for_one(object_id, t.object_id, wanted.apart)]
        roomy = [t for t in found if (t.object_id, item.object_type) not in self.recipes.full]
        place = self.recipes.choose(f"home of {object_id}", roomy or found, lambda t: self._detour(t, item))
        return place or self.recipes.missing(*self.wants[home].types)

    def _detour(self, place: Thing, item: Thing) -> float:
        tight = 25.0 if ground(place) < ground(item) else 8.0 if self.recipes.free_ground(place) < ground(item) else 0.0
        return (
            self.recipes.steps_to(place) + tight + (3.0 if place.shut else 0.0) + (60.0 if place.box is None else 0.0)
        )

    def _tidy(self) -> Move | None:
        """Switch back what was switched, unless that is what is wanted."""
        move = self._switching.back()
        if move is not None:
            self.goal = self._switching.goal
        return move

    def used(self) -> frozenset[str]:
        """The things that serve the task, and those with which it is done."""
        members = (key for i in range(len(self.wants)) for key in self.things.members(i))
        return frozenset((*members, *self.recipes.chosen.values(), *self.recipes.handed))

    # -- learning from what happened -----------------------------------------------------------------------------

    def learn(self, step: SkillCall, result: SkillResult, was_in: tuple[str, ...] = ()) -> None:
        """Take in how a step ended.

        Args:
            step: What was done.
            result: How it ended.
            was_in: What the target was in or on before.
        """
        if step.skill == "give" and result.done and self.belief.held is not None:
            self.recipes.handed.add(self.belief.held)
        if not isinstance(step.target, str):
            return
        if result.done:
            self._note_success(step.skill, step.target, was_in)
        elif step.target not in self.belief.things:
            self.search.gone(False)  # it was seen that it is no longer there
        elif result.unseen and self._may_have_gone(step.target):
            self._gone.add(step.target)
            kind = self.belief.thing(step.target).object_type
            self.belief.forget(step.target)
            self.search.gone(any(w.everything and w.fits(kind, [kind]) for w in self.wants))
        elif step.skill == "put" and result.status == "impossible" and self.belief.held is not None:
            self._note_full(step.target, self.belief.held)
        elif result.status == "impossible" or self._count(step) >= _PATIENCE:
            self.recipes.banned.add((step.skill, step.target))

    def _may_have_gone(self, object_id: str) -> bool:
        """Whether somebody may have taken a thing that is not in view where it should be; believed once of each."""
        thing = self.belief.things.get(object_id)
        if thing is None or not thing.can("pickupable") or object_id in self._gone:
            return False
        return object_id not in self.belief.in_view

    def _count(self, step: SkillCall) -> int:
        self._tally[step] += 1
        return self._tally[step]

    def _note_full(self, receptacle: str, held: str) -> None:
        self.recipes.full.add((receptacle, self.belief.thing(held).object_type))
        self.recipes.chosen.pop(f"home of {held}", None)
        if self._count(SkillCall("full", receptacle)) >= _PATIENCE and not is_basin(
            self.belief.thing(receptacle).object_type
        ):
            self.recipes.banned.add(("put", receptacle))

    def _note_success(self, skill: str, target: str, was_in: tuple[str, ...]) -> None:
        self._switching.done(skill, target)
        if skill == "pick_up":
            self.recipes.made_room(was_in)
            self.search.lifted(target)
            self._switching.disturbed(was_in)
        elif skill == "switch_on":
            self.recipes.banned = {(s, k) for s, k in self.recipes.banned if s != "look_at"}
        elif skill == "look_at":
            self.recipes.banned.add((skill, target))
        elif skill == "put":  # each thing that is taken out of the fridge may want it opened again
            self._tally -= Counter({one: n for one, n in self._tally.items() if one.skill in ("did open", "did close")})
        if skill != "put" and self._count(SkillCall(f"did {skill}", target)) > _REPEATS:
            self.recipes.banned.add((skill, target))
