"""The pieces of a sentence by what they are, and small things made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Duration, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.parts.chunks import Chunk, Named, NamedDeed, Subordinate
from agent.recall.reading.parts.noun_phrases import is_thing
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import Reading, Refusal
from envs.vocabulary.nouns import APPEARANCE
from envs.vocabulary.verbs import base

_NEEDS = frozenset({"exists", "when", "ago", "where", "put", "taken", "why", "tool", "who", "state", "duration"})
"""Asks that make no sense of nothing in particular."""


_WHETHER = frozenset({"exists", "outcome", "when", "ago", "count"})
"""Asks of a deed that are answered by that it never was."""
_CLAUSES = ("BEFORE", "AFTER", "DURING", "BETWEEN")

_EMPTY = words("fillers") | words("adverbs") | words("asks") | words("vocatives")


@dataclass
class Pieces:
    """The pieces of a sentence by what they are, and which of them are spoken for."""

    chunks: Sequence[Chunk]
    used: set[int] = field(default_factory=set)

    def values(self, slot: str) -> list[Any]:
        """The values of the slots of a kind, in order; they are spoken for from now on."""
        found = [(index, chunk) for index, chunk in enumerate(self.chunks) if chunk.slot == slot]
        self.used |= {index for index, _ in found}
        return [chunk.value for _, chunk in found]

    def first(self, slot: str) -> Any:
        """The value of the first slot of a kind, None where there is none."""
        for index, chunk in enumerate(self.chunks):
            if chunk.slot == slot:
                self.used.add(index)
                return chunk.value
        return None

    def best(self, slot: str, fits: Callable[[Any], bool]) -> Any:
        """As ``first``; where the first one does not fit and another one does, that one."""
        found = [index for index, chunk in enumerate(self.chunks) if chunk.slot == slot]
        at = next((index for index in found if fits(self.chunks[index].value)), next(iter(found), None))
        if at is None:
            return None
        self.used.add(at)
        return self.chunks[at].value

    def left(self, known: frozenset[str]) -> tuple[str, ...]:
        """The words of substance that nothing stands for."""
        over: list[str] = []
        for index, chunk in enumerate(self.chunks):
            if chunk.slot:
                over += [] if index in self.used else [chunk.words]
            elif chunk.mark not in known and chunk.words not in _EMPTY | words("indefinite"):
                over.append(chunk.words)
        return tuple(over)


def is_room(chunk: Chunk) -> bool:
    """Whether a piece is a place that is but a room."""
    return isinstance(chunk.value, Named) and is_room_name(chunk.value)


def is_room_name(named: Named) -> bool:
    """Whether what is named is a room: "the kitchen"."""
    return bool(named.thing.unknown) and set(named.thing.unknown.split()) <= words("rooms")


def with_thing(deed: NamedDeed | None, named: Named | None) -> NamedDeed:
    """A deed done to another thing."""
    assert deed is not None
    if named is None or named == deed.thing:
        return replace(deed, thing=replace(deed.thing, group=(), joint=""), words=one_of(deed)) if named else deed
    verb = deed.words.removesuffix(deed.thing.words).split(" ")[0]
    return replace(deed, thing=replace(named, group=(), joint=""), words=f"{verb} {named.words}")


def one_of(deed: NamedDeed) -> str:
    """The words of a deed with the first of the things that are listed."""
    return deed.words.split(" and ")[0].split(" or ")[0] if deed.thing.group else deed.words


def as_place(one: Selection) -> Selection:
    """With the thing as the place: of "what does the fridge contain"."""
    if one.place != ANYTHING or one.thing == ANYTHING:
        return one
    return replace(one, subject="sights", place=one.thing, thing=ANYTHING)


def either(time: SpanOfTime, other: SpanOfTime) -> SpanOfTime:
    """The first time, or the other where the first is none."""
    return time if time != ANY_TIME else other


def task_words(deed: NamedDeed, outside: Named | None) -> str:
    """The words that may name a task: the verb phrase, with its thing where that stands before the verb."""
    if deed.thing.words or outside is None:
        return one_of(deed) if deed.thing.joint == "or" else deed.words
    verb, _, rest = deed.words.partition(" ")
    return f"{verb} {outside.words} {rest}".strip()


def said(named: Named | None) -> str:
    """The words of everything that is listed."""
    return " ".join([named.words, *(one.words for one in named.group)]) if named else ""


def about(text: str) -> tuple[str, ...]:
    """The words of substance that speech has to be about."""
    dropped = words("fillers") | words("adverbs") | words("generic")
    return tuple(word for word in text.split() if word not in dropped)


def deed_words(pieces: Pieces) -> str:
    """The words of what something was done for."""
    found = pieces.first("PURPOSE")
    value = found[0].value if isinstance(found, tuple) else None
    return value.words if isinstance(value, NamedDeed) else ""


def taken_to_be(claim: object, pieces: Pieces) -> Any:
    """What the speaker takes to be the answer."""
    if claim == "times":
        return pieces.first("TIMES")
    if claim == "thing":
        named = pieces.first("NP") or getattr(pieces.first("ACT"), "thing", None)
        return named.thing.types[0] if named and named.thing.types else None
    return claim


def dropped(chunks: Sequence[Chunk], of: Selection) -> list[str]:
    """Adjectives that no memory keeps, and states of what is no sight."""
    found: list[str] = []
    for chunk in chunks:
        value = chunk.value
        if isinstance(value, NamedDeed):
            found += [value.place.words] if is_room_name(value.place) else []
            found += [*value.thing.left, *value.place.left, *value.tool.left]
        elif isinstance(value, Named):
            found += value.left
    return found


def unused(chunks: Sequence[Chunk], selections: Sequence[Selection]) -> list[str]:
    """Things, times and durations that a sentence names and no part of its query has: they must be told as left out."""
    every = [*_with_others(selections)]
    filters = [one for selection in every for one in (selection.thing, selection.place, selection.tool)]
    types = {kind for one in filters for kind in (*one.types, *one.besides)}
    texts = [one.unknown for one in filters] + [text for one in every for text in (one.task, one.speaker, *one.about)]
    said = {word for text in texts for word in text.lower().split()}
    found: list[str] = []
    for words_said, value in _values(chunks):
        if isinstance(value, Named):
            named = bool(value.thing.types or value.thing.unknown)
            used = types & set(value.thing.types) or said & set(f"{value.words} {value.thing.unknown}".lower().split())
            found += [value.words] if named and not used else []
        elif isinstance(value, SpanOfTime):
            found += [words_said] if not any(one.time.scope.limited for one in every) else []
        elif isinstance(value, Duration):
            found += [words_said] if not any(one.took for one in every) else []
    return [left for left in found if left]


def with_unused(query: MemoryQuery, chunks: Sequence[Chunk]) -> MemoryQuery:
    """A query of what was spoken of before, with what its sentence names and it does not ask about as left out."""
    lost = unused(chunks, (query.of, *query.against, *query.supposes))
    return replace(query, left_out=tuple(dict.fromkeys((*query.left_out, *lost))))


def _with_others(selections: Sequence[Selection]) -> Iterator[Selection]:
    for one in selections:
        yield one
        yield from _with_others(one.others)


def with_clauses(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """Every piece of a sentence, those of its clauses, too."""
    for chunk in chunks:
        yield chunk
        if isinstance(chunk.value, Subordinate):
            yield from (one for part in chunk.value.parts for one in with_clauses(part))


def _values(chunks: Sequence[Chunk]) -> Iterator[tuple[str, Named | SpanOfTime | Duration]]:
    """Every thing, time and duration of a sentence with its words, those of its deeds and clauses, too."""
    for chunk in chunks:
        value = chunk.value
        if isinstance(value, NamedDeed):
            every = (value.thing, *value.thing.group, value.place, *value.place.group, value.tool, *value.tool.group)
            yield from ((one.words, one) for one in every)
        elif isinstance(value, Subordinate):
            yield from (one for part in value.parts for one in _values(part))
        elif isinstance(value, tuple):
            yield from _values(value)
        elif isinstance(value, Named):
            yield from ((one.words, one) for one in (replace(value, group=()), *value.group))
        elif isinstance(value, SpanOfTime | Duration):
            yield chunk.words, value


def is_empty(query: MemoryQuery) -> bool:
    """Whether a query asks for something in particular and names nothing."""
    of = query.of
    named = (of.actions, of.change, of.task, of.about, of.relation, of.outcomes, of.thing.states, of.others)
    filters = (of.thing, of.place, of.tool)
    return query.ask in _NEEDS and not any(named) and all(one == ANYTHING for one in filters) and of.ordinal is None


def of_tasks(query: MemoryQuery) -> MemoryQuery | None:
    """Of what was done last before a task which task that was: its last step is seldom meant; None for others."""
    of = query.of
    other = of.others[0] if len(of.others) == 1 else None
    alone = of == Selection("deeds", time=of.time, relation=of.relation, next_to=of.next_to, others=of.others,
                            ordinal=of.ordinal)  # fmt: skip
    before_task = alone and of.next_to and other is not None and other.subject == "tasks" and other.task
    if query.ask != "list" or not before_task or {*query.text.split()} & words("detail"):
        return None
    return replace(query, of=replace(of, subject="tasks"), detail=False)


def used_for(query: MemoryQuery) -> MemoryQuery | None:
    """Of "what did you use the knife for" the tasks in which it was handled; None for other questions."""
    said, of = query.text.split(), query.of
    whole = query.ask == "list" and of.subject == "deeds"
    why = query.ask == "why" and (of.used or of.subject == "sights") and not (of.thing.states or of.place.types)
    asked = (whole or why) and not (of.actions or of.change or of.relation or of.took) and said[:1] != ["why"]
    says = "for" in said and ({*said} & words("using") or {*said} <= _FOR_WHAT)
    if not asked or not of.thing.types or not says:
        return None
    handled = replace(Selection("deeds"), thing=of.thing)
    time = of.time if of.time.words else ANY_TIME  # the moment at which it was met is not when it was used
    tasks = Selection("tasks", time=time, ordinal=of.ordinal, relation="during", others=(handled,))
    return replace(query, ask="list", of=tasks, detail=False)


_FOR_WHAT = frozenset({"and", "so", "but", "for", "what", "exactly", "then"})
"""A turn that asks what something was used for, and says no more."""


def untouched(chunks: Sequence[Chunk], knows_task: Callable[[str], bool]) -> bool:
    """Whether nothing is named behind "about" that is handled or done: "what do you know about my sister"."""
    at = next((at for at, chunk in enumerate(chunks) if chunk.mark == "about"), -1)
    behind = [*with_clauses(chunks[at + 1 :])]
    named = [chunk.value for chunk in behind if isinstance(chunk.value, Named)]
    done = any(isinstance(chunk.value, NamedDeed) for chunk in behind)
    handled = done or any(is_thing(one) or knows_task(one.words) for one in named)
    return bool(named or about(" ".join(chunk.words for chunk in behind if not chunk.slot))) and not handled


def meanwhile(query: MemoryQuery) -> MemoryQuery | None:
    """Of what was done while a thing was so or somewhere, which is no task, the deeds; None for other questions."""
    if query.ask != "steps" or query.of.subject != "sights":
        return None
    deeds = Selection("deeds", time=query.of.time, relation="during", others=(replace(query.of, time=ANY_TIME),))
    return replace(query, ask="list", of=deeds, supposes=deeds.others, detail=True)


def since_then(query: MemoryQuery) -> MemoryQuery | None:
    """Of "since when is the mug there", "how long has it been in the sink" since when; None for other questions."""
    of = query.of
    begun = re.match(
        r"(?:and |so |but )?(?:since when (?:is|are|was|were|has|have)|how long (?:has|have)) ", query.text
    )
    still = of.subject == "sights" and of.thing.types and not (of.thing.states or of.relation or of.time.scope.limited)
    if query.ask not in ("when", "duration") or begun is None or not still or of.ordinal is not None:
        return None
    return replace(query, measure="start")


def told_otherwise(query: MemoryQuery) -> MemoryQuery:
    """What a query means that is made of a sentence word by word and is rarely meant so."""
    readings = (used_for, of_tasks, since_then, meanwhile, _why_there, _what_next, _when_over, _said_then)
    return next((found for reading in readings if (found := reading(query)) is not None), query)


def _when_over(query: MemoryQuery) -> MemoryQuery | None:
    """Of "when did you finish the mugs" when the task with them was over; None for other questions."""
    of, said = query.of, {*map(base, query.text.split())}
    over = query.ask == "when" and query.measure == "end" and said & {"finish", "complete", "do", "stop"}
    if not over or of.subject != "sights" or of.thing.states or of.place != ANYTHING or not of.thing.types:
        return None
    return replace(query, of=Selection("tasks", thing=of.thing, time=of.time, ordinal=of.ordinal))


def _said_then(query: MemoryQuery) -> MemoryQuery | None:
    """Of "what did I say when I asked for the coffee" that request itself; None for other questions."""
    of, others = query.of, query.of.others
    same = of.relation == "during" and len(others) == 1 and others[0].subject == of.subject == "speech"
    if query.ask != "said" or not same or of.about or of.speaker != others[0].speaker:
        return None
    return replace(query, of=replace(others[0], time=of.time if of.time.words else others[0].time), supposes=())


def _why_there(query: MemoryQuery) -> MemoryQuery | None:
    """Of "why is the mug in the sink" why it was put there; None for other questions."""
    of = query.of
    somewhere = of.subject == "sights" and of.thing.types and of.place.types
    return (
        replace(query, of=replace(of, subject="deeds", actions=("Place",)))
        if query.ask == "why" and somewhere
        else None
    )


def _what_next(query: MemoryQuery) -> MemoryQuery | None:
    """Of "when the soup was done, what came next" what came after it; None for other questions."""
    next_asked = re.match(
        r"(?:and |so |but )?what (?:came|happened|did you (?:then )?do) (?:next|then|afterwards)\b", query.text
    )
    if query.ask != "list" or query.of.relation != "during" or next_asked is None:
        return None
    return replace(query, of=replace(query.of, relation="after", next_to=True))


def either_or(chunks: Sequence[Chunk]) -> bool:
    """Whether two things are offered: "the salad or the toast"."""
    values = [chunk.value for chunk in chunks]
    named = [value.thing if isinstance(value, NamedDeed) else value for value in values]
    return any(chunk.mark == "or" for chunk in chunks) or any(isinstance(n, Named) and n.joint == "or" for n in named)


_TELLING = words("asks") | words("frame_verbs") | words("liking")
_TELLING |= {"told", "said", "know", "facts", "do", "am", "are", "were", "date", "help", "again"}
_TELLING |= {"forgot", "forgotten", "remember", "remind", "reminded"}
"""Words of questions for a fact that are not about it."""
_IN_FACTS = words("in_facts")
"""Words of which a fact may say others: what somebody must not eat is what that one is allergic to."""


def of_fact(text: str) -> tuple[str, ...]:
    """The words that a fact has to have: those of substance, not of asking, nor such as it may say otherwise."""
    every = about(" ".join(word for word in text.split() if word not in _TELLING | words("same_as_person")))
    return tuple(word for word in every if word not in _IN_FACTS) or every


def unheard(chunks: Sequence[Chunk], ask: str) -> tuple[str, ...]:
    """Of what somebody asks to have been done, the verb and what it was done to, where no dictionary knows either."""
    deed = next((chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)), None)
    outside = next((chunk.value for chunk in chunks if chunk.slot == "NP"), None)
    if deed is None or ask not in _WHETHER or any(chunk.slot in ("PURPOSE", *_CLAUSES) for chunk in chunks):
        return ()
    named = [one for one in (deed.thing, deed.place, outside) if isinstance(one, Named) and one.words]
    if not named or any(one.thing.types for one in named) or "i" in [chunk.mark for chunk in chunks]:
        return ()
    return (deed.words.split()[0], *(word for one in named for word in about(one.words)))


def joint(chunks: Sequence[Chunk]) -> str:
    """What joins the things that a sentence lists: "and" or "or"."""
    for chunk in chunks:
        value = chunk.value
        named = value.thing if isinstance(value, NamedDeed) else value
        if isinstance(named, Named) and named.joint:
            return named.joint
    return "or" if any(chunk.mark == "or" for chunk in chunks) else "and"


def one_state(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Of "is the lamp on or off" the first state: the answer says which it is."""
    for at, chunk in enumerate(chunks[2:], 2):
        if chunk.slot == "STATE" and chunks[at - 1].mark == "or" and chunks[at - 2].slot == "STATE":
            return (*chunks[: at - 1], *chunks[at + 1 :])
    return tuple(chunks)


