"""Free questions over lives whose truth is known: rounds, written lives, verdicts, the command."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from agent.recall.answer import Answer
from envs.errors import BadInput
from eval.questions.named_things import named, places
from eval.questions.rounds import Expectation, read_round
from eval.questions.verdicts import verdict
from eval.questions.written_life import live_written
from homebody.cli import app
from memory.levels import EVENT
from memory.rules.facts import FactBook
from memory.store.database import Store
from memory.store.task_log import TaskLog

ASKED_AT = datetime(2025, 6, 3, 18, 0)  # a Tuesday
LIFE = {
    "id": "L1",
    "asked_at": "2025-06-02 12:00",
    "days": [
        {
            "date": "2025-06-02",
            "events": [
                {"at": "07:00", "what": "said", "who": "Anna", "words": "My favourite mug is the blue one."},
                {"at": "08:00", "what": "asked", "who": "Anna", "task": "T1", "words": "wash the plate"},
                {"at": "08:01", "what": "did", "deed": "pick up", "thing": "plate", "place": "kitchen table"},
                {"at": "08:02", "what": "asked", "who": "Ben", "task": "T2", "words": "turn on the lamp"},
                {
                    "at": "08:02",
                    "what": "task_state",
                    "task": "T1",
                    "outcome": "interrupted",
                    "reason": "T2 came first",
                },
                {"at": "08:03", "what": "did", "deed": "switch on", "thing": "desk lamp", "place": "bedroom"},
                {"at": "08:03", "what": "task_state", "task": "T2", "outcome": "done"},
                {"at": "08:04", "what": "task_state", "task": "T1", "outcome": "resumed"},
                {"at": "08:05", "what": "did", "deed": "wash", "thing": "plate", "place": "kitchen sink"},
                {"at": "08:07", "what": "did", "deed": "put down", "thing": "plate", "place": "top kitchen shelf"},
                {"at": "08:07", "what": "task_state", "task": "T1", "outcome": "done"},
                {"at": "09:00", "what": "asked", "who": "Anna", "task": "T3", "words": "bring me my keys"},
                {"at": "09:02", "what": "saw", "thing": "book", "place": "sofa", "note": "while looking for the keys"},
                {"at": "09:09", "what": "task_state", "task": "T3", "outcome": "failed", "reason": "no keys found"},
            ],
        }
    ],
}
QUESTIONS = [
    {
        "id": "Q1",
        "life": "L1",
        "kind": "where",
        "turns": [{"ask": "where is the plate?", "expect": {"status": "known", "value": ["top kitchen shelf"]}}],
    },
    {
        "id": "Q2",
        "life": "L1",
        "kind": "yes_no",
        "turns": [
            {"ask": "Did you switch on the desk lamp?", "expect": {"status": "known", "value": ["yes"]}},
            {"ask": "What is the capital of France?", "expect": {"status": "unknown"}},
        ],
    },
]


def _file(folder: Path, **changes: Any) -> Path:
    path = folder / "round.yaml"
    path.write_text(yaml.safe_dump({"lives": [LIFE], "questions": QUESTIONS} | changes), encoding="utf-8")
    return path


def _answer(text: str, value: Any = None, status: str = "known", kind: str = "where") -> Answer:
    return Answer(text, value, kind, (1,), status)


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_a_round_is_read_with_its_lives_and_turns(tmp_path: Path):
    asked = read_round(_file(tmp_path))
    assert [one.name for one in asked.questions] == ["Q1", "Q2"]
    assert len(asked.questions[1].turns) == 2
    assert asked.lives[0].happenings[0].time == datetime(2025, 6, 2, 7)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"lives": []}, "life 'L1'; there are none"),
        ({"lives": [LIFE, deepcopy(LIFE)]}, "two of life L1"),
        ({"questions": [QUESTIONS[0] | {"turns": []}]}, "asks nothing"),
        ({"questions": "many"}, "no list of 'questions'"),
        ({"lives": [LIFE | {"asked_at": "2025-06-01 12:00"}]}, "before its end"),
        ({"lives": [LIFE | {"asked_at": "noon"}]}, "'noon' is no time"),
    ],
)
def test_a_round_that_is_none_says_what_is_wrong(changes: dict[str, Any], told: str, tmp_path: Path):
    with pytest.raises(BadInput, match=told):
        read_round(_file(tmp_path, **changes))


# -- written lives -----------------------------------------------------------------------------------------------------


def test_things_are_named_by_class_mark_state_and_contents():
    mug = named("blue mug with coffee")
    assert (mug.type, mug.mark, mug.states, mug.filled_with) == ("Mug", "blue", ("filled",), "coffee")
    assert (named("three potatoes").type, named("three potatoes").count) == ("Potato", 3)
    assert named("potato 2").mark == "2" != named("potato 1").mark
    assert [one.type for one in named("bowl with lettuce and tomato").contents] == ["Lettuce", "Tomato"]
    assert [one.type for one in places("plate on the kitchen counter")] == ["Plate", "CounterTop"]
    assert named("kitchen sink").mark != named("bathroom sink").mark
    assert named("towel rack").type == "TowelHolder", "a rack is no towel"


def test_a_written_life_is_lived_in_the_memory_and_in_the_task_log(tmp_path: Path):
    life = read_round(_file(tmp_path)).lives[0]
    with Store.open(tmp_path / "m.sqlite") as store:
        live_written(life, store, forget=False)
        assert [(one.text, one.speaker) for one in FactBook(store).all()] == [
            ("My favourite mug is the blue one", "Anna"),
        ]
        tasks = TaskLog(store).tasks()
        assert [(one.status, one.note, one.origin.requester) for one in tasks] == [
            ("done", "T2 came first", "Anna"),
            ("done", "", "Ben"),
            ("failed", "no keys found", "Anna"),
        ]
        assert tasks[1].parent == tasks[0].id
        assert tasks[2].ended == datetime(2025, 6, 2, 9, 9)
        events = "\n".join(node.text for node in store.nodes(EVENT))
        for told in ("Pickup(Plate_0)", "ToggleOn(DeskLamp_0)", "ToggleOn(Faucet_0)", "Place(Plate_0"):
            assert told in events


def test_a_thing_named_with_its_room_is_the_one_named_without(tmp_path: Path):
    told = [
        ("open", "fridge", "kitchen floor"),
        ("close", "fridge", "kitchen floor"),
        ("put in", "egg", "kitchen fridge"),
    ]
    told += [("open", "fridge", "kitchen floor"), ("put in", "mug", "hall fridge")]
    events = [
        {"at": f"09:0{n}", "what": "did", "deed": deed, "thing": thing, "place": place}
        for n, (deed, thing, place) in enumerate(told)
    ]
    life = LIFE | {"days": [{"date": "2025-06-02", "events": events}]}
    with Store.open(tmp_path / "m.sqlite") as store:
        live_written(read_round(_file(tmp_path, lives=[life])).lives[0], store, forget=False)
        text = "\n".join(node.text for node in store.nodes(EVENT))
    assert "Open(Fridge_0)" in text and "Close(Fridge_0)" in text
    assert re.search(r"Place\(Egg_0[^)]*Fridge_0|Place\(Egg_0\).*Fridge_0", text, re.DOTALL)
    assert "Fridge_1" in text and "Fridge_2" not in text, "only the hall has another fridge"


def test_a_written_life_forgets_as_a_lived_one_does(tmp_path: Path):
    later = LIFE | {"asked_at": "2025-09-02 12:00"}
    life = read_round(_file(tmp_path, lives=[later])).lives[0]
    kept = []
    for forget in (True, False):
        with Store.open(tmp_path / f"{forget}.sqlite") as store:
            live_written(life, store, forget)
            kept.append(len(list(store.nodes(EVENT))))
    assert kept[0] < kept[1]


# -- verdicts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "answer", "name"),
    [
        # places by class, whatever the words
        (Expectation("known", ("living room sofa",)), _answer("On the couch, yesterday.", "Sofa"), "right"),
        (Expectation("known", ("living room sofa",)), _answer("It is on the bed.", "Bed"), "wrong"),
        (Expectation("known", ("shelf",), ("table",)), _answer("On the shelf; before that on the table."), "wrong"),
        (Expectation("known", ("shelf",), ("table",)), _answer("Shelf (once on the table).", "Shelf"), "right"),
        (Expectation("known", ("cabinet (1)",)), _answer("In the cabinet.", "Cabinet"), "right"),
        (Expectation("known", ("cabinet [1]",)), _answer("In the cabinet.", "Cabinet"), "right"),
        # numbers, times, days, durations
        (Expectation("known", ("two",)), _answer("I washed 2 plates.", 2), "right"),
        (Expectation("known", ("two",)), _answer("I washed 3 plates.", 3), "wrong"),
        (Expectation("known", ("Monday 08:20",)), _answer("Yesterday at 08:21."), "right"),
        (Expectation("known", ("Monday 08:20",)), _answer("Yesterday at 08:40."), "wrong"),
        (Expectation("known", ("Monday 08:20",)), _answer("On Jun 02, 2025 at 08:20 AM"), "right"),
        (Expectation("known", ("about 18 minutes",)), _answer("17 min", timedelta(minutes=17)), "right"),
        (Expectation("known", ("about 18 minutes",)), _answer("an hour", timedelta(hours=1)), "wrong"),
        (Expectation("known", ("31 minutes against 15",)), _answer("31 min and 15 min."), "right"),
        # yes, no, and what is denied
        (Expectation("known", ("no", "cancelled"), ("yes",)), _answer("No, it was called off."), "right"),
        (Expectation("known", ("no", "cancelled"), ("yes",)), _answer("Yes, yesterday.", True), "wrong"),
        (Expectation("known", ("yes", "12:24")), _answer("Yes, I did.", True), "partial"),
        (Expectation("known", ("no egg was found",)), _answer("I looked for an egg and found none."), "right"),
        (Expectation("known", ("no egg was found",)), _answer("I found the egg."), "wrong"),
        (Expectation("known", ("no",)), _answer("I never put it there.", False, "never happened"), "right"),
        (
            Expectation("known", ("could not find a plant",)),
            _answer("I never saw a plant.", False, "never happened"),
            "wrong",
        ),
        (Expectation("known", ("no",)), _answer("I did not see the lamp.", None, "never happened"), "wrong"),
        # honest
        (Expectation("known", ("shelf",)), _answer("I do not know.", None, "unsure"), "honest"),
        (
            Expectation("known", ("no",)),
            _answer("I never did, as far as I remember, but I have forgotten some of it.", False, "forgotten"),
            "honest",
        ),
        # statuses
        (Expectation("unknown"), _answer("It will rain."), "wrong"),
        (Expectation("unknown"), _answer("I cannot know that.", None, "unsure", "unknown"), "right"),
        (Expectation("never", (), ("yes",)), _answer("I never made pancakes.", False, "never happened"), "right"),
        (Expectation("never", (), ("yes",)), _answer("Yes, with two eggs.", True), "wrong"),
        (Expectation("ask_back"), _answer("Which mug do you mean?", None, "unsure"), "right"),
        (
            Expectation("unsure", ("desk", "yesterday")),
            _answer("I last saw it on the desk yesterday.", "Desk"),
            "right",
        ),
        (Expectation("unsure", ("desk", "yesterday")), _answer("On the desk.", "Desk"), "partial"),
        (Expectation("known", ("off",), ("on",)), _answer("The lamp was off (last seen on the desk)."), "right"),
        # what stands in brackets may be told, too, also where that is another class
        (Expectation("known", ("(wine) bottle",)), _answer("I used the wine bottle.", "WineBottle"), "right"),
        (Expectation("known", ("(wine) bottle",)), _answer("I used the bottle.", "Bottle"), "right"),
        (Expectation("known", ("(wine) bottle",)), _answer("I used the cup.", "Cup"), "wrong"),
    ],
)
def test_the_verdict_goes_by_values_and_statuses(expected: Expectation, answer: Answer, name: str):
    assert verdict(answer, expected, ASKED_AT).name == name


def test_an_answer_that_tells_of_what_was_asked_says_yes_without_the_word():
    expected = Expectation("known", ("yes",))
    told = _answer("I switched off the stove burner at 12:24.")
    assert verdict(told, expected, ASKED_AT, "Did you turn off the stove?").name == "right"
    assert verdict(told, expected, ASKED_AT, "Did you wash the mug?").name == "wrong"


# -- the command -------------------------------------------------------------------------------------------------------


def test_a_round_is_asked_scored_and_timed(tmp_path: Path):
    command = ["eval", "questions", "--round", str(_file(tmp_path)), "--no-forget", "--answers"]
    shown = CliRunner().invoke(app, [*command, "--json", "-"])
    assert shown.exit_code == 0, shown.output
    figures = json.loads(shown.stdout)
    assert figures["all"]["turns"] == 3
    assert figures["by_kind"]["where"]["right"] == 1
    assert figures["conversation"]["turns"] == 2
    assert figures["latency_ms"]["p95"] > 0
    assert [one["verdict"] for one in figures["answers"]].count("right") == figures["all"]["right"]
    assert CliRunner().invoke(app, command).output.count("wrong known") >= 1


def test_a_file_that_is_no_round_is_one_sentence(tmp_path: Path):
    path = tmp_path / "round.yaml"
    path.write_text("- 1\n", encoding="utf-8")
    shown = CliRunner().invoke(app, ["eval", "questions", "--round", str(path)])
    assert shown.exit_code != 0
