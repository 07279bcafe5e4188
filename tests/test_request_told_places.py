"""Places told in sentences of their own, and places told by what is there."""

from __future__ import annotations

import pytest

from agent.planning.terms import Trait, WhichThings
from agent.requests.instructions import Begin, Clarification
from agent.requests.reading import read_at_work


def words(text: str) -> list[str]:
    return [one.errand.words for one in read_at_work(text).instructions if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "place", "held"),
    [
        ("put the mug on the counter where the statue is", "CounterTop", "Statue"),
        ("put the bread on the counter that has the toaster on it", "CounterTop", "Toaster"),
        ("place the cup on the table that the vase stands on", "Tables", "Vase"),
        ("put two eggs on the counter with the toaster", "CounterTop", "Toaster"),
        ("put the fork in the drawer where the spoons are", "Drawer", "Spoon"),
    ],
)
def test_what_is_there_tells_which_place(said: str, place: str, held: str) -> None:
    (one,) = (one.errand for one in read_at_work(said).instructions if isinstance(one, Begin))
    assert WhichThings(place, Trait(holds=held)) in one.terms


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("I could murder a coffee. Mug's on the table.", "make coffee in the mug that is on the table"),
        ("Make me toast. The plate's in the sink.", "make toast on the plate that is in the sink"),
        ("a coffee please, my mug is by the toaster", "make coffee in the mug next to the toaster"),
        (
            "get the potato out of the microwave, counter's fine, then stick the bowl in there",
            "put the potato from the microwave on the counter, then put the bowl in the microwave",
        ),
        ("move the apple out of the bowl, table's okay", "put the apple from the bowl on the table"),
        ("soap in the fridge AGAIN?? wasnt me. counter pls", "put the soap from the fridge on the counter"),
        ("book on the stove. shelf please.", "put the book from the stove on the shelf"),
        ("keys on the floor? hello? table please", "put all the keys from the floor on the table"),
        (
            "A loaf on the floor, I ask you. It'd be better off in the cupboard.",
            "put the loaf from the floor in the cupboard",
        ),
        (
            "A potato on a stool, have you ever seen the like! It'd be happier in the fridge.",
            "put the potato from the stool in the fridge",
        ),
        ("The soap in the sink! That's better on the shelf.", "put the soap from the sink on the shelf"),
        ("Put the mug somebody has left on the floor in the sink.", "put the mug from the floor in the sink"),
        (
            "fetch out the fork somebody has thrown in the bin, and put it in the sink",
            "put the fork from the bin in the sink",
        ),
        (
            "There are three cups on the counter and one of them is dirty. Put that one in the sink.",
            "put the dirty cup in the sink",
        ),
        ("That poor plant! Could you see that it gets some water?", "water the plant"),
        (
            "I need the table clear in two minutes. Everything on it goes on the counter, only the salt stays.",
            "everything on the table goes on the counter, only the salt stays",
        ),
    ],
)
def test_a_place_of_its_own(said: str, plainly: str) -> None:
    assert words(said) == words(plainly) != []


def test_what_stays_a_question() -> None:
    assert any(isinstance(one, Clarification) for one in read_at_work("apple in the bowl. table please").instructions)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("get all the apples out onto the counter for the kids", "put all the apples on the counter"),
        ("The apple must go out from the pot", "take the apple out of the pot"),
        ("make sure the plant gets some water", "water the plant"),
        ("I'm doing myself a little omelette, so two eggs over to the table", "put two eggs on the table"),
        ("put two mugs on the table, big family dinner, the third one can stay put", "put two mugs on the table"),
        ("I'd love a boiled potato, the one from the fridge", "make a boiled potato, the one from the fridge"),
        ("here we are without a spoon", "bring me a spoon"),
        (
            "I'll have a salad, lettuce and tomato, on a plate. And not the tomato out of the bin, thank you.",
            "make a salad with lettuce and tomato on a plate, except the tomato in the bin",
        ),
        ("make a salad with lettuce and a tomato, but not the one in the bin",
         "make a salad with lettuce and tomato, except the tomato in the bin"),
    ],
)  # fmt: skip
def test_said_otherwise(said: str, plainly: str) -> None:
    assert words(said) == words(plainly) != []


def test_what_is_left_alone_is_told_by_its_content() -> None:
    said = "If there is an empty cup on the dining table, put it in the sink. Leave the cup with {} on the table."
    assert words(said.format("water"))
