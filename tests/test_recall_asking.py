"""How questions are put: languages, indirect ones, several at once, comparisons, dates that do not exist."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import kitchen

from agent.recall.asking import Recall
from agent.recall.several_questions import asking
from agent.recall.understanding.dates import impossible
from agent.recall.understanding.figures import plain_dates
from agent.recall.understanding.foreign import language_of
from agent.recall.understanding.plain_words import plain
from memory.building.history import HistoryBuilder
from memory.store.database import Store

NOW = datetime(2026, 1, 6, 20, 0)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("kitchen") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        yield Recall(store, NOW)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("In welchem Schrank ist die Tasse?", "German"),
        ("Was hast du gestern gemacht?", "German"),
        ("Où est la tasse ?", "French"),
        ("Qu'est-ce que tu as fait hier ?", "French"),
        ("¿Dónde está la taza?", "Spanish"),
        ("Che cosa hai fatto ieri?", "Italian"),
        ("Onde você colocou a xícara?", "Portuguese"),
        ("Waar is de mok?", "Dutch"),
        ("Gdzie jest kubek?", "Polish"),
        ("Var är muggen?", "Swedish"),
        ("杯子在哪里？", "Chinese"),
        ("マグカップはどこですか", "Japanese"),
        ("컵은 어디에 있나요?", "Korean"),
        ("Где кружка?", "Russian"),
        ("أين الكوب؟", "Arabic"),
    ],
)
def test_another_language_is_named(recall: Recall, question: str, language: str):
    assert language_of(question) == language
    answer = recall.answer(question)
    assert (answer.status, answer.value) == ("unsure", None)
    assert language in answer.text


@pytest.mark.parametrize(
    "text", ["Where is the mug?", "wheres teh knive", "the café", "die mug", "", "123", "?!", "no"]
)
def test_english_is_not_taken_for_another_language(text: str):
    assert language_of(text) is None


@pytest.mark.parametrize(
    ("question", "value", "status"),
    [
        ("Where are the mug and the apple?", ("Fridge", "DiningTable"), "known"),
        ("Where are the mug and the plate?", ("Fridge", None), "partly"),
        ("Did you slice the bread and the apple?", False, "partly"),
        ("Did you slice the bread or the apple?", True, "known"),
        ("Did you open the fridge and close it?", True, "known"),
        ("Did you open the fridge more often than the microwave?", True, "known"),
        ("Which came first, coffee or bread?", "make coffee", "known"),
        ("With what did you slice the bread?", "Knife", "known"),
        ("Did you slice the bread with a spoon?", False, "never happened"),
        ("Where is the big green apple?", "DiningTable", "partly"),
        ("Is the mug red?", None, "unsure"),
        ("What colour is the mug?", None, "unsure"),
        ("What will you do tomorrow?", None, "unsure"),
        ("What did you do on February 30?", None, "unsure"),
        ("What did you do at 25:30?", None, "unsure"),
        ("What did you put in the coffee machine? ", ("Mug",), "known"),
        ("I was away. The mug was dirty. Where is it?", "Fridge", "known"),
    ],
)
def test_answers(recall: Recall, question: str, value: object, status: str):
    answer = recall.answer(question)
    assert (answer.value, answer.status) == (value, status), answer.text
    assert answer.evidence or answer.status != "known"


def test_both_questions_of_one_sentence_are_answered(recall: Recall):
    answer = recall.answer("When did you open the fridge and how often did you pick up the mug?")
    assert answer.kind == "several"
    when, often = answer.value
    assert [f"{time:%d %H:%M}" for time in when] == ["05 08:06", "06 08:00"]
    assert often == 2


def test_two_tasks_are_compared_by_how_long_they_took(recall: Recall):
    answer = recall.answer("Which took longer, making coffee or slicing bread?")
    assert answer.value in ("make coffee", "slice bread")
    apart = recall.answer("How much time passed between making coffee and slicing bread?")
    assert isinstance(apart.value, timedelta) and apart.value < timedelta(minutes=10)


def test_what_did_i_say_goes_on_to_another_topic(recall: Recall):
    first = recall.exchange("What did I ask you?")
    assert "now cut the bread" in [row[2] for row in first.answer.value]
    second = recall.exchange("What about the bread?", first)
    assert [row[2] for row in second.answer.value] == ["now cut the bread"]


def test_a_very_long_question_is_answered_from_what_it_asks(recall: Recall):
    chat = "I was in the kitchen and it was quite warm. " * 110
    assert recall.answer(f"{chat} Where is the apple?").value == "DiningTable"
    nonsense = recall.answer("blah " * 1000)
    assert nonsense.status == "unsure"
    assert nonsense.text.startswith("That question is too long")


@pytest.mark.parametrize(
    "question",
    [
        *("What did you do today?", "Where are the mug and the plate?", "Which task took the longest?"),
        *("What did you open most often?", "What did you do on your first day?", "With what did you slice the bread?"),
        *("What was the last task?", "Did you open the fridge more often than the microwave?"),
    ],
)
def test_an_empty_memory_knows_nothing(tmp_path: Path, question: str):
    with Store.open(tmp_path / "empty.sqlite") as store:
        assert Recall(store).answer(question).status == "never happened"


@pytest.mark.parametrize("text", ["on february 30", "on 31 june", "on 2025-02-29", "on 29 february 2023", "at 24:75"])
def test_dates_that_do_not_exist_are_noticed(text: str):
    assert impossible(text) is not None


@pytest.mark.parametrize("text", ["on february 29", "on 31 july", "on 2024-02-29", "at 23:59", "at 8", "in may"])
def test_other_dates_exist(text: str):
    assert impossible(text) is None


@pytest.mark.parametrize(
    ("spoken", "figures"),
    [
        ("at quarter past three yesterday", "at 3:15 yesterday"),
        ("at half past ten", "at 10:30"),
        ("at a quarter to nine", "at 8:45"),
        ("on the fifth of march", "on the 5 of march"),
        ("on 3/12/2024", "on 2024-3-12"),
        ("on 24.12.2024", "on 2024-12-24"),
        ("half an hour ago", "30 minutes ago"),
    ],
)
def test_spoken_dates_and_times_become_figures(spoken: str, figures: str):
    assert plain_dates(spoken) == figures


def test_what_limits_a_question_may_stand_in_front():
    (question,), _ = asking("Between the salad and the toast, what did you do?")
    assert plain(question) == "what did you do between the salad and the toast"


_ANY_WORDS = """
what when where who how many did you was the mug fridge and or open between before after last than more long do put in
which took made been that tell me if yesterday at 3 not
"""
_WORDS = st.sampled_from(sorted(_ANY_WORDS.split()))


@settings(max_examples=60, deadline=None)
@given(st.lists(_WORDS, max_size=14).map(" ".join))
def test_any_question_gets_an_honest_answer(recall: Recall, text: str):
    answer = recall.answer(text)
    assert answer.evidence or answer.status != "known"
    assert answer.text
