"""How long nodes live when nothing speaks for them.

A node expires at ``end + lifetime(level)``; summary levels double with each (H²-EMV: γ = 1 up to goals, 2^(level − 3)
above). Every node gets its day when it is added or grows, by the file's own triggers (``memory.file.schema``), so that
no builder can forget to set it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from envs.errors import BadInput
from memory.levels import GOAL
from memory.store.database import Store

_MICROSECOND = timedelta(microseconds=1)
_LONGEST = timedelta(days=365_000)
_HIGHEST = 20
"""Levels above this one do not double any further; 2^17 days are 359 years."""


@dataclass(frozen=True)
class Lifetimes:
    """How long a node lives after its end; None is for ever.

    The paper gives 15 minutes for raw observations and one day for goals as examples; the others are ours.

    Attributes:
        scene: Raw observations and scenes (levels 0 and 1).
        event: Level 2.
        goal: Level 3.
        summary: Levels 4 and above, before doubling: level 4 lives twice, level 5 four times as long.

    Raises:
        BadInput: A lifetime is zero, negative or longer than a thousand years.
    """

    scene: timedelta | None = timedelta(minutes=15)
    event: timedelta | None = timedelta(hours=1)
    goal: timedelta | None = timedelta(days=1)
    summary: timedelta | None = timedelta(days=1)

    def __post_init__(self) -> None:
        for name in ("scene", "event", "goal", "summary"):
            given = getattr(self, name)
            if given is not None and not timedelta(0) < given <= _LONGEST:
                raise BadInput(
                    f"lifetime of a {name} is {given}; it must be longer than nothing and at most 1000 years, "
                    "or None for ever"
                )

    def of(self, level: int) -> timedelta | None:
        """Lifetime of a level (Δt in the paper), None for ever.

        Raises:
            BadInput: There is no such level.
        """
        if level < 0:
            raise BadInput(f"there is no level {level}; levels count up from 0 (experiences), 1 (scenes)")
        return (self.scene, self.scene, self.event, self.goal)[level] if level <= GOAL else self.summary

    def factor(self, level: int) -> int:
        """How many lifetimes a node of a level gets (γ in the paper)."""
        return 1 << max(min(level, _HIGHEST) - GOAL, 0)


def lifetimes(store: Store) -> Lifetimes:
    """The lifetimes a memory goes by."""
    spans = {level: None if span is None else span * _MICROSECOND for level, span in store.rows(_READ)}
    return Lifetimes(spans[1], spans[2], spans[3], spans[4])


def set_lifetimes(store: Store, new: Lifetimes) -> None:
    """Have a memory go by other lifetimes, from now on and for what it already holds.

    Nodes keep the time that relevance has added; nodes that a rule or a pin keeps are kept.
    """
    with store.transaction():
        for level, span in enumerate((new.scene, new.event, new.goal, new.summary), 1):
            after = None if span is None else span // _MICROSECOND
            (before,) = store.rows("SELECT span FROM lifetimes WHERE level = ?", level)[0]
            if after != before:
                store.write("UPDATE lifetimes SET span = ? WHERE level = ?", after, level)
                store.write(_MOVE, {"level": level, "before": before, "after": after})
                store.revision += 1


_READ = "SELECT level, span FROM lifetimes"
_MOVE = """UPDATE nodes SET expires = CASE
        WHEN :after IS NULL THEN NULL
        WHEN :before IS NULL THEN "end" + :after * (1 << max(min(level, 20) - 3, 0))
        ELSE expires + (:after - :before) * (1 << max(min(level, 20) - 3, 0)) END
    WHERE min(level, 4) = :level AND forgotten IS NULL AND rule IS NULL AND pinned = 0
    AND (expires IS NULL) = (:before IS NULL)"""
