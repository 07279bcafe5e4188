"""What a request comes to: its parts, each with what is remembered of it, and what has to be asked."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agent.assistance.carrying_out import Groups, Hints, nothing_known
from agent.assistance.framing import plainly
from agent.assistance.house_words import HouseWords
from agent.assistance.personal import asks_beside, asks_for_state, habitual, leans, somebody, told_addition
from agent.assistance.reading import RequestReader
from agent.assistance.remembered import RememberedObject, places_of
from agent.assistance.remembering.choosing import MeantMemory, MeantThing, MemoryChooser, meant_by
from agent.assistance.remembering.recollection import Recollection, hints_of, of_user, phrase_of, request_of
from agent.assistance.request import ArrangementRequest, ObjectPhrase
from memory.episodic.lexical import terms
from memory.episodic.splitting import goes_on, raw_sentences, sentences

_SAME = 0.6
"""The share of the best score at which two parts mean the same."""
_SURE_HABIT, _SURE_THING = 0.4, 0.6
"""The shares of what is asked for that have to be explained by what is remembered; below them it is asked back."""


@dataclass(frozen=True)
class PlannedPart:
    """One part of a request.

    Attributes:
        request: What is to be done.
        hints: What is remembered of its things.
        asked: What has to be asked; what it is about is not in the request.
        groups: What phrases stand for that mean several things, the likeliest first.
    """

    request: ArrangementRequest
    hints: Hints
    asked: tuple[str, ...] = ()
    groups: Groups = field(default_factory=dict[ObjectPhrase, Sequence[Sequence[ObjectPhrase]]])


@dataclass(frozen=True)
class _Unit:
    """Sentences that mean the same, and what they may mean."""

    text: str
    candidates: tuple[MeantMemory, ...]
    user: str


class RequestPlanner:
    """Plans requests with what is remembered.

    Args:
        reader: Of the house.
        house: What furniture and rooms are called.
        chooser: Of what is remembered.
        remembered: What it chooses from.
        users: Everybody who may be named.
    """

    def __init__(
        self,
        reader: RequestReader,
        house: HouseWords,
        chooser: MemoryChooser,
        remembered: Sequence[Recollection],
        users: Sequence[str] = (),
    ) -> None:
        self._reader, self._house, self._chooser, self._remembered = reader, house, chooser, remembered
        self._users = [one for one in users if one]

    def plan(self, request: str, user: str) -> list[PlannedPart]:
        """The parts of a request, in order."""
        return [self._part(one) for one in self._units(request, user)]

    def _units(self, request: str, user: str) -> list[_Unit]:
        units: list[_Unit] = []
        for text in map(plainly, self._asked(request)):
            added = told_addition(text, self._house)
            if added is not None and added.thing:
                continue
            text = added.command if added is not None else text
            read = self._reader.read(text)
            if (read.looks or read.personal) and not asks_beside(text):  # that it is learned is seen to elsewhere
                if units and read.looks:
                    units[-1] = replace(units[-1], text=f"{units[-1].text} {text}")
                continue
            owner, named = self._owner(text, user)
            found = tuple(self._chooser.candidates(named, owner, self._habitual(text, read)))
            last = units[-1] if units else None
            if last is not None and owner == last.user and (_only_refers(text, read) or _same(last, found)):
                units[-1] = replace(last, text=f"{last.text} {named}")
            else:
                units.append(_Unit(named, found, owner))
        return units

    def _asked(self, request: str) -> list[str]:
        """The sentences of a request; one that only announces the next goes with it: "Organize the bedroom. Put …"."""
        kept: list[str] = []
        announced = ""
        raw = raw_sentences(request)
        for text, after in zip(sentences(request), [*raw[1:], "then"], strict=False):
            read = self._reader.read(text)
            vague = not read.placements and bool(read.unread) and not leans(text) and not habitual(text)
            if vague and not goes_on(after) and self._reader.read(after).complete:
                announced = f"{announced} {text}".strip()
            else:
                kept.append(f"{announced} {text}".strip())
                announced = ""
        return kept

    def _owner(self, text: str, user: str) -> tuple[str, str]:
        """Whose knowledge a text leans on, and the text in that one's own words: "Ann's mug" is "my mug" to Ann."""
        for name in self._users:
            pattern = re.compile(rf"\b{re.escape(name)}['’]s?(?=\s)|\b(?:the way|as|like) {re.escape(name)}\b", re.I)
            if name.casefold() != user.casefold() and pattern.search(text):
                return name, re.sub(rf"\b{re.escape(name)}['’]s?(?=\s)", "my", text, flags=re.I)
        own = rf"\b{re.escape(user)}['’]s(?=\s)" if user else r"(?!)"
        return user, re.sub(own, "my", text, flags=re.I)

    def _habitual(self, text: str, read: ArrangementRequest) -> bool:
        """Whether something usual is asked for, as far as the words tell."""
        return not read.complete or habitual(text)

    def _part(self, unit: _Unit) -> PlannedPart:
        now = self._reader.read(unit.text)
        usual = self._habitual(unit.text, now)
        if not usual and not (asks_for_state(unit.text) and not _from_somewhere(now)):
            return self._things(now, unit)
        patterns = [
            one for one in unit.candidates if one.memory.patterns and (usual or _agrees(now, one.memory, self._reader))
        ]
        best = next((one for one in patterns if one.covered >= _SURE_HABIT), None)
        if best is not None:
            return self._pattern(best.memory)
        if not usual:
            return self._things(now, unit)
        return PlannedPart(ArrangementRequest(), nothing_known, (f"How do you want that done: “{unit.text}”?",))

    def _pattern(self, memory: Recollection) -> PlannedPart:
        rooms = memory.episode.request.rooms if memory.episode is not None else ()
        requests = [request_of(item, self._reader, rooms) for item in memory.patterns]
        whole = ArrangementRequest(tuple(one for each in requests for one in each.placements), requests[0].rooms)
        return PlannedPart(whole, _known(hints_of(memory)))

    # -- things ------------------------------------------------------------------------------------------------------

    def _things(self, now: ArrangementRequest, unit: _Unit) -> PlannedPart:
        """What is asked for, without what has to be asked."""
        known = _Known(of_user(self._remembered, unit.user), unit.candidates, somebody(unit.text))
        placements = []
        for one in now.placements:
            things = tuple(thing for thing in one.objects if known.take_in(thing))
            if things and (one.beside is None or known.take_in(one.beside)):
                placements.append(replace(one, objects=things))
        whole = replace(now, placements=tuple(placements))
        asked = tuple(dict.fromkeys(known.asked))
        return PlannedPart(whole, lambda phrase: known.hints.get(phrase, ()), asked, known.groups)


