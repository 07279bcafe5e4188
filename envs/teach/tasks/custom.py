"""TEACh's custom ``simbot…`` properties and their exact evaluation order.

The properties live beside the simulator, never in it, so they work over any engine.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from envs.effects import BREWER, HEATERS, Receptacle, after, boils
from envs.simulator import ObjectDict, Simulator
from envs.teach.tasks.classes import object_classes
from envs.vocabulary.uses import WATER_BASINS

PREFIX = "simbot"
_ASKED = HEATERS - {"Toaster"} | {BREWER}
"""Places that TEACh itself looks at; what a toaster does it leaves to the engine."""


class CustomProperties:
    """The custom records of every object of a scene.

    Args:
        objects: Object dicts; custom properties merged in (as in a game file) are taken over, and objects without a
            class list get one.
        fresh: Whether these objects start a new episode; then each gets its class list.
    """

    def __init__(self, objects: Iterable[ObjectDict], fresh: bool = True) -> None:
        self.records: dict[str, dict[str, Any]] = {}
        for item in objects:
            own = {k: copy.deepcopy(v) for k, v in item.items() if k.startswith(PREFIX)}
            if fresh and "simbotObjectClass" not in own and not item["isSliced"]:
                own["simbotObjectClass"] = object_classes(item["objectType"])
            if own:
                self.records[item["objectId"]] = own

    def of(self, object_id: str) -> dict[str, Any]:
        """The custom record of an object, created when it has none."""
        return self.records.setdefault(object_id, {})

    def merged(self, objects: Iterable[ObjectDict]) -> list[ObjectDict]:
        """Object dicts with the custom properties merged in, as game files hold them."""
        return [{**item, **self.records.get(item["objectId"], {})} for item in objects]

    # -- what the player's actions set ---------------------------------------------------------------------------

    def picked_up(self, object_id: str) -> None:
        """A pickup succeeded."""
        own = self.of(object_id)
        self._forget_child(own.get("simbotLastParentReceptacle"), object_id)
        own.update(simbotPickedUp=1, simbotLastParentReceptacle=None)

    def placed(self, object_id: str, receptacle_id: str) -> None:
        """A place succeeded."""
        self.of(object_id)["simbotLastParentReceptacle"] = receptacle_id
        children = self.of(receptacle_id).setdefault("simbotIsReceptacleOf", [])
        if object_id not in children:
            children.append(object_id)

    def poured_out(self, object_id: str) -> None:
        """Something was emptied by pouring; the coffee flag appears with the value False (rule 7)."""
        self.of(object_id)["simbotIsFilledWithCoffee"] = False

    def sliced(self, object_id: str, new_ids: Iterable[str]) -> None:
        """An object fell into pieces: they inherit its record, and the original's is deleted."""
        own = self.records.pop(object_id, {})
        parent = own.get("simbotLastParentReceptacle")
        for new_id in new_ids:
            if "Sliced" in new_id.rsplit("|", 1)[-1] or "Cracked" in new_id.rsplit("|", 1)[-1]:
                self.records[new_id] = copy.deepcopy(own)
                if parent is not None:
                    self.of(parent).setdefault("simbotIsReceptacleOf", []).append(new_id)
        for other in self.records.values():
            if object_id in other.get("simbotIsReceptacleOf", ()):
                other["simbotIsReceptacleOf"] = [c for c in other["simbotIsReceptacleOf"] if c != object_id]
            if other.get("simbotLastParentReceptacle") == object_id:
                other["simbotLastParentReceptacle"] = None

    def _forget_child(self, receptacle_id: str | None, object_id: str) -> None:
        children = self.records.get(receptacle_id or "", {}).get("simbotIsReceptacleOf")
        if children and object_id in children:
            children.remove(object_id)

    # -- evaluation ----------------------------------------------------------------------------------------------

    def parents(self, item: ObjectDict) -> list[str]:
        """Ids of the receptacles around an object: the engine's, else the chain of last known ones."""
        if item["parentReceptacles"] is not None:
            return item["parentReceptacles"]
        chain: list[str] = []
        last = self.records.get(item["objectId"], {}).get("simbotLastParentReceptacle")
        while last is not None and last not in chain:
            chain.append(last)
            last = self.records.get(last, {}).get("simbotLastParentReceptacle")
        return chain

    def evaluate(self, simulator: Simulator, before: Mapping[str, ObjectDict]) -> None:
        """Run the rules in TEACh's order: sinks, coffee, cooked, boiled.

        Args:
            simulator: Where washing and filling is carried out.
            before: Object dicts by id as they were before the interaction.
        """
        self._sinks(simulator)
        now = {o["objectId"]: o for o in simulator.last_event.metadata["objects"]}
        for object_id, item in now.items():
            if not (item["canFillWithLiquid"] or item["cookable"]):
                continue
            around = [self._place(now[p]) for p in self.parents(item) if p in now]
            self._followed(item, around, before.get(object_id, item))

    def _sinks(self, simulator: Simulator) -> None:
        objects = simulator.last_event.metadata["objects"]
        faucets = [o for o in objects if o["objectType"] == "Faucet"]
        basins = [o for o in objects if o["objectType"] in WATER_BASINS]
        running = {b["objectId"]: b["objectType"] for b in basins if faucets and _nearest(b, faucets)["isToggled"]}
        if not running:
            return
        for item in objects:
            around = [Receptacle(running[p], True) for p in self.parents(item) if p in running]
            if around and not item["isSliced"]:
                self._rinse(simulator, item, around)

    def _rinse(self, simulator: Simulator, item: ObjectDict, around: list[Receptacle]) -> None:
        name, before = item["objectId"], _states(item)
        now = after(item["objectType"], before, around, item["canFillWithLiquid"])
        if "dirty" in before - now:
            simulator.step("CleanObject", objectId=name, forceAction=True)
        if "filled" in now - before:
            simulator.step("FillObjectWithLiquid", objectId=name, fillLiquid="water", forceAction=True)
        if "water" in now:
            self.of(name)["simbotIsFilledWithWater"] = 1

    def _followed(self, item: ObjectDict, around: list[Receptacle], earlier: ObjectDict) -> None:
        """Coffee, cooked, boiled: what the engine did, and TEACh's name for it."""
        name = item["objectId"]
        now = after(item["objectType"], _states(earlier), around, item["canFillWithLiquid"], item["cookable"])
        if "coffee" in now and item["isFilledWithLiquid"]:
            self.of(name)["simbotIsFilledWithCoffee"] = True
        if item["isCooked"] or "warm" in now:
            self.of(name)["simbotIsCooked"] = True
        if item["isCooked"] and boils(earlier["isCooked"], around):
            self.of(name)["simbotIsBoiled"] = True

    def _place(self, item: ObjectDict) -> Receptacle:
        kind = item["objectType"]
        works = item["ObjectTemperature"] == "Hot" if kind == "StoveBurner" else item["isToggled"]
        wet = item["isFilledWithLiquid"] or self.records.get(item["objectId"], {}).get("simbotIsFilledWithWater")
        return Receptacle(kind, kind in _ASKED and works, bool(wet))


def _states(item: ObjectDict) -> set[str]:
    return {state for state, key in (("dirty", "isDirty"), ("filled", "isFilledWithLiquid")) if item[key]}


def _nearest(item: ObjectDict, others: list[ObjectDict]) -> ObjectDict:
    here = item["position"]
    return min(others, key=lambda o: sum((o["position"][k] - here[k]) ** 2 for k in "xyz"))
