"""Requests to rearrange things in a house, as tasks of the executive."""

from __future__ import annotations

import json
from dataclasses import dataclass

from agent.language.roles.quoting import one_line, quoted
from agent.mind.agenda import Agenda
from agent.mind.tasks import AgendaTask, TaskContext
from envs.clock import Clock
from memory.episodic.lexical import terms
from memory.store.task_log import LoggedTask, TaskLog, TaskOrigin
from memory.task_status import OPEN, SUSPENDED

NAME = "rearrange"
_LONGEST = 200


@dataclass(frozen=True)
class HouseRequest:
    """What somebody asked for; also as the specification that a worker reads.

    Attributes:
        text: The words.
    """

    text: str

    @property
    def name(self) -> str:
        """As ``Goal.name``."""
        return NAME

    @property
    def params(self) -> tuple[str, ...]:
        """As ``Goal.params``; everything is in the words."""
        return ()

    @property
    def words(self) -> str:
        """The request on one line."""
        return one_line(self.text, _LONGEST) or "nothing"

    @property
    def title(self) -> str:
        """As ``Specification.title``."""
        return self.words

    @property
    def about(self) -> str:
        """As ``Specification.about``; what was said is quoted."""
        return f"A robot rearranges things in a house. Somebody asked for this: {quoted(self.text, 2_000)}"

    @property
    def reminder(self) -> str:
        """As ``Specification.reminder``."""
        return self.words

    @property
    def places(self) -> tuple[str, ...]:
        """As ``Specification.places``; here they come from the log."""
        return ()


class RequestAgenda(Agenda[HouseRequest]):
    """The requests in one house; one that was left open when the process ended waits until it is resumed.

    Args:
        tasks: The log.
        clock: Tells the time.
        home: Which house; requests of others are left alone.
    """

    restored = OPEN

    def __init__(self, tasks: TaskLog, clock: Clock, home: str) -> None:
        self._home = home
        super().__init__(tasks, clock)

    def _known(self, logged: LoggedTask) -> AgendaTask[HouseRequest] | None:
        if logged.name != NAME or logged.state != self._written(TaskContext()):
            return None
        given = (logged.id, HouseRequest(logged.request), logged.request, SUSPENDED, TaskContext(rank=logged.id))
        return AgendaTask(*given, logged.parent, logged.note)

    def _written(self, working: TaskContext) -> str:
        return json.dumps({"house": self._home})

    def _origin(self, errand: HouseRequest) -> TaskOrigin:
        return TaskOrigin(errand.words)

    def meant(self, about: str) -> list[AgendaTask[HouseRequest]]:
        """The open requests that some words may mean: those that share most of them; all of them for ""."""
        wanted = set(terms(about))
        shared = {item.id: len(wanted & set(terms(item.request))) for item in self.open}
        best = max(shared.values(), default=0)
        return [item for item in self.open if not wanted or (best and shared[item.id] == best)]
