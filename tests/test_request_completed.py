"""Changes without a verb are completed from the task at hand, and read with every check."""

from __future__ import annotations

import pytest

from agent.planning.terms import Foremost, Trait, WhichThings
from agent.requests.errands import BESIDE
from agent.requests.instructions import Begin, Clarification, Revise
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext


def _told(task: str, change: str):
    begun = tuple(one.errand for one in read_at_work(task).begun)
    assert begun, task
    return read_at_work(change, RequestContext(tasks=begun)).instructions


@pytest.mark.parametrize(
    ("task", "change", "params"),
    [
        ("put the cloth in the sink", "beside the sink, rather", ("1", "Cloth", BESIDE, "Sink")),
        ("put the spoon in the cabinet", "next to the bowl instead", ("1", "Spoon", BESIDE, "Bowl")),
        ("boil three eggs", "all the eggs", ("all", "EggCracked", "boiled")),
        ("put the cup in the sink", "both cups", ("Cup", "in", "Sink")),
    ],
)
def test_what_is_left_out_is_taken_from_the_task(task, change, params):
    (one,) = _told(task, change)
    assert isinstance(one, Revise) and one.new is not None and one.new.params == params


def test_what_is_said_of_the_things_goes_into_the_task():
    (one,) = _told("bring me a bowl", "an empty bowl, please")
    assert isinstance(one, Revise) and one.new is not None
    assert WhichThings("Bowl", Trait("", (("empty", True),))) in one.new.terms


def test_what_is_wanted_too_comes_after():
    (one,) = _told("put the pen on the desk", "add the watch")
    assert isinstance(one, Begin) and (one.errand.params[1], one.when) == ("Watch", "after")


@pytest.mark.parametrize("change", ["with sugar", "in the tumble dryer instead", "without using the grill"])
def test_what_cannot_be_taken_into_account_is_not_dropped(change):
    found = _told("put the plate in the microwave", change)
    assert not any(isinstance(one, (Revise, Begin)) for one in found)


@pytest.mark.parametrize("change", ["not the mug i am using", "leave this mug", "but not the mug with the gold rim"])
def test_one_of_many_that_nobody_can_tell_does_not_call_off_the_task(change):
    (one,) = _told("put all the mugs in the cabinet", change)
    assert isinstance(one, Clarification) and "Which do you mean" in one.question


def test_some_of_the_things_go_elsewhere_and_the_others_where_they_should():
    first, rest = _told("put all the cups in the sink", "put two cups on the shelf")
    assert isinstance(first, Begin) and first.errand.params == ("2", "Cup", "on", "Shelf")
    assert isinstance(rest, Revise) and rest.new is not None
    assert rest.new.terms == (WhichThings("Cup", but=Trait("", (), "Shelf")),)


@pytest.mark.parametrize(("said", "by"), [("the top drawer", "highest"), ("the lower cabinet", "lowest")])
def test_furniture_is_told_by_how_far_up_it_is(said, by):
    (one,) = read_at_work(f"put the spoon in {said}").begun
    (term,) = [term for term in one.errand.terms if isinstance(term, Foremost)]
    assert term.by == by


@pytest.mark.parametrize("said", ["close the second drawer from the top", "put the cup on the third shelf"])
def test_an_order_of_furniture_that_is_not_known_is_asked_about(said):
    found = read_at_work(said).instructions
    assert isinstance(found[0], Clarification)
