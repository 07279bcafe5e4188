"""Chatter beside a request is left out; what may bind is not."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, DangerRefusal
from agent.requests.reading import read_at_work
from agent.requests.words.chatter import is_chatter, without_chatter


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("bring me a pen, i'm talking to my sister.", "bring me a pen"),
        ("it reeks in here! open the toilet.", "open the toilet."),
        ("close the blinds, or else they'll see us", "close the blinds"),
        ("isn't it cold? switch on the stove.", "switch on the stove."),
    ],
)
def test_what_is_only_told_is_left_out(said, left):
    assert without_chatter(said) == left


@pytest.mark.parametrize(
    "said",
    [
        "make a salad, i don't eat tomatoes",
        "put the cups away, i need two of them",
        "bring me a mug, the one i left on the desk",
        "wash the pan, unless she is using it",
        "i'm out for an hour. when that's over, switch off the lamp",
        "somebody wash the pot, i'm late",
        "i changed my mind, make toast",
        "i'm thirsty",
    ],
)
def test_what_may_bind_is_kept(said):
    assert without_chatter(said).split(",")[0].strip(" .") == said.split(",")[0].strip(" .")
    assert all(word in without_chatter(said) for word in ("tomatoes", "two", "left", "unless", "hour") if word in said)


@pytest.mark.parametrize("said", ["the cat in the oven", "dog in the microwave", "my baby on the stove please"])
def test_who_does_nothing_is_no_subject(said):
    assert not is_chatter(said)
    assert any(isinstance(one, DangerRefusal) for one in read_at_work(said).instructions)


def test_a_request_amid_chatter_is_begun_unasked():
    said = "Could you close the fridge? I'd do it myself, but I've flour all over my hands."
    assert [type(one) for one in read_at_work(said).instructions] == [Begin]


def test_an_exclamation_is_no_request():
    found = read_at_work("a mug. on the floor. i won't even ask.").instructions
    assert not any(isinstance(one, Begin) for one in found)


def test_what_is_told_of_a_thing_says_where_it_is():
    (one,) = read_at_work("The watch is in the drawer, I think. Be good and bring it to me here.").instructions
    assert isinstance(one, Begin) and one.errand.words == "bring you the watch from the drawer"


@pytest.mark.parametrize(
    "said",
    [
        "make a salad, my wife can't have tomato",
        "make a salad. I don't eat tomatoes.",
        "make a sandwich, she mustn't eat tomato",
    ],
)
def test_what_somebody_cannot_eat_is_left_out(said):
    (one,) = read_at_work(said).instructions
    assert isinstance(one, Begin) and "tomato" not in one.errand.words
