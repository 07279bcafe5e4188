"""The reader by language model: one call gives the query; what it cannot say or does wrong is left to others."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from life import kitchen
from reading_marks import reader

from agent.language.roles.asking import Fallback
from agent.language.scripted import ScriptedModel
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Duration, Selection, ThingFilter
from agent.recall.console.recall import ConsoleRecall
from agent.recall.reading.by_model import QueryReader
from agent.recall.reading.reader import Reading, Refusal
from agent.recall.reading.schema import query_schema
from memory.building.history import HistoryBuilder
from memory.store.database import Store

NOW = datetime(2026, 1, 8, 20)
ASKED = {
    "ask": "count",
    "counted": "things",
    "of": {
        "subject": "deeds",
        "actions": ["Open"],
        "thing": {"types": ["cupboard"]},
        "time": {"scope": {"start": "2026-01-07T00:00:00", "end": None}, "words": "since yesterday"},
        "took": {"more": True, "than": 600},
        "relation": "during",
        "others": [{"subject": "tasks", "task": "make coffee"}],
    },
    "left_out": ["slowly"],
}


def read(*replies: object, told: list[Fallback] | None = None) -> Reading | Refusal:
    model = ScriptedModel([one if isinstance(one, Exception) else json.dumps(one) for one in replies])
    sink = told.append if told is not None else None
    return QueryReader(model, (), NOW, reader(), sink).read("How many cupboards did you open?")


def test_one_call_gives_the_query() -> None:
    found = read({"beyond": False, "query": ASKED})
    assert isinstance(found, Reading)
    (query,) = found.queries
    coffee = Selection("tasks", task="make coffee")
    assert query.of.thing == ThingFilter(("Cabinet",))
    assert (query.of.others, query.supposes) == ((coffee,), (coffee,))
    assert query.of.time.scope.start == datetime(2026, 1, 7)
    assert query.of.took == Duration(True, timedelta(minutes=10))
    assert (query.ask, query.counted, query.left_out) == ("count", "things", ("slowly",))


def test_what_no_query_says_is_beyond() -> None:
    found = read({"beyond": True})
    assert isinstance(found, Refusal)
    assert not found.final


@pytest.mark.parametrize(
    "reply", ["nonsense", {"beyond": False}, {"beyond": False, "query": {"ask": "dance", "of": {}}}]
)
def test_what_the_model_does_wrong_is_read_by_the_built_in_reader(reply: object) -> None:
    told: list[Fallback] = []
    found = read(reply, reply, told=told)
    assert isinstance(found, Reading)
    assert isinstance(found.queries[0], MemoryQuery)
    assert [one.role for one in told] == ["recall_query"]


def test_a_time_that_is_none_is_told_to_the_model() -> None:
    wrong = {**ASKED, "of": {"subject": "tasks", "time": {"scope": {"start": "tomorrow"}}}}
    found = read({"beyond": False, "query": wrong}, {"beyond": False, "query": ASKED})
    assert isinstance(found, Reading)
    assert found.queries[0].counted == "things"


def test_the_schema_follows_the_types() -> None:
    asked = query_schema()["properties"]
    assert {"ask", "of", "against", "claim", "left_out"} <= set(asked)
    inner = asked["of"]["properties"]
    assert {"thing", "place", "tool", "task", "time", "took", "others", "outcomes"} <= set(inner)
    assert "others" not in inner["others"]["items"]["properties"]


def test_the_memory_answers_the_query(tmp_path: Path) -> None:
    asked = {"ask": "when", "of": {"subject": "deeds", "actions": ["Slice"], "thing": {"types": ["bread"]}}}
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        model = ScriptedModel([json.dumps({"beyond": False, "query": asked})])
        answer = ConsoleRecall(store, model, mode="query").answer("Would you tell me the hour of the bread's end?")
    assert (answer.status, answer.value) == ("known", (datetime(2026, 1, 5, 8, 7, 10),))
    assert len(model.calls) == 1
