"""Who assists: built in, or by a language model with the built-in assistant behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.assistance.assistant import AssistantSettings, BuiltinAssistant, MemoryVariant
from agent.assistance.remembered import MemoryFormat
from agent.assistance.roles import Assistant
from eval.personalization.experiment import AssistantMaker
from memory.episodic.retrieval import TextVectors


@dataclass(frozen=True)
class AgentChoice:
    """Who assists, and how it remembers.

    Attributes:
        agent: builtin or llm.
        form: How much of an episode is used.
        top: How many episodes and items are considered.
        rerank: Whether what was found is weighed anew.
    """

    agent: str = "builtin"
    form: MemoryFormat = "full"
    top: int = 5
    rerank: bool = True


def assistant_maker(choice: AgentChoice, vectors: TextVectors | None = None) -> AssistantMaker:
    """What makes the assistants of an experiment.

    Args:
        choice: Who.
        vectors: A sentence encoder for searching.
    """

    def made(memory: MemoryVariant) -> Assistant:
        settings = AssistantSettings(memory, choice.form, choice.top, choice.rerank)
        return BuiltinAssistant(settings, vectors)

    return made


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
