"""Questions about the home as it is: what is asked, what is looked for, and what is answered."""

from __future__ import annotations

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.planning.terms import Trait
from agent.requests.home_questions.reading import HomeQuestion, asked_plainly, home_question
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession

DIRTY, CLEAN = (("dirty", True),), (("dirty", False),)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("How many plates are dirty?", HomeQuestion("count", "Plate", Trait("", DIRTY), True)),
        ("which mug is clean", HomeQuestion("which", "Mug", Trait("", CLEAN))),
        ("Is there still a fork in the drawer?", HomeQuestion("exists", "Fork", Trait("", (), "Drawer"))),
        ("where did I leave the newspaper", HomeQuestion("where", "Newspaper", Trait())),
        ("Hey, is the microwave open?", HomeQuestion("state", "Microwave", Trait("", (("open", True),)))),
        ("what's in the fridge?", HomeQuestion("inside", "Anything", Trait("", (), "Fridge"))),
        ("How many newspapers are there in this room?", HomeQuestion("count", "Newspaper", Trait(), True)),
        ("where is the vase, dear?", HomeQuestion("where", "Vase", Trait())),
        ("are the burners on?", HomeQuestion("state", "StoveKnob", Trait("", (("on", True),)), True)),
    ],
)
def test_what_is_asked(said: str, asked: HomeQuestion) -> None:
    assert home_question(asked_plainly(said)) == asked


@pytest.mark.parametrize(
    "said",
    [
        "are you done?",
        "is the salad ready?",
        "how many eggs did you put in the fridge?",
        "what did you do with the mug?",
        "is there a fork that I could lend my neighbour?",
        "is there milk?",
        "where is it?",
    ],
)
def test_what_is_not_wholly_understood_is_left_to_others(said: str) -> None:
    assert home_question(asked_plainly(said)) is None


def asked(question: str) -> tuple[EpisodeHome, LivedEpisode, str]:
    home = EpisodeHome(TeachSession(PocketController("kitchen_31", renderImage=False)), SimulatedClock(), "asked", "k")
    run = live(home, Speech(question))
    return home, run, run.said[-1][1]


def test_what_is_not_known_during_work_is_looked_for_when_that_is_done() -> None:
    home = EpisodeHome(TeachSession(PocketController("kitchen_31", renderImage=False)), SimulatedClock(), "asked", "k")
    run = live(home, Speech("wash a mug", None, (Saying("how many cups are dirty?", 3),)))
    said = [text for _, text in run.said]
    assert any("I will have a look when this is done." in text for text in said)
    assert said[-1].startswith("There is one dirty cup")


def test_that_something_asked_about_is_nowhere_is_an_answer_and_no_failure_of_the_work() -> None:
    home = EpisodeHome(TeachSession(PocketController("tabletop_4", renderImage=False)), SimulatedClock(), "asked", "k")
    run = live(home, Speech("put every apple on some plate", None, (Saying("where is the pen?", 2),)))
    assert run.said[-1][1] == "I could not find the pen."
    assert run.result.success and run.result.reason == "done"
    assert [one.item.status for one in run.ended] == ["done", "failed"]  # and that nothing was found is remembered


def test_a_number_is_counted_in_the_whole_home() -> None:
    home, _, answer = asked("how many cups are dirty?")
    dirty = [one for one in home.session.objects() if one["objectType"] == "Cup" and one["isDirty"]]
    assert len(dirty) == 1
    assert answer.startswith("There is one dirty cup")


def test_what_is_in_a_place_is_seen_by_opening_only_that() -> None:
    home, run, answer = asked("what is in the fridge?")
    inside = {
        one["objectType"]
        for one in home.session.objects()
        if any("Fridge" in place for place in one["parentReceptacles"] or ())
    }
    opened = [one.oid for one in run.result.game.interactions if one.oid and one.success and "Fridge" not in one.oid]
    assert opened == []
    assert answer.count(",") + answer.count(" and ") - 1 == len(inside) - 1


def test_no_is_said_with_what_is_known() -> None:
    _, _, answer = asked("is there a mug in the microwave?")
    assert answer.startswith("No, I found no mug in the microwave")
    assert "one mug" in answer


@pytest.mark.parametrize(
    "asked", ["Is the cup on the dining table clean or dirty?", "Is the cup on the dining table clean?"]
)
def test_how_one_is_that_is_told_apart_by_its_place(asked: str) -> None:
    question = home_question(asked)
    assert question is not None and question.ask == "state" and question.meant.place == "DiningTable"
    assert question.trait.states == (("dirty", False),)


def test_of_two_ways_the_first_is_asked_about() -> None:
    assert home_question("Is the microwave on or off?") == home_question("Is the microwave on?")
    assert home_question("Is the cup on the table or the shelf?") is None
