"""A task of the mind: what is to be done, how it stands, and what it takes to go on with it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Generic, Protocol, TypeVar

from agent.mind.accounts import CallCosts, costs_from
from envs.errors import BadInput
from memory.task_status import OPEN


class Goal(Protocol):
    """What a task is about; an errand in a household and a task at a table are such."""

    @property
    def name(self) -> str:
        """Name of the task, under which it is written down."""
        ...

    @property
    def params(self) -> tuple[str, ...]:
        """What it is about, such as the thing to be cleaned."""
        ...


GoalT = TypeVar("GoalT", bound=Goal)


@dataclass(frozen=True)
class MovedThing:
    """Something that was changed, and how it was before.

    Attributes:
        thing: Its id.
        how: ``at`` for a place, ``is`` for a state, ``never`` for what cannot be taken back.
        before: The receptacle's id, the state word, or the deed.
    """

    thing: str
    how: str
    before: str


@dataclass(frozen=True)
class TaskContext:
    """What a task needs to go on, beside its name and parameters.

    Attributes:
        rank: Its place on the agenda; the lowest comes first.
        bound: Which thing serves it as which: ("Mug#0", id) pairs.
        moved: What it changed, oldest first.
        switched: Ids of what it switched on and has not switched off.
        left: Steps taken when it was last left; -1 when it never was.
        heard: How many utterances had been dealt with.
        episode: In which stretch of life it is done.
        same: Whether it is about the very thing that the task before it handled.
        terms: What has to be heeded, as its world writes it down.
        spent: What language models have cost for it.
    """

    rank: float = 0.0
    bound: tuple[tuple[str, str], ...] = ()
    moved: tuple[MovedThing, ...] = ()
    switched: tuple[str, ...] = ()
    left: int = -1
    heard: int = 0
    episode: str = ""
    same: bool = False
    terms: tuple[str, ...] = ()
    spent: CallCosts = field(default_factory=CallCosts)

    def to_text(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self))


def working_from(text: str) -> TaskContext:
    """Read what ``to_text`` wrote.

    Raises:
        BadInput: It is something else.
    """
    try:
        raw = json.loads(text)
        moved = tuple(MovedThing(**one) for one in raw.pop("moved"))
        pairs = tuple((str(key), str(value)) for key, value in raw.pop("bound"))
        terms = tuple(map(str, raw.pop("terms", ())))
        spent = costs_from(raw.pop("spent")) if "spent" in raw else CallCosts()
        known = {"bound": pairs, "moved": moved, "switched": tuple(raw.pop("switched")), "terms": terms}
        return TaskContext(**known, spent=spent, **raw)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"the task log holds {text[:80]!r} where a household task keeps its state: {error}") from error


@dataclass(frozen=True)
class AgendaTask(Generic[GoalT]):
    """A task on the agenda.

    Attributes:
        id: Its number in the log.
        errand: What.
        request: What was said.
        status: One of ``memory.task_status.STATUSES``.
        working: What it needs to go on.
        parent: The task it interrupted.
        note: Why it ended or was changed.
    """

    id: int
    errand: GoalT
    request: str
    status: str
    working: TaskContext = field(default_factory=TaskContext)
    parent: int | None = None
    note: str = ""

    @property
    def open(self) -> bool:
        """Whether something is still to be done for it."""
        return self.status in OPEN
