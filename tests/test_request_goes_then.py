"""What is said into the work in short: where a thing goes then, what somebody else wants, what is no more wanted."""

from __future__ import annotations

import pytest

from tests.at_work import comes_to, said


@pytest.mark.parametrize(
    "remark",
    [
        "then cupboard",
        "cabinet after, not back on the table",
        "And when they are clean, you put them in the cupboard.",
        "as soon as they're clean they go into the cupboard",
        "after that, back in the cupboard with them",
    ],
)
def test_what_is_washed_goes_there_then(remark: str) -> None:
    assert comes_to("wash all dirty cups", remark) == ["after: put every cup in some cabinet"]


def test_only_what_is_left_as_it_shall_be_goes_somewhere_then() -> None:
    assert comes_to("wash the cup", "then the kettle") != ["after: put a cup in a kettle"]


@pytest.mark.parametrize(
    "remark", ["when it's poured, turn the machine off", "once it's brewed, switch the machine off"]
)
def test_a_machine_is_off_when_it_has_done_its_work(remark: str) -> None:
    assert comes_to("make coffee", remark) == ["after: switch a coffee machine off"]


@pytest.mark.parametrize(
    "remark",
    [
        "Oh dear, no, the doctor said no more coffee. Leave it, please, I don't want any.",
        "I'm allowed no more coffee, says my doctor",
        "actually no more coffee today",
        "mum says no coffee",
    ],
)
def test_no_more_of_what_is_made_calls_it_off(remark: str) -> None:
    assert comes_to("make coffee", remark) == ["not"]


def test_what_somebody_else_wants_is_what_is_wanted() -> None:
    work = "put the potato in the fridge"
    for remark in ("Stop, wife says not the fridge. Wife says cupboard.", "she says the cupboard, not the fridge"):
        assert comes_to(work, remark) == ["put a potato in the cabinet"], remark
    assert comes_to(work, "my wife says the fridge is broken") != ["put a potato in a fridge"]


@pytest.mark.parametrize(
    "remark", ["Not the egg actually, leave that out. I'm about to fry it.", "not the egg, leave it out"]
)
def test_what_is_not_wanted_is_that_which_is_left_out(remark: str) -> None:
    assert len(comes_to("put the potato and the egg in the fridge", remark)) == 1
    assert comes_to("put the potato and the egg in the fridge", remark)[0].startswith("not put an egg")


def test_a_vessel_is_left_out_for_where_it_is() -> None:
    assert "except" in comes_to("make coffee", "Not in the mug out of the fridge, though")[0]
    assert said("make coffee", "don't use the mug in the fridge")


def test_a_thing_is_refused_of_all_that_lies_there() -> None:
    work = "put everything that is dirty on the table in the sink"
    for remark in ("Pan no! Pan must be on the table.", "the pan no! it stays on the table"):
        assert comes_to(work, remark) == [] and said(work, remark), remark
