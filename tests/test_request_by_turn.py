"""Parts of the work that are told by their turn; what sounds like a correction holds the work until it is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.household.listening_body import Saying
from agent.requests.correcting.by_turn import NumberedTasks, by_turn
from agent.requests.instructions import Clarification, Resume, Revise, Suspend
from agent.requests.reading import read_at_work
from agent.requests.uttered.halting import halted
from memory.task_status import CANCELLED, DONE, SUSPENDED
from tests.at_work import HOME, comes_to, said
from tests.test_request_halted import left

THREE = "put the mug in the sink, then open the fridge, then wash the plate"
TWO = "Two items. One: bread in the fridge. Two: blinds, open."
SINK, FRIDGE, PLATE = "not put a mug in the sink", "not open a fridge", "not clean a plate"


@pytest.mark.parametrize(
    ("remark", "wanted"),
    [
        ("skip step three", [PLATE]),
        ("drop number two", [FRIDGE]),
        ("never mind number 1", [SINK]),
        ("the second item is off", [FRIDGE]),
        ("strike the last two", [FRIDGE, PLATE]),
        ("don't bother with the third", [PLATE]),
        ("no need for points 2 and 3 any more, thanks", [FRIDGE, PLATE]),
        ("only do steps 1 and 2", [PLATE]),
        ("everything but the first one is off", [FRIDGE, PLATE]),
        ("Cross out task two, the cold makes my teeth ache.", [FRIDGE]),
        ("leave out the last step", [PLATE]),
    ],
)
def test_a_part_is_left_out_by_its_turn(remark: str, wanted: list[str]) -> None:
    assert comes_to(THREE, remark) == wanted


def test_a_part_is_put_first_or_last_by_its_turn() -> None:
    assert said(THREE, "item three first") == (Resume("Plate"),)
    assert said(THREE, "number one can wait") == (Suspend("Mug"),)


def test_what_is_over_counts_as_well() -> None:
    tasks = tuple(one.errand for one in read_at_work(THREE, HOME).begun)
    later = replace(HOME, tasks=tasks[1:], told=tasks)
    assert read_at_work("skip item two", later).instructions == (Revise(tasks[1], None),)
    (asked,) = read_at_work("skip item one", later).instructions
    assert isinstance(asked, Clarification) and "over already" in asked.question


def test_a_turn_may_be_that_of_a_thing() -> None:
    tasks = tuple(one.errand for one in read_at_work("put two mugs in the sink and open the fridge", HOME).begun)
    assert by_turn("forget the second one", NumberedTasks((), tasks)) == ()
    assert by_turn("forget the second task", NumberedTasks((), tasks)) == (Revise(tasks[1], None),)
    lamps = tuple(one.errand for one in read_at_work("switch the lamp off and wash the mug", HOME).begun)
    assert by_turn("the second one is off", NumberedTasks((), lamps)) == ()


@pytest.mark.parametrize(
    ("remark", "held"),
    [
        ("swap out item seven", 0),
        ("scratch step nine of the thing", 3),
        ("strike item four, will you", 3),
        ("Correction: the plate has wings", 1),
        ("not again with that fridge of theirs", 1),
        ("I love this song", 0),
        ("the plate is so ugly", 0),
        ("don't you think it's cold", 0),
        ("no idea why the dog barks", 0),
    ],
)
def test_what_sounds_like_a_correction_holds_what_it_may_be_about(remark: str, held: int) -> None:
    tasks = tuple(one.errand for one in read_at_work(THREE, HOME).begun)
    assert len(halted(remark, tasks)) == held


def test_what_is_not_understood_and_revokes_something_is_waited_with() -> None:
    asked = "open the fridge and slice the apple"
    assert left(asked, Saying("scratch step nine", 1)) == [("Fridge", SUSPENDED), ("Apple", SUSPENDED)]
    assert left(asked, Saying("I love this song", 1)) == [("Fridge", DONE), ("Apple", DONE)]
    assert left(asked, Saying("strike item two", 1)) == [("Fridge", DONE), ("Apple", CANCELLED)]
    assert left(asked, Saying("scratch step nine", 1), Saying("go on", 3))[0] == ("Fridge", DONE)
