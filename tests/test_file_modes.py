"""Whatever commands write of a life at home is for its owner alone, whatever the user's mask of rights."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from eval.histories.made_games import make_games
from homebody.cli import app

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of another kind")

CHORE = ("run", "--scene", "tabletop", "--seed", "3")
KEPT = ("--json", "made/eval/out.json", "--result", "result.json")
SESSION = (
    (*CHORE, "--record", "made/episodes/one", "--video", "made/films/run.mp4", "--json", "made/figures/run.json"),
    ("run", "--scene", "tabletop", "--seed", "4", "--interrupt", "at step 2: where is the pen?", "--record", "again"),
    ("run", "--days", "1", "--seed", "2", "--memory", "made/days/memory.sqlite", "--json", "made/days/days.json"),
    ("ask", "what did you do?", "--json", "made/answers/asked.json"),
    ("chat", "--json", "made/answers/chat.json"),
    ("memory", "rules", "--learn", "always remember which mug I use"),
    ("memory", "show", "--json", "made/shown/tree.json"),
    ("memory", "search", "pen", "--json", "found.json"),
    ("memory", "export", "all.jsonl"),
    ("memory", "import", "all.jsonl", "--memory", "imported.sqlite"),
    ("memory", "repair", "runs/memory.sqlite", "repaired.sqlite"),
    ("memory", "build", "--games", "games", "--seed", "1", "--out", "built.sqlite", "--json", "built.json"),
    ("memory", "forget", "--about", "zebra", "--yes", "--delete", "--json", "made/erased.json"),
    ("eval", "interruption", "--suite", "paper", "--trials", "1", "--mode", "intervened", "--tasks", "point", *KEPT),
)
"""What they write is found by looking, not by these names."""

PUBLISHED = "result.json"
"""Figures alone, to be published: its rights are the user's own."""


class Watch:
    """The rights of everything in a folder, looked at whenever a file is opened, put in place or removed there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: dict[str, set[int]] = {}
        self.on = True
        self._busy = False
        sys.addaudithook(self._heard)  # there is no way to take it away again

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and not self._busy and event in ("open", "os.rename", "os.remove", "sqlite3.connect"):
            self._busy = True
            try:
                self.look()
            finally:
                self._busy = False

    def look(self) -> None:
        """Note all that is there now."""
        for parent, folders, files in os.walk(self.folder):
            for name in (*folders, *files):
                path = os.path.join(parent, name)
                try:
                    mode = os.lstat(path).st_mode
                except OSError:
                    continue  # gone meanwhile
                if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
                    self.seen.setdefault(os.path.relpath(path, self.folder), set()).add(mode)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder and a home of somebody who lets everybody read and write."""
    (tmp_path / "home").mkdir()
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "HOMEBODY_LANGUAGE_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


def open_to_others(seen: dict[str, set[int]]) -> dict[str, list[str]]:
    """What had other rights than its owner's, and which."""
    wanted = {stat.S_IFDIR | 0o700, stat.S_IFREG | 0o600}
    return {path: sorted(map(oct, modes - wanted)) for path, modes in seen.items() if modes - wanted}


def test_all_that_a_session_writes_is_private(home: Path) -> None:
    list(make_games(home / "games", 1, seed=3))
    given = {path.relative_to(home).as_posix() for path in home.rglob("*")}
    watch = Watch(home)
    try:
        for line in SESSION:
            done = CliRunner().invoke(app, list(line), input="where is the pen?\nbye\n")
            assert done.exception is None, (line, done.exception, done.output)
            watch.look()
    finally:
        watch.on = False
    written = {path: modes for path, modes in watch.seen.items() if path not in given and PUBLISHED not in path}
    assert open_to_others(written) == {}
    files = {Path(path) for path, modes in written.items() if not any(map(stat.S_ISDIR, modes))}
    assert {line[line.index(flag) + 1] for line in SESSION for flag in ("--json", "--video") if flag in line} <= set(
        map(str, files)
    )
    assert {path.suffix for path in files} >= {".sqlite", ".sqlite-wal", ".sqlite-writer", ".jsonl", ".journal", ".mp4"}


def test_what_others_may_read_is_seen_even_if_only_for_a_moment(home: Path) -> None:
    watch = Watch(home)
    (home / "folder").mkdir()
    (home / "said").write_text("at home")
    with open(home / "other", "w"):
        (home / "said").chmod(0o600)
    watch.on = False
    assert set(open_to_others(watch.seen)) >= {"folder", "said"}
