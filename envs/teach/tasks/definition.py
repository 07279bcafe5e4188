"""What a TEACh task asks for, as values, and how a game file writes it down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from envs.errors import BadGameFile
from envs.teach.tasks.fields import NULL, get_field, kind_of

A, ALL, SKIP = "a", "all", "0"
"""Determiners with a name; any other determiner is a count such as "3"."""


@dataclass(frozen=True)
class Component:
    """What a task needs: objects in a certain state, or another task done.

    Attributes:
        key: Name of the component inside its task; relations refer to it.
        determiner: "a", "all", "0" (not needed) or a count such as "3".
        primary_condition: The condition that makes an object a candidate at all; "" for a nested task.
        instance_shareable: One object is enough however many times the task is asked for (a knife, a sink).
        conditions: Property to wanted value; 0 and 1 stand for false and true. Empty for a nested task.
        failure_descs: Property to what to tell a person when that condition is not met. Wording is not compared.
        task: The nested task, or None for a component made of conditions.
    """

    key: str
    determiner: str
    primary_condition: str
    instance_shareable: bool
    conditions: Mapping[str, Any] = field(hash=False)
    failure_descs: Mapping[str, str] = field(compare=False)
    task: Task | None = None

    @property
    def count(self) -> int:
        """How many instances are needed: 1 for "a" and "all", else the number."""
        return 1 if self.determiner in (A, ALL) else int(self.determiner)


@dataclass(frozen=True)
class TaskRelation:
    """Heads have to be in or on a tail.

    Attributes:
        property: The head's property that has to name a tail; in practice ``parentReceptacles``.
        heads: Component keys.
        head_determiners: How many of each head, in the order of ``heads``; as in ``Component.determiner``.
        tail: Component key.
        tail_determiner: "a" (any tail will do for each head) or "the" (one single tail holds all heads).
        failure_desc: What to tell a person. Wording is not compared.
    """

    property: str
    heads: tuple[str, ...]
    head_determiners: tuple[str, ...]
    tail: str
    tail_determiner: str
    failure_desc: str = field(default="", compare=False)


@dataclass(frozen=True)
class Task:
    """A task with its parameters filled in. Two tasks are equal when they ask for the same, in whatever words.

    Attributes:
        task_id: TEACh's number of the task type.
        name: Task type, for example ``N Slices Of X In Y``.
        params: The parameters, in order.
        anchor: Key of the component that stands for the whole task inside another one; None when it cannot be nested.
        desc: One sentence for people. Wording is not compared.
        components: What is needed.
        relations: Where it has to be.
    """

    task_id: int
    name: str
    params: tuple[str, ...]
    anchor: str | None
    desc: str = field(compare=False)
    components: tuple[Component, ...]
    relations: tuple[TaskRelation, ...]

    def component(self, key: str) -> Component | None:
        """The component of that key, or None."""
        return next((c for c in self.components if c.key == key), None)

    def walk(self) -> Iterator[Component]:
        """Every component that is needed, nested ones included; a component with determiner "0" is left out."""
        for component in self.components:
            if component.determiner == SKIP:
                continue
            yield component
            if component.task is not None:
                yield from component.task.walk()


def together(tasks: Sequence[Task]) -> Task:
    """One task that asks for several; the task itself where it is one. TEACh has no such task: its id is 0."""
    if len(tasks) == 1:
        return tasks[0]
    parts = tuple(
        Component(f"task {number}", "1", "", False, {}, {}, task) for number, task in enumerate(tasks, start=1)
    )
    return Task(0, "Household", (), None, " ".join(task.desc for task in tasks), parts, ())


# ----------------------------------------------------------------------------------------- layout inside a game file


def task_to_json(task: Task) -> dict[str, Any]:
    """The task as ``tasks[0]`` of a game file holds it, without its episodes."""
    return {
        "task_id": task.task_id,
        "task_name": task.name,
        "task_params": list(task.params),
        "task_nparams": len(task.params),
        "task_anchor_object": task.anchor,
        "desc": task.desc,
        "components": {component.key: _component_to_json(component) for component in task.components},
        "relations": [_relation_to_json(relation) for relation in task.relations],
        "comments": "",
    }


def _component_to_json(component: Component) -> dict[str, Any]:
    if component.task is not None:
        return {
            "determiner": component.determiner,
            "task_name": component.task.name,
            "task_params": list(component.task.params),
            "task": {**task_to_json(component.task), "episodes": []},
        }
    return {
        "determiner": component.determiner,
        "primary_condition": component.primary_condition,
        "instance_shareable": component.instance_shareable,
        "conditions": dict(component.conditions),
        "condition_failure_descs": dict(component.failure_descs),
    }


def _relation_to_json(relation: TaskRelation) -> dict[str, Any]:
    return {
        "property": relation.property,
        "tail_entity_list": [relation.tail],
        "tail_determiner_list": [relation.tail_determiner],
        "head_entity_list": list(relation.heads),
        "head_determiner_list": list(relation.head_determiners),
        "failure_desc": relation.failure_desc,
    }


def task_from_json(data: Mapping[str, Any], where: str = "tasks[0]") -> Task:
    """The task a game file describes; its components are already filled in and expanded.

    Args:
        data: ``tasks[0]`` of a game file, or the ``task`` of a nested component.
        where: How error messages call ``data``.

    Raises:
        BadGameFile: A field is missing, of the wrong type, or names a component that is not there.
    """
    params = get_field(data, "task_params", (list, NULL), where) or []
    components = get_field(data, "components", (dict,), where)
    task = Task(
        task_id=get_field(data, "task_id", (int,), where),
        name=get_field(data, "task_name", (str,), where),
        params=tuple(str(value) for value in params),
        anchor=get_field(data, "task_anchor_object", (str, NULL), where),
        desc=get_field(data, "desc", (str,), where),
        components=tuple(
            _component_from_json(key, entry, f"{where}.components.{key}") for key, entry in components.items()
        ),
        relations=tuple(
            _relation_from_json(entry, f"{where}.relations[{i}]")
            for i, entry in enumerate(get_field(data, "relations", (list,), where))
        ),
    )
    for i, relation in enumerate(task.relations):
        for key in (*relation.heads, relation.tail):
            if task.component(key) is None:
                known = ", ".join(components) or "none"
                raise BadGameFile(f"{where}.relations[{i}] names component {key!r}; the task has: {known}")
    return task


def _component_from_json(key: str, data: Any, where: str) -> Component:
    determiner = str(get_field(data, "determiner", (str, int), where))
    if determiner not in (A, ALL) and not determiner.isdecimal():
        raise BadGameFile(f"{where}.determiner is {determiner!r}; it has to be 'a', 'all' or a count")
    if "task_name" in data:
        if determiner == ALL:
            raise BadGameFile(f"{where}.determiner is 'all', which a component made of a task cannot have")
        nested = task_from_json(get_field(data, "task", (dict,), where), f"{where}.task")
        return Component(key, determiner, "", False, {}, {}, nested)
    conditions = get_field(data, "conditions", (dict,), where)
    for prop, value in conditions.items():
        if isinstance(value, list | dict):
            raise BadGameFile(f"{where}.conditions.{prop} is {kind_of(value)}, expected a single value")
    primary = get_field(data, "primary_condition", (str,), where)
    if primary not in conditions:
        raise BadGameFile(f"{where}.primary_condition is {primary!r}, which is not among its conditions")
    return Component(
        key=key,
        determiner=determiner,
        primary_condition=primary,
        instance_shareable=bool(get_field(data, "instance_shareable", (bool, int), where)),
        conditions=conditions,
        failure_descs=get_field(data, "condition_failure_descs", (dict,), where),
    )


def _relation_from_json(data: Any, where: str) -> TaskRelation:
    heads = tuple(get_field(data, "head_entity_list", (list,), where))
    counts = tuple(str(count) for count in get_field(data, "head_determiner_list", (list,), where))
    tails = get_field(data, "tail_entity_list", (list,), where)
    tail_counts = get_field(data, "tail_determiner_list", (list,), where)
    if len(heads) != len(counts):
        raise BadGameFile(f"{where} has {len(heads)} heads but {len(counts)} head determiners")
    if len(tails) != 1 or len(tail_counts) != 1:
        raise BadGameFile(f"{where} has {len(tails)} tails; exactly one is supported")
    if tail_counts[0] not in ("a", "the"):
        raise BadGameFile(f"{where}.tail_determiner_list is {tail_counts}; it has to be 'a' or 'the'")
    return TaskRelation(
        property=get_field(data, "property", (str,), where),
        heads=heads,
        head_determiners=counts,
        tail=tails[0],
        tail_determiner=tail_counts[0],
        failure_desc=get_field(data, "failure_desc", (str,), where),
    )
