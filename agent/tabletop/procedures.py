"""Procedural memory: which tasks and actions there are, and what kinds of things the robot knows.

All of it is read from ``assets/tabletop_tasks.yaml``, whose header says what each entry means. Source: "Robots Can
Multitask Too", section III-D.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

import assets
from envs.errors import BadInput, UnknownTask

FILE = Path(str(assets.__file__)).parent / "tabletop_tasks.yaml"


@dataclass(frozen=True)
class TabletopThing:
    """What is known about an object from its name.

    Attributes:
        name: As it was named.
        kinds: What sort of thing it is; empty when that is not known.
        colour: "" when it is not known.
        size: Box (x, y, z), metres.
        base: Name of the known thing that it is one of: "cup" for "blue cup 2"; "" for none.
    """

    name: str
    kinds: frozenset[str] = frozenset()
    colour: str = ""
    size: tuple[float, float, float] = (0.07, 0.07, 0.07)
    base: str = ""


@dataclass(frozen=True)
class TabletopAction:
    """Something the robot can do with an object.

    Attributes:
        name: As it is written in ``<name(object)>``.
        about: The specification, in words.
        place: Where the object is afterwards, as people call it.
        stays: Whether the object stays on the table.
    """

    name: str
    about: str
    place: str
    stays: bool = False


@dataclass(frozen=True)
class TabletopRule:
    """Which things get which action.

    Attributes:
        action: Name of the action.
        kinds: The thing must be of one of them; empty is any.
        colours: It must have one of them; empty is any.
        without: It must have none of them.
        things: Names; it must be one of them; empty is any.
    """

    action: str
    kinds: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    things: tuple[str, ...] = ()

    def wants(self, thing: TabletopThing) -> bool:
        """Whether the rule is about that thing."""
        if self.things and thing.base not in self.things:
            return False
        if self.kinds and not self.kinds & thing.kinds:
            return False
        if self.colours and thing.colour not in self.colours:
            return False
        return thing.colour not in self.without


@dataclass(frozen=True)
class TabletopTask:
    """A task as it is specified.

    Attributes:
        name: Short name.
        title: As in "the … task".
        called: Beginnings of words by which people mean it.
        about: The specification, in words.
        reminder: The same in a sentence.
        rules: The same as rules, in order.
        ordered: Whether everything of a rule comes before everything of the next.
        table: The objects of the paper's evaluation.
        places: Where its actions bring things, in order of the rules.
    """

    name: str
    title: str
    called: tuple[str, ...]
    about: str
    reminder: str
    rules: tuple[TabletopRule, ...]
    ordered: bool
    table: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def params(self) -> tuple[str, ...]:
        """It has none."""
        return ()

    @property
    def actions(self) -> tuple[str, ...]:
        """Names of its actions, without repeats."""
        return tuple(dict.fromkeys(rule.action for rule in self.rules))


@dataclass(frozen=True)
class Procedures:
    """Everything the robot knows how to do.

    Attributes:
        actions: By name.
        tasks: By name, in the order in which they are evaluated.
        things: By name.
        colours: Words for colours.
        kinds: Words for kinds: word → kind.
    """

    actions: Mapping[str, TabletopAction]
    tasks: Mapping[str, TabletopTask]
    things: Mapping[str, TabletopThing]
    colours: tuple[str, ...]
    kinds: Mapping[str, str]

    def task(self, name: str) -> TabletopTask:
        """The task of that name or title.

        Raises:
            UnknownTask: There is none.
        """
        wanted = name.strip().lower().removesuffix(" task")
        for task in self.tasks.values():
            if wanted in (task.name, task.title):
                return task
        known = ", ".join(self.tasks)
        raise UnknownTask(f"there is no tabletop task {name!r}; there are {known}")

    def meant(self, words: str) -> tuple[TabletopTask, ...]:
        """The tasks that are spoken of in some words, in the order of the words."""
        found: list[tuple[int, TabletopTask]] = []
        for task in self.tasks.values():
            pattern = "|".join(map(re.escape, task.called))
            hit = re.search(rf"\b(?:{pattern})\w*", words, re.IGNORECASE)
            if hit:
                found.append((hit.start(), task))
        return tuple(task for _, task in sorted(found, key=lambda pair: pair[0]))

    def thing(self, label: str) -> TabletopThing:
        """What is known about a thing from what it is called: "green apple", "cup 2", "blue cube".

        A colour in the name comes before the usual one of its kind; of a name that is not known only colour and kind
        words count.
        """
        name = base_name(label)
        if name in self.things:
            return _called(self.things[name], label, self.things[name].colour)
        words = name.split()
        colour = next((word for word in words if word in self.colours and word != words[-1]), "")
        ends = [" ".join(words[start:]) for start in range(1, len(words))]
        known = next((self.things[end] for end in ends if end in self.things), None)
        if known is not None:
            return _called(known, label, colour or known.colour)
        kind = self.kinds.get(words[-1]) if words else None
        return TabletopThing(label, frozenset({kind} if kind else ()), colour)


def base_name(label: str) -> str:
    """A name without the number that tells two of a kind apart: "Cup 2" → "cup"."""
    return re.sub(r"[\s_]+\d+$", "", label.strip().lower().replace("_", " "))


def _called(thing: TabletopThing, label: str, colour: str) -> TabletopThing:
    return TabletopThing(label, thing.kinds, colour, thing.size, thing.name)


@cache
def procedures() -> Procedures:
    """The tabletop tasks that come with homebody."""
    return read_procedures(FILE.read_text(encoding="utf-8"))


def read_procedures(text: str) -> Procedures:
    """Procedures from YAML, as described in the header of ``assets/tabletop_tasks.yaml``.

    Raises:
        BadInput: The text is not of that form, or a rule names an action that is not there.
    """
    try:
        kept = yaml.safe_load(text)
        actions = {name: _action(name, row) for name, row in kept["actions"].items()}
        tasks = {name: _task(name, row, actions) for name, row in kept["tasks"].items()}
        things = {name: _thing(name, row) for name, row in kept["things"].items()}
        colours = tuple(kept["colours"])
        kinds = {word: kind for kind, words in kept["kinds"].items() for word in words}
    except (yaml.YAMLError, AttributeError, KeyError, TypeError) as error:
        raise BadInput(f"the tasks are not of the form of assets/tabletop_tasks.yaml: {error!r}") from error
    tables = (MappingProxyType(actions), MappingProxyType(tasks), MappingProxyType(things))
    return Procedures(*tables, colours, MappingProxyType(kinds))


def _action(name: str, row: Mapping[str, Any]) -> TabletopAction:
    return TabletopAction(name, row["about"], row["place"], bool(row.get("stays", False)))


def _thing(name: str, row: Mapping[str, Any]) -> TabletopThing:
    x, y, z = (float(side) for side in row["size"])
    return TabletopThing(name, frozenset(row["kinds"]), row["colour"], (x, y, z), name)


def _task(name: str, row: Mapping[str, Any], actions: Mapping[str, TabletopAction]) -> TabletopTask:
    rules = tuple(_rule(rule) for rule in row["rules"])
    unknown = [rule.action for rule in rules if rule.action not in actions]
    if unknown:
        raise BadInput(f"task {name!r} uses the action {unknown[0]!r}; there are {', '.join(actions)}")
    places = tuple(dict.fromkeys(actions[rule.action].place for rule in rules))
    words = (row["title"], tuple(row["called"]), row["about"], row["reminder"])
    return TabletopTask(name, *words, rules, bool(row.get("ordered", False)), tuple(row["table"]), places)


def _rule(row: Mapping[str, Any]) -> TabletopRule:
    return TabletopRule(
        row["action"],
        frozenset(row.get("kinds", ())),
        frozenset(row.get("colours", ())),
        frozenset(row.get("not", ())),
        tuple(row.get("things", ())),
    )


def choose(task: TabletopTask, things: Sequence[TabletopThing]) -> tuple[tuple[TabletopThing, TabletopRule], ...]:
    """What of some things a task wants, and by which rule, in the order in which it is to be done.

    A thing that is wanted by name is wanted once, however many of them there are.
    """
    found: list[tuple[TabletopThing, TabletopRule]] = []
    left = list(things)
    for rule in task.rules:
        wanted = [thing for thing in left if rule.wants(thing)]
        if rule.things:
            by_name = {thing.base: thing for thing in reversed(wanted)}
            wanted = [by_name[name] for name in rule.things if name in by_name]
        found += [(thing, rule) for thing in wanted]
        left = [thing for thing in left if thing not in wanted]
    if not task.ordered:
        found.sort(key=lambda pair: things.index(pair[0]))
    return tuple(found)
