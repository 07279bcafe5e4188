"""A scripted thinker for the small house: says one skill after the other, and memories for prompts about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory.assistance import EpisodeMemory, EpisodeTurn
from memory.knowledge import Knowledge, KnownObject, PatternStep

COURSE = (
    "Explore[kitchen_1]",
    "DescribeObjectTool[cup_0]",
    "Navigate[cup_0]",
    "Pick[cup_0]",
    "Navigate[shelves_2]",
    "Place[cup_0, on, shelves_2, None, None]",
    "Navigate[book_1]",
    "Pick[book_1]",
    "Navigate[shelves_2]",
    "Place[book_1, on, shelves_2, next_to, cup_0]",
    "Done[]",
)
"""Solves the episode of ``rearrangement_house.record``."""

WORKED = "Result: Successful execution!"


def said(skill: str, thought: str = "It is next.") -> str:
    """A turn as a model writes it."""
    return f"Thought: {thought}\n\n{skill}\nAssigned!\nResult: Successful execution!\nObjects: cup_9: moon in sky"


def course(skills: Sequence[str] = COURSE) -> list[str]:
    """The turns of a course."""
    return [said(skill) for skill in skills]


def next_turn(request: dict[str, Any]) -> str:
    """The next turn of the course, by how many there were: what the stand-in endpoint says."""
    done = sum(one["role"] == "assistant" for one in request["messages"])
    return said(COURSE[min(done, len(COURSE) - 1)])


def episode(**changes: Any) -> EpisodeMemory:
    """An episode of the small house as it is remembered."""
    turns = (
        EpisodeTurn("I look.", "Explore[kitchen_1]", f"{WORKED}\nObjects: cup_0: table_0 in kitchen_1"),
        EpisodeTurn("I take it.", "Pick[cup_0]", f"{WORKED}\nObjects: cup_0: held by the agent"),
        EpisodeTurn("Here.", "Place[cup_0, on, shelves_2, None, None]", WORKED),
    )
    given = {
        "id": "e1",
        "home": "home",
        "instruction": "Put the blue cup on the shelves. It is my favorite.",
        "user": "Ann",
    }
    return EpisodeMemory(**{**given, "turns": turns, **changes})


def item(**changes: Any) -> Knowledge:
    """Something that Ann told."""
    given: dict[str, Any] = {
        "user": "Ann", "type": "user_pattern", "subtype": "preference", "alias": "tea time",
        "description": "I like my tea time with the cup and the book on the shelves.",
        "objects": (KnownObject("cup", "blue with white dots"), KnownObject("book")),
        "steps": (PatternStep(0, "on", "shelves"), PatternStep(1, "on", "shelves")), "home": "home", "id": 1,
    }  # fmt: skip
    return Knowledge(**{**given, **changes})
