"""What is loaded is data: bounded, never run, and nothing waits for a pipe."""

from __future__ import annotations

import ast
import json
import os
import socket
import struct
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agent.body.eyes import EyesightOptions, eyesight_again
from agent.language.recorded import RecordedModel
from agent.language.trace import read_prices
from agent.trail.course import begun, read_trail
from envs.errors import BadGameFile, BadInput
from envs.files.archives import MOST_RATIO, opened_zip, read_member, unpacked
from envs.files.reading import open_input, read_input, read_text
from envs.files.strict_json import DEEPEST, parse_json
from envs.files.strict_yaml import read_yaml
from envs.teach.games.archive import find
from envs.teach.games.rebuild import read_layouts
from envs.teach.games.recorded import iter_games, read_game
from eval.histories.game_files import GameFiles
from eval.histories.schedules import read_schedule
from eval.recall.question_sets import read_set
from eval.teach.instances.files import read_instances
from perception.recognizer.sequences import read_sequence
from perception.rescoring.rescorer import read_rescorer
from perception.states.reader import load_weights

ROOT = Path(__file__).parent.parent
PACKAGES = ("envs", "perception", "memory", "agent", "eval", "benchmarks")

READERS: dict[str, Callable[[Path], Any]] = {
    "file": read_input,
    "game": read_game,
    "games": lambda path: list(iter_games([path])),
    "games by name": lambda path: GameFiles([path]),
    "instances": lambda path: read_instances([path]),
    "layouts": read_layouts,
    "schedule": read_schedule,
    "question set": read_set,
    "prices": read_prices,
    "recording": RecordedModel,
    "sequence": read_sequence,
    "rescorer": read_rescorer,
    "states": load_weights,
    "trail": read_trail,
    "yaml": lambda path: read_yaml(path, "file"),
}


# -- files that are none -----------------------------------------------------------------------------------------


def special(kind: str, folder: Path) -> Path:
    path = folder / "given.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "long name":
        path = folder / ("x" * 300)
    elif kind == "zero byte":
        path = folder / "a\0b"
    return path


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "loop", "long name", "zero byte"])
def test_what_is_no_file_is_refused_without_waiting(tmp_path, kind, reader):
    """A pipe that nobody writes to would be waited for without end, a device read without end."""
    path, ended = special(kind, tmp_path), threading.Event()
    refused: list[BaseException] = []

    def read() -> None:
        try:
            READERS[reader](path)
        except BaseException as error:
            refused.append(error)
        ended.set()

    threading.Thread(target=read, daemon=True).start()
    assert ended.wait(20), f"{reader} waits for a {kind}"
    assert refused and isinstance(refused[0], BadInput), refused


def test_a_pipe_beside_a_memory_is_no_run_that_was_cut_off(tmp_path):
    os.mkfifo(tmp_path / "trail.jsonl")
    assert not begun(tmp_path / "trail.jsonl")


def test_a_socket_is_refused(tmp_path):
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        with pytest.raises(BadInput, match="is a socket"):
            open_input(tmp_path / "s")


def test_a_folder_of_games_with_a_pipe_in_it_is_read(tmp_path):
    os.mkfifo(tmp_path / "a.game.json")
    (tmp_path / "b.json").write_text("[]")
    assert [path.name for path, _ in find([tmp_path])] == ["b.json"]
    with pytest.raises(BadInput, match="holds no EDH instances"):
        read_instances([tmp_path])


def test_a_file_larger_than_agreed_on_is_refused(tmp_path):
    (tmp_path / "a").write_bytes(bytes(100))
    assert len(read_input(tmp_path / "a", most=100)) == 100
    with pytest.raises(BadInput, match="more than is read"):
        read_input(tmp_path / "a", most=99)
    (tmp_path / "b").write_bytes(b"\xff")
    with pytest.raises(BadInput, match="UTF-8"):
        read_text(tmp_path / "b")


# -- JSON and YAML -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('["]]]]",' * 300, "nested too deeply"),
        ('{"a":' * 5000, "nested too deeply"),
        ("9" * 5000, "beyond measure"),
        ("1e999", "beyond measure"),
        ("-1E+0400", "beyond measure"),
        ("[NaN]", "NaN is not a number"),
        ("-Infinity", "not a number"),
        ('"\\ud800"', "lone surrogate"),
        ('{"\\uDFFF": 1}', "lone surrogate"),
        (b'"\xff"', "not UTF-8"),
        ('"\ud800"', "lone surrogate"),
        ("{", "cut off"),
        ("", "cut off"),
        ("1 2", "not valid JSON"),
    ],
)
def test_json_that_breaks_programs_is_refused(text, said):
    with pytest.raises(BadGameFile, match=said):
        parse_json(text, "it", BadGameFile)


