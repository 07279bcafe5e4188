"""What people and the agent say about tasks: requests, goals, announcements."""

from __future__ import annotations

import random
import re

from agent.belief.common_sense import whole_of
from envs.teach.tasks.classes import class_members
from envs.teach.tasks.definition import Task
from envs.vocabulary.english import a, how_many, noun, the
from envs.vocabulary.uses import put_in

_DEEDS = {
    ("isDirty", False): "wash {}",
    ("isFilledWithLiquid", True): "fill {} with water",
    ("simbotIsFilledWithWater", True): "fill {} with water",
    ("isFilledWithLiquid", False): "empty {}",
    ("simbotIsFilledWithCoffee", True): "make coffee in {}",
    ("isCooked", True): "cook {}",
    ("simbotIsCooked", True): "cook {}",
    ("simbotIsBoiled", True): "boil {}",
    ("isToggled", True): "switch {} on",
    ("isToggled", False): "switch {} off",
    ("isOpen", True): "open {}",
    ("isOpen", False): "close {}",
    ("slice", True): "slice {}",
    ("isSliced", True): "slice {}",
    ("set out", True): "set out {}",
}

_ASKING = ("Please {}.", "Could you {}?", "Can you {}, please?", "I would like you to {}.")


def deed_words(prop: str, object_type: str, wanted: object = True) -> str:
    """What it is to bring a thing into a state: "wash the mug", "water the house plant"."""
    if object_type == "HousePlant" and prop == "isFilledWithLiquid":
        return "water the house plant"
    if object_type == "BreadSliced" and prop in ("isCooked", "simbotIsCooked"):
        return "toast the bread slice"
    return _DEEDS.get((prop, bool(wanted)), "see to {}").format(the(object_type))


def home_words(item_type: str, place_type: str) -> str:
    """What it is to bring a thing somewhere: "put the fork in the sink basin"."""
    return f"put {the(item_type)} {'in' if put_in(place_type) else 'on'} {the(place_type)}"


def look_words(types: tuple[str, ...]) -> str:
    """What it is to look for one of several kinds of things: "find a mug or a cup"."""
    names = list(dict.fromkeys(_some(whole_of(t) or t) for t in types))
    if len(names) > _LISTED:
        return "find what is there"
    return "find " + (" or ".join(names) if len(names) <= 2 else f"something like {names[0]}")


_LISTED = 40
"""More kinds than these are just anything."""


def _some(object_type: str) -> str:
    return {"Bread": "bread", "Lettuce": "lettuce", "ToiletPaper": "toilet paper"}.get(object_type) or a(object_type)


def errand(task: Task) -> str:
    """What a task asks for, as a phrase: "make coffee in a clean mug"."""
    text = task.desc.strip().rstrip(".")
    for word in dict.fromkeys(task.params):
        if word in class_members():
            text = text.replace(f"every {word}", f"all the {word}")
        text = re.sub(rf"\b{re.escape(word)}\b", noun(word), text)
    text = re.sub(
        r"\b(\d+)( cooked)? slice\(s\)", lambda n: how_many(int(n[1]), f"{(n[2] or '').strip()} slice".strip()), text
    )
    text = re.sub(r"\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b", lambda match: noun(match[0]), text)
    return text[:1].lower() + text[1:] if text else noun(task.name)


def request(task: Task, seed: int = 0) -> str:
    """A sentence in which a person may ask for a task.

    Args:
        task: What is asked for.
        seed: Chooses among ways of asking.
    """
    return random.Random(f"{seed} {task.name}").choice(_ASKING).format(errand(task))


def promise(task: Task) -> str:
    """How the agent takes a request on."""
    return f"OK, I will {errand(task)}."


def looking(goal: str) -> str:
    """The agent says that it looks for something; ``goal`` as ``look_words`` puts it."""
    return f"I am looking for {goal.removeprefix('find ')}."


def finished() -> str:
    """The agent is done."""
    return "Done."


def sorry(reason: str) -> str:
    """The agent gives up."""
    return f"Sorry, I have to give up: {reason}."
