"""Carries out what was read: looks for the things, tells them apart by how they look, and puts them where they go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agent.assistance.body import AssistantBody
from agent.assistance.grounding import best_object, category_of, furniture_meant, kind_score, look_score, rooms_meant
from agent.assistance.house_words import tokens
from agent.assistance.remembered import RememberedObject
from agent.assistance.request import ArrangementRequest, ObjectPhrase, PlacementRequest, PlacePhrase
from envs.rearrangement.world import SeenObject
from envs.vocabulary.inflection import singular

_SURE = 0.45
"""Share of the words of a description that have to fit; below it other rooms are looked through."""
_ENOUGH = 1.0
_DESCRIBED = 5
"""So many objects of a kind are looked at before one is taken for the right one."""


@dataclass(frozen=True)
class MovedObject:
    """An object that was put somewhere.

    Attributes:
        name: Which.
        place: Where to.
        source: Where it was.
        phrase: How it was called.
    """

    name: str
    place: str
    source: str
    phrase: ObjectPhrase


Hints = Callable[[ObjectPhrase], RememberedObject | None]
"""What is remembered of the object that a phrase means."""


def nothing_known(_: ObjectPhrase) -> None:
    """Nothing is remembered."""


class RequestExecutor:
    """Carries out requests in one world.

    Args:
        body: What acts.
        hints: What is remembered of things: how they look, where they were and where they went.
    """

    def __init__(self, body: AssistantBody, hints: Hints = nothing_known) -> None:
        self._body, self._hints = body, hints
        self._found: dict[tuple[str, str], str] = {}

    def carry_out(self, request: ArrangementRequest) -> list[MovedObject]:
        """Do everything, in order; returns what was put where."""
        moved: list[MovedObject] = []
        for one in request.placements:
            moved += self._placement(one, request.rooms)
        return moved

    def _placement(self, one: PlacementRequest, rooms: Sequence[str]) -> list[MovedObject]:
        names = [(phrase, self._object(phrase, one.source, rooms)) for phrase in one.objects]
        found = [(phrase, seen) for phrase, one_of in names if one_of is not None for seen in self._all(phrase, one_of)]
        if not found:
            return []
        beside = self._beside(one, rooms)
        avoid = [seen.place for _, seen in found]
        places = self._remembered_first(self._places(one, rooms, avoid, beside), [phrase for phrase, _ in found])
        done: list[MovedObject] = []
        for phrase, seen in found:
            self._body.describe(seen.name)  # for the memory: it may have to be told from others some day
            here = self._body.seen(seen.name)
            source = here.place if here is not None else seen.place
            near = done[-1].name if done and one.together else beside
            place = self._body.put(seen.name, places, one.within, near)
            if place:
                done.append(MovedObject(seen.name, place, source, phrase))
                places = [place, *(other for other in places if other != place)]
        return done

    def _all(self, phrase: ObjectPhrase, one: SeenObject) -> list[SeenObject]:
        """The object, and where several are meant all others of its kind that are with it."""
        last = tokens(phrase.text)[-1]
        if singular(last) == last or tokens(category_of(one.name))[-1] != singular(last):
            return [one]
        kind = category_of(one.name)
        return [
            other for other in self._body.world.seen if category_of(other.name) == kind and other.place == one.place
        ]

    def _places(self, one: PlacementRequest, rooms: Sequence[str], avoid: Iterable[str], beside: str) -> list[str]:
        """Where to, the likeliest first; where something is to be next to another, where that is."""
        near = self._body.seen(beside) if beside else None
        if one.place is not None and one.beside is not None and near is None:
            return self._nearest(furniture_meant(one.place, self._body.world, rooms, avoid), one.beside)
        if one.place is None:
            return [near.place] if near is not None and near.place else ([beside] if beside else [])
        meant = furniture_meant(one.place, self._body.world, rooms, avoid)
        if near is not None and near.place in meant:
            return [near.place, *(name for name in meant if name != near.place)]
        return meant

    def _remembered_first(self, places: list[str], phrases: Sequence[ObjectPhrase]) -> list[str]:
        """Places, those first to which these things went before."""
        went = {place for phrase in phrases if (hint := self._hints(phrase)) is not None for place in hint.places}
        return sorted(places, key=lambda place: place not in went)

    def _nearest(self, places: list[str], beside: ObjectPhrase) -> list[str]:
        """Places, those first that are nearest to furniture of a kind."""
        world = self._body.world
        named = [name for name, (kind, _) in world.furniture.items() if kind.replace("_", " ") == beside.text]
        if not named:
            return places
        return sorted(places, key=lambda place: min(world.metres(place, other) for other in named))

    def _beside(self, one: PlacementRequest, rooms: Sequence[str]) -> str:
        """The object, or furniture, next to which things shall be."""
        if one.beside is None or self._is_furniture(one.beside):
            return ""
        seen = self._object(one.beside, one.place, rooms)
        return seen.name if seen is not None else ""

    def _is_furniture(self, phrase: ObjectPhrase) -> bool:
        return any(kind.replace("_", " ") == phrase.text for kind, _ in self._body.world.furniture.values())

    # -- finding -----------------------------------------------------------------------------------------------------

    def _object(self, phrase: ObjectPhrase, source: PlacePhrase | None, rooms: Sequence[str]) -> SeenObject | None:
        """The object that is meant; rooms are gone through until one fits well enough."""
        key = (phrase.text, phrase.description)
        if key in self._found:
            return self._body.seen(self._found[key])
        likely = [
            *rooms_meant(source, self._body.world),
            *(r for w in rooms for r in rooms_meant(_room(w), self._body.world)),
        ]
        places = set(furniture_meant(source, self._body.world)) if source is not None else set[str]()
        best: SeenObject | None = None
        while not self._body.world.over:
            best, sure = self._best(phrase, places)
            left = self._body.rooms_left(likely)
            if best is not None and (sure or not left):
                break
            if not left:
                break
            self._body.explore(left[0], f"I look for the {phrase.text}.")
        if best is not None:
            self._found[key] = best.name
        return best

    def _as_remembered(self, phrase: ObjectPhrase, hint: RememberedObject) -> SeenObject | None:
        """The object that looks as it did then, looked for where it was then; None where there is none."""
        body = self._body
        if hint.source and not any(one.place == hint.source for one in body.world.seen) and not body.world.over:
            body.use(f"The {phrase.text} was at {hint.source} before.", "Navigate", hint.source)
        kind = category_of(hint.name)
        alike = [one for one in body.world.seen if category_of(one.name) == kind]
        if not hint.caption:
            there = [one for one in alike if one.place == hint.source]
            return there[0] if len(there) == 1 and not phrase.description else None
        order = sorted(alike, key=lambda one: (one.name != hint.name, one.place != hint.source))
        return next((one for one in order if body.describe(one.name) == hint.caption), None)

    def _best(self, phrase: ObjectPhrase, places: Iterable[str]) -> tuple[SeenObject | None, bool]:
        """The best of what is known, and whether it is good enough."""
        body, there = self._body, set(places)
        alike = [one for one in body.world.seen if kind_score(phrase, one.name) >= _ENOUGH]
        around = [one for one in alike if one.place in there] or alike
        if not alike:
            return None, False
        if len(around) > 1 or phrase.description:
            for one in sorted(around, key=lambda one: -kind_score(phrase, one.name))[:_DESCRIBED]:
                body.describe(one.name)
        best, _ = best_object(phrase, around, body.captions, there)
        if best is None:
            return None, False
        told = not phrase.description or not body.captions.get(best.name)
        fits = told or look_score(phrase, body.captions[best.name]) >= _SURE
        return best, fits and (not there or best.place in there or not body.rooms_left(()))


def _room(word: str) -> PlacePhrase:
    return PlacePhrase(word, "", word)
