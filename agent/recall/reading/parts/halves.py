"""A sentence that asks several things, in as many: "when did you make coffee and how long did it take"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.recall.reading.parts.chunks import Chunk, Named, NamedDeed, alone
from agent.recall.reading.parts.wordlists import words

_PAIRED = frozenset({"compare", "order", "duration"})
"""Asks of two things at once."""


def halves(said: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Both halves of a sentence that asks two things; None for one question."""
    asks = words("asks") - {"if", "whether"} | {"did", "was", "were"}
    for at in range(2, len(said) - 1):
        if said[at] == "and" and said[at + 1] in asks and said[0] in asks | {"did", "is", "are", "have", "has"}:
            if "between" in said[:at]:
                return None
            return list(said[:at]), list(said[at + 1 :])
        if said[at] == "and" and said[at + 1 : at + 2] == ["why"]:
            return list(said[:at]), list(said[at + 1 :])
    if len(said) > 2 and said[-2:] == ["and", "why"]:
        return list(said[:-2]), ["why"]
    return None


def each_listed(chunks: Sequence[Chunk], ask: str, knows_task: Callable[[str], bool]) -> list[Sequence[Chunk]]:
    """A sentence once for each of the things that it lists, unless they belong together.

    Args:
        chunks: The sentence.
        ask: What is asked of them.
        knows_task: Whether the memory knows a task by some words.
    """
    if ask in _PAIRED:
        return [chunks]
    for index, chunk in enumerate(chunks):
        every = _listed(chunk, knows_task)
        if len(every) > 1:
            return [[*chunks[:index], one, *chunks[index + 1 :]] for one in every]
    deeds = [index for index, chunk in enumerate(chunks) if chunk.slot == "ACT"]
    if len(deeds) > 1 and any(chunk.mark in ("and", "or") for chunk in chunks[deeds[0] : deeds[1]]):
        return _several_deeds(chunks, deeds)
    return [chunks]


def _listed(chunk: Chunk, knows_task: Callable[[str], bool]) -> list[Chunk]:
    value = chunk.value
    if isinstance(value, Named) and value.group and chunk.slot in ("NP", "PLACE", "TOOL"):
        return [replace(chunk, value=alone(one)) for one in (value, *value.group)]
    if isinstance(value, tuple) and len(value) == 1 and chunk.slot == "PURPOSE":
        return [replace(chunk, value=(one,)) for one in _listed(value[0], knows_task)]
    if isinstance(value, NamedDeed) and value.thing.group and not knows_task(value.words):
        first, rest = value.words.split(" ")[0], value.words.split(value.thing.group[-1].words, 1)[-1]
        whole = replace(value, words="")
        return [
            replace(chunk, value=replace(whole, thing=alone(one), words=f"{first} {one.words}{rest}"))
            for one in (value.thing, *value.thing.group)
        ]
    return [chunk]


def _several_deeds(chunks: Sequence[Chunk], deeds: Sequence[int]) -> list[Sequence[Chunk]]:
    """Of "did you open the fridge and close it" both questions."""
    first = chunks[deeds[0]].value
    every: list[Sequence[Chunk]] = []
    for index in deeds:
        deed = chunks[index].value
        if isinstance(deed, NamedDeed) and isinstance(first, NamedDeed) and deed.leans:
            deed = replace(deed, thing=first.thing, leans=False)
        others = [chunk for at, chunk in enumerate(chunks) if at not in deeds and chunk.mark not in ("and", "or")]
        every.append([*others, replace(chunks[index], value=deed)])
    return every
