"""What is only wished for, or told to be wanting, is asked for."""

from __future__ import annotations

import pytest

from agent.requests.reading import read_at_work
from tests.at_work import HOME


def asked_for(text: str) -> list[str]:
    """What an utterance asks to be done, in words."""
    return [one.errand.words for one in read_at_work(text, HOME).begun]


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ("Mind bringing me a fork?", "bring me a fork"),
        ("Would you mind awfully handing me the remote?", "hand me the remote"),
        ("I'd be grateful for a clean mug.", "could I have a clean mug"),
        ("I'd love it if somebody put the books on the shelf.", "put the books on the shelf"),
        ("It's high time somebody washed the pan.", "wash the pan"),
        ("I'd appreciate it if you cleared the cups off the table.", "clear the cups off the table"),
        ("It would be good to have a fork on the table.", "put a fork on the table"),
        ("Won't you give the pan a scrub?", "give the pan a scrub"),
        ("Someone ought to wash that pan before it smells.", "wash the pan"),
        ("Close the drawers, every one of them.", "close all the drawers"),
        ("Clear the desk, everything into the box.", "put everything on the desk into the box"),
        ("The forks aren't on the table yet.", "put the forks on the table"),
        ("The plates are still not in the cabinet.", "put the plates in the cabinet"),
        ("The mugs still haven't been washed.", "wash the mugs"),
        ("There are forks all over the floor.", "take the forks off the floor"),
        ("The sofa is covered in books again and I can't sit.", "take the books off the sofa"),
        ("I'd be glad of a clean mug if there are any left.", "could I have a clean mug"),
        ("The pillow's on the floor again.", "take the pillow off the floor"),
        ("I could use a clean fork over here.", "bring me a clean fork"),
        ("You might want to water the plant.", "water the plant"),
        ("I was hoping you could fill the kettle.", "fill the kettle"),
        ("It's time the blinds were closed.", "close the blinds"),
        ("I need the table cleared.", "clear the table"),
        ("Would you do me the favour of washing the pan?", "wash the pan"),
        ("All those mugs want washing up.", "wash those mugs"),
        ("spoons: 3 in drawer", "put 3 spoons in the drawer"),
        ("mug x3, sink", "put 3 mugs in the sink"),
        ("all mugs -> wash", "wash all the mugs"),
        ("Chill the apple in the fridge.", "put the apple in the fridge"),
        ("Put the light on over here.", "switch the light on"),
        ("Would you chop up two tomatoes for the salad?", "chop up two tomatoes"),
    ],
)
def test_a_wish_is_the_order_that_it_means(wish: str, order: str) -> None:
    assert asked_for(wish) == asked_for(order) != []


@pytest.mark.parametrize(
    "told",
    [
        "The fridge is full of tomatoes.",
        "Won't you be cold?",
        "Somebody should have washed the pan.",
        "The mugs aren't clean.",
        "The forks aren't on the table.",
        "If you could wash the pan, what would I do?",
    ],
)
def test_what_is_only_told_or_asked_is_no_order(told: str) -> None:
    assert asked_for(told) == []
