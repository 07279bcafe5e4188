"""Parts of what was told, from a request to its end, and which of what was told: what is meant, and what is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from life import START
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.asking import Recall
from agent.recall.reading.parts.plainer.told_ahead import of_whom
from agent.recall.voice.denials import with_caveats
from memory.building.history import HistoryBuilder
from memory.rules.facts import FactBook
from memory.store.database import Store

ALLERGIC = "Is somebody allergic?"
TASKS = "What did I ask you to do today?"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("parts") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            _two_days(LoggedLife(store, builder)).remember()
        told = FactBook(store)
        told.tell("the batteries are in the drawer", "user", START.replace(hour=15))
        told.tell("Tom is allergic to nuts", "user", TUESDAY.replace(hour=13))
        told.tell("my sister's birthday is on 4 March", "user", TUESDAY.replace(hour=16))
        yield Recall(store, TUESDAY.replace(hour=20))


def _two_days(lived: LoggedLife) -> LoggedLife:
    """An egg that is not found and a lettuce that waits; then a vase, a mug, a tomato, and mugs after three minutes."""
    lived.at(START.replace(hour=9), "egg")
    lived.tried("slice an egg", "slice the egg", "failed", "I could not find an egg")
    lived.at(START.replace(hour=16), "lettuce")
    lived.begin("cut up a lettuce", "cut up the lettuce later")
    vase_mug_and_tomato(lived).at(TUESDAY.replace(hour=17), "mugs")
    number = lived.begin("wash the mugs", "wash the mugs please")
    lived.life.wait(minutes=3)
    return lived.work(number, "wash the mugs").end(number, "done")


def test_what_was_to_be_remembered_on_the_day_of_what_was_told(recall: Recall):
    asked = ("What is still left to do?", "When were you asked to do that?")
    *_, then, today = talk(recall, *asked, "What were you told to remember that day?", "And today?")
    assert "batteries" in then and "nuts" not in then
    assert "nuts" in today and "batteries" not in today


@pytest.mark.parametrize(
    "asks",
    [
        "what did I ask you to remember after that?",
        "And what did we tell you to keep in mind today?",
        "What did I want you to remember today?",
    ],
)
def test_what_was_to_be_remembered_is_told(recall: Recall, asks: str):
    *_, said = talk(recall, "What did I ask you to do yesterday?", asks)
    assert "nuts" in said and "4 March" in said and "batteries" not in said and "vase" not in said


@pytest.mark.parametrize("asks", ["Against what?", "And to what?", "To what exactly?"])
def test_a_part_of_a_fact_is_the_fact(recall: Recall, asks: str):
    _, said = talk(recall, ALLERGIC, asks)
    assert "Tom is allergic to nuts" in said


@pytest.mark.parametrize("asks", ["When did they tell you this?", "And when did he say that?", "When was that told?"])
def test_when_a_fact_was_told(recall: Recall, asks: str):
    *_, said = talk(recall, ALLERGIC, "Against what?", asks)
    assert "today at 13:00" in said and "allergic" in said


@pytest.mark.parametrize(
    "asks", ["And which kind of nuts, do you know it?", "What sort of nuts?", "Do you know which nuts?"]
)
def test_what_a_fact_does_not_say_is_not_known(recall: Recall, asks: str):
    before = recall.exchange(ALLERGIC)
    answer = recall.exchange(asks, before).answer
    assert answer.status == "unsure" and answer.text.startswith("You did not tell me that")


def test_which_one_is_known_where_a_fact_says_more(recall: Recall):
    _, said = talk(recall, "Where are the batteries?", "Which batteries?")
    assert said.startswith("Yesterday at 15:00 you told me")


@pytest.mark.parametrize(
    "asks",
    [
        "My brother has also birthday soon. Which day is his birthday?",
        "When is my brother's birthday?",
        "It is our aunt's birthday next. On which day is her birthday?",
    ],
)
def test_a_fact_about_another_is_no_answer(recall: Recall, asks: str):
    answer = recall.exchange(asks).answer
    assert answer.status == "unsure" and answer.text.startswith("You did not tell me that of your")


def test_of_two_people_nobody_knows_whose_it_is():
    both, none = "My sister and my brother came.", "My sister came."
    assert of_whom(both, "When is her birthday?") == "When is her birthday?"
    assert of_whom(none, "When is her birthday?") == "When is my sister's birthday?"
    assert of_whom(none, "Where is her mug?") == "Where is her mug?"
    assert of_whom(none, "Did you tell her?") == "Did you tell her?"


def test_a_fact_about_the_same_one_is(recall: Recall):
    answer = recall.exchange("It is my sister's birthday soon. On which day is her birthday?").answer
    assert answer.status == "known" and "4 March" in answer.text


@pytest.mark.parametrize(
    ("asks", "begins"),
    [
        ("How many minutes passed between the request to wash the mugs and its completion?", "4 minutes"),
        ("How long was it from my asking you to wash the mugs until they were done?", "4 minutes"),
        ("How many minutes elapsed between being asked to wash the mugs and your start?", "No time at all"),
        ("How long was it from being asked to put the vase on the counter until you reported that it failed?", "1 min"),
        ("How many hours went by from my request to slice the egg yesterday until you gave up?", "1 minute"),
        ("How many minutes did it take from the request until the mug was in the fridge?", "1 minute"),
        ("How long was it from my request until the mugs were washed?", "4 minutes"),
        ("How long did it take from the request to wash the mugs until the mugs were done?", "4 minutes"),
        ("How long did washing the mugs take before you reported that it was done?", "4 minutes"),
    ],
)
def test_from_a_request_to_its_end(recall: Recall, asks: str, begins: str):
    answer = recall.exchange(asks).answer
    assert answer.status == "known" and answer.text.startswith(begins)


def test_the_task_of_a_request_may_be_named_as_in_other_questions(recall: Recall):
    named = "How long was it from the request to {} until it was done?"
    for task in ("clean the mugs", "wash all the mugs"):
        assert recall.exchange(named.format(task)).answer.text.startswith("4 minutes")
    for task in ("water the plant", "wash the plates"):
        assert recall.exchange(named.format(task)).answer.status != "known"


def test_a_request_that_was_spoken_of_is_not_named(recall: Recall):
    *_, said = talk(recall, "Did you wash the mugs?", "How long after I asked you to do it did you finish?")
    assert said.startswith("4 minutes")


def test_between_two_tasks_is_no_request_and_its_end(recall: Recall):
    (said,) = talk(recall, "How long was it between the tomato and the mugs?")
    assert said.startswith(("5 hours", "6 hours"))


@pytest.mark.parametrize(
    "asks", ["Since when is it waiting?", "How long has it been waiting?", "Since when is it on hold?"]
)
def test_since_when_a_task_waits(recall: Recall, asks: str):
    _, said = talk(recall, "What is still left to do?", asks)
    assert said.startswith("You asked me to cut up a lettuce yesterday at 16:00")
    (named,) = talk(recall, "Since when is the lettuce waiting?")
    assert named == said


@pytest.mark.parametrize(
    ("asks", "meant"), [("And which one failed?", "vase"), ("Which of them was called off?", "tomato")]
)
def test_which_one_is_of_the_tasks_that_were_listed(recall: Recall, asks: str, meant: str):
    *_, said = talk(recall, TASKS, "Did you open the fridge?", asks)
    assert meant in said and "egg" not in said and "mug" not in said


@pytest.mark.parametrize(("asks", "begins"), [("Was that today?", "Yes."), ("Was that yesterday?", "I have no memory")])
def test_whether_what_failed_was_at_a_time(recall: Recall, asks: str, begins: str):
    *_, said = talk(recall, TASKS, "Which one failed?", asks)
    assert said.startswith(begins) and "vase" in said


def test_that_was_at_a_time_is_of_the_task_for_which_something_was_looked_for(recall: Recall):
    *_, said = talk(recall, "What did you fail at today?", "How many cabinets did you look in?", "Was that today?")
    assert said.startswith("Yes.") and "vase" in said


def test_when_what_is_forgotten_was_asked_for_is_told():
    asked = TUESDAY.replace(hour=8, minute=5)
    washed = FoundItem("deed", "washed the mug", asked, asked, request="wash the mugs", source="summary", asked=asked)
    only = Caveat("summary", items=(washed,))
    when, whether = (
        with_caveats("I washed the mug today", Findings(MemoryQuery(ask), None, "partly", caveats=(only,)), TUESDAY)
        for ask in ("when", "exists")
    )
    assert "today at 08:05" in when and "forgotten" in when
    assert "08:05" not in whether
