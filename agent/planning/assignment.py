"""Which thing serves which want, chosen as things come into sight, and whether it is as wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agent.belief.common_sense import GARBAGE, is_container, is_put_away, kinds
from agent.belief.state import Belief, Thing, classes_of
from agent.planning.manipulation import ground
from agent.planning.recipes import Recipes, is_whole
from agent.planning.wants import SLICED, Want, WantedPlace
from envs.teach.tasks.classes import commonly
from envs.teach.tasks.conditions import meets

BELIEVED_STATES = {
    "isDirty": "dirty", "isFilledWithLiquid": "filled", "simbotIsFilledWithWater": "filled", "isOpen": "open",
    "isToggled": "on", "isCooked": "cooked", "simbotIsCooked": "cooked",
}  # fmt: skip
"""Properties that tasks ask for, as states that can be doubtful."""
_COOKED_IN = frozenset({"Microwave", "Toaster", "CoffeeMachine"})


class Assignment:
    """Binds things to wants.

    Args:
        wants: What the task wants.
        belief: What is known.
        recipes: Judges how much there is to do with a thing.
        looked_around: Tells whether the whole room has been seen once.
        frugal: Whether what was thrown away is as good as anything else, as in recorded games.

    Attributes:
        bound: Index of a want → the thing that serves it; wants for all of a kind are not bound.
        rejected: (want, thing) pairs that turned out hopeless.
        only: For wants that are about certain things of a kind: which.
        searched: Wants for whose things the whole home has been searched.
        served: Wants of which no thing was found that is not as wanted already.
        counted: Wants for which all places are known of which one was told by its number.
    """

    def __init__(
        self,
        wants: tuple[Want, ...],
        belief: Belief,
        recipes: Recipes,
        looked_around: Callable[[], bool],
        frugal: bool = False,
    ) -> None:
        self.wants, self._belief, self._recipes = wants, belief, recipes
        self._looked_around, self._frugal = looked_around, frugal
        self.bound: dict[int, str] = {}
        self.rejected: set[tuple[int, str]] = set()
        self.only: Mapping[int, frozenset[str]] = {}
        self.searched: set[int] = set()
        self.served: set[int] = set()
        self.counted: set[int] = set()
        self._meant: set[tuple[int, str]] = set()
        self._excepted: set[tuple[int, str]] = set()
        self._there: dict[int, bool] = {}
        self._neighbours: dict[str, str] = {}
        self._was_there: set[tuple[int, str]] = set()

    def bind(self) -> None:
        """Choose a thing for every want for which one is known: the one with which there is least to do."""
        for i, want in enumerate(self.wants):
            if want.everything or not self.needs_one(i) or self._serves(i):
                continue
            self.bound.pop(i, None)
            found = self._may_serve(i)
            found = found if want.foremost is None else want.foremost.among(found, self._belief)
            if found:
                self.bound[i] = min(found, key=lambda t: (self._work(i, t), t.object_id)).object_id

    def _may_serve(self, i: int) -> list[Thing]:
        """Of what a want is about those that may be chosen by now."""
        if i in self.searched:
            return self._candidates(i)
        if self.wants[i].foremost is not None:
            return []
        return [t for t in self._candidates(i) if not self._thrown_away(i, t)]

    def only_thrown_away(self, i: int) -> bool:
        """Whether nothing is known that would do but what was thrown away: others may be anywhere in the home."""
        return i not in self.bound and any(self._thrown_away(i, t) for t in self._candidates(i))

    def _thrown_away(self, i: int, thing: Thing) -> bool:
        """Whether a thing lies in the garbage, where nobody said that this one is meant nor that it may stay there."""
        which, around = self.wants[i].which, self._belief.chain(thing.object_id)
        if self._frugal or i in self.only or (which is not None and which.word == self.wants[i].word):
            return False
        holders = {self._belief.things[k].object_type for k in around if k in self._belief.things}
        if self._is_neighbour(i):  # nobody puts things next to what stands in there
            return bool(holders & (GARBAGE | _COOKED_IN))
        return bool(holders & GARBAGE) and self._undone(i, thing) > 0

    def _is_neighbour(self, i: int) -> bool:
        """Whether other things are to be put next to what serves a want."""
        return any(home.want == i and home.beside for want in self.wants for home in want.homes)

    def _serves(self, i: int) -> bool:
        """Whether a thing serves a want already; what was to be cut up is no more once that is done."""
        thing = self.bound.get(i)
        cut = SLICED in self.wants[i].conditions and thing in self._belief.cuts.gone
        return thing in self._belief.things or cut

    def cut_up(self, i: int) -> bool:
        """Whether something was cut up that a want is about."""
        want, gone = self.wants[i], self._belief.cuts.gone.values()
        return SLICED in want.conditions and any(want.fits(t.object_type, classes_of(t)) for t in gone)

    def reject(self, i: int, object_id: str) -> None:
        """This thing cannot serve that want; another may."""
        self.rejected.add((i, object_id))
        self.bound.pop(i, None)

    def needs_one(self, i: int) -> bool:
        """Whether one certain thing has to be chosen; a place of which any will do is chosen anew for each thing."""
        want = self.wants[i]
        any_place = any(home.want == i and not home.single for w in self.wants for home in w.homes)
        return bool(want.conditions or want.homes) or want.is_home or not any_place

    def members(self, i: int) -> list[str]:
        """The things that serve a want, as far as they are known."""
        if self.wants[i].everything:
            return [t.object_id for t in self._counted(i, self._spared(i, self._candidates(i)))]
        return [self.bound[i]] if self.bound.get(i) in self._belief.things else []

    def _candidates(self, i: int) -> list[Thing]:
        want, taken = self.wants[i], self._taken(i)
        found = [
            t
            for t in self._belief.things.values()
            if want.fits(t.object_type, classes_of(t))
            and t.object_id not in taken
            and (i, t.object_id) not in self.rejected
            and (t.can("pickupable") or not (want.homes or want.stowed))
            and self.meant(i, t)
            and self._needs_it(i, t)
            and (SLICED not in want.conditions or is_whole(t))
        ]
        return self._rather(i, found)

    def _rather(self, i: int, found: list[Thing]) -> list[Thing]:
        """Those that are where they are rather taken from; all, once it is known that none is there."""
        which = self.wants[i].which
        if which is None or not which.rather or which.word != self.wants[i].word:
            return found
        there = [t for t in found if (i, t.object_id) in self._was_there or which.trait.fits(t, self._belief)]
        known = i in self.searched if which.sought else self._looked_around()
        if i not in self._there and (there or known):
            self._there[i] = bool(there)
        if not self._there.get(i, True):
            return found
        self._was_there |= {(i, t.object_id) for t in there}
        return there

    def place_told(self, i: int) -> str:
        """Where all that a want is about can only be; "" where that may be anywhere."""
        which = self.wants[i].which
        if which is None or (which.rather and not self._there.get(i, not self._looked_around())):
            return ""
        return which.trait.place

    def numbered_place(self, i: int) -> str:
        """The kind of place of which one was told by its number as where things are that a want is about, or not."""
        which = self.wants[i].which
        traits = [which.trait, which.but] if which is not None and which.word == self.wants[i].word else []
        return next((one.place for one in traits if one is not None and one.number), "")

    def _needs_it(self, i: int, thing: Thing) -> bool:
        """Whether a thing is not as wanted yet, where such a one is meant."""
        want = self.wants[i]
        if not want.needy or want.everything or i in self.served:
            return True
        if want.stowed:
            place = self._belief.things.get(thing.place or "")
            return place is None or not is_put_away(thing.object_type, place.object_type)
        return not all(self.met(thing.object_id, prop, value) for prop, value in want.conditions.items())

    def serve_as_it_is(self, i: int) -> bool:
        """Take for a want a thing that is as wanted already, after no other was found; whether there is one."""
        if not self.wants[i].needy or self.wants[i].everything or i in self.served:
            return False
        self.served.add(i)
        return bool(self._candidates(i))

    def meant(self, i: int, thing: Thing) -> bool:
        """Whether a thing is one of those that a want is about; what was once is still, whatever became of it."""
        want = self.wants[i]
        if i in self.only:
            return thing.object_id in self.only[i]
        if self._recipes.forbidden("pick_up" if want.homes or want.stowed else "", thing):
            return False
        if want.which is None or want.which.word != want.word or (i, thing.object_id) in self._meant:
            return True
        if self.numbered_place(i) and i not in self.counted:
            return False
        if (i, thing.object_id) in self._excepted or not want.which.allows(thing, self._belief):
            self._note_excepted(i, thing)
            return False
        if want.everything:
            self._meant.add((i, thing.object_id))
        return True

    def _note_excepted(self, i: int, thing: Thing) -> None:
        """What is left out for where it is stays left out, wherever it is put to get at something else."""
        which = self.wants[i].which
        but = which.but if which is not None and not which.spare else None
        told = self._belief.evidence is None  # what pictures show of places may be wrong at first sight
        if told and but is not None and but.place and but.fits(thing, self._belief):
            self._excepted.add((i, thing.object_id))

    def _spared(self, i: int, things: list[Thing]) -> list[Thing]:
        """All but as many as are to be left out: rather those with which most is to do."""
        which = self.wants[i].which
        if which is None or not which.spare:
            return things
        held = self._belief.held
        left = {t.object_id for t in things if which.but is not None and which.but.fits(t, self._belief)}
        order = sorted(
            things, key=lambda t: (t.object_id in left, t.object_id != held, self._undone(i, t) > 0, t.object_id)
        )
        return order[: max(0, len(order) - which.spare)]

    def _counted(self, i: int, things: list[Thing]) -> list[Thing]:
        """No more than are wanted: those first with which least is to do."""
        as_many = self.wants[i].as_many
        if as_many is None:
            return things
        held = self._belief.held
        order = sorted(things, key=lambda t: (self._undone(i, t) > 0, t.object_id != held, t.object_id))
        return order[: as_many.count(self._belief)]

    def left_out(self, i: int) -> set[str]:
        """What is known of a kind of which all are wanted, and is not meant: excepted, or more than was asked for."""
        want = self.wants[i]
        alike = [t for t in self._belief.things.values() if want.fits(t.object_type, classes_of(t))]
        meant = self._rather(i, [t for t in alike if self.meant(i, t)])
        counted = self._counted(i, self._spared(i, meant))
        return {t.object_id for t in alike} - {t.object_id for t in counted}

    def complete(self, i: int) -> bool:
        """Whether no thing that is not known can be meant: certain ones are, or so many as are known."""
        counted = self.wants[i].as_many
        return i in self.only or (counted is not None and counted.count(self._belief) <= len(self.members(i)))

    def room_for_one(self, object_id: str, place: str, most: int) -> bool:
        """Whether a receptacle that is to get so many of a kind at most has still to get this one."""
        kind = self._belief.thing(object_id).object_type
        there = sorted(t.object_id for t in self._belief.within(place) if t.object_type == kind)
        return object_id in there[:most] if object_id in there else len(there) < most

    def _taken(self, i: int) -> set[str]:
        """Things that serve other wants. One plate may serve two different dishes when there is no other plate."""
        others = {j: k for j, k in self.bound.items() if j != i}
        if self.wants[i].is_home and self._looked_around():
            return {k for j, k in others.items() if self._dish(j) in ([], self._dish(i))}
        return set(others.values())

    def _dish(self, i: int) -> list[str]:
        """What has to be in a receptacle."""
        return sorted(want.word for want in self.wants if any(home.want == i for home in want.homes))

    def _work(self, i: int, thing: Thing) -> float:
        """About how much there is to do with a thing to make it the wanted one, in steps."""
        want = self.wants[i]
        shared = thing.object_id in [k for j, k in self.bound.items() if j != i]
        work = 8.0 * self._undone(i, thing) + 0.5 * self._recipes.steps_to(thing) + 100.0 * shared
        around = [self._belief.things[k] for k in self._belief.chain(thing.object_id) if k in self._belief.things]
        if self._is_neighbour(i) and any(is_container(one.object_type) for one in around):
            work += 20.0
        return work + self._unfit(i, thing) if want.is_home else work

    def left_to_do(self, i: int, object_id: str) -> bool:
        """Whether a thing is not yet as wanted."""
        return self._undone(i, self._belief.thing(object_id)) > 0

    def _undone(self, i: int, thing: Thing) -> int:
        """How much of what is wanted a thing is not yet, however far away it is."""
        want = self.wants[i]
        unmet = sum(not self.met(thing.object_id, p, v) for p, v in want.conditions.items())
        return unmet + sum(not self.in_home(thing.object_id, h) for h in want.homes)

    def _unfit(self, i: int, thing: Thing) -> float:
        """How much speaks against a thing as the one place for others: what is in the way, and lack of ground."""
        inside = self._belief.within(thing.object_id)
        served = [j for j, w in enumerate(self.wants) if any(h.want == i for h in w.homes)]
        heads = [k for j in served for k in self.members(j)]
        there = sum(t.object_id in heads for t in inside) or self._served_already(served, inside)
        smallest = min((ground(self._belief.thing(k)) for k in heads), default=0.0)
        cramped = 30.0 if thing.box is not None and ground(thing) < smallest * max(1, len(heads)) else 0.0
        return len(inside) - 12.0 * there + cramped - 4.0 * min(1.0, self._recipes.free_ground(thing))

    def _served_already(self, served: list[int], inside: list[Thing]) -> int:
        """How many wants find what they ask for in or on a thing: from before, when nothing has been chosen yet."""
        left, count = list(inside), 0
        for j in served:
            want = self.wants[j]
            fit = [t for t in left if want.fits(t.object_type, classes_of(t))]
            done = [t for t in fit if all(self.met(t.object_id, p, v) for p, v in want.conditions.items())]
            if done:
                left.remove(done[0])
                count += 1
        return count

    # -- how far it is -------------------------------------------------------------------------------------------

    def met(self, object_id: str, prop: str, wanted: object) -> bool:
        """Whether a condition is believed to hold for a thing."""
        state = BELIEVED_STATES.get(prop)
        if state is not None and self._belief.evidence is not None:
            return self._belief.sure(object_id, state, bool(wanted))
        return meets(self._belief.as_dict(self._belief.thing(object_id)), prop, wanted)

    def neighbour(self, object_id: str, home: WantedPlace) -> str:
        """What a thing has to be next to; "" where nothing is known that still lacks one.

        Where each of several things is to have its own, the nearest that has too few is chosen, and kept to.
        """
        if not home.apart:
            return self.bound.get(home.want, "")
        if self._neighbours.get(object_id) in self._belief.things:
            return self._neighbours[object_id]
        known = [t for t in self._belief.things.values() if self.may_hold(home.want, t)]
        beside = [t for t in known if self._recipes.is_beside(object_id, t.object_id)]
        taken = list(self._neighbours.values())
        free = [t for t in (beside or known) if taken.count(t.object_id) < home.apart]
        if not free:
            return ""
        best = min(free, key=lambda t: (self._recipes.steps_to(t), t.object_id))
        self._neighbours[object_id] = best.object_id
        return best.object_id

    def in_home(self, object_id: str, home: WantedPlace) -> bool:
        """Whether a thing is in or on (or beside) what another want describes: the very one bound to it, or any."""
        around = self._belief.chain(object_id)
        if home.beside:
            return self._recipes.is_beside(object_id, self.neighbour(object_id, home))
        if home.out_of:
            around = self._outside(around, home.out_of)
        if home.single:
            return self.bound.get(home.want) in around
        there = [k for k in around if k in self._belief.things and self.may_hold(home.want, self._belief.things[k])]
        return any(not home.apart or self.room_for_one(object_id, k, home.apart) for k in there)

    def _outside(self, around: list[str], vessel: str) -> list[str]:
        """What a thing is in or on, unless it is still in a vessel that it has to come out of."""
        still = any(k in self._belief.things and self._belief.things[k].object_type in kinds(vessel) for k in around)
        return [] if still else around

    def may_hold(self, home: int, thing: Thing) -> bool:
        """Whether a thing is a receptacle of the kind that a want describes."""
        want = self.wants[home]
        fits = want.fits(thing.object_type, classes_of(thing)) and (self._is_neighbour(home) or thing.can("receptacle"))
        return fits and self.meant(home, thing) and not self._is_less_meant(want.word, thing)

    def _is_less_meant(self, word: str, thing: Thing) -> bool:
        """Whether nobody would call a thing so while there may be another: TEACh counts shelves among the tables."""
        common = commonly(word)
        if not common or thing.object_type in common:
            return False
        return not self._looked_around() or any(map(self._belief.known, common))

    def at_home(self) -> set[str]:
        """Everything that is where it is wanted."""
        return {
            k
            for i, want in enumerate(self.wants)
            if want.homes
            for k in self.members(i)
            if all(self.in_home(k, home) for home in want.homes)
        }
