"""The built-in extractor: what an instruction tells of its user, with looks and steps; what was learned by doing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.assistance.carrying_out import MovedObject
from agent.assistance.grounding import category_of
from agent.assistance.house_words import HouseWords
from agent.assistance.personal import PersonalReader, PersonalSentence, things_of, told_addition
from agent.assistance.reading import RequestReader
from agent.assistance.request import ArrangementRequest, ObjectPhrase, PlacementRequest, PlacePhrase
from memory.episodic.splitting import sentences
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.profile.changes import takes_back

_LONGEST = 2_000
_TOLD_HABIT = re.compile(
    r"^.*?\b(?:i|we)(?:'d)?(?: \w+ly| always| often| also)?(?: (?:don't|do not|no longer|never))?"
    r"(?: (?:like|love|prefer|want|enjoy|need)(?: it)?)?(?: to)?"
    r"(?: (?:keep|keeping|have|having|put|putting|place|placing|set|store|move))?\b",
    re.I,
)
_SUBJECT = re.compile(r"^(?:the|my|our|this|that|its?)\b[^,]*? (?:is|are|was|were)\b (?:an? |the )?", re.I)


class BuiltinExtractor:
    """Finds what is told beside a command, by grammar.

    Args:
        house: What furniture and rooms are called where it was said.
    """

    def __init__(self, house: HouseWords) -> None:
        self._reader, self._personal, self._house = RequestReader(house), PersonalReader(house), house

    def extract(self, instruction: str, user: str, home: str, source: str) -> list[Knowledge]:
        """See ``KnowledgeExtractor``."""
        if len(instruction) > _LONGEST:
            instruction = instruction[:_LONGEST]
        request = self._reader.read(instruction)
        told = [self._personal.read(sentence, request) for sentence in request.personal]
        found = [self._item(one, request) for one in told if one.alias]
        found += [self._addition(sentence) for sentence in sentences(instruction)]
        kept = [one for one in found if one is not None]
        return [replace(one, user=user, home=home, source=source) for one in kept]

    def _addition(self, sentence: str) -> Knowledge | None:
        found = told_addition(sentence, self._house)
        if found is None:
            return None
        if found.thing:
            objects, steps = (KnownObject(found.thing),), ()
        else:
            request = self._reader.read(found.command)
            objects = tuple(dict.fromkeys(known_object(thing) for thing in things_of(request)))
            steps = steps_of(request, objects, self._reader)
        if not objects:
            return None
        return Knowledge("", "user_pattern", "preference", found.alias, sentence, objects, steps)

    def _item(self, one: PersonalSentence, request: ArrangementRequest) -> Knowledge | None:
        if one.type == "user_pattern":
            return self._pattern(one, request)
        things = tuple(known_object(thing) for thing in one.things)
        if not things:
            return None
        return Knowledge("", one.type, one.subtype, one.alias, one.text, tuple(dict.fromkeys(things)))

    def _pattern(self, one: PersonalSentence, request: ArrangementRequest) -> Knowledge | None:
        if not request.placements:
            request = self._told_so(one.text)
        objects = tuple(dict.fromkeys(known_object(thing) for thing in things_of(request)))
        steps = steps_of(request, objects, self._reader)
        if not steps and not takes_back(one.text):
            return None
        return Knowledge("", one.type, one.subtype, one.alias, one.text, objects, steps)

    def _told_so(self, sentence: str) -> ArrangementRequest:
        """What a habit that is only told would be as a command: "I like to have the lamp on the desk for reading"."""
        text = re.sub(r",? (?:any ?more|any longer)\b", "", sentence.strip(), flags=re.I)
        return self._reader.read(_TOLD_HABIT.sub("put", text, count=1))


def known_object(thing: ObjectPhrase) -> KnownObject:
    """A thing as it is kept: what it is called, and what was told of how it looks."""
    look = ". ".join(_SUBJECT.sub("", clause, count=1) for clause in thing.description.split(". ") if clause)
    return KnownObject(thing.text, look)


def steps_of(
    request: ArrangementRequest, objects: Sequence[KnownObject], reader: RequestReader
) -> tuple[PatternStep, ...]:
    """What a request does, in order, about some objects."""
    steps: list[PatternStep] = []
    for one in request.placements:
        things = [objects.index(known_object(thing)) for thing in one.objects if known_object(thing) in objects]
        for before, thing in zip([None, *things], things, strict=False):
            if one.place is not None:
                where = expressed(one.place, request.rooms, reader)
                steps.append(PatternStep(thing, "in" if one.within else "on", where))
            beside = _beside(one, before, objects)
            if beside:
                steps.append(PatternStep(thing, "next to", beside))
    return tuple(steps)


def _beside(one: PlacementRequest, before: int | None, objects: Sequence[KnownObject]) -> str:
    if one.together and before is not None:
        return objects[before].name
    return one.beside.text if one.beside is not None else ""


def expressed(place: PlacePhrase, rooms: Sequence[str], reader: RequestReader) -> str:
    """A place in words that say all that was said of it, its room among them."""
    text = re.sub(r"^(?:the|a|an|my|our) ", "", place.text.strip())
    room = place.room or (rooms[0] if len(rooms) == 1 and place.kind and not place.other else "")
    read = reader.place(text)
    if not room or (read is not None and read.room == room):
        return text
    return f"{text} in the {room.replace('_', ' ')}"


def with_deeds(
    items: Sequence[Knowledge], moved: Sequence[MovedObject], captions: Mapping[str, str]
) -> tuple[Knowledge, ...]:
    """Items with what was seen when what was said was done: which things they were, and where they went.

    Args:
        items: What was told.
        moved: What was put where, in order.
        captions: How things look, by their names.
    """
    return tuple(_done(item, moved, captions) for item in items)


def _done(item: Knowledge, moved: Sequence[MovedObject], captions: Mapping[str, str]) -> Knowledge:
    by_name = {known_object(one.phrase): one for one in reversed(moved)}
    found = [by_name.get(thing) for thing in item.objects]
    objects = tuple(
        thing
        if one is None
        else replace(thing, kind=category_of(one.name), seen=captions.get(one.name, ""), found=one.source)
        for thing, one in zip(item.objects, found, strict=True)
    )
    left = list(moved)
    steps: list[PatternStep] = []
    for step in item.steps:
        thing = item.objects[step.thing]
        deed = next((one for one in left if known_object(one.phrase) == thing), None)
        if step.relation == "next to" or deed is None:
            steps.append(step)
            continue
        left.remove(deed)
        steps.append(replace(step, place=deed.place))
    return replace(item, objects=objects, steps=tuple(steps))
