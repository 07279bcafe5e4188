"""What is said in a roundabout way, counted from what was told before, or denied without having been understood."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import VASE, talk, vase_mug_and_tomato

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, SpanOfTime
from agent.recall.asking import Recall
from agent.recall.reading.near_time import near_time
from agent.recall.reading.parts.pronouns import looked_into, with_it
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.reader import EarlierExchange
from agent.recall.referring import about_the_other
from agent.recall.several_questions import asking
from agent.recall.understanding.dates import day_scope
from agent.recall.understanding.figures import plain_dates
from memory.building.history import HistoryBuilder
from memory.rules.facts import FactBook
from memory.store.database import Store

NOW = datetime(2026, 1, 8, 20)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("turns") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            lived.remember()
        FactBook(store).tell("The wifi password is marigold", "user", TUESDAY.replace(hour=12))
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Where's the ladle lurking?", "where is the ladle"),
        ("Why isn't the kettle standing on the stove?", "why is not the kettle on the stove"),
        ("Where has the whisk vanished to?", "where is the whisk"),
        ("Which books you moved today?", "which books did you move today"),
        ("From where you got it?", "from where did you get it"),
        ("And where it lies now?", "where is it now"),
        ("What had I requested of you on Monday?", "what had i asked you for on monday"),
        ("Whatever became of the lamp?", "what became of the lamp"),
        ("What were you unable to find?", "what could you not find"),
        ("What did I want you to bear in mind?", "what did i tell you to remember"),
    ],
)
def test_what_is_said_in_a_roundabout_way_is_read_as_the_plain_question(said: str, read: str):
    assert " ".join(sentence(said).words) == read


@pytest.mark.parametrize(
    "said",
    ["What are you waiting for?", "Which job are you sitting on?", "What did you take?", "When you ate, who came?"],
)
def test_what_is_plain_stays_as_it_is(said: str):
    words = said.lower().rstrip("?").replace(",", "").split()
    assert sorted(sentence(said).words) == sorted(words)


@pytest.mark.parametrize(
    ("said", "claimed", "denied"),
    [
        ("But you said you closed the window", True, False),
        ("Are you sure you did not break it?", True, True),
        ("But you did wash the plates", True, False),
    ],
)
def test_what_somebody_holds_against_an_answer_is_a_claim(said: str, claimed: bool, denied: bool):
    read = sentence(said)
    assert (read.claimed, read.denied) == (claimed, denied)


def test_something_that_is_but_said_to_have_been_is_asked_for():
    assert asking("There was something else you could not open. What was that?")[0] == ["what else you could not open?"]
    assert asking("I told you something about Fred, didn't I? What was it?")[0] == ["what I told you about Fred?"]


def before(*items: FoundItem, query: MemoryQuery | None = None, earlier: EarlierExchange | None = None):
    asked = query or MemoryQuery("list", Selection("tasks"))
    return EarlierExchange(asked, Findings(asked, None, "known", items), earlier)


def task(name: str, when: datetime) -> FoundItem:
    return FoundItem("task", name, when, when + timedelta(minutes=5))


@pytest.mark.parametrize(
    ("said", "hour"), [("and an hour later", 11), ("two hours before that", 8), ("and 3 hours earlier", 7)]
)
def test_hours_are_counted_from_what_was_told(said: str, hour: int):
    rest, time = near_time(said.split(), before(task("wash the car", NOW.replace(hour=10))), NOW)
    assert time is not None and time.scope.start is not None and time.scope.end is not None
    assert time.scope.start < NOW.replace(hour=hour) < time.scope.end
    assert "hour" not in rest and "hours" not in rest


def test_the_same_day_is_that_of_what_was_told():
    monday = NOW.replace(day=5, hour=10)
    asked = MemoryQuery("list", Selection("tasks", time=SpanOfTime(day_scope(monday.date()), "on Monday")))
    _, time = near_time(["what", "else", "later", "that", "same", "day"], before(query=asked), NOW)
    assert time is not None and time.scope == day_scope(monday.date())


def test_a_clock_time_alone_is_a_time():
    assert near_time(["ok", "and", "ten", "past", "four"], before(task("wash", NOW)), NOW)[0][-2:] == ["at", "4:10"]
    assert plain_dates("between ten and noon today") == "between 10 and 12:00 today"
    assert plain_dates("between two and three mugs") == "between two and three mugs"


def test_the_other_one_is_what_was_not_picked_out():
    first, second = task("water the fern", NOW.replace(hour=9)), task("fold the towels", NOW.replace(hour=10))
    told = before(first, earlier=before(first, second))
    said, meant, repeats = about_the_other("when was the other one?", told)
    assert (said, repeats) == ("when was it", False)
    assert meant is not None and meant.query.of.task == "fold the towels"
    assert about_the_other("and the other?", told)[2]


def test_of_several_others_none_is_meant():
    every = [task(name, NOW) for name in ("sweep the hall", "feed the fish", "air the bed")]
    assert about_the_other("and the other one?", before(every[0], earlier=before(*every)))[1:] == (None, True)


def test_words_for_people_and_parts_stand_for_what_was_spoken_of():
    assert with_it(["how", "long", "did", "you", "look", "for", "him"])[-1] == "it"
    assert with_it(["did", "you", "make", "some", "yesterday"])[-2] == "it"
    assert with_it(["did", "you", "make", "some", "coffee"])[-2] == "some"
    assert looked_into(["and", "did", "you", "check", "the", "oven", "as", "well"]) == ["in", "the", "oven"]
    assert looked_into(["did", "you", "open", "the", "oven"]) == ["did", "you", "open", "the", "oven"]


def test_a_search_in_vain_is_told_of_by_all_that_leans_on_it(recall: Recall):
    first, where, long, sure = talk(
        recall,
        "Did you manage to find the vase?",
        "Where did you look?",
        "How long did you look for her?",
        "Are you sure you did not find it?",
    )
    assert first.startswith("No.") and VASE in first
    assert "fridge" in where
    assert "minute" in long
    assert VASE in sure


def test_what_is_asked_of_one_is_asked_of_the_next(recall: Recall):
    first, second, last = talk(recall, "First job today?", "And the second one?", "and an hour later?")
    assert "put the vase on the counter" in first
    assert "pop the mug in the fridge" in second
    assert "tomato" in last


def test_a_place_that_somebody_holds_against_an_answer_is_looked_at(recall: Recall):
    _, answer, again = talk(recall, "Where is the mug?", "But you said it was in the sink", "Really?")
    assert answer.startswith("No")
    assert answer == again


def test_the_last_thing_before_a_task_is_a_task(recall: Recall):
    assert "mug in the fridge" in recall.answer("What was the last thing you did before the tomato?").text


def test_on_which_side_of_another_a_task_came_is_said(recall: Recall):
    assert recall.answer("Was the mug before or after the vase?").text.startswith("After")


@pytest.mark.parametrize("said", ["How do I get onto the internet?", "What is the login for the network?"])
def test_a_fact_in_other_words_is_a_guess(recall: Recall, said: str):
    answer = recall.answer(said)
    assert answer.status == "unsure" and "marigold" in answer.text


@pytest.mark.parametrize("said", ["Did the mug come out in one lump?", "What ended up in a mess?"])
def test_nothing_is_denied_of_what_is_no_thing(recall: Recall, said: str):
    answer = recall.answer(said)
    assert answer.status == "unsure"
    assert "never" not in answer.text


def test_what_was_never_met_is_still_denied(recall: Recall):
    assert recall.answer("Did you see the bassoon?").status == "never happened"
    assert recall.answer("Did I say anything about Hugo?").status == "never happened"
