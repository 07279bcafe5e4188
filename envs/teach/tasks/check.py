"""Goal-condition counting: how far a scene is from what a task asks for.

The counting is TEACh's (published metrics are ratios of these counts), including its peculiarities:

* a component that asks for *all* objects of a kind and nothing else about them counts nothing, it only names heads;
* *all* of nothing is satisfied;
* what a nested task hands to its parent's relations are the objects that satisfy its anchor component, whether or not
  its own relations hold;
* a relation to *any* tail counts every head in place, also beyond the need, so ``satisfied`` can exceed ``total``;
  metrics clip it.

Checked against recorded games: every final state of a finished game passes; see ``tests/test_teach_check.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from envs.teach.tasks.conditions import ObjectProperties, SceneIndex
from envs.teach.tasks.definition import ALL, SKIP, Component, Task, TaskRelation


@dataclass(frozen=True)
class Problem:
    """One thing that is still wrong.

    Attributes:
        object_id: The object concerned; None when there is no object to point at.
        property: The property that has the wrong value; "" when an object is missing altogether.
        wanted: The value it should have; for a relation the key of the tail component.
        description: What to tell a person.
    """

    object_id: str | None
    property: str
    wanted: Any
    description: str


@dataclass(frozen=True)
class ComponentProgress:
    """How far one component is.

    Attributes:
        key: The component's key.
        success: Whether the component is satisfied.
        total: Goal conditions it asks for.
        satisfied: Goal conditions met.
        satisfied_ids: Objects that meet every condition; for a nested task those of its anchor.
        candidate_ids: Objects that could still be made to, best first; likewise.
        problems: What is wrong, best candidates first.
        task: The nested task's progress, or None.
    """

    key: str
    success: bool
    total: int
    satisfied: int
    satisfied_ids: tuple[str, ...]
    candidate_ids: tuple[str, ...]
    problems: tuple[Problem, ...]
    task: TaskProgress | None = None


@dataclass(frozen=True)
class RelationProgress:
    """How far one relation is.

    Attributes:
        success: Whether the relation holds.
        total: Heads that have to be in place.
        satisfied: Heads in place.
        tail_ids: The accepted tails; for "the" the ones chosen.
        problems: Heads that are not in place.
    """

    success: bool
    total: int
    satisfied: int
    tail_ids: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class TaskProgress:
    """How far a task is.

    Attributes:
        success: Whether the whole task is done.
        total: Goal conditions asked for.
        satisfied: Goal conditions met; see the module docstring for why it can exceed ``total``.
        components: One entry per needed component, in the task's order.
        relations: One entry per relation, in the task's order.
        satisfied_ids: Objects that satisfy the anchor component; empty without an anchor.
        candidate_ids: The anchor's other candidates.
    """

    success: bool
    total: int
    satisfied: int
    components: tuple[ComponentProgress, ...]
    relations: tuple[RelationProgress, ...]
    satisfied_ids: tuple[str, ...] = ()
    candidate_ids: tuple[str, ...] = ()

    def problems(self) -> Iterator[Problem]:
        """Everything that is wrong, nested tasks included, components before relations."""
        for component in self.components:
            if component.task is not None:
                yield from component.task.problems()
            yield from component.problems
        for relation in self.relations:
            yield from relation.problems

    @property
    def failures(self) -> tuple[str, ...]:
        """What to tell a person, each sentence once."""
        return tuple(dict.fromkeys(problem.description for problem in self.problems()))


def check_task(task: Task, objects: Sequence[ObjectProperties]) -> TaskProgress:
    """Count the goal conditions of a task in a scene.

    Args:
        task: What is asked for.
        objects: AI2-THOR object dicts of either key spelling, with the custom ``simbot…`` properties merged in.
            ``parentReceptacles`` may be None; the last receptacle the object was put on is used then.
    """
    return _check(task, SceneIndex(objects), 1)


# -------------------------------------------------------------------------------------------------------- components


@dataclass(frozen=True)
class _Outcome:
    """A component's progress with the objects behind it, which relations need."""

    progress: ComponentProgress
    satisfied: tuple[ObjectProperties, ...]
    candidates: tuple[ObjectProperties, ...]

    @property
    def all(self) -> tuple[ObjectProperties, ...]:
        return self.satisfied + self.candidates


def _check(task: Task, scene: SceneIndex, instances: int) -> TaskProgress:
    outcomes = {c.key: _component(c, scene, instances) for c in task.components if c.determiner != SKIP}
    relations = tuple(_relation(relation, scene, outcomes, instances) for relation in task.relations)
    components = tuple(outcome.progress for outcome in outcomes.values())
    parts = (*components, *relations)
    anchor = outcomes.get(task.anchor) if task.anchor is not None else None
    return TaskProgress(
        success=all(part.success for part in parts),
        total=sum(part.total for part in parts),
        satisfied=sum(part.satisfied for part in parts),
        components=components,
        relations=relations,
        satisfied_ids=anchor.progress.satisfied_ids if anchor else (),
        candidate_ids=anchor.progress.candidate_ids if anchor else (),
    )


