"""Requests read by a language model where the built-in rules could not read them, into the very same values.

A model decides nothing by itself: what it understood is checked (there are such things, it can be done under its terms,
it is not what the built-in reader refuses), told in one sentence, and done only when the person agrees.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import numbered, one_line, quoted
from agent.planning.terms import EMPTY, AsMany, Either, Foremost, OnlyIf, Term, WhichThings, Without, terms_from
from agent.planning.wants import ANYTHING
from agent.requests.errands import BESIDE, CUT, PUT, STATE, STATES, Errand
from agent.requests.instructions import (
    Begin,
    Cancel,
    Chat,
    Clarification,
    Instruction,
    RecallQuestion,
    Resume,
    StatusRequest,
    Suspend,
    Undo,
    Unheeded,
)
from agent.requests.reading import HeardUtterance, RequestContext, read_at_work
from agent.requests.terms.possible import impossible
from agent.requests.words.nouns import capable
from envs.errors import BadInput, HomebodyError
from envs.teach.tasks.classes import class_members
from envs.teach.tasks.definition import ALL
from envs.teach.tasks.definitions import definitions
from envs.vocabulary.english import joined
from envs.vocabulary.object_types import object_types

MOST_TASKS, MOST_COUNT = 12, 50
"""Most tasks of one utterance, and of things in one of them."""
_SKILLS = ("", "open", "switch_on", "pick_up", "slice")
_TRAITS = ("dirty", "filled", "cooked", "sliced", "open", "on", "broken", EMPTY)
_NOT_ASKED_FOR = frozenset(
    one.name for one in definitions() if one.name.startswith(("Tutorial", "Basic", "Default", "Custom", "Pro"))
)
_TRAIT = record(
    {
        "kind": {"type": "string"},
        "states": {
            "type": "array",
            "items": {"type": "array", "items": {"type": ["string", "boolean"]}, "minItems": 2, "maxItems": 2},
        },
        "place": {"type": "string"},
    }
)
_TERMS = [
    record(
        {
            "term": {"type": "string", "enum": ["which"]},
            "word": {"type": "string"},
            "trait": _TRAIT,
            "but": {"anyOf": [_TRAIT, {"type": "null"}]},
            "spare": {"type": "integer", "minimum": 0, "maximum": MOST_COUNT},
        }
    ),
    record(
        {
            "term": {"type": "string", "enum": ["without"]},
            "words": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            "skill": {"type": "string", "enum": list(_SKILLS)},
        }
    ),
    record(
        {
            "term": {"type": "string", "enum": ["only if"]},
            "what": _TRAIT,
            "holds": {"type": "boolean"},
            "words": {"type": "string", "maxLength": 120},
            "least": {"type": "integer", "minimum": 1, "maximum": MOST_COUNT},
            "most": {"type": "integer", "minimum": 0, "maximum": MOST_COUNT},
        }
    ),
]
_TASK = record(
    {
        "name": {"type": "string"},
        "params": {"type": "array", "items": {"type": "string"}, "maxItems": 20},
        "terms": {"type": "array", "items": {"anyOf": _TERMS}, "maxItems": 8},
        "when": {"type": "string", "enum": ["now", "next", "after"]},
        "same": {"type": "boolean"},
    }
)
_REQUEST = record(
    {
        "wants": {
            "type": "string",
            "enum": ["do", "cancel", "suspend", "resume", "undo", "status", "question", "talk", "unclear"],
        },
        "tasks": {"type": "array", "items": _TASK, "maxItems": MOST_TASKS},
        "about": {"type": "string", "maxLength": 40},
        "question": {"type": "string", "maxLength": 300},
    }
)
_Read = Callable[[str, RequestContext], HeardUtterance]


class ModelRequests:
    """Reads what is said to a robot at work; a language model is asked only where the built-in rules are at a loss.

    Args:
        model: Reads.
        told: Gets the record of each fallback.
        builtin: Reads everything first.
    """

    def __init__(self, model: ChatModel, told: FallbackSink | None = None, builtin: _Read = read_at_work) -> None:
        self._model, self._told, self._builtin = model, told, builtin

    def __call__(self, said: str, context: RequestContext) -> HeardUtterance:
        """What is wanted, as ``agent.requests.reading.read_at_work`` tells it."""
        read = self._builtin(said, context)
        if not read.at_a_loss:
            return read
        role = RoleModel("reader", self._model, self._told)
        value = role.attempt(lambda: self._asked(role, said, context), lambda: None)
        found = None if value is None else self._meant(value, read, context)
        return read if found is None else replace(read, instructions=found)

    def _asked(self, role: RoleModel, said: str, context: RequestContext) -> Any:
        return role.ask(
            _REQUEST,
            _wrong,
            errands="\n".join(_offered()),
            things=", ".join((*object_types(), *class_members())),
            states=", ".join(_TRAITS),
            tasks=numbered((errand.words for errand in context.tasks), "(none)"),
            spoken=", ".join(context.things) or "nothing",
            present=", ".join(sorted(context.present)) or "nothing yet",
            asked=quoted(context.asked.question if context.asked else "", 300),
            said=quoted(said, 2000),
        )

    def _meant(self, value: Mapping[str, Any], read: HeardUtterance, context: RequestContext) -> _Found | None:
        """The instructions; None where the model makes no more of it than the built-in rules."""
        wants, about = value["wants"], one_line(value["about"], 40)
        if wants == "do":
            return self._agreed([_begun(one) for one in value["tasks"]], context)
        if wants in _STEERING:
            return _steered(_STEERING[wants](about), wants, about)
        if wants == "status":
            return (StatusRequest(about),)
        if wants == "question":
            return (RecallQuestion(one_line(value["question"], 300) or read.said),)
        asked_back = any(isinstance(one, Clarification) for one in read.instructions)
        if wants == "talk" or asked_back:
            return None
        return (Clarification(one_line(value["question"], 300) or "What do you mean?"),)

    def _agreed(self, begun: Sequence[Begin], context: RequestContext) -> _Found:
        """Asks whether that is meant, unless it cannot be done, or the built-in reader would not do it."""
        errands = [one.errand for one in begun]
        clash = impossible(errands)
        if clash is not None:
            return (clash,)
        for errand in errands:
            refused = self._refused(errand, context)
            if refused:
                return refused
        question = f"Do you want me to {joined([errand.words for errand in errands])}?"
        return (Clarification(question, then=tuple(begun)),)

    def _refused(self, errand: Errand, context: RequestContext) -> _Found:
        """What the built-in reader says to the same in plain words instead of doing it: a refusal or a warning."""
        found = self._builtin(errand.words, replace(context, asked=None)).instructions
        refusals = [one for one in found if not isinstance(one, _READ)]
        warned = [one for one in found if isinstance(one, Clarification) and one.options == ("yes",)]
        return tuple(found) if refusals or warned else ()


_Found = tuple[Instruction, ...]
_READ = (Begin, Cancel, Chat, Clarification, RecallQuestion, Resume, StatusRequest, Suspend, Undo, Unheeded)
_STEERING: Mapping[str, Callable[[str], Instruction]] = {
    "cancel": lambda about: Cancel(about, everything=about == ALL),
    "suspend": Suspend,
    "resume": Resume,
    "undo": lambda about: Undo(whole=not about, about=about),
}
_WORDS = {"cancel": "drop", "suspend": "put off", "resume": "go on with", "undo": "take back"}


def _steered(instruction: Instruction, wants: str, about: str) -> _Found:
    """Asks whether a change of what the robot is doing is meant."""
    what = f"what is about {about}" if about else "what I am doing"
    return (Clarification(f"Do you want me to {_WORDS[wants]} {what}?", then=(instruction,)),)


def _offered() -> list[str]:
    """What can be asked for, with parameters."""
    own = [
        f"{PUT}: how many, thing, in or on or {BESIDE}, place; such as 2, Mug, in, Sink",
        f"{STATE}: how many, thing, one of {', '.join((*STATES, CUT))}; such as all, Plate, clean",
        "Coffee: how many",
    ]
    teach = [one for one in definitions() if one.name not in _NOT_ASKED_FOR and one.name != "Coffee"]
    return own + [
        f"{one.name}: {', '.join(part.means for part in one.parameters) or 'nothing'}"
        + (f"; such as {', '.join(one.example)}" if one.example else "")
        for one in teach
    ]


def _begun(told: Mapping[str, Any]) -> Begin:
    return Begin(_errand(told), told["when"], bool(told["same"]))


def _errand(told: Mapping[str, Any]) -> Errand:
    return Errand(told["name"], tuple(told["params"]), terms_from([json.dumps(one) for one in told["terms"]]))


def _wrong(value: Mapping[str, Any]) -> str:
    """What is wrong with an answer of that form, for the model to read."""
    if value["wants"] == "do" and not value["tasks"]:
        return "tasks is empty, and something is to be done; or else it is unclear"
    for told in value["tasks"] if value["wants"] == "do" else ():
        try:
            wrong = _wrong_task(_errand(told))
        except (HomebodyError, ValueError) as error:
            wrong = str(error)
        if wrong:
            return f"{told['name']}: {wrong}"
    return ""


def _wrong_task(errand: Errand) -> str:
    if errand.name in _NOT_ASKED_FOR or errand.name not in (PUT, STATE, *(one.name for one in definitions())):
        return "there is no such thing to ask for"
    params = errand.params
    if any(one.isdecimal() and int(one) > MOST_COUNT for one in params):
        return f"at most {MOST_COUNT} of a kind"
    unknown = [word for word in _named(errand) if word not in object_types() and word not in class_members()]
    if unknown:
        return f"there is no type or class {unknown[0]!r:.40}"
    if errand.name in (PUT, STATE):
        wrong = _wrong_own(errand)
        if wrong:
            return wrong
    errand.wants()
    return "" if errand.words else "it says nothing"


def _wrong_own(errand: Errand) -> str:
    """What is wrong with the parameters of an errand that is not TEACh's."""
    count, thing, *rest = (*errand.params, "", "")
    if count != ALL and not (count.isdecimal() and int(count) > 0):
        return f"{count!r:.20} is no count; write digits, or {ALL}"
    if errand.name == STATE and len(errand.params) == 3:
        state = rest[0]
        capability = STATES[state][2] if state in STATES else ""
        return f"{thing} cannot be {state}" if capability and not capable(thing, capability) else ""
    if errand.name != PUT or len(errand.params) != 4:
        return "it takes other parameters"
    preposition, place = rest[:2]
    if preposition not in ("in", "on", BESIDE):
        return f"{preposition!r:.20} is no preposition; write in, on or {BESIDE}"
    if thing != ANYTHING and not capable(thing, "pickupable"):
        return f"{thing} cannot be carried"
    return "" if preposition == BESIDE or capable(place, "receptacle") else f"nothing can be put in or on {place}"


def _named(errand: Errand) -> list[str]:
    """Every type and class that an errand names."""
    words = [one for one in errand.params if one[:1].isupper() and one != ANYTHING]
    for term in errand.terms:
        words += _named_in(term)
    return [word for word in words if word and word != ANYTHING]


def _named_in(term: Term) -> list[str]:
    if isinstance(term, Without):
        return list(term.words)
    if isinstance(term, Foremost):
        return [term.word]
    if isinstance(term, Either):
        return [term.word, *term.others]
    if isinstance(term, AsMany):
        return [term.word, *_named_in(WhichThings(term.of.kind, term.of))]
    traits = [term.what] if isinstance(term, OnlyIf) else [term.trait, *([term.but] if term.but else [])]
    strange = [word for trait in traits for word, _ in trait.states if word not in _TRAITS]
    if strange:
        raise BadInput(f"{strange[0]!r:.30} is no state; they are {', '.join(_TRAITS)}")
    return [term.word if isinstance(term, WhichThings) else "", *(w for t in traits for w in (t.kind, t.place))]
