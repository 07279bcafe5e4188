"""Long commands that are killed in the middle go on: the output is that of a command that nobody killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from benchmarks.torture.child import Ended, Kill, command
from benchmarks.torture.contents import contents, unsound
from benchmarks.torture.evaluations import EVALUATIONS, figures
from eval.histories.made_games import make_games
from eval.histories.unfinished import Unfinished
from eval.journal import Journal
from homebody.cli import app
from homebody.stopped import JOURNALED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9 and fork")

SAMPLED = ("interruption, paper", "forgetting", "perception", "personalization")
"""Of few seconds; ``make torture`` kills the others too."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded chore, twice."""
    folder = tmp_path_factory.mktemp("recorded") / "games"
    (made,) = make_games(folder, 1, seed=3)
    shutil.copy(made, folder / "again.game.json")
    return folder


def killed_after(pieces: int) -> Callable[[], None]:
    """In the child: ``kill -9`` of itself when so many pieces are finished."""

    def prepare() -> None:
        kept: list[str] = []
        keep = Journal.keep

        def keep_and_count(self: Journal[Any], name: str, piece: Any) -> Any:
            kept.append(name)
            done = keep(self, name, piece)
            if len(kept) == pieces:
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        Journal.keep = keep_and_count

    return prepare


def evaluate(folder: Path, words: tuple[str, ...], prepare: Callable[[], None] | None = None) -> Ended:
    return command(("eval", *words, "--json", "out.json"), folder, limit=120, prepare=prepare)


