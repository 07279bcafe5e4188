"""Requests that the robot asked back about and never began: asked for, not done, and no deed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from life import START
from test_recall_asked_tasks import LoggedLife

from agent.recall.asking import Recall
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.store.database import Store
from memory.store.lifetimes import PRESETS, set_lifetimes

HOUR = timedelta(hours=1)
TALKS = (
    ("bring me the unicorn", 'I do not know what "unicorn" is. What do you mean?'),
    ("hold on, turn on the stove first", "Careful: that starts fires. Shall I do it all the same?"),
    ("where is the mug?", "What do you mean?"),
    ("fry the tomato in the pan", "A tomato cannot be cooked. What do you mean?"),
)


def lived(store: Store, builder: HistoryBuilder) -> None:
    """A mug put into the fridge, what nobody understood, and what was cleared up."""
    life = LoggedLife(store, builder).at(START, "done").tried("put a mug in some fridge", "put the mug in the fridge")
    for number, (said, reply) in enumerate(TALKS):
        life.at(START + (number + 1) * HOUR, f"refused {number}")
        life.life.say(said).say(reply, "agent")
    life.at(START + 6 * HOUR, "cleared up")
    life.life.say("clean the gizmo").say('I do not know what "gizmo" is. What do you mean?', "agent")
    life.life.say("the mug").say("OK, I will clean a mug.", "agent")
    life.remember()


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(Path(tmp_path_factory.mktemp("refused")) / "home.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived(store, builder)
        yield Recall(store, START + 10 * HOUR)


@pytest.mark.parametrize("asked", ["What did I ask you to do today?", "What did I want you to do today?"])
def test_what_was_refused_is_among_what_was_asked_for(recall: Recall, asked: str):
    text = recall.answer(asked).text
    for words in ("unicorn", "turn on the stove", "fry the tomato", "put a mug"):
        assert words in text
    assert "gizmo" not in text  # that was cleared up
    assert "where is" not in text
    assert "all of it" not in text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Did you fry the tomato?", "cannot be cooked"),
        ("Did you fry a tomato?", "cannot be cooked"),
        ("Did you bring me the unicorn?", "unicorn"),
        ("Did you turn on the stove?", "starts fires"),
    ],
)
def test_what_was_refused_is_no_deed(recall: Recall, asked: str, said: str):
    text = recall.answer(asked).text
    assert text.startswith("No")
    assert said in text


def test_why_nothing_came_of_it_is_what_the_robot_said(recall: Recall):
    assert "A tomato cannot be cooked" in recall.answer("Why didn't you fry the tomato?").text


def test_what_was_done_stays_done(recall: Recall):
    assert recall.answer("Did you put a mug in the fridge?").text.startswith("Yes")
    assert "unicorn" not in recall.answer("What did you do today?").text
    assert recall.answer("Did you boil an egg?").status == "never happened"


def test_a_request_heard_is_no_deed_where_only_a_summary_is_left(tmp_path: Path):
    with Store.open(tmp_path / "home.sqlite") as store:
        set_lifetimes(store, PRESETS["h2emv"])
        with HistoryBuilder(store) as builder:
            life = LoggedLife(store, builder).at(START, "said")
            life.life.say("slice the tomato", "Tom").say("What do you mean?", "agent")
            life.at(START + 24 * HOUR, "done").tried("put a mug in some fridge", "put the mug in the fridge")
            life.remember()
        Forgetter(store).run(START + 24 * 44 * HOUR)
        answer = Recall(store, START + 24 * 44 * HOUR).answer("Did you slice a tomato?")
    assert not answer.text.startswith("Yes")


@pytest.mark.parametrize("asked", ["Did you drop anything?", "Did you drop a mug?", "Have you dropped something?"])
def test_of_what_fell_the_robot_knows_nothing(recall: Recall, asked: str):
    answer = recall.answer(asked)
    assert answer.status == "unsure"
    assert "cannot tell" in answer.text


def test_what_was_dropped_somewhere_was_put_there(recall: Recall):
    assert recall.answer("Did you drop the mug into the fridge?").text.startswith("Yes")


@pytest.mark.parametrize("asked", ["I wanted you to put the mug in the fridge.", "I needed you to put away the mug."])
def test_what_somebody_wanted_was_asked_for(recall: Recall, asked: str):
    assert "mug" in recall.answer(asked).text
