"""What a recorded game's log says about the scene at every moment, without an engine.

A game file holds the scene before the first and after the last interaction, and a log of what succeeded in between. EDH
instances need the scene in the middle. Every effect of a logged success on the properties tasks ask for is determined
(washing, coffee, cooking, pouring, slicing …; see ``docs/tasks.md``), so they are applied one after the other. Geometry
(positions, visibility) stays as it was at the start; a replay in an engine is the way to get that.

How well it does is tested: at the end of a log the timeline is compared with the recorded final state.

TEACh's published instances were made by playing the games again and writing the state down before every step, and that
writing has side effects: every thing, also one that was sliced, gets its classes anew, and whether a vessel in a coffee
machine holds coffee is decided without a look at what it held before. ``scenes_written`` follows those, too.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from envs.effects import BREWER, HEATERS, Receptacle, after, cut, likely_burner
from envs.simulator import ObjectDict
from envs.teach.games.actions import CLOSE, DRIVER, OPEN, PICKUP, PLACE, POUR, SLICE, TOGGLE_OFF, TOGGLE_ON
from envs.teach.games.recorded import Game, Interaction
from envs.vocabulary.uses import WATER_BASINS

_PREFIX = "simbot"
_STATES = {
    "dirty": "isDirty",
    "filled": "isFilledWithLiquid",
    "water": "simbotIsFilledWithWater",
    "coffee": "simbotIsFilledWithCoffee",
    "cooked": "isCooked",
    "warm": "simbotIsCooked",
    "boiled": "simbotIsBoiled",
}
"""A record's keys by the names that ``envs.effects`` has for what they say; flames are left out, since recorded candles
were still lit after the tap that is nearest to their basin had run."""


def scenes_at(game: Game, indices: Iterable[int]) -> dict[int, tuple[ObjectDict, ...]]:
    """The objects as they were after the first ``index`` interactions, for each index asked for.

    Raises:
        ValueError: An index is negative or beyond the log.
    """
    return _follow(_LoggedScene(game), game, indices)


def scenes_written(game: Game, indices: Iterable[int]) -> dict[int, tuple[ObjectDict, ...]]:
    """The same as TEACh's replay writes them down, which is what published instances are made of.

    Raises:
        ValueError: An index is negative or beyond the log.
    """
    return _follow(_WrittenScene(game), game, indices)


def _follow(scene: _LoggedScene, game: Game, indices: Iterable[int]) -> dict[int, tuple[ObjectDict, ...]]:
    wanted = sorted(set(indices))
    if wanted and not 0 <= wanted[0] <= wanted[-1] <= len(game.interactions):
        raise ValueError(f"indices run from 0 to {len(game.interactions)}; asked for {wanted[0]} to {wanted[-1]}")
    done, found = 0, {}
    for index in wanted:
        for interaction in game.interactions[done:index]:
            scene.apply(interaction)
        done = index
        found[index] = scene.snapshot()
    return found


class _LoggedScene:
    """Object records that follow a log."""

    def __init__(self, game: Game) -> None:
        self.objects: dict[str, ObjectDict] = {obj["objectId"]: dict(obj) for obj in game.initial.objects}
        self.held: str | None = next((i for i, obj in self.objects.items() if obj.get("isPickedUp")), None)
        self.pieces: dict[str, list[ObjectDict]] = {}
        for obj in game.final.objects:
            if obj["objectId"] not in self.objects:
                self.pieces.setdefault(obj["objectId"].rsplit("|", 1)[0], []).append(obj)
        self.taps = _nearest_taps(self.objects.values())
        self.burners = _Burners(self.objects.values())

    def snapshot(self) -> tuple[ObjectDict, ...]:
        """Copies of all records; their order is the game's, pieces last."""
        return tuple(dict(obj) for obj in self.objects.values())

    def apply(self, interaction: Interaction) -> None:
        """Follow one log entry; only the Driver's successful object actions change anything."""
        if interaction.agent_id != DRIVER or not interaction.success or interaction.oid is None:
            return
        target = self.objects.get(interaction.oid)
        effect = _EFFECTS.get(interaction.action_id)
        if target is None or effect is None:
            return
        effect(self, target)
        self._consequences()

    # -- what the actions do -------------------------------------------------------------------------------------

    def _pickup(self, target: ObjectDict) -> None:
        around = set(target.get("parentReceptacles") or ())
        for obj in self._inside(target["objectId"]):
            obj["parentReceptacles"] = [p for p in obj["parentReceptacles"] if p not in around]
        self._forget_child(target)
        target.update(isPickedUp=True, parentReceptacles=None, simbotPickedUp=1, simbotLastParentReceptacle=None)
        self.held = target["objectId"]

    def _place(self, target: ObjectDict) -> None:
        item = self.objects.get(self.held or "")
        self.held = None
        if item is None:
            return
        around = [target["objectId"], *(target.get("parentReceptacles") or ())]
        for obj in self._inside(item["objectId"]):
            obj["parentReceptacles"] = [*obj["parentReceptacles"], *around]
        item.update(isPickedUp=False, parentReceptacles=around, simbotLastParentReceptacle=target["objectId"])
        target["simbotIsReceptacleOf"] = [*target.get("simbotIsReceptacleOf", ()), item["objectId"]]

    def _open(self, target: ObjectDict) -> None:
        target.update(isOpen=True, openness=1.0)

    def _close(self, target: ObjectDict) -> None:
        target.update(isOpen=False, openness=0.0)

    def _toggle_on(self, target: ObjectDict) -> None:
        target["isToggled"] = True
        self.burners.switch(target, True, self.objects.values())

    def _toggle_off(self, target: ObjectDict) -> None:
        target["isToggled"] = False
        self.burners.switch(target, False, self.objects.values())

    def _pour(self, target: ObjectDict) -> None:
        source = self.objects.get(self.held or "")
        if source is None:
            return
        if target["objectType"] not in WATER_BASINS:
            target["isFilledWithLiquid"] = True
        source.update(isFilledWithLiquid=False, simbotIsFilledWithCoffee=False)

    def _slice(self, target: ObjectDict) -> None:
        own = {key: value for key, value in target.items() if key.startswith(_PREFIX)}
        for piece in self.pieces.get(target["objectId"], ()):
            record = {key: value for key, value in piece.items() if not key.startswith(_PREFIX)}
            kept = cut(target["objectType"], {state for state, key in _STATES.items() if target.get(key)})[1]
            record.update(isPickedUp=False, **{_STATES[s]: s in kept for s in ("cooked", "dirty", "filled")})
            record["parentReceptacles"] = copy.copy(target.get("parentReceptacles"))
            if piece["objectType"] != target["objectType"]:  # the heel of a bread gets no custom properties
                record.update(copy.deepcopy(own))
            self.objects[piece["objectId"]] = record
        self._forget_child(target)
        target.update(isSliced=True, parentReceptacles=None)
        for key in own:
            del target[key]

    def _forget_child(self, item: ObjectDict) -> None:
        parent = self.objects.get(item.get("simbotLastParentReceptacle") or "")
        children = parent.get("simbotIsReceptacleOf") if parent else None
        if parent is not None and children:
            parent["simbotIsReceptacleOf"] = [child for child in children if child != item["objectId"]]

    def _inside(self, object_id: str) -> list[ObjectDict]:
        return [obj for obj in self.objects.values() if object_id in (obj.get("parentReceptacles") or ())]

    # -- what follows from where things are ------------------------------------------------------------------------

    def _consequences(self) -> None:
        """TEACh's order: sinks, coffee, cooked, boiled."""
        for obj in self.objects.values():
            if obj.get("isCooked"):
                obj["simbotIsCooked"] = True
            around = [self.objects[p] for p in obj.get("parentReceptacles") or () if p in self.objects]
            if around:
                self._follow_places(obj, [self._seen_as(outer) for outer in around])

    def _follow_places(self, obj: ObjectDict, around: Sequence[Receptacle]) -> None:
        before = {state for state, key in _STATES.items() if obj.get(key)}
        now = after(obj["objectType"], before, around, bool(obj.get("canFillWithLiquid")), bool(obj.get("cookable")))
        obj.update({_STATES[state]: False for state in before - now})
        obj.update({_STATES[state]: True for state in now - before})

    def _seen_as(self, obj: ObjectDict) -> Receptacle:
        kind = obj["objectType"]
        wet = bool(obj.get("isFilledWithLiquid") or obj.get("simbotIsFilledWithWater"))
        if kind in WATER_BASINS:
            return Receptacle(kind, self._runs(obj), wet)
        if kind == "StoveBurner":
            return Receptacle(kind, obj["objectId"] in self.burners.hot, wet)
        return Receptacle(kind, kind in (*HEATERS, BREWER) and obj["isToggled"], wet)

    def _runs(self, basin: ObjectDict) -> bool:
        tap = self.taps.get(basin["objectId"])
        return tap is not None and self.objects[tap]["isToggled"]


