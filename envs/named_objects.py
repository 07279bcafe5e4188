"""Which objects somebody means by "the red mug" or "wooden tables".

A name is articles, then colours and materials in any order, then a noun: an object type in plain words ("coffee
machine"), its last part ("machine", "table"), what people also call it ("couch"), or a class of TEACh ("silverware").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from envs.errors import BadInput
from envs.pocket.things.palette import COLOURS, PALETTES
from envs.simulator import ObjectDict
from envs.teach.tasks.classes import class_members, partners, types_named
from envs.vocabulary.groups import groups
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_questions, in_requests
from envs.vocabulary.object_types import object_types

_ARTICLES = frozenset({"the", "a", "an", "all", "any", "every", "each", "some", "this", "that", "these", "those", "my"})
_ANYTHING = frozenset({"thing", "object", "item", "one", "something", "anything", "everything"})

_COLOUR_WORDS = {"gray": "grey", "violet": "purple", "lilac": "purple", "teal": "turquoise", "golden": "gold"}
_MATERIAL_WORDS = {
    "wooden": "wood",
    "metallic": "metal",
    "steel": "metal",
    "porcelain": "ceramic",
    "cloth": "fabric",
    "cotton": "fabric",
    "textile": "fabric",
    "woollen": "fabric",
    "cardboard": "paper",
    "waxen": "wax",
    "rubbery": "rubber",
    "marble": "stone",
    "granite": "stone",
    "wicker": "basket",
}


def objects_named(objects: Iterable[ObjectDict], name: str) -> list[ObjectDict]:
    """The objects that a name fits, in the order given.

    A noun means the things of exactly that name if there are any here; otherwise those whose name ends in it ("the
    knife" is the butter knife where there is no other); otherwise the members of a class; otherwise pieces of it ("the
    apple" when it was cut up).

    Args:
        objects: Object dicts with ``objectType``, ``color`` and ``material``.
        name: Plain English; case, plurals and "gray" or "grey" do not matter.

    Returns:
        Empty when every word is understood and nothing here fits.

    Raises:
        BadInput: A word is not understood, or a colour or material is asked for where the objects have none; lists what
            is there.
    """
    here = list(objects)
    words = re.findall(r"[a-z]+", name.lower())
    while words and words[0] in _ARTICLES:
        words = words[1:]
    looks, kinds = _parsed(words, here, name)
    if looks and here and not any("color" in o for o in here):
        raise BadInput(f"{name!r} asks for {looks[0]} things, but these objects have neither a color nor a material")
    fitting = [o for o in here if all(look in (o.get("color"), o.get("material")) for look in looks)]
    for level in kinds:
        if any(o["objectType"] in level for o in here):
            return [o for o in fitting if o["objectType"] in level]
    return []


def plain_name(item: ObjectDict) -> str:
    """What people would call a thing: "red ceramic mug", "tomato slice"."""
    parts = (item.get("color"), item.get("material"), " ".join(_type_words(item["objectType"])))
    return " ".join(part for part in parts if part)


def _parsed(words: Sequence[str], here: Sequence[ObjectDict], name: str) -> tuple[list[str], list[frozenset[str]]]:
    """The colours and materials of a name, and the types of its noun, the best reading first."""
    known = _looks()
    for start in range(len(words)):
        kinds = _kinds(words[start:], here)
        if kinds and all(word in known for word in words[:start]):
            return [known[word] for word in words[:start]], kinds
    strange = next((word for word in words if word not in known), None)
    problem = f"{strange!r} is not understood" if strange else "it names no kind of thing"
    counts = Counter(plain_name(o) for o in here)
    listed = ", ".join(f"{count} x {what}" if count > 1 else what for what, count in sorted(counts.items()))
    raise BadInput(f"nothing here can be found by the name {name!r}: {problem}; there is {listed or 'nothing'}")


def _kinds(words: Sequence[str], here: Sequence[ObjectDict]) -> list[frozenset[str]]:
    """The types a noun may mean, by how directly it names them; empty when it is no noun."""
    phrase = " ".join(words)
    types = {**_vocabulary(), **{o["objectType"]: _type_words(o["objectType"]) for o in here}}
    if singular(phrase) in _ANYTHING or phrase in _ANYTHING:
        return [frozenset(types)]
    forms = {phrase, singular(phrase), *_piece_forms(phrase)}
    exact = {kind for kind, own in types.items() if " ".join(own) in forms or singular(" ".join(own)) in forms}
    basins = {partner for kind in exact if (partner := partners().get(kind, "")).startswith(kind)}
    plain = any(singular(phrase) == " ".join(own) for own in types.values())
    called = set() if plain else set(_called(forms))
    members = {kind for title, kinds in class_members().items() if title.lower() in forms for kind in kinds}
    ending = {kind for kind, own in types.items() for k in range(1, len(own)) if singular(" ".join(own[k:])) in forms}
    pieces = {kind for whole in exact for kind in types if kind in (f"{whole}Sliced", f"{whole}Cracked")}
    return [frozenset(level) for level in (called or exact | basins, ending, members, pieces) if level]


def _called(forms: Collection[str]) -> Iterator[str]:
    """The types that everybody means by an everyday word; none for the plain name of a class."""
    if not any(title.lower() in forms for title in class_members()):
        for word in forms:
            group = next((group for group in groups().values() if word in group.words), None)
            request = in_requests().get(word)
            yield from group.core if group else in_questions().get(word) or (types_named(request) if request else ())


def _piece_forms(phrase: str) -> list[str]:
    """What "sliced apples" and "slices of apple" mean: "apple slice"."""
    for pattern in (r"sliced (.+)", r"slices? of (.+)", r"pieces? of (.+)", r"(.+) pieces?"):
        match = re.fullmatch(pattern, phrase)
        if match:
            return [f"{singular(match[1])} slice"]
    return []


@cache
def _vocabulary() -> Mapping[str, tuple[str, ...]]:
    return {kind: _type_words(kind) for kind in object_types()}


@cache
def _type_words(object_type: str) -> tuple[str, ...]:
    """("sink", "basin") of ``SinkBasin``; pieces as ("tomato", "slice") and ("cracked", "egg")."""
    if object_type.endswith("Cracked"):
        return ("cracked", *_type_words(object_type.removesuffix("Cracked")))
    whole = object_type.removesuffix("Sliced")
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", whole)] or [whole.lower()]
    return (*words, "slice") if whole != object_type else tuple(words)


@cache
def _looks() -> Mapping[str, str]:
    """Every word for a colour or a material, and what records call it."""
    materials = {material for palette in PALETTES.values() for _, material in palette} - {"*"}
    materials |= {material.lower() for kind in object_types().values() for material in kind.materials}
    own = {word: word for word in (*COLOURS, *sorted(materials))}
    return {**own, **_COLOUR_WORDS, **_MATERIAL_WORDS}
