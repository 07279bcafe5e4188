"""The task definitions in ``assets/tasks/*.yaml``: reading them, and filling them in.

A definition is a template: ``load_task("Put All X On Y", ["Fork", "in", "Sink"])`` fills its parameters and expands the
tasks it is made of, so that a ``Task`` says everything the checker needs. ``docs/tasks.md`` explains the file format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from envs.errors import BadInput, UnknownTask
from envs.teach.tasks.definition import ALL, A, Component, Task, TaskRelation, task_from_json, task_to_json
from envs.vocabulary.english import how_many
from envs.vocabulary.spelling import closest

__all__ = [
    "BENCHMARK_TASKS",
    "Component",
    "Definition",
    "Parameter",
    "Task",
    "TaskRelation",
    "definitions",
    "is_defined",
    "load_task",
    "parse_definition",
    "task_from_json",
    "task_names",
    "task_to_json",
    "template_task",
]

BENCHMARK_TASKS: tuple[str, ...] = (
    "Coffee",
    "Clean All X",
    "Put All X On Y",
    "Put All X In One Y",
    "Boil X",
    "Water Plant",
    "Plate Of Toast",
    "N Slices Of X In Y",
    "N Cooked Slices Of X In Y",
    "Sandwich",
    "Salad",
    "Breakfast",
)
"""The 12 task types people were asked to do in recorded games."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a task definition: its name, what it means, and an example value."""

    name: str
    means: str
    example: str


@dataclass(frozen=True)
class Definition:
    """One task file, parameters still open.

    Attributes:
        name: Task type.
        task_id: TEACh's number.
        parameters: In the order in which values are given.
        body: The file's content; see ``docs/tasks.md``.
    """

    name: str
    task_id: int
    parameters: tuple[Parameter, ...]
    body: Mapping[str, Any]

    @property
    def summary(self) -> str:
        """What the task asks for, parameters as ``{name}``."""
        return self.body["summary"]

    @property
    def example(self) -> tuple[str, ...]:
        """Parameter values that make a sensible task."""
        return tuple(parameter.example for parameter in self.parameters)


# ----------------------------------------------------------------------------------------------- definition files

_FILE_KEYS = {"name", "id", "summary", "parameters", "anchor", "components", "relations"}
_COMPONENT_KEYS = {"count", "shared", "find", "must", "otherwise", "task", "with"}
_RELATION_KEYS = {"things", "place", "single", "property", "otherwise"}


def task_names() -> list[str]:
    """The name of every defined task type, by task id."""
    return [definition.name for definition in definitions()]


def definitions() -> tuple[Definition, ...]:
    """Every task definition, by task id."""
    return tuple(sorted(_by_slug().values(), key=lambda d: d.task_id))


def load_task(name: str, params: Sequence[str] = ()) -> Task:
    """The task of that type with its parameters filled in and its sub-tasks expanded.

    Args:
        name: Task type; case, spaces, dashes and underscores do not matter (``put-all-x-on-y``).
        params: Parameter values in the order of the definition.

    Raises:
        UnknownTask: No such task type (the message lists what exists), or the parameters do not fit it (the message
            says how many are needed and gives an example).
    """
    values = (params,) if isinstance(params, str) else tuple(str(value) for value in params)
    definition = _find(name)
    task = _resolve(definition, values, ())
    _check_counts(definition, task, values)
    return task


def is_defined(task: Task) -> bool:
    """Whether a task is one of the defined ones with its parameters, and asks for exactly that."""
    try:
        return load_task(task.name, task.params) == task
    except UnknownTask:
        return False


def template_task(definition: Definition) -> Task:
    """The task with its parameters left open as ``#0``, ``#1`` …, which is how game files list their definitions."""
    return _resolve(definition, tuple(f"#{i}" for i in range(len(definition.parameters))), ())


def parse_definition(text: str, source: str) -> Definition:
    """Read one task definition file.

    Raises:
        BadInput: The file is no valid definition; the message names ``source`` and the key.
    """
    try:
        body = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadInput(f"{source} is not valid YAML: {error}") from error
    if not isinstance(body, dict):
        raise BadInput(f"{source} holds {type(body).__name__}, not a task definition; see docs/tasks.md")
    _check_keys(body, _FILE_KEYS, {"name", "id", "summary", "components"}, source)
    for key, entry in body["components"].items():
        _check_keys(entry, _COMPONENT_KEYS, {"count"}, f"{source}, component {key}")
        if ("task" in entry) == ("find" in entry):
            raise BadInput(f"{source}, component {key}: give either 'find' (an object) or 'task' (a sub-task)")
    for entry in body.get("relations", []):
        _check_keys(entry, _RELATION_KEYS, {"things", "place"}, f"{source}, relations")
    parameters = tuple(Parameter(p["name"], p["means"], str(p["example"])) for p in body.get("parameters", []))
    return Definition(body["name"], int(body["id"]), parameters, body)


