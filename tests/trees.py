"""What must hold for the whole history tree, and a few lives to grow one from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from life import Life

from memory.experience import Experience
from memory.levels import GOAL
from memory.store.database import Store

_DAY = 86_400_000_000  # microseconds


class Row(NamedTuple):
    """A node as it lies in the file."""

    id: int
    level: int
    parent: int | None
    start: int
    end: int
    first: int
    last: int
    summary: str


def rows(store: Store) -> list[Row]:
    """All nodes from events upwards, in order, level by level."""
    columns = ", ".join(f'"{name}"' for name in Row._fields)
    return [Row(*row) for row in store.rows(f"SELECT {columns} FROM nodes WHERE level > 1 ORDER BY level, first, id")]


def problems(store: Store, root: bool = True) -> list[str]:
    """Every broken promise of the tree above events."""
    found: list[str] = []
    nodes = rows(store)
    levels = {level: [node for node in nodes if node.level == level] for level in sorted({n.level for n in nodes})}
    tops = [node.level for node in nodes if node.parent is None]
    if root and tops != [max(levels, default=0)] * bool(nodes):
        found.append(f"no single root: {tops} of height {max(levels, default=0)}")
    below: dict[int | None, list[Row]] = {}
    for node in nodes:
        below.setdefault(node.parent, []).append(node)
    for level, row in levels.items():
        found += [problem for node in row if level > 2 for problem in _node_problems(node, below.get(node.id, []))]
        for left, right in pairwise(row):
            if left.last + 1 != right.first:
                found.append(f"nodes {left.id} and {right.id} do not tile level {level}")
        if row[0].first != 1 or row[-1].last != (store.newest or (0,))[0]:
            found.append(f"level {level} does not span everything")
    return found


def _node_problems(node: Row, children: list[Row]) -> list[str]:
    if not children or not node.summary:
        return [f"{node} has no children or no words"]
    found = []
    if {child.level for child in children} != {node.level - 1}:
        found.append(f"{node} has children of other levels than {node.level - 1}")
    if (node.first, node.last) != (children[0].first, children[-1].last):
        found.append(f"{node} does not span its children")
    if (node.start, node.end) != (min(c.start for c in children), max(c.end for c in children)):
        found.append(f"{node} has other times than its children")
    if any(left.last + 1 != right.first for left, right in pairwise(children)):
        found.append(f"children of {node.id} do not tile it")
    if len(children) > 48 and GOAL < node.level < 12:
        found.append(f"{node.id} has {len(children)} children")
    return found


def mixed(store: Store) -> list[Row]:
    """Nodes above goals that mix days without being a summary of whole days."""
    nodes = rows(store)
    goals = [node for node in nodes if node.level == GOAL]
    inside = {right.first for left, right in pairwise(goals) if left.start // _DAY == right.start // _DAY}
    found = []
    for node in nodes:
        whole = node.first not in inside and node.last + 1 not in inside
        if node.level > GOAL and not whole:
            days = {goal.start // _DAY for goal in goals if node.first <= goal.first <= node.last}
            found += [node] if len(days) > 1 else []
    return found


def shape(store: Store) -> list[tuple[object, ...]]:
    """The whole tree by what it says, without ids."""
    return store.rows(
        """SELECT n.level, n.start, n."end", n.first, n.last, n.summary, p.level, p.first
        FROM nodes n LEFT JOIN nodes p ON p.id = n.parent ORDER BY n.level, n.first"""
    )


def home() -> Life:
    """A life in a kitchen with nothing done yet."""
    life = Life()
    for key in ("CounterTop|0", "SinkBasin|0", "Faucet|0", "Fridge|0", "Microwave|0", "CoffeeMachine|0", "Sofa|0"):
        life.add(key)
    for key in ("Mug|0", "Plate|0", "Potato|0", "PotatoSliced|0", "Knife|0", "Newspaper|0", "Newspaper|1"):
        life.add(key, "CounterTop|0")
    return life


def cook(life: Life) -> Life:
    """Slice the potato, cook a slice, put it on the plate."""
    life.pick_up("Knife|0").live("Slice", "Potato|0").put("CounterTop|0")
    life.open("Microwave|0").pick_up("PotatoSliced|0").put("Microwave|0").close("Microwave|0")
    life.switch("Microwave|0", True).switch("Microwave|0", False).open("Microwave|0")
    return life.pick_up("PotatoSliced|0").put("Plate|0")


def coffee(life: Life) -> Life:
    """Make coffee in the mug."""
    return life.walk(2).pick_up("Mug|0").put("CoffeeMachine|0").switch("CoffeeMachine|0", True).pick_up("Mug|0")


def wash(life: Life) -> Life:
    """Wash the plate."""
    life.pick_up("Plate|0").put("SinkBasin|0").switch("Faucet|0", True).switch("Faucet|0", False)
    return life.pick_up("Plate|0").put("CounterTop|0")


def many_days(count: int) -> Iterator[Experience]:
    """Two episodes a day, with nights between."""
    life = home()
    first = life.time
    for day in range(count):
        coffee(life.begin(f"{day} morning", first + timedelta(days=day)))
        life.put("CounterTop|0")
        cook(wash(life.begin(f"{day} noon", first + timedelta(days=day, hours=4, minutes=day % 7))))
    yield from life.experiences
