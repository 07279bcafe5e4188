"""Getting hold of things: hands, doors, places and switches. The lower half of the recipes.

Every method returns the next move towards what its name says, or None when that is already so. What comes first is
asked first, so a plan is a chain of these, read again after every skill: ``opened(fridge) or held(apple)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from agent.belief.common_sense import BASINS, SURFACES, TAPS, has_inside, is_basin, is_container, slots, takes
from agent.belief.effects import tap_of
from agent.belief.state import Belief, Thing, centre
from agent.planning.moves import Missing, Move, SkillCall, Stuck
from agent.planning.terms import Without
from agent.space.clearance import gap, has_room, table_at
from agent.space.containers import UNSEEN, Containers
from envs.effects import PUT_OUT_BY_WATER
from envs.simulator import GRID
from envs.vocabulary.english import a, located, the
from envs.vocabulary.uses import being

_SOFT = being("soft")
_LOOKS = ("inspect", "look_at", "look_from")
_NEXT_TO = 0.45  # so far apart, edge to edge, things are next to each other, metres
_ROOMY = 1.5  # how much more ground a thing should find than it covers


class ManipulationPlanner:
    """Plans single manipulations from what is believed.

    Args:
        belief: What is known.
        containers: Which containers have been looked into.

    Attributes:
        banned: (skill, object id) pairs that turned out impossible.
        full: (receptacle, held thing's type) pairs that did not fit.
        chosen: What was chosen for a role ("basin", "knife", …), so that plans do not waver.
        wanted: Ids that must stay where they are; not cleared away to make room.
        not_here: Types that were looked for everywhere.
        without: What must not be used or touched.
    """

    def __init__(self, belief: Belief, containers: Containers) -> None:
        self.belief, self.containers = belief, containers
        self.banned: set[tuple[str, str]] = set()
        self.full: set[tuple[str, str]] = set()
        self.chosen: dict[str, str] = {}
        self.wanted: set[str] = set()
        self.not_here: set[str] = set()
        self.without: tuple[Without, ...] = ()
        self._near_as_can_be: set[tuple[str, str]] = set()

    # -- choosing ------------------------------------------------------------------------------------------------

    def able(self, thing: Thing, *skills: str) -> bool:
        """Whether nothing is known against using these skills on a thing, nor against getting at it."""
        if any((skill, thing.object_id) in self.banned or self.forbidden(skill, thing) for skill in skills):
            return False
        shut = self.belief.shut_in(thing.object_id)
        return shut is None or ("open", shut.object_id) not in self.banned

    def forbidden(self, skill: str, thing: Thing) -> bool:
        """Whether somebody asked that a skill is not used on things like this one."""
        return any(one.bars(skill, thing, self.belief) for one in self.without)

    def choose(self, role: str, candidates: Iterable[Thing], cost: Callable[[Thing], float]) -> Thing | None:
        """The cheapest candidate; once chosen for a role it stays chosen while it is a candidate."""
        able = {t.object_id: t for t in candidates}
        if self.chosen.get(role) in able:
            return able[self.chosen[role]]
        if not able:
            return None
        best = min(able.values(), key=cost)
        self.chosen[role] = best.object_id
        return best

    def steps_to(self, thing: Thing) -> float:
        """About how far away a thing is, in steps; more when a door has to be opened first."""
        behind = 4.0 if self.belief.shut_in(thing.object_id) else 0.0
        if thing.object_id == self.belief.held:
            return 0.0
        if thing.box is None:
            return 40.0
        pose = self.belief.pose
        middle = centre(thing.box)
        return behind + float(abs(middle[0] - pose.x) + abs(middle[2] - pose.z)) / GRID

    def step(self, skill: str, object_id: str) -> Move:
        """Use a skill on a thing, if that is not known to be impossible."""
        if self.forbidden(skill, self.belief.thing(object_id)) and skill not in _LOOKS:
            return Stuck(f"I was asked not to use {self._the(object_id)}", object_id)
        if (skill, object_id) in self.banned:
            return Stuck(f"I cannot {skill.replace('_', ' ')} {self._the(object_id)}", object_id)
        return SkillCall(skill, object_id)

    def missing(self, *types: str) -> Move:
        """Some thing of these types is needed and none is known of, or none that can be used."""
        barred = all(any(one.forbids("put", kind) for one in self.without) for kind in types)
        if self.not_here.issuperset(types) or barred:
            return Stuck(f"I could not find {a(types[0])}" + (" that I can use" if self.belief.known(*types) else ""))
        return Missing(types)

    def _the(self, object_id: str) -> str:
        return the(self.belief.thing(object_id).object_type)

    # -- hands ---------------------------------------------------------------------------------------------------

    def held(self, object_id: str) -> Move | None:
        """Have a thing in the hand."""
        if self.belief.held == object_id:
            return None
        first = self.accessible(object_id) or self.step("pick_up", object_id)
        return first if isinstance(first, Stuck) else self.hand_free() or first

    def hand_free(self) -> Move | None:
        """Have nothing in the hand: what is held is put on some surface near by."""
        item = self.belief.held
        if item is None:
            return None
        thing = self.belief.thing(item)
        inside = {t.object_id for t in self.belief.within(item)}
        surfaces = [
            t
            for t in self.belief.known(*SURFACES)
            if t.box is not None
            and t.object_id not in inside
            and self.able(t, "put")
            and not self.is_full(t, thing)
            and not self.belief.shut_in(t.object_id)
        ]
        if not surfaces:
            return self.missing(*SURFACES)
        return SkillCall("put", min(surfaces, key=lambda t: self._inconvenience(t, thing)).object_id)

    def _inconvenience(self, surface: Thing, item: Thing) -> float:
        roomy = self.free_ground(surface) > _ROOMY * ground(item)
        crowded = (0.0 if roomy else 6.0) + (0.0 if has_room(self.belief, surface, item) else 8.0)
        soft = 4.0 if surface.object_type in _SOFT else 0.0
        return self.steps_to(surface) + crowded + soft + (12.0 if surface.object_type == "Floor" else 0.0)

    def free_ground(self, surface: Thing) -> float:
        """About how much of a receptacle's ground is free, square metres."""
        return ground(surface) - sum(ground(t) for t in self.belief.within(surface.object_id))

    def is_full(self, receptacle: Thing, item: Thing) -> bool:
        """Whether a receptacle turned out to have no room for a thing of that kind."""
        return (receptacle.object_id, item.object_type) in self.full

    # -- doors and switches --------------------------------------------------------------------------------------

    def accessible(self, object_id: str) -> Move | None:
        """Have no closed door in front of a thing, and know where it is."""
        shut = self.belief.shut_in(object_id)
        if shut is not None:
            return self.opened(shut.object_id)
        thing = self.belief.thing(object_id)
        if thing.box is not None:
            return None
        place = self.belief.things.get(thing.place or "")
        if place is not None and has_inside(place.object_type) and self.containers.left(place) >= UNSEEN:
            return self.step("inspect", place.object_id)
        return Missing((thing.object_type,), object_id)

    def opened(self, object_id: str) -> Move | None:
        """Have something open; a running microwave is switched off first."""
        thing = self.belief.thing(object_id)
        if self.belief.sure(object_id, "open", True):
            return None
        off = self.switched(object_id, False) if thing.object_type == "Microwave" else None
        return off or self.accessible(object_id) or self.step("open", object_id)

    def closed(self, object_id: str) -> Move | None:
        """Have something closed."""
        return None if self.belief.sure(object_id, "open", False) else self.step("close", object_id)

    def switched(self, object_id: str, on: bool) -> Move | None:
        """Have something on or off."""
        if self.belief.sure(object_id, "on", on):
            return None
        return self.accessible(object_id) or self.step("switch_on" if on else "switch_off", object_id)

    def running(self, basin: Thing) -> Move | None:
        """Have water running into a basin."""
        tap = tap_of(self.belief, basin)
        return self.missing("Faucet") if tap is None else self.switched(tap.object_id, True)

    # -- places --------------------------------------------------------------------------------------------------

    def placed(self, object_id: str, receptacle_id: str) -> Move | None:
        """Have one thing in or on another."""
        if receptacle_id in self.belief.chain(object_id):
            return None
        item, receptacle = self.belief.thing(object_id), self.belief.thing(receptacle_id)
        if self.belief.held == receptacle_id or object_id in self.belief.chain(receptacle_id):
            return self.hand_free() or self.held(receptacle_id)
        last = (
            (self.opened(receptacle_id) if is_container(receptacle.object_type) else None)
            or self.accessible(receptacle_id)
            or self.step("put", receptacle_id)
        )
        if isinstance(last, Stuck):
            return last
        return self._dry(receptacle, item) or self.room_in(receptacle, item) or self.held(object_id) or last

    def beside(self, object_id: str, other_id: str) -> Move | None:
        """Have a thing next to another: on what that stands on, or on the table that is nearest to it."""
        if self.is_beside(object_id, other_id):
            return None
        other = self.belief.thing(other_id)
        table = table_at(self.belief, other)
        if table is None:
            return Stuck(f"there is nothing next to {self._the(other_id)} to put it on", other_id)
        ready = self.accessible(table.object_id) or self.accessible(other_id)
        if ready is not None:
            return ready
        first = self.held(object_id)
        if first is not None:
            return first
        self._near_as_can_be.add((object_id, other_id))  # as near as it gets: it is not tried over and over
        return SkillCall("put_beside", other_id)

    def is_beside(self, object_id: str, other_id: str) -> bool:
        """Whether a thing is next to another, or was put as near to it as there was room."""
        thing, other = self.belief.things.get(object_id), self.belief.things.get(other_id)
        if thing is None or other is None or self.belief.held in (object_id, other_id):
            return False
        if (object_id, other_id) in self._near_as_can_be:
            return True
        if thing.box is None or other.box is None or thing.place is None:
            return False
        table = table_at(self.belief, other)
        return table is not None and thing.place == table.object_id and gap(thing.box, other.box) <= _NEXT_TO

    def _dry(self, receptacle: Thing, item: Thing) -> Move | None:
        """Have no water running where something is put that water spoils."""
        if not is_basin(receptacle.object_type) or item.object_type not in PUT_OUT_BY_WATER:
            return None
        for tap in self.belief.known(*TAPS):
            basin = self.belief.nearest(tap, self.belief.known(*BASINS))
            ours = basin is not None and _tub(basin) == _tub(receptacle)
            if ours and "on" in tap.states and self.able(tap, "switch_off"):
                return self.switched(tap.object_id, False)
        return None

    def room_in(self, receptacle: Thing, item: Thing) -> Move | None:
        """Have room for a thing: what is in the way is taken out."""
        if not takes(receptacle.object_type, item.object_type):
            return Stuck(f"{the(item.object_type)} does not go in {the(receptacle.object_type)}", receptacle.object_id)
        inside = [t for t in self.belief.within(receptacle.object_id) if t.object_id != item.object_id]
        direct = [t for t in inside if t.place == receptacle.object_id]
        occupied = bool(direct) and slots(receptacle.object_type) == 1
        if not occupied and not self.is_full(receptacle, item):
            return None
        removable = [
            t
            for t in direct
            if t.can("pickupable") and self.able(t, "pick_up") and (occupied or t.object_id not in self.wanted)
        ]
        if not removable:
            return Stuck(
                f"there is no room for {the(item.object_type)} {located(receptacle.object_type)}", receptacle.object_id
            )
        return self.held(min(removable, key=lambda t: (t.box is None, -ground(t))).object_id)

    def made_room(self, receptacle_ids: Iterable[str]) -> None:
        """Something was taken out of these: they may have room again."""
        gone = set(receptacle_ids)
        self.full = {(r, kind) for r, kind in self.full if r not in gone}

    def set_out(self, object_id: str) -> Move | None:
        """Have a thing stand in the open, where others can be put on it: not in a basin, cupboard or appliance."""
        around = [self.belief.thing(k) for k in self.belief.chain(object_id) if k in self.belief.things]
        hemmed = any(is_container(t.object_type) or is_basin(t.object_type) for t in around)
        if self.belief.held == object_id:
            return self.hand_free()
        return self.held(object_id) if hemmed else None


def ground(thing: Thing) -> float:
    """How much ground a thing covers, square metres; a vessel's contents count as standing in it."""
    if thing.box is None:
        return 0.02
    size = np.array(thing.box.high) - np.array(thing.box.low)
    return float(size[0] * size[2])


def _tub(basin: Thing) -> str:
    """The fixture a basin belongs to: a bath and its basin are one."""
    return basin.object_type.removesuffix("Basin")
