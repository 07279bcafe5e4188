"""A small house with two bedrooms and a kitchen, and an episode in it, for tests of the rearrangement world."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from envs.rearrangement.episode import RearrangementEpisode, read_episodes
from envs.rearrangement.house import House, read_houses

SCENES: dict[str, Any] = {
    "home": {
        "rooms": {
            "kitchen_1": {"type": "kitchen", "pos": [0, 0, 0]},
            "bedroom_1": {"type": "bedroom", "pos": [8, 0, 0]},
            "bedroom_2": {"type": "bedroom", "pos": [0, 0, 8]},
        },
        "furniture": {
            "table_0": {"type": "table", "room": "kitchen_1", "pos": [1, 0, 0], "surfaces": 1},
            "cabinet_1": {
                "type": "cabinet", "room": "kitchen_1", "pos": [-4, 0, 0], "surfaces": 0, "interiors": 2,
                "openable": True,
            },
            "shelves_2": {"type": "shelves", "room": "bedroom_1", "pos": [9, 0, 0], "surfaces": 3},
            "chair_3": {"type": "chair", "room": "bedroom_2", "pos": [0, 0, 9], "surfaces": 1},
        },
    }
}  # fmt: skip


def thing(name: str, place: str, caption: str, role: str = "target", **more: Any) -> dict[str, Any]:
    """An object of an episode."""
    category = name.rpartition("_")[0]
    return {
        "name": name, "category": category, "caption": caption, "role": role, "rel": "on", "furniture": place,
        "room": SCENES["home"]["furniture"][place]["room"], "pos": SCENES["home"]["furniture"][place]["pos"], **more,
    }  # fmt: skip


OBJECTS = [
    thing("cup_0", "table_0", "A blue cup with white dots."),
    thing("book_1", "table_0", "A red hardcover book."),
    thing("cup_2", "table_0", "A green cup with a bird.", "distractor", pair="cup_0"),
]
GOALS = [
    {"fn": "is_on_top", "obj": ["cup_0"], "rec": ["shelves_2"], "same": False, "n": 1},
    {"fn": "is_on_top", "obj": ["book_1"], "rec": ["shelves_2", "chair_3"], "same": False, "n": 1},
    {"fn": "is_next_to", "a": ["cup_0"], "b": ["book_1"], "same_b": False, "l2": 1.0, "n": 1},
]


def record(**changes: Any) -> dict[str, Any]:
    """An episode as the data holds it."""
    return {
        "id": "1", "scene": "home", "stage": "acquisition", "type": "object_semantics", "subtype": "preference",
        "instruction": "Move the cup and the book to the shelves. The cup is blue with white dots. It is my favorite.",
        "memory": "The blue cup with white dots is the user's favorite.", "related": ["2"], "objects": OBJECTS,
        "goals": GOALS, "dependencies": [{"props": [2], "on": [0, 1], "rel": "while_satisfied", "mode": "any"}],
        "constraints": [{"type": "terminal", "props": [0, 1, 2]}], "observed_agent_start": {"room": "kitchen_1"},
        **changes,
    }  # fmt: skip


def houses(folder: Path, scenes: Mapping[str, Any] = SCENES) -> dict[str, House]:
    """The houses of a file with these."""
    (folder / "scenes.json").write_text(json.dumps(scenes), encoding="utf-8")
    return read_houses(folder / "scenes.json")


def episodes(folder: Path, records: Sequence[Mapping[str, Any]]) -> tuple[RearrangementEpisode, ...]:
    """The episodes of a file with these."""
    (folder / "episodes.json").write_text(json.dumps(list(records)), encoding="utf-8")
    return read_episodes(folder / "episodes.json", houses(folder))
