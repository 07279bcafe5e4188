"""A small program that answers the prompts of the minds in a home as a language model would, by reading them."""

from __future__ import annotations

import json
import re
from typing import Any


def answer(request: dict[str, Any]) -> str:
    """The next turn, for whichever part asks."""
    last = request["messages"][-1]["content"]
    if "Open subgoals" in last:
        return json.dumps({"why": "it is proposed", "next": int(last.rpartition("with number ")[2].split(".")[0])})
    if "Name the objects that are relevant" in last:
        named = last.split("from the following:\n")[1].split("\n")[0].split(", ")
        return ", ".join(name for name in named if name.rpartition("_")[0].lower() in last.split("\n")[0]) or "nothing"
    if "Now is said:" in last:
        return read(last)
    if "coordinator of a household robot" in request["messages"][0]["content"]:
        return coordinate(last)
    return '{"summary": "A model told this."}'


def coordinate(last: str) -> str:
    """Looks at its memories first, acts by itself where it is plain what to do, and lets the worker go on else."""
    if "Working memory of task" in last:
        return act(last) or f"<go_on({re.findall(r'of task ([0-9]+)', last)[-1]})>"
    if "Declarative memory of task" in last or "no such memory" in last:
        return f"<go_on({re.findall(r'of task ([0-9]+)', last)[-1]})>"
    tasks = re.findall(r"(?m)^([0-9]+)\. ", last.rpartition("Open tasks:")[2])
    if not tasks:
        return "<go_on(1)>"
    asked = "its first step" in last or last.rstrip().endswith("Your next command?")
    return f"Let me see.\n<retrieve_working_memory({tasks[0]})>" if asked else f"<go_on({tasks[0]})>"


def act(memory: str) -> str:
    """A skill that plainly helps: pick up what is wanted where it lies open."""
    apple = re.search(r"(?m)^(Apple_[0-9]+) in or on CounterTop", memory)
    return f"<pick_up({apple[1]})>" if apple else ""


def read(asked: str) -> str:
    """Common sense about one sentence: it wants the apple in the fridge."""
    nothing = {"wants": "unclear", "tasks": [], "about": "", "question": "What do you mean?"}
    if "cold" not in asked.rpartition("Now is said:")[2]:
        return json.dumps(nothing)
    task = {"name": "N X On Y", "params": ["1", "Apple", "in", "Fridge"], "terms": [], "when": "now", "same": False}
    return json.dumps({**nothing, "wants": "do", "tasks": [task | {"name": "Put N X On Y"}]})
