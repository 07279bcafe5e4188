"""The skills of the rearrangement world, and how they are written: ``Place[lamp_0, on, table_13, None, None]``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SKILLS: Mapping[str, tuple[int, str]] = MappingProxyType(
    {
        "Explore": (1, "Explore[room]: go round the furniture of a room; shows what is on it"),
        "Navigate": (1, "Navigate[furniture, object or room]: go there"),
        "Pick": (1, "Pick[object]: take it into the hand, which holds one; it has to be near"),
        "Place": (
            5,
            "Place[object, on or within, furniture or floor_room, next_to or None, reference or None]: put down what "
            "is held; a reference has to be on the same furniture",
        ),
        "Open": (1, "Open[furniture]: open its doors or drawers"),
        "Close": (1, "Close[furniture]: close them"),
        "Wait": (0, "Wait[]: do nothing"),
        "Done": (0, "Done[]: the task is finished"),
        "DescribeObjectTool": (1, "DescribeObjectTool[object]: what it looks like"),
        "FindObjectTool": (1, "FindObjectTool[words]: known objects that fit them"),
        "FindReceptacleTool": (1, "FindReceptacleTool[words]: furniture that fits them"),
        "FindRoomTool": (1, "FindRoomTool[words]: rooms that fit them"),
    }
)
"""Name → number of arguments, and what is told of it."""
PERCEPTION = frozenset({"DescribeObjectTool", "FindObjectTool", "FindReceptacleTool", "FindRoomTool"})
"""Skills that take no time."""
_ALIASES = {name.removesuffix("Tool"): name for name in PERCEPTION} | {"DescribeObject": "DescribeObjectTool"}
_WRITTEN = re.compile(r"^\s*(?P<name>\w+)\s*\[(?P<inside>.*)\]\s*$", re.S)


@dataclass(frozen=True)
class Skill:
    """One use of a skill.

    Attributes:
        name: One of ``SKILLS``.
        arguments: As many as it takes.
    """

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}[{', '.join(self.arguments)}]"


def read_skill(text: str) -> Skill | str:
    """A skill as it is written, or what is wrong with it."""
    found = _WRITTEN.match(text)
    if found is None:
        return "Write a skill as Name[argument, …]"
    name = _ALIASES.get(found["name"], found["name"])
    if name not in SKILLS:
        return f"There is no skill {found['name']!r}; they are {', '.join(SKILLS)}"
    count = SKILLS[name][0]
    inside = found["inside"].strip()
    arguments = (inside,) if count == 1 and inside else tuple(one.strip() for one in inside.split(",") if one.strip())
    if len(arguments) != count:
        return f"Wrong number of arguments for {name}: {len(arguments)} of {count}"
    return Skill(name, arguments)
