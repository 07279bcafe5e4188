"""Hostile text through every command of the command line: as argument, as file, and out of a memory.

The commands come from the Typer app itself: a new one is driven with the rest. One that would work for long on what it
is given here gets, in ``ENDS_EARLY``, arguments with which it ends at once.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import typer
from hostile import HOSTILE, steers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from life import START, Life

import homebody.cli as homebody
from agent.language.call_log import StoreSink
from agent.language.model import Usage
from agent.language.trace import Call
from envs.clock import SimulatedClock
from envs.process.plain_text import whole_characters
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.profile.book import ProfileBook
from memory.rules.rule_book import RuleBook
from memory.store.database import Store

COMMAND: Any = typer.main.get_command(homebody.app)
ENDS_EARLY: dict[str, tuple[str, ...]] = {
    "run": ("--scene", "nowhere"),
    "collect": ("--sources", "games", "--games", "missing"),
    "memory build": ("--seed", "1"),
    "eval interruption": ("--tasks", "none of them"),
    "eval perception": ("--section", "loss_account", "--games", "missing"),
    "train export": ("--weights", "missing.pt"),
    "results": ("names", "none of them"),
}
SAID = tuple(whole_characters(text) for text in HOSTILE if len(text) < 1000)
LONG = "n" * 100_000


def leaves(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All commands with the words that lead to them."""
    below = getattr(command, "commands", None)
    if below is None:
        yield path, command
    for name, one in (below or {}).items():
        yield from leaves(one, (*path, name))


