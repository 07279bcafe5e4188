"""What a turn of the coordinator's conversation stands for: what the built-in coordinator reads instead of words."""

from __future__ import annotations

from dataclasses import dataclass

from agent.tabletop.procedures import TabletopTask


@dataclass(frozen=True)
class Taught:
    """How a task is done was said."""

    task: TabletopTask


@dataclass(frozen=True)
class Heard:
    """The user said something."""

    text: str


@dataclass(frozen=True)
class Seen:
    """What was on the table."""

    things: tuple[str, ...]


@dataclass(frozen=True)
class Did:
    """An action was carried out, or tried."""

    action: str
    thing: str
    success: bool
    reason: str = ""


@dataclass(frozen=True)
class Recalled:
    """The worker handed over a memory: a ``WorkingMemory``, a ``DeclarativeMemory``, or that there is none."""

    function: str
    task: str
    memory: object


@dataclass(frozen=True)
class Waiting:
    """Which tasks are begun and not finished, the one changed last at the end."""

    tasks: tuple[TabletopTask, ...]


@dataclass(frozen=True)
class AtHand:
    """Which task is being carried out; with memory every prompt says so."""

    task: TabletopTask


Fact = Taught | Heard | Seen | Did | Recalled | Waiting | AtHand
