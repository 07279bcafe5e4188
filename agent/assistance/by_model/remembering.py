"""What a model is shown of the memory: episodes and knowledge that fit a request, in the variant that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from agent.assistance.assistant import MemoryVariant
from agent.assistance.by_model.showing import episode_shown, item_shown
from agent.assistance.remembered import MemoryFormat
from agent.assistance.roles import AssistantMemory
from agent.language.prompts import Prompt
from agent.language.roles.retrieval import EpisodeFinder
from memory.assistance import EpisodeMemory
from memory.episodic.splitting import parts
from memory.knowledge import Knowledge
from memory.profile.matching import nearest, reworded

Rewording = Callable[[Knowledge], str]
"""An item of knowledge → a sentence or two that a planner can read."""


@dataclass(frozen=True)
class Shown:
    """How much is shown.

    Attributes:
        memory: What may be used.
        form: How much of an episode.
        episodes: How many at most.
        items: How many items of knowledge at most.
    """

    memory: MemoryVariant = "both"
    form: MemoryFormat = "full"
    episodes: int = 5
    items: int = 5


class Remembering:
    """Chooses what is shown.

    Args:
        shown: How much.
        finder: Makes what finds among some episodes.
        rewording: Words an item of knowledge.
    """

    def __init__(
        self, shown: Shown, finder: Callable[[Sequence[EpisodeMemory]], EpisodeFinder], rewording: Rewording = reworded
    ) -> None:
        self._shown, self._finder, self._rewording = shown, finder, rewording

    def blocks(self, words: Prompt, request: str, home: str, memory: AssistantMemory, user: str) -> list[str]:
        """What is shown, the most fitting first: knowledge, then episodes.

        Args:
            words: The prompt with the templates.
            request: What is asked for.
            home: Where.
            memory: What is remembered; of other users and other homes nothing is shown.
            user: Who asks; "" where nobody says, and then everybody's counts.
        """
        blocks: list[str] = []
        if self._shown.memory in ("profile", "both"):
            blocks += [item_shown(words, self._rewording(one)) for one in self._items(request, home, memory, user)]
        if self._shown.memory in ("episodic", "both"):
            found = self._episodes(request, home, memory, user)
            blocks += [episode_shown(words, number, one, self._shown.form) for number, one in enumerate(found, 1)]
        return blocks

    def _items(self, request: str, home: str, memory: AssistantMemory, user: str) -> list[Knowledge]:
        own = [one for one in memory.knowledge if _is_of(user, one.user) and one.home in ("", home) and one.holds]
        found = [nearest(part, own, self._shown.items) for part in parts(request)]
        ranked = (one.item for same_rank in zip_longest(*found) for one in same_rank if one is not None)
        return list(dict.fromkeys(ranked))[: self._shown.items]  # the best of each part before the next best of any

    def _episodes(self, request: str, home: str, memory: AssistantMemory, user: str) -> list[EpisodeMemory]:
        own = [one for one in memory.episodes if not one.user or _is_of(user, one.user)]
        return [one.episode for one in self._finder(own).find(request, home, self._shown.episodes)]


def _is_of(user: str, whose: str) -> bool:
    return not user or user.lower() == whose.lower()