class _WrittenScene(_LoggedScene):
    """Object records as TEACh's replay writes them down before every step."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._cut: list[str] = []
        self._stale: dict[str, ObjectDict] = {}

    def snapshot(self) -> tuple[ObjectDict, ...]:
        """Copies of all records; what the engine reported at the moment of a slice is still in there right after it."""
        return tuple({**obj, **self._stale.get(name, {})} for name, obj in self.objects.items())

    def apply(self, interaction: Interaction) -> None:
        """Follow one log entry; an engine reports anew with every one."""
        self._stale = {}
        super().apply(interaction)

    def _slice(self, target: ObjectDict) -> None:
        """Pieces take over what is noted of their wholes, also those cut long ago: only their classes by then."""
        older = [piece for name in self._cut for piece in self._pieces_of(name)]
        self._cut.append(target["objectId"])
        if not self._reports_again():
            self._stale = {obj["objectId"]: _noted(obj) for obj in (target, *older)}
        for piece in older:
            for key in _noted(piece):
                del piece[key]
        super()._slice(target)

    def _pieces_of(self, whole: str) -> list[ObjectDict]:
        """The pieces that TEACh takes for such by their ids; the heel of a bread is none."""
        names = [piece["objectId"] for piece in self.pieces.get(whole, ())]
        return [self.objects[name] for name in names if "Sliced" in name or "Cracked" in name]

    def _reports_again(self) -> bool:
        """Whether something is washed or filled after every action, which makes the engine report once more."""
        return any(
            self._runs(self.objects[name])
            for obj in self.objects.values()
            if obj.get("isDirty") or obj.get("canFillWithLiquid")
            for name in obj.get("parentReceptacles") or ()
            if name in self.objects
        )

    def _follow_places(self, obj: ObjectDict, around: Sequence[Receptacle]) -> None:
        super()._follow_places(obj, around)
        if obj.get("canFillWithLiquid") and any(place.works and place.type == BREWER for place in around):
            obj["simbotIsFilledWithCoffee"] = True


def _noted(obj: ObjectDict) -> ObjectDict:
    """TEACh's own properties of a thing, without its classes."""
    return {key: value for key, value in obj.items() if key.startswith(_PREFIX) and key != "simbotObjectClass"}


