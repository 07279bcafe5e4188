"""Talking about the past: what an utterance is taken for, what it leans on, what is learned and taken back."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from life import kitchen
from typer.testing import CliRunner

from agent.dialogue.manager import LONGEST, Dialogue, Reply
from agent.dialogue.terminal import converse, history_file, typed
from agent.language.call_log import call_figures
from agent.requests.intents import INTENTS, read
from envs.errors import GaveUp
from homebody.commands.chat import chat
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.roles import Feedback
from memory.rules.rule_book import RuleBook
from memory.store.database import Store
from memory.store.lifetimes import PUBLISHED_LIFETIMES, use_preset

NOW = datetime(2026, 1, 6, 20, 0)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("chat") / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences:
            builder.observe(one)
    return path.read_bytes()


@pytest.fixture
def memory(lived: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(lived)
    return path


@pytest.fixture
def dialogue(memory: Path) -> Dialogue:
    return Dialogue(memory, NOW)


def rules(memory: Path) -> list[str]:
    with Store.open(memory, readonly=True) as store:
        return [rule.text for rule in RuleBook(store).current()]


def say(dialogue: Dialogue, *utterances: str) -> Reply:
    """The reply to the last of some utterances."""
    return [dialogue.say(one) for one in utterances][-1]


# -- what an utterance is


@pytest.mark.parametrize(
    ("utterance", "intent", "kind"),
    [
        ("What did you do yesterday?", "question", ""),
        ("where is the mug", "question", ""),
        ("Can you tell me where the mug is?", "question", ""),
        ("Do you remember where the mug is?", "question", ""),
        ("List the tasks you performed.", "question", ""),
        ("did you open the fridge", "question", ""),
        ("what have you learned?", "question", "rules"),
        ("Show me your rules", "question", "rules"),
        ("You don't need to remember toggling the faucet.", "feedback", ""),
        ("It is important which mug I use", "feedback", ""),
        ("that would have been important", "feedback", ""),
        ("Please remember when Anna comes home", "feedback", ""),
        ("you can forget about the plates", "feedback", ""),
        ("You should have known that.", "feedback", ""),
        ("make me a coffee", "command", ""),
        ("Could you please clean the mug?", "command", ""),
        ("please put the mug in the sink", "command", ""),
        ("I want you to slice the bread", "command", ""),
        ("do the dishes", "command", ""),
        ("erase everything about Anna", "command", "erase"),
        ("No, I meant the plate.", "correction", ""),
        ("that's wrong", "correction", ""),
        ("not the mug but the plate", "correction", ""),
        ("take that back", "correction", "take back"),
        ("Undo that, please", "correction", "take back"),
        ("forget what I said", "correction", "take back"),
        ("hello", "chat", "hello"),
        ("Good morning!", "chat", "hello"),
        ("thanks a lot", "chat", "thanks"),
        ("how are you?", "chat", "how"),
        ("who are you", "chat", "who"),
        ("help", "chat", "help"),
        ("bye", "chat", "bye"),
        ("the weather", "chat", "unknown"),
        ("", "chat", "nothing"),
        ("?!", "chat", "nothing"),
    ],
)
def test_what_is_wanted(utterance: str, intent: str, kind: str) -> None:
    assert (read(utterance).intent, read(utterance).kind) == (intent, kind)


@pytest.mark.parametrize("utterance", ["why?", "Why not?", "but why not?", "how come?", "why don't you remember that?"])
def test_why_leans_on_something(utterance: str) -> None:
    assert read(utterance, asked=True).kind == "why"
    assert read(utterance).kind != "why"


@settings(max_examples=200)
@given(st.text(max_size=80), st.booleans())
def test_whatever_is_said_is_something(utterance: str, asked: bool) -> None:
    assert read(utterance, asked).intent in INTENTS


# -- questions that lean on each other


def test_a_question_is_answered_with_evidence(dialogue: Dialogue) -> None:
    reply = say(dialogue, "Where did you put the mug?")
    assert "coffee machine" in reply.text
    assert reply.answer is not None and reply.answer.status == "known" and reply.answer.evidence


@pytest.mark.parametrize(
    ("before", "follow", "told"),
    [
        ("What did you do yesterday?", "and today?", "opened and closed the fridge"),
        ("Did you open the fridge on Jan 6, 2026?", "and the day before?", "yesterday at 08:06"),
        ("When did you slice the bread?", "and the day after?", "no memory of slicing the bread today"),
        ("Did you pick up the mug?", "when?", "08:01"),
        ("Did you pick up the mug?", "where did you put it?", "coffee machine"),
        ("Where is the mug?", "what about the knife?", "knife|hand"),
        ("Did you slice the apple?", "no, I meant the bread", "sliced the bread yesterday"),
        ("Did you slice the apple?", "not the apple but the bread", "sliced the bread yesterday"),
        ("Did you slice the apple?", "I meant the bread, not the apple", "sliced the bread yesterday"),
        ("Did you open the fridge today?", "I meant yesterday", "yesterday at 08:06"),
    ],
)
def test_follow_ups(dialogue: Dialogue, before: str, follow: str, told: str) -> None:
    reply = say(dialogue, before, follow)
    assert re.search(told, reply.text), (reply.question, reply.text)


def test_the_day_before_what_the_last_answer_was_about(dialogue: Dialogue) -> None:
    reply = say(
        dialogue, "When did you say you are welcome?", "When did you open the fridge first?", "and the day after?"
    )
    assert "today at" in reply.text


def test_an_unclear_correction_asks_back(dialogue: Dialogue) -> None:
    assert "ask me in other words" in say(dialogue, "Where is the mug?", "that's wrong").text
    assert "put right" in say(Dialogue(dialogue._memory, NOW), "that's wrong").text


# -- why


def test_why_and_why_not(dialogue: Dialogue) -> None:
    assert "too far away" in say(dialogue, "Did you fail to open the fridge?", "why?").text
    assert "nothing I remember says so" in say(dialogue, "Did you slice a tomato?", "why not?").text
    assert '08:03 to make coffee, as you had asked: "please' in say(dialogue, "Where did you put the mug?", "why?").text
    assert "That is what I remember: Jan 5 at 08:0" in say(dialogue, "Where is the mug?", "why?").text
    assert "not sure what" in say(Dialogue(dialogue._memory, NOW), "What is the meaning of it all?", "why?").text


def test_why_something_was_forgotten(memory: Path) -> None:
    with Store.open(memory) as store:
        use_preset(store, PUBLISHED_LIFETIMES)
        Forgetter(store).run(NOW + timedelta(days=4))
    reply = say(Dialogue(memory, NOW + timedelta(days=4)), "Did you slice the bread on Jan 5, 2026?", "why not?")
    assert reply.answer is not None and reply.answer.status in ("forgotten", "partly")
    assert "I forgot that on Jan 10" in reply.text and "homebody memory undo" in reply.text


# -- what to remember


def test_feedback_becomes_a_rule_and_can_be_taken_back(dialogue: Dialogue, memory: Path) -> None:
    reply = say(dialogue, "You don't need to remember toggling the faucet.")
    assert reply.intent == "feedback" and reply.change is not None
    assert "Do not remember toggling the faucet." in reply.text and "take that back" in reply.text
    assert rules(memory) == ["Do not remember toggling the faucet."]
    assert "1. Do not remember toggling the faucet." in say(dialogue, "what have you learned?").text
    assert "no longer by" in say(dialogue, "take that back").text
    assert rules(memory) == []
    assert "no rules yet" in say(dialogue, "what have you learned?").text
    assert "nothing to take back" in say(dialogue, "take that back").text


def test_that_is_what_was_asked(dialogue: Dialogue, memory: Path) -> None:
    say(dialogue, "Did you slice a tomato yesterday?", "that would have been important")
    assert rules(memory) == ["Always remember when you slice the tomato."]
    say(dialogue, "no, I meant bread, not tomato")
    assert rules(memory) == ["Always remember when you slice the bread."]
    assert "again by" in say(dialogue, "take that back").text
    assert rules(memory) == ["Always remember when you slice the tomato."]
    say(dialogue, "take that back")
    assert rules(memory) == []


def test_only_what_was_learned_here_is_taken_back(dialogue: Dialogue, memory: Path) -> None:
    say(dialogue, "Always remember which mug I use.")
    with Store.open(memory) as store:  # somebody else adds one meanwhile
        RuleBook(store).add("Always remember what Anna says.", NOW)
    say(dialogue, "take that back")
    assert rules(memory) == ["Always remember what Anna says."]
    assert "homebody memory rules --remove" in say(dialogue, "take that back").text
    assert rules(memory) == ["Always remember what Anna says."]


def test_feedback_that_says_nothing_new(dialogue: Dialogue, memory: Path) -> None:
    say(dialogue, "Always remember which mug I use.")
    assert "changes nothing" in say(dialogue, "Always remember which mug I use.").text
    assert "nothing new" in say(dialogue, "why?").text
    assert "understood" in say(dialogue, "Always remember the plates.", "why?").text


def test_the_learner_gets_question_and_answer(dialogue: Dialogue, monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[Feedback] = []
    learn = RuleBook.learn
    monkeypatch.setattr(
        RuleBook, "learn", lambda self, said, *learner: (got.append(said), learn(self, said, *learner))[1]
    )
    asked = say(dialogue, "Where is the mug?")
    say(dialogue, "that is good to know")
    assert got == [Feedback("that is good to know", NOW, "Where is the mug?", asked.text)]


# -- commands and what goes wrong


def test_commands_go_to_whoever_can_act(memory: Path) -> None:
    assert "homebody run" in say(Dialogue(memory, NOW), "make me a coffee").text
    done: list[str] = []
    acting = Dialogue(memory, NOW, act=lambda command: (done.append(command), "Coffee is ready.")[1])
    assert say(acting, "make me a coffee").text == "Coffee is ready."
    assert done == ["make me a coffee"]


def test_erasing_asks_first(dialogue: Dialogue, memory: Path) -> None:
    assert "Shall I erase everything about the apple" in say(dialogue, "erase everything about the apple").text
    assert "keep it" in say(dialogue, "no").text
    say(dialogue, "erase everything about the apple", "where is the mug?", "yes")  # another question is no consent
    assert "apple" in say(dialogue, "Where is the apple?").text and b"Apple" in memory.read_bytes()
    assert "erased" in say(dialogue, "erase everything about the apple", "yes").text
    assert b"Apple" not in memory.read_bytes()


def test_a_busy_memory_is_said_and_the_talk_goes_on(dialogue: Dialogue, memory: Path) -> None:
    with Store.open(memory):
        assert "cannot do that just now" in say(dialogue, "Always remember which mug I use.").text
        assert "coffee machine" in say(dialogue, "Where did you put the mug?").text
    assert "From now on" in say(dialogue, "Always remember which mug I use.").text


def test_what_fails_is_said(memory: Path, tmp_path: Path) -> None:
    class Failing:
        def __init__(self, *_: object) -> None: ...

        def exchange(self, question: str, before: object = None) -> object:
            raise GaveUp("no idea")

    assert say(Dialogue(memory, NOW, Failing), "Where is the mug?").text == "I cannot do that: no idea"  # pyright: ignore[reportArgumentType]
    assert "I listen to 5,000" in say(Dialogue(memory, NOW), "x" * (LONGEST + 1)).text
    with Store.open(tmp_path / "empty.sqlite"):
        pass
    assert "remember nothing yet" in say(Dialogue(tmp_path / "empty.sqlite"), "Where is the mug?").text


SAID = ["why?", "when?", "no", "take that back", "and the day before?", "and the mug?", "yes", "forget that", "hello"]
SAID += ["not the mug", "where is it?", "i meant yesterday", "what have you learned?", "erase everything about the mug"]


@settings(max_examples=30)
@given(st.lists(st.sampled_from(SAID), max_size=5))
def test_no_order_of_utterances_breaks_it(
    lived: bytes, tmp_path_factory: pytest.TempPathFactory, said: list[str]
) -> None:
    memory = tmp_path_factory.mktemp("any") / "memory.sqlite"
    memory.write_bytes(lived)
    dialogue = Dialogue(memory, NOW)
    for one in said:
        reply = dialogue.say(one)
        assert reply.text and reply.intent in INTENTS


# -- the terminal


def test_goodbye_ends_it(dialogue: Dialogue) -> None:
    replies: list[Reply] = []
    assert converse(dialogue, iter(["hello", "", "  ", "bye", "hello"]), replies.append) == 2
    assert [reply.ended for reply in replies] == [False, True]


def test_lines_from_a_pipe() -> None:
    assert list(typed(io.StringIO("hello\n\nWhere is it?"))) == ["hello", "", "Where is it?"]


def test_where_lines_are_kept(tmp_path: Path) -> None:
    assert history_file({"HOMEBODY_HISTORY": "here"}) == Path("here")
    assert history_file({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "homebody" / "chat_history"
    assert history_file({}).name == "chat_history"


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are of POSIX")
def test_a_terminal_has_history(memory: Path, tmp_path: Path) -> None:
    import pty

    kept, told = tmp_path / "state" / "lines", tmp_path / "told"
    code = (
        "from contextlib import closing; from itertools import islice; from pathlib import Path\n"
        "from agent.dialogue.terminal import typed\n"
        f"with closing(typed(history=Path({str(kept)!r}))) as lines:\n"
        f"    Path({str(told)!r}).write_text(repr(list(islice(lines, 2))))"
    )
    leader, follower = pty.openpty()
    os.write(leader, b"where is it?\n\x1b[A\n")  # the second line is the first one, fetched with the arrow key
    environment = {**os.environ, "TERM": "xterm"}
    run = [sys.executable, "-c", code]
    place = Path(__file__).parents[1]
    subprocess.run(run, stdin=follower, stdout=follower, timeout=30, cwd=place, env=environment, check=True)
    os.close(leader)
    os.close(follower)
    assert told.read_text() == "['where is it?', 'where is it?']"
    assert "where is it?" in kept.read_text()
    assert kept.stat().st_mode & 0o77 == 0


@pytest.fixture
def command() -> typer.Typer:
    app = typer.Typer()
    app.command()(chat)
    return app


def test_the_command_talks_and_gives_json(command: typer.Typer, memory: Path, tmp_path: Path) -> None:
    arguments = ["--memory", str(memory), "--now", "2026-01-06T20:00:00", "--json", str(tmp_path / "out.json")]
    lines = "When did you slice the bread?\nthat would have been important\ntake that back\nbye\n"
    done = CliRunner().invoke(command, arguments, input=lines)
    assert (done.exit_code, "sliced bread yesterday" in done.output, "Goodbye" in done.output) == (0, True, True)
    kept = json.loads((tmp_path / "out.json").read_text())
    assert [turn["intent"] for turn in kept["turns"]] == ["question", "feedback", "correction", "chat"]
    assert kept["turns"][0]["answer"]["evidence"] and kept["turns"][1]["change"]["added"]


def test_words_steer_no_terminal(command: typer.Typer, memory: Path) -> None:
    lines = "erase everything about [bold red]\x1b[2J this[/]\n"
    done = CliRunner().invoke(command, ["--memory", str(memory)], input=lines)
    assert "[bold red] this[/]" in done.output and "\x1b[2" not in done.output


def test_the_command_with_a_language_model(command: typer.Typer, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pydantic_monty", "openai"):
        pytest.importorskip(package, reason="the extras 'console' and 'language' are not installed")
    from talker import Say, talker

    for name in ("HOMEBODY_LANGUAGE_MODEL", "HOMEBODY_LANGUAGE_URL", "HOMEBODY_LANGUAGE_RECORD", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    arguments = ["--memory", str(memory), "--language", "llm"]
    assert "no language model is set up" in str(CliRunner().invoke(command, arguments).exception)
    lines = ["answer('It stands in the coffee machine.', evidence=[occurrences('mug')[-1]['event']])"]
    with talker(lines, then=Say("no such model", 404)) as server:
        arguments += ["--model", "m", "--url", server.url, "--json", "-"]
        done = CliRunner().invoke(command, arguments, input="Where is the mug?\nWhere is the knife?\n")
    kept = json.loads(done.output)
    assert kept["turns"][0]["answer"]["text"] == "It stands in the coffee machine."
    assert kept["turns"][1]["answer"]["kind"] == "where"  # the built-in recall stepped in
    assert [(call["role"], call["outcome"]) for call in kept["calls"]] == [
        ("recall", "ok"),
        ("dialogue", "BadInput"),
        ("recall", "BadInput"),
    ]
    assert [one["role"] for one in kept["fallbacks"]] == ["dialogue", "recall"]
    with Store.open(memory, readonly=True) as store:
        assert [(one.role, one.calls, one.failed) for one in call_figures(store)] == [
            ("dialogue", 1, 1),
            ("recall", 2, 1),
        ]