def _check_keys(entry: Any, allowed: set[str], needed: set[str], where: str) -> None:
    if not isinstance(entry, dict):
        raise BadInput(f"{where}: expected a mapping, found {type(entry).__name__}")
    unknown, missing = sorted(set(entry) - allowed), sorted(needed - set(entry))
    if unknown or missing:
        what = "; ".join(
            part
            for part in (
                f"unknown {', '.join(unknown)}" if unknown else "",
                f"missing {', '.join(missing)}" if missing else "",
            )
            if part
        )
        raise BadInput(f"{where}: {what}; allowed keys are {', '.join(sorted(allowed))}")


def _slug(name: str) -> str:
    return re.sub(r"[\s_\-]+", "_", name.strip()).lower()


@lru_cache(maxsize=1)
def _by_slug() -> Mapping[str, Definition]:
    folder = resources.files("assets") / "tasks"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".yaml")), key=str)
    loaded = [parse_definition(file.read_text(encoding="utf-8"), f"assets/tasks/{file.name}") for file in files]
    return {_slug(definition.name): definition for definition in loaded}


def _find(name: str) -> Definition:
    known = _by_slug()
    definition = known.get(_slug(name))
    if definition is None:
        close = closest(_slug(name), known)
        hint = f" Did you mean {known[close[0]].name!r}?" if close else ""
        raise UnknownTask(f"no task is called {name!r}.{hint} There are: {', '.join(task_names())}.")
    return definition


# ------------------------------------------------------------------------------------------- filling the parameters


def _resolve(definition: Definition, values: tuple[str, ...], trail: tuple[str, ...]) -> Task:
    if definition.name in trail:
        raise BadInput(f"task {definition.name!r} contains itself: {' > '.join((*trail, definition.name))}")
    _check_params(definition, values)
    fill = _Filler({p.name: value for p, value in zip(definition.parameters, values, strict=True)})
    body, trail = definition.body, (*trail, definition.name)
    components = tuple(_component(fill, key, entry, trail) for key, entry in body["components"].items())
    counts = {component.key: component.determiner for component in components}
    if len(counts) < len(components):
        raise UnknownTask(f"{definition.name} needs different things, but {_shown(values)} name the same one twice")
    anchor = body.get("anchor")
    return Task(
        task_id=definition.task_id,
        name=definition.name,
        params=values,
        anchor=None if anchor is None else fill(anchor),
        desc=fill(definition.summary),
        components=components,
        relations=tuple(_relation(fill, entry, counts) for entry in body.get("relations", [])),
    )


def _check_params(definition: Definition, values: tuple[str, ...]) -> None:
    if len(values) == len(definition.parameters):
        return
    needed = ", ".join(f"{p.name} ({p.means})" for p in definition.parameters) or "none"
    example = f" Example: {_shown(definition.example)}." if definition.parameters else ""
    raise UnknownTask(
        f"{definition.name} takes {how_many(len(definition.parameters), 'parameter')}, "
        f"{len(values)} given ({_shown(values)}). Needed: {needed}.{example}"
    )


def _check_counts(definition: Definition, task: Task, values: tuple[str, ...]) -> None:
    for component in task.components:
        if component.determiner not in (A, ALL) and not component.determiner.isdecimal():
            raise UnknownTask(
                f"{definition.name} takes {component.determiner!r} for a number of {component.key}; "
                f"given {_shown(values)}, expected something like {_shown(definition.example)}."
            )
        if component.task is not None:
            _check_counts(definition, component.task, values)


def _shown(values: Sequence[str]) -> str:
    return " ".join(repr(value) for value in values) or "nothing"


@dataclass(frozen=True)
class _Filler:
    """Puts parameter values into ``{name}`` places."""

    values: Mapping[str, str]

    def __call__(self, text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: self.values[match[1]], text)

    def condition(self, value: Any) -> Any:
        """A condition's value; a filled-in number becomes an int, because simulator properties are compared as such."""
        if not isinstance(value, str):
            return value
        filled = self(value)
        return int(filled) if filled != value and filled.isdecimal() else filled


def _component(fill: _Filler, key: str, entry: Mapping[str, Any], trail: tuple[str, ...]) -> Component:
    if "task" in entry:
        params = tuple(fill(value) for value in entry.get("with", []))
        task = _resolve(_find(entry["task"]), params, trail)
        return Component(fill(key), fill(str(entry["count"])), "", False, {}, {}, task)
    conditions = {**entry["find"], **entry.get("must", {})}
    return Component(
        key=fill(key),
        determiner=fill(str(entry["count"])),
        primary_condition=next(iter(entry["find"])),
        instance_shareable=bool(entry.get("shared", False)),
        conditions={name: fill.condition(value) for name, value in conditions.items()},
        failure_descs={name: fill(text) for name, text in entry.get("otherwise", {}).items()},
    )


def _relation(fill: _Filler, entry: Mapping[str, Any], counts: Mapping[str, str]) -> TaskRelation:
    heads = tuple(fill(key) for key in entry["things"])
    return TaskRelation(
        property=entry.get("property", "parentReceptacles"),
        heads=heads,
        head_determiners=tuple(counts[key] for key in heads),
        tail=fill(entry["place"]),
        tail_determiner="the" if entry.get("single") else "a",
        failure_desc=fill(entry.get("otherwise", "")),
    )
