"""How requests are framed, and words for one kind of things."""

from __future__ import annotations

import pytest

from agent.assistance.framing import plainly, what_is_asked_for
from agent.assistance.grounding import kind_score
from agent.assistance.kinds import same_kind
from agent.assistance.request import ObjectPhrase
from memory.episodic.lexical import terms


@pytest.mark.parametrize(
    ("said", "plain", "asked"),
    [
        ("Could you please move the cup?", "Move the cup?", "the cup?"),
        ("I'd be glad if you could sort out my toys.", "Sort out my toys.", "my toys."),
        ("Would you be so kind as to get everything ready?", "Get everything ready?", "everything ready?"),
        ("I need a hand to do up the porch.", "Do up the porch.", "the porch."),
        ("Let's prettify the hall.", "Prettify the hall.", "the hall."),
        ("Set up for my tea.", "Set up for my tea.", "for my tea."),
        ("The cup is blue.", "The cup is blue.", "The cup is blue."),
        ("Please", "Please", "Please"),
    ],
)
def test_the_frame_of_a_request_is_taken_off(said: str, plain: str, asked: str) -> None:
    assert (plainly(said), what_is_asked_for(said)) == (plain, asked)


@pytest.mark.parametrize(
    ("phrase", "category", "same"),
    [
        ("black sculpture with a glossy finish", "statue", True),
        ("the small lights", "lamp", True),
        ("plush toy", "stuffed_toy", True),
        ("sculpture", "vase", False),
        ("thingamajig", "gizmo", False),
        ("", "statue", False),
    ],
)
def test_words_for_one_kind(phrase: str, category: str, same: bool) -> None:
    assert same_kind(phrase, category) == same
    if phrase and same:
        assert kind_score(ObjectPhrase(phrase), f"{category}_0") > kind_score(ObjectPhrase(phrase), "door_0")


def test_hyphens_do_not_part_words_from_what_they_mean() -> None:
    assert terms("my best-loved cup") == terms("my favorite cup") == terms("my best loved cup")
