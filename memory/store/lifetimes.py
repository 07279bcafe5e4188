"""How long nodes live when nothing speaks for them.

A node expires at ``end + lifetime(level)``; summary levels double with each (H²-EMV: γ = 1 up to goals, 2^(level − 3)
above). Every node gets its day when it is added or grows, by the file's own triggers (``memory.file.schema``), so that
no builder can forget to set it.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace
from datetime import timedelta

from envs.errors import BadInput
from memory.levels import EVENT, GOAL, KINDS, LEVELS, SCENE, SUMMARY
from memory.store.database import Store
from memory.store.settings import set_settings, settings

_MICROSECOND = timedelta(microseconds=1)
_LONGEST = timedelta(days=365_000)
_HIGHEST = 20
"""Levels above this one do not double any further; 2^17 days are 359 years."""


@dataclass(frozen=True)
class Lifetimes:
    """How long a node lives after its end; None is for ever.

    By default deeds and words are known for a week, what came of tasks for a month, of days for two; ``H2EMV`` are the
    published ones.

    Attributes:
        scene: Raw observations and scenes.
        event: Events.
        goal: Goals.
        summary: Levels above, before doubling: the lowest of them lives twice, the next four times as long.

    Raises:
        BadInput: A lifetime is zero, negative or longer than a thousand years.
    """

    scene: timedelta | None = LEVELS[SCENE].lifetime
    event: timedelta | None = LEVELS[EVENT].lifetime
    goal: timedelta | None = LEVELS[GOAL].lifetime
    summary: timedelta | None = LEVELS[SUMMARY].lifetime

    def __post_init__(self) -> None:
        for name in (one.name for one in fields(self)):
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
            raise BadInput(f"there is no level {level}; levels are 0 experiences, {KINDS}")
        return astuple(self)[min(max(level, SCENE), SUMMARY) - SCENE]

    def factor(self, level: int) -> int:
        """How many lifetimes a node of a level gets (γ in the paper)."""
        return 1 << max(min(level, _HIGHEST) - GOAL, 0)


H2EMV = Lifetimes(timedelta(minutes=15), timedelta(hours=1), timedelta(days=1), timedelta(days=1))
"""As published: the paper gives 15 minutes for raw observations and one day for goals; the others are ours."""
LASTING, PUBLISHED_LIFETIMES = "lasting", "h2emv"
PRESETS = {LASTING: Lifetimes(), PUBLISHED_LIFETIMES: H2EMV}
"""Lifetimes by name; only with the first what was said outlives its event (``Settings.words``)."""


def use_preset(store: Store, name: str) -> None:
    """Have a memory go by lifetimes that have a name, from now on and for what it already holds.

    Raises:
        BadInput: No lifetimes have that name.
    """
    if name not in PRESETS:
        raise BadInput(f"there are no lifetimes {name!r}; choose one of {', '.join(PRESETS)}")
    with store.transaction():
        set_lifetimes(store, PRESETS[name])
        set_settings(store, replace(settings(store), words=name == LASTING))


def lifetimes(store: Store) -> Lifetimes:
    """The lifetimes a memory goes by."""
    spans = {level: None if span is None else span * _MICROSECOND for level, span in store.rows(_READ)}
    return Lifetimes(*(spans[level] for level in range(SCENE, SUMMARY + 1)))


def set_lifetimes(store: Store, new: Lifetimes) -> None:
    """Have a memory go by other lifetimes, from now on and for what it already holds.

    Nodes keep the time that relevance has added; nodes that a rule or a pin keeps are kept.
    """
    with store.transaction():
        for level, span in enumerate(astuple(new), SCENE):
            after = None if span is None else span // _MICROSECOND
            (before,) = store.rows("SELECT span FROM lifetimes WHERE level = ?", level)[0]
            if after != before:
                store.write("UPDATE lifetimes SET span = ? WHERE level = ?", after, level)
                store.write(_MOVE, {"level": level, "before": before, "after": after})
                store.revision += 1


_READ = "SELECT level, span FROM lifetimes"
ROW = f"min(nodes.level, {SUMMARY})"
"""SQL: the row of ``lifetimes`` that a node goes by."""
FACTOR = f"(1 << max(min(nodes.level, {_HIGHEST}) - {GOAL}, 0))"
"""SQL: how many lifetimes a node gets; as ``Lifetimes.factor``."""
_MOVE = f"""UPDATE nodes SET expires = CASE
        WHEN :after IS NULL THEN NULL
        WHEN :before IS NULL THEN "end" + :after * {FACTOR}
        ELSE expires + (:after - :before) * {FACTOR} END
    WHERE {ROW} = :level AND forgotten IS NULL AND rule IS NULL AND pinned = 0
    AND (expires IS NULL) = (:before IS NULL)"""
