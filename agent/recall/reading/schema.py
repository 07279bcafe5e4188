"""Queries as JSON: the schema that a language model fills in, made from the algebra's types, and back into a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import datetime, timedelta
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from agent.recall.algebra.query import ASKS, COUNTED, MEASURES, QUANTIFIERS, SENSES, MemoryQuery
from agent.recall.algebra.selection import OUTCOMES, SUBJECTS, Duration, Selection, SpanOfTime, ThingFilter
from agent.recall.understanding.senses import with_senses
from envs.errors import BadInput
from memory.reading.traces import Scope

NamesThing = Callable[[str], tuple[str, ...]]
"""The classes that a plain word may mean; none for a word that nobody knows."""

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "ask": ASKS,
    "measure": ("", *MEASURES),
    "counted": COUNTED,
    "quantifier": QUANTIFIERS,
    "subject": SUBJECTS,
    "relation": ("", "before", "after", "during", "between"),
}
_SOME_OF: Mapping[str, tuple[str, ...]] = {"outcomes": OUTCOMES, "senses": SENSES}
_OWN = frozenset({"text", "supposes", "unknown", "instant", "clocked", "episode"})
"""Fields that the model does not fill in."""
_DEPTH = 2
"""Selections within selections."""
_SCALARS = {str: {"type": "string", "maxLength": 300}, bool: {"type": "boolean"}, int: {"type": "integer"}}


@cache
def query_schema() -> dict[str, Any]:
    """The JSON schema of a query."""
    return _record(MemoryQuery, _DEPTH, ("ask", "of"))


def _record(kind: type, depth: int, required: tuple[str, ...] = ()) -> dict[str, Any]:
    hints = get_type_hints(kind)
    properties = {
        one.name: found
        for one in fields(kind)
        if one.name not in _OWN and (found := _schema(one.name, hints[one.name], depth)) is not None
    }
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _schema(name: str, hint: Any, depth: int) -> dict[str, Any] | None:
    """The schema of a field; None for selections that lie too deep."""
    if name in _CHOICES:
        return {"type": "string", "enum": list(_CHOICES[name])}
    if name in _SOME_OF:
        return {"type": "array", "items": {"type": "string", "enum": list(_SOME_OF[name])}}
    if hint is Any:  # the claim
        return {"type": ["string", "integer", "boolean", "null"]}
    if get_origin(hint) in (Union, UnionType):
        found = _schema(name, next(one for one in get_args(hint) if one is not type(None)), depth)
        return None if found is None else {**found, "type": [found["type"], "null"]}
    if get_origin(hint) is tuple:
        items = _schema("", get_args(hint)[0], depth)
        return None if items is None else {"type": "array", "items": items, "maxItems": 8}
    if hint is Selection:
        return _record(Selection, depth - 1, ("subject",)) if depth else None
    return _leaf(hint)


def _leaf(hint: Any) -> dict[str, Any]:
    if hint in (Scope, datetime):
        return {"type": "string"} if hint is datetime else _record(Scope, 0)
    if hint is timedelta:
        return {"type": "number", "minimum": 0}
    return dict(_SCALARS[hint]) if hint in _SCALARS else _record(hint, 0)


def query_from(value: Mapping[str, Any], text: str, names_thing: NamesThing) -> MemoryQuery:
    """The query that a value stands for that fits ``query_schema``.

    Args:
        value: As the model gave it; times in ISO format, durations in seconds, things by plain words.
        text: The question.
        names_thing: What the words for things mean.

    Raises:
        BadInput: A time in it is none.
    """
    given = dict(value)
    given["of"] = _selection(given["of"], names_thing)
    given["against"] = tuple(_selection(one, names_thing) for one in given.get("against", ()))
    given["left_out"] = tuple(given.get("left_out", ()))
    of: Selection = given["of"]
    query = MemoryQuery(**given, supposes=of.others if of.relation else (), text=text)
    return replace(query, senses=tuple(dict.fromkeys((*query.senses, *with_senses(query).senses))))


def _selection(value: Mapping[str, Any], names_thing: NamesThing) -> Selection:
    given: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in value.items()}
    for name in ("thing", "place", "tool"):
        if name in given:
            given[name] = _thing(given[name], names_thing)
    if "time" in given:
        given["time"] = _time(given["time"])
    took = given.get("took")
    if took is not None:
        given["took"] = Duration(took.get("more", True), timedelta(seconds=took.get("than", 0)))
    given["others"] = tuple(_selection(one, names_thing) for one in given.get("others", ()))
    return Selection(**given)


def _thing(value: Mapping[str, Any], names_thing: NamesThing) -> ThingFilter:
    words = value.get("types", ())
    types = tuple(dict.fromkeys(one for word in words for one in names_thing(word)))
    unknown = " ".join(word for word in words if not names_thing(word)) if not types else ""
    besides = tuple(one for word in value.get("besides", ()) for one in names_thing(word))
    return ThingFilter(types, tuple(value.get("states", ())), value.get("amount"), besides, unknown)


def _time(value: Mapping[str, Any]) -> SpanOfTime:
    scope = value.get("scope", {})
    within = Scope(_instant(scope.get("start")), _instant(scope.get("end")))
    return SpanOfTime(within, value.get("words", ""), but=tuple(value.get("but", ())))


def _instant(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError as error:
        raise BadInput(f"{text!r} is no time; write it as 2026-01-31T08:05:00") from error
