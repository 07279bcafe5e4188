"""What the fields of a recorded object or agent must be, where they are there at all.

Games are read into dicts that keep AI2-THOR's own fields; the simulator takes boxes, turns and lists from them as they
are. So those that it reads are looked at here, once, and a wrong one is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from envs.errors import BadGameFile
from envs.teach.tasks.fields import NUMBER, get_field, is_number, kind_of

_CORNERS = 8
_FARTHEST = 1e6  # metres or degrees; beyond it a difference of two numbers means nothing


def check_object(obj: Any, where: str) -> None:
    """Look at an object.

    Args:
        obj: As parsed.
        where: Its path in the file, for errors.

    Raises:
        BadGameFile: A field is missing that every object needs, or one is of another kind; names it.
    """
    get_field(obj, "objectId", (str,), where)
    get_field(obj, "objectType", (str,), where)
    _check_vector(get_field(obj, "position", (dict,), where), f"{where}.position")
    for name, value in obj.items():
        check = _CHECKS.get(name)
        if check is not None and (value is not None or name in _NEVER_NULL):
            check(value, f"{where}.{name}")


def check_agent(agent: Any, where: str) -> None:
    """Look at an agent; one with a ``cameraHorizon`` has a body, so a pose.

    Raises:
        BadGameFile: As for ``check_object``.
    """
    _check_vector(get_field(agent, "position", (dict,), where), f"{where}.position")
    if "cameraHorizon" in agent:
        _check_number(agent["cameraHorizon"], f"{where}.cameraHorizon")
        _check_vector(get_field(agent, "rotation", (dict,), where), f"{where}.rotation")


def _check_number(value: Any, where: str) -> None:
    if not is_number(value) or abs(value) > _FARTHEST:
        raise BadGameFile(f"{where} is {_said(value)}, expected a number of sensible size")


def _check_vector(value: Any, where: str) -> None:
    for axis in "xyz":
        _check_number(get_field(value, axis, NUMBER, where), f"{where}.{axis}")


def _check_text(value: Any, where: str) -> None:
    if not isinstance(value, str):
        raise BadGameFile(f"{where} is {_said(value)}, expected a string")


def _check_texts(value: Any, where: str) -> None:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadGameFile(f"{where} is {_said(value)}, expected a list of strings")


def _check_flag(value: Any, where: str) -> None:
    if not isinstance(value, int | float):
        raise BadGameFile(f"{where} is {_said(value)}, expected true or false")


def _check_corners(value: Any, where: str) -> None:
    corners = value.get("cornerPoints") if isinstance(value, dict) else None
    if corners is None:
        return
    if not isinstance(corners, list) or len(corners) != _CORNERS:
        raise BadGameFile(f"{where}.cornerPoints is {_said(corners)}, expected {_CORNERS} points")
    for i, point in enumerate(corners):
        if not isinstance(point, list) or len(point) != 3:
            raise BadGameFile(f"{where}.cornerPoints[{i}] is {_said(point)}, expected three numbers")
        for value in point:
            _check_number(value, f"{where}.cornerPoints[{i}]")


def _check_box(value: Any, where: str) -> None:
    for part in ("center", "size"):
        _check_vector(get_field(value, part, (dict,), where), f"{where}.{part}")
    _check_corners(value, where)


def _check_turned(value: Any, where: str) -> None:
    if not isinstance(value, Mapping):
        raise BadGameFile(f"{where} is {_said(value)}, expected an object")
    _check_corners(value, where)


def _said(value: Any) -> str:
    return kind_of(value) if isinstance(value, dict | list) else f"{value!r:.40}"


_STATES = ("Broken", "ColdSource", "Cooked", "Dirty", "FilledWithLiquid", "HeatSource", "Moving", "Open", "PickedUp")
_STATES += ("Sliced", "Toggled", "UsedUp")
_VERBS = ("break", "cook", "dirty", "move", "open", "pickup", "slice", "toggle")
_FLAGS = (*(f"is{state}" for state in _STATES), *(f"{verb}able" for verb in _VERBS), "visible", "obstructed")
_FLAGS += ("canBeUsedUp", "canChangeTempToCold", "canChangeTempToHot", "canFillWithLiquid", "receptacle")
_FLAGS += ("simbotIsBoiled", "simbotIsCooked", "simbotIsFilledWithCoffee", "simbotIsFilledWithWater", "simbotPickedUp")
_CHECKS: dict[str, Callable[[Any, str], None]] = {
    **dict.fromkeys(_FLAGS, _check_flag),
    **dict.fromkeys(("mass", "openness", "distance"), _check_number),
    **dict.fromkeys(("name", "assetId", "ObjectTemperature", "temperature", "fillLiquid"), _check_text),
    **dict.fromkeys(("simbotLastParentReceptacle",), _check_text),
    **dict.fromkeys(("parentReceptacles", "receptacleObjectIds", "salientMaterials"), _check_texts),
    **dict.fromkeys(("simbotObjectClass", "simbotIsReceptacleOf"), _check_texts),
    "rotation": _check_vector,
    "axisAlignedBoundingBox": _check_box,
    "objectOrientedBoundingBox": _check_turned,
}
_NEVER_NULL = frozenset({"mass", "openness", "distance", "rotation", "axisAlignedBoundingBox"})
