"""Episodes that the evaluation makes out of given ones: three requests in one, other words, another place.

They are ours, not published: three in one by concatenation as the joint ones are built; other words from a table of
words that no assistant reads; another place by naming other furniture in request and goals.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import yaml

import assets
from envs.rearrangement.episode import PlacedObject, RearrangementEpisode
from envs.rearrangement.goals import (
    ArgumentConstraint,
    Constraint,
    Dependency,
    Goals,
    Proposition,
    TemporalConstraint,
    TerminalConstraint,
)
from envs.rearrangement.house import NOWHERE, House

PER_HOUSE = 5
"""Requests for three things per house, at most; the paper has 41 in 12 houses."""
_USUAL = frozenset({"bench", "chair", "chest_of_drawers", "couch", "counter", "shelves", "stand", "stool", "table"})
"""Furniture on which things are put: nobody asks for a vase on the washer."""
_CONNECTIVES = ("After that,", "Then,", "Additionally,")
_WORDS = Path(assets.__file__).parent / "personalization/paraphrases.yaml"


# -- three in one ------------------------------------------------------------------------------------------------------


def triples(single: Sequence[RearrangementEpisode], seed: int = 0) -> tuple[RearrangementEpisode, ...]:
    """Requests for three things of one house that share neither kinds of things nor places, drawn by seed."""
    found: list[RearrangementEpisode] = []
    for house in dict.fromkeys(one.house for one in single):
        here = [one for one in single if one.house == house]
        able = [three for three in combinations(here, 3) if _apart(three)]
        random.Random(f"{seed} {house}").shuffle(able)
        found += [_joined(three, f"triple-{house}-{at}") for at, three in enumerate(able[:PER_HOUSE])]
    return tuple(found)


def _apart(three: Sequence[RearrangementEpisode]) -> bool:
    return all(
        not (_kinds(one) & _kinds(other) or _places(one) & _places(other)) for one, other in combinations(three, 2)
    )


def _kinds(episode: RearrangementEpisode) -> set[str]:
    return {one.category for one in episode.objects if one.role != "clutter"}


def _places(episode: RearrangementEpisode) -> set[str]:
    return {name for one in episode.goals.propositions if one.predicate != "is_next_to" for name in one.others}


def _joined(parts: Sequence[RearrangementEpisode], name: str) -> RearrangementEpisode:
    objects: list[PlacedObject] = []
    goals: list[Goals] = []
    for part in parts:
        names = {one.name: f"{one.category}_{len(objects) + at}" for at, one in enumerate(part.objects)}
        objects += [replace(one, name=names[one.name], pair=names.get(one.pair, "")) for one in part.objects]
        goals.append(_renamed(part.goals, names))
    said = [part.instruction for part in parts]
    told = [said[0], *(f"{word} {_lower(text)}" for word, text in zip(_CONNECTIVES, said[1:], strict=False))]
    return RearrangementEpisode(
        name,
        parts[0].house,
        "triple",
        tuple(kind for part in parts for kind in part.types),
        tuple(kind for part in parts for kind in part.subtypes),
        " ".join(told),
        " ".join(part.knowledge for part in parts),
        tuple(objects),
        _concatenated(goals),
        tuple(one for part in parts for one in part.related),
        parts[0].start,
    )


def _lower(text: str) -> str:
    return text if text.startswith("I ") else text[:1].lower() + text[1:]


def _renamed(goals: Goals, names: Mapping[str, str]) -> Goals:
    def renamed(some: Iterable[str]) -> tuple[str, ...]:
        return tuple(names.get(one, one) for one in some)

    return replace(
        goals,
        propositions=tuple(
            replace(one, objects=renamed(one.objects), others=renamed(one.others)) for one in goals.propositions
        ),
    )


def _concatenated(parts: Sequence[Goals]) -> Goals:
    """All goals; those of a part come before the first of the next, as in the published joint episodes."""
    propositions: list[Proposition] = []
    dependencies: list[Dependency] = []
    constraints: list[Constraint] = []
    edges: list[tuple[int, int]] = []
    start = 0
    for part in parts:
        off = len(propositions)
        edges += [(before, off) for before in range(start, off)]
        start = off
        propositions += part.propositions
        dependencies += [
            replace(one, props=_moved(one.props, off), on=_moved(one.on, off)) for one in part.dependencies
        ]
        constraints += [_shifted(one, off) for one in part.constraints]
    return Goals(tuple(propositions), tuple(dependencies), (*constraints, TemporalConstraint(tuple(edges))))


def _moved(indices: Iterable[int], off: int) -> tuple[int, ...]:
    return tuple(index + off for index in indices)


def _shifted(one: Constraint, off: int) -> Constraint:
    if isinstance(one, TemporalConstraint):
        return TemporalConstraint(tuple((a + off, b + off) for a, b in one.edges))
    if isinstance(one, TerminalConstraint):
        return TerminalConstraint(_moved(one.props, off))
    return ArgumentConstraint(_moved(one.props, off), one.same)


# -- other words -------------------------------------------------------------------------------------------------------


def paraphrased(single: Iterable[RearrangementEpisode], seed: int = 0) -> tuple[RearrangementEpisode, ...]:
    """The same requests in other, often vaguer words; those of which nothing could be changed are left out."""
    said = ((one, _reworded(one.instruction, random.Random(f"{seed} {one.id}"))) for one in single)
    return tuple(
        replace(one, id=f"{one.id}-paraphrased", instruction=text) for one, text in said if text != one.instruction
    )


@cache
def _table() -> Sequence[tuple[re.Pattern[str], tuple[str, ...]]]:
    """``assets/personalization/paraphrases.yaml``: what is said → other ways of saying it."""
    said: Mapping[str, Sequence[str]] = yaml.safe_load(_WORDS.read_text(encoding="utf-8"))
    longest = sorted(said.items(), key=lambda pair: -len(pair[0]))
    return [(re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])", re.I), tuple(others)) for words, others in longest]


def _reworded(text: str, draw: random.Random) -> str:
    """Every place is reworded once: what was put in stays."""
    taken: list[tuple[int, int, str]] = []
    for pattern, others in _table():
        for found in pattern.finditer(text):
            if all(found.end() <= start or found.start() >= end for start, end, _ in taken):
                taken.append((found.start(), found.end(), draw.choice(others)))
    for start, end, instead in sorted(taken, reverse=True):
        text = text[:start] + (instead[:1].upper() + instead[1:] if start == 0 else instead) + text[end:]
    return text


# -- another place -----------------------------------------------------------------------------------------------------


def elsewhere(
    single: Iterable[RearrangementEpisode], houses: Mapping[str, House], seed: int = 0
) -> tuple[RearrangementEpisode, ...]:
    """Requests about things with a meaning, to another place than when it was told; where the place stands in words."""
    found = (_elsewhere(one, houses[one.house], random.Random(f"{seed} {one.id}")) for one in single)
    return tuple(one for one in found if one is not None)


def _elsewhere(episode: RearrangementEpisode, house: House, draw: random.Random) -> RearrangementEpisode | None:
    placings = [one for one in episode.goals.propositions if one.predicate == "is_on_top"]
    others = [one for one in episode.goals.propositions if one.predicate != "is_on_top"]
    goal = placings[0].others if placings else ()
    if episode.types != ("object_semantics",) or any(one.others != goal for one in placings):
        return None
    if any(one.predicate != "is_next_to" or set(one.others) & set(house.furniture) for one in others):
        return None
    spots = [found for one in _words_of(goal, house) for found in _goal_spots(one, episode.instruction)]
    ways = [one for one in _ways(house, draw) if not set(one[1]) & (set(goal) | {o.place for o in episode.objects})]
    if len(spots) != 1 or not ways or not goal:
        return None
    kind, behind = house.furniture[goal[0]].type.replace("_", " "), episode.instruction[spots[0].start() :]
    if len(re.findall(rf"\b{kind}\b", behind, re.I)) > 1:  # "… and place them on the chair": it is named again
        return None
    instead, names = ways[0]
    at = spots[0]
    text = f"{episode.instruction[: at.start()]}{instead}{episode.instruction[at.end() :]}"
    moved = tuple(
        replace(one, others=names) if one.predicate == "is_on_top" else one for one in episode.goals.propositions
    )
    goals = replace(episode.goals, propositions=moved)
    return replace(episode, id=f"{episode.id}-elsewhere", instruction=text, goals=goals)


def _goal_spots(words: str, text: str) -> list[re.Match[str]]:
    """Where a text names a place as that to which something goes."""
    found = re.finditer(rf"(?<=\bthe ){re.escape(words)}\b", text, re.I)
    return [one for one in found if re.search(r"\b(?:to|on|onto) the $", text[: one.start()], re.I)]


def _words_of(names: Sequence[str], house: House) -> list[str]:
    """How a request may name places of one type in rooms of one type: "bedroom table", "table in the bedroom"."""
    pieces = [house.furniture[name] for name in names if name in house.furniture]
    kinds, rooms = {one.type for one in pieces}, {house.rooms[one.room].type for one in pieces if one.room != NOWHERE}
    if len(kinds) != 1 or len(rooms) != 1 or len(pieces) != len(names):
        return []
    return list(_named(kinds.pop(), rooms.pop()))


def _named(kind: str, room: str) -> tuple[str, str]:
    plain, around = kind.replace("_", " "), room.replace("_", " ")
    around = f"{around} room" if around == "tv" else around
    return f"{around} {plain}", f"{plain} in the {around}"


def _ways(house: House, draw: random.Random) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Other places, in the order of the draw: their words, and all furniture that these mean."""
    kinds = sorted({(one.type, house.rooms[one.room].type) for one in house.furniture.values() if one.room != NOWHERE})
    draw.shuffle(kinds)
    for kind, room in kinds:
        meant = [
            one for one in house.furniture.values()
            if one.type == kind and one.room != NOWHERE and house.rooms[one.room].type == room
        ]  # fmt: skip
        if all(one.surfaces for one in meant) and kind in _USUAL:
            yield _named(kind, room)[0], tuple(one.name for one in meant)
