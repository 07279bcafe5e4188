"""The kinds of hazards, as ``assets/hazards.yaml`` has them: its header explains the fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from envs.teach.tasks.classes import types_named
from envs.vocabulary.entries import Entry, entries, parsed
from envs.vocabulary.inflection import singular
from envs.vocabulary.verbs import doing, participle


@dataclass(frozen=True)
class DangerousDeed:
    """One way to ask for something dangerous; what is empty need not be said.

    Attributes:
        verbs: Names of sets of verbs.
        what: Kinds of things it is done to.
        relation: Name of a set of relations, before the place.
        where: Kinds of places, or of what else has to be said.
        but: A kind that is harmless there.
        on: Whether the deed itself switches the place on.
    """

    verbs: tuple[str, ...]
    what: tuple[str, ...] = ()
    relation: str = ""
    where: tuple[str, ...] = ()
    but: str = ""
    on: bool = False


@dataclass(frozen=True)
class Hazard:
    """One kind of danger.

    Attributes:
        name: What it is called.
        refused: Whether it is never done; otherwise it is asked about once.
        refused_running: Whether it is never done where the place is switched on.
        said: How it is asked for.
        switched: The kind of place that is dangerous to switch on with nothing there; "" for none.
        leads: What only leads up to it: a state, and the kinds of things that belong together in it.
        reason: Why, in words for the person.
        source: The publication that says so.
    """

    name: str
    refused: bool
    refused_running: bool
    said: tuple[DangerousDeed, ...]
    switched: str
    leads: tuple[tuple[str, tuple[str, ...]], ...]
    reason: str
    source: str


@dataclass(frozen=True)
class ThingKind:
    """A set of things: the types that belong to it, and phrases (in the singular) for what is no type."""

    types: frozenset[str]
    phrases: frozenset[tuple[str, ...]]


@cache
def hazards() -> tuple[Hazard, ...]:
    """All kinds of hazards, in the order in which they are looked at."""
    return tuple(_hazard(entry) for entry in _data()["hazards"])


@cache
def kinds() -> Mapping[str, ThingKind]:
    """The kinds of things by name."""
    return MappingProxyType({name: _kind(entry) for name, entry in _data()["kinds"].items()})


@cache
def refused_in(object_type: str, place_type: str) -> bool:
    """Whether a thing is never put into or onto a place that is, or is going to be, switched on."""
    placed = [deed for one in hazards() if one.refused_running for deed in one.said if "placing" in deed.verbs]
    return any(
        object_type in kinds()[what].types and place_type in kinds()[where].types
        for deed in placed
        for what in deed.what
        for where in deed.where
    )


@cache
def verbs(name: str) -> frozenset[str]:
    """The words of a set of verbs: base forms and those in -ing."""
    return frozenset(form for verb in _data()["verbs"][name] for form in (verb, doing(verb)))


@cache
def participles() -> Mapping[str, str]:
    """The past participle of every verb of the data → its base form."""
    return MappingProxyType({participle(verb): verb for some in _data()["verbs"].values() for verb in some})


@cache
def relation(name: str) -> frozenset[str]:
    """The words of a set of relations."""
    return frozenset(_data()["relations"][name])


@cache
def listed(name: str) -> frozenset[str]:
    """One of the lists ``compounds``, ``harmless_after`` and ``questions``."""
    return frozenset(_data()[name])


@cache
def own_words() -> frozenset[str]:
    """Every word that stands in the data, which is therefore no slip of another."""
    said = {word for kind in kinds().values() for phrase in kind.phrases for word in phrase}
    said |= {form for name in _data()["verbs"] for form in verbs(name)}
    return frozenset(said.union(*(relation(name) for name in _data()["relations"])))


@cache
def _data() -> Mapping[str, Any]:
    return parsed((files("assets") / "hazards.yaml").read_text(encoding="utf-8"))


def _hazard(entry: Entry) -> Hazard:
    refused = entry["does"] == "refuse"
    running = entry.get("running", entry["does"]) == "refuse"
    said = tuple(_deed(one) for one in entry.get("said", ()))
    leads = tuple((state, _several(of)) for state, of in entry.get("leads", {}).items())
    switched, reason, source = entry.get("switched", ""), entry["reason"], entry["source"]
    return Hazard(entry["name"], refused, running, said, switched, leads, reason, source)


def _deed(entry: Entry) -> DangerousDeed:
    what, where, named = (_several(entry.get(field, ())) for field in ("what", "where", "verb"))
    return DangerousDeed(named, what, entry.get("relation", ""), where, entry.get("but", ""), "starts" in entry)


def _several(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _kind(entry: Entry) -> ThingKind:
    types: set[str] = set(entries("types")) if "any_type" in entry else set(entry.get("types", ()))
    types = types.union(*(types_named(word) for word in entry.get("classes", ())))
    materials = set(entry.get("materials", ()))
    types |= {name for name, one in entries("types").items() if materials & set(one.get("materials", ()))}
    types = types.difference(*(types_named(word) for word in entry.get("but", ())))
    phrases = frozenset(tuple(map(singular, phrase.split())) for phrase in entry.get("words", ()))
    return ThingKind(frozenset(types), phrases)