@pytest.mark.parametrize("words", [EVALUATIONS[name] for name in SAMPLED], ids=SAMPLED)
def test_an_evaluation_that_is_killed_twice_ends_as_one_that_is_not(
    tmp_path: Path, games: Path, words: tuple[str, ...]
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for folder in (whole, cut):
        shutil.copytree(games, folder / "games")
    told = evaluate(whole, words)
    assert told.code == 0, told.error
    assert evaluate(cut, words, killed_after(1)).code == -signal.SIGKILL
    before = (cut / "out.json.journal").read_bytes()
    assert (cut / "out.json.journal").stat().st_mode & 0o777 == 0o600 and not (cut / "out.json").exists()
    changed = evaluate(cut, (*words, "--seed", "77", "--resume"))
    assert changed.code == 2 and "it was another command; leave out --resume" in changed.error
    assert (cut / "out.json.journal").read_bytes() == before
    ended = evaluate(cut, (*words, "--resume"), killed_after(1))
    if ended.code:
        assert ended.code == -signal.SIGKILL, ended.error
        ended = evaluate(cut, (*words, "--resume"))
    assert ended.code == 0, ended.error
    assert "continuing: " in ended.error and len(before.splitlines()) == 2
    assert figures(cut) == figures(whole)
    assert sorted(path.name for path in cut.iterdir()) == sorted(path.name for path in whole.iterdir())


BUILD = ("memory", "build", "--games", "games", "--out", "built.sqlite", "--seed", "1", "--forget")


def killed_in_episode(number: int) -> Callable[[], None]:
    """In the child: ``kill -9`` of itself when so many episodes are remembered, and the next one nearly is."""

    def prepare() -> None:
        noted: list[Any] = []
        note = Unfinished.note

        def note_and_count(self: Unfinished, progress: Any) -> None:
            note(self, progress)
            noted.append(progress)
            if len(noted) == number + 2:  # the first is that it begins
                os.kill(os.getpid(), signal.SIGKILL)

        Unfinished.note = note_and_count

    return prepare


def test_a_build_that_is_killed_goes_on_and_makes_the_same_memory(tmp_path: Path, games: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for folder in (whole, cut):
        shutil.copytree(games, folder / "games")
    assert command(BUILD, whole).code == 0
    assert unsound(whole / "built.sqlite") == ""
    assert command((*BUILD, "--resume"), cut).code == 2
    assert command(BUILD, cut, prepare=killed_in_episode(0)).code == -signal.SIGKILL
    ended = command((*BUILD, "--resume"), cut)
    assert ended.code == 2 and "has no episode yet; leave out --resume" in ended.error
    assert command(BUILD, cut, prepare=killed_in_episode(1)).code == -signal.SIGKILL
    partial = cut / "built.sqlite.partial"
    assert partial.stat().st_mode & 0o777 == 0o600 and not (cut / "built.sqlite").exists()
    ended = command((*BUILD[:-1], "--resume"), cut)
    assert ended.code == 2 and "it was another command; leave out --resume" in ended.error
    ended = command((*BUILD, "--resume"), cut, Kill(40))
    assert ended.code == -signal.SIGKILL
    ended = command((*BUILD, "--resume", "--json", "-"), cut)
    assert ended.code == 0 and json.loads(ended.out)["episodes"] == 2, ended.error
    assert sorted(path.name for path in cut.iterdir()) == ["built.sqlite", "games"]
    assert contents(cut / "built.sqlite") == contents(whole / "built.sqlite")


def killed_at_its_end(after: bool) -> Callable[[], None]:
    """In the child: ``kill -9`` of itself when the memory is whole, before or after it gets its name."""

    def prepare() -> None:
        name = os.replace

        def kill(source: Path, target: Path) -> None:
            if Path(source).suffix == ".partial":
                if after:
                    name(source, target)
                os.kill(os.getpid(), signal.SIGKILL)
            name(source, target)

        os.replace = kill

    return prepare


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_a_build_that_is_killed_when_it_was_whole_gets_its_name(
    tmp_path: Path, games: Path, resume: tuple[str, ...]
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for folder in (whole, cut):
        shutil.copytree(games, folder / "games")
    assert command(BUILD, whole).code == 0
    assert command(BUILD, cut, prepare=killed_at_its_end(after=False)).code == -signal.SIGKILL
    ended = command((*BUILD, *resume), cut)
    assert ended.code == 0, ended.error
    assert sorted(path.name for path in cut.iterdir()) == ["built.sqlite", "games"]
    assert contents(cut / "built.sqlite") == contents(whole / "built.sqlite")


def test_a_build_that_is_killed_when_it_had_its_name_is_there(tmp_path: Path, games: Path) -> None:
    shutil.copytree(games, tmp_path / "games")
    assert command(BUILD, tmp_path, prepare=killed_at_its_end(after=True)).code == -signal.SIGKILL
    for more in ((), ("--resume",)):
        ended = command((*BUILD, *more), tmp_path)
        assert ended.code == 2 and "built.sqlite exists" in ended.error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["built.sqlite", "games"]
    lived_on = ("run", "make coffee", "--scene", "kitchen", "--memory", "built.sqlite")
    assert command(lived_on, tmp_path).code == 0
    (tmp_path / "built.sqlite").rename(tmp_path / "built.sqlite.partial")
    ended = command(BUILD, tmp_path)  # no longer what a build left
    assert ended.code == 2 and "remove it first" in ended.error
    assert contents(tmp_path / "built.sqlite.partial").experiences


def test_a_build_begins_anew_and_takes_away_nothing_of_others(tmp_path: Path, games: Path) -> None:
    shutil.copytree(games, tmp_path / "games")
    assert command(BUILD, tmp_path, prepare=killed_in_episode(1)).code == -signal.SIGKILL
    assert command(BUILD, tmp_path).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["built.sqlite", "games"]
    (tmp_path / "built.sqlite").rename(tmp_path / "built.sqlite.partial")
    for content in (None, b"a diary"):
        if content:
            (tmp_path / "built.sqlite.partial").write_bytes(content)
        before = (tmp_path / "built.sqlite.partial").read_bytes()
        ended = command(BUILD, tmp_path)
        assert ended.code == 2 and "is there and no memory that was being built; remove it first" in ended.error
        assert (tmp_path / "built.sqlite.partial").read_bytes() == before


def test_every_long_evaluation_can_be_gone_on_with() -> None:
    commands: Any = get_command(app)
    evaluations = commands.commands["eval"].commands
    resumable = {f"eval {name}" for name, one in evaluations.items() if "resume" in {par.name for par in one.params}}
    assert resumable == set(JOURNALED) == {f"eval {name}" for name in evaluations} - {"eval judge"}
    assert resumable == {f"eval {words[0]}" for words in EVALUATIONS.values()}


def test_other_models_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = EVALUATIONS["interruption, paper"]
    assert evaluate(tmp_path, words, killed_after(1)).code == -signal.SIGKILL
    monkeypatch.setenv("HOMEBODY_LANGUAGE_MODEL", "another")
    monkeypatch.setenv("HOMEBODY_LANGUAGE_KEY", "secret")
    ended = evaluate(tmp_path, (*words, "--resume"))
    assert ended.code == 2 and "in the environment is set otherwise" in ended.error
    assert "secret" not in (tmp_path / "out.json.journal").read_text()
    assert json.loads((tmp_path / "out.json.journal").read_text().splitlines()[1])["name"].startswith("paper/")