class _Known:
    """What is known of the things that a part of a request names.

    Args:
        remembered: Of whoever is meant.
        context: What the whole part may mean.
        owners: Whose things are named in it.
    """

    def __init__(
        self, remembered: Sequence[Recollection], context: Sequence[MeantMemory], owners: Collection[str] = ()
    ) -> None:
        self._remembered, self._context, self._owners = remembered, context, owners
        self.hints: dict[ObjectPhrase, list[RememberedObject]] = {}
        self.groups: dict[ObjectPhrase, Sequence[Sequence[ObjectPhrase]]] = {}
        self.asked: list[str] = []

    def take_in(self, phrase: ObjectPhrase) -> bool:
        """Look up what a phrase means; whether nothing has to be asked."""
        leaning = leans(phrase.text) or any(owner in phrase.text for owner in self._owners)
        if not (phrase.own or leaning):
            return True
        found = meant_by(phrase, self._remembered, self._context)
        sure = [one for one in found if one.covered >= _SURE_THING]
        if not sure and leaning:
            self.asked.append(f"What do you mean by “{phrase.text}”?")
            return False
        groups = [one for one in sure if len(one.item.objects) > 1 and not _named(phrase, one)]
        if sure and groups[:1] == sure[:1]:
            self.groups[phrase] = [self._members(one) for one in groups]
        else:
            self.hints[phrase] = [hint for one in sure for hint in _hints(phrase, one)]
        return True

    def _members(self, meant: MeantThing) -> list[ObjectPhrase]:
        for index, one in enumerate(meant.item.objects):
            self.hints.setdefault(phrase_of(one), []).append(_hint(meant, index))
        return [phrase_of(one) for one in meant.item.objects]


def _named(phrase: ObjectPhrase, meant: MeantThing) -> list[int]:
    """Which objects of an item a phrase names by their kind."""
    said = set(terms(phrase.text))
    return [
        index
        for index, one in enumerate(meant.item.objects)
        if any(name and set(terms(name)) <= said for name in (one.name, one.kind.replace("_", " ")))
    ]


def _hints(phrase: ObjectPhrase, meant: MeantThing) -> list[RememberedObject]:
    named = _named(phrase, meant) or range(len(meant.item.objects))
    return [_hint(meant, index) for index in named]


def _hint(meant: MeantThing, index: int) -> RememberedObject:
    one = meant.item.objects[index]
    return RememberedObject(one.kind or one.name, one.seen or one.description, one.found, (), bool(one.kind))


def _known(hints: Mapping[ObjectPhrase, RememberedObject]) -> Hints:
    return lambda phrase: [hints[phrase]] if phrase in hints else []


def _from_somewhere(request: ArrangementRequest) -> bool:
    """Whether it says where things are: then they are to be moved."""
    return any(one.source is not None for one in request.placements)


def _agrees(now: ArrangementRequest, memory: Recollection, reader: RequestReader) -> bool:
    """Whether everything goes to places to which it went by a pattern as well."""
    before = [place for item in memory.patterns for place in places_of(request_of(item, reader))]
    return all(any(_same_place(one, other) for other in before) for one in places_of(now))


def _same_place(one: tuple[str, str], other: tuple[str, str]) -> bool:
    kinds, rooms = {one[0], other[0]} - {""}, {one[1], other[1]} - {""}
    return len(kinds) <= 1 and len(rooms) <= 1


def _only_refers(text: str, read: ArrangementRequest) -> bool:
    """Whether a part is about what was named before: "Place them next to each other."."""
    things = [thing for one in read.placements for thing in one.objects]
    return not terms(text) or (bool(things) and all(one.pronoun for one in things))


def _same(last: _Unit, found: Sequence[MeantMemory]) -> bool:
    """Whether what a part means best is about as likely what the part before it means."""
    if not found or not last.candidates:
        return not found and not last.candidates
    before = last.candidates[0].memory.id
    kept = next((one.score for one in found if one.memory.id == before), None)
    return kept is not None and found[0].score > 0 and kept >= _SAME * found[0].score
