"""Files that commands read, spoilt: schedules, layouts, question sets, prices, recordings, games, imports, archives."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import socket
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from benchmarks.fuzz import ground
from benchmarks.fuzz.command import held, told
from benchmarks.fuzz.draws import damaged, spoilt, value, words
from envs.errors import HomebodyError

_SCHEDULE = [{"episode": "one", "start": "2024-01-01T09:30:00"}, {"episode": "two", "start": "2024-01-02T09:30:00"}]
_LAYOUTS = {"FloorPlan10": [[0.25, -1.0], [0.5, -1.0]], "FloorPlan219": [[1, 2]]}
_PRICES = {"gpt-4o": {"prompt": 2.5, "completion": 10}}
_SET = {
    "dataset_version": 1,
    "histories": [{"episode_ids": ["one"], "time_stamps": ["2024-01-01T09:30:00"], "samples": []}],
}


def game(seed: int, case: int) -> str:
    """A recorded game with something changed; replayed and remembered, as a file, in a zip, or in its folder."""
    chance = random.Random(f"game {seed} {case}")
    path = ground.fresh("spoilt.game.json")
    path.write_bytes(_bytes(chance, ground.game()))
    where = str(path)
    if chance.random() < 0.1:
        where = str(_zipped(chance, path))
    return told(
        chance.choice(
            (
                ["replay", where],
                ["replay", where, "--mode", chance.choice(("open-loop", "guided"))],
                ["memory", "build", "--games", where, "--seed", "1", "--out", str(ground.fresh("built.sqlite"))],
                ["run", "look around", "--game", where, "--memory", str(ground.fresh("lived.sqlite"))],
            )
        )
    )


def setting(seed: int, case: int) -> str:
    """A file of settings with something changed, read by what reads such files."""
    from agent.language.recorded import RecordedModel
    from agent.language.trace import read_prices
    from envs.teach.games.rebuild import read_layouts
    from eval.histories.schedules import read_schedule
    from eval.recall.question_sets import read_labels, read_published, read_set
    from perception.detector.data import read_detector_data

    chance = random.Random(f"setting {seed} {case}")
    readers: tuple[tuple[Callable[[Path], Any], Any], ...] = (
        (read_schedule, _SCHEDULE),
        (lambda path: read_schedule(path, 0), _SET),
        (read_layouts, _LAYOUTS),
        (read_prices, _PRICES),
        (read_set, _SET),
        (read_labels, {"pool": []}),
        (read_published, []),
        (RecordedModel, {"key": "k", "asked": [], "answer": {"text": "t", "parsed": None, "usage": [1, 2]}}),
        (lambda path: read_detector_data(path.parent), {"names": {0: "mug"}, "train": "images/train"}),
    )
    read, data = chance.choice(readers)
    path = ground.fresh("settings") / "data.yaml"
    path.parent.mkdir()
    content = _bytes(chance, data)
    path.write_bytes(yaml.safe_dump(data).encode() if chance.random() < 0.2 else content)
    return held(_refused, read, path)


def importing(seed: int, case: int) -> str:
    """An exported memory with a line changed; what is taken in is looked at."""
    chance = random.Random(f"importing {seed} {case}")
    lines = list(ground.exported())
    number = chance.randrange(len(lines))
    if chance.random() < 0.6:
        lines[number] = json.dumps(spoilt(chance, json.loads(lines[number])))
        content = "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n"
    elif chance.random() < 0.5:
        other = chance.randrange(len(lines))
        lines[number], lines[other] = lines[other], lines[number]
        content = ("\n".join(lines) + "\n").encode()
    else:
        content = damaged(chance, ("\n".join(lines) + "\n").encode())
    source, target = ground.fresh("lines.jsonl"), ground.fresh("imported.sqlite")
    source.write_bytes(content)
    at = ["--memory", str(target)]
    wrong = told(["memory", "import", str(source), *at])
    if wrong or not target.exists():
        return wrong
    looks = (
        ["ask", "What did you do yesterday?"],
        ["memory", "show"],
        ["memory", "search", "mug"],
        ["memory", "forget"],
    )
    return next((wrong for look in looks if (wrong := told([*look, *at]))), "")


_LOOKS = (["ask", "What did you do yesterday?"], ["memory", "show"], ["memory", "search", "mug"], ["memory", "forget"])


def archive(seed: int, case: int) -> str:
    """What is no game at all: bombs, names that lead out, nested and damaged archives, pipes, devices, loops."""
    chance = random.Random(f"archive {seed} {case}")
    where = str(_KINDS[case % len(_KINDS)](chance, ground.fresh("given.zip")))
    schedule = ["memory", "build", "--games", where, "--schedule", where, "--out", str(ground.fresh("built.sqlite"))]
    return told(
        chance.choice(
            (
                ["replay", where],
                ["replay", where, "--layouts", where],
                schedule,
                ["memory", "import", where, "--memory", str(ground.fresh("imported.sqlite"))],
                ["memory", "check", "--memory", where],
                ["ask", "What did you do?", "--memory", where],
                ["memory", "export", str(ground.fresh("out.jsonl")), "--memory", where],
                ["eval", "teach", "--games", where],
                ["eval", "judge", "--labels", where],
                ["run", "--game", where, "--memory", str(ground.fresh("lived.sqlite")), "make coffee"],
            )
        )
    )


def _refused(read: Callable[[Path], Any], path: Path) -> None:
    try:
        read(path)
    except HomebodyError:
        return


def _bytes(chance: random.Random, data: Any) -> bytes:
    if chance.random() < 0.7:
        for _ in range(chance.randint(1, 2)):
            data = spoilt(chance, data)
        return json.dumps(data).encode()
    return damaged(chance, json.dumps(data).encode())


def _zipped(chance: random.Random, path: Path) -> Path:
    target = ground.fresh("spoilt.zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, "a.game.json")
    target.write_bytes(damaged(chance, target.read_bytes()))
    return target


# -- what is no file of ours -----------------------------------------------------------------------------------------


@cache
def _nothing(size: int) -> bytes:
    return bytes(size)


@cache
def _packed_nothing() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(8):
            archive.writestr(f"{number}.game.json", _nothing(30 * 2**20))
    return held.getvalue()


def _bomb(_: random.Random, path: Path) -> Path:
    path.write_bytes(_packed_nothing())
    return path


def _leading_out(chance: random.Random, path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(chance.choice(("../../a.game.json", "/tmp/a.game.json", "..\\a.game.json", "a/" * 50)), b"{}")
    return path


def _nested(_: random.Random, path: Path) -> Path:
    inner = b"{}"
    for number in range(40):
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            archive.writestr(f"{number}.zip" if number else "a.game.json", inner)
        inner = held.getvalue()
    path.write_bytes(inner)
    return path


def _spoilt_zip(chance: random.Random, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.game.json", json.dumps(value(chance, 3)))
        archive.writestr(words(chance, 1).replace("\ud800", "x") or "b", b"")
    path.write_bytes(damaged(chance, path.read_bytes()))
    return path


def _packed(chance: random.Random, path: Path) -> Path:
    path.write_bytes(damaged(chance, gzip.compress(_nothing(10**6))))
    return path


def _pipe(_: random.Random, path: Path) -> Path:
    os.mkfifo(path)
    return path


def _socket(_: random.Random, path: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
    return path


def _linked(chance: random.Random, path: Path) -> Path:
    path.symlink_to(chance.choice((str(path), "/dev/zero", "/dev/full", "nowhere")))
    return path


def _long(chance: random.Random, path: Path) -> Path:
    return path.parent / chance.choice(("x" * 256, "é" * 200, "a/" * 2100 + "b"))


def _folder(_: random.Random, path: Path) -> Path:
    path.mkdir()
    os.mkfifo(path / "a.game.json")
    (path / "loop").symlink_to(path)
    return path


def _noise(chance: random.Random, path: Path) -> Path:
    path.write_bytes(chance.randbytes(chance.choice((0, 1, 20, 5000))))
    return path


_KINDS = (_bomb, _leading_out, _nested, _spoilt_zip, _packed, _pipe, _socket, _linked, _long, _folder, _noise)
