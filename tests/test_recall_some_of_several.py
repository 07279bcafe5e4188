"""All, both, any or none of several things at a place; that one; others of a kind; who else may have done something."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.asking import Recall
from agent.recall.reading.parts.plainer.given_up import as_given_up
from agent.recall.reading.turns.further.by_others import by_others
from agent.recall.reading.turns.further.each_of_them import quantified
from agent.recall.understanding.plain_words import day_once
from memory.building.history import HistoryBuilder
from memory.rules.facts import FactBook
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    """A morning with a vase that was not found, then two of three spoons in the drawer; coffee in one of the cups."""
    with Store.open(tmp_path_factory.mktemp("several") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder)).at(TUESDAY.replace(hour=12), "spoons")
            life = lived.life
            life.add("Drawer|0")
            for number in range(3):
                life.add(f"Spoon|{number}", "CounterTop|0")
            task = lived.begin("put a spoon in the drawer", "put two spoons in the drawer")
            life.look("Spoon|0", "Spoon|1", "Spoon|2", "CounterTop|0")
            for number in range(2):
                life.pick_up(f"Spoon|{number}").look("Drawer|0").put("Drawer|0").look("CounterTop|0")
            lived.end(task, "done").at(TUESDAY.replace(hour=12, minute=30), "egg")
            lived.end(lived.begin("put an egg in the fridge", "put an egg in the fridge"), "done")
            lived.remember()
        FactBook(store).tell("Tom is allergic to nuts", "user", TUESDAY.replace(hour=13))
        FactBook(store).tell("My favourite mug is the blue one", "user", TUESDAY.replace(hour=13, minute=5))
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize(
    ("question", "so", "words"),
    [
        ("Are all the spoons in the drawer?", False, "2 of the 3 spoons"),
        ("Is every spoon in the drawer?", False, "2 of the 3 spoons"),
        ("Are all of the spoons on the counter?", False, "1 of the 3 spoons"),
        ("Is any of the spoons on the counter?", True, "1 of the 3 spoons"),
        ("Is one of the spoons in the drawer?", True, "2 of the 3 spoons"),
        ("Are any spoons in the fridge?", False, "none of the 3 spoons"),
        ("Are none of the spoons in the drawer?", False, "2 of the 3 spoons"),
        ("How many of the spoons are in the drawer?", 2, "2 of the 3 spoons"),
        ("Were all the spoons on the counter?", True, "all of the 3 spoons"),
        ("Are the spoons in the drawer?", None, "2 of the 3 spoons"),
        ("Are the spoons in the fridge?", False, "none of the 3 spoons"),
        ("Are both spoons in the drawer?", None, "I know of 3 spoons"),
        ("Are there any other spoons?", True, "3 spoons"),
        ("Are there any other mugs?", False, "only one mug"),
    ],
)
def test_every_one_of_several_is_looked_up(recall: Recall, question: str, so: object, words: str):
    answer = recall.answer(question)
    assert (answer.value, words in answer.text) == (so, True), answer.text


def test_of_them_is_asked_of_what_was_spoken_of(recall: Recall):
    _, one, all_of_them, both, none = talk(
        recall,
        "Where are the spoons?",
        "Was one of them on the counter?",
        "Are they all in the drawer?",
        "And are any in the fridge?",
        "Is none of them in the drawer?",
    )
    assert one.startswith("Yes") and "counter" in one
    assert all_of_them.startswith("No, 2 of the 3")
    assert both.startswith("No, none of the 3")
    assert none.startswith("No, 2 of the 3")


def test_all_of_them_are_where_the_first_was_told_to_be(recall: Recall):
    _, every = talk(recall, "Where are the spoons?", "All three?")
    assert every.startswith("No, 2 of the 3 spoons")
    _, both = talk(recall, "Where is the mug?", "Both of them?")
    assert both.startswith("I only know of one")


def test_where_some_came_from_is_where_they_were(recall: Recall):
    assert recall.answer("Did all the spoons come from the counter?").value is True
    assert recall.answer("Did any of the spoons come from the fridge?").value is False


def test_what_was_got_into_a_place_was_put_there(recall: Recall):
    assert recall.answer("How many spoons did you get into the drawer?").value == 2
    assert recall.answer("Did you get the mug into the fridge?").value is True


@pytest.mark.parametrize(
    "said",
    [
        "are all of the cabinets closed",
        "is one of them dirty",
        "are all of my tasks done",
        "which of them are in the sink",
        "is the mug in the sink",
        "did you put all of them in the sink",
    ],
)
def test_what_asks_of_no_share_at_a_place_is_read_as_ever(said: str):
    assert quantified(said) is None


def test_that_one_is_the_one_that_was_handled_for_the_task(recall: Recall):
    _, there, again = talk(recall, "Did you put a mug in the fridge?", "And where is that mug now?", "Are you sure?")
    assert there == again and "fridge" in there


@pytest.mark.parametrize(
    "question",
    [
        "Who can have taken the vase?",
        "Who took my vase?",
        "Do you know who could have moved the vase?",
        "Who might have hidden the vase?",
        "Could Tom have taken the vase?",
        "Did somebody take the vase?",
        "Who has got the vase?",
        "Did anyone else move the spoon?",
    ],
)
def test_who_else_it_was_nobody_knows(recall: Recall, question: str):
    answer = recall.answer(question)
    assert answer.status == "unsure" and answer.text.startswith("I do not know"), answer.text
    assert ("could not find a vase" in answer.text) is ("vase" in question)


def test_who_it_may_have_been_leans_on_what_was_spoken_of(recall: Recall):
    _, taken, other = talk(
        recall, "Did you find the vase?", "Then who can have taken it?", "Who else could it have been?"
    )
    assert taken.startswith("I do not know who") and "vase" in taken
    assert other.startswith("I do not know who")


def test_what_somebody_may_have_taken_stands_not_fixed(recall: Recall):
    *_, taken = talk(recall, "Did you find the vase?", "Is the fridge open?", "Who can have taken it?")
    assert taken.startswith("I do not know who") and "vase" in taken


@pytest.mark.parametrize("question", ["Who put the spoon in the drawer?", "Who could have moved the spoon?"])
def test_what_the_robot_did_it_owns(recall: Recall, question: str):
    assert recall.answer(question).value == "robot"


def test_what_was_not_done_was_not_done_by_the_robot(recall: Recall):
    assert not recall.answer("Who sliced the tomato?").text.startswith("I cut")


@pytest.mark.parametrize(
    "said",
    [
        "who asked you to take the vase",
        "who wants the vase",
        "who is allergic to nuts",
        "could you have taken it",
        "did anyone call",
        "who likes the blue mug",
        "could it have been in the drawer",
    ],
)
def test_who_wanted_something_is_asked_as_ever(said: str):
    assert by_others(said) is None


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("how long did you look for the vase before giving up", "how long did the search for the vase take"),
        ("how long did you search before the vase was declared missing", "how long did the search for the vase take"),
        ("how many minutes did you try before you gave up on the vase", "how long did the search for the vase take"),
        ("how long did you search before reporting it", "how long did you search"),
        ("how much time you were searching today for the vase", "how long did the search for the vase take today"),
        ("which tasks were reported as failed", "which tasks failed"),
        ("was the vase task reported as failed", "did the vase task fail"),
        ("how long did you look for the bowl before you washed it", None),
        ("what did you report", None),
        ("how long did you wash the bowl", None),
    ],
)
def test_what_was_given_up_and_reported(said: str, plainly: str | None):
    assert as_given_up(said) == (plainly or said)


@pytest.mark.parametrize(
    "question",
    [
        "How long did you look for the vase before you gave up?",
        "For how long did you search before the vase task was reported as failed?",
        "How long did you hunt for the vase before it was called a failure?",
    ],
)
def test_how_long_was_searched(recall: Recall, question: str):
    text = recall.answer(question).text
    assert "minute" in text and "could not find a vase" in text


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("What am I allergic to?", "yourself"),
        ("Am I allergic to nuts?", "yourself"),
        ("Is Anna allergic to nuts?", "Anna"),
        ("What is Tom's favourite mug?", "Tom"),
        ("What is my mother allergic to?", "your mother"),
    ],
)
def test_what_was_told_of_somebody_else_is_not_known_of_whoever_is_asked_about(
    recall: Recall, question: str, other: str
):
    answer = recall.answer(question)
    assert answer.status == "unsure" and f"of {other}," in answer.text, answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is Tom allergic to?", "nuts"),
        ("Is Tom allergic to nuts?", "nuts"),
        ("What is my favourite mug?", "blue"),
        ("Who is allergic to nuts?", "Tom"),
    ],
)
def test_what_was_told_of_just_that_one_is_known(recall: Recall, question: str, told: str):
    answer = recall.answer(question)
    assert answer.status == "known" and told in answer.text, answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Did you take the mug out of the fridge?",
        "Did you take the spoon from the drawer?",
        "Have you taken a spoon out of the drawer?",
        "Did you get the mug out of the fridge?",
    ],
)
def test_to_take_out_is_not_to_put_in(recall: Recall, question: str):
    assert not recall.answer(question).value


def test_to_take_from_where_it_was_is_known(recall: Recall):
    assert recall.answer("Did you take the spoon off the counter?").value is True
    assert recall.answer("Did you put the mug in the fridge?").value is True


@pytest.mark.parametrize(
    ("question", "so"),
    [
        ("Did you try to find the vase?", True),
        ("Did you try to put the vase on the counter?", True),
        ("Did you even attempt to put the vase on the counter?", True),
        ("Did you find the vase?", False),
        ("Did you put the vase on the counter?", False),
        ("Did you try to slice the tomato?", False),
    ],
)
def test_what_was_tried_is_said_to_have_been_tried(recall: Recall, question: str, so: bool):
    assert recall.answer(question).text.startswith("Yes") is so


def test_which_one_failed_is_asked_of_all_where_no_task_was_spoken_of(recall: Recall):
    _, failed = talk(recall, "What is Tom allergic to?", "And which one failed?")
    assert "vase" in failed


def test_what_came_after_what_was_told_also_where_something_was_denied(recall: Recall):
    _, nothing, opened = talk(
        recall,
        "Did you put the mug in the fridge?",
        "Did you put anything else in the fridge after that?",
        "Did you pick up a spoon after that?",
    )
    assert nothing.startswith("No")
    assert opened.startswith("Yes") and "spoon" in opened


def test_what_was_around_noon(recall: Recall):
    assert "spoon" in recall.answer("What did you do around noon today?").text


def test_a_day_is_named_once():
    assert day_once("How many tasks were there today, Tuesday?") == "How many tasks were there today?"
    assert day_once("What did you do yesterday and on Tuesday?") == "What did you do yesterday and on Tuesday?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Did you put the egg in the fridge?", "It was so already"),
        ("When did you put the egg in the fridge?", "It was so already"),
        ("Did the egg task work?", "Yes. It was so already"),
        ("Is the egg in the fridge?", "Yes: I last knew the egg in the fridge"),
        ("Is the egg in the drawer?", "No: I last knew the egg in the fridge"),
        ("Where is the egg?", "I last knew the egg in the fridge"),
        ("Did you put the mug in the fridge?", "Yes, I put"),
    ],
)
def test_what_was_so_when_it_was_asked_for(recall: Recall, question: str, text: str):
    assert recall.answer(question).text.startswith(text)