_EFFECTS = {
    PICKUP: _LoggedScene._pickup,
    PLACE: _LoggedScene._place,
    OPEN: _LoggedScene._open,
    CLOSE: _LoggedScene._close,
    TOGGLE_ON: _LoggedScene._toggle_on,
    TOGGLE_OFF: _LoggedScene._toggle_off,
    SLICE: lambda scene, target: scene._slice(target),
    POUR: _LoggedScene._pour,
}


def _nearest_taps(objects: Iterable[ObjectDict]) -> dict[str, str]:
    objects = list(objects)
    taps = [obj for obj in objects if obj["objectType"] == "Faucet"]
    basins = [obj for obj in objects if obj["objectType"] in WATER_BASINS]
    return {basin["objectId"]: min(taps, key=lambda tap: _apart(tap, basin))["objectId"] for basin in basins if taps}


def _apart(a: ObjectDict, b: ObjectDict) -> float:
    return sum((a["position"][axis] - b["position"][axis]) ** 2 for axis in "xyz")


class _Burners:
    """Which stove burners are hot.

    Knobs and burners pair up one to one, but the log does not say how. A knob that is on at the start belongs to the
    nearest hot burner; one switched on later is taken to heat a burner with something on it, the nearest of those,
    because that is why players switch it on.
    """

    def __init__(self, objects: Iterable[ObjectDict]) -> None:
        objects = list(objects)
        self.burners = [obj for obj in objects if obj["objectType"] == "StoveBurner"]
        self.hot = {obj["objectId"] for obj in self.burners if obj.get("ObjectTemperature") == "Hot"}
        self.of_knob: dict[str, str] = {}
        for knob in (obj for obj in objects if obj["objectType"] == "StoveKnob" and obj["isToggled"]):
            free = [b for b in self.burners if b["objectId"] in self.hot - set(self.of_knob.values())]
            if free:
                self.of_knob[knob["objectId"]] = min(free, key=lambda b: _apart(knob, b))["objectId"]

    def switch(self, knob: ObjectDict, on: bool, objects: Iterable[ObjectDict]) -> None:
        """Follow a stove knob; anything else that is toggled changes no burner."""
        if knob["objectType"] != "StoveKnob":
            return
        known = self.of_knob.get(knob["objectId"])
        if known is None and on:
            known = self._guess(knob, objects)
        if known is None:
            return
        self.of_knob[knob["objectId"]] = known
        if on:
            self.hot.add(known)
        else:
            self.hot.discard(known)

    def _guess(self, knob: ObjectDict, objects: Iterable[ObjectDict]) -> str | None:
        taken = set(self.of_knob.values())
        free = [burner for burner in self.burners if burner["objectId"] not in taken]
        used = {parent for obj in objects for parent in obj.get("parentReceptacles") or ()}
        likely = likely_burner(free, lambda b: b["objectId"] in used, lambda b: _apart(knob, b))
        return likely["objectId"] if likely is not None else None
