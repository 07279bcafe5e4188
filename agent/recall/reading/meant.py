"""Which example a sentence means: the likest by its words and by its meaning together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.recall.reading.examples import AskedExample, examples
from agent.recall.reading.frames import comparison
from agent.recall.reading.likeness import Likeness, frame
from agent.recall.reading.meaning.nearest import RankedMeaning, kin, meanings
from agent.recall.reading.parts.chunks import Chunk, Named, NamedDeed
from agent.recall.reading.pieces import joint

LEAST = 0.62
"""How like an example a sentence has to be at least to be taken for it."""
SAME = 0.999
"""How like an example a sentence is that differs from it in nothing but names."""
ALIKE, ALIKE_LEANING = 0.75, 0.65
"""How like an example by its words a sentence has to be, where its meaning is likely that but not sure; where both lean
on another."""
ALIKE_AKIN, CERTAIN = 0.95, 0.9
"""The same for which of two is meant that are answered alike; how sure a meaning counts more than equal words."""
_CAME = frozenset({"first", "last"})
"""Say behind a question which of two came earlier or later."""
_RIVALS, _BY_WORDS = 6, 3
"""How many of the likest meanings are tried at most, and how many of the likest by words alone."""


def meant(text: str, chunks: Sequence[Chunk], leaning: bool) -> list[Likeness]:
    """The examples that ask what the sentence means, the likest first, each as sure as that is.

    Args:
        text: The sentence in plain words.
        chunks: The same, taken apart.
        leaning: Whether there is a question before it.
    """
    found = comparison().likest(frame(chunks), leaning)
    if (known := meanings()) is None:
        return found
    shared: dict[str, float] = {}
    for one in found:
        shared.setdefault(one.example.asks, one.score)
    several = named(chunks)
    nearest = known.nearest(text, leaning, shared, several)
    same = bool(found) and found[0].score >= SAME
    follows = leaning and same and found[0].example.leans  # "what happened?" after what did not work out
    if same and (follows or nearest.chance < CERTAIN or kin(found[0].example) == kin(nearest.example)):
        return found
    leans = bool(found) and found[0].example.leans and not several
    likely = bool(found) and (leans or nearest.chance < LEAST) and found[0].example.asks == nearest.among[0]
    if likely and found[0].score >= (ALIKE_LEANING if leans else ALIKE):
        return found
    akin = bool(found) and found[0].score >= ALIKE_AKIN and kin(found[0].example) == kin(nearest.example)
    asks = found[0].example.asks if akin else nearest.example.asks
    own = [replace(one, score=nearest.chance) for one in found if one.example.asks == asks]
    return own or [Likeness(nearest.example, nearest.chance)]


def possible(text: str, chunks: Sequence[Chunk], leaning: bool) -> list[RankedMeaning]:
    """All that a sentence may well mean, the likest first: by meaning and words together, and by words alone.

    Args:
        text: The sentence in plain words.
        chunks: The same, taken apart.
        leaning: Whether there is a question before it.
    """
    found = comparison().likest(frame(chunks), leaning)
    if (known := meanings()) is None:
        return [RankedMeaning(one.example, one.score) for one in found]
    shared: dict[str, float] = {}
    likest: dict[str, Likeness] = {}
    for one in found:
        shared.setdefault(one.example.asks, one.score)
        likest.setdefault(one.example.asks, one)
    by_words = {one.example.asks for one in found[:_BY_WORDS]}
    ranked = known.ranked(text, leaning, shared, named(chunks), _RIVALS, by_words)
    return [
        replace(one, example=likest[one.example.asks].example) if one.example.asks in likest else one for one in ranked
    ]


def with_topic(best: Likeness, chunks: Sequence[Chunk]) -> Likeness:
    """What was said about something, where a topic is named, in place of all that was said."""
    query = best.example.query
    behind = next((at for at, chunk in enumerate(chunks) if chunk.mark == "about"), len(chunks))
    named = any(chunk.slot in ("NP", "ACT") for chunk in chunks[behind:])
    if not named or (query.get("ask"), query.get("of")) != ("said", "all"):
        return best
    narrower = {**{key: value for key, value in query.items() if key != "of"}, "about": "names"}
    example = next((one for one in examples() if dict(one.query) == narrower and not one.leans), None)
    return replace(best, example=example) if example else best


def among_given(best: Likeness, chunks: Sequence[Chunk]) -> Likeness:
    """The most of all as the most of those that are named: "what did you open most often, the fridge or the safe"."""
    query = best.example.query
    several = [chunk for chunk in chunks if chunk.slot in ("NP", "ACT") and _group(chunk)]
    if (number := _which_came(query, chunks)) and several and joint(chunks) == "or":
        came = {"ask": "compare", "of": "names", "against": "names", "measure": "start", "most": number < 0}
        return replace(best, example=replace(best.example, query=came))
    if query.get("ask") != "extreme" or query.get("of") or query.get("counted") or not several or joint(chunks) != "or":
        return best
    compared = {**query, "ask": "compare", "of": "names", "against": "names"}
    return replace(best, example=replace(best.example, query=compared))


def _which_came(query: Mapping[str, Any], chunks: Sequence[Chunk]) -> int:
    """1 where it is asked which of two came first, -1 where last: "did you slice the bread or the apple last"."""
    last = chunks[-1] if chunks else None
    deed = query.get("ask") == "exists" and query.get("subject", "deeds") in ("deeds", "tasks")
    number = last.value if deed and last is not None and last.slot == "ORDINAL" and last.words in _CAME else 0
    return number if isinstance(number, int) else 0


def whole(chunks: Sequence[Chunk]) -> bool:
    """Whether a sentence is a question by itself but for its names."""
    found = comparison().likest(frame(chunks), True)
    return bool(found) and not found[0].example.leans and found[0].score >= SAME


def leans(chunks: Sequence[Chunk]) -> bool:
    """Whether a sentence makes no sense by itself: "where is it"."""
    found = comparison().likest(frame(chunks), True)
    return bool(found) and found[0].example.leans and found[0].score >= SAME


def named(chunks: Sequence[Chunk]) -> int:
    """How many things, deeds and tasks are named, those of one list each by itself; 2 where more are."""
    named = [
        chunk for chunk in chunks if chunk.slot in ("ACT", "NP", "PURPOSE") and not getattr(chunk.value, "leans", 0)
    ]
    several = joint(chunks) == "or" or any(_group(chunk) for chunk in named)
    return 2 if several else min(len(named), 2)


def _group(chunk: Chunk) -> bool:
    value = chunk.value.thing if isinstance(chunk.value, NamedDeed) else chunk.value
    return isinstance(value, Named) and bool(value.group)


def of_what_was_spoken_of(example: AskedExample) -> AskedExample:
    """The example that asks the same of "it"; the example itself where there is none."""
    query = example.query
    leaning = (one for one in examples() if one.leans and one.query.get("of") == "before" and not one.refused)
    akin = [one for one in leaning if one.query["ask"] == query.get("ask")]
    same = [one for one in akin if all(one.query.get(key) == query.get(key) for key in ("outcomes", "measure"))]
    return next(iter(same or akin), example)
