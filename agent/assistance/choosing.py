"""Which remembered episodes a request means: found by words and meaning, then weighed by what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.assistance.house_words import HouseWords, tokens
from agent.assistance.reading import RequestReader
from agent.assistance.remembered import MemoryFormat, RememberedEpisode, heads, recalled, words_of_things
from agent.assistance.request import ArrangementRequest, PlacePhrase
from memory.assistance import EpisodeMemory
from memory.episodic.lexical import LexicalIndex, stem, terms
from memory.episodic.retrieval import EpisodeRetriever, TextVectors
from memory.episodic.splitting import sentences

_HABITS = re.compile(
    r"(?:and |so |because )?(?:i|we)(?:'d|'m|'ve)?\b(?! (?:got|bought|received|inherited|made)\b)", re.I
)
_NAMED, _HABIT, _SAME, _KIND = 0.2, 0.25, 0.6, 0.3
"""What a place or thing counts that is named in a request and in an episode, or in the one only; what the words of the
habit count beside all words; the share of the best score at which two parts mean the same episode; what it counts that
a habit was told where one is asked for."""


@dataclass(frozen=True)
class MeantEpisode:
    """An episode that a part of a request means.

    Attributes:
        episode: What it tells.
        text: The part.
        score: How well it fits, the best candidate 1 before what is named is weighed.
    """

    episode: RememberedEpisode
    text: str
    score: float


def tells_habit(request: ArrangementRequest) -> bool:
    """Whether somebody told what they usually do or like to have, not what a thing means to them."""
    return any(_HABITS.match(sentence) for sentence in request.personal)


class EpisodeChooser:
    """Chooses among remembered episodes.

    Args:
        retriever: Finds candidates.
        reader: Of the house.
        house: What its furniture and rooms are called.
        most: How many candidates are weighed per part.
        form: How much of an episode is used.
        rerank: Whether candidates are weighed anew by what is named; else the first found is taken.
    """

    def __init__(
        self,
        retriever: EpisodeRetriever,
        reader: RequestReader,
        house: HouseWords,
        most: int = 5,
        form: MemoryFormat = "full",
        rerank: bool = True,
    ) -> None:
        self._retriever, self._reader, self._house = retriever, reader, house
        self._form: MemoryFormat = form
        self._most, self._rerank = most, rerank

    def choose(self, request: str, home: str) -> list[MeantEpisode]:
        """The episodes that a request means, in the order of its parts; parts that mean the same one are joined."""
        chosen: list[MeantEpisode] = []
        for text in sentences(request):
            if chosen and not terms(text):  # "Place them next to each other."
                chosen[-1] = MeantEpisode(chosen[-1].episode, f"{chosen[-1].text} {text}", chosen[-1].score)
                continue
            scored = self._scored(text, home)
            if not scored:
                continue
            best, episode = scored[0]
            last = chosen[-1] if chosen else None
            kept = next((s for s, e in scored if last is not None and e.memory.id == last.episode.memory.id), None)
            if last is not None and kept is not None and best > 0 and kept >= _SAME * best:
                chosen[-1] = MeantEpisode(last.episode, f"{last.text} {text}", last.score)
            elif all(one.episode.memory.id != episode.memory.id for one in chosen):
                chosen.append(MeantEpisode(episode, text, best))
        return chosen

    def _scored(self, text: str, home: str) -> list[tuple[float, RememberedEpisode]]:
        """Candidates for one part, the best first."""
        found = self._retriever.find(text, home, self._most)
        episodes = [recalled(one.episode, self._reader, self._form) for one in found]
        if not self._rerank:
            return [(one.score, episode) for one, episode in zip(found, episodes, strict=True)]
        named = heads([one.request for one in episodes])
        habits = LexicalIndex([" ".join(one.request.personal) for one in episodes]).scores(text)
        most = max(habits, default=0.0) or 1.0
        habitual = not self._reader.read(text).complete
        scores = [
            _KIND * (habitual == tells_habit(episode.request))
            + one.score
            + _HABIT * habit / most
            + self._agreement(text, episode.request, named)
            for one, episode, habit in zip(found, episodes, habits, strict=True)
        ]
        return sorted(zip(scores, episodes, strict=True), key=lambda pair: -pair[0])

    def _agreement(self, text: str, request: ArrangementRequest, named: set[str]) -> float:
        """Places and things that a text names, for each whether the episode is about them."""
        words = {stem(word) for word in tokens(text)}
        own = {stem(word) for word in words_of_things(request)}
        things = sum(1.0 if stem(word) in own else -1.0 for word in named if stem(word) in words)
        places = {word for one in request.placements for word in _words_of(one.place)}
        said = [one.word for one in self._house.places(tokens(text))]
        rooms = {*places, *request.rooms}
        return _NAMED * (things + sum(1.0 if word in rooms else -1.0 for word in said))


def _words_of(place: PlacePhrase | None) -> Sequence[str]:
    return [] if place is None else [word for word in (place.kind, place.room) if word]


def retriever_of(memories: Sequence[EpisodeMemory], vectors: TextVectors | None) -> EpisodeRetriever:
    """What finds episodes for single parts; the chooser takes requests apart itself."""
    return EpisodeRetriever(memories, vectors, split=False)