@pytest.mark.parametrize(
    "value",
    [
        "[[[[" * 200,
        '"]]}}' * 200,
        "\\" * 99,
        '\\"' * 99 + "[" * 200,
        "9" * 5000,
        "1e999 NaN",
        [1e308, -6.499360682117381e214, 5e-324],
        "😀",
        {"e000": [1.5e-300, 123456789012345678901234567890, -1e99, True, None]},
    ],
)
def test_json_of_ordinary_values_is_read(value):
    for escaped in (True, False):
        assert parse_json(json.dumps(value, ensure_ascii=escaped), "it") == value
    assert parse_json("\ufeff[1]", "it") == [1]


def test_yaml_multiplies_nothing_and_runs_nothing(tmp_path):
    for number, text in enumerate(
        (
            "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
            "!!python/object/apply:os.system ['true']",
            "[" * 10_000,
            "a: \0",
            "x" * (5 * 2**20),
        )
    ):
        (tmp_path / f"{number}.yaml").write_text(text)
        with pytest.raises(BadInput):
            read_yaml(tmp_path / f"{number}.yaml", "file")


# -- archives ----------------------------------------------------------------------------------------------------


def archive(path: Path, *members: tuple[str, bytes], times: int = 1) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in members:
            for number in range(times):
                target.writestr(name.replace("#", str(number)), content)
    return path


@pytest.mark.parametrize("reader", ["games", "games by name", "instances", "rescorer", "sequence", "states"])
def test_a_small_archive_that_unpacks_to_much_is_refused(tmp_path, reader):
    bomb = archive(tmp_path / "bomb.zip", ("a#.game.json", bytes(40 * 2**20)), times=4)
    assert bomb.stat().st_size < 200_000
    with pytest.raises(BadInput, match=f"at most {MOST_RATIO} times"):
        READERS[reader](bomb)


@pytest.mark.parametrize(("way", "said"), [("DEFLATED", "damaged"), ("BZIP2", "deflate"), ("LZMA", "deflate")])
def test_an_archive_that_lies_about_what_it_unpacks_to_takes_no_memory(tmp_path, way, said):
    path, size = tmp_path / "a.zip", 64 * 2**20
    packing = getattr(zipfile, f"ZIP_{way}")
    with zipfile.ZipFile(path, "w", packing, compresslevel=1) as target, target.open("a.game.json", "w") as member:
        for _ in range(size // 2**20):
            member.write(bytes(2**20))
    content = bytearray(path.read_bytes())
    struct.pack_into("<L", content, content.rfind(b"PK\1\2") + 24, 1000)
    path.write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match=said):
            READERS["games"](path)
        assert tracemalloc.get_traced_memory()[1] < size / 5
    finally:
        tracemalloc.stop()


def test_what_is_in_an_archive_is_read_piece_by_piece_and_whole(tmp_path):
    content = bytes(range(256)) * 10_000
    path = archive(tmp_path / "a.zip", ("a.bin", content), ("empty", b""))
    with opened_zip(path) as opened:
        assert read_member(opened, "a.bin", path) == content
        assert read_member(opened, "empty", path) == b""


@pytest.mark.parametrize("name", ["../a.json", "/etc/a.json", "x/../../a.json", "..\\a.json", "d/" * 40 + "a.json"])
def test_names_that_lead_out_of_an_archive_are_refused(tmp_path, name):
    path = archive(tmp_path / "a.zip", (name, b"[]"))
    with pytest.raises(BadInput, match=r"leads out|lies under"), opened_zip(path):
        pass


def test_many_files_in_an_archive_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("envs.files.archives.MOST_MEMBERS", 3)
    path = archive(tmp_path / "a.zip", ("a#.json", b"[]"), times=4)
    with pytest.raises(BadInput, match="holds 4 files"), opened_zip(path):
        pass


