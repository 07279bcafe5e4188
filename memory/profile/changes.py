"""What becomes of a new item beside those that are known: added, known already, in place of another, or an end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from envs.vocabulary.data import english
from memory.episodic.lexical import terms
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.profile.roles import ProfileChange

_SAME, _WITHIN = 0.6, 0.99
"""How alike two names are that are the same, and how much of the shorter one the other holds where it is meant."""
_UNIQUE = frozenset({"favorite", "favourite", "favorit", "own", "personal"})


@cache
def _pattern(group: str) -> re.Pattern[str]:
    words = sorted(english("personal.yaml")[group], key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})(?!\w)", re.I)


def takes_back(text: str) -> bool:
    """Whether a sentence says that something does not hold any more: "is no longer my favorite"."""
    return bool(_pattern("no_longer").search(text)) and not _pattern("correcting").match(text)


def adds(text: str) -> bool:
    """Whether a sentence adds to what was told: "also add the mug to movie night"."""
    return bool(_pattern("adding").search(text))


class SimilarityResolver:
    """The built-in resolver: what is told again is known, what is told of the same name anew takes its place.

    What is added extends what it is added to; what "no longer" holds ends.
    """

    def resolve(self, item: Knowledge, known: Sequence[Knowledge]) -> ProfileChange:
        """See ``KnowledgeResolver``."""
        held = [one for one in known if _comparable(one, item)]
        if takes_back(item.description):
            ended = next((one for one in held if _meant(item, one)), None)
            return ProfileChange("none") if ended is None else ProfileChange("end", ended.id)
        if adds(item.description) and (item.type == "user_pattern" or item.subtype == "group"):
            whole = next((one for one in held if _within(item.alias, one)), None)
            if whole is not None:
                return _added(whole, item)
        if item.type == "user_pattern" and not item.steps:
            return ProfileChange("none")
        return _told(item, held)


def _comparable(one: Knowledge, item: Knowledge) -> bool:
    same_user = one.user.casefold() == item.user.casefold()
    return one.holds and one.type == item.type and same_user and one.home == item.home


def _told(item: Knowledge, held: Sequence[Knowledge]) -> ProfileChange:
    for other in held:
        if _alike(item.alias, other.alias) < _SAME:
            continue
        if _kinds(item) != _kinds(other) and not _same_name(item, other):
            continue  # another gift from the same person
        if _looks(item) == _looks(other) and _steps(item) == _steps(other) and _kinds(item) == _kinds(other):
            return ProfileChange("known", other.id)
        if item.type == "user_pattern" or _only_one(item):
            return ProfileChange("update", other.id)
    return ProfileChange("add")


def _meant(item: Knowledge, other: Knowledge) -> bool:
    """Whether an item that ends names another: its name, its kind of thing, and no other look."""
    named = _alike(item.alias, other.alias) >= _SAME or _within(item.alias, other) or item.type == "user_pattern"
    kinds = {word for kind in _kinds(item) for word in terms(kind)}
    own = {word for kind in _kinds(other) for word in terms(kind)} | set(terms(other.alias))
    looks = set(terms(" ".join(one.description for one in item.objects))) - kinds
    seen = set(terms(" ".join(f"{one.description} {one.seen}" for one in other.objects)))
    return named and (not kinds or bool(kinds & own)) and (not looks or not seen or bool(looks & seen))


def _within(alias: str, other: Knowledge) -> bool:
    """Whether the name of something is among the words that another is called and told by."""
    own, told = set(terms(alias)), set(terms(f"{other.alias} {other.description}"))
    return bool(own) and len(own & told) / len(own) >= _WITHIN


def _added(whole: Knowledge, item: Knowledge) -> ProfileChange:
    merged = extended(whole, item)
    if merged.objects == whole.objects and merged.steps == whole.steps:
        return ProfileChange("known", whole.id)
    return ProfileChange("update", whole.id, merged)


def extended(whole: Knowledge, more: Knowledge) -> Knowledge:
    """An item with the objects and steps of another behind its own; what has no place goes where the last went.

    Args:
        whole: What is extended; its order is kept.
        more: What is added.
    """
    objects = [*whole.objects, *(one for one in more.objects if not _has(whole.objects, one))]
    index = [_place_of(one, objects) for one in more.objects]
    new = [replace(step, thing=index[step.thing]) for step in more.steps]
    last = next((step for step in reversed(whole.steps) if step.relation != "next to"), None)
    stepped = {step.thing for step in new}
    for thing in index if last is not None and whole.type == "user_pattern" else []:
        if thing not in stepped and thing >= len(whole.objects) and last is not None:
            new.append(PatternStep(thing, last.relation, last.location, last.action, last.place))
    told = f"{whole.description} {more.description}".strip()
    steps = (*whole.steps, *(step for step in new if step not in whole.steps))
    return replace(
        more, alias=whole.alias, subtype=whole.subtype, description=told, objects=tuple(objects), steps=steps
    )


def _has(objects: Sequence[KnownObject], one: KnownObject) -> bool:
    return any(_same_object(other, one) for other in objects)


def _place_of(one: KnownObject, objects: Sequence[KnownObject]) -> int:
    return next(index for index, other in enumerate(objects) if other == one or _same_object(other, one))


def _same_object(one: KnownObject, other: KnownObject) -> bool:
    looks = {one.description.casefold(), other.description.casefold()}
    return one.name.casefold() == other.name.casefold() and (len(looks) == 1 or "" in looks)


def _alike(one: str, other: str) -> float:
    a, b = set(terms(one)), set(terms(other))
    return len(a & b) / len(a | b) if a | b else float(one.strip().casefold() == other.strip().casefold())


def _kinds(item: Knowledge) -> frozenset[str]:
    return frozenset(one.name.casefold() for one in item.objects)


def _looks(item: Knowledge) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(terms(one.description)) for one in item.objects)


def _steps(item: Knowledge) -> tuple[tuple[str, str, str], ...]:
    """What is done, whatever furniture it came to."""
    return tuple((item.objects[step.thing].name, step.relation, step.location) for step in item.steps)


def _same_name(item: Knowledge, other: Knowledge) -> bool:
    """Whether both are called by a name that holds what kind of thing it is: "favorite mug"."""
    own = set(terms(item.alias))
    kind = own - set(terms(" ".join(_UNIQUE)))
    return bool(kind) and own == set(terms(other.alias)) and len(item.objects) == len(other.objects) == 1


def _only_one(item: Knowledge) -> bool:
    """Whether there can be one such thing only: a favorite, what is one's own."""
    words = set(re.findall(r"[^\W\d_]+", f"{item.alias} {item.description}".casefold()))
    return (
        item.subtype == "ownership" or bool(words & _UNIQUE) or re.match(r"my \w+$", item.alias.casefold()) is not None
    )
