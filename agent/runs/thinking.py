"""Who thinks in a run: the built-in parts, or a language model for some of them, each chosen on its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.household.coordinating.deciding import HomeCoordinator
from agent.household.coordinating.outlook import HomeView
from agent.household.distilling import BuiltinHomeWorker
from agent.household.provisions import Capabilities
from agent.language.roles.models import ModelRoles
from agent.language.roles.requests import ModelRequests
from agent.language.trace import Sink
from agent.mind.accounts import AccountedModel, Outside, TaskAccounts, unnoted
from agent.mind.by_model import FallbackWorker, ModelCoordinator, ModelWorker

COORDINATOR, WORKER, READER, PLANNER, GROUPER = "coordinator", "worker", "reader", "planner", "grouper"
EVERYONE = frozenset({COORDINATOR, WORKER, READER, PLANNER, GROUPER})


@dataclass(frozen=True)
class Thinking:
    """Which parts of a run are a language model's.

    Attributes:
        roles: Makes them, given what keeps the record of each call.
        parts: Of ``EVERYONE``; the others are built in.
        calls: Most calls for one task; None is no limit.
        tokens: Most tokens for one task.
    """

    roles: Callable[[Sink | None], ModelRoles]
    parts: frozenset[str] = EVERYONE
    calls: int | None = None
    tokens: int | None = None

    def begun(self, sink: Sink | None = None, outside: Outside = unnoted) -> ThinkingParts:
        """The parts for one run.

        Args:
            sink: Keeps the record of each call.
            outside: Writes down what comes from outside.

        Raises:
            BadInput: No model is set up.
        """
        accounts = TaskAccounts(self.calls, self.tokens)
        return ThinkingParts(self.roles(accounts.sink(sink)), self.parts, accounts, outside)


@dataclass(frozen=True)
class ThinkingParts:
    """The parts of one run that are a language model's.

    Attributes:
        roles: The language roles.
        parts: Which are used.
        accounts: What each task costs.
        outside: Writes down what comes from outside.
    """

    roles: ModelRoles
    parts: frozenset[str]
    accounts: TaskAccounts
    outside: Outside

    def model(self, role: str) -> AccountedModel:
        """The model of a role, paid for by the task at hand."""
        return AccountedModel(self.roles.model(role), self.accounts, self.outside)

    def given_to(self, capabilities: Capabilities) -> Capabilities:
        """What a robot is given, with these parts in place of the built-in ones."""
        capabilities = replace(capabilities, accounts=self.accounts)
        if COORDINATOR in self.parts:
            capabilities = replace(capabilities, coordinator=self.coordinator)
        if WORKER in self.parts:
            worker = FallbackWorker(ModelWorker(self.model(WORKER)), BuiltinHomeWorker(), self.roles.told)
            capabilities = replace(capabilities, worker=worker)
        if READER in self.parts:
            capabilities = replace(capabilities, reader=ModelRequests(self.model(READER), self.roles.told))
        if PLANNER in self.parts:
            capabilities = replace(capabilities, planners=self.roles.planner(self.model(PLANNER)))
        return capabilities

    def coordinator(self, home: HomeView) -> HomeCoordinator:
        """The coordinator of a home."""
        return HomeCoordinator(home, ModelCoordinator(self.model(COORDINATOR)), self.roles.told)
