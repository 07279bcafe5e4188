"""What is remembered of one thing that was told: items of the profile, the episode in which it was told, or both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent.assistance.grounding import category_of
from agent.assistance.reading import RequestReader
from agent.assistance.remembered import MemoryFormat, RememberedEpisode, RememberedObject, recalled
from agent.assistance.remembering.extracting import BuiltinExtractor, known_object
from agent.assistance.request import ArrangementRequest, ObjectPhrase, PlacementRequest
from agent.assistance.roles import AssistantMemory
from memory.assistance import EpisodeMemory
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.profile.changes import SimilarityResolver
from memory.profile.matching import text_of

MemoryVariant = Literal["none", "episodic", "profile", "both"]
"""What an assistant may use of what it learned."""


@dataclass(frozen=True)
class Recollection:
    """One thing that was told, with all that is remembered of it.

    Attributes:
        id: Of the episode in which it was told, else of the item.
        user: Who told it.
        items: What was told; all of them hold.
        episode: What was done then; None where only the profile tells of it.
    """

    id: str
    user: str
    items: tuple[Knowledge, ...]
    episode: RememberedEpisode | None = None

    @property
    def text(self) -> str:
        """All its words."""
        if self.episode is not None:
            said = self.episode.memory.instruction
            more = [text_of(one) for one in self.items if one.description not in said]
            return " ".join([said, *(one.alias for one in self.patterns), *more])
        return " ".join(map(text_of, self.items))

    @property
    def patterns(self) -> tuple[Knowledge, ...]:
        """What is usually done."""
        return tuple(one for one in self.items if one.type == "user_pattern")

    @property
    def meanings(self) -> tuple[Knowledge, ...]:
        """What things mean."""
        return tuple(one for one in self.items if one.type == "object_semantics")

    @property
    def occasions(self) -> str:
        """What the patterns are for."""
        return " ".join(f"{one.alias} {one.description}" for one in self.patterns)


def recollections(
    memory: AssistantMemory,
    home: str,
    variant: MemoryVariant,
    form: MemoryFormat,
    reader: RequestReader,
    extractor: BuiltinExtractor,
) -> list[Recollection]:
    """All that is remembered of a home, of every user, oldest first.

    What was corrected or taken back is not among it, nor is an episode of which that was all that it told.

    Args:
        memory: Everything.
        home: Where.
        variant: What may be used.
        form: How much of an episode.
        reader: Of that home.
        extractor: Likewise; finds what an episode tells of which the profile holds nothing.
    """
    known = [one for one in memory.knowledge if one.home in ("", home)] if variant in ("profile", "both") else []
    episodes = [one for one in memory.episodes if one.home == home] if variant in ("episodic", "both") else []
    told = {one.id: [i for i in known if i.source == one.id and _same_user(i.user, one.user)] for one in episodes}
    alone = [one for one in episodes if not told[one.id]]
    extracted = _holding([extractor.extract(one.instruction, one.user, home, one.id) for one in alone])
    held = {one.id: items for one, items in zip(alone, extracted, strict=True)}
    found: list[Recollection] = []
    for one in episodes:
        then = recalled(one, reader, form)
        items = held[one.id] if one.id in held else [item for item in told[one.id] if item.holds]
        if items or one.id in held:
            found.append(Recollection(one.id, one.user, tuple(_as_seen(item, then) for item in items), then))
    used = {id(item) for items in told.values() for item in items}
    rest = [item for item in known if item.holds and id(item) not in used]
    return found + [Recollection(f"item {item.id}", item.user, (item,)) for item in rest]


def _holding(told: Sequence[Sequence[Knowledge]]) -> list[list[Knowledge]]:
    """What still holds of what episodes told, one after the other, where no profile has kept account of it."""
    resolver = SimilarityResolver()
    held: dict[int, tuple[int, Knowledge]] = {}
    number = 0
    for episode, items in enumerate(told):
        for item in items:
            number += 1
            change = resolver.resolve(item, [one for _, one in held.values()])
            if change.operation in ("update", "end"):
                held.pop(change.replaced, None)
            if change.operation not in ("end", "none"):  # what is told again is told by that episode, too
                held[number] = (episode, replace(change.merged or item, id=number))
    kept: list[list[Knowledge]] = [[] for _ in told]
    for episode, item in held.values():
        kept[episode].append(replace(item, id=0))
    return kept


def _same_user(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _as_seen(item: Knowledge, then: RememberedEpisode) -> Knowledge:
    """An item with what was seen of its things in an episode, where it does not hold that yet."""
    moved = {known_object(phrase): then.object_for(phrase) for phrase in _phrases(then.request)}
    objects = tuple(_seen(one, moved.get(_told(one))) for one in item.objects)
    went = {one: list(hint.places) for one, hint in moved.items() if hint is not None}
    steps = tuple(_went(step, went.get(_told(item.objects[step.thing]), [])) for step in item.steps)
    return replace(item, objects=objects, steps=steps)


def _told(one: KnownObject) -> KnownObject:
    """An object as it was told of, without what was seen of it."""
    return replace(one, kind="", seen="", found="")


def _seen(one: KnownObject, hint: RememberedObject | None) -> KnownObject:
    if hint is None or one.seen:
        return one
    return replace(one, kind=category_of(hint.name), seen=hint.caption, found=hint.source)


def _went(step: PatternStep, places: list[str]) -> PatternStep:
    if step.place or step.relation == "next to" or not places:
        return step
    return replace(step, place=places.pop(0))


def _phrases(request: ArrangementRequest) -> Iterator[ObjectPhrase]:
    for one in request.placements:
        yield from one.objects


def phrase_of(one: KnownObject) -> ObjectPhrase:
    """An object of an item as it would be named in a request."""
    return ObjectPhrase(one.name, description=one.description or one.seen)


def request_of(item: Knowledge, reader: RequestReader, rooms: Sequence[str] = ()) -> ArrangementRequest:
    """What a pattern asks for, as a request: its steps in order; what goes to one place goes there together.

    Args:
        item: The pattern.
        reader: Of the house.
        rooms: Rooms in which its things were.
    """
    placements: list[PlacementRequest] = []
    for step in item.steps:
        thing = phrase_of(item.objects[step.thing])
        last = placements[-1] if placements else None
        if step.relation == "next to":
            beside = ObjectPhrase(step.location)
            if last is not None and last.objects[-1:] == (thing,):
                among = any(one.text == step.location for one in last.objects[:-1])
                placements[-1] = replace(last, together=True) if among else replace(last, beside=beside)
            else:
                placements.append(PlacementRequest((thing,), beside=beside))
            continue
        place = reader.place(step.location)
        if place is None:
            continue
        within = step.relation == "in"
        if (
            last is not None
            and (last.place, last.within) == (place, within)
            and thing not in last.objects
            and not last.beside
        ):
            placements[-1] = replace(last, objects=(*last.objects, thing))
        else:
            placements.append(PlacementRequest((thing,), place, within=within))
    about = (*reader.read(item.description).rooms, *rooms)
    return ArrangementRequest(tuple(placements), tuple(dict.fromkeys(about)))


def hints_of(memory: Recollection) -> dict[ObjectPhrase, RememberedObject]:
    """What is remembered of the objects of its items, by the phrases that ``request_of`` names them with."""
    found: dict[ObjectPhrase, RememberedObject] = {}
    for item in memory.items:
        for index, one in enumerate(item.objects):
            places = tuple(step.place for step in item.steps if step.thing == index and step.place)
            phrase = phrase_of(one)
            found.setdefault(
                phrase, RememberedObject(one.kind or one.name, one.seen, one.found, places, bool(one.kind))
            )
    return found


def of_user(found: Sequence[Recollection], user: str) -> list[Recollection]:
    """What one user told."""
    return [one for one in found if _same_user(one.user, user)]


def episode_of(memory: Recollection) -> EpisodeMemory:
    """A recollection as a text to be found by its words."""
    return EpisodeMemory(memory.id, "", memory.text)
