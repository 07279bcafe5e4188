"""Ways of asking that anybody would follow: who left it on, what would be nice to be brought, where things live."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Amend, Begin, Revise
from agent.requests.reading import RequestContext, read_at_work


def words(text: str) -> list[str]:
    found = read_at_work(text, None).instructions
    return [one.errand.words for one in found if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Who left the water running again? See to it.", "switch a faucet off"),
        ("Who left the water on? That's money down the drain, see to it.", "switch a faucet off"),
        ("cofee in the mug pls", "make coffee in a clean mug"),
        ("A fork brought to me would be great.", "bring you a fork"),
        ("A coffee brought over to me would save my life.", "bring you a mug"),
        ("The forks are everywhere. They belong in the drawer.", "put every fork in some drawer"),
        (
            "The mugs are everywhere. They live in a cabinet, all of them, only the mug on the desk stays.",
            "put every mug in some cabinet except the ones on the desk",
        ),
        (
            "There is a fork on the floor. That one belongs in the sink, the others are fine where they are.",
            "put the fork from the floor in the sink",
        ),
        (
            "Right, the cups. I'd like the whole lot of them washed, well, not the one in the fridge, I did that last "
            "night, but the others, yes please.",
            "clean every cup except the ones in the fridge",
        ),
        ("The plates. I'd like the whole lot of them washed.", "clean every plate"),
        (
            "The potato which is already cooked, please take it from the microwave and put it in the bowl.",
            "put the cooked potato from the microwave in the bowl",
        ),
        ("Put the kettle without water into a cabinet.", "put the empty kettle in the cabinet"),
        ("Bring me the bottle without any water in it.", "bring you the empty bottle"),
    ],
)
def test_what_anybody_would_do_is_done(text: str, meant: str) -> None:
    assert words(text)[-1:] == [meant]


@pytest.mark.parametrize(
    "text",
    ["The books are all over the house.", "Who left the mug in the sink?", "The others are fine where they are."],
)
def test_what_asks_for_nothing_is_not_done(text: str) -> None:
    assert words(text) == []


def test_a_salad_without_tomato_is_no_empty_one() -> None:
    assert words("Make a salad without tomato.") == ["make a salad with 1 slice of lettuce on a clean plate"]


def test_the_other_thing_is_done_instead() -> None:
    tasks = tuple(one.errand for one in read_at_work("cut up the tomato", None).begun)
    found = read_at_work("wait no, not the tomato, do the lettuce instead", RequestContext(tasks=tasks)).instructions
    assert [one.new.word for one in found if isinstance(one, Amend)] == ["Lettuce"]
    assert not any(isinstance(one, Revise) for one in found)
