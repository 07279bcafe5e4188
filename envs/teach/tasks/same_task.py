"""Under which of TEACh's definitions a task can be written down: its replay and metrics look tasks up by name and id.

People also ask for what TEACh has no definition for, such as one fork in the sink. Where there is but one fork that is
TEACh's *Put All X On Y*, and so it is written; where there are three, TEACh has no word for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from envs.errors import UnknownTask
from envs.simulator import ObjectDict
from envs.teach.tasks.check import check_task
from envs.teach.tasks.definition import ALL, A, Component, Task
from envs.teach.tasks.definitions import is_defined, load_task

_ONE = frozenset({A, "1"})
_CLASS = "simbotObjectClass"


def as_defined(task: Task, before: Sequence[ObjectDict], after: Sequence[ObjectDict]) -> Task | None:
    """The same task by one of TEACh's definitions; None when there is none that means the same in this home.

    Args:
        task: What was asked for.
        before: Object dicts of the scene at the start, with the custom properties.
        after: Likewise at the end.
    """
    if is_defined(task):
        return task
    for name, params in _candidates(task, after):
        try:
            found = load_task(name, params)
        except UnknownTask:
            continue
        if all(check_task(found, scene).success == check_task(task, scene).success for scene in (before, after)):
            return found
    return None


def _candidates(task: Task, objects: Sequence[ObjectDict]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Definitions that ask for such things, with parameters."""
    if any(component.task is not None for component in task.components):
        return
    if len(task.components) == 1 and not task.relations:
        yield from _states(task.components[0], objects)
    if len(task.components) == 2 and len(task.relations) == 1:
        relation = task.relations[0]
        head, tail = (task.component(key) for key in (relation.heads[0], relation.tail))
        if head is None or tail is None or not _is_plain(head) or not set(tail.conditions) <= {_CLASS, "receptacle"}:
            return
        if _is_every(head, objects):
            name = "Put All X In One Y" if relation.tail_determiner == "the" else "Put All X On Y"
            yield name, (_kind(head), "on" if "on" in task.params else "in", _kind(tail))


def _states(part: Component, objects: Sequence[ObjectDict]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Definitions for things in a state."""
    kind, wanted = _kind(part), {k: v for k, v in part.conditions.items() if k != part.primary_condition}
    if kind.endswith("Sliced") and part.determiner in _ONE:
        whole = kind.removesuffix("Sliced")
        yield {(): "Sliced X", (("simbotIsCooked", 1),): "Cooked Slice Of X"}.get(tuple(wanted.items()), ""), (whole,)
    if wanted == {"isSliced": 1} and part.determiner in _ONE:
        yield "Sliced X", (kind,)
    if wanted == {"isDirty": 0}:
        yield ("Clean All X" if _is_every(part, objects) else "Clean X" if part.determiner in _ONE else ""), (kind,)
    if wanted == {"simbotIsBoiled": 1} and part.determiner in _ONE:
        yield "Boil X", (kind,)
    if wanted == {"isFilledWithLiquid": 1} and kind == "HousePlant" and part.determiner in _ONE:
        yield "Water Plant", ()
    if wanted in ({"isToggled": 0}, {"isToggled": 1}) and _is_every(part, objects):
        yield "Toggle X All Y", (("off", "on")[wanted["isToggled"]], str(wanted["isToggled"]), kind)


def _kind(part: Component) -> str:
    return str(part.conditions.get(part.primary_condition, ""))


def _is_plain(part: Component) -> bool:
    """Whether a component asks for nothing but a kind of things."""
    return set(part.conditions) == {_CLASS}


def _is_every(part: Component, objects: Sequence[ObjectDict]) -> bool:
    """Whether a component asks for all there are."""
    kind = _kind(part)
    here = sum(kind == o["objectType"] or kind in (o.get(_CLASS) or ()) for o in objects)
    return part.determiner == ALL or part.count == here
