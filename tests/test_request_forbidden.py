"""What is forbidden, limited or called off while something is being done, and what becomes of an offer that is open."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from agent.household.provisions import Saying, Speech
from agent.household.session import live
from agent.requests.amending import amended
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    Clarification,
    Constrain,
    DangerRefusal,
    Instruction,
    Remark,
    Resume,
    Revise,
    Unheeded,
)
from agent.requests.reading import RequestContext, read_at_work
from envs.vocabulary.object_types import object_types
from eval.commands.homes import CommandHome, things_in

HOME = RequestContext(present=frozenset(object_types()), now=datetime(2026, 1, 5, 8))


def at_work(task: str) -> RequestContext:
    tasks = tuple(one.errand for one in read_at_work(task, HOME).begun)
    assert tasks, task
    return replace(HOME, tasks=tasks, things=tuple(kind for one in reversed(tasks) for kind in made_of(one)))


def said(task: str, then: str) -> tuple[Instruction, ...]:
    return read_at_work(then, at_work(task)).instructions


def changed(task: str, then: str) -> list[str]:
    """What the tasks that are changed come to; "" for those that are dropped."""
    found = said(task, then)
    assert all(isinstance(one, Revise) for one in found), found
    return [one.new.words if one.new else "" for one in found if isinstance(one, Revise)]


ROOM = "put the pens, the pillow and the laptops on the bed"


@pytest.mark.parametrize(
    "then",
    [
        "the laptop that is open please don't touch, I am working on it",
        "please don't move the laptop that is open",
        "I'd rather you didn't touch the laptop that's open",
        "the open laptop is not to be touched",
        "keep your hands off the open laptop",
        "you mustn't touch the open laptop",
        "the open laptop you leave alone",
        "forget about the open laptop",
    ],
)
def test_a_prohibition_is_no_request_for_what_is_forbidden(then: str) -> None:
    assert changed(ROOM, then) == ["put every laptop on some bed except the open ones"]


@pytest.mark.parametrize(
    ("task", "then", "new"),
    [
        ("wash all the cups", "don't wash the red cup", ["clean every cup except the red ones"]),
        ("wash all the cups", "the cup on the shelf you don't have to wash",
         ["clean every cup except the ones on the shelf"]),
        ("wash all the dishes", "don't bother with the mugs on the desk",
         ["clean all the tableware except the mugs on the desk"]),
        ("put all the books on the desk", "don't put the blue book on the desk",
         ["put every book on some desk except the blue ones"]),
        ("put the pillow and the watch on the sofa", "the watch leave alone please", [""]),
        ("put the pillow and the watch on the sofa", "only not the watch", [""]),
        ("wash the bowl and put it in the cabinet", "hands off the bowl", ["", ""]),
        ("put every fork from the fridge in the sink", "leave the fork, I am using it", [""]),
        ("wash two cups", "don't wash the cups", [""]),
        ("put the spoon, the bowl and the plates in the sink", "skip the bowl and the spoon", ["", ""]),
        ("put the spoon, the bowl and the plates in the sink", "the plates I still need, leave them", [""]),
        ("put the spoon, the bowl and the plates in the sink", "everything but the bowl", [""]),
        ("put the vase on the shelf", "not that one, the one on the desk",
         ["put the vase from the desk on the shelf"]),
        ("put the pen and the pencil in the box", "both in the drawer instead",
         ["put a pen in the drawer", "put a pencil in the drawer"]),
        ("put the pen on the desk", "don't put it on the desk but on the bed", ["put a pen on the bed"]),
    ],
)  # fmt: skip
def test_what_is_forbidden_is_left_out_of_every_task(task: str, then: str, new: list[str]) -> None:
    found = [
        Revise(at_work(task).tasks[0], _amended(one, task)) if isinstance(one, Amend) else one
        for one in said(task, then)
    ]
    assert [one.new.words if one.new else "" for one in found if isinstance(one, Revise)] == new


def _amended(change: Amend, task: str) -> Errand:
    new = amended(at_work(task).tasks[0], change)
    assert isinstance(new, Errand)
    return new


@pytest.mark.parametrize(
    ("task", "then"),
    [
        ("bring me all the books", "never touch the ones with a torn cover"),
        ("put the books on the desk", "don't touch the desk"),
        ("put the mug in the sink", "don't touch anything"),
        ("put the mug in the sink", "don't shake it"),
        ("wash the plates", "don't stack them"),
        ("close all the drawers", "the bottom one stays open"),
        ("switch off all the lights", "leave the porch light on"),
        ("put the apples in the bowl", "leave the cut one"),
        ("throw away the bread", "not the fresh bread"),
        ("throw away all the bottles", "the green ones carry a deposit, those remain"),
        ("boil two eggs", "the other egg is for my son, don't touch it"),
        ("put both books on the shelf", "the thick one only"),
        ("clear the table", "hands off my crossword"),
        ("make a salad", "a salad no a sandwich forget the salad a sandwich"),
    ],
)
def test_what_is_forbidden_and_cannot_be_kept_is_asked_about(task: str, then: str) -> None:
    found = said(task, then)
    assert any(isinstance(one, Clarification) for one in found)
    assert not any(isinstance(one, (Begin, Revise, Cancel, Unheeded, Resume)) for one in found)


@pytest.mark.parametrize(
    ("task", "then", "new"),
    [
        ("put one potato on the dining table", "both potatoes after all", "put all the potatoes on the dining table"),
        ("put all the apples in the bowl", "three apples'll do", "put 3 apples in the bowl"),
        ("put all the apples in the bowl", "scratch that. two'll do", "put 2 apples in the bowl"),
        ("put two eggs in the bowl", "all of them after all", "put all the eggs in the bowl"),
        ("put two eggs in the bowl", "make it both", "put all the eggs in the bowl"),
        ("put four plates on the shelf", "one less", "put 3 plates on the shelf"),
        ("put all the plates on the shelf", "four's enough, the others are coming later", "put 4 plates on the shelf"),
        ("bring me two cups", "one cup is fine too", "bring you a cup"),
        ("put the pen on the desk", "on the bed after all", "put a pen on the bed"),
        ("put the pen on the desk", "forget that, put it in the drawer", "put a pen in the drawer"),
    ],
)
def test_amounts_and_places_after_all(task: str, then: str, new: str) -> None:
    (change,) = said(task, then)
    assert isinstance(change, (Amend, Revise))
    told = _amended(change, task) if isinstance(change, Amend) else change.new
    assert told is not None and told.words == new


@pytest.mark.parametrize(
    ("task", "then", "about"),
    [
        ("slice some bread and toast me a piece", "forget the toast", ["toast"]),
        ("slice some bread and toast me a piece", "stop. forget the toast, I'm not hungry", ["", "toast"]),
        ("wash the plates and water the plant", "stop. forget the plant", ["HousePlant"]),
        ("wash the plates and water the plant", "forget the washing up", ["washing"]),
        ("wash the plates and water the plant", "no more washing please", ["washing"]),
        ("water the plant and slice the tomato", "never mind the slicing", ["slicing"]),
        ("wash the plates and water the plant", "don't water anything", ["watering"]),
        ("slice the apple", "no, don't slice it", [""]),
        ("slice the apple", "stop! not cutting", [""]),
        ("wash the pan", "actually don't, it is still hot", [""]),
    ],
)
def test_a_task_is_called_off_by_its_product_or_its_deed(task: str, then: str, about: list[str]) -> None:
    found = said(task, then)
    assert [one.about for one in found if isinstance(one, Cancel)] == about
    assert len(found) == len(about)


def test_what_is_only_not_to_be_moved_is_done_where_it_is() -> None:
    (kept,) = said("close the laptop", "but don't move it")
    assert isinstance(kept, Constrain)
    (begun,) = read_at_work("close the laptop. do not lift or relocate it", HOME).begun
    assert begun.errand.terms == kept.terms


@pytest.mark.parametrize("then", ["nothing", "the weather is nice", "take your time"])
def test_talk_calls_off_nothing(then: str) -> None:
    assert all(isinstance(one, Chat) for one in said("wash the cups", then))


def test_something_else_that_is_not_wanted_calls_off_nothing() -> None:
    assert said("slice the bread", "no need to toast it") == (Chat("no", "toast it"),)
    assert said("make coffee", "don't forget to close the fridge") == (
        Begin(read_at_work("close the fridge", HOME).begun[0].errand),
    )


def test_the_rest_is_what_comes_behind_the_work_at_hand() -> None:
    assert said("wash the plates and water the plant", "forget the rest") == (
        Revise(at_work("water the plant").tasks[0], None),
    )
    assert said("put all the cups in the sink", "skip the rest") == (Cancel(),)


def test_what_is_not_in_it_anyway_is_only_said() -> None:
    assert all(isinstance(one, Remark) for one in said("make coffee", "without sugar"))


def test_a_dangerous_change_is_no_safer_than_a_dangerous_request() -> None:
    (ask,) = said("put the fork on the table", "in the microwave instead")
    assert isinstance(ask, Clarification) and "metal" in ask.question and ask.then
    (refused,) = said("put the fork on the table and switch on the microwave", "put the fork in the microwave")
    assert isinstance(refused, DangerRefusal)


def offered(offer: str, answer: str) -> tuple[Instruction, ...]:
    then = read_at_work(offer, HOME).instructions
    ask = Clarification(f'Do you mean: "{offer}"?', then=then)
    return read_at_work(answer, replace(HOME, asked=ask)).instructions


@pytest.mark.parametrize(
    ("answer", "done"),
    [
        ("both potatoes after all", ["put all the potatoes on the dining table"]),
        ("no, on the counter", ["put a potato on the counter top"]),
        ("but only the clean one", ["put the clean potato on the dining table"]),
        ("yes, two", ["put 2 potatoes on the dining table"]),
        ("yes, but don't use the knife", ["put a potato on the dining table without the knife"]),
        ("yes and close the laptop", ["put a potato on the dining table", "close a laptop"]),
        ("and the tomato too", ["put a potato on the dining table", "put a tomato on the dining table"]),
        ("put it in the fridge", ["put a potato in the fridge"]),
        ("yes, all the same", ["put a potato on the dining table"]),
    ],
)
def test_a_change_of_an_offer_accepts_it(answer: str, done: list[str]) -> None:
    found = offered("put one potato on the dining table", answer)
    assert [one.errand.words for one in found if isinstance(one, Begin)] == done
    assert len(found) == len(done)


def test_an_offer_stays_open_beside_something_else() -> None:
    first, again = offered("put one potato on the dining table", "and close the laptop")
    assert isinstance(first, Begin) and first.errand.words == "close a laptop"
    assert isinstance(again, Clarification) and again.then


@pytest.mark.parametrize("answer", ["never mind", "forget it", "no", "stop"])
def test_an_offer_that_is_called_off_is_refused(answer: str) -> None:
    assert offered("put one potato on the dining table", answer) == (Chat("no"),)


def test_what_is_called_off_of_an_offer_of_several_is_not_done() -> None:
    found = offered("put the mugs in the sink and wash the plates", "but not the plates")
    assert [one.errand.words for one in found if isinstance(one, Begin)] == ["put every mug in some sink"]


def moved(home: CommandHome, speech: Speech, kind: str) -> list[str]:
    """Where things of a kind are, after what was said was done."""
    place = home.place()
    live(place, speech)
    found = [one for one in things_in(place).values() if one["objectType"] == kind]
    return sorted(str((one["parentReceptacles"] or ["?"])[0]).partition("|")[0] for one in found)


def test_what_must_not_be_touched_stays() -> None:
    speech = Speech(
        "put the alarm clocks on the bed", sayings=(Saying("the alarm clock on the desk please don't touch", 2),)
    )
    assert moved(CommandHome("bedroom", 22), speech, "AlarmClock") == ["Bed", "Desk"]


def test_called_off_by_its_deed_every_such_task_is() -> None:
    place = CommandHome("kitchen", 16).place()
    speech = Speech("wash the plates. wash the bowls. open the fridge", sayings=(Saying("forget the washing", 1),))
    done = live(place, speech)
    assert [one.item.status for one in done.ended][:3] == ["cancelled", "cancelled", "done"]