def strange_left(query: MemoryQuery) -> bool:
    """Whether words of a query are left out that are more than adjectives."""
    return any(not {*said.split()} & APPEARANCE for said in query.left_out)


def with_kinds(found: Reading | Refusal, kinds: tuple[str, ...]) -> Reading | None:
    """A reading for what something was done with, of some kinds; None where it asks for nothing of the sort.

    What was used for a task is all that was done for it; of some kinds it is the one with which that was done.
    """
    if isinstance(found, Refusal) or len(found.queries) != 1:
        return None
    query = found.queries[0]
    if query.ask == "list" and query.of.subject == "deeds" and query.of.task and kinds:
        query = replace(query, ask="tool", detail=False, of=Selection("tasks", task=query.of.task, time=query.of.time))
    if query.ask != "tool":
        return None
    of = replace(query.of, tool=ThingFilter(kinds) if kinds else query.of.tool)
    return replace(found, queries=(replace(query, of=of),), otherwise=())


def by_deed(query: MemoryQuery) -> MemoryQuery:
    """Of "the first thing you did" that it was begun first; what was asked for, or ended so, goes by its own order."""
    of = query.of
    numbered = query.ask == "list" and of.subject == "tasks" and of.ordinal is not None
    if not numbered or of.outcomes or of.speaker or of.relation or not {*query.text.split()} & {"do", "did", "done"}:
        return query
    return replace(query, measure="start")
