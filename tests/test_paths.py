"""Paths that commands take: what is no regular file is refused at once, and nothing that is read is written over."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from envs.errors import AlreadyExists, BadInput
from envs.files.reading import refuse_special
from envs.files.writing import check_target, write_atomically
from homebody import cli
from homebody.options.paths import check_paths

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices with names")


def make(kind: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a socket":
        monkeypatch.chdir(path.parent)  # names of sockets are short
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    else:
        path.symlink_to("/dev/zero")
    return path


@pytest.mark.parametrize("kind", ["a pipe", "a socket", "a device"])
def test_what_is_no_file_is_refused_for_every_path_before_a_command_begins(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = make(kind, tmp_path / "odd.json", monkeypatch)
    given: list[dict[str, Any]] = [{"out": odd}, {"games": [tmp_path, odd]}, {"result": str(odd)}, {"paths": (odd,)}]
    for one in given:
        with pytest.raises(BadInput, match=f"odd.json is {kind}, neither a file nor a folder"):
            check_paths(one)
    with pytest.raises(BadInput, match=kind):
        write_atomically(odd, b"figures", replace=True)
    assert os.path.lexists(odd) and not odd.is_file()


def test_other_paths_pass(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "nowhere").symlink_to("nothing/at/all")
    for name in ("", "file", "link", "nowhere", "missing", "missing/below", "x" * 300):
        check_paths({"out": tmp_path / name, "memory": None, "json_out": Path("-"), "seed": 3, "result": "name"})


@pytest.mark.parametrize("words", [("train", "states", "--out"), ("scenes", "--json"), ("collect", "--games")])
def test_a_command_says_so_in_a_sentence(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "odd")
    more = ("--out", str(tmp_path / "new")) if words[0] == "collect" else ()
    monkeypatch.setattr(sys, "argv", ["homebody", *words, str(tmp_path / "odd"), *more])
    with pytest.raises(SystemExit) as end:
        cli.main()
    told = capsys.readouterr().err
    assert end.value.code == 2 and told.count("\n") == 1 and "is a pipe, neither a file nor a folder" in told


@pytest.mark.skipif(not os.path.exists("/dev/fd/0"), reason="no open files with names here")
def test_open_files_of_processes_are_no_files(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        for name in (f"/dev/fd/{file.fileno()}", f"/proc/self/fd/{file.fileno()}"):
            if os.path.exists(name):
                with pytest.raises(BadInput, match="an open file of a process"):
                    refuse_special(name)


@pytest.mark.parametrize("name", [".", "file/below"])
def test_what_cannot_be_a_file_is_refused_before_any_work(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"is (not )?a folder"):
        check_target(tmp_path / name, replace=True)


def test_figures_are_not_written_over_a_memory_or_what_is_read(tmp_path: Path) -> None:
    memory, game = tmp_path / "memory.sqlite", tmp_path / "one.game.json"
    memory.write_bytes(b"SQLite format 3\0 and the rest")
    game.write_text("{}")
    (tmp_path / "link").symlink_to(memory)
    for name in ("memory.sqlite", "link"):
        for refuse in (check_target, lambda path, replace: write_atomically(path, b"{}", replace=replace)):
            with pytest.raises(BadInput, match="is a database, such as a memory, and would be lost"):
                refuse(tmp_path / name, replace=True)
    assert memory.read_bytes().startswith(b"SQLite")
    with pytest.raises(BadInput, match="would be written over"):
        check_paths({"games": [game], "json_out": tmp_path / "." / "one.game.json"})
    with pytest.raises(AlreadyExists):
        check_target(game, replace=False)
    check_target(game, replace=True)
