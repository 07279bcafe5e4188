"""Who assists: built in, or by a language model with the built-in assistant behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.assistance.assistant import AssistantSettings, BuiltinAssistant, MemoryVariant
from agent.assistance.by_model.acting import ModelAssistant, ModelAssistantSettings
from agent.assistance.by_model.remembering import Shown
from agent.assistance.house_words import HouseWords
from agent.assistance.remembered import MemoryFormat
from agent.assistance.remembering.extracting import BuiltinExtractor
from agent.assistance.roles import Assistance, Assistant, AssistantMemory
from agent.language.model import ChatModel
from agent.language.roles.knowledge import ModelExtractor
from agent.language.roles.models import ModelRoles
from envs.rearrangement.world import RearrangementWorld
from eval.personalization.experiment import AssistantMaker
from memory.episodic.retrieval import TextVectors


@dataclass(frozen=True)
class AgentChoice:
    """Who assists, and how it remembers.

    Attributes:
        form: How much of an episode is used.
        top: How many episodes and items are considered.
        rerank: Whether what was found is weighed anew.
        calls: Most calls to a language model in one episode; None for any number.
        tokens: Likewise most tokens.
    """

    form: MemoryFormat = "full"
    top: int = 5
    rerank: bool = True
    calls: int | None = None
    tokens: int | None = None


def assistant_maker(
    choice: AgentChoice, vectors: TextVectors | None = None, roles: ModelRoles | None = None
) -> AssistantMaker:
    """What makes the assistants of an experiment.

    Args:
        choice: How they remember.
        vectors: A sentence encoder for searching.
        roles: Those of a language model; None for the built-in assistant.
    """

    def made(memory: MemoryVariant) -> Assistant:
        if roles is not None:
            return LearningByModel(roles, choice, memory, vectors)
        return BuiltinAssistant(AssistantSettings(memory, choice.form, choice.top, choice.rerank), vectors)

    return made


class LearningByModel:
    """An assistant by a language model that also has the model find what requests tell of their user.

    Args:
        roles: The models; they note where a built-in part stepped in.
        choice: How it remembers.
        memory: What it may use.
        vectors: A sentence encoder for searching.
    """

    def __init__(
        self, roles: ModelRoles, choice: AgentChoice, memory: MemoryVariant, vectors: TextVectors | None
    ) -> None:
        shown = Shown(memory=memory, form=choice.form, episodes=choice.top, items=choice.top)
        self._settings = ModelAssistantSettings(shown, choice.rerank, calls=choice.calls, tokens=choice.tokens)
        self._roles, self._vectors = roles, vectors

    def help(
        self, world: RearrangementWorld, home: str, memory: AssistantMemory, name: str = "", user: str = ""
    ) -> Assistance:
        """See ``Assistant``."""
        house = HouseWords([kind for kind, _ in world.furniture.values()], world.rooms)

        def extractor(model: ChatModel) -> ModelExtractor:
            return ModelExtractor(model, BuiltinExtractor(house), self._roles.told)

        model, told = self._roles.model("assistant"), self._roles.told
        assistant = ModelAssistant(model, self._settings, vectors=self._vectors, extractor=extractor, told=told)
        return assistant.help(world, home, memory, name, user)


class KnownVectors:
    """A sentence encoder that reads every text once: the same episodes are searched for every request.

    Args:
        vectors: The encoder.
    """

    def __init__(self, vectors: TextVectors) -> None:
        self._vectors = vectors
        self._known: dict[str, np.ndarray] = {}

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """One vector per text, as rows."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._vectors(new), strict=True))
        return np.stack([self._known[text] for text in texts])
