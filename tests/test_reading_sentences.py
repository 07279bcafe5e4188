"""Sentences before they are compared: what leads to a question, topics, idioms, passives, beliefs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading_marks import reader

from agent.recall.reading.examples import examples, phrasings
from agent.recall.reading.parts.idioms import plainly
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.reader import Reading
from agent.recall.several_questions import asking

READ = reader()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("I can't for the life of me remember when you made the toast", "when did you make the toast"),
        ("I was wondering at what hour the window was opened", "at what hour the window was opened"),
        ("my husband claims you used the stove", "you used the stove"),
        ("I'm fairly certain you rinsed that pan", "you rinsed that pan"),
        ("did the kettle get filled?", "was the kettle filled"),
        ("what time did you wrap up the salad?", "when did you finish the salad"),
        ("when did you get going with the toast?", "when did you start the toast"),
        ("did I tell you where the mug is?", "did i tell you where the mug is"),
        ("I'd like to know what you did", "what you did"),
        ("did you get anything washed?", "did you wash anything"),
        ("have you had any plates washed", "have you had any plates washed"),
        ("is the tomato still in one piece?", "is the tomato still uncut"),
        ("is the vase in one piece?", "is the vase intact"),
        ("in which places did you look for the pen", "where did you look for the pen"),
        ("why did the lamp not work out?", "why did the lamp not succeed"),
        ("did you wipe the tray later on?", "did you wipe the tray afterwards"),
        ("have the bowls been washed at least?", "have the bowls been washed"),
        ("did you wash at least two bowls", "did you wash at least two bowls"),
        ("did you shut it again after I asked you to open it", "did you shut it after i asked you to open it"),
    ],
)
def test_what_leads_to_a_question_is_no_part_of_it(text: str, asked: str):
    assert " ".join(sentence(text).words) == asked


def test_what_somebody_believes_wants_to_be_confirmed():
    assert sentence("I think you watered the plant").claimed
    assert not sentence("did you water the plant").claimed


@pytest.mark.parametrize(
    ("text", "question", "said"),
    [
        ("The lamp, when did you switch it off?", "when did you switch The lamp off?", ""),
        ("forks or spoons, which are there more of?", "which are there more of forks or spoons?", ""),
        ("my wife says the plant is dry – did you water it?", "did you water it?", "my wife says the plant is dry"),
        ("you watered the plant, did you", "you watered the plant, did you", ""),
        ("Homebody, where is the mug?", "where is the mug?", ""),
    ],
)
def test_a_topic_becomes_part_of_the_question(text: str, question: str, said: str):
    assert asking(text) == ([question], said)


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from(
            ["get", "going", "with", "the", "wrap", "up", "carry", "out", "mug", "went", "into", "see", "to", "you"]
        ),
        max_size=9,
    )
)
def test_idioms_are_replaced_once_and_for_all(said: list[str]):
    once = plainly(said)
    assert plainly(once) == once or len(plainly(once)) < len(once)
    assert [word for word in once if word == "mug"] == [word for word in said if word == "mug"]


@pytest.mark.parametrize(
    ("text", "actions", "change"),
    [
        ("When was the bread cut?", ("Slice",), ""),
        ("What went into the sink?", ("Place",), ""),
        ("How many forks went into the drawer?", ("Place",), ""),
        ("When was that pot last filled?", (), "+filled"),
    ],
)
def test_passives_are_read_as_deeds(text: str, actions: tuple[str, ...], change: str):
    found = READ.read(text)
    assert isinstance(found, Reading)
    assert (found.queries[0].of.actions, found.queries[0].of.change) == (actions, change)


def test_people_and_time_go_nowhere():
    for text in ("How many minutes went into the salad?", "Did you go into the kitchen?"):
        found = READ.read(text)
        assert not isinstance(found, Reading) or not found.queries[0].of.actions


def test_an_unknown_verb_of_everything_is_said_to_be_left_out():
    found = READ.read("how many chores did you bodge")
    assert not isinstance(found, Reading) or "bodge" in " ".join(found.queries[0].left_out)


def test_phrasings_ask_what_examples_ask():
    known = {example.asks for example in examples()}
    assert {one.asks for one in phrasings()} <= known
