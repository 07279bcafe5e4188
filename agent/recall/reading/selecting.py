"""Selections from the pieces of a sentence or of a clause: what is asked about, whatever is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from agent.recall.algebra.selection import ANY_TIME, ANYTHING, WHATEVER, Duration, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.parts.chunks import ANAPHORS, Chunk, Named, NamedDeed, Subordinate
from agent.recall.reading.parts.noun_phrases import is_thing
from agent.recall.reading.parts.pronouns import refers_back
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.pieces import (
    Pieces,
    about,
    deed_words,
    is_room,
    is_room_name,
    said,
    task_words,
    with_clauses,
    with_thing,
)
from agent.recall.understanding.suiting import suited
from envs.vocabulary.numbers import CARDINALS
from envs.vocabulary.object_types import holds_others, is_taken
from envs.vocabulary.verbs import base, requests

KnowsTask = Callable[[str], bool]
"""Whether the memory knows a task by these words."""

_TASKS_ONLY = frozenset({"steps", "outcome", "remaining"})
OF_TASKS = frozenset({"duration", "steps", "outcome", "remaining"})
"""Asks for which a thing that is named alone names a task: "how long did the toast take"."""
_OF_DEEDS = frozenset({"tool", "put", "taken", "where", "count"})
"""Asks that single deeds answer, also where a task is called so."""
_ASKED_FOR = frozenset({"ask", "want", "need", "for"})
"""Words by which who is asked for is who wanted a task."""
_HAPPENED = frozenset({"when", "ago", "who", "why", "count"})
"""Asks by which a state is what came about."""
_LIMITS = frozenset({"BEFORE", "AFTER", "DURING", "BETWEEN", "EITHER"})


class SelectionComposer:
    """Makes selections.

    Args:
        knows_task: Whether the memory knows a task by some words.
        before: What "it" and "that" stand for, as a selection; None where nothing was spoken of.
        near: The place that was told of it.
    """

    def __init__(self, knows_task: KnowsTask, before: Selection | None = None, near: ThingFilter = ANYTHING) -> None:
        self._near = near
        self._knows_task = knows_task
        self._before = before
        self._part = False
        self._verb = ""
        self._of_clauses: list[str] = []

    def unsaid(self) -> list[str]:
        """What is left out so far: that a search is but part of a task, a verb that nobody knows, words of clauses."""
        return [*(["looking for"] if self._part else []), *filter(None, [self._verb]), *self._of_clauses]

    def selection(self, pieces: Pieces, subject: str, ask: str = "", inner: bool = False) -> Selection:
        """What the pieces of a sentence or of a clause select."""
        deed, named = pieces.first("ACT"), None
        if deed is None or deed.thing.words == "":
            named = pieces.best("NP", self._is_known)
        if deed is not None and deed.leans:
            named = None
        if deed is None and named is not None and ask in OF_TASKS:
            subject = subject or ("sights" if ask == "duration" and self._is_somewhere(named, pieces) else "tasks")
        if deed is None and ask == "who" and {chunk.mark for chunk in pieces.chunks} & _ASKED_FOR:
            subject = subject or "tasks"  # "who asked for the egg"
        one = self.of_deed(deed, named, subject, ask) if deed else self._of_name(named, subject)
        if deed is not None and deed.leans and self._before is not None:
            one = self._leaning(one, ask)
        if deed is None and named is None and ask in OF_TASKS:
            place, tool = pieces.first("PLACE"), pieces.first("TOOL")  # "how long were you busy with the forks"
            one = Selection("tasks", task=place.words) if place is not None else Selection("tasks") if tool else one
        if deed is None and ask in _HAPPENED and one.subject in ("sights", "tasks"):
            one = self._became(one, named, pieces)
        one = self._limited(one, pieces)
        return one if inner else self._related(one, pieces)

    def _is_somewhere(self, named: Named, pieces: Pieces) -> bool:
        """Whether a thing is said to be somewhere: "how long was the pot on the stove"."""
        there = any(chunk.slot == "PLACE" and not is_room(chunk) for chunk in pieces.chunks)
        been = {chunk.mark for chunk in pieces.chunks} & {"was", "is"}
        return is_thing(named) and there and bool(been) and not self._knows_task(named.words)

    def _is_known(self, named: Named) -> bool:
        """Whether a dictionary or the memory knows what is named."""
        return is_thing(named) or self._knows_task(named.words)

    def _became(self, one: Selection, named: Named | None, pieces: Pieces) -> Selection:
        """With the change that led to a state: "when was the pot last filled" asks for when it became so."""
        if named is None or not is_thing(named) or not any(chunk.mark in ("was", "is") for chunk in pieces.chunks):
            return one
        state = pieces.first("STATE")
        return Selection("deeds", change=state, thing=named.thing) if state else one

    def _limited(self, one: Selection, pieces: Pieces) -> Selection:
        """With its place, tool, purpose, time, length and number."""
        place, tool, but = self._place(pieces), pieces.first("TOOL"), pieces.first("EXCEPT")
        if place is not None and one.place == ANYTHING:
            if place.thing.unknown and one.subject in ("tasks", "speech", "facts") and not one.task:
                one = replace(one, task=place.words)
            else:
                one = replace(one, place=place.thing)
        if tool is not None:
            of_tasks = one.subject == "tasks" and (tool.thing.unknown or not one.task)
            named = of_tasks or (tool.thing.unknown and self._knows_task(tool.words))
            one = replace(one, task=one.task or tool.words) if named else replace(one, tool=tool.thing)
        if but is not None:
            besides = tuple(kind for each in (but, *but.group) for kind in each.thing.types)
            one = replace(one, thing=replace(one.thing, besides=besides))
        if one.subject in ("deeds", "sights") and not one.task and (purpose := self.purpose(pieces)):
            one = replace(one, task=purpose.task or deed_words(pieces))
        took, number, time = pieces.first("TOOK"), pieces.first("ORDINAL"), pieces.first("TIME")
        return replace(
            one,
            took=took if isinstance(took, Duration) else None,
            ordinal=number,
            time=time if isinstance(time, SpanOfTime) else ANY_TIME,
        )

    def _place(self, pieces: Pieces) -> Any:
        """The place that is named; a room is none that a memory tells, so it stays over."""
        room = {index for index, chunk in enumerate(pieces.chunks) if chunk.slot == "PLACE" and is_room(chunk)}
        place = pieces.first("PLACE")
        pieces.used -= room
        return None if place is not None and room and is_room_name(place) else place

    def of_deed(self, deed: NamedDeed, outside: Named | None, subject: str, ask: str) -> Selection:
        """What a deed selects; ``outside`` is the thing that stands before its verb."""
        named = deed.thing if deed.thing.words else outside
        if not subject:
            subject = self._subject(deed, named, ask)
        if subject == "tasks":
            return Selection("tasks", task=self._task_words(deed, named, ask))
        if subject in ("speech", "facts"):
            return Selection(subject, about=about(deed.words if deed.thing.words else f"{deed.words} {said(named)}"))
        thing = named.thing if named else ANYTHING
        place = ANYTHING if is_room_name(deed.place) else deed.place.thing
        if ask == "tool" and deed.words.partition(" ")[0] in words("watering") and place == ANYTHING:
            thing, place = ANYTHING, thing  # the plant is what water is poured on
        one = Selection(subject, deed.actions, deed.change, thing, place, deed.tool.thing)
        if deed.kind == "task" and ask == "put" and thing.types and not self._knows_task(task_words(deed, named)):
            self._verb = deed.words.split()[0]  # whatever "stick the spoon" means, it was put somewhere
            return one
        if deed.kind == "task":
            return replace(one, task=self._task_words(deed, named, ask))
        return one

    def _task_words(self, deed: NamedDeed, named: Named | None, ask: str) -> str:
        """The words of a task; a search that no task is called by was part of one that is about the thing."""
        text = task_words(deed, named)
        if named is None or deed.kind != "task" or ask not in ("", "duration"):
            return text
        if not text.startswith("find ") or self._knows_task(text):
            return text
        self._part = ask == "duration"
        return named.words

    def _subject(self, deed: NamedDeed, named: Named | None, ask: str) -> str:
        if deed.kind == "task" or ask in _TASKS_ONLY:
            return "tasks"
        if deed.kind == "see":
            return "sights"
        if ask in _OF_DEEDS:
            return "deeds"
        known = named is not None and self._knows_task(task_words(deed, named))
        unknown = named is not None and bool(named.thing.unknown)
        asked_for = unknown and deed.kind in ("change", "any") and deed.words.split()[0] in requests()
        return "tasks" if known or asked_for else "deeds"

    def _of_name(self, named: Named | None, subject: str) -> Selection:
        if named is None:
            return Selection(subject or "anything")
        if not subject:
            subject = "sights" if is_thing(named) and not self._knows_task(named.words) else "tasks"
        if subject == "tasks":
            return Selection("tasks", task=named.words)
        if subject in ("speech", "facts"):
            return Selection(subject, about=about(said(named)))
        return Selection(subject, thing=named.thing)

    def _leaning(self, one: Selection, ask: str) -> Selection:
        """With the thing that was spoken of before for "it"."""
        before = self._before or Selection()
        time = one.time if one.time != ANY_TIME or ask == "when" else before.time
        if before.thing != ANYTHING and one.subject != "tasks":
            thing = suited(before.thing, before.place if before.place.types else self._near, (*one.actions, one.change))
            return replace(one, thing=thing, time=time)
        if before.task and one.subject == "tasks":
            return replace(one, task=before.task, time=time)
        return replace(one, time=time, thing=before.thing)

    def related(self, one: Selection, chunks: Sequence[Chunk]) -> Selection:
        """A selection limited by a clause of time."""
        return self._related(one, Pieces(chunks))

    def _related(self, one: Selection, pieces: Pieces) -> Selection:
        found = self.clause(pieces)
        if not found.relation:
            return one
        one, others = _bound(one, self._alike_done(one, found.others, pieces.chunks), pieces.chunks)
        return replace(one, relation=found.relation, next_to=found.next_to, others=others)

    def _alike_done(
        self, one: Selection, others: tuple[Selection, ...], chunks: Sequence[Chunk]
    ) -> tuple[Selection, ...]:
        """Of "what did you pick up before the spoon" that the spoon was picked up, unless a task is called so.

        Of "did you put the mug away before the cup" that the cup was, too; of "where was the mug before the sink" that
        it was put there.
        """
        inner = [chunk.value for chunk in with_clauses(chunks) if isinstance(chunk.value, Named)]
        things = {named.words: named.thing for named in inner if is_thing(named) and not self._knows_task(named.words)}
        named = len(others) == 1 and others[0] == Selection("tasks", task=others[0].task)
        place = things.get(others[0].task) if named else None
        if place is not None and one.thing.types and not (one.actions or one.change) and _stands_fixed(place):
            return (Selection("deeds", ("Place",), thing=ThingFilter(one.thing.types), place=place),)
        if (
            one.subject != "deeds"
            or not (one.actions or one.change)
            or one.task
            or not named
            or others[0].task not in things
        ):
            return others
        where = one.place if one.thing != ANYTHING else ANYTHING
        return (Selection(one.subject, one.actions, one.change, things[others[0].task], where),)

    def clause(self, pieces: Pieces) -> Selection:
        """The relation of the sentence's first clause of time, and what it refers to."""
        marks = {chunk.slot for chunk in pieces.chunks}
        if {"AFTER", "BEFORE"} <= marks:  # "after the coffee and before the dishes"
            first, last = pieces.first("AFTER"), pieces.first("BEFORE")
            both = tuple(self._other(one.parts[0], "after") for one in (first, last) if isinstance(one, Subordinate))
            return Selection(relation="between", others=both)
        for mark in sorted(_LIMITS):
            found = pieces.first(mark)
            if isinstance(found, Subordinate):
                others = _sharing(tuple(self._other(part, found.relation) for part in found.parts))
                return Selection(relation=found.relation, next_to=found.next_to, others=others)
        return Selection()

    def _other(self, chunks: Sequence[Chunk], relation: str) -> Selection:
        """What a clause of time refers to; its words that nothing stands for are left out."""
        pieces = Pieces(chunks)
        other = self._so(pieces, relation) or self._referred(chunks, pieces)
        told = words("frame_verbs") | words("fillers") | words("adverbs") | words("through_with") | ANAPHORS
        over = [one for one in pieces.left(told) if one not in other.task.split()]
        self._of_clauses += [one for one in over if base(one) not in words("frame_verbs")]
        return other

    def _so(self, pieces: Pieces, relation: str) -> Selection | None:
        """That a thing is in a state or a place, or came to be so: "while the lamp was on", "since it was lit"."""
        slots = {chunk.slot for chunk in pieces.chunks}
        known = any(isinstance(one.value, Named) and one.slot == "NP" and is_thing(one.value) for one in pieces.chunks)
        told = {chunk.mark for chunk in pieces.chunks} & {"was", "is", "did"}
        if not known or not slots & {"STATE", "PLACE"} or "ACT" in slots or not told:
            return None
        if "STATE" not in slots:
            return self._somewhere(pieces) if relation == "during" else None
        thing, state = pieces.best("NP", is_thing).thing, pieces.first("STATE")
        if relation == "during":
            return Selection("sights", thing=replace(thing, states=(*thing.states, state)))
        return Selection("deeds", change=state, thing=thing)

    def _somewhere(self, pieces: Pieces) -> Selection | None:
        """That a thing is in a place: "while the pan was on the stove"; None where that is no place for things."""
        place = pieces.first("PLACE")
        if place.thing.unknown:
            return None
        return Selection("sights", thing=pieces.best("NP", is_thing).thing, place=place.thing)

    def _referred(self, chunks: Sequence[Chunk], pieces: Pieces) -> Selection:
        said = {chunk.mark for chunk in chunks if not chunk.slot}
        if not any(chunk.slot in ("ACT", "NP") for chunk in chunks) and said & ANAPHORS and self._before is not None:
            return self._before
        if "i" in said and said & {"say", "ask", "want"}:
            return replace(self.selection(pieces, "speech", inner=True), speaker="user")
        if "interrupt" in said:
            return Selection("tasks", outcomes=("interrupted",), ordinal=pieces.first("ORDINAL"))
        deed = next((chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)), None)
        named = next((chunk.value for chunk in chunks if isinstance(chunk.value, Named)), None)
        if deed is None and named is None and (purpose := self.purpose(pieces)):  # "before the one for the apple"
            return purpose
        found = self.selection(pieces, "tasks" if deed is None and named is not None else "", inner=True)
        nouns = [one.words for one in chunks if not one.slot and one.words.isalpha() and not base(one.words)]
        no_noun = words("fillers") | {*CARDINALS}
        if found == Selection() and len(nouns) == len(chunks) == 1 and nouns[0] not in no_noun:
            return Selection("tasks", task=nouns[0])  # "after lunch"
        return found

    def purpose(self, pieces: Pieces) -> Selection | None:
        """What something was done for; None where nothing is said of it."""
        found = pieces.first("PURPOSE")
        if not isinstance(found, tuple):
            return None
        named = isinstance(found[0].value, Named)
        return self.selection(Pieces(found), "tasks" if named else "", inner=True)

    def names(self, pieces: Pieces, subject: str) -> list[Selection]:
        """Every thing or task of "the salad or the toast", "the fridge more often than the microwave"."""
        deed: NamedDeed | None = None
        ahead: list[Named] = []
        found: list[Selection] = []
        limits = self._limited(Selection(subject), pieces)
        for index, chunk in enumerate(pieces.chunks):
            values = chunk.value if chunk.slot == "PURPOSE" and isinstance(chunk.value, tuple) else (chunk,)
            for one in values:
                value = getattr(one, "value", None)
                if isinstance(value, NamedDeed):
                    deed = value
                    if ahead and value.kind != "task" and not value.thing.words:  # "was the tomato sliced"
                        found = [self.of_deed(with_thing(deed, name), name, subject, "") for name in ahead]
                    named = [value.thing, *value.thing.group] if value.thing.words else [None]
                    every = [self.of_deed(with_thing(deed, name), name, subject, "") for name in named]
                    found += every if value.thing.words or len(value.words.split()) > 1 or value.kind == "task" else []
                elif isinstance(value, Named) and chunk.slot in ("NP", "PURPOSE"):
                    named = [value, *value.group]
                    ahead += [] if deed else [one for one in named if is_thing(one)]
                    found += [self.of_deed(with_thing(deed, n), n, subject, "") if deed else self._task(n, subject)
                              for n in named]  # fmt: skip
                else:
                    continue
                pieces.used.add(index)
        if deed is not None and not deed.thing.words and len(found) > 2:
            found = [one for one in found if one.thing != ANYTHING or len(one.task.split()) > 1]
        if any(one.subject == "tasks" for one in found):
            found = [one if one.subject == "tasks" else self._as_task(one, pieces) for one in found]
        found = [self._related(found[0], pieces)] if len(found) == 1 else found
        return [replace(one, time=limits.time) for one in found]

    def _as_task(self, one: Selection, pieces: Pieces) -> Selection:
        """A thing that is compared with a task names one, too: "the salad or the toast"."""
        every = [
            each
            for chunk in pieces.chunks
            if isinstance(chunk.value, Named)
            for each in (chunk.value, *chunk.value.group)
        ]
        words_of = next((each.words for each in every if each.thing == one.thing), "")
        if not words_of and one.thing != ANYTHING:  # "making toast or putting away the spoons"
            return Selection("tasks", thing=one.thing)
        return Selection("tasks", task=words_of) if words_of else one

    def _task(self, named: Named, subject: str) -> Selection:
        """A task or a thing that is compared with another."""
        return self._of_name(replace(named, group=(), joint=""), subject)


