"""How answers word tasks, their steps and their times: as the published question sets do.

Measured on the answers of H-EMV's generator. Everything that follows their habits and no others stands here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from envs.vocabulary.english import noun
from memory.reading.traces import ObjectInteraction

_JOINED = {
    "PaperTowelRoll": "papertowel roll",
    "CounterTop": "countertop",
    "CellPhone": "cellphone",
    "HousePlant": "houseplant",
    "ArmChair": "armchair",
    "KeyChain": "keychain",
    "ShelvingUnit": "shelvingunit",
}
_WHOLE_TASK_WORDS = {"SideTable": "sidetable", "CoffeeTable": "coffeetable", "SportsEquipment": "sportsequipment"}
_INSIDE = frozenset({"Microwave", "Sink", "Cabinet", "Fridge", "Pot"})
_VERBS = {"Pickup": "pick up", "Open": "open", "Close": "close", "ToggleOn": "toggle on", "ToggleOff": "toggle off"}


def whole(kind: str) -> str:
    """The class of the thing that a part or piece belongs to: a potato slice is a potato, the sink's basin a sink."""
    return re.sub(r"(?<=[a-z])(Sliced|Cracked|Basin)$", "", kind)


def object_words(kind: str) -> str:
    """A class as the steps call it: "butter knife", but "countertop"."""
    kind = whole(kind)
    return _JOINED.get(kind) or noun(kind).lower()


def step(row: ObjectInteraction, held: str | None) -> str | None:
    """One successful object interaction as a step, "place the mug in the sink"; None for one that has no words.

    Args:
        row: What was done.
        held: Class of what was picked up last.
    """
    deed = row.deed
    if deed.action in ("Place", "Pour"):
        thing, place = deed.thing or held, deed.target
        if thing is None or place is None:
            return None
        into = "in" if whole(place) in _INSIDE else "on"
        verb = "place" if deed.action == "Place" else "pour"
        return f"{verb} the {object_words(thing)} {into} the {object_words(place)}"
    if deed.thing is None:
        return None
    if deed.action == "Slice":
        return f"slice {object_words(deed.thing)}"
    verb = _VERBS.get(deed.action)
    return f"{verb} the {object_words(deed.thing)}" if verb else None


def steps(rows: Iterable[ObjectInteraction]) -> list[tuple[str, ObjectInteraction]]:
    """Every step of a run of interactions, with what it tells."""
    told: list[tuple[str, ObjectInteraction]] = []
    held: str | None = None
    for row in rows:
        if row.deed.action == "Pickup":
            held = row.deed.thing
        words = step(row, held)
        if words:
            told.append((words, row))
    return told


@lru_cache(maxsize=4096)
def task_words(desc: str) -> str:
    """A task as the sets word it: "Put all CreditCard on any SideTable." → "put all credit card on any sidetable"."""
    words = [_task_word(word) for word in desc.strip().rstrip(".").split()]
    return " ".join(words).lower()


def _task_word(word: str) -> str:
    if not re.fullmatch(r"(?:[A-Z]+[a-z]+){2,}", word):
        return word
    return _WHOLE_TASK_WORDS.get(word) or _JOINED.get(word) or noun(word)
