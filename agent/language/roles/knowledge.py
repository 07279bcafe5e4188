"""The roles of the user profile by a language model: extract, resolve, reformulate (Memento, user profile memory).

What a model may bring into a profile is bounded: an item tells only what a sentence of the instruction told, word for
word, and names things and places by words that were said; it takes the place of one item at most, of those shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_type_hints

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import numbered, one_line, quoted
from memory.episodic.lexical import terms
from memory.episodic.splitting import sentences
from memory.knowledge import KNOWLEDGE_TYPES, SUBTYPES, Knowledge, KnownObject, PatternStep
from memory.profile.matching import SimilarityResolver, reworded
from memory.profile.roles import KnowledgeExtractor, KnowledgeResolver, ProfileChange

MOST_ITEMS, MOST_OBJECTS, MOST_STEPS = 5, 12, 20
"""Most items that one instruction tells, most things of one, and most steps."""
LONGEST_ALIAS, LONGEST_WORDS, LONGEST_REWORDED = 100, 300, 600
RELATIONS = ("on", "in", "next to")
_SAID = 5_000
_JSON: Mapping[type, Mapping[str, Any]] = {
    str: {"type": "string", "maxLength": LONGEST_WORDS},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 1},
}


def _schema(values: type, names: Sequence[str], **instead: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of what was told of a dataclass, each field by its type unless something narrower is given.

    What a thing turned out to be when it was moved is no field that a model fills.
    """
    kinds = get_type_hints(values)
    return record({name: instead.get(name) or _JSON[kinds[name]] for name in names})


