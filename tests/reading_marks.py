"""Compares what a reader made of a question with what was expected of it; for tests and for looking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.by_example import ExampleReader
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.reader import EarlierExchange, Reading
from agent.recall.understanding.times import TimeReader

NOW = datetime(2026, 1, 8, 20)


def sets(half: str) -> Iterator[Sequence[Any]]:
    """The entries of one half."""
    for group in yaml.safe_load(Path(__file__).with_name("reading_questions.yaml").read_text("utf-8")):
        if group["half"] == half:
            yield from group["questions"]


def reader() -> ExampleReader:
    """A reader over a memory that holds nothing."""
    return ExampleReader((), NOW, TimeReader(NOW, NoMemory()), lambda words: False)


def marked(half: str) -> Iterator[tuple[str, str, Reading | Any]]:
    """Question, what is wrong with how it was read (empty when nothing is), and the reading."""
    own, before = reader(), None
    for question, expected, *then in sets(half):
        got = own.read(question, before if then else None)
        yield question, wrong(got, expected), got
        before = EarlierExchange(got.queries[-1], None, before if then else None) if isinstance(got, Reading) else None


def wrong(got: object, expected: Mapping[str, Any]) -> str:
    """The first field that is not as expected."""
    if not isinstance(got, Reading):
        return "" if expected.get("refused") else f"refused: {got}"
    if expected.get("refused"):
        return "not refused"
    query = got.queries[-1]
    for name, value in expected.items():
        if name == "queries":
            found: object = len(got.queries)
        else:
            found = _field(query, name)
        if not _fits(found, value, name):
            return f"{name} is {found!r}, not {value!r}"
    return ""


def _field(query: MemoryQuery, name: str) -> Any:
    of = query.of
    if name in ("ask", "measure", "most", "counted", "claim", "detail", "left_out"):
        return getattr(query, name)
    if name in ("thing", "place", "tool"):
        return _named(getattr(of, name))
    if name == "state":
        return of.thing.states
    if name == "besides":
        return of.thing.besides
    if name == "time":
        return of.time.words
    if name == "took" and of.took:
        return (">" if of.took.more else "<") + str(int(of.took.than / timedelta(minutes=1)))
    if name == "of":
        return _text(of)
    if name in ("against", "other"):
        return " ".join(_text(one) for one in (query.against if name == "against" else of.others))
    return getattr(of, name)


def _named(one: ThingFilter) -> Sequence[str]:
    return one.types or ((f"unknown:{one.unknown}",) if one.unknown else ())


def _text(one: Selection) -> str:
    return " ".join((one.task, *one.thing.types, one.thing.unknown))


def _fits(found: Any, value: Any, name: str) -> bool:
    if name in ("task", "of", "against", "other"):
        return str(value) in str(found)
    return value in found if isinstance(found, tuple) else found == value
