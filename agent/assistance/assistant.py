"""The built-in assistant: reads a request, remembers what helps with it, and carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.assistance.body import AssistantBody
from agent.assistance.carrying_out import Hints, RequestExecutor, nothing_known
from agent.assistance.choosing import EpisodeChooser, MeantEpisode, retriever_of
from agent.assistance.grounding import kind_score, look_score
from agent.assistance.house_words import HouseWords
from agent.assistance.reading import RequestReader
from agent.assistance.remembered import MemoryFormat, RememberedEpisode, RememberedObject, places_of
from agent.assistance.request import ArrangementRequest, ObjectPhrase
from agent.assistance.roles import Assistance, AssistantMemory
from envs.rearrangement.world import RearrangementWorld
from memory.assistance import EpisodeMemory
from memory.episodic.retrieval import TextVectors

MemoryVariant = Literal["none", "episodic", "profile", "both"]
"""What an assistant may use of what it learned."""
_MEANT = 0.75


@dataclass(frozen=True)
class AssistantSettings:
    """How an assistant remembers.

    Attributes:
        memory: What it may use.
        form: How much of an episode.
        top: How many episodes are considered per part of a request.
        rerank: Whether they are weighed anew by what the request names.
    """

    memory: MemoryVariant = "both"
    form: MemoryFormat = "full"
    top: int = 5
    rerank: bool = True


class BuiltinAssistant:
    """Needs no language model.

    Args:
        settings: How it remembers.
        vectors: A sentence encoder for retrieval; without it only words count.
    """

    def __init__(self, settings: AssistantSettings | None = None, vectors: TextVectors | None = None) -> None:
        self._settings, self._vectors = settings or AssistantSettings(), vectors

    def help(
        self, world: RearrangementWorld, home: str, memory: AssistantMemory, name: str = "", user: str = ""
    ) -> Assistance:
        """See ``Assistant``."""
        body = AssistantBody(world)
        house = HouseWords([kind for kind, _ in world.furniture.values()], world.rooms)
        reader = RequestReader(house)
        for request, hints in self._plans(world.instruction, home, memory.episodes, reader, house):
            RequestExecutor(body, hints).carry_out(request)
        body.finish()
        return Assistance(EpisodeMemory(name, home, world.instruction, tuple(body.turns), user))

    def _plans(
        self,
        text: str,
        home: str,
        memories: Sequence[EpisodeMemory],
        reader: RequestReader,
        house: HouseWords,
    ) -> list[tuple[ArrangementRequest, Hints]]:
        """What is to be carried out, with what is remembered of its things."""
        if self._settings.memory == "none" or not any(one.home == home for one in memories):
            return [(reader.read(text), nothing_known)]
        retriever = retriever_of(memories, self._vectors)
        form, most = self._settings.form, self._settings.top
        chooser = EpisodeChooser(retriever, reader, house, most, form, self._settings.rerank)
        meant = chooser.choose(text, home)
        return [self._plan(one, reader) for one in meant] or [(reader.read(text), nothing_known)]

    def _plan(self, meant: MeantEpisode, reader: RequestReader) -> tuple[ArrangementRequest, Hints]:
        """As it was done then, unless the request says where else things shall go this time."""
        now, then = reader.read(meant.text), meant.episode
        if now.complete and not _agrees(now, then.request):
            return now, lambda phrase: _as_called_now(phrase, then)
        return then.request, then.object_for


def _agrees(now: ArrangementRequest, then: ArrangementRequest) -> bool:
    """Whether everything goes to places that were meant then as well."""
    before = places_of(then)
    return all(any(_same_place(one, other) for other in before) for one in places_of(now))


def _same_place(one: tuple[str, str], other: tuple[str, str]) -> bool:
    kinds, rooms = {one[0], other[0]} - {""}, {one[1], other[1]} - {""}
    return len(kinds) <= 1 and len(rooms) <= 1


def _as_called_now(phrase: ObjectPhrase, then: RememberedEpisode) -> RememberedObject | None:
    """The object of an episode that is called something else now: "my favorite mug"; where it went does not count."""

    def fits(one: RememberedObject) -> float:
        described = next((named.description for named in _things(then) if then.object_for(named) == one), "")
        return kind_score(phrase, one.name) + 2 * look_score(phrase, f"{one.caption} {described}")

    best = max(then.objects, key=fits, default=None)
    return None if best is None or fits(best) < _MEANT else replace(best, places=())


def _things(episode: RememberedEpisode) -> list[ObjectPhrase]:
    return [thing for one in episode.request.placements for thing in one.objects]
