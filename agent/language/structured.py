"""Values out of a model's words: find the JSON, check it against a schema, ask once more when it is wrong.

Checked of JSON schema: ``type`` (one or a list), ``enum``, ``properties``, ``required``, ``items`` and
``additionalProperties: false``. That is what the roles of homebody use.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from agent.language.chat import Completion, Message, Schema
from agent.language.errors import Malformed
from agent.language.prompts import prompt

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_LONGEST = 200_000  # characters of an answer that are looked at


def read_json(text: str, schema: Schema) -> Any:
    """The value in a model's answer; talk and code fences around it are passed over.

    Raises:
        Malformed: There is no JSON that fits the schema; the message says what is wrong, for the model to read.
    """
    problem = "there is no JSON in the answer"
    for value in _values(text[:_LONGEST]):
        wrong = mismatch(value, schema)
        if not wrong:
            return value
        problem = wrong
    raise Malformed(problem)


def _values(text: str) -> list[Any]:
    """Whatever can be read as JSON beginning at a bracket, the outermost first; or the whole text."""
    decoder = json.JSONDecoder()
    found: list[Any] = []
    position = tries = 0
    while position < len(text) and tries < 100:  # an answer of nothing but brackets must not take for ever
        start = min((at for at in (text.find("{", position), text.find("[", position)) if at >= 0), default=-1)
        if start < 0:
            break
        tries += 1
        try:
            value, position = decoder.raw_decode(text, start)
            found.append(value)
        except (json.JSONDecodeError, RecursionError):
            position = start + 1
    if not found:
        try:
            found.append(json.loads(text))
        except (json.JSONDecodeError, RecursionError):
            return []
    return found


def mismatch(value: object, schema: Schema, place: str = "the answer") -> str:
    """What is wrong with a value; empty when it fits the schema."""
    wanted = schema.get("type")
    names = [wanted] if isinstance(wanted, str) else list(wanted or [])
    if names and not any(_is(value, name) for name in names):
        return f"{place} must be {' or '.join(names)}, not {type(value).__name__}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place} must be one of {', '.join(map(repr, schema['enum']))}, not {value!r}"
    if isinstance(value, dict):
        return _object_mismatch(value, schema, place)
    if isinstance(value, list) and "items" in schema:
        return next(filter(None, (mismatch(v, schema["items"], f"{place}[{i}]") for i, v in enumerate(value))), "")
    return ""


def _is(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _TYPES.get(name, ()))


def _object_mismatch(value: dict[str, Any], schema: Schema, place: str) -> str:
    properties = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            return f"{place} lacks {key!r}"
    if schema.get("additionalProperties") is False:
        unknown = sorted(set(value) - set(properties))
        if unknown:
            return f"{place} has {unknown[0]!r}, which nobody asked for"
    return next(
        filter(None, (mismatch(value[key], sub, f"{place}.{key}") for key, sub in properties.items() if key in value)),
        "",
    )


def complete_parsed(
    ask: Callable[[Sequence[Message]], Completion], messages: Sequence[Message], schema: Schema, constrained: bool
) -> Completion:
    """Ask, parse, and ask once more with what was wrong.

    Args:
        ask: One call to the model, without parsing.
        messages: The conversation.
        schema: What the answer must look like.
        constrained: The endpoint enforces the schema itself, so the prompt need not describe it.

    Raises:
        Malformed: The second answer is wrong too.
    """
    wanted = json.dumps(schema, ensure_ascii=False)
    words = prompt("structured")
    first = list(messages)
    if not constrained:
        first[-1] = replace(first[-1], text=first[-1].text + "\n\n" + words.fill("instruction", schema=wanted))
    answer = ask(first)
    try:
        return replace(answer, parsed=read_json(answer.text, schema))
    except Malformed as error:
        again = words.fill("repair", schema=wanted, problem=str(error))
    second = ask([*first, Message("assistant", answer.text or "(empty)"), Message("user", again)])
    usage = answer.usage + second.usage
    return replace(second, parsed=read_json(second.text, schema), usage=usage)
