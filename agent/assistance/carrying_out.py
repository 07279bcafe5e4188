"""Carries out what was read: looks for the things, tells them apart by how they look, and puts them where they go."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.assistance.body import AssistantBody
from agent.assistance.grounding import (
    best_object,
    category_of,
    content,
    furniture_meant,
    kind_score,
    look_score,
    rooms_meant,
)
from agent.assistance.house_words import tokens
from agent.assistance.remembered import RememberedObject
from agent.assistance.request import ArrangementRequest, ObjectPhrase, PlacementRequest, PlacePhrase
from envs.rearrangement.world import SeenObject
from envs.vocabulary.inflection import singular

_SURE = 0.45
"""Share of the words of a description that have to fit; below it other rooms are looked through."""
_BY_LOOK, _LOOKED_AT = 0.6, 6
"""Share of the words of a name that have to be seen where it names no kind; so many things are looked at for that."""
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


Hints = Callable[[ObjectPhrase], Sequence[RememberedObject]]
"""What is remembered of the object that a phrase means, the likeliest first."""

Groups = Mapping[ObjectPhrase, Sequence[Sequence[ObjectPhrase]]]
"""What a phrase stands for that means several things: "my work setup"; the likeliest first."""


def nothing_known(_: ObjectPhrase) -> Sequence[RememberedObject]:
    """Nothing is remembered."""
    return ()


class RequestExecutor:
    """Carries out requests in one world.

    Args:
        body: What acts.
        hints: What is remembered of things: how they look, where they were and where they went.
        groups: What phrases stand for that mean several things.
        guess: Whether something alike is taken where it is not known which one is meant.
        learning: Whether something is told by which these things may have to be known some day: they are looked at.

    Attributes:
        missing: What was not found, or not told from others; it is not done.
    """

    def __init__(
        self,
        body: AssistantBody,
        hints: Hints = nothing_known,
        guess: bool = True,
        groups: Groups | None = None,
        learning: bool = True,
    ) -> None:
        self._body, self._hints, self._guess, self._groups = body, hints, guess, groups or {}
        self._learning = learning
        self.missing: list[ObjectPhrase] = []
        self._found: dict[tuple[str, str], str] = {}

    def carry_out(self, request: ArrangementRequest) -> list[MovedObject]:
        """Do everything, in order; returns what was put where."""
        moved: list[MovedObject] = []
        for one in request.placements:
            moved += self._placement(one, request.rooms)
        return moved

    def _placement(self, one: PlacementRequest, rooms: Sequence[str]) -> list[MovedObject]:
        names = [each for phrase in one.objects for each in self._named(phrase, one.source, rooms)]
        found = [(phrase, seen) for phrase, one_of in names for seen in self._all(phrase, one_of)]
        if not found:
            return []
        beside = self._beside(one, rooms)
        avoid = [seen.place for _, seen in found]
        places = self._remembered_first(self._places(one, rooms, avoid, beside), [phrase for phrase, _ in found])
        done: list[MovedObject] = []
        for phrase, seen in found:
            if self._learning:
                self._body.describe(seen.name)  # for the memory: it may have to be told from others some day
            here = self._body.seen(seen.name)
            source = here.place if here is not None else seen.place
            near = done[-1].name if done and one.together else beside
            elsewhere = one.place is not None and one.place.other
            order = sorted(places, key=lambda other, away=elsewhere, here=source: away and other == here)
            place = self._body.put(seen.name, order, one.within, near)
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
        went = {place for phrase in phrases for hint in self._hints(phrase) for place in hint.places}
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

    def _named(
        self, phrase: ObjectPhrase, source: PlacePhrase | None, rooms: Sequence[str]
    ) -> list[tuple[ObjectPhrase, SeenObject]]:
        """What a phrase names; nothing where a part of it is missing: then something else is meant, perhaps."""
        members = self._members(phrase, source, rooms)
        before = len(self.missing)
        found = [(one, seen) for one in members if (seen := self._object(one, source, rooms)) is not None]
        if len(members) > 1 and len(found) < len(members):
            self.missing[before:] = [phrase]
            return []
        return found

    def _members(
        self, phrase: ObjectPhrase, source: PlacePhrase | None, rooms: Sequence[str]
    ) -> Sequence[ObjectPhrase]:
        """What a phrase stands for: of several groups the one of which most is here."""
        groups = self._groups.get(phrase, ())
        if not groups:
            return [phrase]
        world = self._body.world
        likely = [*rooms_meant(source, world), *(room for word in rooms for room in rooms_meant(_room(word), world))]
        for room in self._body.rooms_left(likely) if len(groups) > 1 else []:
            if room in likely and not any(self._here(one) == 1.0 for one in groups):
                self._body.explore(room, f"I look for the {phrase.text}.")
        return max(groups, key=self._here) if len(groups) > 1 else groups[0]

    def _here(self, group: Sequence[ObjectPhrase]) -> float:
        """The share of a group that is here and looks as it did then."""
        return sum(self._as_remembered(self._hints(one)) is not None for one in group) / len(group)

    def _object(self, phrase: ObjectPhrase, source: PlacePhrase | None, rooms: Sequence[str]) -> SeenObject | None:
        """The object that is meant; rooms are gone through until one fits well enough."""
        key = (phrase.text, phrase.description)
        if key not in self._found:
            found = self._searched(phrase, source, rooms)
            if found is None:
                self.missing.append(phrase)
                return None
            self._found[key] = found.name
        return self._body.seen(self._found[key])

    def _searched(self, phrase: ObjectPhrase, source: PlacePhrase | None, rooms: Sequence[str]) -> SeenObject | None:
        world, hints = self._body.world, self._hints(phrase)
        likely = [
            *rooms_meant(source, world),
            *(r for w in rooms for r in rooms_meant(_room(w), world)),
            *(world.furniture[hint.source][1] for hint in hints if hint.source in world.furniture),
        ]
        places = set(furniture_meant(source, world)) if source is not None else set[str]()
        wanted = _as_it_looks(phrase, hints)
        kinds = {category_of(hint.name) for hint in hints} if all(hint.known for hint in hints) else set[str]()
        best: SeenObject | None = None
        sure = False
        while not world.over:
            known = self._as_remembered(hints)
            if known is not None:
                return known
            best, sure = self._best(wanted, places, kinds)
            left = self._body.rooms_left(likely)
            looked = not any(hint.caption for hint in hints) or not set(left) & set(likely)
            if not left or (best is not None and sure and looked):
                break
            self._body.explore(left[0], f"I look for the {phrase.text}.")
        if self._guess or best is None:
            return best
        return best if (sure if wanted.description and hints else self._clear(phrase, best)) else None

    def _clear(self, phrase: ObjectPhrase, best: SeenObject) -> bool:
        """Whether it is the only one of its kind that is known, if somebody calls it theirs."""
        kind = category_of(best.name)
        alike = [one for one in self._body.world.seen if category_of(one.name) == kind]
        return not phrase.own or len(alike) == 1 or bool(phrase.description)

    def _as_remembered(self, hints: Sequence[RememberedObject]) -> SeenObject | None:
        """The first that looks just as it did then; None where none of what is known does."""
        body = self._body
        for hint in hints:
            if not hint.caption:
                continue
            kind = category_of(hint.name)
            alike = [one for one in body.world.seen if category_of(one.name) == kind]
            order = sorted(alike, key=lambda one: one.place != hint.source)
            found = next((one for one in order if body.describe(one.name) == hint.caption), None)
            if found is not None:
                return found
        return None

    def _best(
        self, phrase: ObjectPhrase, places: Iterable[str], kinds: Collection[str] = ()
    ) -> tuple[SeenObject | None, bool]:
        """The best of what is known, and whether it is good enough; of certain kinds where those are known."""
        body, there = self._body, set(places)
        alike = [
            one
            for one in body.world.seen
            if (category_of(one.name) in kinds if kinds else kind_score(phrase, one.name) >= _ENOUGH)
        ]
        around = [one for one in alike if one.place in there] or alike
        if not alike:
            return self._by_look(phrase, there)
        if len(around) > 1 or phrase.description:
            for one in sorted(around, key=lambda one: -kind_score(phrase, one.name))[:_DESCRIBED]:
                body.describe(one.name)
        best, _ = best_object(phrase, around, body.captions, there)
        if best is None:
            return None, False
        told = not phrase.description or not body.captions.get(best.name)
        fits = told or look_score(phrase, body.captions[best.name]) >= _SURE
        return best, fits and (not there or best.place in there or not body.rooms_left(()))

    def _by_look(self, phrase: ObjectPhrase, there: Collection[str]) -> tuple[SeenObject | None, bool]:
        """What looks as something is called that names no kind: "the Orchid Pot 85"; where it is said to be."""
        body = self._body
        around = [one for one in body.world.seen if one.place in there][:_LOOKED_AT]
        said = content(phrase.text)
        shares = {one.name: len(said & content(body.describe(one.name))) / max(1, len(said)) for one in around}
        best = max(around, key=lambda one: shares[one.name], default=None)
        sure = best is not None and shares[best.name] >= _BY_LOOK
        return (best, True) if sure else (None, False)


def _as_it_looks(phrase: ObjectPhrase, hints: Sequence[RememberedObject]) -> ObjectPhrase:
    """A phrase in words that name the kind and the look of what it means."""
    if not hints:
        return phrase
    kind = category_of(hints[0].name).replace("_", " ")
    return replace(phrase, text=kind, description=hints[0].caption or phrase.description)


def _room(word: str) -> PlacePhrase:
    return PlacePhrase(word, "", word)
