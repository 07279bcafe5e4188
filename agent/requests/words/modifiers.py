"""What is said of things beside their names: "the dirty mug", "the one in the cabinet", "which is empty", "all except".

The words are taken in from where the noun ends; what cannot be understood is left, for ``accounting`` to find.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import ANYTHING, NUMBER_BY, Either, Foremost, Term, Trait, WhichThings
from agent.requests.words.nouns import ONLY_SAID, STATES, NamedThings, capable, passed_over, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.groups import called_as_well
from envs.vocabulary.inflection import singular
from envs.vocabulary.object_types import object_types

AT = frozenset({"in", "on", "inside", "from", "at", "atop"})
"""Prepositions between things and where they are."""
_RELATIVE = frozenset({"that", "which", "that's", "that're", "who"})
_BE = frozenset({"is", "are", "was", "were", "'s", "isn't", "aren't", "lies", "stands", "sits", "lie", "sit", "stand"})
_NOT = frozenset({"not", "isn't", "aren't"})
_IDLE = frozenset(
    {"currently", "already", "still", "now", "right", "lying", "standing", "sitting", "there", "over", "up"}
)


def with_place(named: NamedThings, words: Sequence[str]) -> NamedThings:
    """Named things with what is said behind their noun: how and where they are.

    Args:
        named: What was read, up to ``named.end``.
        words: All words.
    """
    while True:
        more = _one(named, words)
        if more is None:
            return named
        named = more


def with_source(named: NamedThings, words: Sequence[str], start: int = 0) -> NamedThings:
    """Named things with where they are, where the words can mean nothing else: "an egg in a bowl" may say where to.

    Args:
        named: What was read.
        words: All words.
        start: Where what is named begins.
    """
    full = with_place(named, words)
    certain = any(word in _DEFINITE for word in words[start : named.end])
    return full if not full.place or full.there or certain else named


def with_common_place(listed: Sequence[NamedThings]) -> list[NamedThings]:
    """Listed things with the place that is said once, behind the last of them: "the fork and the spoon in the fridge".

    Behind "from" it is the place of all. "In" and "on" may be meant of the last alone: then the others are rather taken
    from there.
    """
    *before, last = listed
    told = any(one.place or one.near or one.holds or one.pronoun or one.others for one in before)
    if not before or told or not last.place or last.but:
        return list(listed)
    fit = all(one.word and capable(one.word, "pickupable") for one in listed)
    return (
        [*(replace(one, place=last.place, there=last.there, listed=True, number=last.number) for one in before), last]
        if fit
        else [*listed]
    )


_DEFINITE = frozenset({"the", "my", "our", "your", "that", "this", "those", "these"})


def as_it_is(named: NamedThings) -> NamedThings:
    """What is named by how it was cooked, as what is in that state: "the boiled potato", "all the toasted bread"."""
    whole = replace(named, slices=True) if named.word == "Egg" else named
    known = _DEFINITE.union({"all"}).intersection(named.text.split(" ")[:1])
    if not named.form or not known or not capable(whole.kind, "cookable"):
        return named
    state = "boiled" if named.form in ("boiled", "poached") else "cooked"
    return replace(whole, form="", states=(*named.states, (state, True)))


def _one(named: NamedThings, words: Sequence[str]) -> NamedThings | None:
    """With one more remark; None where there is none."""
    at = named.end
    if words[at : at + 1] == [","] and words[at + 1 : at + 2] and words[at + 1] in _RELATIVE:
        at += 1
    relative = at < len(words) and words[at] in _RELATIVE
    wanted, said = True, False
    while at < len(words) and (words[at] in _RELATIVE | _BE | _NOT | _IDLE) and (relative or words[at] in _IDLE):
        wanted, said = wanted and words[at] not in _NOT, True
        at += 1
    state = STATES.get(words[at]) if at < len(words) else None
    if state is None and said and relative and at < len(words) and not _begins_place(words, at):
        state = ONLY_SAID.get(words[at])
    if state is not None and relative:
        after = at + 2 if words[at + 1 : at + 2] == [","] else at + 1
        return replace(named, states=(*named.states, (state[0], state[1] == wanted)), end=after)
    holding = _holding(named, words, at) if wanted and not named.holds else None
    if holding is not None:
        return holding
    near = _next_to(words, at) if wanted and not named.near else None
    if near is not None:
        return replace(named, near=near.word, end=near.end)
    place = read_named(words, at + 1) if _begins_place(words, at) else None
    if place is None or named.place or (not wanted and (named.but or not relative)):
        return None
    after = place.end + 1 if relative and words[place.end : place.end + 1] == [","] else place.end
    if not wanted:  # "the cup that is not in the sink"
        return replace(named, but=Trait("", (), place.word), end=after)
    there = said or words[at] in ("from", "inside")
    number = int(place.foremost.removeprefix(NUMBER_BY)) if place.foremost.startswith(NUMBER_BY) else 0
    return replace(named, place=place.word, end=after, there=there, number=number)


def _holding(named: NamedThings, words: Sequence[str], at: int) -> NamedThings | None:
    """Named things with what is in or on them: "the plate with the egg on it", "the one that has coffee in it"."""
    if at >= len(words) or words[at] not in _HOLD:
        return None
    soiled = _soiled(words, at + 1)
    if soiled:
        return replace(named, states=(*named.states, ("dirty", True)), end=soiled)
    inner = read_named(words, at + 1)
    if inner is None or inner.pronoun or inner.form:
        return None
    there = _THERE.match(" ".join(words[inner.end : inner.end + 3]))
    end = inner.end + (len(there[0].split()) if there else 0)
    if inner.text.split(" ")[-1] in _LIQUIDS:
        inside = there or words[at] in _CONTAIN
        return replace(named, states=(*named.states, ("filled", True)), end=end) if inside else None
    fits = inner.word and _may_lie(inner.word, named.word) and (not named.word or capable(named.word, "receptacle"))
    tool = inner.word in _TOOLS and (not named.word or capable(named.word, "pickupable"))
    return replace(named, holds=inner.kind, end=end) if fits and (there or not tool) else None


def _may_lie(thing: str, place: str) -> bool:
    """Whether a thing may be what a place is told by: what is carried, and on furniture what stands on it."""
    if capable(thing, "pickupable"):
        return True
    return (
        bool(_STANDING.intersection(types_named(thing))) and not capable(place, "pickupable") and _lies_in(thing, place)
    )


def _lies_in(thing: str, place: str) -> bool:
    """Whether a thing is found in or on a place."""
    if not (thing and place):
        return False
    around = frozenset(types_named(place))
    return any(around.intersection(object_types()[one].parents) for one in types_named(thing))


def _soiled(words: Sequence[str], at: int) -> int:
    """Where words end that say there is dirt on something: "some crumbs on it"; 0 where they say nothing of it."""
    while at < len(words) and words[at] in ("the", "a", "some", "any", "bit", "of", "all", "lots", "got", "still"):
        at += 1
    if at >= len(words) or words[at] not in DIRT:
        return 0
    there = _THERE.match(" ".join(words[at + 1 : at + 4]))
    return at + 1 + (len(there[0].split()) if there else 0)


_STANDING = frozenset(types_named("Appliances")) - {"Fridge", "StoveBurner", "StoveKnob"} | {"Television", "DeskLamp"}
"""What stands on furniture and is not carried: "the counter with the toaster"."""
DIRT = frozenset({"dirt", "grime", "grease", "muck", "filth", "crumbs", "stains", "mud", "gunk"})
"""What is on things that are dirty."""
_CONTAIN = frozenset({"contains", "contain", "containing"})
_HOLD = frozenset({"with", "has", "have", "holds", "hold", "holding"}) | _CONTAIN
_THERE = re.compile(r"(?:still )?(?:(?:in|on) (?:it|them|there|top)|inside)\b")
_LIQUIDS = frozenset({"water", "coffee", "tea", "milk", "juice", "wine", "something", "liquid", "drink"})
_TOOLS = frozenset(
    {"DishSponge", "Cloth", "ScrubBrush", "SprayBottle", "Knife", "ButterKnife", "Towel", "HandTowel", "Soap"}
) | {*types_named("Soap")}
"""What people do something with: only where it says "in it" it is told of something that holds it."""


def _next_to(words: Sequence[str], at: int) -> NamedThings | None:
    """What is named behind "next to", "beside", "by" or "near"; None where nothing is."""
    if words[at : at + 2] == ["next", "to"]:
        at += 1
    elif at >= len(words) or words[at] not in _BY:
        return None
    other = read_named(words, at + 1)
    return other if other is not None and other.word and not (other.pronoun or other.foremost) else None


_BY = frozenset({"beside", "by", "near", "alongside"})


def _begins_place(words: Sequence[str], at: int) -> bool:
    if at + 1 >= len(words) or words[at] not in AT:
        return False
    place = read_named(words, at + 1)
    return place is not None and bool(place.word) and capable(place.word, "receptacle")


def terms_of(named: NamedThings) -> tuple[Term, ...]:
    """Which things are meant, as a term of the request; none where any will do."""
    if named.foremost and named.word and not named.every and (named.count or 1) == 1:
        return (Foremost(named.word, named.foremost), *terms_of(replace(named, foremost="")))
    others = named.others or _called_so(named)
    return (*([Either(named.kind, others)] if others and named.word else []), *_told_apart(named))


def _called_so(named: NamedThings) -> tuple[str, ...]:
    """Other kinds that everybody calls so: of all the vegetables a tomato is one."""
    word = named.text.split(" ")[-1]
    if not named.every and singular(word) == word:
        return ()
    more = called_as_well(singular(word), frozenset(types_named(named.word)))
    return more if all(capable(kind, "pickupable") for kind in more) else ()


def _told_apart(named: NamedThings) -> tuple[Term, ...]:
    """Which of several things are meant, as a term."""
    if not (trait_of(named) != Trait() or named.but or named.spare) or not named.word:
        return ()
    rather = named.listed and not named.there
    pieces = named.slices and any(state in _OF_PIECES for state, _ in named.states)
    return (WhichThings(named.kind if pieces else named.word, trait_of(named), named.but, named.spare, rather=rather),)


_OF_PIECES = frozenset({"cooked", "boiled"})
"""What pieces are by themselves, whatever they were cut from."""


def trait_of(named: NamedThings, kind: str = "") -> Trait:
    """What is said of named things, as a trait of a kind."""
    cooked = (("cooked", True),) if named.form in _COOKED and not named.slices else ()
    return Trait(kind, (*named.states, *cooked), named.place, named.near, named.holds, named.number)


_COOKED = frozenset({"cooked", "fried", "grilled", "baked", "microwaved", "roasted"})
"""Forms that whole things may be in: of slices the task tells it."""


def left_out(words: Sequence[str]) -> tuple[int, Trait | None, int]:
    """What is named behind "except": how many, or what they are like; and where that ends (0: not understood)."""
    named = read_named(words)
    if named is None:
        return _ones(words) if set(_SMALL).intersection(words[:2]) else (0, None, 0)
    if named.pronoun or not named.word:
        return _ones(words)
    if passed_over(words, named):
        return 0, None, 0
    if named.foremost:  # which one that is, is found out by looking: it cannot be left out
        return 0, None, 0
    named = with_place(named, words)
    several = named.count if named.count and not named.every else 0
    kind = "" if named.word == ANYTHING else named.kind  # "the things in the box"
    if trait_of(named, kind) == Trait():
        return 0, None, 0
    return several, trait_of(named, kind), named.end


def _ones(words: Sequence[str]) -> tuple[int, Trait | None, int]:
    """As in "one", "two", "the dirty one", "the ones in the cabinet"."""
    states: list[tuple[str, bool]] = []
    at, count, definite = 0, 0, False
    while at < len(words):
        word = words[at]
        if word == "that" and at and words[at - 1] in ("one", "ones", "those", "them"):
            break
        if word in ("the", "that", "those", "this", "these", "just"):
            definite = True
        elif word in STATES:
            states.append(STATES[word])
        elif word in _SMALL and not count:
            count = _SMALL[word]
        elif word not in ("ones", "of", "them", "those", "these", "single"):
            break
        at += 1
    found = with_place(NamedThings("", None, False, False, "", "", at, states=tuple(states)), words)
    if trait_of(found) != Trait():
        return (0 if definite else count), trait_of(found), found.end
    return (0, None, 0) if definite or not count else (count, None, at)


_SMALL = {"one": 1, "1": 1, "two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
