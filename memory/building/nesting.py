"""Nested goals, for robots whose skills call skills.

Such a robot states its goal as the path through its skill stack, outermost first: ``tidy up > pick up mug > grasp``.
The history keeps one goal (level 3) per outermost goal, with all its events as direct children, as H²-EMV does; the
nesting is rebuilt from the paths where it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from memory.levels import goal_path
from memory.store.database import Store, moment


@dataclass
class NestedGoal:
    """One entry of the skill stack for as long as it was on it.

    Attributes:
        name: As the robot states it.
        start: Time of its first experience.
        end: Time of its last one.
        first: Number of the first experience.
        last: Number of the last one.
        parts: The goals it called, in order.
    """

    name: str
    start: datetime
    end: datetime
    first: int
    last: int
    parts: list[NestedGoal] = field(default_factory=list)

    def outline(self, depth: int = 0) -> str:
        """The goal and its parts as indented lines."""
        lines = [f"{'  ' * depth}{self.start:%H:%M:%S} {self.name}", *(part.outline(depth + 1) for part in self.parts)]
        return "\n".join(lines)


def nested(store: Store, goal: int) -> list[NestedGoal]:
    """The stated goals below a goal node, nested; empty when none was stated.

    Raises:
        BadInput: There is no such node.
    """
    node = store.node(goal)
    rows = store.rows(
        "SELECT id, time, goal FROM experiences WHERE id BETWEEN ? AND ? AND goal IS NOT NULL ORDER BY id",
        node.first,
        node.last,
    )
    return nest((number, moment(time), goal_path(stated)) for number, time, stated in rows)


def nest(steps: Iterable[tuple[int, datetime, tuple[str, ...]]]) -> list[NestedGoal]:
    """Nest (number, time, path) steps in order: a goal lasts while its whole path stays the same."""
    roots: list[NestedGoal] = []
    stack: list[NestedGoal] = []
    for number, time, path in steps:
        common = 0
        while common < min(len(stack), len(path)) and stack[common].name == path[common]:
            common += 1
        del stack[common:]
        for name in path[common:]:
            goal = NestedGoal(name, time, time, number, number)
            (stack[-1].parts if stack else roots).append(goal)
            stack.append(goal)
        for goal in stack:
            goal.end, goal.last = time, number
    return roots
