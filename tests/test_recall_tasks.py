"""Recall about tasks: published questions word for word, naming, wording, and what is left after forgetting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from life import START, Life, kitchen

from agent.recall.asking import Recall
from agent.recall.lookup.keys import key
from agent.recall.lookup.task_matching import Meant, content, like, same
from agent.recall.lookup.task_runs import TaskRun, covering, errands
from agent.recall.understanding.times import stated_now
from agent.recall.wording import object_words, task_words
from eval.histories.build_memory import build_memory
from eval.histories.game_files import GameFiles
from eval.histories.schedules import read_schedule
from eval.recall.published_wording import published as published_words
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.reading.view import View
from memory.store.database import Store

DATA = Path(__file__).parents[1] / "../shared/data"
SET = DATA / "hemv_qa/test_set_5.json"
HISTORY = 5  # the object asked about was there


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Recall, dict[str, dict[str, str]]]]:
    if not SET.exists():
        pytest.skip("the recorded games are not here: ../shared/data/hemv_qa and ../shared/data/teach")
    path = tmp_path_factory.mktemp("published") / "memory.sqlite"
    archives = sorted((DATA / "teach").glob("*valid_unseen*"))
    build_memory(GameFiles(archives), read_schedule(SET, HISTORY), path)
    history = json.loads(SET.read_text("utf-8"))["histories"][HISTORY]
    with Store.open(path, readonly=True) as store:
        recall = Recall(store, datetime.fromisoformat(history["now_time_stamp"]))
        yield recall, {question["question_id"]: question for question in history["questions"]}


@pytest.mark.parametrize("kind", ["TD", "LA", "RA", "RB", "EE", "TE", "TA", "AE"])
def test_published_questions_are_answered_in_the_published_words(
    published: tuple[Recall, dict[str, dict[str, str]]], kind: str
):
    recall, questions = published
    answer = recall.answer(questions[kind]["text_input"])
    assert published_words(kind, answer) == questions[kind]["target_output"]
    assert answer.status == "known"
    assert answer.evidence
    assert 0 < answer.tokens_read < 1500


@pytest.mark.parametrize("kind", ["SO", "AT"])
def test_published_lists_without_order_are_answered_as_sets(
    published: tuple[Recall, dict[str, dict[str, str]]], kind: str
):
    recall, questions = published
    answer = recall.answer(questions[kind]["text_input"])
    expected = questions[kind]["target_output"].removeprefix("yes, when I ")
    told = published_words(kind, answer).removeprefix("yes, when I ")
    assert {key(task) for task in told.split(". and ")} == {key(task) for task in expected.split(". and ")}
    assert (answer.value is True and answer.tasks) if kind == "SO" else answer.value


def test_values_of_published_types_are_typed(published: tuple[Recall, dict[str, dict[str, str]]]):
    recall, questions = published
    ask = {kind: recall.answer(question["text_input"]).value for kind, question in questions.items()}
    assert all(isinstance(when, datetime) for when in ask["TE"])
    assert all(isinstance(days, int) for days in ask["TA"])
    assert isinstance(ask["RA"], str)
    assert len(ask["TD"]) == 5


def test_an_object_that_was_never_there(published: tuple[Recall, dict[str, dict[str, str]]]):
    answer = published[0].answer("Was there a baseball bat ?")
    assert (answer.value, answer.status) == (False, "never happened")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("ButterKnife", "butter knife"),
        ("CounterTop", "countertop"),
        ("PaperTowelRoll", "papertowel roll"),
        ("PotatoSliced", "potato"),
        ("SinkBasin", "sink"),
        ("EggCracked", "egg"),
        ("CD", "cd"),
    ],
)
def test_object_words(kind: str, words: str):
    assert object_words(kind) == words


def test_task_words():
    assert task_words("Put all CreditCard on any SideTable.") == "put all credit card on any sidetable"
    assert task_words("Put all TissueBox on one CoffeeTable.") == "put all tissue box on one coffeetable"
    assert task_words("Make a salad.") == "make a salad"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("making some coffee", "make a cup of coffee"),
        ("washed the mugs", "clean all the mugs"),
        ("serve two slices of tomato on a plate", "serve 2 slice(s) of tomato on a plate"),
        ("moved all credit cards to the bed", "put all credit card on any bed"),
    ],
)
def test_the_same_task_in_other_words(left: str, right: str):
    assert content(left) == content(right)


def _errand(name: str, number: int, *others: tuple[str, float], confidence: float = 1.0) -> TaskRun:
    when = START + timedelta(hours=number)
    return TaskRun(name, when, when, number * 10, number * 10 + 9, number, number, others, confidence)


def test_a_task_is_meant_by_its_name_its_words_or_as_second_best_guess():
    coffee = _errand("prepare coffee in a clean mug", 1)
    salad = _errand("make a salad", 2)
    doubtful = _errand("put all watch in one box", 3, ("put all watch in any box", 0.35), confidence=0.6)
    lived = [coffee, salad, doubtful]
    assert same(lived, "make a salad").errands == (salad,)
    assert like(lived, "making coffee").errands == (coffee,)
    assert same(lived, "put all watch in any box").errands == (doubtful,)
    assert not like(lived, "make a sandwich").errands


def test_a_task_on_any_place_covers_those_on_one_and_on_places_of_its_kind():
    one = _errand("put all watch on one sidetable", 1)
    anywhere = _errand("put all watch on any dresser", 2)
    forks = _errand("put all fork on one sidetable", 3)
    lived = [one, anywhere, forks]
    assert same(lived, "put all watch on any sidetable") == Meant((one,))
    assert same(lived, "put all the watches on one of the tables") == Meant((one,))
    assert same(lived, "put all watch on any furniture") == Meant((one, anywhere))
    assert same(lived, "put all watch on any dresser") == Meant((anywhere,))


def test_a_task_on_one_place_may_be_that_on_any_but_not_for_sure():
    anywhere = _errand("put all watch on any dresser", 1)
    lived = [anywhere, _errand("put all watch on one sofa", 2)]
    assert same(lived, "put all watch on one dresser") == Meant((anywhere,), sure=False)
    assert same(lived, "put all watch on one armchair") == Meant(())
    assert same(lived, "put all remote control on one dresser") == Meant(())


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10)), max_size=6))
def test_errands_are_covered_where_ranges_overlap(parts: list[tuple[int, int]]):
    lived = [_errand("a", number) for number in range(5)]
    ranges = [(first, first + length) for first, length in parts]
    expected = [one for one in lived if any(first <= one.last and last >= one.first for first, last in ranges)]
    assert covering(lived, ranges) == expected


def test_a_question_may_say_when_it_is_asked():
    now = datetime(2020, 1, 1, 5, 30)
    assert stated_now("Today is Jul 24, 2023 at 07:43 PM. What?", now) == ("What?", datetime(2023, 7, 24, 19, 43))
    assert stated_now("Today is Feb 31, 2023. What?", now) == ("Today is Feb 31, 2023. What?", now)
    assert stated_now("What did you do today?", now) == ("What did you do today?", now)


def test_tasks_are_told_anew_when_more_is_said(tmp_path: Path):
    life = Life()
    life.say("hello").look(life.add("Mug|0"))
    with Store.open(tmp_path / "memory.sqlite") as store, HistoryBuilder(store) as builder:
        for one in life.experiences:
            builder.observe(one)
        assert [one.name for one in errands(View(store))] == [""]
        life.say("please water the plant")
        builder.observe(life.experiences[-1])
        assert [one.name for one in errands(View(store))] == ["water the plant"]


def test_what_was_forgotten_is_not_called_never(tmp_path: Path):
    life = kitchen()
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in life.experiences:
                builder.observe(one)
        before = Recall(store).answer("When did you make tea?")
        late = START + timedelta(days=400)
        Forgetter(store).run(late)
        recall = Recall(store, late)
        asked = ("List the tasks you performed.", "When did you make coffee?", "Was there a mug?")
        answers = [recall.answer(question) for question in asked]
        assert before.status in ("never happened", "unsure")
        assert [answer.status for answer in answers] == ["forgotten", "partly", "partly"]  # a summary is left
        assert all(answer.evidence for answer in answers)
