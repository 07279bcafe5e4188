"""Which words name an object: its type, its partner type (sink and basin) and the classes it belongs to.

The dictionary has them (``assets/vocabulary.yaml``); recorded games carry the same classes in ``simbotObjectClass``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from envs.vocabulary.entries import entries, listing, with_field
from envs.vocabulary.names import often_confused


@lru_cache(maxsize=1)
def partners() -> Mapping[str, str]:
    """Types that count as one another, both ways: Sink and SinkBasin, Bathtub and BathtubBasin."""
    return MappingProxyType(with_field("types", "same_as"))


@lru_cache(maxsize=1)
def class_members() -> Mapping[str, tuple[str, ...]]:
    """Each class and the object types in it, in alphabetical order."""
    classes = entries("classes").items()
    members = {name: [*listing("types", "classes", name), *entry.get("also", ())] for name, entry in classes}
    return MappingProxyType({name: tuple(sorted(types)) for name, types in members.items()})


@lru_cache(maxsize=1)
def _classes_by_type() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, types in class_members().items():
        for object_type in types:
            found.setdefault(object_type, []).append(name)
    return {object_type: tuple(names) for object_type, names in found.items()}


def object_classes(object_type: str) -> list[str]:
    """What ``simbotObjectClass`` holds for an object of this type at episode start: its type, its partner, its classes.

    A type the dictionary does not know belongs to the class of its own name only.
    """
    partner = partners().get(object_type)
    names = [object_type, *([partner] if partner else []), *_classes_by_type().get(object_type, ())]
    return list(dict.fromkeys(names))


def same_type(object_type: str, wanted: str) -> bool:
    """Whether an object of ``object_type`` passes for ``wanted``: the same type, or its partner."""
    return object_type == wanted or partners().get(object_type) == wanted


def types_named(word: str) -> tuple[str, ...]:
    """The object types a word stands for: the members of a class, else the type itself and its partner."""
    members = class_members().get(word)
    if members:
        return members
    partner = partners().get(word)
    return (word, partner) if partner else (word,)


@cache
def commonly(word: str) -> tuple[str, ...]:
    """Those members of a class that people mean by its name; empty where they mean all, and for a type.

    TEACh counts shelves among the tables; "on the table" is on none of them.
    """
    members, meant = class_members().get(word, ()), often_confused().get(word, ())
    return meant if members and {*meant} < {*members} else ()
