"""Changing files where they lie: any bytes, broken off anywhere."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from envs.files import changes, rewriting


class Killed(BaseException):
    """What ``kill -9`` would be."""


def texts(seed: int) -> tuple[bytes, bytes]:
    """A text, and what becomes of it when words are taken out, lines go and some come."""
    draws = random.Random(seed)
    words = [b"mug", b"plate", b'"a", ', b"<b>", b"x" * 50, b"\n", "zoë\n".encode()]
    lines = [b"".join(draws.choices(words, k=draws.randrange(12))) + b"\n" for _ in range(draws.randrange(400))]
    new = []
    for line in lines:
        way = draws.randrange(8)
        if way:
            new.append(line.replace(b"mug", b"erased" if way == 1 else b"") if way < 4 else line)
    for _ in range(draws.randrange(3)):
        new.insert(draws.randrange(len(new) + 1), b"more " * draws.randrange(30))
    return b"".join(lines), b"".join(new)


def pages(seed: int) -> tuple[bytes, bytes]:
    draws = random.Random(seed)
    old = bytearray(draws.randbytes(4096 * draws.randrange(1, 12)))
    new = bytearray(old)
    for _ in range(draws.randrange(20)):
        at = draws.randrange(len(new))
        new[at : at + 30] = draws.randbytes(len(new[at : at + 30]))
    grown = draws.choice((0, 4096, -4096))
    return bytes(old), bytes(new + bytes(grown)) if grown >= 0 else bytes(new[:grown])


@pytest.mark.parametrize("make", [texts, pages])
def test_any_change_broken_off_anywhere_is_made_or_not_begun(
    make: Callable[[int], tuple[bytes, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    put, sync = rewriting._put, rewriting._sync
    passed = kill = 0

    def step() -> None:
        nonlocal passed
        passed += 1
        if passed == kill:
            raise Killed

    def putting(file: BinaryIO, at: int, what: bytes) -> None:
        put(file, at, what[: len(what) // 2])
        step()
        put(file, at, what)

    def syncing(file: BinaryIO) -> None:
        step()
        sync(file)
        step()

    monkeypatch.setattr(rewriting, "_put", putting)
    monkeypatch.setattr(rewriting, "_sync", syncing)
    monkeypatch.setattr(rewriting, "_slot_size", lambda redo: 200)
    monkeypatch.setattr(rewriting.os, "fsync", lambda descriptor: None)
    way = changes.moving if make is texts else changes.in_place
    path = tmp_path / "file"
    ends = set()
    for seed in range(25):
        old, new = make(seed)
        kill = passed = 0
        while True:
            kill, passed = kill + 1 + kill // 6, 0
            path.write_bytes(old)
            try:
                with path.open("r+b") as file:
                    rewriting.rewrite(file, path, way(old, new))
            except Killed:
                kill, before = 0, kill
                with path.open("r+b") as file:
                    made = rewriting.finish(file, path)
                ends.add(made)
                assert path.read_bytes() in ((new,) if made else (old, new)), (seed, before)
                kill = before
                continue
            assert path.read_bytes() == new, seed
            break
        assert not rewriting.redo_of(path).exists()
    assert ends == {True, False}


def test_what_is_taken_out_of_a_text_takes_little_room():
    lines = [f'{{"text": "line {number}: {"a mug" if number % 9 else "tea for Anna"}"}}\n' for number in range(5_000)]
    old = "".join(lines).encode()
    gone = "".join(line for line in lines if "Anna" not in line).encode()
    shorter = old.replace(b"tea for Anna", b"erased")
    for new in (gone, shorter):
        change = changes.moving(old, new)
        assert len(change.new) <= len(old) // 10
        assert change.moves
