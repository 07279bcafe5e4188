"""What people tell the robot to remember: it holds, or is refused in the same breath; facts are kept as facts."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.dialogue.manager import Dialogue
from agent.requests.intents import read
from homebody.cli import app
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance
from memory.live.worker import by_rules
from memory.reading.view import View
from memory.roles import Feedback
from memory.rules.facts import FactBook
from memory.rules.obeying import heard_only, why_not, wider
from memory.rules.rule_book import RuleBook
from memory.store.database import Store
from memory.store.lifetimes import PRESETS, use_preset

START = datetime(2026, 1, 5, 9)
REQUESTS = ("Please clean the plates.", "Make coffee, would you?", "Water the plant.")


def live_a_month(store: Store) -> None:
    """Something is asked for every day and done; in the night the robot forgets."""
    with HistoryBuilder(store) as builder:
        for day in range(31):
            now = START + timedelta(days=day)
            said = (Utterance("user", f"{REQUESTS[day % 3]} Number {day}."),)
            builder.observe(Experience(now, f"day {day}", speech=said))
            builder.observe(Experience(now + timedelta(minutes=1), f"day {day}", "Open", ("Drawer|1",), True))
            builder.observe(Experience(now + timedelta(minutes=2), f"day {day}", "Close", ("Drawer|1",), True))
            by_rules(store).run(now + timedelta(hours=19))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("feedback", ["Always remember what I ask you to do.", "You should never forget my requests!"])
def test_requests_are_there_a_month_later_when_that_was_asked_for(tmp_path: Path, preset: str, feedback: str) -> None:
    with Store.open(tmp_path / "m.sqlite") as store:
        use_preset(store, preset)
        assert RuleBook(store).learn(Feedback(feedback, START)).added
        live_a_month(store)
        said = [one.utterance.text for one in View(store).said()]
        assert said == [f"{REQUESTS[day % 3]} Number {day}." for day in range(31)]
        assert store.check() == []


def test_without_a_rule_they_go_with_their_time_and_with_a_topic_only_those_stay(tmp_path: Path) -> None:
    with Store.open(tmp_path / "m.sqlite") as store:
        RuleBook(store).learn(Feedback("Remember when I ask for coffee.", START))
        live_a_month(store)
        said = [one.utterance.text for one in View(store).said() if one.time < START + timedelta(days=20)]
        assert said and all("coffee" in text for text in said) and len(said) == 7


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Bitte merke dir alles", "cannot tell what it is about"),
        ("Always remember the mug if it rains.", '"rains"'),
        ("Always remember the mug until Friday.", '"until"'),
        ("Do not remember the red plate.", '"red"'),
    ],
)
def test_what_cannot_be_obeyed_is_refused_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    assert reason in why_not(text)
    with Store.open(tmp_path / "m.sqlite") as store:
        change = RuleBook(store).learn(Feedback(text, START))
        assert reason in change.refused and not change.added and RuleBook(store).current() == ()
    reply = Dialogue(tmp_path / "m.sqlite", START).say(text)
    if reply.change is not None:
        assert "cannot promise" in reply.text and reason in reply.text


@pytest.mark.parametrize(
    "text",
    [
        "Always remember what I ask you to do.",
        "Do not remember toggling the faucet.",
        "Always remember where you put the mug for two weeks.",
        "Always remember everything on Mondays.",
        "Always remember what Wilhelmina says about the soup.",
    ],
)
def test_what_can_be_obeyed_is_not_refused(text: str) -> None:
    assert why_not(text) == ""


def test_what_is_kept_beyond_a_wish_or_known_from_words_alone_is_said() -> None:
    assert "red" in wider("Always remember the red mug.") and not wider("Always remember the mug.")
    assert heard_only("Always remember my birthday.") == ("birthday",) and not heard_only("Always remember my mug.")


def test_a_new_memory_can_be_taught(tmp_path: Path) -> None:
    memory = tmp_path / "new.sqlite"
    run = CliRunner().invoke
    learn = ["memory", "rules", "--learn", "always remember what I ask you to do", "--memory", str(memory)]
    assert run(app, learn).exit_code != 0 and not memory.exists()  # it may be a typing mistake
    told = run(app, [*learn, "--new"])
    assert told.exit_code == 0 and "new rule 1" in told.output
    refused = run(app, ["memory", "rules", "--learn", "remember the mug until Friday", "--memory", str(memory)])
    assert "refused" in refused.output and "until" in refused.output
    reply = Dialogue(memory).say("Remember that the spare key is in the drawer.")
    assert reply.fact is not None and reply.fact.time == datetime(2026, 1, 5, 8)
    assert run(app, ["memory", "rules", "--memory", str(tmp_path / "none.sqlite")]).exit_code != 0


# -- facts


@pytest.fixture
def talk(tmp_path: Path) -> Dialogue:
    Store.open(tmp_path / "m.sqlite").close()
    return Dialogue(tmp_path / "m.sqlite", START)


def facts(talk: Dialogue) -> list[str]:
    with Store.open(talk._memory, readonly=True) as store:
        assert RuleBook(store).current() == ()
        return [one.text for one in FactBook(store).all()]


def test_facts_are_kept_corrected_and_taken_back_and_are_no_rules(talk: Dialogue) -> None:
    assert "you told me" in talk.say("Remember that my favourite mug is the blue one.").text
    talk.say("The spare key is in the drawer.")
    talk.say("Tom is allergic to eggs")
    assert facts(talk) == [
        "My favourite mug is the blue one",
        "The spare key is in the drawer",
        "Tom is allergic to eggs",
    ]
    corrected = talk.say("my favourite mug is the red one")
    assert 'no longer go by "My favourite mug is the blue one"' in corrected.text
    assert "again by" in talk.say("take that back").text
    assert facts(talk)[0] == "My favourite mug is the blue one"
    assert "spare key" in talk.say("forget what I told you about the key").text
    assert facts(talk) == ["My favourite mug is the blue one", "Tom is allergic to eggs"]
    assert "know that already" in talk.say("Tom is allergic to eggs.").text


@pytest.mark.parametrize(
    ("utterance", "kind"),
    [
        ("Please remember that the cups belong in the cabinet.", "fact"),
        ("I am allergic to nuts.", "fact"),
        ("Anna's birthday is on 3 March", "fact"),
        ("Remember that mug.", ""),
        ("That is wrong.", ""),
        ("That's important.", ""),
        ("The mug is important", ""),
        ("Where is the spare key?", ""),
        ("is the key in the drawer", ""),
        ("You are nice", "unknown"),
        ("Remember where you put the mug.", ""),
        ("Remember what I ask you to do", ""),
    ],
)
def test_facts_are_told_from_wishes_and_talk(utterance: str, kind: str) -> None:
    assert read(utterance, asked=True).kind == kind


@pytest.mark.parametrize(
    ("before", "said", "gone"),
    [
        ("My sister's name is Clara", "Actually my sister's name is Carla.", True),
        ("My sister's name is Clara", "My sister's name is Carla.", True),
        ("My birthday is on 3 May", "No, my birthday is on 4 May", True),
        ("The keys are in the red box", "Sorry, the keys are in the blue box", True),
        ("My dog is called Rex", "Correction: my dog is called Max", True),
        ("The bins are collected on Thursday", "Rather: the bins are collected on Friday", True),
        ("I like tea", "I no longer like tea", True),
        ("My aunt lives in Rome", "My aunt doesn't live in Rome any more", True),
        ("The bins are collected on Thursday", "Actually the bins are green", False),
        ("I like tea", "Actually I like coffee too", False),
        ("The key is small", "No, the key is in the drawer", False),
        ("I like tea and coffee", "I no longer like tea", False),
    ],
)
def test_a_correction_takes_the_place_of_what_was_told_of_the_same(
    tmp_path: Path, before: str, said: str, gone: bool
) -> None:
    memory = tmp_path / "m.sqlite"
    with Store.open(memory):
        pass
    talk = Dialogue(memory, START, speaker="Ana")
    talk.say(before)
    assert said.strip(".").rpartition(" ")[2] in talk.say(said).text
    with Store.open(memory, readonly=True) as store:
        assert len(FactBook(store).all()) == 2 - gone


def test_my_is_whose_who_tells_and_asks(tmp_path: Path) -> None:
    memory = tmp_path / "m.sqlite"
    with Store.open(memory):
        pass
    ana, ben = (Dialogue(memory, START, speaker=name) for name in ("Ana", "Ben"))
    ana.say("My birthday is on 3 May.")
    ana.say("My wifi code is 1234.")
    ben.say("My wifi code is 5678.")
    assert "3 May" in ana.say("When is my birthday?").text and "3 May" not in ben.say("When is my birthday?").text
    assert "1234" in ana.say("What is my wifi code?").text and "5678" in ben.say("What is my wifi code?").text
    assert "3 May" in Dialogue(memory, START, speaker="Ben").say("What did Ana tell you?").text


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("My shoe size is 38", "What is my shoe size?"),
        ("The bins are collected on Thursday", "When are the bins collected?"),
        ("The doctor's number is 555-1234", "What is the doctor's number?"),
    ],
)
def test_what_was_told_answers_what_was_never_seen(tmp_path: Path, told: str, asked: str) -> None:
    memory = tmp_path / "m.sqlite"
    with Store.open(memory):
        pass
    talk = Dialogue(memory, START)
    talk.say(told)
    assert told in talk.say(asked).text


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("You remember the salad?", True),
        ("I asked you to clean the cups - remember?", True),
        ("I told you to poach an egg, remember?", True),
        ("You remember that Tom wanted coffee?", True),
        ("You still recall the apple", True),
        ("We talked about the toast, do you remember?", True),
        ("Remember the mug, will you?", False),
        ("You should remember the mug", False),
        ("You must never forget the plate", False),
        ("From now on remember the knife, ok?", False),
        ("Always remember the mug", False),
    ],
)
def test_a_question_whether_something_is_remembered_is_no_rule(said: str, asks: bool) -> None:
    assert (read(said).intent != "feedback") == asks


@pytest.mark.parametrize(
    ("rule", "refused"),
    [
        ("Forget what I ask you at night.", True),
        ("Don't remember my requests.", True),
        ("Remember things only on weekdays.", True),
        ("Remember nothing but the mug on Mondays.", True),
        ("Remember what I ask you at night.", False),
        ("Remember the mug on weekdays.", False),
        ("Forget what Anna says about the plant.", False),
    ],
)
def test_what_cannot_be_kept_is_refused(rule: str, refused: bool) -> None:
    assert bool(why_not(rule)) == refused


def test_what_stays_all_the_same_is_said() -> None:
    assert "asked to do" in wider("Never remember the bowl.") and not wider("Always remember the bowl.")
    assert "not what I did with it" in wider("Always remember which knife you use.")
