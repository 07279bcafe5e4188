"""Values out of a model's words: find the JSON, check it against a schema, ask once more when it is wrong.

Schemas are JSON schemas of draft 2020-12, and ``jsonschema`` checks them. What a schema cannot say, such as "the
groups hold every item once", a ``CheckedSchema`` brings along as a function, so that the one repair serves both.
"""

from __future__ import annotations

import json
import math
import reprlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from agent.language.errors import Malformed
from agent.language.model import Completion, Message, Schema
from agent.language.prompts import prompt

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

_WORDS = {
    "type": "must be {limit}, not {kind}",
    "enum": "must be one of {limit}, not {given}",
    "minimum": "must be at least {limit}",
    "maximum": "must be at most {limit}",
    "minItems": "must have at least {limit} items, not {size}",
    "maxItems": "must have at most {limit} items, not {size}",
    "maxLength": "must have at most {limit} characters, not {size}",
}
"""Where ``jsonschema`` does not name the limit, or shows a value by which nobody mends it, ours; its own elsewhere."""
_LONGEST = 200_000  # characters of an answer that are looked at
_DEEPEST = 64  # brackets within brackets; what is asked for has five at most
_TOLD = 300  # characters of what is wrong


class CheckedSchema(dict[str, Any]):
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
    if not wrong and isinstance(schema, CheckedSchema):
        wrong = schema.check(value)
    return wrong[:_TOLD]


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
        found = wrong
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


def mismatch(value: Any, schema: Schema) -> str:
    """What is wrong with a value, and where in it; empty when it fits the schema."""
    error = next(_validator()(schema).iter_errors(value), None)
    return "" if error is None else _worded(error)


@cache
def _validator() -> type[Validator]:
    """Numbers as models should write them: 2.0 is no integer, and what is not finite is no number."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    types = Draft202012Validator.TYPE_CHECKER.redefine_many({"integer": _is_integer, "number": _is_number})
    return extend(Draft202012Validator, type_checker=types)


def _is_integer(checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(checker: object, value: object) -> bool:
    return _is_integer(checker, value) or (isinstance(value, float) and math.isfinite(value))


def _worded(error: ValidationError) -> str:
    """Place and reason; of the value itself only as much as shows which one is meant."""
    value: Any = error.instance
    limit: Any = error.validator_value
    place = f"the answer{error.json_path[1:]}"
    given = reprlib.repr(value)
    words = _WORDS.get(str(error.validator))
    if words is None:
        return f"{place}: {error.message.replace(repr(value), given, 1)}"
    if error.validator == "enum":
        limit = ", ".join(map(repr, limit))
    elif isinstance(limit, list | tuple):
        limit = " or ".join(limit)
    endless = isinstance(value, float) and not math.isfinite(value)
    size = len(value) if isinstance(value, list | str) else 0
    return (
        f"{place} {words.format(limit=limit, kind=given if endless else type(value).__name__, given=given, size=size)}"
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