LEAVES = dict(leaves(COMMAND))
WORK = {path: command.callback for path, command in LEAVES.items()}


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: object
    out: str
    err: str


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory of hostile speech, names, tasks, rules, errors and models; beside it one that forgot part of it."""
    path = tmp_path_factory.mktemp("hostile") / "memory.sqlite"
    life = Life()
    for number, text in enumerate((*SAID, LONG)):
        thing = life.add(f"{text[:2000]}|{number}", None)
        life.begin(f"{text[:3000]} {number}", START + timedelta(hours=number))
        life.task, life.goal = f"fetch {text[:3000]}", text[:3000]
        life.say(text).say(text[:3000], speaker=text[:3000])
        life.look(thing).pick_up(thing).live("Open", thing, success=False, error=text[:3000])
    with Store.open(path) as store:
        with HistoryBuilder(store) as builder:
            for one in life.experiences:
                builder.observe(one)
        for text in (one for one in SAID if len(one) < 900):
            RuleBook(store).add(f"Remember {text} mugs.", life.time)
            thing, step = KnownObject(text, text, seen=text), PatternStep(0, text, text, text)
            told = Knowledge(text, "user_pattern", "routine", f"{text} cup", text, (thing,), (step,), text, text)
            ProfileBook(store).tell(told, life.time)
        with StoreSink(store, SimulatedClock(START)) as sink:
            sink(call(SAID[0]))
    with Store.open(shutil.copyfile(path, path.with_name("older.sqlite"))) as store:
        assert Forgetter(store).run(life.time + timedelta(hours=30)).forgotten
    return path


def call(name: str) -> Call:
    """A recorded call of a model with a hostile name."""
    return Call(name, name, Usage(1, 1), 0.1, 0.0, name)


class Ground:
    """A working directory of its own with a fresh copy of the memory, and commands run in this process."""

    def __init__(self, folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.memory, self.kept, self._patch = folder / "runs" / "memory.sqlite", kept, monkeypatch
        self.memory.parent.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.setattr(homebody, "get_command", lambda app: COMMAND)  # made once for all runs
        monkeypatch.setitem(sys.modules, "torch", None)  # heavy, and no text goes there
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("XDG_STATE_HOME", str(folder))
        from homebody import doctor

        quick = tuple(layer for layer in doctor.LAYERS if layer.name == "store")
        monkeypatch.setattr(doctor, "LAYERS", quick)
        monkeypatch.setattr(doctor.examine, "__defaults__", (quick,))

    def run(self, *arguments: str, typed: str = "", encoding: str = "utf-8") -> Done:
        """One command line; what is no exit is no way to end."""
        shutil.copyfile(self.kept, self.memory)
        for path, command in LEAVES.items():
            command.callback = WORK[path]  # as it is before a run follows it
        streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
        source = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogatepass")), "utf-8")
        with self._patch.context() as patch:
            patch.setattr(sys, "argv", ["homebody", *arguments])
            for name, stream in zip(("stdin", "stdout", "stderr"), (source, *streams), strict=True):
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as ended:
                homebody.main()
        out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)  # type: ignore[attr-defined]
        return Done(ended.value.code, out, err)

    def held(self, *arguments: str, **how: Any) -> Done:
        """Run, and nothing steers the terminal; what went wrong is one line."""
        done = self.run(*arguments, **how)
        assert not steers(done.out) and not steers(done.err), (arguments, done)
        assert done.code in (0, 1, 2, 130), (arguments, done)
        if done.code == 2:
            assert done.err.startswith("homebody: ") and done.err.count("\n") == 1, (arguments, done)
        return done


@pytest.fixture
def ground(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    return Ground(tmp_path, kept, monkeypatch)


def given_to(path: tuple[str, ...], tried: Any, text: str) -> list[str]:
    """A command line in which one parameter has this text, and the others are such that the command ends early."""
    options: list[str] = []
    words: list[str] = []
    early = ENDS_EARLY.get(" ".join(path), ())
    for one in LEAVES[path].params:
        spelled = one.opts[0]
        if one is tried:
            options += [] if not spelled.startswith("-") else [spelled, text]
            words += [] if spelled.startswith("-") else [text]
        elif spelled in early:
            given = early[early.index(spelled) + 1]
            options += [spelled, given] if spelled.startswith("-") else []
            words += [] if spelled.startswith("-") else [given]
        elif one.required:
            options += [spelled, "missing"] if spelled.startswith("-") else []
            words += [] if spelled.startswith("-") else ["1"]
    return [*path, *options, *(["--", *words] if words else [])]


def takes_text(one: Any) -> bool:
    return one.name != "help" and not getattr(one, "is_flag", False)


def usable(text: str) -> bool:
    """Operating systems hand over no NUL in an argument."""
    return "\x00" not in text


def test_every_parameter_of_every_command_takes_hostile_text(ground: Ground) -> None:
    texts = cycle(text for text in HOSTILE if usable(text))
    tried = 0
    for path, command in LEAVES.items():
        for one in filter(takes_text, command.params):
            ground.held(*given_to(path, one, next(texts)))
            tried += 1
    assert tried > 200 and {path[0] for path in LEAVES} >= {"run", "ask", "chat", "memory", "eval", "train"}


READING: dict[str, tuple[str, ...]] = {
    "memory show": ("--depth", "9", "--most", "99"),
    "memory log": ("--most", "99"),
    "memory rules": (),
    "memory rules --history": (),
    "memory check": (),
    "memory calls": (),
    "memory profile": ("--ended",),
    "memory profile --graph": (),
    "memory budget": (),
    "memory budget 1": (),
    "memory pin 1": (),
    "memory undo 1": (),
    "memory export out.jsonl": (),
    "memory forget --about mugs --yes": (),
    "memory forget --now 2027-01-01": (),
}


@pytest.mark.parametrize("line", READING)
def test_a_memory_of_hostile_text_is_shown_as_it_is(ground: Ground, line: str) -> None:
    done = ground.held(*line.split(), *READING[line])
    ground.kept = ground.kept.with_name("older.sqlite")
    parsed = ground.held(*line.split(), *READING[line], "--json", "-", encoding="ascii")
    if parsed.code == 0:
        assert json.loads(parsed.out) is not None
    if line == "memory rules":
        for text in ("[/x]", "[blue]b", "<script>alert(1)</script>", ":skull:"):
            assert text in done.out


QUESTIONS = (
    "What did I say?",
    "What exactly did you do?",
    "Which tasks did you do?",
    "What failed?",
    "What did you see?",
)


def test_questions_are_answered_with_hostile_text_as_it_is(ground: Ground) -> None:
    for question in QUESTIONS:
        for encoding in ("utf-8", "ascii", "latin-1"):
            ground.held("ask", question, encoding=encoding)
    done = ground.held("chat", typed="\n".join((*QUESTIONS, *SAID, "bye")))
    assert "Goodbye" in done.out
    for text in ("skull", "blue", "script", "rules"):
        found = ground.held("memory", "search", text)
        assert found.code == 0
    assert '"[blue]b"' in ground.held("ask", "What did I say on Jan 5 at 10 AM?").out


def test_a_run_that_is_spoken_to_in_hostile_text(ground: Ground) -> None:
    said = "[/x] [blue]b \x1b[2J\x1b]0;t\x07 \u202eevil <b>"
    ground.memory = ground.memory.with_name("other.sqlite")
    line = ("run", f"make coffee {said}", "--scene", "kitchen", "--seed", "3", "--interrupt", f"at step 2: {said}")
    done = ground.held(*line, "--memory", "runs/run.sqlite", "--json", f"{said}.json", encoding="latin-1")
    assert "[/x] [blue]b" in done.out
    assert json.loads(Path(f"{said}.json").read_bytes())


@given(
    st.sampled_from([path for path in LEAVES if path[0] in ("ask", "memory", "run", "replay", "results", "eval")]),
    st.data(),
)
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
def test_any_text_anywhere(ground: Ground, path: tuple[str, ...], data: st.DataObject) -> None:
    choices = [one for one in LEAVES[path].params if takes_text(one)]
    text = data.draw(st.sampled_from(HOSTILE) | st.text(st.characters(), max_size=30))
    if choices and usable(text):
        ground.held(*given_to(path, data.draw(st.sampled_from(choices)), text))
