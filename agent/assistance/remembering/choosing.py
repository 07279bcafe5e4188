"""Which of what is remembered a request means: found by words and meaning, then weighed by what it names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent.assistance.framing import what_is_asked_for
from agent.assistance.grounding import kind_score
from agent.assistance.house_words import HouseWords, tokens
from agent.assistance.personal import generic, telling_words
from agent.assistance.reading import RequestReader
from agent.assistance.remembering.recollection import Recollection, episode_of, of_user
from agent.assistance.request import ArrangementRequest, ObjectPhrase, PlacePhrase
from memory.assistance import EpisodeMemory
from memory.episodic.lexical import LexicalIndex, stem, terms
from memory.episodic.retrieval import EpisodeRetriever, TextVectors
from memory.knowledge import Knowledge

_NAMED, _HABIT, _KIND, _WHOLE = 0.2, 0.25, 0.3, 0.6
"""What a place or thing counts that is named in a request and in what is remembered, or in the one only; what the words
of the occasion count beside all words; that a habit was told where one is asked for; and the share of its things and
places that are named."""


@dataclass(frozen=True)
class MeantMemory:
    """Something remembered that a part of a request may mean.

    Attributes:
        memory: What is remembered.
        score: How well it fits beside others, the best about 1 before what is named is weighed.
        covered: Which share of what the part tells it explains, 0 to 1, rare words counting more.
    """

    memory: Recollection
    score: float
    covered: float


class MemoryChooser:
    """Ranks what is remembered of a home for parts of requests.

    Args:
        remembered: Of every user.
        reader: Of the house.
        house: What its furniture and rooms are called.
        vectors: A sentence encoder; without it only words count.
        most: How many candidates are weighed per part.
        rerank: Whether candidates are weighed anew by what is named; else they stay as they were found.
    """

    def __init__(
        self,
        remembered: Sequence[Recollection],
        reader: RequestReader,
        house: HouseWords,
        vectors: TextVectors | None = None,
        most: int = 5,
        rerank: bool = True,
    ) -> None:
        self._all, self._reader, self._house, self._vectors = list(remembered), reader, house, vectors
        self._most, self._rerank = most, rerank

    def candidates(self, text: str, user: str, habitual: bool) -> list[MeantMemory]:
        """What one part of a request may mean, the best first.

        Args:
            text: The part.
            user: Whose knowledge is meant.
            habitual: Whether something usual is asked for, rather than that certain things are moved.
        """
        pool = of_user(self._all, user)
        retriever = retriever_of([episode_of(one) for one in pool], self._vectors)
        by_id = {one.id: one for one in pool}
        telling = telling_words(text) if habitual else text
        found = [(by_id[one.episode.id], one.score) for one in retriever.find(telling, "", self._most)]
        covered, asked = (
            Coverage([self._house.plain(one.text) for one in pool]),
            self._house.plain(what_is_asked_for(text)),
        )
        scores = self._weighed(text, found, habitual) if self._rerank else [score for _, score in found]
        ranked = [
            MeantMemory(one, score, covered.share(asked, self._house.plain(_told_of(one))))
            for (one, _), score in zip(found, scores, strict=True)
        ]
        return sorted(ranked, key=lambda one: -one.score)

    def _weighed(self, text: str, found: Sequence[tuple[Recollection, float]], habitual: bool) -> list[float]:
        habits = LexicalIndex([one.occasions for one, _ in found]).scores(text)
        most = max(habits, default=0.0) or 1.0
        about = [_About(one, self._reader) for one, _ in found]
        named = {head for one in about for head in one.heads}
        return [
            _KIND * (habitual == bool(one.patterns)) + score + _HABIT * habit / most + self._agreement(text, of, named)
            for (one, score), habit, of in zip(found, habits, about, strict=True)
        ]

    def _agreement(self, text: str, about: _About, named: Iterable[str]) -> float:
        """Places and things that a text names: whether it is about them, and how much of it they are."""
        words = {stem(word) for word in tokens(text)}
        things = [word for word in named if word in words]
        places = [one.word for one in self._house.places(tokens(text))]
        agreed = sum(1.0 if word in about.words else -1.0 for word in things)
        agreed += sum(1.0 if word in about.places else -1.0 for word in places)
        whole = _part(about.things, lambda thing: bool(thing & words)) if things else 0.0
        if places:
            whole += _part(about.kinds, lambda kind: kind in places)
        return _NAMED * agreed + _WHOLE * whole


class _About:
    """What a recollection is about: its things and places."""

    def __init__(self, one: Recollection, reader: RequestReader) -> None:
        request = one.episode.request if one.episode is not None else ArrangementRequest()
        told = [item for item in one.items]
        names = [thing.text for placed in request.placements for thing in placed.objects]
        names += [thing.name for item in told for thing in item.objects] if one.episode is None else []
        self.things = [{stem(word) for word in tokens(name)} for name in names]
        self.words = {word for thing in self.things for word in thing}
        self.heads = {stem(tokens(name)[-1]) for name in names if tokens(name)}
        placed = [item.place for item in request.placements]
        placed += [reader.place(place) for item in told for place in item.locations] if one.episode is None else []
        self.kinds = [place.kind or place.room for place in placed if place is not None]
        self.places = {word for place in placed for word in _words_of(place)} | set(request.rooms)


def _part(things: Sequence[object], named: object) -> float:
    return sum(1.0 for one in things if named(one)) / len(things) if things else 0.0  # type: ignore[operator]


def _words_of(place: PlacePhrase | None) -> Sequence[str]:
    return [] if place is None else [word for word in (place.kind, place.room) if word]


def _told_of(one: Recollection) -> str:
    """All words that tell what it is about: what was said, seen, and where it went."""
    seen = " ".join(
        f"{thing.name} {thing.kind} {thing.description} {thing.seen}" for item in one.items for thing in item.objects
    )
    return f"{one.text} {seen}"


class Coverage:
    """How much of a text others explain; rare words count more.

    Args:
        texts: All that is remembered.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._many = len(texts)
        self._in = Counter(term for text in texts for term in set(terms(text)))

    def share(self, asked: str, told: str) -> float:
        """The share of what is asked that is told, 0 to 1; 0 where nothing is asked that tells anything."""
        words, own = set(terms(asked)) - generic(), set(terms(told))
        weights = {word: self._weight(word) for word in words}
        whole = sum(weights.values())
        return sum(weight for word, weight in weights.items() if word in own) / whole if whole else 0.0

    def _weight(self, term: str) -> float:
        return math.log(1 + (self._many + 1) / (self._in[term] + 0.5))


