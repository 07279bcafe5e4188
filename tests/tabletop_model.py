"""A small program that answers the prompts of coordinator and worker as a language model would, by reading them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

FRUIT = {"apple", "banana", "pear", "lemon", "orange"}
KITCHEN = {"cup", "bowl", "mug", "plate"}
COLOURS = {"banana": "yellow", "lemon": "yellow", "apple": "red", "can": "red"}
ACTIONS = {
    "separating": ("move_to_box_1", "move_to_box_2"),
    "arrangement": ("place_in_bowl",),
    "pointing": ("point",),
    "recipe": ("give",),
    "tower": ("put_on_tower",),
}
PLACES = {
    "move_to_box_1": "box 1",
    "move_to_box_2": "box 2",
    "place_in_bowl": "bowl",
    "point": "pointed at",
    "give": "user",
    "put_on_tower": "tower",
}
Talk = Callable[[dict[str, Any]], str]


def relevant(title: str, things: list[str]) -> list[str]:
    """Common sense about the five tasks."""
    if title == "separating":
        return [thing for thing in things if thing in FRUIT | KITCHEN]
    if title == "arrangement":
        return [thing for thing in things if thing in FRUIT]
    if title == "pointing":
        return [thing for colour in ("yellow", "red") for thing in things if COLOURS.get(thing) == colour]
    if title == "recipe":
        return [thing for thing in ("bowl", "jello", "banana") if thing in things]
    return [thing for thing in things if "cube" in thing and thing.split()[0] not in ("black", "white")]


def action_for(title: str, thing: str) -> str:
    names = ACTIONS[title]
    return names[1] if len(names) > 1 and thing in KITCHEN else names[0]


def answer(request: dict[str, Any]) -> str:
    """The next turn, for either mind."""
    turns = request["messages"]
    last = turns[-1]["content"]
    return work(last) if "without any extra text" in last else coordinate(turns)


# --- the worker


def work(prompt: str) -> str:
    if prompt.startswith("Log entry:"):
        return extract(prompt)
    title = prompt.split(" task:")[0].split()[-1].lower()
    things = prompt.split("from the following:\n")[1].split("\n")[0].split(", ")
    return ", ".join(relevant(title, things)) or "nothing"


def extract(prompt: str) -> str:
    place = re.search(r'list of objects in "(.*)"', prompt)
    head = place[1] if place else "Remaining objects"
    lines = re.findall(rf"(?m)^{head}: (.*)$", prompt)
    return ", ".join(re.findall(r"\d+\. ([^\d]+?)(?= \d+\.|$)", lines[-1])) if lines else "nothing"


# --- the coordinator


def coordinate(turns: list[dict[str, Any]]) -> str:
    system, last = "\n".join(turn["content"] for turn in turns), turns[-1]["content"]
    said = re.findall(r'says: "(.*)"', system)
    asked = re.search(r"one line", last) or ("emory of the" in last and said and "one line" in said[-1])
    if asked and "Your next command?" not in last:
        return report(next(title for title in ACTIONS if title in said[-1]), system, turns, said[-1])
    at_hand = re.findall(r"Task at hand: (\w+)", system)
    titles = [title for one in said if "one line" not in one for title in ACTIONS if title in one]
    return act(at_hand[-1] if at_hand else titles[-1], system, turns)


def act(title: str, system: str, turns: list[dict[str, Any]]) -> str:
    last = turns[-1]["content"]
    if "retrieve_working_memory" not in system:
        things = re.findall(r"On the table: (.*)", last)[-1].split(", ")
        handled = done(title, turns)
        return chosen(title, relevant(title, things), handled)
    resumed = "Begun and not finished" in last and title in last.split("Begun and not finished")[1]
    if resumed and "retrieve_declarative_memory" in system and "Declarative memory" not in last:
        return f"Let me see how far I got.\n<retrieve_declarative_memory({title})>"
    if "Objects that matter: " not in last:
        return f"<retrieve_working_memory({title})>"
    things = last.split("Objects that matter: ")[1].split("\n")[0].split(", ")
    return chosen(title, things, so_far(last))


def chosen(title: str, things: list[str], handled: list[str]) -> str:
    left = [thing for thing in things if thing not in handled and thing != "nothing"]
    if not left:
        return f"That was all. <finished({title})>"
    return f"Next is the {left[0]}.\n<{action_for(title, left[0])}({left[0]})>"


def so_far(text: str) -> list[str]:
    state = text.split("So far: ")[-1].split("\n")[0]
    return [thing for part in state.split("; ") if ": " in part for thing in part.split(": ")[1].split(", ")]


def done(title: str, turns: list[dict[str, Any]]) -> list[str]:
    """Without memory: what the conversation tells."""
    said = " ".join(turn["content"] for turn in turns if turn["role"] == "user")
    return [thing for name in ACTIONS[title] for thing in re.findall(rf"Done: <{name}\((.*?)\)>", said)]


def report(title: str, system: str, turns: list[dict[str, Any]], question: str) -> str:
    last = turns[-1]["content"]
    if "retrieve_declarative_memory" in system and "emory of the" not in last:
        return f"<retrieve_declarative_memory({title})>"
    if "table: names" in question:
        shown = [line for turn in turns for line in re.findall(r"(?:On|on) the table: (.*)", turn["content"])]
        return f"table: {shown[-1]}"
    if "So far: " in last:
        return last.split("So far: ")[1].split("\n")[0].replace("; ", "\n")
    moved = {PLACES[name]: [] for name in ACTIONS[title]}
    for thing in done(title, turns):
        moved[PLACES[action_for(title, thing)]].append(thing)
    return "\n".join(f"{place}: {', '.join(things) or 'nothing'}" for place, things in moved.items())


# --- bad habits


def at_once(stubborn: bool) -> Talk:
    """Says all its actions in one turn; a stubborn one also when it is told not to."""

    def say(request: dict[str, Any]) -> str:
        turns = request["messages"]
        words = answer(request)
        if told := "several commands" in turns[-1]["content"]:
            words = answer(request | {"messages": turns[:-2]})
        if (
            "without any extra text" in turns[-1]["content"]
            or "retrieve" in words
            or "finished" in words
            or ":" in words
        ):
            return words
        return words if told and not stubborn else f"{words} <point(the moon)> <give(everything)>"

    return say


def own_topping(request: dict[str, Any]) -> str:
    """Knows better what belongs on jello."""
    words = answer(request)
    return words.replace("<give(banana)>", "<give(apple)>")


def inventive_worker(request: dict[str, Any]) -> str:
    """A worker that names things that are not there, whatever it is told."""
    return "apple, unicorn" if "without any extra text" in request["messages"][-1]["content"] else answer(request)