def _component(component: Component, scene: SceneIndex, instances: int) -> _Outcome:
    if component.task is not None:
        return _nested(component, component.task, scene, instances * component.count)
    if component.determiner == ALL:
        return _every(component, scene)
    return _some(component, scene, 1 if component.instance_shareable else instances * component.count)


def _nested(component: Component, task: Task, scene: SceneIndex, instances: int) -> _Outcome:
    inner = _check(task, scene, instances)
    progress = ComponentProgress(
        key=component.key,
        success=inner.success,
        total=inner.total,
        satisfied=inner.satisfied,
        satisfied_ids=inner.satisfied_ids,
        candidate_ids=inner.candidate_ids,
        problems=(),
        task=inner,
    )
    # Only finished parts of a nested task take part in relations; its candidates are shown but not offered.
    return _Outcome(progress, tuple(scene.by_id[i] for i in inner.satisfied_ids), ())


def _every(component: Component, scene: SceneIndex) -> _Outcome:
    asked = len(component.conditions)
    satisfied, candidates, problems, met_partly = [], [], [], 0
    for obj in scene.primary(component):
        met = scene.met(obj, component.conditions)
        if len(met) == asked:
            satisfied.append(obj)
        else:
            candidates.append(obj)
            met_partly += len(met)
            problems.extend(_problems(component, obj, met))
    counts = asked > 1  # naming objects without asking anything of them is no goal condition
    progress = ComponentProgress(
        key=component.key,
        success=not candidates,
        total=asked * (len(satisfied) + len(candidates)) if counts else 0,
        satisfied=asked * len(satisfied) + met_partly if counts else 0,
        satisfied_ids=_ids(satisfied),
        candidate_ids=_ids(candidates),
        problems=tuple(problems),
    )
    return _Outcome(progress, tuple(satisfied), tuple(candidates))


def _some(component: Component, scene: SceneIndex, needed: int) -> _Outcome:
    asked = len(component.conditions)
    satisfied: list[ObjectProperties] = []
    partial: list[tuple[ObjectProperties, list[str]]] = []
    for obj in scene.primary(component):
        met = scene.met(obj, component.conditions)
        if len(met) == asked:
            satisfied.append(obj)
        elif len(satisfied) < needed:
            partial.append((obj, met))
    success = len(satisfied) >= needed
    wholes = [] if success else [(obj, scene.met(obj, component.conditions)) for obj in scene.wholes(component)]
    missing = _still_missing(component, needed - len(satisfied), len(satisfied), [met for _, met in wholes])
    partial = sorted(partial + wholes, key=lambda pair: (-len(pair[1]), pair[0].get("distance", 0.0)))
    chosen = partial[:missing]
    problems = [problem for obj, met in chosen for problem in _problems(component, obj, met)]
    if not success and len(chosen) + len(satisfied) < needed:
        problems.append(_too_few(component, needed - len(satisfied)))
    progress = ComponentProgress(
        key=component.key,
        success=success,
        total=asked * needed,
        satisfied=asked * min(needed, len(satisfied)) + sum(len(met) for _, met in chosen),
        satisfied_ids=_ids(satisfied),
        candidate_ids=_ids([obj for obj, _ in partial]),
        problems=tuple(problems),
    )
    return _Outcome(progress, tuple(satisfied), tuple(obj for obj, _ in partial))


def _still_missing(component: Component, missing: int, satisfied: int, wholes: Sequence[Sequence[str]]) -> int:
    """How many partial candidates count; one whole object that only has to be sliced gives slices enough."""
    ready = any(len(met) == len(component.conditions) - 1 for met in wholes)
    if ready and "Sliced" in str(component.conditions[component.primary_condition]):
        missing = 1 - satisfied
    return max(0, missing)


def _problems(component: Component, obj: ObjectProperties, met: Sequence[str]) -> Iterator[Problem]:
    for prop, wanted in component.conditions.items():
        if prop not in met:
            generic = f"{prop} of {obj['objectId']} should be {wanted!r}."
            yield Problem(obj["objectId"], prop, wanted, component.failure_descs.get(prop, generic))


def _too_few(component: Component, count: int) -> Problem:
    prop = component.primary_condition
    wanted = component.conditions[prop]
    return Problem(None, prop, wanted, component.failure_descs.get(prop, f"{count} more {wanted} needed."))


