"""The entries of the dictionary, ``assets/vocabulary.yaml``, whose header explains their fields.

Everything arrives as text, also numbers: half of the time that YAML takes goes into finding out what text looks like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import yaml
from yaml.events import MappingStartEvent, ScalarEvent, SequenceEndEvent

from envs.errors import BadInput

Entry = Mapping[str, Any]
"""Fields of an entry by name: texts, and lists and mappings of texts."""


@cache
def entries(section: str) -> Mapping[str, Entry]:
    """The entries of ``types``, ``groups``, ``shared``, ``asked`` or ``classes``, by name, in the order of the file."""
    return MappingProxyType(_dictionary()[section])


def with_field(section: str, field: str) -> dict[str, Any]:
    """The field of every entry of a section that has it."""
    return {name: entry[field] for name, entry in entries(section).items() if field in entry}


def listing(section: str, field: str, value: str) -> tuple[str, ...]:
    """The names of the entries of a section whose list of that name holds the value."""
    return _listings(section, field).get(value, ())


@cache
def _listings(section: str, field: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, values in with_field(section, field).items():
        found |= {value: (*found.get(value, ()), name) for value in values}
    return found


@cache
def _dictionary() -> Mapping[str, Any]:
    return parsed((files("assets") / "vocabulary.yaml").read_text(encoding="utf-8"))


def parsed(text: str) -> Any:
    """A YAML text as mappings, lists and texts.

    Raises:
        BadInput: A mapping names something twice; YAML would take the last without a word.
    """
    # The C loader is five times faster and reads the same language; PyYAML is sometimes built without it.
    events = getattr(yaml, "CBaseLoader", yaml.BaseLoader)(text)
    for _ in ("stream", "document"):
        events.get_event()
    return _node(events, events.get_event())


def _node(events: Any, event: Any) -> Any:
    if type(event) is ScalarEvent:
        return event.value
    return _mapping(events) if type(event) is MappingStartEvent else _list(events)


def _mapping(events: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    while type(key := events.get_event()) is ScalarEvent:
        if key.value in found:
            raise BadInput(f"{key.value!r} is there twice in one mapping; put both into one entry")
        found[key.value] = _node(events, events.get_event())
    return found


def _list(events: Any) -> Sequence[Any]:
    found = []
    while type(event := events.get_event()) is not SequenceEndEvent:
        found.append(_node(events, event))
    return found
