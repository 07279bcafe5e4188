"""Which furniture and which objects of the house somebody means."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence

from agent.assistance.house_words import tokens
from agent.assistance.kinds import same_kind
from agent.assistance.request import ObjectPhrase, PlacePhrase
from envs.rearrangement.world import RearrangementWorld, SeenObject
from memory.episodic.lexical import STOPS, stem

_SAME, _KIND, _LOOK, _ALIKE = 2.0, 1.0, 3.0, 0.3
"""What counts: that the words are the very category, that they share a word with it, how it looks, and that nothing
else is told of its look."""
_LONG = 4
"""Letters of a word that other words may end in and mean a sort of it."""


def furniture_meant(
    place: PlacePhrase, world: RearrangementWorld, rooms: Sequence[str] = (), avoid: Iterable[str] = ()
) -> list[str]:
    """The furniture that a phrase may mean, the likeliest first; floors where only a room is named.

    Args:
        place: As it was named.
        world: The house.
        rooms: Rooms that were mentioned beside it: what is named without a room is rather there.
        avoid: Where the things are: another one is meant where another one was asked for.
    """
    if not place.kind:
        floors = [f"floor_{name}" for name in _rooms(place.room, world)]
        if place.floor:
            return floors or [f"floor_{world.room}"]
        inside = [name for name, (_, room) in world.furniture.items() if room in _rooms(place.room, world)]
        return [*_easy(inside, world), *floors]
    alike = [name for name, (kind, _) in world.furniture.items() if kind == place.kind]
    there = [name for name in alike if not place.room or world.furniture[name][1] in _rooms(place.room, world)]
    found = there or alike
    away = set(avoid)
    if place.other:
        left = [one for one in found if one not in away]
        found = left or (found if len(found) > 1 else [one for one in alike if one not in away] or found)
    near = [room for word in rooms for room in _rooms(word, world)]
    return sorted(found, key=lambda name: bool(near) and not place.room and world.furniture[name][1] not in near)


def _rooms(word: str, world: RearrangementWorld) -> list[str]:
    return [name for name, kind in world.rooms.items() if word in (name, kind)]


def _easy(names: Iterable[str], world: RearrangementWorld) -> list[str]:
    """Furniture on which things are mostly put, before other."""
    order = {"table": 0, "counter": 1, "chest_of_drawers": 2, "shelves": 3, "bench": 4, "chair": 5}
    return sorted(names, key=lambda name: order.get(world.furniture[name][0], len(order)))


def rooms_meant(place: PlacePhrase | None, world: RearrangementWorld) -> list[str]:
    """The rooms in which a phrase may be, all where it says nothing of that."""
    if place is None:
        return []
    if place.room:
        return _rooms(place.room, world)
    return list(dict.fromkeys(room for kind, room in world.furniture.values() if kind == place.kind))


# -- objects ---------------------------------------------------------------------------------------------------------


def content(text: str) -> set[str]:
    """The words of a text that tell something, stemmed."""
    return {stem(word) for word in tokens(text.replace("-", " ")) if word not in STOPS and len(word) > 1}


def category_of(name: str) -> str:
    """``picture_frame`` of ``picture_frame_0``."""
    return re.sub(r"_\d+$", "", name)


def kind_score(phrase: ObjectPhrase, name: str) -> float:
    """How well a phrase names the category of an object, 0 to 2; "coffee mug" is no "cup" by its words."""
    own, said = set(map(stem, tokens(category_of(name)))), set(map(stem, tokens(phrase.text)))
    if len(own) == 1 and any(_compound(word, next(iter(own))) for word in said):
        return _SAME
    if own <= said:
        extra = stem(tokens(phrase.text)[-1]) in own
        return _SAME if extra else _SAME * 0.75
    return _KIND if same_kind(phrase.text, category_of(name)) else _KIND * len(own & said) / len(own)


def _compound(word: str, kind: str) -> bool:
    """Whether a word is a sort of a kind: "sketchbook"."""
    return len(kind) >= _LONG and word.endswith(kind) and len(word) > len(kind)


def look_score(phrase: ObjectPhrase, caption: str) -> float:
    """The share of what was said of an object's look that its caption holds, and the other way round, 0 to 1."""
    said, shown = content(f"{phrase.text} {phrase.description}"), content(caption)
    if not said or not shown:
        return 0.0
    return len(said & shown) / min(len(said), len(shown))


def _lot(phrase: ObjectPhrase, one: SeenObject) -> int:
    """Decides where nothing else does; the order in which things are named must not: what is wanted may come first."""
    return zlib.crc32(f"{phrase.text} {one.name}".encode(errors="replace"))


def likeness(phrase: ObjectPhrase, caption: str) -> float:
    """The share of all words of both, 0 to 1: "brown bread" is rather a brown bread than a brown bread with a crust."""
    said, shown = content(f"{phrase.text} {phrase.description}"), content(caption)
    return len(said & shown) / len(said | shown) if said and shown else 0.0


def best_object(
    phrase: ObjectPhrase,
    candidates: Sequence[SeenObject],
    captions: Mapping[str, str],
    source: Iterable[str] = (),
) -> tuple[SeenObject | None, float]:
    """The object that a phrase means best, and how well.

    Args:
        phrase: As it was named.
        candidates: Objects that are known.
        captions: What some of them look like.
        source: Where it was said to be: what is there comes first.
    """
    places = set(source)

    def score(one: SeenObject) -> float:
        there = 0.5 if one.place in places else 0.0
        caption = captions.get(one.name, "")
        looks = _LOOK * look_score(phrase, caption) + _ALIKE * likeness(phrase, caption)
        return kind_score(phrase, one.name) + looks + there

    best = max(candidates, key=lambda one: (score(one), _lot(phrase, one)), default=None)
    return best, 0.0 if best is None else score(best)
