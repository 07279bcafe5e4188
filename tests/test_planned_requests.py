"""Requests for later and for again and again: what is read of them, and what is said of that."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from agent.planning.due import Due, due_from
from agent.requests.errands import Errand
from agent.requests.instructions import (
    Begin,
    CancelPlan,
    Clarification,
    DoLater,
    Instruction,
    MovePlan,
    PlansRequest,
    RecallQuestion,
    Remark,
)
from agent.requests.reading import RequestContext, read_at_work
from envs.errors import BadInput

NOW = datetime(2026, 1, 5, 8)  # a Monday
COFFEE, WATER = Errand("Coffee"), Errand("Water Plant")
WORDINGS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "planned_requests.yaml").read_text(encoding="utf-8")
)


def read(text: str, *tasks: Errand, plans: tuple[Errand, ...] = ()) -> tuple[Instruction, ...]:
    return read_at_work(text, RequestContext(tasks=tasks, now=NOW, plans=plans)).instructions


@pytest.mark.parametrize("told", [*WORDINGS["known"], *WORDINGS["kept"]], ids=lambda told: told["say"])
def test_times_and_repetitions_are_read(told: dict[str, Any]) -> None:
    (plan,) = read(told["say"])
    assert isinstance(plan, DoLater)
    assert (plan.due.first, plan.due.rhythm) == (datetime.fromisoformat(told["first"]), told.get("every", ""))
    assert plan.due.about == told.get("about", False)
    assert plan.due.until == (date.fromisoformat(told["until"]) if "until" in told else None)
    assert told["what"] in " ".join(errand.words for errand in plan.errands)


def parts(text: str) -> list[tuple[str, str]]:
    """For everything that is asked for what it is and when, "now" for what is begun at once."""
    found: list[tuple[str, str]] = []
    for one in read(text):
        if isinstance(one, DoLater):
            found.append((" and ".join(e.words for e in one.errands), one.due.words(NOW)))
        elif not isinstance(one, Remark):  # what is only said asks for nothing
            found.append((one.errand.words if isinstance(one, Begin) else "?", "now"))
    return found


def test_a_beginning_that_is_a_sentence_of_its_own_is_no_less_the_beginning() -> None:
    assert parts("wash the mugs every evening at nine. From tomorrow on.") == [
        ("clean every mug", "every day at 21:00, next tomorrow")
    ]
    assert parts("water the plant at 10:00 every weekday! Start on wednesday, please.") == [
        ("water the plant", "every weekday at 10:00, next on Wednesday")
    ]


def test_a_number_that_others_follow_is_no_hour() -> None:
    assert parts("close the laptop now, there is nothing on it but people staring at one another") == [
        ("close a laptop", "now")
    ]


COFFEE_WORDS, WATER_WORDS, MUGS = "make coffee in a clean mug", "water the plant", "clean every mug"
BOTH = f"{COFFEE_WORDS} and {WATER_WORDS}"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("make coffee now and water the plant at noon", [(COFFEE_WORDS, "now"), (WATER_WORDS, "today at 12:00")]),
        ("make coffee and water the plant at noon", [(BOTH, "today at 12:00")]),
        ("tomorrow at 8, wash the mugs and make coffee", [(f"{MUGS} and {COFFEE_WORDS}", "tomorrow at 08:00")]),
        ("Make coffee. At eight, please.", [(COFFEE_WORDS, "today at 20:00")]),
        ("water the plant, and in an hour make coffee", [(WATER_WORDS, "now"), (COFFEE_WORDS, "today at 09:00")]),
        (
            "make coffee every day but not on sundays",
            [(COFFEE_WORDS, "every day except Sunday at 08:00, next tomorrow")],
        ),
        ("this morning make coffee", [(COFFEE_WORDS, "now")]),
        ("we have guests at 8. make coffee", [(COFFEE_WORDS, "now")]),
        ("make coffee three times", [("make 3 coffees in clean mugs", "now")]),
    ],
)  # fmt: skip
def test_every_part_has_its_time(said: str, wanted: list[tuple[str, str]]) -> None:
    assert parts(said) == wanted


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("put the mug in the sink twice", "Once is enough"),
        ("cook the potato for ten minutes", "ten minutes"),
        ("at noon cook the potato for ten minutes", "ten minutes"),
        ("make coffee at 7 am today", "is over already"),
        ("every month at 8 clean the mugs", "cannot take"),
        ("keep the light on until friday", "cannot take"),
        ("make a salad for tomorrow", "tomorrow"),
    ],
)
def test_what_cannot_be_kept_is_said_before_anything_is_planned(said: str, asked: str) -> None:
    (ask,) = read(said)
    assert isinstance(ask, Clarification) and asked in ask.question


def test_what_is_not_clear_is_asked_now_and_planned_with_the_answer() -> None:
    (ask,) = read("tomorrow at nine put the mug")
    assert isinstance(ask, Clarification)
    context = RequestContext(now=NOW, asked=ask)
    (plan,) = read_at_work("in the sink", context).instructions
    assert isinstance(plan, DoLater) and plan.due.first == datetime(2026, 1, 6, 9)
    (doubt,) = read("at noon cook the potato for ten minutes")
    assert isinstance(doubt, Clarification)
    (agreed,) = read_at_work("yes", RequestContext(now=NOW, asked=doubt)).instructions
    assert isinstance(agreed, DoLater) and agreed.due.first.hour == 12


def test_numbers_that_are_no_times_stay_what_they_are() -> None:
    for said in ("put two mugs in the sink", "put five apples in the fridge", "make 2 coffees"):
        assert all(isinstance(one, Begin) for one in read(said))
    assert isinstance(read("did you make the coffee this morning?")[0], RecallQuestion)


def test_without_a_clock_nothing_is_planned() -> None:
    (ask,) = read_at_work("every morning at 8 make coffee").instructions
    assert isinstance(ask, Clarification)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("what is planned?", PlansRequest()),
        ("what's planned for tomorrow", PlansRequest(day=date(2026, 1, 6))),
        ("when will you make the coffee?", PlansRequest("coffee")),
        ("cancel the coffee tomorrow", CancelPlan("coffee", day=date(2026, 1, 6))),
        ("don't make coffee tomorrow", CancelPlan("coffee", day=date(2026, 1, 6))),
        ("stop making coffee every morning", CancelPlan("coffee")),
        ("not on sundays", CancelPlan(weekdays=(6,))),
        ("cancel everything that's planned", CancelPlan(everything=True)),
        ("postpone the coffee by half an hour", MovePlan("coffee", by=timedelta(minutes=30))),
        ("make the coffee an hour earlier", MovePlan("coffee", by=timedelta(hours=-1))),
    ],
)
def test_words_about_what_is_planned(said: str, meant: Instruction) -> None:
    assert read(said, plans=(WATER, COFFEE)) == (meant,)


@pytest.mark.parametrize("said", ["move it to nine", "move the coffee to 9", "coffee at nine instead"])
def test_plans_are_moved(said: str) -> None:
    (move,) = read(said, plans=(WATER, COFFEE))
    assert isinstance(move, MovePlan) and move.due is not None and move.due.first.time() == time(9)


def test_a_task_at_hand_comes_before_a_plan() -> None:
    (one,) = read("cancel the coffee", COFFEE, plans=(COFFEE,))
    assert not isinstance(one, CancelPlan)


# -- when something is due


def test_after_a_time_comes_the_next() -> None:
    weekdays = Due(datetime(2026, 1, 9, 7), "day", weekdays=(0, 1, 2, 3, 4))
    assert weekdays.after(datetime(2026, 1, 9, 7)) == datetime(2026, 1, 12, 7)
    assert Due(NOW, "day", 2).after(NOW) == datetime(2026, 1, 7, 8)
    assert Due(NOW, "minute", 30).after(NOW + timedelta(minutes=31)) == NOW + timedelta(hours=1)
    assert Due(NOW, "week", 2, (0, 3)).after(datetime(2026, 1, 8, 9)) == datetime(2026, 1, 19, 8)
    assert Due(NOW, "day", until=date(2026, 1, 6)).after(datetime(2026, 1, 6, 8)) is None
    assert Due(NOW, "day", skipped=(date(2026, 1, 6),)).after(NOW) == datetime(2026, 1, 7, 8)
    assert Due(NOW).after(NOW) is None
    assert Due(NOW, "day", also=(time(19),)).after(NOW) == datetime(2026, 1, 5, 19)


@given(
    every=st.sampled_from(["minute", "hour", "day", "week"]),
    step=st.integers(1, 40),
    later=st.timedeltas(timedelta(0), timedelta(days=400)),
    weekdays=st.sets(st.integers(0, 6)),
)
def test_the_next_time_is_ahead_and_comes_in_order(every: str, step: int, later: timedelta, weekdays: set[int]) -> None:
    due = Due(NOW, every, step, tuple(sorted(weekdays)))
    first = due.after(NOW + later)
    if first is not None:
        again = due.after(first)
        assert first > NOW + later and (again is None or again > first)
        assert due.after(first - timedelta(microseconds=1)) == first
    assert due_from(due.to_json()) == due


def test_a_due_that_is_none_is_refused() -> None:
    for told in ({}, {"first": "soon"}, Due(NOW).to_json() | {"step": "often"}):
        with pytest.raises(BadInput):
            due_from(told)


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("Tomorrow morning boil an egg at eight and make toast at quarter past eight.", ["03 08:00", "03 08:15"]),
        ("On Friday open the blinds at nine and close them at seven.", ["06 09:00", "06 19:00"]),
        ("Tomorrow morning wash the pan at ten, and water the plant at three.", ["03 10:00", "03 15:00"]),
        ("Tomorrow, wash the pan at ten and the plates at eleven.", ["03 10:00", "03 11:00"]),
        ("Every morning make coffee at six and a sandwich at half past six.", ["03 06:00", "03 06:30"]),
        ("Switch the lamp on at seven and off at nine.", ["02 19:00", "02 21:00"]),
        ("Tomorrow make a salad and toast at nine.", ["03 09:00"]),
    ],
)
def test_a_day_and_a_verb_said_once_hold_for_every_hour(said: str, hours: list[str]) -> None:
    found = [one for one in read_at_work(said, RequestContext(now=datetime(2026, 3, 2, 10, 30))).instructions]
    assert [f"{one.due.first:%d %H:%M}" for one in found if isinstance(one, DoLater)] == hours


def test_what_is_no_thing_is_not_asked_for_at_an_hour() -> None:
    (ask,) = read_at_work(
        "Make coffee at five and my aunt comes at six.", RequestContext(now=datetime(2026, 3, 2))
    ).instructions
    assert isinstance(ask, Clarification)


@pytest.mark.parametrize(
    ("said", "begun", "later"),
    [
        ("turn the desk lamp on for five minutes", ["switch a desk lamp on"], ["08:05 switch a desk lamp off"]),
        ("for half an hour open the blinds", ["open all the sets of blinds"], ["08:30 close all the sets of blinds"]),
        ("leave the television on until ten", ["switch a television on"], ["10:00 switch a television off"]),
        ("let the faucet run for a minute", ["switch a faucet on"], ["08:01 switch a faucet off"]),
        (
            "At nine switch the television on for an hour.",
            [],
            ["09:00 switch a television on", "10:00 switch a television off"],
        ),
        (
            "open the laptop for ten minutes, then wash the pan",
            ["open a laptop", "clean a pan"],
            ["08:10 close a laptop"],
        ),
    ],
)
def test_what_is_so_for_some_time_only_is_set_back(said: str, begun: list[str], later: list[str]) -> None:
    found = read(said)
    assert [one.errand.words for one in found if isinstance(one, Begin)] == begun
    assert [
        f"{one.due.first:%H:%M} {e.words}" for one in found if isinstance(one, DoLater) for e in one.errands
    ] == later
    assert [one.when for one in found if isinstance(one, Begin)] == ["now", "next"][: len(begun)]


@pytest.mark.parametrize("said", ["wash the pan for two minutes", "switch the stove off for an hour"])
def test_what_cannot_be_set_back_is_asked_about(said: str) -> None:
    (ask,) = read(said)
    assert isinstance(ask, Clarification) and "into account" in ask.question


def test_a_warning_keeps_for_how_long_it_shall_be_so() -> None:
    (ask,) = read("keep the tap running for a minute")
    assert isinstance(ask, Clarification) and any(isinstance(one, DoLater) for one in ask.then)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("That apple in the microwave will be mush in a minute, take it out and put it on the dining table.",
         "put the apple from the microwave on the dining table"),
        ("The plates in the sink will be needed in an hour, so please wash them.", "clean every plate from the sink"),
        ("The mug on the sofa is going to fall in a second, put it on the table.",
         "put the mug from the sofa on the table"),
        ("There's a party tonight and the mugs should be in the cabinet.", "put every mug in some cabinet"),
        ("My mother comes to visit tonight, the cups should be clean.", "clean every cup"),
        ("We've got visitors tomorrow and the mugs belong in the cabinet.", "put every mug in some cabinet"),
    ],
)  # fmt: skip
def test_the_time_of_what_is_only_told_puts_nothing_off(said: str, wanted: str) -> None:
    assert [one.errand.words for one in read(said) if isinstance(one, Begin)] == [wanted]
    assert [one for one in read(said) if isinstance(one, Remark) and "I do not wait" in one.text]


@pytest.mark.parametrize(
    "said",
    [
        "Tonight the wine should be in the fridge.", "We have guests this evening and the light should be on.",
        "The guests come at eight and the mugs should be on the table.", "Put the mug in the sink in five minutes.",
        "In an hour take the egg out of the fridge and put it on the table.",
    ],
)  # fmt: skip
def test_the_time_of_a_request_is_kept(said: str) -> None:
    assert [type(one) for one in read(said)] == [DoLater]
