"""Which of several places it is, general words for things, what came since, what failed, and what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato
from typer.testing import CliRunner

from agent.dialogue.facts_told import is_to_remember
from agent.recall.asking import Recall
from agent.recall.reading.parts.nominal import as_question, places_asked
from agent.recall.reading.parts.plainer.rooms import asks_of_room
from agent.recall.reading.parts.plainer.told_ahead import of_what_was_told
from agent.recall.reading.parts.sentences import sentence
from envs.vocabulary.nouns import full_lexicon
from eval.questions.named_things import NamedThing
from eval.questions.written_scenes import WrittenHome
from homebody.cli import app
from memory.building.history import HistoryBuilder
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("which") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            _afternoon(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _afternoon(lived: LoggedLife) -> None:
    """A spoon goes from one of three cabinets into another, two machines are switched on, and the fridge stays open."""
    life, fridge = lived.at(TUESDAY.replace(hour=14), "day").life, "Fridge|0"
    first, second, third = (life.add(f"Cabinet|{number}", "CounterTop|0") for number in (4, 7, 9))
    spoon, oven = life.add("Spoon|0", second), life.add("Microwave|0", "CounterTop|0")
    coffee = life.add("CoffeeMachine|0", "CounterTop|0")
    life.look(first, second, third).open(second).look(spoon, second).pick_up(spoon).close(second)
    life.look(third).open(third).put(third).close(third).wait(minutes=10)
    life.look(oven).switch(oven, True).wait(minutes=1).switch(oven, False).wait(minutes=5)
    life.look(coffee).switch(coffee, True).wait(minutes=20)
    life.look(fridge).open(fridge).close(fridge).wait(minutes=5).open(fridge).wait(minutes=5)


@pytest.mark.parametrize(
    "asks",
    ["Which cabinet is the spoon in?", "In which cabinet is the spoon?", "Into which cabinet did you put the spoon?",
     "What cupboard did you put the spoon in?"],
)  # fmt: skip
def test_which_of_several_is_told_as_the_home_numbers_them(recall: Recall, asks: str):
    assert "cabinet 9" in recall.answer(asks).text


@pytest.mark.parametrize("asks", ["Which cabinet?", "In which one?", "which cabinet exactly", "Which cabinet was it?"])
def test_which_one_it_was_is_told_behind(recall: Recall, asks: str):
    first, told = talk(recall, "Where did you put the spoon?", asks)
    assert "the cabinet" in first and "cabinet 9" in told


def test_out_of_which_one_it_was_taken(recall: Recall):
    assert "cabinet 7" in recall.answer("From which cabinet did you take the spoon?").text
    assert "cabinet 7" in recall.answer("Which cabinet did you get the spoon from?").text


def test_the_only_one_has_no_number(recall: Recall):
    *_, told = talk(recall, "Where did you put the mug?", "Which fridge?")
    assert "only one fridge" in told
    assert "cabinet 9" not in recall.answer("Where is the spoon?").text


@pytest.mark.parametrize(
    ("text", "places"),
    [("in which drawer is the fork", True), ("which shelf did you take it from", True), ("which mug is dirty", False),
     ("which appliance did you cook the egg in", False), ("what is in the drawer", False)],
)  # fmt: skip
def test_places_that_are_asked_for(text: str, places: bool):
    assert bool(places_asked(text)) is places


@pytest.mark.parametrize(
    "asks",
    ["Did you close it again after that?", "Did you shut it afterwards?", "Have you closed it since?",
     "And did you close it later?"],
)  # fmt: skip
def test_after_since_when_counts_from_what_was_told(recall: Recall, asks: str):
    since, told = talk(recall, "Since when is the fridge open?", asks)
    assert since.startswith("I opened the fridge") and told.startswith("No, I have not closed the fridge since")


@pytest.mark.parametrize("word", ["machine", "device", "appliance"])
def test_a_general_word_tells_each_of_its_kind(recall: Recall, word: str):
    told = recall.answer(f"At what time was the {word} switched on?").text
    assert "microwave" in told and "coffee machine" in told


@pytest.mark.parametrize("name", ["washing machine", "answering machine"])
def test_what_ends_like_a_kind_is_none_of_it(recall: Recall, name: str):
    found = full_lexicon().find(["the", *name.split()])
    assert found is not None and "Microwave" not in found.types
    assert "14:" not in recall.answer(f"When did you switch on the {name}?").text


def test_a_request_that_names_a_place_is_one_for_that_place(recall: Recall):
    assert "once" in recall.answer("How often did I ask you to put something on the counter?").text
    assert "vase" not in recall.answer("Did I ask you to put something in the fridge?").text


def test_whether_it_failed_is_yes_where_it_did(recall: Recall):
    _, failed = talk(recall, "Did you put the vase on the counter?", "Did it fail?")
    _, done = talk(recall, "Did you put the mug in the fridge?", "Did it fail?")
    assert failed.startswith("Yes") and done.startswith("No")
    assert recall.answer("Did you put the vase on the counter?").text.startswith("No")


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("when were you asked to wash them", "when did i ask you for that"),
        ("how long did you spend on the laptop request before it failed", "how long did the laptop take"),
        ("how long did you work on my request until it was called off", "how long did my request take"),
        ("what else went wrong today", "which other tasks failed today"),
        ("what did you do on monday and tuesday", "what did you do from monday to tuesday"),
        ("what did you do on monday and friday", "what did you do on monday and friday"),
        ("take both days together: how many tasks failed", "how many tasks failed"),
        ("when were you asked to wash the mugs", "when were you asked to wash the mugs"),
    ],
)
def test_asked_as_it_is_by_most(text: str, plainly: str):
    assert " ".join(sentence(text).words) == plainly


@pytest.mark.parametrize(
    ("said", "asked", "whole"),
    [
        ("My grandson tells me you cut up a piece of fruit.", "What was it?", "Which fruit did you cut up?"),
        ("I heard you opened something today.", "And what was that, dear?", "What did you open today?"),
        ("My wife says you put something in a drawer.", "What was it?", "What did you put in a drawer?"),
        ("My wife says the plant is dry.", "What is it?", "What is it?"),
        ("My wife says you opened something.", "What was it made of?", "What was it made of?"),
        ("My wife says you opened something.", "When was it?", "When was it?"),
    ],
)
def test_what_somebody_said_was_done(said: str, asked: str, whole: str):
    assert of_what_was_told(said, asked) == whole


def test_until_one_gave_up():
    asks = "how many minutes passed between the request for the vase and the point at which you gave up"
    assert as_question(asks) == "how long did the vase take"


@pytest.mark.parametrize("asks", ["what did you do after two o'clock?", "what did you do yesterday after two?"])
def test_two_is_hardly_in_the_night(recall: Recall, asks: str):
    said = recall.answer(asks).text
    assert "02:00" not in said


def test_what_is_left_is_left_in_spite_of_tonight(recall: Recall):
    alone = recall.answer("What do you still have to do?").text
    assert recall.answer("I am tired tonight. What do you still have to do?").text == alone


@pytest.mark.parametrize(
    ("asks", "room"),
    [("Have you been in the bathroom?", True), ("Did you go into a bedroom yesterday?", True),
     ("Which rooms were you in?", True), ("Did you clean the bathroom?", False), ("Were you in a hurry?", False)],
)  # fmt: skip
def test_rooms_are_none_that_are_kept(recall: Recall, asks: str, room: bool):
    assert asks_of_room(asks) is room
    assert not room or recall.answer(asks).status == "unsure"


@pytest.mark.parametrize(
    ("said", "told"),
    [("remember that the spare key is in the drawer", True), ("don't forget that Tom is allergic to nuts", True),
     ("don't forget to water the plant", False), ("remember that mug", False), ("the coffee is cold", False),
     ("remember that the mug is dirty, so please wash it", False)],
)  # fmt: skip
def test_what_is_to_be_remembered(said: str, told: bool):
    assert is_to_remember(said) is told


def test_a_fact_told_to_run_is_kept(tmp_path: Path):
    memory = tmp_path / "home.sqlite"
    told = CliRunner().invoke(app, ["run", "remember that the spare key is in the drawer", "--memory", str(memory)])
    assert told.exit_code == 0 and "I will remember" in told.output and "Open" not in told.output
    with Store.open(memory, readonly=True) as store:
        assert "drawer" in Recall(store, TUESDAY).answer("Where is the spare key?").text


@pytest.mark.parametrize(
    ("asks", "told", "not_told"),
    [("What is open?", "fridge is open", "Yes"), ("Which machines are on?", "coffee machine was switched on", "Yes"),
     ("Which cabinets are open?", "None that I know of", "Yes"), ("Is anything open?", "Yes", "None"),
     ("Which state is the fridge in?", "open", "None")],
)  # fmt: skip
def test_what_is_so_is_told_as_it_was_last_known(tmp_path: Path, asks: str, told: str, not_told: str):
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            _afternoon(lived)
            lived.remember()
        said = Recall(store, TUESDAY.replace(hour=20)).answer(asks).text
    assert told in said and not_told not in said


@pytest.mark.parametrize(("place", "said"), [("cabinet", "Yes"), ("drawer", "No")])
def test_whether_it_was_there_before(recall: Recall, place: str, said: str):
    *_, told = talk(recall, "Where did you put the spoon?", f"Was it in a {place} before?")
    assert told.startswith(said) and "cabinet" in told


def test_a_written_home_calls_its_cabinets_as_it_is_told():
    home = WrittenHome()
    home.other("open", NamedThing("Cabinet", "8"), (), "")
    home.after("Open", ("Cabinet|8",))
    deeds = home.put(NamedThing("Spoon"), (NamedThing("Cabinet", "kitchen"),), ())
    assert deeds[-1] == ("Place", ("Spoon|0", "Cabinet|8"))
