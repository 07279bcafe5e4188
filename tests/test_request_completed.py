"""Changes without a verb are completed from the task at hand, and read with every check."""

from __future__ import annotations

import pytest

from agent.planning.terms import Foremost, Trait, WhichThings
from agent.requests.errands import BESIDE
from agent.requests.instructions import Begin, Cancel, Clarification, Revise
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
        ("put the cup in the sink", "both cups", ("all", "Cup", "in", "Sink")),
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
    assert rest.new.terms == (WhichThings("Cup", others=True),)  # not those that lay on the shelf before
    assert first.beside == rest.old


@pytest.mark.parametrize(("said", "by"), [("the top drawer", "highest"), ("the lower cabinet", "lowest")])
def test_furniture_is_told_by_how_far_up_it_is(said, by):
    (one,) = read_at_work(f"put the spoon in {said}").begun
    (term,) = [term for term in one.errand.terms if isinstance(term, Foremost)]
    assert term.by == by


@pytest.mark.parametrize("said", ["close the second drawer from the top", "put the cup on the third shelf"])
def test_an_order_of_furniture_that_is_not_known_is_asked_about(said):
    found = read_at_work(said).instructions
    assert isinstance(found[0], Clarification)


@pytest.mark.parametrize(
    ("task", "change", "new"),
    [
        ("bring me the pen", "bring me the pen from the shelf", "bring you the pen from the shelf"),
        ("clean the cup", "clean all the cups on the desk", "clean all the cups from the desk"),
        ("put the bowl in the cabinet", "only the empty bowls", "put all the empty bowls in the cabinet"),
        ("make coffee", "two cups of coffee", "make 2 coffees in clean mugs"),
        ("put the eggs in the bowl", "put three eggs in the bowl", "put 3 eggs in the bowl"),
    ],
)
def test_what_is_asked_for_again_is_the_task_with_more_said_of_it(task, change, new):
    (one,) = _told(task, change)
    assert isinstance(one, Revise) and one.new is not None and one.new.words == new


def test_a_cup_of_water_is_the_cup_that_is_brought():
    fill, bring = _told("bring me a cup", "a cup of water")
    assert isinstance(fill, Begin) and fill.errand.params == ("1", "Cup", "filled")
    assert isinstance(bring, Revise) and bring.new is not None
    assert bring.new.terms == (WhichThings("Cup", Trait("", (("filled", True),))),)


@pytest.mark.parametrize("change", ["use the towel on the chair", "with the sponge"])
def test_a_tool_takes_no_thing_s_place(change):
    found = _told("clean the pan", change)
    assert not any(isinstance(one, (Revise, Begin)) for one in found)


@pytest.mark.parametrize("change", ["wait ten minutes. then go on", "hold on until the kettle boils"])
def test_no_time_of_waiting_is_dropped(change):
    (one,) = _told("close the blinds", change)
    assert isinstance(one, Clarification) and change.split(". ")[0].split(" ", 2)[2] in one.question


def test_only_one_of_several_tasks_is_left():
    found = _told("wash the pan. wash the pot. close the fridge", "only wash the pot")
    assert [(one.old.words, one.new) for one in found if isinstance(one, Revise)] == [
        ("clean a pan", None),
        ("close a fridge", None),
    ]


def test_what_must_not_be_done_any_more_is_the_task_that_is_meant():
    (one,) = _told("switch off the light. close the blinds", "don't close the blinds")
    assert isinstance(one, Cancel) and one.about == "Blinds"


def test_what_follows_a_later_part_is_later_too():
    found = _told("put the apple on the plate", "after that, wash the cup. put the cup on the shelf")
    assert [one.when for one in found if isinstance(one, Begin)] == ["after", "after"]


@pytest.mark.parametrize("task", ["clear the desk", "put the cups away", "clear up the shelf"])
@pytest.mark.parametrize("change", ["hands off my wallet", "the blue one stays", "only one", "from the shelf", "cups"])
def test_a_change_that_completes_no_task_of_its_kind_begins_nothing_else(task, change):
    assert not any(isinstance(one, Begin) and one.when == "now" for one in _told(task, change))
