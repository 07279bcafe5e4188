"""Questions as they are spoken: taken back, in another order, short for something; taken apart without the encoder."""

from __future__ import annotations

import pytest

from agent.recall.reading.examples import frame_words
from agent.recall.reading.parts.chunker import Chunker
from agent.recall.reading.parts.order import usual
from agent.recall.reading.parts.repairs import without_repairs
from agent.recall.reading.parts.sentences import sentence
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.nouns import full_lexicon


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("How many cups, I mean mugs, are in here?", "How many mugs, are in here?"),
        ("where did I, no wait, where did you put my laptop", "where did you put my laptop"),
        ("did you wash the cup yesterday, I mean today", "did you wash the cup today"),
        ("did you wash the cup, no one saw it", "did you wash the cup, no one saw it"),
        ("did you wash the mug", "did you wash the mug"),
    ],
)
def test_what_was_taken_back_is_gone(said: str, meant: str) -> None:
    assert without_repairs(said, full_lexicon()) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("when you did boil the potatoes", "when did you boil the potatoes"),
        ("what you did yesterday", "what you did yesterday"),
        ("was it you that put the phone on the bed", "did you put the phone on the bed"),
        ("did you slice anything that was not bread", "did you slice anything besides bread"),
        ("what else did you pick up than forks", "what else did you pick up besides forks"),
        ("after you opened the fridge what came next", "what came next after you opened the fridge"),
        ("when did you open the fridge", "when did you open the fridge"),
        ("did you water the plant or did you not", "did you water the plant"),
    ],
)
def test_words_stand_in_the_usual_order(said: str, meant: str) -> None:
    assert usual(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("how many plates got washed", "how many plates was washed"),
        ("did the toast get done", "did you finish the toast"),
        ("what got done", "what was done"),
        ("did ya feed da cat", "did you feed the cat"),
    ],
)
def test_short_and_passive_words_are_plain(said: str, meant: str) -> None:
    assert plain(said) == meant


def test_what_is_not_on_is_off() -> None:
    chunks = Chunker(full_lexicon(), frame_words()).chunks(["which", "lights", "are", "not", "on"])
    assert [chunk.value for chunk in chunks if chunk.slot == "STATE"] == ["-on"]


def test_a_remark_behind_a_question_is_kept_apart_to_be_told() -> None:
    found = sentence("why has the bread been put in the fridge, it goes stale")
    assert (" ".join(found.words), found.which) == ("why has the bread been put in the fridge", "it goes stale")
