"""The coordinator by a language model: which of the open requests the robot goes on with."""

from __future__ import annotations

from typing import Any

from agent.assistance.at_work.agenda import HouseRequest
from agent.assistance.at_work.robot import AssistanceWorld
from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import quoted
from agent.mind.agenda import Agenda
from agent.mind.commands import WORKING, listing
from agent.mind.coordinator import Decision, GoOn, Retrieve
from agent.mind.memories import WorkingMemory
from agent.mind.tasks import AgendaTask
from memory.task_status import SUSPENDED


class RequestCoordinator:
    """Decides among open requests with a language model; asked only when there are several and one is new or over.

    Args:
        world: The house as a world of the mind.
        model: Decides.
        told: Gets the record of each fallback; the request that was asked for last comes first then.
    """

    def __init__(self, world: AssistanceWorld, model: ChatModel, told: FallbackSink | None = None) -> None:
        self._world, self._role = world, RoleModel("request_coordinator", model, told)
        self._before: frozenset[int] = frozenset()

    def decide(self, agenda: Agenda[HouseRequest]) -> Decision:
        """As ``Coordinator.decide``."""
        ready = [item for item in agenda.open if item.status != SUSPENDED]
        numbers = frozenset(item.id for item in ready)
        before, self._before = self._before, numbers
        if len(ready) < 2 or numbers == before:
            return GoOn()
        return GoOn(self._role.attempt(lambda: self._chosen(ready), lambda: None))

    def _chosen(self, ready: list[AgendaTask[HouseRequest]]) -> int:
        value = self._role.ask(
            record({"why": {"type": "string"}, "next": {"type": "integer", "enum": [item.id for item in ready]}}),
            tasks="\n".join(map(self._shown, sorted(ready, key=lambda item: item.id))),
            current=ready[0].id,
        )
        return value["next"]

    def _shown(self, item: AgendaTask[HouseRequest]) -> str:
        memory = self._world.memory(Retrieve(WORKING, item.id))
        matter = listing(memory.objects) if isinstance(memory, WorkingMemory) else "nothing"
        return f"{item.id}. {quoted(self._world.status(item), 600)} Objects that matter: {matter}"

    def prompt(self, agenda: Agenda[HouseRequest]) -> None:
        """It needs no prompt."""

    def refuse(self, why: str) -> None:
        """What it decides on can be done, or the built-in order holds."""

    def hand_over(self, wanted: Retrieve, memory: Any) -> None:
        """It sees the working memories of all requests when it is asked."""
