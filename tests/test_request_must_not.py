"""What must not be done, said of the work at hand; what is dangerous behind a remark; what lies somewhere and idles."""

from __future__ import annotations

import pytest

from agent.planning.terms import WhichThings
from agent.requests.instructions import Cancel, DangerRefusal, Instruction, Revise
from agent.requests.reading import RequestContext, read_at_work


def said_into(work: str, said: str) -> tuple[Instruction, ...]:
    tasks = tuple(one.errand for one in read_at_work(work).begun)
    return read_at_work(said, RequestContext(tasks=tasks)).instructions


@pytest.mark.parametrize(
    ("work", "said", "about"),
    [
        ("put the potatoes and the tomato in the fridge", "Oh no, the tomato must not go in the fridge, it wilts.",
         "Tomato"),
        ("put the potatoes and the tomato in the fridge", "the tomato isn't supposed to be in the fridge", "Tomato"),
        ("put the mug and the plate in the sink", "the plate shouldn't go in there", "Plate"),
        ("wash the mug and the plate", "the plate must not be washed", "Plate"),
        ("wash the mug and the plate", "the plate doesn't need washing", "Plate"),
        ("slice the apple and the potato", "the apple must not be cut, please", "Apple"),
    ],
)  # fmt: skip
def test_what_must_not_be_done_is_called_off(work: str, said: str, about: str) -> None:
    assert said_into(work, said) == (Cancel(about, False, False),)


@pytest.mark.parametrize("said", ["don't put the mug away", "Don't put away the mug!", "no, don't tidy the mug away"])
def test_what_is_not_to_be_put_away_is_left_out(said: str) -> None:
    (change,) = said_into("put the mug and the plate in the cabinet", said)
    assert isinstance(change, Revise) and change.new is None and change.old.params[1] == "Mug"


@pytest.mark.parametrize(
    "said",
    [
        "The toaster's full of crumbs, just dunk it in the sink, don't bother switching it off.",
        "The toaster is dirty, dunk it in the sink.",
        "My laptop is sticky, hold it under water.",
    ],
)
def test_what_is_dangerous_behind_a_remark_is_refused(said: str) -> None:
    (refused,) = read_at_work(said).instructions
    assert isinstance(refused, DangerRefusal)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("there's a butter knife just chilling on the floor, can you dump it in the sink", "Floor"),
        ("There is a butter knife snoozing in the fridge, put it in the sink.", "Fridge"),
    ],
)
def test_what_idles_somewhere_is_the_one_that_is_meant(said: str, place: str) -> None:
    (begun,) = read_at_work(said).begun
    (which,) = begun.errand.terms
    assert isinstance(which, WhichThings) and which.trait is not None and which.trait.place == place