def _ids(objects: Sequence[ObjectProperties]) -> tuple[str, ...]:
    return tuple(obj["objectId"] for obj in objects)


# --------------------------------------------------------------------------------------------------------- relations


@dataclass(frozen=True)
class _Head:
    """One head of a relation: the objects on offer and how many of them are needed."""

    objects: tuple[ObjectProperties, ...]
    needed: int
    total: int


def _relation(
    relation: TaskRelation, scene: SceneIndex, outcomes: Mapping[str, _Outcome], instances: int
) -> RelationProgress:
    heads = [
        _head(outcomes[key], determiner, relation.tail_determiner, instances)
        for key, determiner in zip(relation.heads, relation.head_determiners, strict=True)
        if determiner != SKIP and key in outcomes
    ]
    tails = outcomes[relation.tail].all if relation.tail in outcomes else ()
    if not tails:
        problem = Problem(
            None, relation.property, relation.tail, relation.failure_desc or f"No {relation.tail} is ready."
        )
        return RelationProgress(False, sum(h.total for h in heads), 0, (), (problem,))
    places = {obj["objectId"]: _places(relation, obj, scene) for head in heads for obj in head.objects}
    if relation.tail_determiner == "the":
        return _on_one_tail(relation, heads, tails, places, instances)
    return _on_any_tail(relation, heads, tails, places)


def _head(outcome: _Outcome, determiner: str, tail_determiner: str, instances: int) -> _Head:
    """On "any" tail all instances of the task draw from one pool; on "the" tail each tail has to hold its own share."""
    objects = outcome.all
    each = len(objects) if determiner == ALL else 1 if determiner == "a" else int(determiner)
    share = each if determiner == ALL or tail_determiner == "the" else each * instances
    return _Head(objects, share, each * instances)


def _places(relation: TaskRelation, obj: ObjectProperties, scene: SceneIndex) -> frozenset[str]:
    if relation.property == "parentReceptacles":
        return frozenset(scene.parents(obj))
    value = obj.get(relation.property) or ()
    return frozenset([value] if isinstance(value, str) else value)


def _on_any_tail(
    relation: TaskRelation,
    heads: Sequence[_Head],
    tails: Sequence[ObjectProperties],
    places: Mapping[str, frozenset[str]],
) -> RelationProgress:
    accepted = frozenset(_ids(tails))
    satisfied, success = 0, True
    problems: list[Problem] = []
    for head in heads:
        away = [obj for obj in head.objects if not places[obj["objectId"]] & accepted]
        there = len(head.objects) - len(away)
        satisfied += there
        success = success and there >= head.needed
        problems.extend(_misplaced(relation, away[: max(0, head.needed - there)]))
    return RelationProgress(success, sum(h.total for h in heads), satisfied, _ids(tails), tuple(problems))


def _on_one_tail(
    relation: TaskRelation,
    heads: Sequence[_Head],
    tails: Sequence[ObjectProperties],
    places: Mapping[str, frozenset[str]],
    instances: int,
) -> RelationProgress:
    def there(head: _Head, tail: ObjectProperties) -> int:
        return min(head.needed, sum(tail["objectId"] in places[obj["objectId"]] for obj in head.objects))

    def score(tail: ObjectProperties) -> tuple[bool, int, int]:
        counts = [there(head, tail) for head in heads]
        complete = [count >= head.needed for count, head in zip(counts, heads, strict=True)]
        return all(complete), sum(counts), sum(complete)

    scored = sorted(((score(tail), tail) for tail in tails), key=lambda pair: pair[0], reverse=True)
    chosen = scored[:instances]
    success = len(chosen) == instances and all(complete for (complete, _, _), _ in chosen)
    problems = [
        problem
        for (complete, _, _), tail in chosen
        if not complete
        for head in heads
        for problem in _misplaced(relation, _away(head, tail, places))
    ]
    return RelationProgress(
        success=success,
        total=sum(head.total for head in heads),
        satisfied=sum(count for (_, count, _), _ in chosen),
        tail_ids=_ids([tail for _, tail in chosen]),
        problems=tuple(problems),
    )


def _away(head: _Head, tail: ObjectProperties, places: Mapping[str, frozenset[str]]) -> list[ObjectProperties]:
    away = [obj for obj in head.objects if tail["objectId"] not in places[obj["objectId"]]]
    return away[: max(0, head.needed - (len(head.objects) - len(away)))]


def _misplaced(relation: TaskRelation, objects: Sequence[ObjectProperties]) -> Iterator[Problem]:
    for obj in objects:
        text = relation.failure_desc or f"{obj['objectId']} has to be on {relation.tail}."
        yield Problem(obj["objectId"], relation.property, relation.tail, text)
