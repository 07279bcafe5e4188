"""What a question may not lose, what stands beside it and asks nothing, and what it is about."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.by_example import ExampleReader, nothing_known
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.meaning.encoder import shipped
from agent.recall.reading.parts.beside import is_talk, without_asides
from agent.recall.reading.parts.idioms import joined
from agent.recall.reading.parts.roundabout import briefly
from agent.recall.reading.reader import Reading
from agent.recall.several_questions import asking
from agent.recall.understanding.times import TimeReader
from envs.vocabulary.nouns import full_lexicon

NOW = datetime(2026, 1, 5, 8)
READ = ExampleReader((), NOW, TimeReader(NOW, NoMemory()), nothing_known)


def read(text: str) -> tuple[MemoryQuery, ...]:
    """What a question is read as; nothing where it is not understood."""
    found = READ.read(text)
    return found.queries if isinstance(found, Reading) else ()


@pytest.mark.parametrize(
    "text",
    [
        "did you open the safe while I was away",
        "which took longer, the salad",
        "is there a mug anywhere apart from in the sink",
        "did you use the same spoon for the soup",
    ],
)
def test_a_question_that_lost_what_turns_it_is_not_understood(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("when did you last open the drawer", "Open"),
        ("when did you first close the safe", "Close"),
        ("did you put the floor lamp out", "ToggleOff"),
        ("did you put out the candle", "ToggleOff"),
        ("who said you could move my chair", "Place"),
        ("have you had the fridge open today", "Open"),
    ],
)
@pytest.mark.skipif(shipped() is None, reason="without the encoder")
def test_what_was_done_is_what_is_asked_about(text: str, action: str) -> None:
    (query,) = read(text)
    assert query.of.actions == (action,)


@pytest.mark.skipif(shipped() is None, reason="without the encoder")
def test_every_thing_that_is_listed_is_asked_about() -> None:
    assert [one.of.task for one in read("did you use a knife for the salad and the toast")] == ["salad", "toast"]
    (most,) = read("which did you open most often, the safe, the fridge or the microwave")
    assert (most.ask, len(most.against)) == ("compare", 2)
    (but,) = read("did you open anything apart from the safe and the drawer")
    assert {*but.of.thing.besides} >= {"Safe", "Drawer"}


@pytest.mark.skipif(shipped() is None, reason="without the encoder")
def test_words_of_a_clause_that_nothing_stands_for_are_left_out() -> None:
    (query,) = read("what did you do once the kettle whistled")
    assert "whistled" in " ".join(query.left_out)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("where is the mug, I'm late for work", "where is the mug"),
        ("what is on the desk, and I'm too tired to look", "what is on the desk"),
        ("did you close the window or is it just draughty", "did you close the window"),
        ("did you wash the pan, not the pot", "did you wash the pan"),
        ("was it the pan, not the pot, that you washed", "was it the pan, that you washed"),
        ("did the vase break or did you drop it", "did the vase break or did you drop it"),
        ("did you feed the cat or did you forget", "did you feed the cat"),
        ("did you open the safe on Monday, not Tuesday", "did you open the safe on Monday"),
        ("did you open the fridge or did you close it", "did you open the fridge or did you close it"),
        ("why is the lamp not on", "why is the lamp not on"),
        ("the mug, the plate and the fork, where are they", "the mug, the plate and the fork, where are they"),
        ("since I came home, what did you open", "since I came home, what did you open"),
        ("did you stop because dad shouted", "did you stop because dad shouted"),
        ("is the egg-warmer on", "is the eggwarmer on"),
    ],
)
def test_what_stands_beside_a_question_is_gone(text: str, asked: str) -> None:
    assert without_asides(text, full_lexicon()) == asked


@pytest.mark.parametrize(
    ("text", "talk"),
    [
        ("I'm on the bus", True),
        ("my sister is on the other line", True),
        ("I want the mug", False),
        ("I told you on Monday", False),
        ("you were late", False),
        ("my wife says it was open", False),
    ],
)
def test_talk_tells_of_people_and_nothing_that_is_asked_about(text: str, talk: bool) -> None:
    assert is_talk(text, full_lexicon()) is talk


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("You closed the drawer. Why?", ["why did you close the drawer?"]),
        ("You washed the pan in the night. What for?", ["why did you wash the pan in the night?"]),
        ("The safe. When did you last put something in there?", ["When did you last put something in The safe?"]),
        ("Forks. How many did you wash?", ["How many forks did you wash?"]),
        ("The desk lamp. Off?", ["is The desk lamp off?"]),
        ("Big bowl, from where did you take it?", ["from where did you take the big bowl?"]),
    ],
)
def test_what_is_said_alone_before_a_question_is_what_it_is_about(text: str, questions: list[str]) -> None:
    assert asking(text)[0] == questions


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("what made you open the safe", "why did you open the safe"),
        ("what kept you from washing the pot", "why did you not wash the pot"),
        ("before you gave the pot a good scrub", "before you scrubbed the pot"),
        ("do you remember me asking about the safe", "did i ask about the safe"),
        ("list what you opened yesterday in chronological order", "list what you opened yesterday"),
        ("is the water still running", "is the faucet still running"),
        ("since when has the mug been standing on the desk", "since when has the mug been on the desk"),
    ],
)
def test_what_is_said_in_more_words_is_said_in_few(text: str, plain: str) -> None:
    assert briefly(text) == plain


def test_what_joins_a_clause_in_several_words_is_one() -> None:
    assert joined("what did you do prior to opening the safe") == "what did you do before opening the safe"
    assert joined("what did you do as soon as i left") == "what did you do right after i left"
    assert joined("did you lay eyes upon the card") == "did you lay eyes upon the card"


@pytest.mark.skipif(shipped() is None, reason="without the encoder")
def test_hours_and_parts_of_hours_are_times() -> None:
    for text in (
        "what did you open after 9",
        "what did you open in the last half hour",
        "what did you open since seven",
    ):
        (query,) = read(text)
        assert query.of.time.scope.limited and not query.of.relation
