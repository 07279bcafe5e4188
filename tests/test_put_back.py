"""What was taken from its place for something that is not wanted any more goes back there."""

from __future__ import annotations

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import Speech
from agent.household.session import live
from agent.requests.errands import made_of
from agent.requests.instructions import Begin, Revise
from agent.requests.reading import RequestContext, read_at_work
from envs.simulator import ObjectDict
from eval.commands.homes import CommandHome, names_of, things_in


def left(asked: str, step: int, said: str) -> dict[str, ObjectDict]:
    """How things are after a remark: by the names that a home's list has of them."""
    home = CommandHome("kitchen", 3132).place()
    named = names_of(things_in(home))
    live(home, Speech(asked, None, (Saying(said, step),)))
    now = things_in(home)
    return {name: now[key] for name, key in named.items() if key in now}


def where(thing: ObjectDict) -> str:
    around = thing["parentReceptacles"] or []
    return (
        "held"
        if thing["isPickedUp"]
        else next((str(key).partition("|")[0] for key in around), "").removesuffix("Basin")
    )


LADLE = "put the ladle from the counter into a drawer"
SPOON = "put the spoon from the counter in the drawer"


@pytest.mark.parametrize(
    ("asked", "step", "said", "wanted"),
    [
        (LADLE, 16, "correction: I meant the ladle in the fridge", {"Ladle_1": "Drawer", "Ladle_2": "CounterTop"}),
        (LADLE, 16, "no, the other ladle please", {"Ladle_1": "Drawer", "Ladle_2": "CounterTop"}),
        (LADLE, 60, "sorry, I meant the ladle in the fridge", {"Ladle_1": "Drawer", "Ladle_2": "CounterTop"}),
        (LADLE, 16, "no, not that one", {"Ladle_2": "CounterTop"}),
        (LADLE, 16, "never mind the ladle, switch off the toaster instead", {"Ladle_2": "CounterTop"}),
        (SPOON, 14, "make that a fork", {"Spoon_2": "CounterTop", "Fork_1": "Drawer"}),
        (SPOON, 14, "I meant the fork, not the spoon. Put the spoon in the sink.", {"Spoon_2": "Sink"}),
        (SPOON, 14, "stop, leave it on the dining table", {"Spoon_2": "DiningTable"}),
        (SPOON, 14, "stop. bring it to me", {"Spoon_2": "held"}),
        (SPOON, 14, "in the sink instead", {"Spoon_2": "Sink"}),
    ],
)
def test_what_was_taken_for_nothing_goes_back(asked: str, step: int, said: str, wanted: dict[str, str]) -> None:
    things = left(asked, step, said)
    assert {name: where(things[name]) for name in wanted} == wanted


def test_it_goes_back_behind_the_door_that_is_closed_again() -> None:
    things = left("put the ladle from the fridge into a drawer", 62, "stop that, please")
    assert where(things["Ladle_1"]) == "Fridge" and not things["Fridge"]["isOpen"]


def test_what_is_asked_for_next_leaves_what_was_done() -> None:
    things = left("put the fork from the counter in the drawer", 80, "now the fork from the cabinet")
    assert [where(things[name]) for name in ("Fork_1", "Fork_2")] == ["Drawer", "Drawer"]


def changes(said: str) -> list[str]:
    tasks = tuple(one.errand for one in read_at_work(SPOON).begun)
    context = RequestContext(tasks=tasks, things=made_of(tasks[0]))
    found = read_at_work(said, context).instructions
    told = [one.new for one in found if isinstance(one, Revise)]
    begun = [one.errand.words for one in found if isinstance(one, Begin)]
    return [one.words if one is not None else "" for one in told] + begun


@pytest.mark.parametrize(
    "said",
    [
        "stop. leave it on the shelf",
        "never mind, just leave that on the shelf please",
        "forget it, keep it on the shelf",
    ],
)
def test_what_is_called_off_and_left_somewhere_is_put_there(said: str) -> None:
    assert changes(said) == ["put the spoon from the counter top on the shelf"]


@pytest.mark.parametrize("said", ["stop, leave it there", "never mind, leave it alone", "forget it, leave it"])
def test_what_is_left_as_it_is_is_put_nowhere(said: str) -> None:
    assert changes(said) == []


def test_what_was_replaced_may_go_elsewhere() -> None:
    assert changes("Correction: the fork. The spoon goes on the shelf.") == [
        "put a fork in the drawer",
        "put a spoon on the shelf",
    ]
