"""The seam between a house and whoever assists in it, one method wide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from envs.rearrangement.world import RearrangementWorld
from memory.assistance import EpisodeMemory
from memory.knowledge import Knowledge


@dataclass(frozen=True)
class AssistantMemory:
    """What an assistant may go by: all that acquisition left, nothing else.

    Attributes:
        episodes: What was done before, oldest first; of every home and user.
        knowledge: What is known of users; of every home and user, also what does not hold any more.
    """

    episodes: tuple[EpisodeMemory, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()


@dataclass(frozen=True)
class Assistance:
    """What came of a request.

    Attributes:
        episode: As it is to be remembered.
        learned: What the request tells of its user; not yet kept.
        asked: What the assistant asked back instead of guessing; the parts it asks about are not done.
        calls: How often a language model was asked.
        tokens: How many tokens it read and wrote.
    """

    episode: EpisodeMemory
    learned: tuple[Knowledge, ...] = ()
    asked: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0


class Assistant(Protocol):
    """Does what is asked for in a house."""

    def help(
        self, world: RearrangementWorld, home: str, memory: AssistantMemory, name: str = "", user: str = ""
    ) -> Assistance:
        """Do what the world's instruction asks for, until nothing is left to do or the episode is over.

        Args:
            world: Where, with the request.
            home: Name of the home.
            memory: What is remembered.
            name: Id of the new episode.
            user: Who asks; "" where nobody says.
        """
        ...
