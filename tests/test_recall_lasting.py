"""What was told to be so, since when and how long; what a task waits for; what is said before a question."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import VASE, talk

from agent.recall.algebra.query import MemoryQuery
from agent.recall.asking import Recall
from agent.recall.reading.parts.sentences import sentence
from memory.building.history import HistoryBuilder
from memory.rules.facts import FactBook
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    """Spoons that came from two places, a vase that was not found, a tomato that has to wait, coffee, and two facts."""
    with Store.open(tmp_path_factory.mktemp("lasting") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            for thing, place in (("Spoon|0", "SinkBasin|0"), ("Spoon|1", "CounterTop|0")):
                lived.life.add(thing, place)
            lived.at(TUESDAY.replace(hour=9), "day")
            spoons = lived.begin("put every spoon in the fridge", "put all the spoons in the fridge")
            lived.life.look("Fridge|0").open("Fridge|0")
            for thing, place in (("Spoon|0", "SinkBasin|0"), ("Spoon|1", "CounterTop|0")):
                lived.life.look(thing, place).pick_up(thing).look("Fridge|0").put("Fridge|0")
            lived.life.wait(minutes=1)
            lived.end(spoons, "done")
            lived.at(TUESDAY.replace(hour=10), "day")
            lived.tried("put a vase on the counter top", "put the vase on the counter", "failed", VASE)
            lived.at(TUESDAY.replace(hour=11), "day")
            lived.tried("make coffee", "I would like a cup of coffee")
            lived.at(TUESDAY.replace(hour=12), "day")
            tomato = lived.begin("cut up a tomato", "slice the tomato")
            lived.end(tomato, "waiting", "until told to go on")
            lived.remember()
        FactBook(store).tell("Lena is allergic to walnuts", "user", TUESDAY.replace(hour=13))
        FactBook(store).tell("The torch is in the cellar", "user", TUESDAY.replace(hour=14))
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize("turn", ["Since when?", "And since what time is it there?", "How long has it been there?"])
def test_how_long_a_thing_has_been_where_it_was_said_to_be(recall: Recall, turn: str):
    _, since = talk(recall, "Where is the mug?", turn)
    assert "11:0" in since


@pytest.mark.parametrize("turn", ["since when", "how long has it been open?", "how long has it been like that?"])
def test_how_long_a_state_has_lasted(recall: Recall, turn: str):
    _, since = talk(recall, "Is the fridge open?", turn)
    assert "09:0" in since and "task" not in since


def test_what_lasts_still_has_no_end(recall: Recall):
    _, until = talk(recall, "Is the fridge open?", "Until when?")
    assert until.startswith("Yes, the fridge")


def test_each_of_several_was_somewhere_before(recall: Recall):
    *_, before = talk(recall, "Did you put the spoons in the fridge?", "How many?", "Where were they?")
    assert "sink" in before and "counter" in before
    assert "sink" in recall.answer("Where did you take the two spoons from?").text


@pytest.mark.parametrize(
    "turn", ["What is it blocked on?", "What's holding it up?", "What is that waiting for?", "Why is it stuck?"]
)
def test_what_a_task_waits_for_is_why_it_is_not_done(recall: Recall, turn: str):
    _, why = talk(recall, "Did you slice the tomato?", turn)
    assert "until told to go on" in why and "If that is what" not in why


def test_another_thing_means_what_was_to_be_done_with_it(recall: Recall):
    *_, tomato = talk(recall, "Which tasks are done?", "Which was the first?", "When was that?", "And the tomato?")
    assert tomato.startswith("No.") and "until told to go on" in tomato
    *_, spoons = talk(recall, "Which of my requests failed?", "And the tomato?", "And the spoons?")
    assert "I put all the spoons in the fridge" in spoons


def test_those_that_were_told_of_were_asked_for(recall: Recall):
    _, when = talk(recall, "Which tasks failed?", "When did I ask for those?")
    assert "vase" in when and "coffee" not in when


@pytest.mark.parametrize(
    "text",
    [
        "I had such a lovely cup of coffee today, what time was it that you made it?",
        "The coffee was delicious. When did you make it for me?",
        "I could not live without my coffee, when was it made?",
    ],
)
def test_what_is_said_before_a_question_is_what_it_is_about(recall: Recall, text: str):
    assert "11:0" in recall.answer(text).text


def test_what_was_made_at_another_time_than_it_was_eaten_is_told(recall: Recall):
    answer = recall.answer("I drank my coffee at 15:00, when did you make it?")
    assert answer.status == "known" and "11:0" in answer.text
    denied = recall.answer("I was thirsty at 15:00, did you make coffee?")
    assert "11:0" not in denied.text or denied.status != "known"


def test_who_it_was_told_of_and_by_whom(recall: Recall):
    who, by, when, more = talk(
        recall, "Who is allergic to walnuts?", "Who told you that?", "When did I tell you?", "What else did I tell you?"
    )
    assert "Lena" in who and by.startswith("You told me") and "13:00" in when and "torch" in more
    assert recall.answer("Who doesn't like gherkins?").status == "never happened"
    assert recall.answer("Did you mop the floor?").status == "never happened"


@pytest.mark.parametrize("text", ["What are you doing right now?", "Are you busy?", "What are you working on?"])
def test_what_is_over_is_not_what_is_being_done(recall: Recall, text: str):
    answer = recall.answer(text)
    assert "coffee" not in answer.text and "nothing at the moment" in answer.text


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("enumerate every task that ended successfully", "which task were done"),
        ("give me all the requests that went wrong", "which requests failed"),
        ("what's keeping the lettuce", "why is the lettuce not done yet"),
        ("before that where was it", "where was it before that"),
        ("in the drawers you looked", "did you look in the drawers"),
    ],
)
def test_plain_words_for_what_is_said_in_others(said: str, plain: str):
    assert " ".join(sentence(said).words) == plain


def test_what_it_stands_for_is_what_was_used(recall: Recall):
    exchange = recall.exchange("Where is the spoon?")
    exchange = recall.exchange("What did you use it for?", exchange)
    assert isinstance(exchange.query, MemoryQuery) and exchange.query.of.subject == "tasks"
    assert "Where" not in exchange.answer.text and "I put all the spoons in the fridge" in exchange.answer.text
    again = recall.exchange("And the mug?", exchange)
    assert "coffee" in again.answer.text
