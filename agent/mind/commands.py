"""What a coordinator says, as values: ``<action(object)>``, and answers of one line per place.

Only what the coordinator says is read as a command. Names of things and words of people are data: what could be taken
for a command in them is taken out before they are shown to a language model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

WORKING, DECLARATIVE = "retrieve_working_memory", "retrieve_declarative_memory"
FINISHED, GAVE_UP = "finished", "gave_up"
LONGEST_NAME = 60
"""Characters of an object's name that are shown."""
_COMMAND = re.compile(r"<\s*([A-Za-z_]\w*)\s*\(([^<>]*)\)\s*>")
_UNSAFE = re.compile(r"[<>(){}\[\]`|,;:\\\"\s]+")
_NOTHING = frozenset({"", "nothing", "none", "empty", "no objects"})


@dataclass(frozen=True)
class Command:
    """One ``<name(argument)>``.

    Attributes:
        name: Of an action, or of a memory function.
        argument: The object, or the task.
    """

    name: str
    argument: str

    def __str__(self) -> str:
        return f"<{self.name}({self.argument})>"


def commands_in(words: str) -> list[Command]:
    """All commands in what a coordinator said; talk around them is passed over."""
    plain = words.replace("\\_", "_")  # as some models write underscores
    return [Command(name, argument.strip().strip("'\"`").strip()) for name, argument in _COMMAND.findall(plain)]


def shown(label: str) -> str:
    """A thing's name as a language model gets to see it: short, on one line, and without signs that mean something."""
    return _UNSAFE.sub(" ", label).strip()[:LONGEST_NAME].strip() or "unnamed thing"


def named(argument: str, things: Sequence[str]) -> str | None:
    """Which of some things is meant by a name; None when none is, or when it could be several."""
    exact = [thing for thing in things if thing == argument]
    wanted = _plain(argument)
    loose = exact or [thing for thing in things if _plain(shown(thing)) == wanted]
    return loose[0] if len(loose) == 1 else None


def _plain(name: str) -> str:
    words = name.lower().replace("_", " ").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words)


def listing(names: Sequence[str]) -> str:
    """Names as a list in words; "nothing" for none."""
    return ", ".join(map(shown, names)) or "nothing"


def read_list(words: str, things: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names out of a list with commas or one per line: those that are among some things, and the others."""
    parts = re.split(r"[,;\n]", re.sub(r"(?m)^\s*(?:[-*•]|\d+[.)])\s*", "", words))
    parts = [part.strip().strip(".'\"` ") for part in parts]
    parts = [part for part in parts if part.lower() not in _NOTHING]
    found = [(part, named(part, things)) for part in parts]
    return (
        tuple(dict.fromkeys(name for _, name in found if name is not None)),
        tuple(part for part, name in found if name is None),
    )


def read_lines(words: str, places: Sequence[str], things: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What is said to be in each place, from lines such as ``box 1: apple, pear``; places not told of are left out."""
    told: dict[str, tuple[str, ...]] = {}
    for line in words.splitlines():
        head, colon, rest = line.partition(":")
        place = next((one for one in places if one == head.strip(" -*`").lower()), None)
        if colon and place is not None:
            names, others = read_list(rest, things)
            told[place] = names + others
    return told


def shown_action(action: str) -> str:
    """A logged action as a language model gets to see it."""
    name, _, thing = action.partition("(")
    return f"{name}({shown(thing.removesuffix(')'))})"
