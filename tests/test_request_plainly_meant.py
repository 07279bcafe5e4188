"""What is plain from two sentences together: which one, where it is, what comes first, and how many."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, Clarification, Instruction
from agent.requests.reading import read_at_work


def read(said: str) -> tuple[Instruction, ...]:
    return read_at_work(said).instructions


def words(said: str) -> list[str]:
    """What is begun, in words, where nothing is asked back."""
    found = read(said)
    assert not any(isinstance(one, Clarification) for one in found), found
    return [one.errand.words for one in found if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "Whatever is on, switch it off. Except the coffee machine.",
            "switch everything off except the coffee machines",
        ),
        ("Everything that's on, turn it off please.", "switch everything off"),
        ("If anything is on, switch it off.", "switch everything off"),
        ("Anything that is still on, switch it off. Not the tv.", "switch everything off except the televisions"),
        ("Whatever is open, close it. Except the fridge.", "close everything except the fridges"),
    ],
)
def test_whatever_is_so_is_all_of_it(said: str, wanted: str) -> None:
    assert words(said) == [wanted]
    assert all(one.errand.params[0] == "all" for one in read(said) if isinstance(one, Begin))


@pytest.mark.parametrize(
    ("said", "thing", "place"),
    [
        ("Pen. In the fridge, God knows why. To me.", "pen", "fridge"),
        ("Phone. It's in the box, don't ask. To me please.", "cell phone", "box"),
        ("Mug, in the cabinet. Over here please.", "mug", "cabinet"),
        ("Book. On the bed, I think. Bring here.", "book", "bed"),
    ],
)
def test_a_thing_its_place_and_to_me_brings_it(said: str, thing: str, place: str) -> None:
    assert words(said) == [f"bring you the {thing} from the {place}"]


@pytest.mark.parametrize(
    "said",
    [
        "Two slices of bread, toasted, on a plate please.",
        "a slice of potato, fried, in a bowl",
        "One potato slice, cooked, in the bowl",
    ],
)
def test_slices_are_made_so_before_they_are_served(said: str) -> None:
    assert [one.errand.name for one in read(said) if isinstance(one, Begin)] == ["N Cooked Slices Of X In Y"]


@pytest.mark.parametrize("said", ["A slice of tomato, fried, on a plate.", "A slice of apple, washed, on a plate."])
def test_a_state_that_slices_cannot_have_is_asked_about(said: str) -> None:
    assert any(isinstance(one, Clarification) for one in read(said))


def test_a_clean_plate_is_called_clean_once() -> None:
    assert "clean clean" not in words("A slice of bread, toasted, on the clean plate.")[0]


def test_a_toasted_slice_is_toasted_before_it_is_brought() -> None:
    assert words("bring me a toasted slice of bread") == ["cook a bread slice", "bring you a bread slice"]


@pytest.mark.parametrize(
    "said",
    [
        "can u do me a coffee? the mug in the machine is just water rn so empty it first",
        "Could you make coffee? The mug in the machine is full of water, so tip it out before.",
        "I'd like a coffee, but the mug in the machine needs emptying first.",
    ],
)
def test_the_mug_in_the_machine_is_emptied_first_and_used(said: str) -> None:
    emptied, made = (one for one in read(said) if isinstance(one, Begin))
    assert emptied.errand.words == "empty the mug from the coffee machine"
    assert (made.errand.name, made.same) == ("Coffee", True)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "Good heavens, there's a fork in the microwave! Get it out of there before somebody turns it on.",
            "microwave",
        ),
        ("Oh no, there is a fork in the toaster. Get it out before somebody gets hurt.", "toaster"),
        ("There's a fork in the microwave. Take it out of there quick.", "microwave"),
    ],
)
def test_what_is_where_it_was_told_to_be_is_taken_out_of_there(said: str, wanted: str) -> None:
    assert words(said) == [f"put the fork from the {wanted} away"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("I should so like a boiled potato. Would you cook the one from the fridge, dear?", "boil the potato"),
        ("I fancy a boiled potato. Would you do the one on the counter, please?", "boil the potato"),
        ("Take the mug that was thrown in the bin and put it on the table.", "from the garbage"),
        ("Put the cup somebody chucked in the bin in the sink.", "from the garbage"),
        ("Gather up the eggs and put them in the fridge, every one except the one in the drawer, that's been there"
         " since God knows when.", "every egg in some fridge except the ones in the drawer"),
        ("Two spoons from the drawer onto the table. Two, not three.", "2 spoons"),
        ("Bring me three eggs. Three, not two.", "3 eggs"),
    ],
)  # fmt: skip
def test_what_is_plain_is_not_asked_about(said: str, wanted: str) -> None:
    assert len(words(said)) == 1
    assert wanted in words(said)[0]
