"""What an episode wants: propositions, when they are looked at, and what cancels them (PARTNR, as Memento uses it)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from envs.errors import BadInput
from envs.rearrangement.house import House
from envs.rearrangement.records import CheckedRecord

Predicate = Literal["is_on_top", "is_inside", "is_next_to", "is_in_room", "is_on_floor"]
DependencyKind = Literal["while_satisfied", "after_satisfied", "after_unsatisfied", "before_satisfied"]


@dataclass(frozen=True)
class Proposition:
    """That so many of some objects are somewhere.

    Attributes:
        predicate: How.
        objects: Any of them will do.
        others: Furniture, rooms, or objects and furniture for ``is_next_to``: any of them; empty for the floor.
        number: How many of the objects.
        same: Whether they have to share one of the others.
        within: Metres for ``is_next_to``.
    """

    predicate: Predicate
    objects: tuple[str, ...]
    others: tuple[str, ...] = ()
    number: int = 1
    same: bool = False
    within: float = 0.5


@dataclass(frozen=True)
class Dependency:
    """When propositions are looked at: those of ``props`` only where those of ``on`` are as ``kind`` says.

    Attributes:
        props: Indices of propositions.
        on: Indices of those they depend on.
        kind: While they hold, after they held, after they held and stopped, or before they ever held.
        every: Whether all of them are meant, else any.
    """

    props: tuple[int, ...]
    on: tuple[int, ...]
    kind: DependencyKind = "while_satisfied"
    every: bool = False


@dataclass(frozen=True)
class TemporalConstraint:
    """Temporal constraint: by index which propositions must have held strictly before which others."""

    edges: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class TerminalConstraint:
    """Propositions that must also hold at the end."""

    props: tuple[int, ...]


@dataclass(frozen=True)
class ArgumentConstraint:
    """Propositions whose second arguments have to agree, or all to differ.

    Attributes:
        props: Indices.
        same: Whether they have to agree.
    """

    props: tuple[int, ...]
    same: bool


Constraint = TemporalConstraint | TerminalConstraint | ArgumentConstraint


@dataclass(frozen=True)
class Goals:
    """All that an episode wants."""

    propositions: tuple[Proposition, ...]
    dependencies: tuple[Dependency, ...] = ()
    constraints: tuple[Constraint, ...] = ()


def read_goals(record: CheckedRecord, house: House, objects: Iterable[str]) -> Goals:
    """The goals of an episode.

    Raises:
        BadInput: A name that is not in the house, an unknown relation, an index out of range, a circle in an order.
    """
    names = frozenset(objects)
    propositions = tuple(_proposition(one, house, names) for one in record.records("goals"))
    if not propositions:
        raise BadInput(f"{record.where}: it has no goals")
    count = len(propositions)
    dependencies = tuple(_dependency(one, count) for one in record.records("dependencies"))
    constraints = tuple(_constraint(one, count) for one in record.records("constraints"))
    return unrolled(Goals(propositions, dependencies, constraints))


_ARGUMENTS: Mapping[str, tuple[str, str]] = {
    "is_on_top": ("obj", "rec"),
    "is_inside": ("obj", "rec"),
    "is_next_to": ("a", "b"),
    "is_in_room": ("obj", "rooms"),
    "is_on_floor": ("obj", ""),
}


def _proposition(record: CheckedRecord, house: House, objects: frozenset[str]) -> Proposition:
    name = record.text("fn")
    if name not in _ARGUMENTS:
        raise BadInput(f"{record.where}: there is no relation {name!r}; they are {', '.join(_ARGUMENTS)}")
    first, second = _ARGUMENTS[name]
    own, others = record.texts(first), record.texts(second) if second else ()
    _check(record, own, objects, "object of the episode")
    allowed = frozenset(house.rooms) if name == "is_in_room" else frozenset(house.furniture)
    allowed |= objects if name == "is_next_to" else frozenset(room.floor for room in house.rooms.values())
    if second:
        _check(record, others, allowed, "room" if name == "is_in_room" else "place of the house")
    number = record.number("n", 1)
    if not 1 <= number <= len(own):
        raise BadInput(f"{record.where}: {number} of {len(own)} objects cannot be asked for")
    same, within = bool(record.get("same", record.get("same_b", False))), float(record.get("l2", 0.5))
    return Proposition(name, own, others, number, same, within)  # pyright: ignore[reportArgumentType]


def _check(record: CheckedRecord, names: tuple[str, ...], allowed: frozenset[str], what: str) -> None:
    if not names:
        raise BadInput(f"{record.where}: it names nothing")
    unknown = [name for name in names if name not in allowed]
    if unknown:
        raise BadInput(f"{record.where}: {unknown[0]!r} is no {what}")


def _dependency(record: CheckedRecord, count: int) -> Dependency:
    kind, mode = record.text("rel"), record.text("mode", "any")
    if kind not in get_args(DependencyKind):
        raise BadInput(
            f"{record.where}: there is no dependency {kind!r}; they are {', '.join(get_args(DependencyKind))}"
        )
    if mode not in ("any", "all"):
        raise BadInput(f"{record.where}: the mode is any or all, not {mode!r}")
    props, on = record.numbers("props"), record.numbers("on")
    _in_range(record, (*props, *on), count)
    return Dependency(props, on, kind, mode == "all")  # pyright: ignore[reportArgumentType]


def _in_range(record: CheckedRecord, indices: Iterable[int], count: int) -> None:
    for index in indices:
        if not 0 <= index < count:
            raise BadInput(f"{record.where}: there is no proposition {index}; they are 0 to {count - 1}")


def _constraint(record: CheckedRecord, count: int) -> Constraint:
    kind = record.text("type")
    if kind == "temporal":
        edges = tuple(_edge(record, one) for one in record.get("edges", []))
        _in_range(record, (index for edge in edges for index in edge), count)
        _check_order(record, edges)
        return TemporalConstraint(edges)
    props = record.numbers("props")
    _in_range(record, props, count)
    if kind == "terminal":
        return TerminalConstraint(props)
    if kind in ("same_argument", "same", "same_arg"):
        return ArgumentConstraint(props, True)
    if kind in ("different_argument", "different", "diff_arg"):
        return ArgumentConstraint(props, False)
    raise BadInput(
        f"{record.where}: there is no constraint {kind!r}; they are temporal, terminal, same_argument, "
        "different_argument"
    )


def _edge(record: CheckedRecord, edge: object) -> tuple[int, int]:
    match edge:
        case [int(one), int(other)]:
            return one, other
    raise BadInput(f"{record.where}: an edge is two numbers, not {edge!r:.60}")


def _check_order(record: CheckedRecord, edges: Iterable[tuple[int, int]]) -> None:
    """Refuse an order in which something comes before itself."""
    before = ancestors(tuple(edges))
    circle = sorted(index for index, found in before.items() if index in found)
    if circle:
        raise BadInput(f"{record.where}: the order goes round in a circle through {', '.join(map(str, circle))}")


def ancestors(edges: Iterable[tuple[int, int]]) -> dict[int, frozenset[int]]:
    """For each proposition all that have to come before it, at any distance."""
    parents: dict[int, set[int]] = {}
    for one, other in edges:
        parents.setdefault(other, set()).add(one)
    found: dict[int, frozenset[int]] = {}
    for index in parents:
        seen: set[int] = set()
        ahead = list(parents[index])
        while ahead:
            if (one := ahead.pop()) not in seen:
                seen.add(one)
                ahead += parents.get(one, ())
        found[index] = frozenset(seen)
    return found


def unrolled(goals: Goals) -> Goals:
    """The goals with a proposition for every number up to the one asked for, so that a part of it earns credit."""
    if all(one.number == 1 for one in goals.propositions):
        return goals
    stands: dict[int, list[int]] = {}
    propositions: list[Proposition] = []
    for index, one in enumerate(goals.propositions):
        for number in range(1, one.number + 1):
            stands.setdefault(index, []).append(len(propositions))
            propositions.append(Proposition(one.predicate, one.objects, one.others, number, one.same, one.within))
    dependencies = tuple(
        Dependency(_all(one.props, stands), _all(one.on, stands), one.kind, one.every) for one in goals.dependencies
    )
    return Goals(tuple(propositions), dependencies, tuple(c for one in goals.constraints for c in _grown(one, stands)))


def _all(indices: Iterable[int], stands: Mapping[int, list[int]]) -> tuple[int, ...]:
    return tuple(new for index in indices for new in stands[index])


def _grown(one: Constraint, stands: Mapping[int, list[int]]) -> list[Constraint]:
    if isinstance(one, TemporalConstraint):
        return [TemporalConstraint(tuple((a, b) for x, y in one.edges for a in stands[x] for b in stands[y]))]
    if isinstance(one, TerminalConstraint):
        return [TerminalConstraint(_all(one.props, stands))]
    if one.same:
        return [ArgumentConstraint(_all(one.props, stands), True)]
    most = max(len(stands[index]) for index in one.props)
    rounds = (tuple(stands[i][min(k, len(stands[i]) - 1)] for i in one.props) for k in range(most))
    return [ArgumentConstraint(props, False) for props in rounds]
