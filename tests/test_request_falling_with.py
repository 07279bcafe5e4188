"""What falls with what is called off or done otherwise, and how far the work goes."""

from __future__ import annotations

import pytest

from tests.at_work import comes_to

CUT = "cut up the lettuce and put it in a bowl"


@pytest.mark.parametrize(
    "remark",
    [
        "Oh no, wait, don't cut it, dear, just put it on the counter as it is",
        "don't slice it after all, put it on the counter",
        "hold on, no cutting. The lettuce goes on the counter",
        "wait, leave it whole and put it on the counter",
        "Stop, do not cut it. Put it on the counter whole.",
    ],
)
def test_what_was_to_be_done_with_the_pieces_falls_where_the_whole_goes_elsewhere(remark: str) -> None:
    told = comes_to(CUT, remark)
    assert "not put all the lettuce slices in the bowl" in told
    assert any(one.endswith(": put a lettuce on the counter top") for one in told)
    assert len(told) == 3


def test_what_is_not_cut_goes_there_whole() -> None:
    assert "put a lettuce in the bowl" in comes_to(CUT, "please don't cut it")


@pytest.mark.parametrize(
    ("at_hand", "remark"),
    [
        ("put the plate in the sink", "also wash it, and then put it on the shelf"),
        ("put the plate on the counter", "actually rinse it first and then put it on the shelf"),
        ("bring me the plate", "hang on, wash it and lay it on the shelf"),
        ("put the plate in the sink", "wait no, wash it and then put it on the shelf"),
    ],
)
def test_a_thing_that_goes_elsewhere_at_once_does_not_go_back_then(at_hand: str, remark: str) -> None:
    first, *rest = comes_to(at_hand, remark)
    assert first.startswith("not ")
    assert rest == ["now: clean a plate", "next: put a plate on the shelf"]


@pytest.mark.parametrize(
    ("at_hand", "remark"),
    [
        ("move the potato to the table", "and then put it in the fridge"),
        ("put the mug in the sink", "and wash the plate and put it in a cabinet"),
    ],
)
def test_what_comes_after_the_work_leaves_it(at_hand: str, remark: str) -> None:
    assert all(one.startswith("after: ") for one in comes_to(at_hand, remark))


@pytest.mark.parametrize(
    ("at_hand", "remark", "wanted"),
    [
        ("wash both plates", "Stop after the first one, I only need one.", "clean a plate"),
        ("wash all the mugs", "after the second one you can stop", "clean 2 mugs"),
        ("put three apples in the fridge", "stop after two, that's enough", "put 2 apples in the fridge"),
        ("put the forks in the sink", "quit after the first fork, I only want one", "put a fork in the sink"),
        ("bring me three books", "one's enough, stop after that", "bring you a book"),
        ("clean the cups", "just do one and then stop", "clean a cup"),
    ],
)
def test_after_how_many_to_stop_is_how_many(at_hand: str, remark: str, wanted: str) -> None:
    assert comes_to(at_hand, remark) == [wanted]


@pytest.mark.parametrize(
    ("remark", "wanted"),
    [
        ("the one on the plate not, this one I eat now", "on the plate"),
        ("only the one on the table not, I want to eat it", "on the table"),
        ("that in the sink not!", "in the sink"),
    ],
)
def test_not_may_stand_behind_the_one_that_is_left(remark: str, wanted: str) -> None:
    (told,) = comes_to("put all the tomatoes in the fridge", remark)
    assert "except" in told
    assert wanted in told


@pytest.mark.parametrize(
    "remark",
    [
        "Oh, one of them is for my neighbour. Leave that one out on the counter, would you?",
        "leave one of them out on the counter, I fancy making pancakes",
        "my sister is coming for one, so leave it out on the counter",
        "one of them can stay on the counter",
        "keep one out on the counter for me",
    ],
)
def test_one_of_them_is_somewhere_else_in_the_end(remark: str) -> None:
    told = comes_to("put both lettuces in the fridge", remark)
    assert told[0] == "now: put a lettuce on the counter top"
    assert len(told) == 2
