"""How things get into the states that tasks ask for: washed, filled, brewed, cooked, boiled, sliced."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from agent.belief.common_sense import (
    BASINS,
    BOILING_VESSELS,
    BREAD,
    KNIVES,
    PANS,
    WATER_VESSELS,
    takes,
    whole_of,
)
from agent.belief.hazard_kinds import refused_in
from agent.belief.state import BOILED, COFFEE, Belief, Thing
from agent.planning.manipulation import ManipulationPlanner
from agent.planning.moves import Move, SkillCall, Stuck
from agent.planning.wants import SLICED
from agent.space.containers import Containers
from agent.space.person import Person, off, stand_before, within_reach

_IN_MICROWAVE = tuple(kind for kind in BOILING_VESSELS if not refused_in(kind, "Microwave"))
_ON_STOVE = tuple(kind for kind in PANS if kind in BOILING_VESSELS)

_OUT_OF_REACH = 1000.0
"""How much worse a surface is for what was brought to somebody: worse than any that they can reach."""
_FARTHER = 20.0
"""How many steps it is worth that it lies a metre nearer to them."""


def is_whole(thing: Thing) -> bool:
    """Whether a thing can still be cut up: the heel of a loaf is called like the loaf."""
    return thing.can("sliceable") and f"|{thing.object_type}_" not in thing.object_id


MoveChooser = Callable[[str], Move | None]


class Recipes(ManipulationPlanner):
    """One recipe per state. As in ``ManipulationPlanner``, each returns the next move, or None when it is so.

    Attributes:
        person: Who asked; None where there is nobody.
        handed: Ids of what was held out to them.
        offered: Id of what is still held out to somebody since an earlier task.
    """

    person: Person | None = None
    offered: str | None = None

    def __init__(self, belief: Belief, containers: Containers) -> None:
        super().__init__(belief, containers)
        self.handed: set[str] = set()

    def _inconvenience(self, surface: Thing, item: Thing) -> float:
        """What is held out to somebody is put down where they can reach it, and not on the floor."""
        usual = super()._inconvenience(surface, item)
        stand = stand_before(self.person, self.belief) if self.person is not None else None
        if stand is None or item.object_id not in (self.offered, *self.handed):
            return usual
        out_of_reach = surface.object_type == "Floor" or not within_reach(surface, stand, self.belief)
        return usual + (_OUT_OF_REACH if out_of_reach else _FARTHER * off(surface, stand, self.belief))

    def achieved(self, object_id: str, prop: str, wanted: Any) -> Move | None:
        """Have a property of a thing as wanted.

        Args:
            object_id: Which thing.
            prop: As in a task's conditions.
            wanted: As there; 0 and 1 stand for false and true.
        """
        recipe = self._table().get((prop, bool(wanted)))
        if recipe is None:
            return Stuck(f"I do not know how to do that to {self._the(object_id)} ({prop}: {wanted!r})", object_id)
        return recipe(object_id)

    def _table(self) -> dict[tuple[str, bool], MoveChooser]:
        return {
            ("isDirty", False): self.washed,
            ("isFilledWithLiquid", True): self.filled,
            ("isFilledWithLiquid", False): self.emptied,
            ("simbotIsFilledWithWater", True): self.filled,
            ("simbotIsFilledWithCoffee", True): self.brewed,
            ("isCooked", True): self.cooked,
            ("simbotIsCooked", True): self.cooked,
            ("simbotIsBoiled", True): self.boiled,
            ("isToggled", True): lambda k: self.switched(k, True),
            ("isToggled", False): lambda k: self.switched(k, False),
            ("isOpen", True): self.opened,
            ("isOpen", False): self.closed,
            (SLICED, True): lambda k: self.sliced(self.belief.thing(k)),
        }

    def device(self, role: str, *types: str, skill: str) -> Thing | None:
        """The nearest usable thing of these types, kept once chosen."""
        return self.choose(role, [t for t in self.belief.known(*types) if self.able(t, skill)], self.steps_to)

    # -- water ---------------------------------------------------------------------------------------------------

    def basin(self) -> Thing | None:
        """A basin to wash and fill things in."""
        found = [t for t in self.belief.known(*BASINS) if t.can("receptacle") and self.able(t, "put")]
        return self.choose("basin", found, lambda t: (t.object_type not in BASINS[:2]) * 50 + self.steps_to(t))

    def under_tap(self, object_id: str) -> Move | None:
        """Have a thing under running water."""
        basin = self.basin()
        if basin is None:
            return self.missing("SinkBasin", "BathtubBasin")
        return self.placed(object_id, basin.object_id) or self.running(basin) or self._again(basin)

    def _again(self, basin: Thing) -> Move:
        """The water runs and yet nothing came of it: turn it off, so that it is turned on anew."""
        tap = self.belief.nearest(basin, self.belief.known("Faucet"))
        return self.missing("Faucet") if tap is None else self.step("switch_off", tap.object_id)

    def washed(self, object_id: str) -> Move | None:
        """Have a thing clean."""
        return None if self.belief.sure(object_id, "dirty", False) else self.under_tap(object_id)

    def filled(self, object_id: str) -> Move | None:
        """Have a vessel filled; a thing that cannot be carried is watered from one that can."""
        thing = self.belief.thing(object_id)
        if self.belief.sure(object_id, "filled", True):
            return None
        return self.under_tap(object_id) if thing.can("pickupable") else self._watered(object_id)

    def _watered(self, object_id: str) -> Move:
        vessel = self._water_vessel()
        if vessel is None:
            return self.missing(*WATER_VESSELS)
        full = self.filled(vessel.object_id) or self.held(vessel.object_id)
        return full or self.accessible(object_id) or self.step("pour", object_id)

    def _water_vessel(self) -> Thing | None:
        found = [t for t in self.belief.known(*WATER_VESSELS) if self.able(t, "pick_up")]
        ready = [t for t in found if "filled" in t.states]
        return self.choose("water vessel", found, lambda t: self.steps_to(t) + (0 if t in ready else 15))

    def emptied(self, object_id: str) -> Move | None:
        """Have a vessel empty: poured out into a basin."""
        if self.belief.sure(object_id, "filled", False):
            return None
        basin = self.basin()
        if basin is None:
            return self.missing("SinkBasin", "BathtubBasin")
        return self.held(object_id) or self.accessible(basin.object_id) or self.step("pour", basin.object_id)

    def brewed(self, object_id: str) -> Move | None:
        """Have coffee in a mug: only an empty one takes it."""
        if COFFEE in self.belief.thing(object_id).notes:
            return None
        empty = self.emptied(object_id)
        machine = self.device("coffee machine", "CoffeeMachine", skill="put")
        if empty or machine is None:
            return empty or self.missing("CoffeeMachine")
        brewing = self.placed(object_id, machine.object_id) or self.switched(machine.object_id, True)
        return brewing or self.step("switch_off", machine.object_id)

    # -- heat ----------------------------------------------------------------------------------------------------

    def cooked(self, object_id: str) -> Move | None:
        """Have food cooked: bread in the toaster, all else in the microwave or, failing that, in a pan."""
        thing = self.belief.thing(object_id)
        if self.belief.sure(object_id, "cooked", True):
            return None
        if thing.object_type == BREAD:
            return self._first_that_works(lambda: self._toasted(thing), lambda: self._fried(object_id))
        return self._first_that_works(lambda: self._microwaved(object_id), lambda: self._fried(object_id))

    def _first_that_works(self, *ways: Callable[[], Move]) -> Move:
        """The move of the first way that does not end in being stuck; the last way's reason if all do."""
        move: Move = Stuck("there is no way")
        for way in ways:
            move = way()
            if not isinstance(move, Stuck):
                break
        return move

    def _toasted(self, thing: Thing) -> Move:
        toaster = self.device("toaster", "Toaster", skill="put")
        if toaster is None:
            return self.missing("Toaster")
        place = self.placed(thing.object_id, toaster.object_id) or self.switched(toaster.object_id, True)
        return place or self.step("switch_off", toaster.object_id)

    def _microwaved(self, object_id: str) -> Move:
        oven = self.device("microwave", "Microwave", skill="put")
        if oven is None:
            return self.missing("Microwave")
        bare = self._bare_of_danger(oven, self.belief.within(object_id))
        inside = bare or self.placed(object_id, oven.object_id) or self.closed(oven.object_id)
        return inside or self.switched(oven.object_id, True) or self.step("switch_off", oven.object_id)

    def _bare_of_danger(self, place: Thing, further: Iterable[Thing] = ()) -> Move | None:
        """Have nothing in or on what is to be heated, nor in what goes there, that must not get hot: no fork."""
        for thing in (*self.belief.within(place.object_id), *further):
            if thing.can("pickupable") and refused_in(thing.object_type, place.object_type):
                return self.hand_free() or self.held(thing.object_id)
        return None

    def _fried(self, object_id: str) -> Move:
        """Food in a pan on a hot plate."""
        pans = [t for t in self.belief.known(*PANS) if self.able(t, "pick_up", "put")]
        pan = self.choose("pan", pans, self.steps_to)
        if pan is None:
            return self.missing(*PANS)
        return self._on_heat(pan.object_id) or self.placed(object_id, pan.object_id) or Stuck("it does not get hot")

    def _on_heat(self, pan_id: str) -> Move | None:
        """Have a pan on a plate that is hot."""
        plates = self.belief.known("StoveBurner")
        if not plates:
            return self.missing("StoveBurner")
        pan = self.belief.thing(pan_id)
        fit = [t for t in plates if self.belief.within(t.object_id) or not self.is_full(t, pan)]
        hot = [t for t in fit if "hot" in t.states and self.able(t, "put")]
        if any(t.object_id in self.belief.chain(pan_id) for t in hot):
            return None
        plate = self.choose("plate", hot, lambda t: bool(self.belief.within(t.object_id)) * 6 + self.steps_to(t))
        return self._lit(plates) if plate is None else self.placed(pan_id, plate.object_id)

    def _lit(self, plates: Iterable[Thing]) -> Move:
        """Have some plate hot: turn knobs, and look at the plates to see which one it was."""
        bare = next((move for plate in plates if (move := self._bare_of_danger(plate)) is not None), None)
        if bare is not None:
            return bare
        knobs = [t for t in self.belief.known("StoveKnob") if self.able(t, "switch_on")]
        if not knobs:
            return self.missing("StoveKnob")
        unseen = [t for t in plates if self.able(t, "look_at")]
        if unseen and any("on" in t.states for t in knobs):
            return SkillCall("look_at", unseen[0].object_id)
        off = [t for t in knobs if "on" not in t.states]
        if not off:
            return Stuck("no plate of the stove gets hot")
        return SkillCall("switch_on", min(off, key=self.steps_to).object_id)

    def boiled(self, object_id: str) -> Move | None:
        """Have raw food cooked in a vessel with water."""
        thing = self.belief.thing(object_id)
        if BOILED in thing.notes:
            return None
        if self.belief.sure(object_id, "cooked", True):
            return Stuck(f"{self._the(object_id)} has been cooked without water before", object_id)
        ways = [lambda: self._boiled_in_microwave(thing), lambda: self._boiled_on_stove(thing)]
        return self._first_that_works(*(reversed(ways) if self._rather_on_stove() else ways))

    def _rather_on_stove(self) -> bool:
        """Whether a pot is nearer than what may stand in the microwave; once that is chosen, it stays so."""
        stove = self.belief.known("StoveBurner")
        found = [t for t in self._vessels(*BOILING_VESSELS) if t.object_type in _IN_MICROWAVE or stove]
        nearest = self.choose("boiling vessel", found, self._work_with_vessel)
        return nearest is not None and nearest.object_type not in _IN_MICROWAVE

    def _vessels(self, *types: str) -> list[Thing]:
        return [t for t in self.belief.known(*types) if self.able(t, "pick_up", "put")]

    def _work_with_vessel(self, vessel: Thing) -> float:
        return self.steps_to(vessel) + ("filled" not in vessel.states) * 10

    def _in_water(self, thing: Thing, role: str, *types: str) -> tuple[Thing | None, Move | None]:
        """Have food in a vessel with water; also says which vessel."""
        vessel = self.choose(role, self._vessels(*types), self._work_with_vessel)
        if vessel is None:
            return None, self.missing(*types)
        return vessel, self.filled(vessel.object_id) or self.placed(thing.object_id, vessel.object_id)

    def _boiled_in_microwave(self, thing: Thing) -> Move:
        vessel, move = self._in_water(thing, "boiling bowl", *_IN_MICROWAVE)
        heat = self._microwaved(vessel.object_id) if vessel is not None else None
        return heat if isinstance(heat, Stuck) else move or heat or Stuck("no vessel")

    def _boiled_on_stove(self, thing: Thing) -> Move:
        vessel, move = self._in_water(thing, "boiling pot", *_ON_STOVE)
        heat = self._on_heat(vessel.object_id) if vessel is not None else None
        return heat if isinstance(heat, Stuck) else move or heat or Stuck("it does not boil")

    # -- knife ---------------------------------------------------------------------------------------------------

    def sources(self, piece_type: str) -> list[Thing]:
        """Whole things that such a piece can be cut from."""
        whole = whole_of(piece_type)
        found = self.belief.known(whole) if whole else []
        return [t for t in found if is_whole(t) and self.able(t, "slice")]

    def sliced(self, source: Thing) -> Move:
        """Cut something up: with a knife in the hand, where it lies; in the open, for who has to see the pieces."""
        knife = self.device("knife", *KNIVES, skill="pick_up")
        if knife is None:
            return self.missing(*KNIVES)
        down = self.hand_free() if self.belief.held == source.object_id else None
        out = None if self.belief.evidence is None else self.set_out(source.object_id)
        return (
            down
            or out
            or self.accessible(source.object_id)
            or self.held(knife.object_id)
            or self.step("slice", source.object_id)
        )

    def fits(self, receptacle: Thing, item: Thing) -> bool:
        """Whether a thing may go into a receptacle, as far as is known."""
        return (
            receptacle.object_id != item.object_id
            and receptacle.can("receptacle")
            and takes(receptacle.object_type, item.object_type)
            and self.able(receptacle, "put")
            and item.object_id not in self.belief.chain(receptacle.object_id)
        )
