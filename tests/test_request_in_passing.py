"""What is said in passing asks for nothing; what is told of and then wanted is asked for."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Chat, StatusRequest
from tests.at_work import comes_to, said


@pytest.mark.parametrize(
    "remark",
    [
        "How did people ever manage without you?",
        "Isn't it amazing what you can do?",
        "I do love a good salad.",
        "My mother bought me those.",
        "mmm smells great already",
        "You're doing a splendid job.",
        "chop chop!",
        "yes like that",
    ],
)
def test_admiration_impatience_and_what_somebody_likes_change_nothing(remark: str) -> None:
    assert [(type(one), one.kind) for one in said("make a salad", remark) if isinstance(one, Chat)] == [(Chat, "no")]
    assert comes_to("make a salad", remark) == []


@pytest.mark.parametrize("remark", ["Is it going to take all day? My bus is about to leave.", "How long will it take?"])
def test_who_asks_how_long_it_takes_hears_how_the_work_stands(remark: str) -> None:
    assert said("wash the mug", remark) == (StatusRequest(),)


def test_what_was_done_with_a_thing_is_no_reason_to_leave_it() -> None:
    assert comes_to("put the book on the shelf", "I've read it already.") == []


@pytest.mark.parametrize(
    ("remark", "task"),
    [
        ("there's a pillow on the bed, I'd like that afterwards", "after: bring you the pillow from the bed"),
        ("My phone is on the bed, I'd like it when you're done", "after: bring you the cell phone from the bed"),
        ("Do you see my keys anywhere? I'm late, bring me those before anything else.", "now: bring you all the key"),
        ("Where are my glasses... anyway, the remote, bring that before anything else.", "now: bring you a remote"),
        ("and later on the plants", "after: water all the house plants"),
    ],
)
def test_what_was_told_of_or_looked_for_is_what_is_wanted(remark: str, task: str) -> None:
    found = comes_to("wash the mug", remark)
    assert len(found) == 1
    assert found[0].startswith(task)


def test_what_cannot_be_done_later_is_asked_about_and_takes_no_place() -> None:
    assert comes_to("put the soap next to the sink", "and later the bins") == ["?"]


@pytest.mark.parametrize(
    ("cry", "task"),
    [
        ("Quick, the tap is running!", "now: switch a faucet off"),
        ("oh no, the stove is still on!", "now: switch all the stove knobs off"),
        ("Good grief, the kettle's boiling over, see to that this instant!", "now: switch all the stove knobs off"),
        ("Hang on, the fridge is open, deal with that first", "now: close a fridge"),
    ],
)
def test_a_trouble_cried_out_about_is_seen_to_first(cry: str, task: str) -> None:
    assert comes_to("wash the mug", cry) == [task]


def test_how_far_the_work_is_is_no_trouble() -> None:
    assert comes_to("open the fridge", "hey, the fridge is open!") == []
    assert comes_to("wash the mug", "hey, the lamp is on") == []
