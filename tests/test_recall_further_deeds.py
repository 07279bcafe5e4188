"""Turns about what came beside a deed that was told: whence for it, what else, once more, with the same, in what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk

from agent.recall.asking import Recall
from agent.recall.reading.parts.plainer.by_deed import whence_by_deed, whence_for_deed, where_by_deed
from agent.recall.reading.parts.plainer.told_ahead import of_what_was_told
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.turns.further.besides import put_besides
from agent.recall.several_questions import asking
from eval.questions.rounds import Happening, WrittenLife
from eval.questions.written_life import live_written
from memory.building.history import HistoryBuilder
from memory.store.database import Store

MONDAY = TUESDAY - timedelta(days=1)
VASE = "I could not find a vase"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("beside") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = _carrots_into_the_pot(LoggedLife(store, builder))
            _pot_put_back(lived)
            _sliced(lived)
            lived.at(TUESDAY.replace(hour=11), "day")
            lived.tried("put a vase on the counter top", "put the vase on the counter", "failed", VASE)
            lived.at(TUESDAY.replace(hour=12), "day")
            lived.tried(
                "put a statue on the counter top", "put the statue on the counter", "failed", "I found no statue"
            )
            lived.at(TUESDAY.replace(hour=13), "day")
            lived.tried("put a statue on the counter top", "put the statue on the counter")
            life = lived.at(TUESDAY.replace(hour=14), "day").life
            life.add("CoffeeMachine|0", "CounterTop|0")
            life.look("CoffeeMachine|0").switch("CoffeeMachine|0", True).wait(minutes=2).look("CoffeeMachine|0")
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _carrots_into_the_pot(lived: LoggedLife) -> LoggedLife:
    """On Monday a potato goes into the pot, and the pot from a cabinet onto the stove."""
    life = lived.at(MONDAY.replace(hour=10), "before").life
    for place in ("Cabinet|0", "Drawer|0", "StoveBurner|0"):
        life.add(place)
    pot, potato = life.add("Pot|0", "Cabinet|0"), life.add("Potato|0", "CounterTop|0")
    number = lived.begin("boil a potato", "boil the potato")
    life.look(potato, "CounterTop|0").pick_up(potato).look(pot, "Cabinet|0").put(pot)
    life.look(pot, "Cabinet|0").pick_up(pot).look("StoveBurner|0").put("StoveBurner|0")
    lived.end(number, "done")
    return lived


def _pot_put_back(lived: LoggedLife) -> None:
    """On Tuesday an egg goes into the pot, which is lifted off the stove and put back there."""
    life = lived.at(TUESDAY.replace(hour=9), "day").life
    egg, pot = life.add("Egg|0", "Fridge|0"), "Pot|0"
    life.look(egg, "Fridge|0").pick_up(egg).look(pot, "StoveBurner|0").put(pot).wait(minutes=5)
    life.look(pot, "StoveBurner|0").pick_up(pot).look("StoveBurner|0").put("StoveBurner|0")


def _sliced(lived: LoggedLife) -> None:
    """Two things are sliced with one knife, a third with another; a slice of bread goes onto a plate."""
    life = lived.at(TUESDAY.replace(hour=10), "day").life
    bowl = life.add("Bowl|0", "CounterTop|0")
    apple, bread = life.add("Apple|0", bowl), life.add("Bread|0", "CounterTop|0")
    plate, piece = life.add("Plate|0", "CounterTop|0"), life.add("BreadSliced|0", "CounterTop|0")
    knife, other = life.add("Knife|0", "Drawer|0"), life.add("ButterKnife|0", "Cabinet|0")
    number = lived.begin("cut up an apple", "slice the apple")
    life.look(knife, "Drawer|0").pick_up(knife).look(apple, bowl).live("Slice", apple)
    lived.end(number, "done")
    life.look("Tomato|0", "CounterTop|0").live("Slice", "Tomato|0").look("CounterTop|0").put("CounterTop|0")
    life.wait(minutes=20)
    life.look(other, "Cabinet|0").pick_up(other).look(bread, "CounterTop|0").live("Slice", bread).put("CounterTop|0")
    life.look(piece, "CounterTop|0").pick_up(piece).look(plate, "CounterTop|0").put(plate)


@pytest.mark.parametrize(
    "asks",
    [
        "Where was the pot before you put it on the stove?",
        "Where had the pot been before you put it on the stove?",
        "The pot you boiled the potato in, where did you get it from?",
        "And the pot that you boiled the potato in yesterday, where was it before?",
    ],
)
def test_before_it_was_put_there_it_was_elsewhere(recall: Recall, asks: str):
    assert "cabinet" in recall.answer(asks).text


@pytest.mark.parametrize(
    "asks",
    [
        "The pot you boiled the potato in, where is it now?",
        "Please, the pot in which you have boiled the potato, where it stands now?",
        "Where is the pot you boiled the potato in?",
        "So where is the pot that you cooked the potato in on Monday?",
    ],
)
def test_a_thing_that_served_for_a_deed_is_looked_for_itself(recall: Recall, asks: str):
    assert "pot on the stove burner" in recall.answer(asks).text


@pytest.mark.parametrize("asks", ["been switched on by now", "been on", "been running now"])
def test_what_still_is_so_has_been_so_until_now(recall: Recall, asks: str):
    found = recall.answer(f"For how long has the coffee machine {asks}?")
    assert "today at 14:00 to today at 20:00" in found.text and found.status == "partly"


def test_what_was_done_to_a_thing_is_no_deed_it_served_for():
    assert where_by_deed("where is the potato you boiled?") == "where is the potato you boiled?"
    assert (
        where_by_deed("where is the potato that you put in the pot?") == "where is the potato that you put in the pot?"
    )


@pytest.mark.parametrize("ahead", ["Excuse me", "Good morning", "Please", "Sorry, dear"])
def test_what_is_only_polite_is_not_what_it_stands_for(recall: Recall, ahead: str):
    assert recall.answer(f"{ahead}, did you put it there?").text == "Which thing do you mean?"
    assert "pot on the stove burner" in recall.answer(f"{ahead}, the pot, where is it?").text


def test_where_the_thing_of_a_deed_is_now_is_not_where_it_was_before():
    assert whence_for_deed("the pot you boiled the potato in", "where is it") == "where is the pot now?"
    assert whence_for_deed("the drawer you put the pot in", "where was it") == ""
    assert whence_for_deed("the mug you have", "where did you get it from") == ""


@pytest.mark.parametrize(
    "asks", ["Did you put anything else in the pot after that?", "Have you added anything else to it since?"]
)
def test_what_else_was_put_there_since_then(recall: Recall, asks: str):
    *_, said = talk(recall, "When did you put the potato in the pot?", asks)
    assert said.startswith("Yes, I put the egg in the pot")
    *_, said = talk(recall, "When did you put the egg in the pot?", asks)
    assert said.startswith("No, I did not put anything else in the pot after that")


def test_what_else_went_elsewhere_is_asked_of_that_place(recall: Recall):
    said = talk(recall, "When did you put the potato in the pot?", "Did you put anything else in the fridge?")[-1]
    assert "pot" not in said


@pytest.mark.parametrize("asks", ["Did you put anything else in it?", "Have you put any other things in there?"])
def test_what_else_was_put_there_is_asked_of_that_day(recall: Recall, asks: str):
    *_, said = talk(recall, "When did you put the potato in the pot?", asks)
    assert said.startswith("No, I did not put anything else in the pot that day")


def test_whether_anything_was_put_in_it_is_not_asked_of_what_else(recall: Recall):
    said = talk(recall, "When did you put the potato in the pot?", "Did you put it in the fridge?")[-1]
    assert "else" not in said
    before = recall.exchange("When did you put the potato in the pot?").exchange()
    assert before is not None and put_besides(["did", "you", "put", "anything", "in", "the", "fridge"], before) is None


@pytest.mark.parametrize(
    "asks", ["Did you try again later?", "Have you tried it once more since then?", "Did you make another attempt?"]
)
def test_what_failed_once_was_not_tried_again(recall: Recall, asks: str):
    first = "What happened to the vase?"
    assert talk(recall, first, asks)[-1] == "No, I did not try again, as far as I know."


def test_what_was_tried_again_is_told(recall: Recall):
    before = recall.exchange("What did you try to do at 12 o'clock today?")
    said = recall.exchange("Did you try again?", before).answer.text
    assert said.startswith("Yes. I put a statue")


@pytest.mark.parametrize(
    "asks",
    ["Did you use the same knife for both?", "And have you used the very same knife on both of them?"],
)
def test_with_the_same_is_asked_of_each_that_was_told(recall: Recall, asks: str):
    said = talk(recall, "What did you slice today before 10:10?", asks)[-1]
    assert said.startswith("Yes: ") and "apple" in said and "tomato" in said


def test_one_of_all_was_done_with_another(recall: Recall):
    said = talk(recall, "What did you slice today?", "Did you use the same knife for all of them?")[-1]
    assert said.startswith("No: ") and "butter knife" in said


@pytest.mark.parametrize(
    "asks",
    ["In what was the apple, when you cut it?", "And what was the apple in when you sliced it?"],
)
def test_in_what_something_was_is_where_it_was(recall: Recall, asks: str):
    assert "bowl" in recall.answer(asks).text


def test_in_what_something_was_when_it_was_cut_is_not_asked_of_the_knife(recall: Recall):
    first = ("What did you slice today before 10:10?", "Have you used the same knife for both?")
    assert "bowl" in talk(recall, *first, "And in what was the apple, when you cut it?")[-1]


def test_a_slice_is_one_of_what_was_cut_last(recall: Recall):
    *_, said = talk(recall, "What did you cut the bread with?", "And where did the slice go in the end?")
    assert "bread slice" in said and "plate" in said


def test_of_what_was_used_it_is_where_that_came_from(recall: Recall):
    *_, said = talk(recall, "What did you use for the apple?", "Where did you get it from?")
    assert "knife" in said and "drawer" in said


def test_a_place_said_again_is_not_what_it_stands_for(recall: Recall):
    first = "Where did you get the butter knife from?"
    *_, said = talk(recall, first, "From the cabinet, goodness me! And where did you put it after that?")
    assert "butter knife" in said and "counter" in said
    *_, said = talk(recall, first, "From the cabinet, goodness me! Did you close it?")
    assert "butter knife" not in said


@pytest.mark.parametrize("asks", ["Did you do that before the apple or after it?", "Was it before the apple or after?"])
def test_before_or_after_may_be_said_apart(recall: Recall, asks: str):
    assert talk(recall, "Did you boil the potato?", asks)[-1].startswith("Before that:")


@pytest.mark.parametrize(
    "asks", ["What have you been asked to do today?", "Which jobs had you been given to do today?"]
)
def test_what_somebody_has_been_asked_is_what_was_asked(recall: Recall, asks: str):
    assert recall.answer(asks).text.startswith("Today you asked me to")


def test_days_and_for_whom_are_no_things():
    assert " ".join(sentence("When did you dust the shelves for us?").words) == "when did you dust the shelves"
    assert " ".join(sentence("What did you cook for us today?").words).startswith("what did you cook")
    assert asking("In what was it, when you cut it?")[0] == ["In what was it, when you cut it?"]


def test_all_these_days_are_not_all_of_several(recall: Recall):
    *_, said = talk(recall, "What did you slice today?", "Did you wash any dishes at all these two days?")
    assert said.startswith("No")


@pytest.mark.parametrize(
    ("asks", "meant"),
    [
        ("Where did you get the bowl that you washed?", "where was the bowl before you washed it?"),
        ("Where did you take the plate you cleaned from?", "where was the plate before you cleaned it?"),
        ("And where did you find the apple which you sliced?", "And where was the apple before you sliced it?"),
        ("From where did you fetch the mug you put away today?", "where was the mug before you put it away today?"),
        ("Where did you get the vase you had moved yesterday?", "where was the vase before you moved it yesterday?"),
    ],
)
def test_a_thing_named_by_a_deed_was_taken_from_where_it_was_before(asks: str, meant: str):
    assert whence_by_deed(asks) == meant


def test_a_thing_named_by_a_deed_is_told_where_it_came_from(tmp_path: Path):
    """The deed itself is no place: it came from the fridge, however long it is in the basin since."""
    yesterday = datetime(2026, 3, 2, 9)
    deeds = [("open", "fridge", ""), ("pick up", "bowl", "fridge"), ("close", "fridge", "")]
    deeds += [("put in", "bowl", "kitchen sink basin"), ("clean", "bowl", "kitchen sink basin")]
    told = tuple(
        Happening(yesterday + timedelta(minutes=n), "did", deed=deed, thing=thing, place=place)
        for n, (deed, thing, place) in enumerate(deeds)
    )
    with Store.open(tmp_path / "memory.sqlite") as store:
        live_written(WrittenLife("bowl", "a bowl", yesterday + timedelta(days=1), told), store, forget=False)
        recall = Recall(store, yesterday + timedelta(days=1))
        for asks in ("Where did you get the bowl that you washed?", "Where did you take the bowl you cleaned from?"):
            assert "from the fridge" in recall.answer(asks).text
        assert "sink basin" in recall.answer("Where is the bowl that you washed?").text


@pytest.mark.parametrize(
    "asks",
    [
        "Where is the bowl that you washed?",
        "Where did you put the bowl you washed?",
        "Where did you find the mug that you saw?",
        "Where did you get the mug you have?",
        "When did you get the bowl you washed?",
        "Where did you get the bowl?",
        "Where did you find the fridge you opened?",
    ],
)
def test_where_a_thing_is_or_was_put_or_seen_is_asked_as_it_is(asks: str):
    assert whence_by_deed(asks) == asks


@pytest.mark.parametrize("asked", ["Was there a vase in the fridge?", "Have you seen a vase on the floor?"])
def test_a_task_with_a_thing_tells_nothing_of_that_thing_elsewhere(recall: Recall, asked: str) -> None:
    assert "could not find" not in talk(recall, asked)[-1]
    assert VASE in talk(recall, "Was there a vase on the counter?")[-1]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I hear that there was a fork in the garbage can, of all places,", "Was there a fork in the garbage can?"),
        ("My son says there is a pan on the floor.", "Was there a pan on the floor?"),
        ("I hear there was a meeting yesterday.", "Is that really true?"),
    ],
)
def test_whether_what_was_heard_is_true_asks_for_it(told: str, asked: str) -> None:
    assert of_what_was_told(told, "Is that really true?") == asked
