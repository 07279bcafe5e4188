"""All roles by models from the environment, for one run: made when first asked for, with one budget and one trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from agent.language.endpoint.circuit_breaker import EndpointCircuit
from agent.language.endpoint.openai_model import Sampling
from agent.language.from_environment import budget_set, circuit_for, model_for
from agent.language.model import ChatModel, Listener
from agent.language.roles.asking import Fallback
from agent.language.roles.grouper import ModelGrouper
from agent.language.roles.judge import ModelJudge
from agent.language.roles.knowledge import ModelExtractor, ModelReformulator, ModelResolver
from agent.language.roles.reader import ModelReader
from agent.language.roles.relevance import ModelRelevance
from agent.language.roles.rule_learner import ModelLearner
from agent.language.trace import Budget, Call, Sink
from memory.profile.roles import KnowledgeExtractor
from memory.store.lifetimes import Lifetimes

if TYPE_CHECKING:
    from agent.language.roles.planner import ModelPlanner

_SAMPLING = {"grouper": Sampling(most_tokens=4096), "assistant": Sampling(stop=("Assigned!",))}
"""Roles whose answers may be longer than usual, or end with a word."""


class ModelRoles:
    """The language roles of one run.

    Args:
        sink: Gets the record of each call.
        name: The model's name for all roles; the environment's by default.
        url: Its endpoint; likewise.
        listeners: Who hears the answers of a role while they come.
        budget: For all roles together; that of the environment by default.
        awaited: Whether somebody waits for the answers of every role; else that goes by the role.
        environment: Instead of the process's own.

    Attributes:
        fallbacks: Times when a built-in role stepped in, the first thousand of them.
        fallen: How many times there were.
        calls: How many calls were made.
    """

    def __init__(
        self,
        sink: Sink | None = None,
        *,
        name: str = "",
        url: str = "",
        listeners: Mapping[str, Listener] = MappingProxyType({}),
        budget: Budget | None = None,
        awaited: bool | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._awaited = awaited
        self._sink, self._name, self._url = sink, name, url
        self._listeners, self._environment = listeners, environment
        self._budget = budget or budget_set(environment)
        self._models: dict[str, ChatModel] = {}
        self.fallbacks: list[Fallback] = []
        self.fallen = 0
        self.calls = 0

    def model(self, role: str) -> ChatModel:
        """The model for a role, the same each time.

        Raises:
            BadInput: No model is set up, or a setting cannot be used.
        """
        if role not in self._models:
            self._models[role] = model_for(
                role,
                awaited=self._awaited,
                name=self._name,
                url=self._url,
                sampling=_SAMPLING.get(role),
                sink=self._count,
                budget=self._budget,
                listener=self._listeners.get(role),
                environment=self._environment,
            )
        return self._models[role]

    def grouper(self) -> ModelGrouper:
        """Groups what was lived."""
        return ModelGrouper(self.model("grouper"), self.told)

    def relevance(self, lifetimes: Lifetimes | None = None) -> ModelRelevance:
        """Says what is worth keeping."""
        return ModelRelevance(self.model("relevance"), self.told, lifetimes)

    def learner(self) -> ModelLearner:
        """Turns feedback into rules."""
        return ModelLearner(self.model("rule_learner"), self.told)

    def judge(self) -> ModelJudge:
        """Grades answers."""
        return ModelJudge(self.model("judge"), self.told)

    def reader(self) -> ModelReader:
        """Tells what somebody wants."""
        return ModelReader(self.model("dialogue"), self.told)

    def extractor(self, builtin: KnowledgeExtractor) -> ModelExtractor:
        """Finds what an instruction tells of its user.

        Args:
            builtin: Steps in when the model fails.
        """
        return ModelExtractor(self.model("profile"), builtin, self.told)

    def resolver(self) -> ModelResolver:
        """Decides what becomes of new knowledge of a user."""
        return ModelResolver(self.model("profile"), self.told)

    def reformulator(self) -> ModelReformulator:
        """Words what is known of a user."""
        return ModelReformulator(self.model("profile"), self.told)

    def planner(self, model: ChatModel | None = None) -> Callable[..., ModelPlanner]:
        """Makes planners, which take the place of ``agent.planning.planner.Planner``.

        Args:
            model: Chooses; the one of that role by default.
        """
        from agent.language.roles.planner import ModelPlanner  # a whole agent, of which a memory needs nothing

        return partial(ModelPlanner, model=model or self.model("planner"), told=self.told)

    def circuit(self, role: str) -> EndpointCircuit:
        """What is known of the endpoint of a role."""
        return circuit_for(role, url=self._url, environment=self._environment)

    def told(self, fallback: Fallback) -> None:
        """Note that a built-in role stepped in."""
        self.fallen += 1
        if len(self.fallbacks) < 1000:
            self.fallbacks.append(fallback)

    def summary(self) -> str:
        """What there is to say at the end: how many calls, how often a built-in role stepped in, and why first."""
        return summary_of([self])

    def _count(self, call: Call) -> None:
        self.calls += 1
        if self._sink:
            self._sink(call)


def summary_of(runs: Sequence[ModelRoles]) -> str:
    """What there is to say of several runs together, as ``ModelRoles.summary``."""
    text = f"{sum(one.calls for one in runs)} calls to language models"
    fallen = sum(one.fallen for one in runs)
    if not fallen:
        return text
    first = next(one.fallbacks[0] for one in runs if one.fallbacks)
    why = f": {first.reason}" if first.reason else ""
    return f"{text}; {fallen} times the built-in role stepped in, first for {first.role}{why}"
