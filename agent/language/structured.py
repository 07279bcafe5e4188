"""Values out of a model's words: find the JSON, check it against a schema, ask once more when it is wrong.

Checked of JSON schema: ``type`` (one or a list), ``enum``, ``properties``, ``required``, ``items``,
``additionalProperties: false``, ``minimum``, ``maximum``, ``minItems``, ``maxItems`` and ``maxLength``. What a schema
cannot say, such as "the groups hold every item once", a ``Checked`` schema brings along as a function, so that the one
repair serves both.
"""

from __future__ import annotations

import json
import math
import reprlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from agent.language.errors import Malformed
from agent.language.model import Completion, Message, Schema
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
_DEEPEST = 64  # brackets within brackets; what is asked for has five at most
_TOLD = 300  # characters of what is wrong


class Checked(dict[str, Any]):
    """A JSON schema with a further test of the value.

    Args:
        schema: The JSON schema, which is all that the endpoint sees.
        check: What is wrong with a value that fits the schema, for the model to read; "" when nothing is.
    """

    def __init__(self, schema: Schema, check: Callable[[Any], str]) -> None:
        super().__init__(schema)
        self.check = check


def problem(value: object, schema: Schema) -> str:
    """What is wrong with a value, by the schema and by the further test if it has one; empty when nothing is."""
    wrong = mismatch(value, schema)
    return wrong if wrong or not isinstance(schema, Checked) else schema.check(value)


def read_json(text: str, schema: Schema) -> Any:
    """The value in a model's answer; talk and code fences around it are passed over.

    Raises:
        Malformed: There is no JSON that fits the schema; the message says what is wrong, for the model to read.
    """
    found = "there is no JSON in the answer"
    for value in _values(text[:_LONGEST]):
        if _is_deep(value):
            found = f"it is nested more than {_DEEPEST} deep"
            continue
        whole = _whole(value)
        wrong = problem(whole, schema)
        if not wrong:
            return whole
        found = wrong[:_TOLD]
    raise Malformed(found)


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
        except (ValueError, RecursionError):  # ValueError: no JSON, or a number with thousands of digits
            position = start + 1
    if not found:
        try:
            found.append(json.loads(text))
        except (ValueError, RecursionError):
            return []
    return found


def _is_deep(value: Any) -> bool:
    """Whether a value is nested more deeply than anything that is asked for; looked at without recursion."""
    row = [value]
    for _ in range(_DEEPEST + 1):
        inner = [part for one in row if isinstance(one, dict | list) for part in _parts(one)]
        if not inner:
            return False
        row = inner
    return True


def _parts(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _whole(value: Any) -> Any:
    """A value without halves of characters, which no file and no terminal takes; JSON can write them."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return {_whole(key): _whole(one) for key, one in value.items()} if isinstance(value, dict) else value


def mismatch(value: object, schema: Schema, place: str = "the answer") -> str:
    """What is wrong with a value; empty when it fits the schema."""
    wanted = schema.get("type")
    names = [wanted] if isinstance(wanted, str) else list(wanted or [])
    if names and not any(_is(value, name) for name in names):
        return f"{place} must be {' or '.join(names)}, not {type(value).__name__}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place} must be one of {', '.join(map(repr, schema['enum']))}, not {reprlib.repr(value)}"
    beyond = _out_of_bounds(value, schema, place)
    if beyond:
        return beyond
    if isinstance(value, dict):
        return _object_mismatch(value, schema, place)
    if isinstance(value, list) and "items" in schema:
        return next(filter(None, (mismatch(v, schema["items"], f"{place}[{i}]") for i, v in enumerate(value))), "")
    return ""


def _out_of_bounds(value: object, schema: Schema, place: str) -> str:
    """Numbers, lists and texts that are too small or too big."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not math.isfinite(value):
            return f"{place} must be a finite number"
        size, least, most, unit = value, schema.get("minimum"), schema.get("maximum"), ""
    elif isinstance(value, list):
        size, least, most, unit = len(value), schema.get("minItems"), schema.get("maxItems"), " items"
    elif isinstance(value, str):
        size, least, most, unit = len(value), None, schema.get("maxLength"), " characters"
    else:
        return ""
    if least is not None and size < least:
        return f"{place} must have at least {least}{unit}, not {size}" if unit else f"{place} must be at least {least}"
    if most is not None and size > most:
        return f"{place} must have at most {most}{unit}, not {size}" if unit else f"{place} must be at most {most}"
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
    try:
        return replace(second, parsed=read_json(second.text, schema), usage=usage)
    except Malformed as error:
        raise Malformed(str(error), usage) from error