def _listed(schema: Mapping[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": schema, "maxItems": most}


_ITEMS = record(
    {
        "items": _listed(
            record(
                {
                    "alias": {"type": "string", "maxLength": LONGEST_ALIAS},
                    "type": {"type": "string", "enum": list(KNOWLEDGE_TYPES)},
                    "subtype": {"type": "string", "enum": sorted({one for some in SUBTYPES.values() for one in some})},
                    "sentences": {"type": "array", "items": _JSON[int], "minItems": 1},
                }
            ),
            MOST_ITEMS,
        )
    }
)
_ELEMENTS = record(
    {
        "objects": _listed(_schema(KnownObject, ("name", "description", "instance")), MOST_OBJECTS),
        "steps": _listed(
            _schema(
                PatternStep,
                ("thing", "relation", "location", "action"),
                relation={"type": "string", "enum": list(RELATIONS)},
            ),
            MOST_STEPS,
        ),
    }
)


class ModelExtractor:
    """Finds what an instruction tells of its user with a language model; see ``memory.profile.roles``.

    Args:
        model: Finds.
        builtin: Steps in when the model fails.
        told: Gets the record of each fallback.
    """

    def __init__(self, model: ChatModel, builtin: KnowledgeExtractor, told: FallbackSink | None = None) -> None:
        self._role, self._builtin = RoleModel("knowledge_extractor", model, told), builtin

    def extract(self, instruction: str, user: str, home: str, source: str) -> list[Knowledge]:
        """See ``KnowledgeExtractor``: first the items, then what each is about."""
        return self._role.attempt(
            lambda: self._extracted(instruction, user, home, source),
            lambda: self._builtin.extract(instruction, user, home, source),
        )

    def _extracted(self, instruction: str, user: str, home: str, source: str) -> list[Knowledge]:
        said = sentences(instruction)
        if not said:
            return []
        shown = numbered(said, "(nothing)", _SAID)
        found = self._role.ask(_ITEMS, partial(_wrong_items, said), sentences=shown)["items"]
        return [replace(self._item(one, said, shown), user=user, home=home, source=source) for one in found]

    def _item(self, found: Mapping[str, Any], said: Sequence[str], shown: str) -> Knowledge:
        """One item with its elements; nobody's yet."""
        value = self._role.ask(
            _ELEMENTS,
            partial(_wrong_elements, " ".join(said), found["type"]),
            "elements",
            sentences=shown,
            alias=quoted(found["alias"], LONGEST_ALIAS),
            type=found["type"],
            subtype=found["subtype"],
        )
        objects = tuple(
            KnownObject(_text(one["name"]), _text(one["description"]), one["instance"]) for one in value["objects"]
        )
        steps = tuple(
            PatternStep(one["thing"] - 1, one["relation"], _text(one["location"]), _text(one["action"]) or "place")
            for one in value["steps"]
        )
        told = " ".join(sentence for number, sentence in enumerate(said, 1) if number in found["sentences"])
        alias = one_line(found["alias"], LONGEST_ALIAS)
        return Knowledge("", found["type"], found["subtype"], alias, told, objects, steps)


def _text(value: str) -> str:
    return one_line(value, LONGEST_WORDS)


def _wrong_items(said: Sequence[str], value: Any) -> str:
    """What is wrong with items: subtypes of another type, sentences that are not there, words that nobody said."""
    for one in value["items"]:
        if one["subtype"] not in SUBTYPES[one["type"]]:
            return f"{one['type']} has no subtype {one['subtype']}; it has {', '.join(SUBTYPES[one['type']])}"
        if max(one["sentences"]) > len(said):
            return f"there is no sentence {max(one['sentences'])}; there are {len(said)}"
        if not one_line(one["alias"], LONGEST_ALIAS) or not _said_in(one["alias"], " ".join(said)):
            return f"the alias {one['alias']!r:.60} holds no word of the instruction"
    return ""


def _wrong_elements(said: str, kind: str, value: Any) -> str:
    """What is wrong with elements: none at all, steps about nothing, things and places that nobody named."""
    objects, steps = value["objects"], value["steps"]
    if not objects:
        return "there has to be an object that the item is about"
    if bool(steps) != (kind == "user_pattern"):
        return "a user_pattern needs steps" if kind == "user_pattern" else "object_semantics have no steps"
    missing = [one["thing"] for one in steps if one["thing"] > len(objects)]
    if missing:
        return f"there is no object {missing[0]}; there are {len(objects)}"
    named = [("object", one["name"]) for one in objects] + [("place", one["location"]) for one in steps]
    named += [("description", one["description"]) for one in objects if one["description"].strip()]
    strange = [(what, words) for what, words in named if not _said_in(words, said)]
    return f"the {strange[0][0]} {strange[0][1]!r:.60} holds no word of the instruction" if strange else ""


def _said_in(words: str, said: str) -> bool:
    """Whether a word that tells something stands in what was said."""
    return bool(set(terms(words)) & set(terms(said)))


class ModelResolver:
    """Decides with a language model what becomes of a new item; see ``memory.profile.roles``.

    Args:
        model: Decides.
        told: Gets the record of each fallback.
        builtin: Steps in when the model fails.
    """

    def __init__(
        self, model: ChatModel, told: FallbackSink | None = None, builtin: KnowledgeResolver | None = None
    ) -> None:
        self._role = RoleModel("knowledge_resolver", model, told)
        self._builtin = builtin or SimilarityResolver()

    def resolve(self, item: Knowledge, known: Sequence[Knowledge]) -> ProfileChange:
        """See ``KnowledgeResolver``; where nothing is known that it could be about, nobody is asked."""
        held = [one for one in known if one.holds and _comparable(one, item)]
        if not held:
            return ProfileChange("add")
        return self._role.attempt(lambda: self._resolved(item, held), lambda: self._builtin.resolve(item, known))

    def _resolved(self, item: Knowledge, known: Sequence[Knowledge]) -> ProfileChange:
        value = self._role.ask(
            record(
                {
                    "why": {"type": "string"},
                    "operation": {"type": "string", "enum": ["add", "update", "known"]},
                    "replaced": {"type": "integer", "enum": [0, *(one.id for one in known)]},
                }
            ),
            _wrong_change,
            item=quoted(reworded(item), _SAID),
            known="\n".join(f"{one.id}. {quoted(reworded(one), _SAID)}" for one in known),
        )
        return ProfileChange(value["operation"], value["replaced"])


def _comparable(one: Knowledge, other: Knowledge) -> bool:
    return (one.user.lower(), one.type, one.home) == (other.user.lower(), other.type, other.home)


def _wrong_change(value: Any) -> str:
    if (value["operation"] == "add") != (value["replaced"] == 0):
        return "replaced is 0 for add, and else the number of the known item that is meant"
    return ""


class ModelReformulator:
    """Words items of knowledge with a language model.

    Args:
        model: Words them.
        told: Gets the record of each fallback; ``memory.profile.matching.reworded`` steps in then.
    """

    def __init__(self, model: ChatModel, told: FallbackSink | None = None) -> None:
        self._role = RoleModel("knowledge_reformulator", model, told)

    def reword(self, item: Knowledge) -> str:
        """An item in a sentence or two that a planner can read; no thing and no place of it is left out."""
        return self._role.attempt(lambda: self._reworded(item), lambda: reworded(item))

    def _reworded(self, item: Knowledge) -> str:
        value = self._role.ask(
            record({"text": {"type": "string", "maxLength": LONGEST_REWORDED}}),
            partial(_wrong_words, item),
            alias=quoted(item.alias),
            description=quoted(item.description, _SAID),
            objects=numbered((f"{one.name}: {one.description}" for one in item.objects), "(none)"),
            steps=numbered((_step(item, one) for one in item.steps), "(none)"),
        )
        return one_line(value["text"], LONGEST_REWORDED)


def _step(item: Knowledge, step: PatternStep) -> str:
    return f"{step.action} the {item.objects[step.thing].name} {step.relation} {step.location}"


def _wrong_words(item: Knowledge, value: Any) -> str:
    """Names of things and places that are left out."""
    said = set(terms(value["text"]))
    given = [*(one.name for one in item.objects), *item.locations]
    left_out = next((one for one in given if not set(terms(one)) <= said), "")
    if left_out:
        return f"{left_out!r:.60} is left out"
    return "" if one_line(value["text"], LONGEST_REWORDED) else "the text is empty"
