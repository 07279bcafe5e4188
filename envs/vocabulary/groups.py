"""Words for several types: kinds of things ("cutlery"), and names that types share ("table")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from envs.vocabulary.entries import Entry, entries, listing


@dataclass(frozen=True)
class TypeGroup:
    """Several types with one name.

    Attributes:
        words: What they are called together; the first is the group's own name.
        types: Its members, the most likely first.
        core: Those of them that everybody means.
        kind: Whether it is a kind of things rather than one thing of several types.
        request: The type or class that its words mean in a request; "" where they mean nothing of their own.
    """

    words: tuple[str, ...]
    types: tuple[str, ...]
    core: tuple[str, ...]
    kind: bool
    request: str


@cache
def groups() -> Mapping[str, TypeGroup]:
    """All groups by name; kinds of things go before shared names."""
    found = {name: _group(name, entry, True) for name, entry in entries("groups").items()}
    found |= {name: _group(name, entry, False) for name, entry in entries("shared").items()}
    return MappingProxyType(found)


def _group(name: str, entry: Entry, kind: bool) -> TypeGroup:
    core, loosely = listing("types", "groups", name), listing("types", "loosely", name)
    types = [one for one in entries("types") if one in core or one in loosely]
    words = (name, *entry.get("words", ()))
    return TypeGroup(words, _led(types, entry), _led(core, entry), kind, entry.get("requests", ""))


def _led(types: Iterable[str], entry: Entry) -> tuple[str, ...]:
    """The types, the leading ones first, in their order."""
    first = entry.get("first", ())
    leading = [first] if isinstance(first, str) else list(first)
    return tuple(sorted(types, key=lambda one: leading.index(one) if one in leading else len(leading)))


@cache
def called_as_well(word: str, types: frozenset[str]) -> tuple[str, ...]:
    """Types that everybody calls by a word and that do not belong to the class it means: a tomato is a vegetable.

    Args:
        word: The word, in the singular.
        types: The types of that class.
    """
    found = next((one for one in groups().values() if one.kind and one.request and word in one.words), None)
    return tuple(one for one in found.core if one not in types) if found is not None else ()


@cache
def called_loosely(request: str, types: frozenset[str], named: str) -> tuple[str, ...]:
    """Types that may be called by a word for a class and do not belong to it: "all the dishes except the pot".

    Args:
        request: The class that the word means in a request.
        types: The types of that class.
        named: One of those types, which shows that they are meant.
    """
    found = (one for one in groups().values() if one.kind and one.request == request and named in one.types)
    return next((tuple(kind for kind in one.types if kind not in types) for one in found), ())


@cache
def asked_back() -> Mapping[str, tuple[str, ...]]:
    """Words too general for a request, and the types of which one has to be chosen."""
    return MappingProxyType(
        {word: _led(listing("types", "asked", word), entry) for word, entry in entries("asked").items()}
    )


def called_together(types: Sequence[str]) -> str | None:
    """The name of the group with exactly these types, in its order."""
    return _names().get(tuple(types))


@cache
def _names() -> Mapping[tuple[str, ...], str]:
    return {groups()[name].types: name for name in reversed(list(groups()))}  # of equals the first
