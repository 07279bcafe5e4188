"""Result files: what they hold, what they depend on, and when they are of older code."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

import homebody.cli as homebody
from benchmarks import rooms
from envs.errors import BadInput
from eval.results import catalog, checkout, code, keep
from eval.results.catalog import Measurement, read_catalog
from eval.results.checkout import ROOT, shown_path
from eval.results.code import changed, depends_on
from eval.results.keep import ResultKeeper, hashed
from eval.results.normal_form import digest, normal_code
from eval.results.reachable_code import ReachableCode
from eval.results.record import read_result

SOURCE = '''"""What it is for."""
import os


def double(x):
    """Twice."""
    return 2 * x  # not more


NOTHING = None
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout with two packages and an asset."""
    root = tmp_path / "project"
    files = {
        "envs/__init__.py": "",
        "envs/room.py": 'from importlib.resources import files\nTABLE = (files("assets") / "types.yaml").read_text()\n',
        "envs/unity.py": "SIZE = 1\n",
        "agent/__init__.py": "",
        "agent/plan.py": "def plan():\n    from envs.room import TABLE\n    return TABLE\n",
        "agent/other.py": "import envs.unity\n",
        "assets/types.yaml": "Mug: 1  # a comment\n",
        "assets/words.yaml": "cup: mug\n",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def edit(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


# -- what counts as the same code


@pytest.mark.parametrize(
    "same",
    [
        SOURCE.replace("What it is for", "Something else"),
        SOURCE.replace('    """Twice."""\n', ""),
        SOURCE.replace("  # not more", "").replace("\n\n\n", "\n"),
        SOURCE.replace("2 * x", "(2 * x)"),
    ],
)
def test_prose_and_layout_do_not_change_the_normal_form(same: str) -> None:
    assert normal_code(same) == normal_code(SOURCE)


@pytest.mark.parametrize(
    "other",
    [
        SOURCE.replace("2 * x", "3 * x"),
        SOURCE.replace("2 * x", "2 * y"),
        SOURCE.replace("import os", "import sys"),
        SOURCE.replace("= None", "= 0"),
        SOURCE.replace("return 2 * x", 'return "2 * x"'),
        SOURCE.replace("return 2 * x", "return"),
    ],
)
def test_what_the_code_does_changes_the_normal_form(other: str) -> None:
    assert normal_code(other) != normal_code(SOURCE)


def test_yaml_counts_by_what_it_says_and_weights_by_their_bytes(tmp_path: Path) -> None:
    table, weights = tmp_path / "a.yaml", tmp_path / "a.pt"
    edit(table, "a: 1 # one\nb: [1, 2]\n")
    before = digest(table)
    edit(table, "b:\n- 1\n- 2\na: 1\n")
    assert digest(table) == before
    edit(table, "b: [1, 3]\na: 1\n")
    assert digest(table) != before
    weights.write_bytes(b"\x00")
    first = digest(weights)
    weights.write_bytes(b"\x00\x00")
    assert digest(weights) != first


# -- what a result depends on


PLAN = "agent/plan.py"


def test_imports_within_functions_and_named_assets_count(project: Path) -> None:
    found = depends_on(["agent.plan"], loaded=(), alone=False, root=project)
    assert {PLAN, "envs/room.py", "assets/types.yaml"} <= set(found)
    assert not {"agent/other.py", "envs/unity.py", "assets/words.yaml"} & set(found)


def test_a_process_that_did_everything_depends_on_what_it_loaded(project: Path) -> None:
    assert set(depends_on(["agent.plan"], {"agent.plan", "envs.unity"}, alone=True, root=project)) == {PLAN}


def test_a_program_counts_though_it_is_loaded_under_another_name(project: Path) -> None:
    found = depends_on(["agent.plan"], {"__main__", "envs", "envs.room"}, alone=True, root=project)
    assert {PLAN, "envs/room.py"} <= set(found)


def test_modules_behind_a_choice_count_when_they_were_loaded(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "CHOICES", ("envs.unity",))
    assert "envs/unity.py" not in depends_on(["agent.other"], (), alone=False, root=project)
    assert "envs/unity.py" in depends_on(["agent.other"], {"envs.unity"}, alone=False, root=project)


def test_of_a_folder_that_is_read_by_name_only_the_named_files_count(project: Path) -> None:
    reader = (
        'from importlib.resources import files\n\n\ndef table(name):\n    return files("assets") / "english" / name\n'
    )
    (project / "assets" / "english").mkdir()
    edit(project / "envs" / "words.py", reader)
    edit(project / PLAN, 'from envs.words import table\n\n\ndef plan():\n    return table("cups.yaml")\n')
    for name in ("cups.yaml", "bowls.yaml"):
        edit(project / "assets" / "english" / name, "a: 1\n")
    found = depends_on(["agent.plan"], (), alone=False, root=project)
    assert "assets/english/cups.yaml" in found and "assets/english/bowls.yaml" not in found
    known = {**found, "assets/english/bowls.yaml": "as it was counted once"}
    assert changed(known, ["agent.plan"], project) == []
    edit(project / PLAN, 'from envs.words import table\n\n\ndef plan():\n    return table("bowls.yaml")\n')
    assert {PLAN, "assets/english/bowls.yaml"} <= set(changed(known, ["agent.plan"], project))
    (project / "assets" / "english" / "cups.yaml").unlink()
    assert "assets/english/cups.yaml" in changed(known, ["agent.plan"], project)


def test_every_file_that_is_read_by_name_is_named_in_the_code() -> None:
    packages = ("envs", "perception", "memory", "agent", "eval", "homebody")
    said = "".join(path.read_text("utf-8") for package in packages for path in (ROOT / package).rglob("*.py"))
    files = [path.name for folder in code.BY_NAME for path in (ROOT / "assets" / folder).iterdir()]
    assert files and [name for name in files if f'"{name}"' not in said] == []


def test_what_changed_is_named_and_nothing_else(project: Path) -> None:
    before = depends_on(["agent.plan"], (), alone=False, root=project)
    assert changed(before, ["agent.plan"], project) == []
    edit(project / PLAN, '"""Prose."""\n' + (project / PLAN).read_text("utf-8"))
    edit(project / "envs" / "unity.py", "SIZE = 2\n")
    assert changed(before, ["agent.plan"], project) == []
    edit(project / "assets" / "types.yaml", "Mug: 2\n")
    assert changed(before, ["agent.plan"], project) == ["assets/types.yaml"]
    (project / "envs" / "room.py").unlink()
    assert {"envs/room.py", "assets/types.yaml"} <= set(changed(before, ["agent.plan"], project))
    (project / PLAN).unlink()
    assert PLAN in changed(before, ["agent.plan"], project)


@pytest.mark.parametrize(
    ("module", "same"),
    [
        ("class Found: ...\n\n\nclass Added: ...\n", True),
        ("class Found: ...\n\n\ndef unused():\n    return 1\n", True),
        ("class Found:\n    size = 1\n", False),
        ("SIZE = 1\n\n\nclass Found:\n    size = SIZE\n", False),
        ("class Found: ...\n\n\nprint(Found)\n", False),
        ("TABLE = {}\n\n\ndef entry(x):\n    return x\n\n\n@entry\ndef new(): ...\n\n\nclass Found: ...\n", False),
    ],
)
def test_only_what_is_mentioned_or_runs_at_import_counts(project: Path, module: str, same: bool) -> None:
    place = project / "envs" / "found.py"
    edit(place, "class Found: ...\n")
    edit(project / "agent" / "use.py", "from envs.found import Found\n\n\ndef use():\n    return Found()\n")
    before = depends_on(["agent.use"], (), alone=False, root=project)
    edit(place, module)
    assert (changed(before, ["agent.use"], project) == []) is same


@pytest.mark.parametrize(
    "use",
    [
        "import envs.found as found\n\n\ndef use():\n    return found.pick()\n",
        "from envs import found\n\n\ndef use():\n    return found.pick()\n",
        "from envs import found\n\n\ndef use(name):\n    return getattr(found, name)\n",
        "def use():\n    from envs.found import pick as p\n    return p()\n",
        'MAKERS = {"pick": "envs.found:pick"}\n',
        "from envs.again import pick\n\n\nclass User:\n    pick = pick\n",
    ],
)
def test_every_way_to_a_definition_is_followed(project: Path, use: str) -> None:
    place = project / "envs" / "found.py"
    edit(place, "def pick():\n    return inner()\n\n\ndef inner():\n    return 1\n")
    edit(project / "envs" / "again.py", "from envs.found import pick\n")
    edit(project / "agent" / "use.py", use)
    before = depends_on(["agent.use"], (), alone=False, root=project)
    edit(place, "def pick():\n    return inner()\n\n\ndef inner():\n    return 2\n")
    assert changed(before, ["agent.use"], project) == ["envs/found.py"]


def test_what_a_name_is_bound_to_counts(project: Path) -> None:
    for name in ("one", "two"):
        edit(project / "envs" / f"{name}.py", "def pick(): ...\n")
    edit(project / "agent" / "use.py", "from envs.one import pick\n\n\ndef use():\n    pick()\n")
    before = depends_on(["agent.use"], (), alone=False, root=project)
    edit(project / "agent" / "use.py", "from envs.two import pick\n\n\ndef use():\n    pick()\n")
    assert "agent/use.py" in changed(before, ["agent.use"], project)


def test_replay_depends_on_the_engine_and_not_on_recall() -> None:
    files = set(depends_on(["envs.engines", "eval.teach.replays"], (), alone=False))
    assert {"envs/pocket/world/visibility.py", "envs/pocket/actions/motion.py", "envs/replay/changes.py"} <= files
    assert not [name for name in files if name.startswith(("agent/", "memory/", "eval/recall"))]


def test_seeing_depends_on_its_weights() -> None:
    files = depends_on(["perception.detector.yolo_world", "perception.recognizer.weights"], (), alone=False)
    assert {"assets/weights/yolo_world_pocket.pt", "assets/weights/longt5_pocket.safetensors"} <= set(files)


def test_everything_that_runs_counts() -> None:
    found = ReachableCode(ROOT, lambda _: True).follow(["benchmarks.rooms"])
    counted = {module.path: set(map(id, parts)) for module, parts, _ in found.values()}
    ran: set[tuple[str, str]] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            ran.add((frame.f_code.co_filename, frame.f_code.co_qualname.partition(".")[0]))

    sys.setprofile(watch)
    try:
        list(rooms.run(range(1)))
    finally:
        sys.setprofile(None)
    ours = [(Path(file), name) for file, name in ran if Path(file).is_relative_to(ROOT / "envs") and name[0] != "<"]
    assert len(ours) > 50
    for path, name in ours:
        assert path in counted, path
        module = next(module for module, _, _ in found.values() if module.path == path)
        assert any(id(part) in counted[path] for part in module.defined[name]), f"{name} in {path}"


@pytest.mark.parametrize("name", ["eval.nowhere", "eval.perception.run:nothing"])
def test_an_unknown_module_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match=f"no module {name}"):
        depends_on([name], ())


def test_a_command_may_begin_with_one_definition() -> None:
    seen = depends_on(["eval.perception.run:detector_figures"], (), alone=False)
    told = depends_on(["eval.perception.run:loss_entries"], (), alone=False)
    assert "eval/perception/detector_score.py" in seen
    assert "eval/perception/detector_score.py" not in told
    assert seen["agent/recall/asking.py"] != told["agent/recall/asking.py"]  # imported there, used here


# -- keeping


CLOCK = datetime(2026, 11, 22, 20, 15, 30, tzinfo=UTC)


def kept(target: str, *typed: str) -> ResultKeeper:
    return ResultKeeper(target, ["homebody", *typed], clock=lambda: CLOCK)


def test_a_result_tells_where_its_figures_come_from(tmp_path: Path) -> None:
    games = ROOT / "pyproject.toml"
    path = tmp_path / "mine.json"
    given = kept(str(path), "replay", "pyproject.toml", "--json", "-", "--result", str(path))
    given.keep({"games": 3}, ["envs.replay.report"], [games], seed=7, alone=False)
    result = read_result(path)
    assert result.command == "homebody replay pyproject.toml"
    assert (result.name, result.seed, result.values, result.day) == ("mine", 7, {"games": 3}, "2026-11-22")
    assert result.data == {"pyproject.toml": hashed(games)}
    assert result.version is not None
    assert result.machine["python"].startswith("3.")
    assert result.code is not None
    assert "envs/replay/report.py" in result.code
    assert str(ROOT) not in path.read_text("utf-8")


def test_code_that_changes_during_the_measurement_counts_as_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.json"
    given = kept(str(path), "replay")
    monkeypatch.setattr(given, "_opened", (ROOT / "envs" / "errors.py").stat().st_mtime - 1.0)
    given.keep({}, ["envs.errors"], alone=False)
    result = read_result(path)
    assert result.code is not None
    assert "envs/errors.py" in changed(result.code, result.modules)


def test_figures_of_any_kind_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    values = {"share": np.float32(0.5), "n": np.int64(3), "none": float("nan"), "file": Path("a"), 5: (1, True)}
    kept(str(path), "replay").keep(values, ["envs.errors"], alone=False)
    assert read_result(path).values == {"share": 0.5, "n": 3, "none": None, "file": "a", "5": [1, True]}


def test_nothing_is_kept_unless_asked_for() -> None:
    keeper = ResultKeeper(None)
    keeper.keep({"games": 3}, ["envs.nowhere"])
    assert not keeper.kept


@pytest.mark.parametrize(
    ("target", "typed", "message"),
    [
        ("Mine", ["replay"], "is not a name"),
        ("nowhere/mine.json", ["replay"], "there is no folder nowhere"),
        ("mine", ["replay", "/opt/games.zip"], "outside of the folder"),
        ("mine", ["replay", os.path.relpath("/usr")], "outside of the folder"),
        ("replay-train", ["replay", "../shared/data/teach/train.zip", "--limit", "3"], "the docs show replay-train"),
    ],
)
def test_bad_results_are_refused_before_the_work(target: str, typed: list[str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        kept(target, *typed)


def test_whole_paths_become_those_of_the_checkout() -> None:
    assert shown_path(ROOT / "README.md") == "README.md"
    assert shown_path(ROOT.parent / "data" / "a.zip") == "../data/a.zip"
    assert keep._portable(f"--games={ROOT / 'README.md'}") == "--games=README.md"
    assert keep._portable("--limit=3") == "--limit=3"


def test_folders_are_hashed_by_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.json").write_bytes(b"1")
    first = hashed(tmp_path)
    (tmp_path / "a" / "one.json").rename(tmp_path / "a" / "two.json")
    assert hashed(tmp_path) != first
    assert hashed(tmp_path).bytes == 1


def test_a_file_that_is_no_result_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    edit(path, "{}")
    with pytest.raises(BadInput, match=r"x\.json is not a result file"):
        read_result(path)


def test_a_command_keeps_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = [{"split": "val"}]
    path, target = tmp_path / "labels.json", tmp_path / "judge.json"
    edit(path, json.dumps(labels))
    line = ["homebody", "eval", "judge", "--labels", str(path), "--result", str(target)]
    monkeypatch.setattr(sys, "argv", line)
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    with pytest.raises(SystemExit) as done:
        homebody.main()
    assert done.value.code == 2
    assert not target.exists()  # the labels are of the wrong form, and lie outside of the checkout


# -- the catalogue


def test_commands_are_known_whatever_else_they_show() -> None:
    one = Measurement("x", "homebody eval teach --games g.zip --protocol tfd")
    words = ["homebody", "eval", "teach", "--games", "g.zip", "--protocol", "tfd"]
    assert one.is_done_by([*words, "--workers", "2", "--json=-"])
    assert not one.is_done_by([*words[:-1], "edh"])


def test_patterns_stand_for_all_files(tmp_path: Path) -> None:
    for name in ("b.json", "a.json", "c.txt"):
        (tmp_path / name).touch()
    words = Measurement("x", "homebody eval recall --published ./*.json --seed 1").arguments(tmp_path)
    assert words == ["homebody", "eval", "recall", "--published", "a.json", "b.json", "--seed", "1"]


def test_the_catalogue_is_sound() -> None:
    known = read_catalog(ROOT / "docs" / "results")
    assert len(known) >= 5
    for one in known.values():
        assert one.command.startswith(("homebody ", "python -m benchmarks.")), one.name


def test_a_broken_catalogue_is_told(tmp_path: Path) -> None:
    edit(tmp_path / catalog.FILE, "replay: homebody replay")
    with pytest.raises(BadInput, match=r"commands\.yaml is not of the form"):
        read_catalog(tmp_path)