def test_gzip_is_unpacked_as_far_as_agreed_on():
    import gzip

    assert unpacked(gzip.compress(b"x" * 100), most=100) == b"x" * 100
    for bad in (gzip.compress(bytes(101)), gzip.compress(bytes(50))[:-3], b"nothing", b""):
        with pytest.raises(BadInput):
            unpacked(bad, most=100)


# -- nothing runs ------------------------------------------------------------------------------------------------


class Planted:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_arrays_of_objects_are_refused(tmp_path):
    sprung, held = tmp_path / "sprung", np.empty(1, object)
    held[0] = Planted(sprung)
    np.savez(tmp_path / "a.npz", format=held)
    for reader in (read_sequence, load_weights):
        with pytest.raises(BadInput):
            reader(tmp_path / "a.npz")
    assert not sprung.exists()


def test_a_record_names_no_module(tmp_path, monkeypatch):
    """What a trail says is neither imported nor trusted; whoever goes on says it again."""
    (tmp_path / "planted_eyes.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    fields = {"setting": "vision", "detector": "planted_eyes:Eyes", "recognizer": "ground-truth"}
    with pytest.raises(BadInput, match="--detector planted_eyes:Eyes again"):
        eyesight_again(fields)
    with pytest.raises(BadInput, match="--recognizer planted_eyes:Eyes again"):
        eyesight_again({**fields, "detector": "ground-truth", "recognizer": "planted_eyes:Eyes"})
    with pytest.raises(BadInput, match="cannot go on with noisy"):
        eyesight_again(fields, EyesightOptions(detector="noisy"))
    for wrong in ({"detector": ["os"]}, {"trust": True}, {"seed": "x"}, {"weights": 3}):
        with pytest.raises(BadInput, match="does not say with what to see"):
            eyesight_again({"setting": "vision", **wrong})
    with pytest.raises(BadInput, match="begun without eyes"):
        eyesight_again(None, EyesightOptions(detector="ground-truth"))
    again = eyesight_again({"setting": "vision", "detector": "ground-truth", "recognizer": "ground-truth"})
    assert again is not None and again.chosen.detector == "ground-truth"


MAY_IMPORT = {
    "homebody/__init__.py",
    "perception/plugins.py",
    "perception/extras.py",
    "homebody/views/video.py",
}
MAY_UNPICKLE = {"envs/gym/rooms.py"}  # its own rooms, in its own memory
NEVER = {"pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in the product: its file, what is called, and the node."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Call):
                    yield path.relative_to(ROOT).as_posix(), ast.unparse(node.func), node


def given(node: ast.Call, name: str) -> Any:
    values = [one.value for one in node.keywords if one.arg == name]
    return values[0].value if values and isinstance(values[0], ast.Constant) else None


def problem(file: str, called: str, node: ast.Call) -> str:
    module, _, name = called.rpartition(".")
    if name in ("load", "loads") and module.split(".")[0] in NEVER and file not in MAY_UNPICKLE:
        return "unpickles"
    if called in ("np.load", "numpy.load") and given(node, "allow_pickle") is not False:
        return "needs allow_pickle=False"
    if name == "read_array" and given(node, "allow_pickle") is not False:
        return "needs allow_pickle=False"
    if name == "load" and "torch" in module and given(node, "weights_only") is not True:
        return "needs weights_only=True"
    if called in ("yaml.unsafe_load", "yaml.full_load", "yaml.load_all"):
        return "needs yaml.safe_load"
    named = [ast.unparse(one) for one in (*node.args[1:], *(one.value for one in node.keywords))]
    if called == "yaml.load" and not any("oader" in one for one in named):
        return "needs a safe loader"
    if called in ("eval", "exec"):
        return "runs text"
    if name in ("import_module", "__import__") and file not in MAY_IMPORT:
        return "imports by name"
    return ""


def test_no_code_of_ours_runs_what_it_loads():
    problems = [(f"{file}:{node.lineno} {called}", problem(file, called, node)) for file, called, node in calls()]
    found = [one for one in problems if one[1]]
    assert not found and len(problems) > 10_000


def test_loaders_of_yaml_are_safe():
    """Every loader class of ours is made of the safe one, which makes plain values alone."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.Attribute) and ast.unparse(node) in ("yaml.Loader", "yaml.UnsafeLoader"):
                    raise AssertionError(f"{path}:{node.lineno} names {ast.unparse(node)}")