def _stands_fixed(place: ThingFilter) -> bool:
    """Whether it is something that others are put in or on, and that is never taken itself."""
    return holds_others(place.types) and not is_taken(place.types)


def _sharing(others: tuple[Selection, ...]) -> tuple[Selection, ...]:
    """Of "between washing and slicing the tomato" both about the tomato; of "the first coffee and the second" both."""
    if len(others) != 2:
        return others
    first, second = others
    if first.subject == second.subject == "deeds" and first.thing == ANYTHING and first.place == ANYTHING:
        return (replace(first, thing=second.thing), second)
    if second.ordinal is not None and second == Selection(second.subject, ordinal=second.ordinal, time=second.time):
        return (first, replace(first, ordinal=second.ordinal))
    return others


def _bound(
    one: Selection, others: tuple[Selection, ...], chunks: Sequence[Chunk]
) -> tuple[Selection, tuple[Selection, ...]]:
    """With what "it" stands for on one side of a clause, named on the other: "did you drop it after taking the egg"."""
    inner = [chunk.value for chunk in with_clauses(chunks) if isinstance(chunk.value, NamedDeed)]
    main = [chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)]
    behind = [deed for deed in inner if deed not in main]
    if len(others) != 1 or others[0].subject != "deeds":
        return one, others
    other = others[0]
    if any(deed.leans for deed in behind) and one.thing != ANYTHING and other.thing == ANYTHING:
        return one, (replace(other, thing=one.thing),)
    if any(deed.leans for deed in behind) and one.place != ANYTHING and other.thing == other.place == ANYTHING:
        return one, (replace(other, thing=one.place),)  # "what did you put in the fridge before you closed it"
    if any(deed.leans for deed in main) and one.thing == ANYTHING and one.subject == "deeds":
        return replace(one, thing=other.thing), others
    outside = [word for chunk in chunks if not isinstance(chunk.value, Subordinate) for word in chunk.words.split()]
    if not main and refers_back(outside) and one == replace(WHATEVER, subject=one.subject, time=one.time):
        return replace(one, thing=other.thing), others  # "before you moved the pan, where was it"
    return one, others