# -- what a thing is called ------------------------------------------------------------------------------------------


_EXACT = 0.3
"""What it counts that a phrase says all of a name, not a part of it, and that the name is that of one thing."""


@dataclass(frozen=True)
class MeantThing:
    """An item that a phrase may mean; how well it fits, and how much of what is personal in it the item explains."""

    item: Knowledge
    memory: Recollection
    score: float
    covered: float


def meant_by(
    phrase: ObjectPhrase, remembered: Sequence[Recollection], context: Sequence[MeantMemory]
) -> list[MeantThing]:
    """What a phrase such as "the gift statue from my best friend" may mean, the best first.

    Args:
        phrase: The words.
        remembered: Of whoever is meant.
        context: How well what is remembered fits to the whole part of the request.
    """
    fits = {one.memory.id: one.score for one in context}
    best = max(fits.values(), default=0.0) or 1.0
    found = [
        MeantThing(item, one, personal + kind + 0.5 * max(0.0, fits.get(one.id, 0.0)) / best, personal)
        for one in remembered
        for item in one.meanings
        for personal, kind in [_fits(phrase, item)]
        if personal > 0
    ]
    return sorted(found, key=lambda one: -one.score)


def _fits(phrase: ObjectPhrase, item: Knowledge) -> tuple[float, float]:
    """The share of the personal words that an item explains, and how well it names the kind; 0 where it is another."""
    kind = max((_same_kind(phrase, f"{thing.name} {thing.kind}") for thing in item.objects), default=0.0)
    names = {stem(word) for thing in item.objects for word in tokens(f"{thing.name} {thing.kind}")}
    looks = set(terms(" ".join(f"{thing.description} {thing.seen}" for thing in item.objects)))
    alias = set(terms(f"{item.alias} {item.description}"))
    said = set(terms(phrase.text))
    personal = said - names - (looks - alias)
    if not kind and item.subtype != "group" and not (said & alias and _last(phrase) in alias):
        return 0.0, 0.0
    if not personal:
        return (0.5 if kind else 0.0), kind
    exact = len(personal & alias) / max(1, len(set(terms(item.alias))))
    if kind:  # the name of one thing, rather than of several
        exact /= len(item.objects)
    return len(personal & alias) / len(personal), kind + _EXACT * exact


def _same_kind(phrase: ObjectPhrase, name: str) -> float:
    """Whether a phrase names a kind, 0 to 1."""
    own = [stem(word) for word in tokens(name)]
    said = {stem(word) for word in tokens(phrase.text)}
    return max(min(1.0, kind_score(phrase, name) / 2), 0.5 if own and set(own) & said else 0.0)


def _last(phrase: ObjectPhrase) -> str:
    words = terms(re.split(r"\b(?:from|of|that|which|who|i|with)\b", phrase.text)[0])
    return words[-1] if words else ""


def retriever_of(memories: Sequence[EpisodeMemory], vectors: TextVectors | None) -> EpisodeRetriever:
    """What finds episodes for single parts; the chooser takes requests apart itself."""
    return EpisodeRetriever(memories, vectors, split=False)
