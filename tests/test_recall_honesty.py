"""Answers that would be wrong told as known: not every one, not asked for, not used, not interrupted, not this home."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from life import START, Life

from agent.dialogue.plans_told import asked_of_plans
from agent.household.schedule import PlanLog, TaskSchedule
from agent.planning.due import Due
from agent.recall.asking import Recall
from agent.recall.lookup.unserved_requests import of_another_part, request_parts
from agent.recall.understanding.ahead import may_ask_ahead
from agent.recall.understanding.universals import says_every
from agent.requests.errands import Errand
from agent.requests.instructions import Begin, DoLater
from agent.requests.intents import read
from envs.clock import SimulatedClock
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.rules.obeying import why_not
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog, TaskOrigin

FORKS = "put a fork on every plate"
PINEAPPLE = "bring me a pineapple. water the plant"


class _Home:
    """A life in a kitchen with two plates, with a log of its tasks."""

    def __init__(self, store: Store) -> None:
        self.log, self.life = TaskLog(store), Life()
        for thing in ("CounterTop|0", "SinkBasin|0", "Fridge|0", "Microwave|0", "StoveBurner|0", "Faucet|0"):
            self.life.add(thing)
        for thing in ("Plate|0", "Plate|1", "Mug|0", "HousePlant|0"):
            self.life.add(thing, "CounterTop|0")
        self.life.add("Fork|0", "Fridge|0")
        self.life.add("Pot|0", "StoveBurner|0")
        self.life.add("Potato|0", "Pot|0")
        self.life.look("Plate|0", "Plate|1", "Mug|0", "Fork|0", "HousePlant|0")

    def begin(self, words: str, request: str, parent: int | None = None) -> int:
        self.life.wait(minutes=10)
        self.life.task = words
        self.life.say(request)
        when = self.life.experiences[-1].time
        return self.log.begin(words, (), request, when, parent, "", TaskOrigin(words, "user", self.life.episode))

    def done(self, number: int) -> None:
        self.log.append(number, LogEntry(self.life.experiences[-1].time, "Done()", True))

    def end(self, number: int, status: str = "done", note: str = "") -> None:
        self.life.live("Turn Left")
        self.log.update(number, self.life.experiences[-1].time, status=status, note=note)
        self.life.task = None


def _live(home: _Home) -> None:
    life = home.life
    forks = home.begin(FORKS, FORKS)
    life.pick_up("Fork|0").put("Plate|0")
    home.done(forks)
    home.end(forks, "failed", "I found only 1 fork, not 2")
    plant = home.begin("water the plant", PINEAPPLE)
    life.pick_up("Mug|0").live("Pour", "HousePlant_0").put("CounterTop|0")
    home.done(plant)
    home.end(plant)
    boil = home.begin("boil a potato", "boil a potato")
    life.pick_up("Potato|0").put("Pot|0").pick_up("Pot|0").put("Microwave|0").switch("Microwave|0", True)
    home.done(boil)
    home.end(boil)
    coffee = home.begin("make coffee", "make coffee")
    life.pick_up("Mug|0").put("CounterTop|0")
    home.done(coffee)
    plates = home.begin("wash a plate", "wash a plate first", coffee)
    life.pick_up("Plate|0").put("CounterTop|0")
    home.done(plates)
    home.end(plates)
    life.task = "make coffee"
    life.pick_up("Mug|0").put("CounterTop|0")
    home.end(coffee)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("honest") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            home = _Home(store)
            _live(home)
            for one in home.life.experiences:
                builder.observe(one)
        yield Recall(store, START.replace(hour=20))


@pytest.mark.parametrize(
    "question",
    [
        "Did you put a fork on every plate?",
        "Did you put a fork on all the plates?",
        "Did you put a fork on each of the plates?",
        "Did you put forks on all plates?",
        "You put a fork on every plate, right?",
    ],
)
def test_one_is_not_every_one(recall: Recall, question: str) -> None:
    answer = recall.answer(question)
    assert answer.value is False
    assert "found only 1 fork" in answer.text


def test_what_was_done_to_one_stays_done_to_one(recall: Recall) -> None:
    assert recall.answer("Did you put a fork on a plate?").value is True
    assert recall.answer("Did you put the fork on the plate?").value is True


def test_without_a_task_the_known_things_are_counted(recall: Recall) -> None:
    answer = recall.answer("Did you pick up all the plates?")
    assert (answer.value, "1 of the 2" in answer.text) == (False, True)
    assert recall.answer("Did you pick up all the forks?").value is True


@pytest.mark.parametrize("text", ["wash all the mugs", "each of the spoons", "every single plate", "both cups"])
def test_words_for_every_one(text: str) -> None:
    assert says_every(text)


@pytest.mark.parametrize("text", ["did you wash at all", "all day", "every morning", "the mugs", "all right then"])
def test_words_that_say_nothing_of_every_one(text: str) -> None:
    assert not says_every(text)


@pytest.mark.parametrize(
    "question",
    [
        "Did you ever bring me a pineapple?",
        "Did you hand me the pineapple?",
        "Did you water the pineapple?",
        "Have you fetched the pineapple?",
    ],
)
def test_what_a_request_asked_for_beside_what_was_done_was_not_done(recall: Recall, question: str) -> None:
    assert recall.answer(question).value is False


def test_what_nothing_came_of_is_told_where_everything_is_asked_for(recall: Recall) -> None:
    answer = recall.answer("Did you do everything I asked for?")
    assert answer.value is False
    assert "pineapple" in answer.text
    assert recall.answer("Did you water the plant?").value is True


def test_parts_of_requests() -> None:
    assert request_parts("Please wash the mug and then put it in the sink.") == ["wash the mug", "put it in the sink"]
    assert request_parts("water the plant. it is thirsty") == ["water the plant and it is thirsty"]
    assert of_another_part(frozenset({"bring", "pineapple"}), PINEAPPLE, "water the plant")
    assert not of_another_part(frozenset({"water", "houseplant"}), PINEAPPLE, "water the plant")
    assert not of_another_part(frozenset({"tidy"}), "tidy up", "clean every plate")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("When you boiled the potato, did you use the microwave?", True),
        ("When you boiled the potato, did you use the pot?", True),
        ("When you boiled the potato, did you use the stove?", False),
        ("Did you use the fridge?", False),
        ("Did you use the mug?", True),
    ],
)
def test_what_something_was_taken_from_was_not_used(recall: Recall, question: str, value: bool) -> None:
    assert recall.answer(question).value is value


@pytest.mark.parametrize("question", ["Did you cook a potato?", "Did you boil the potato?", "Did you cook anything?"])
def test_a_change_that_nobody_saw_is_told_by_the_task_that_was_done(recall: Recall, question: str) -> None:
    assert recall.answer(question).value is True


def test_what_it_was_cooked_with_follows_from_what_ran(recall: Recall) -> None:
    told = recall.answer("What did you boil the potato with?")
    assert told.value == "Pot" and "microwave" in told.text  # what it lay in comes first
    assert recall.answer("Did you cook a tomato?").value is False


@pytest.mark.parametrize(
    "question",
    [
        "Were you interrupted while making coffee?",
        "Was the coffee making interrupted?",
        "Was the coffee interrupted?",
        "Did anyone interrupt you when you were making coffee?",
    ],
)
def test_whether_a_task_was_interrupted(recall: Recall, question: str) -> None:
    assert "I was interrupted while making coffee" in recall.answer(question).text


@pytest.mark.parametrize("question", ["Were you interrupted while boiling the potato?", "Was the potato interrupted?"])
def test_what_was_not_interrupted(recall: Recall, question: str) -> None:
    assert "interrupted while" not in recall.answer(question).text.replace("not interrupted while", "")
    assert not recall.answer(question).text.startswith("Yes")


@pytest.mark.parametrize("question", ["Did you finish?", "Are you done?", "How did it go?", "Did it work?"])
def test_what_names_nothing_is_about_the_last_task(recall: Recall, question: str) -> None:
    answer = recall.answer(question)
    assert (answer.kind, answer.value) == ("outcome", "done")


@pytest.mark.parametrize("question", ["Will it rain next week?", "Will it snow?"])
def test_what_will_be_is_not_known(recall: Recall, question: str) -> None:
    assert recall.answer(question).text == "I only know what was, not what will be."


@pytest.mark.parametrize(
    "question", ["What did Bartholomew say?", "Did Gwendolyn ask you for anything?", "What did Ottilie want from you?"]
)
def test_nobody_of_an_unknown_name_ever_spoke(recall: Recall, question: str) -> None:
    assert "nobody of that name" in recall.answer(question).text


def test_what_happened_is_no_part_of_what_was_told(recall: Recall) -> None:
    told = recall.exchange("What is the wifi password?")
    answer = recall.exchange("What happened today?", told).answer
    assert "wifi" not in answer.text
    assert answer.status == "known"


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[Recall]:
    """An apple in the fridge of one home; another one in the sink of another."""
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for home, (day, place) in enumerate(((START, "Fridge"), (START + timedelta(days=1), "SinkBasin"))):
                for one in _apple(day, f"h{home}", f"{place}|{home}", home).experiences:
                    builder.observe(one)
        yield Recall(store)


def _apple(day: datetime, episode: str, place: str, home: int) -> Life:
    life = Life(day, episode)
    for kind in ("Fridge", "SinkBasin", "CounterTop"):
        life.add(f"{kind}|{home}")
    life.add(f"Apple|{home}", f"CounterTop|{home}")
    life.look(f"Apple|{home}", f"Fridge|{home}", f"SinkBasin|{home}", f"CounterTop|{home}")
    return life.pick_up(f"Apple|{home}").put(place).look(f"Apple|{home}", place)


@pytest.mark.parametrize(
    "question",
    [
        "Did you put an apple in the fridge in this kitchen?",
        "Where is the apple in the first kitchen?",
        "Did you put the apple in the fridge in the other kitchen?",
        "Did you put an apple in the fridge in this house?",
    ],
)
def test_homes_are_not_mixed(moved: Recall, question: str) -> None:
    assert "more than one home" in moved.answer(question).text


def test_what_was_in_another_home_is_told_as_such(moved: Recall) -> None:
    assert "in another home: the apple in the fridge" in moved.answer("Where is the apple?").text
    assert moved.answer("Is the apple in the fridge?").value is False
    assert moved.answer("Did you put an apple in the fridge?").value is True


@pytest.fixture
def planned(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as store:
        schedule = TaskSchedule(PlanLog(TaskLog(store), ""), SimulatedClock(START))
        due = Due(START.replace(hour=9) + timedelta(days=1))
        schedule.add(DoLater((Begin(Errand("N X In State", ("1", "Bowl", "clean"))),), due), "tomorrow wash the bowl")
        yield store


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What will you do tomorrow?", "clean a bowl"),
        ("What is planned for tomorrow?", "clean a bowl"),
        ("Will you wash the bowl tomorrow?", "clean a bowl"),
        ("Are you going to wash the bowl?", "clean a bowl"),
        ("Will you wash the bowl next Sunday?", "Nothing is planned"),
        ("Are you going to water the plant?", "Nothing like that is planned"),
    ],
)
def test_planned_work_is_told(planned: Store, question: str, told: str) -> None:
    assert told in (asked_of_plans(planned, question, START) or "")
    assert may_ask_ahead(question)


@pytest.mark.parametrize(
    "question",
    ["What is planned?", "what's on the agenda", "When will you wash the bowl?", "is anything due?", "what'll you do?"],
)
def test_what_may_be_about_plans_is_told_by_its_words(question: str) -> None:
    assert may_ask_ahead(question)


@pytest.mark.parametrize("question", ["Did you wash the bowl?", "Will it rain?", "What did you do?", "Are you done?"])
def test_what_is_no_question_for_plans_is_left_to_recall(planned: Store, question: str) -> None:
    assert asked_of_plans(planned, question, START) is None


def test_planned_work_is_left_to_do(planned: Store) -> None:
    assert "clean a bowl" in Recall(planned, START).answer("What is left to do?").text


def test_what_was_erased_leaves_a_placeholder_and_no_denial(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            home = _Home(store)
            life = home.life
            life.task = "boil a potato"
            life.say("boil a potato")
            began = life.experiences[-1].time
            number = home.log.begin(
                "Boil X", ("Potato",), "boil a potato", began, None, "", TaskOrigin("boil a potato")
            )
            life.pick_up("Potato|0").put("Pot|0").switch("Microwave|0", True)
            home.end(number)
            for one in life.experiences:
                builder.observe(one)
        erase_about(store, "potato", life.time)
        recall = Recall(store)
        assert "erased" in recall.answer("Did you boil a potato?").text
        assert recall.answer("Did you boil a potato?").status == "forgotten"
        assert "boiled something that was erased" in recall.answer("What did you do?").text


@pytest.mark.parametrize("said", ["I asked you for four plates, do you remember?", "I was out. Can you remember that?"])
def test_whether_something_is_remembered_is_a_question(said: str) -> None:
    assert read(said).intent == "question"
    assert read("You should remember that mug").intent == "feedback"


def test_a_rule_by_whom_something_is_said_of_is_refused() -> None:
    assert why_not("Do not remember what people say about me.")
    assert why_not("Do not remember what anybody says of her.")
    assert not why_not("Do not remember what I say about the plant.")


def test_where_something_was_seen_at_no_place_is_not_known(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            life = Life()
            life.add("Vase|0")
            life.look("Vase|0")
            for one in life.experiences:
                builder.observe(one)
        for question in ("Where is the vase?", "Where was the vase today?"):
            told = Recall(store).answer(question)
            assert told.value is None and told.text.startswith("I do not know where")


@pytest.mark.parametrize("question", ["Did you make a potato salad?", "Have you made potato soup?"])
def test_an_unknown_word_behind_a_thing_makes_it_another_thing(recall: Recall, question: str) -> None:
    told = recall.answer(question)
    assert told.value is not True and not told.text.startswith("Yes")
    assert recall.answer("Did you boil a potato properly?").value is True
