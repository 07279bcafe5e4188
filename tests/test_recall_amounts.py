"""Whether it was so many, so long, done at all: numbers are claims, and what was so already nobody did."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from life import START, Life

from agent.recall.asking import Recall
from memory.building.history import HistoryBuilder
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog, TaskOrigin


class _Day:
    """A day with a log of its tasks: in a kitchen, then in a living room."""

    def __init__(self, store: Store) -> None:
        self.log, self.life = TaskLog(store), Life()
        for thing in ("CounterTop|0", "SinkBasin|0", "Fridge|0", "Faucet|0", "Cabinet|0", "Cabinet|1"):
            self.life.add(thing)
        for thing in ("Fork|0", "Fork|1", "Fork|2", "Plate|0", "Plate|1", "HousePlant|0", "DeskLamp|0"):
            self.life.add(thing, "CounterTop|0")
        self.life.add("Egg|0", "Fridge|0")
        self.life.add("FloorLamp|0", None, "on")

    def do(self, words: str, status: str = "done", note: str = "", *deeds: str) -> _Day:
        life = self.life
        life.wait(minutes=10)
        life.task = words
        life.say(words)
        when = life.experiences[-1].time
        number = self.log.begin(words, (), words, when, None, "", TaskOrigin(words, "user", life.episode))
        for deed in deeds:
            what, *rest = deed.split()
            getattr(life, what)(*rest) if what != "off" else life.switch(rest[0], False)
        self.log.append(number, LogEntry(life.experiences[-1].time, "Done()", True))
        life.live("Turn Left")
        self.log.update(number, life.experiences[-1].time, status=status, note=note)
        life.task = None
        return self


def _live(day: _Day) -> None:
    day.life.look("Fork|0", "Fork|1", "Fork|2", "Plate|0", "Plate|1", "Egg|0", "HousePlant|0", "CounterTop|0")
    sink = ("pick_up Fork|0", "put SinkBasin|0", "pick_up Fork|1", "put SinkBasin|0")
    day.do("put the forks in the sink", "done", "", *sink)
    day.do("make a salad", "done", "", "pick_up Egg|0", "put Fridge|0")
    day.do("put a plate on the counter", "done", "")
    day.do("poach an egg", "cancelled", "not wanted any more")
    day.do("switch all the lights off", "done", "", "off DeskLamp|0")
    day.do("water the plant", "failed", "I could not find water")
    day.life.look("Egg|0", "Fridge|0").open("Cabinet|0").close("Cabinet|0")
    day.life.begin("two").wait(hours=1)
    day.life.add("Sofa|0")
    day.life.add("Fridge|9")
    day.life.add("Lettuce|0", "Fridge|9")
    day.life.look("Sofa|0", "FloorLamp|0", "Lettuce|0", "Fridge|9")


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("amounts") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            day = _Day(store)
            _live(day)
            for one in day.life.experiences:
                builder.observe(one)
        yield Recall(store, START.replace(hour=20))


@pytest.mark.parametrize(
    ("question", "so"),
    [
        ("Did you put two forks in the sink?", True),
        ("Did you put three forks in the sink?", False),
        ("Did you pick up four forks?", False),
        ("Did you put at least two forks in the sink?", True),
        ("Did you put more than two forks in the sink?", False),
        ("Did you pick up more than one fork?", True),
        ("Did you put exactly two forks in the sink?", True),
        ("Did you pick up only one fork?", False),
        ("Did you pick up no more than two forks?", True),
        ("Did you switch off two desk lamps?", False),
        ("Did you open two cabinets?", False),
        ("Did you open one cabinet?", True),
    ],
)
def test_a_number_is_a_claim(recall: Recall, question: str, so: bool) -> None:
    answer = recall.answer(question)
    assert answer.value is so, answer.text
    assert answer.text.startswith("Yes" if so else "No")


def test_how_many_there_were_is_told(recall: Recall) -> None:
    assert "only 2 forks" in recall.answer("Did you put three forks in the sink?").text
    assert "only 1 cabinet" in recall.answer("Did you open two cabinets?").text


@pytest.mark.parametrize("question", ["Did you put a fork in the sink?", "Did you put the forks in the sink?"])
def test_without_a_number_one_is_enough(recall: Recall, question: str) -> None:
    assert recall.answer(question).value is True


def test_what_is_not_so_is_said_to_be_not_so(recall: Recall) -> None:
    assert "was not broken" in recall.answer("Is the egg broken?").text
    assert "not sliced" in recall.answer("Is the lettuce sliced?").text
    assert "was closed" in recall.answer("Is the cabinet closed?").text


@pytest.mark.parametrize("question", ["Did you put a plate on the counter?", "Did you put the plate on the counter?"])
def test_what_was_so_already_was_not_done(recall: Recall, question: str) -> None:
    answer = recall.answer(question)
    assert (answer.value, "so already" in answer.text) == (None, True)
    assert "plate" in answer.text and not answer.text.startswith(("No", "Yes"))


def test_when_it_was_so_already_is_told_as_that(recall: Recall) -> None:
    assert "so already" in recall.answer("When did you put the plate on the counter?").text


def test_who_is_not_who_asked_for_what_was_so_already(recall: Recall) -> None:
    assert recall.answer("Who put the plate on the counter?").text.startswith("Not I")


@pytest.mark.parametrize(
    "question",
    [
        "When you poached the egg, which pot did you use?",
        "When you were poaching the egg, which pan did you use?",
        "Which cup did you use when you poached the egg?",
    ],
)
def test_of_what_was_called_off_it_is_told_that_it_was(recall: Recall, question: str) -> None:
    assert "I stopped poaching an egg" in recall.answer(question).text


def test_where_nothing_was_done_is_not_where_the_thing_is(recall: Recall) -> None:
    assert "could not find water" in recall.answer("Where did you water the plant?").text
    assert recall.answer("Where is the plant?").value == "CounterTop"


def test_the_lights_that_were_switched_off_were_those_of_that_room(recall: Recall) -> None:
    assert recall.answer("Did you turn off all of the lights?").value is True
    assert recall.answer("Are all the lights off?").value is False


def test_what_is_in_a_thing_is_in_that_of_this_home(recall: Recall) -> None:
    assert recall.answer("What is in the fridge?").value == ("Lettuce",)


@pytest.mark.parametrize(
    ("question", "so"),
    [
        ("Did it take more than an hour to make the salad?", False),
        ("Did it take less than an hour to make the salad?", True),
        ("Did it take more than ten seconds to make the salad?", True),
    ],
)
def test_how_long_it_took_is_compared(recall: Recall, question: str, so: bool) -> None:
    assert recall.answer(question).value is so


def test_a_deed_is_told_by_what_was_done(recall: Recall) -> None:
    assert recall.answer("Did you close the cabinet?").text.startswith("Yes, I closed the cabinet")


def test_nothing_comes_after_what_was_never_finished(recall: Recall) -> None:
    answer = recall.answer("Did you put the forks in the sink after the egg was finished?")
    assert answer.value is not True and "stopped poaching" in answer.text
