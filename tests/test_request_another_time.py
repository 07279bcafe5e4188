"""Another time for what is planned or at hand, in whatever words."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from agent.requests.instructions import Begin, CancelPlan, Chat, DoLater, Instruction, MovePlan
from agent.requests.reading import read_at_work
from tests.at_work import HOME, said


def of_plan(planned: str, then: str) -> tuple[Instruction, ...]:
    """What a remark comes to where nothing is being done, and something is planned."""
    later = [one for one in read_at_work(planned, HOME).instructions if isinstance(one, DoLater)]
    plans = tuple(one.errand for plan in later for one in plan.what if isinstance(one, Begin))
    return read_at_work(then, replace(HOME, plans=plans)).instructions


def moved_to(planned: str, then: str) -> datetime | None:
    """For when a plan is moved by a remark."""
    found = of_plan(planned, then)
    return found[0].due.first if len(found) == 1 and isinstance(found[0], MovePlan) and found[0].due else None


@pytest.mark.parametrize(
    ("remark", "hour", "minute"),
    [
        ("nine's early enough", 9, 0),
        ("half past, not six", 18, 30),
        ("6:15", 18, 15),
        ("noon is fine", 12, 0),
        ("I get up at seven tomorrow, so seven", 19, 0),
        ("It's Saturday, isn't it. Ten is plenty early.", 10, 0),
    ],
)
def test_a_time_alone_moves_the_plan(remark: str, hour: int, minute: int) -> None:
    assert moved_to("make coffee at six", remark) == datetime(2026, 1, 5, hour, minute)


def test_what_is_planned_is_done_at_once_when_it_is_wanted_now() -> None:
    for remark in ("do it right now, not at nine", "please water it now rather than at nine", "straight away, please"):
        found = of_plan("water the plant at nine", remark)
        assert [type(one) for one in found] == [CancelPlan, Begin]


@pytest.mark.parametrize(
    "remark",
    ["not before eight", "it needn't be on before eight", "it's enough if it's on at eight"],
)
def test_the_work_at_hand_is_put_off_to_the_time_that_is_early_enough(remark: str) -> None:
    later = [one for one in said("turn on the lamp", remark) if isinstance(one, DoLater)]
    assert [one.due.first.hour for one in later] == [20]


@pytest.mark.parametrize(
    "remark", ["it has to be done by noon", "have them done by four, please", "I need them by supper"]
)
def test_a_time_by_which_it_has_to_be_done_changes_nothing(remark: str) -> None:
    assert [type(one) for one in said("clean the mugs", remark)] == [Chat]


@pytest.mark.parametrize("remark", ["four is enough", "three will do", "ten"])
def test_a_bare_number_is_how_many_while_something_is_done(remark: str) -> None:
    assert not any(isinstance(one, DoLater) for one in said("put two apples in the bowl", remark))
