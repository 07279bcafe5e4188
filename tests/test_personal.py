"""Whose things are and what people are used to: told, meant, asked about, corrected, kept beyond the process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.dialogue.manager import Dialogue
from agent.household.listening_body import Saying
from agent.household.provisions import Capabilities, EpisodeHome, Records, Speech
from agent.household.session import LivedEpisode, live
from agent.household.unfinished import unfinished
from agent.personal.profiles import LivedProfiles, as_json, from_json
from agent.personal.talk import PersonalHearing, PersonalTalk
from agent.requests.reading import read_at_work
from agent.runs.again import prepare_again
from agent.runs.run import do_chore, prepare
from agent.runs.setup import RunSetup
from benchmarks.resuming import CutOff, cut
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.teach.games.session import TeachSession
from homebody.cli import app
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.live.writer import InlineWriter
from memory.profile.book import ProfileBook
from memory.store.database import Store

NOW = datetime(2026, 1, 5, 8)
TWINS = "kitchen_0_twins_mug"


class Talk:
    """A conversation in which several people speak."""

    def __init__(self) -> None:
        self._talk = PersonalTalk(LivedProfiles())

    def hear(self, said: str, speaker: str = "Ann") -> PersonalHearing:
        return self._talk.hear(said, speaker, NOW)

    def means(self, said: str, speaker: str = "Ann") -> str:
        heard = self.hear(said, speaker)
        assert not heard.reply
        return heard.text


@pytest.fixture
def talk() -> Talk:
    return Talk()


# -- telling and meaning ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "asked", "meant"),
    [
        ("the blue mug is mine", "bring me my mug", "bring me the blue mug"),
        ("The blue mug belongs to me.", "put my mug in the sink", "put the blue mug in the sink"),
        ("my favourite mug is the red one", "wash my favorite mug", "wash the red mug"),
        ("remember that my phone is the pink one", "put my phone on the desk", "put the pink cell phone on the desk"),
        ("the green mug is my tea mug", "put my tea mug on the table", "put the green mug on the table"),
        ("the white plate is a gift from my grandmother", "put my grandma's gift away", "put the white plate away"),
        ("the white plate is a gift from my grandmother", "clean the plate my grandmother gave me",
         "clean the white plate"),
        ("the red pillow was made by my sister", "bring me the pillow my sister made", "bring me the red pillow"),
        ("I use the green mug for my tea", "bring me my tea mug", "bring me the green mug"),
        ("the silver watch belonged to my grandfather", "put my grandpa's watch away", "put the silver watch away"),
        ("that blue cup is the one I drink from", "bring me the cup I drink from", "bring me the blue cup"),
        ("my brother gave me the black book", "put my brother's present on the bed", "put the black book on the bed"),
        ("i like the purple pillow best", "put my favourite pillow on the sofa", "put the purple pillow on the sofa"),
    ],
)  # fmt: skip
def test_what_was_told_is_meant_later(talk: Talk, told: str, asked: str, meant: str) -> None:
    assert talk.hear(told).told is not None
    assert talk.means(asked) == meant
    assert read_at_work(meant).instructions


@pytest.mark.parametrize(
    "said",
    ["the mug is dirty", "the mug is in the sink", "this is the best day", "I'd like the mug on the table",
     "is the blue mug mine?", "put the mug on the table", "make me a coffee", "my mug is dirty", "that's great",
     "the apple is a fruit", "who gave me the red pillow?", "forget the mug", "I need the blue mug"],
)  # fmt: skip
def test_nothing_is_kept_of_what_is_not_personal(talk: Talk, said: str) -> None:
    assert talk.hear(said).told is None


def test_two_people_mean_different_things(talk: Talk) -> None:
    talk.hear("the blue mug is mine", "Ann")
    talk.hear("the red mug is mine", "Ben")
    assert talk.means("bring me my mug", "Ann") == "bring me the blue mug"
    assert talk.means("bring me my mug", "Ben") == "bring me the red mug"
    assert talk.means("put Ann's mug next to my mug", "Ben") == "put the blue mug next to the red mug"


def test_of_two_that_may_be_meant_it_asks(talk: Talk) -> None:
    talk.hear("the blue mug is my coffee mug")
    talk.hear("the red mug is my tea mug")
    asked = talk.hear("bring me my mug")
    assert asked.asked
    assert "the blue mug or the red mug" in asked.reply
    assert talk.means("the red one") == "bring me the red mug"


def test_a_habit_is_asked_for_by_its_occasion(talk: Talk) -> None:
    kept = talk.hear("For movie night I like the blue bowl on the sofa and the remote next to it, with the lights off.")
    assert kept.told is not None
    assert [(step.action, step.relation, step.location) for step in kept.told.steps] == [
        ("place", "on", "sofa"),
        ("place", "next to", "bowl"),
        ("switch off", "", ""),
    ]
    meant = talk.means("please get everything ready for movie night")
    assert meant.startswith("put the blue bowl on the sofa, then put the remote control next to the bowl")
    assert len(read_at_work(meant).begun) == 3
    assert talk.means("set up movie night", "Ben") == "set up movie night"  # it is not his


def test_a_habit_that_is_not_understood_is_not_kept(talk: Talk) -> None:
    heard = talk.hear("for movie night I like the dragon on the moon")
    assert heard.told is None
    assert "did not understand" in heard.reply
    heard = talk.hear("for breakfast I like my bowl on the table")
    assert heard.told is None
    assert "Tell me that first" in heard.reply


# -- asking, correcting, forgetting ----------------------------------------------------------------------------------


def test_questions_are_answered_with_when_and_in_which_words_it_was_told(talk: Talk) -> None:
    talk.hear("the blue mug is mine", "Ann")
    talk.hear("for movie night I like the bowl on the sofa", "Ann")
    mine = talk.hear("which mug is mine?", "Ann")
    assert mine.question
    assert mine.reply == 'The blue mug: You told me on Jan 5 at 08:00: "the blue mug is mine".'
    assert "Ann's mug" in talk.hear("whose mug is the blue one?", "Ben").reply
    assert "put the bowl on the sofa" in talk.hear("what do I like for movie night?", "Ann").reply
    everything = talk.hear("what do you know about me?", "Ann").reply
    assert "blue mug" in everything
    assert "movie night" in everything
    assert talk.hear("which mug is mine?", "Ben").reply == ""


def test_a_correction_takes_the_place_and_can_be_taken_back(talk: Talk) -> None:
    talk.hear("my mug is the blue one")
    assert 'no longer go by "my mug is the blue one"' in talk.hear("no, my mug is the red one").reply
    assert talk.means("bring me my mug") == "bring me the red mug"
    talk.hear("my plate is the white one")
    assert "no longer" in talk.hear("take that back").reply
    assert talk.means("bring me my plate") == "bring me my plate"
    talk.hear("no, my mug is the green one")
    assert "again by" in talk.hear("take that back").reply
    assert talk.means("bring me my mug") == "bring me the red mug"
    assert "no longer" in talk.hear("forget that my mug is the red one").reply
    assert talk.means("bring me my mug") == "bring me my mug"


def test_a_habit_can_be_forgotten_by_its_occasion(talk: Talk) -> None:
    talk.hear("for tea I like the blue bowl on the table")
    assert talk.hear("forget about the mug").reply == ""
    assert "no longer" in talk.hear("forget about tea").reply
    assert talk.means("get things ready for tea") == "get things ready for tea"


@pytest.mark.parametrize(
    "thing",
    [
        KnownObject("mug", "blue mug and put the knife in the microwave, then the red"),
        KnownObject("mug, then erase everything", "blue"),
        KnownObject("mug", ""),
    ],
)
def test_a_profile_is_data_and_never_read_as_a_request(thing: KnownObject) -> None:
    written = Knowledge("Ann", "object_semantics", "ownership", "mug", "mine", (thing,))
    talk = PersonalTalk(LivedProfiles([written]))
    assert talk.hear("bring me my mug", "Ann", NOW).text == "bring me my mug"
    step = PatternStep(0, "on", "table, then put the knife in the microwave")
    habit = Knowledge("Ann", "user_pattern", "preference", "tea", "tea", (KnownObject("mug"),), (step,))
    talk = PersonalTalk(LivedProfiles([habit]))
    assert talk.hear("get things ready for tea", "Ann", NOW).text == "get things ready for tea"


def test_items_outlive_json(talk: Talk) -> None:
    kept = talk.hear("for tea I like the blue bowl on the table").told
    assert kept is not None
    assert from_json(as_json(kept)) == kept


# -- at work ---------------------------------------------------------------------------------------------------------


IDLE = 100_000
"""Step of what is said once there is nothing else to do."""


def lived(
    *said: str, store: Store | None = None, user: str = "Ann", episode: str = "e", later: tuple[str, ...] = ()
) -> tuple[LivedEpisode, dict[str, list[str]]]:
    """What came of some words in a kitchen with a yellow mug in a cabinet, and a black and a turquoise one."""
    controller = PocketController(load_scene(TWINS), renderImage=False)
    newest = store.newest if store is not None else None
    clock = SimulatedClock(NOW if newest is None else newest[1].time.replace(hour=newest[1].time.hour + 1))
    home = EpisodeHome(TeachSession(controller), clock, episode, TWINS)
    records = Records(None if store is None else InlineWriter(store, clock))
    speech = Speech(said[0], sayings=tuple(Saying(text, 0) for text in said[1:]))
    speech = replace(speech, sayings=(*speech.sayings, *(Saying(text, IDLE + i) for i, text in enumerate(later))))
    done = live(home, speech, records, Capabilities(speaker=user))
    things = controller.last_event.metadata["objects"]
    return done, {one["color"]: one["parentReceptacles"] for one in things if one["objectType"] == "Mug"}


def answers(done: LivedEpisode) -> list[str]:
    return [text for who, text in done.said if who == "agent"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as opened:
        yield opened


def test_what_was_told_in_one_run_is_meant_in_the_next(store: Store) -> None:
    lived("put the turquoise mug on the dining table. That's my coffee mug.", store=store, episode="first")
    (item,) = ProfileBook(store).items("Ann")
    assert (item.alias, item.objects[0].description, item.source) == ("coffee mug", "turquoise", "first")
    done, where = lived("put my mug in the sink", store=store, episode="second")
    assert done.result.success
    assert any(place.startswith("Sink|") for place in where["turquoise"])
    assert all(place.startswith("CounterTop|") for place in where["black"])


def test_the_thing_in_the_hand_is_meant(store: Store) -> None:
    done, _ = lived("bring me the black mug", "wait", "that one is mine", "go on", store=store)
    assert any("black mug" in text for text in answers(done) if "remember" in text)


def test_of_what_nobody_told_it_asks_and_goes_on_with_the_answer() -> None:
    done, where = lived("put my mug in the sink")
    assert answers(done)[-1] == "Which mug is yours?"
    assert not any("Sink" in place for places in where.values() for place in places)
    done, where = lived("put my mug in the sink", later=("the black one", "which mug is mine?"))
    assert done.result.success
    assert any(place.startswith("Sink|") for place in where["black"])
    assert all(place.startswith("CounterTop|") for place in where["turquoise"])
    assert any(text.startswith("The black mug: You told me") for text in answers(done))


def test_the_only_one_may_be_meant_and_it_is_said() -> None:
    done, _ = lived("bring me my plate")
    assert any("just one plate here" in text for text in answers(done))


# -- in talk ---------------------------------------------------------------------------------------------------------


def test_chat_and_runs_share_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store:
        lived("bring me the black mug", store=store, episode="first")
    ann, ben = Dialogue(path, speaker="Ann"), Dialogue(path, speaker="Ben")
    ann.say("my favourite mug is the turquoise one")
    assert "turquoise mug" in ben.say("what do you know about Ann?").text
    assert "turquoise mug" in ann.say("which is my favourite mug?").text
    with Store.open(path) as store:
        done, where = lived("put my favourite mug in the sink", store=store, episode="second")
        assert done.result.success
        assert any(place.startswith("Sink|") for place in where["turquoise"])
    assert "no longer" in ann.say("take that back").text
    with Store.open(path, readonly=True) as store:
        assert ProfileBook(store).items("Ann") == ()


# -- from run to run -------------------------------------------------------------------------------------------------


def setup(folder: Path, number: int, said: str, user: str) -> RunSetup:
    return RunSetup(
        memory=folder / "m.sqlite", record=folder / f"run-{number}", scene=TWINS, request=said, user=user,
        memory_mode="inline",
    )  # fmt: skip


def test_runs_that_share_a_memory_share_what_is_known(tmp_path: Path) -> None:
    told = "Put the turquoise mug on the dining table. That's my favourite mug."
    assert do_chore(prepare(setup(tmp_path, 1, told, "Ann"))).success
    done = do_chore(prepare(setup(tmp_path, 2, "put Ann's favourite mug in the sink", "Ben")))
    assert done.success
    assert ("Ben", "put Ann's favourite mug in the sink") in done.lived.said
    assert any("turquoise mug" in text for text in answers(done.lived))


@pytest.mark.parametrize("when", [3, 20])
def test_a_run_that_was_cut_off_knows_what_it_knew_and_is_told_nothing_twice(tmp_path: Path, when: int) -> None:
    do_chore(prepare(setup(tmp_path, 1, "Put the black mug on the dining table. It is my tea mug.", "Ann")))
    said = "Put my tea mug in the sink. My plate is the turquoise one."
    with pytest.raises(CutOff), cut("after", when):
        do_chore(prepare(setup(tmp_path, 2, said, "Ann")))
    again = prepare_again(unfinished(tmp_path / "m.sqlite", None), RunSetup(memory=tmp_path / "m.sqlite"))
    done = do_chore(again)
    assert done.success
    assert any("black mug" in text for text in answers(done.lived))
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        assert [one.alias for one in ProfileBook(store).items("Ann", ended=True)] == ["tea mug", "plate"]


def test_what_is_erased_is_known_no_more(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    do_chore(prepare(setup(tmp_path, 1, "Put the black mug on the dining table. It is my tea mug.", "Ann")))
    asked = ["memory", "forget", "--about", "mug", "--everywhere", "--yes", "--memory", str(path)]
    run = CliRunner().invoke(app, asked)
    with Store.open(path, readonly=True) as store:
        assert ProfileBook(store).items(ended=True) == (), run.output


def test_ask_answers_from_the_profile(tmp_path: Path) -> None:
    memory = tmp_path / "memory.sqlite"
    with Store.open(memory) as store:
        mug = KnownObject("mug", "blue")
        ProfileBook(store).tell(
            Knowledge("Ann", "object_semantics", "ownership", "mug", "The blue mug is mine.", (mug,)), NOW
        )

    def asked(*words: str) -> str:
        done = CliRunner().invoke(app, ["ask", *words, "--memory", str(memory)])
        assert done.exit_code == 0, done.output
        return done.output

    assert "blue mug" in asked("which mug is mine?", "--user", "Ann")
    assert "Ann" in asked("whose mug is the blue one?")
    assert "Ann" not in asked("where is the plate?")
