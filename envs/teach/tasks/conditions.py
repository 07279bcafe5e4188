"""Whether a condition of a task holds for an object, and what an object is in or on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from envs.teach.tasks.classes import partners, same_type
from envs.teach.tasks.definition import Component

ObjectProperties = Mapping[str, Any]

#: The same property under AI2-THOR's 3.x, 5.x and task-definition spellings.
_SPELLINGS: dict[str, str] = {
    "ObjectTemperature": "temperature",
    "temperature": "ObjectTemperature",
    "SalientMaterials": "salientMaterials",
    "canChangeTempToHot": "isHeatSource",
    "canChangeTempToCold": "isColdSource",
    "isHeatSource": "canChangeTempToHot",
    "isColdSource": "canChangeTempToCold",
}

_MADE_FROM_WHOLE = ("Sliced", "Cracked")


class SceneIndex:
    """The objects of one moment, indexed."""

    def __init__(self, objects: Sequence[ObjectProperties]) -> None:
        self.objects = objects
        self.by_id: dict[str, ObjectProperties] = {}
        self.by_type: dict[str, list[ObjectProperties]] = {}
        for obj in objects:
            self.by_id.setdefault(obj["objectId"], obj)
            self.by_type.setdefault(obj["objectType"], []).append(obj)

    def of_type(self, wanted: str) -> list[ObjectProperties]:
        """Objects of that type or its partner, in the scene's order."""
        partner = partners().get(wanted)
        if partner not in self.by_type:
            return self.by_type.get(wanted, [])
        return [obj for obj in self.objects if obj["objectType"] in (wanted, partner)]

    def parents(self, obj: ObjectProperties) -> list[str]:
        """Ids of everything the object is in or on."""
        chain: list[str] = []
        seen = {obj["objectId"]}
        while True:
            direct = obj.get("parentReceptacles")
            if direct is not None:
                return chain + list(direct)
            last = obj.get("simbotLastParentReceptacle")
            if last is None or last in seen:
                return chain
            chain.append(last)
            seen.add(last)
            if last not in self.by_id:
                return chain
            obj = self.by_id[last]

    def meets(self, obj: ObjectProperties, prop: str, wanted: Any) -> bool:
        """Whether one condition holds; a property the object does not have never does."""
        name = prop if prop in obj else _SPELLINGS.get(prop, prop)
        if name not in obj:
            return False
        value = obj[name]
        if prop == "objectType":
            return same_type(value, wanted)
        if prop == "parentReceptacles":
            return any(self._is_called(parent, wanted) for parent in self.parents(obj))
        if prop == "simbotLastParentReceptacle" and wanted is not None:
            return value is not None and self._is_called(value, wanted)
        if isinstance(wanted, int) and wanted in (0, 1):
            return bool(value) == bool(wanted)
        if isinstance(value, list | tuple):
            return wanted in value
        return value == wanted

    def _is_called(self, object_id: str, word: str) -> bool:
        obj = self.by_id.get(object_id)
        if obj is None:
            return False
        return same_type(obj["objectType"], word) or word in (obj.get("simbotObjectClass") or ())

    def met(self, obj: ObjectProperties, conditions: Mapping[str, Any]) -> list[str]:
        """The conditions that hold."""
        return [prop for prop, wanted in conditions.items() if self.meets(obj, prop, wanted)]

    def primary(self, component: Component) -> list[ObjectProperties]:
        """Objects that meet the component's primary condition, in the scene's order."""
        prop = component.primary_condition
        wanted = component.conditions[prop]
        pool = self.of_type(wanted) if prop == "objectType" else self.objects
        return [obj for obj in pool if self.meets(obj, prop, wanted)]

    def wholes(self, component: Component) -> list[ObjectProperties]:
        """For slices and cracked eggs: the whole objects they could be made from."""
        prop = component.primary_condition
        wanted = component.conditions[prop]
        if prop != "objectType" or not isinstance(wanted, str):
            return []
        return [obj for part in _MADE_FROM_WHOLE if part in wanted for obj in self.of_type(wanted.replace(part, ""))]


def meets(obj: ObjectProperties, prop: str, wanted: Any, objects: Sequence[ObjectProperties] = ()) -> bool:
    """Whether one condition holds for one object; ``objects`` is the scene, needed for receptacle conditions."""
    return SceneIndex(objects).meets(obj, prop, wanted)
