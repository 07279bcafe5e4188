"""The layout: packages and folders import one way, hold one noun each, and the page shows them as they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from architecture import (
    BEGIN,
    END,
    PACKAGES,
    PAGE,
    ROOT,
    House,
    circles,
    floors,
    importing_by_name,
    read,
    shown,
    speaks_sql,
)

MANY = 15
TABLES = frozenset({"envs/pocket/render/shapes"})
"""Folders of tables (one of shapes for each family of things) may hold more."""
BY_NAME = {
    "envs/__init__": "Gymnasium, whose registration it finds on the way; nothing of ours",
    "homebody/__init__": "what the package offers, at the moment it is asked for",
    "homebody/doctor/fixes": "packages that may be missing",
    "homebody/views/video": "packages that may be missing",
    "perception/extras": "packages that may be missing",
    "perception/plugins": "what somebody names on the command line",
    "perception/text/minilm": "packages that may be missing",
}
"""Who imports modules whose names do not stand there, and why: nothing of ours above it."""


@pytest.fixture(scope="module")
def house() -> House:
    return read()


def test_packages_import_only_leftwards(house: House) -> None:
    wrong = [
        f"{path} imports {target}"
        for path, targets in house.imports.items()
        for target in targets
        if PACKAGES.index(target.split("/")[0]) > PACKAGES.index(path.split("/")[0])
    ]
    assert not wrong


def test_no_circles_at_any_level(house: House) -> None:
    found = {folder: circles(house.children(folder)) for folder in ["", *house.folders()]}
    assert {folder: groups for folder, groups in found.items() if groups} == {}


def test_a_folder_holds_few_modules(house: House) -> None:
    counts = {
        folder: sum(path.rpartition("/")[0] == folder and not path.endswith("__init__") for path in house.imports)
        for folder in house.folders()
    }
    assert {folder: n for folder, n in counts.items() if n > MANY and folder not in TABLES} == {}


def test_a_folder_says_what_it_holds(house: House) -> None:
    for folder in house.folders():
        start = ROOT / folder / "__init__.py"
        said = ast.get_docstring(ast.parse(start.read_text(encoding="utf-8"))) if start.is_file() else None
        assert said, f"{folder}/__init__.py says nothing"
        if "/" in folder:
            lines = [line for line in said.splitlines() if line.strip()]
            assert len(lines) >= 3, f"{folder}/__init__.py: what lives there, what it offers, what it imports"
            assert "import" in said.lower(), f"{folder}/__init__.py does not say what may be imported"


def test_no_file_repeats_the_name_of_its_folder(house: House) -> None:
    wrong = []
    for path in house.imports:
        folder, _, name = path.rpartition("/")
        noun = folder.rpartition("/")[2]
        if name == noun or name.startswith(f"{noun}_") or name.endswith(f"_{noun}"):
            wrong.append(path)
    assert not wrong


def test_the_page_shows_the_floors(house: House) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert BEGIN in page
    assert END in page
    assert shown(page, house) == page, "run python tests/architecture.py"


WITH_SQL = {
    "memory/file": "the schema, and the file as such",
    "memory/store": "the rows",
    "memory/reading": "what is read of them",
    "memory/soundness": "reads a file that may be damaged, where the store cannot be trusted",
    "memory/repair": "takes rows out of a damaged file, likewise",
}
"""Folders that speak SQL, and why; docs/architecture.md says the same."""


def test_only_the_store_and_what_reads_it_speak_sql(house: House) -> None:
    found = {path: lines for path in house.imports if (lines := speaks_sql((ROOT / f"{path}.py").read_text("utf-8")))}
    folders = tuple(f"{folder}/" for folder in WITH_SQL)
    assert {path: lines for path, lines in found.items() if not path.startswith(folders)} == {}
    assert all(any(path.startswith(folder) for path in found) for folder in folders), "a folder needs it no more"
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"`{folder}`" in page for folder in WITH_SQL)


def test_sql_is_found() -> None:
    source = (
        '"""What DELETE means."""\nquery = f"SELECT {x} FROM nodes"\nmore = "id = ? ORDER BY id"\nname = "select"\n'
    )
    assert speaks_sql(source) == [2, 3]


def test_a_circle_is_found(tmp_path: Path) -> None:
    for name, text in {"a": "from envs.b import x", "b": "from envs import c", "c": "import envs.a", "d": ""}.items():
        (tmp_path / "envs").mkdir(exist_ok=True)
        (tmp_path / "envs" / f"{name}.py").write_text(text)
    graph = read(tmp_path, ["envs"]).children("envs")
    assert circles(graph) == [["a", "b", "c"]]
    with pytest.raises(ValueError, match="circle"):
        floors(graph)


def test_modules_are_imported_by_names_that_stand_there(house: House) -> None:
    assert {path for path in house.imports if importing_by_name(ROOT / f"{path}.py")} == set(BY_NAME)


@pytest.mark.parametrize(
    "text",
    [
        "from importlib import import_module\nimport_module('envs.a').x",
        "import importlib\n\ndef f():\n    return importlib.import_module('envs.a', None)",
        "a = __import__('envs.a')",
    ],
)
def test_a_circle_cannot_hide_behind_an_importer(tmp_path: Path, text: str) -> None:
    (tmp_path / "envs").mkdir()
    (tmp_path / "envs" / "a.py").write_text("import envs.b")
    (tmp_path / "envs" / "b.py").write_text(text)
    assert circles(read(tmp_path, ["envs"]).children("envs")) == [["a", "b"]]
    assert importing_by_name(tmp_path / "envs" / "b.py") == []


@pytest.mark.parametrize(
    "text",
    ["import_module('envs.' + a)", "f(import_module)", "__import__(name='a')", "from b import import_module as c"],
)
def test_an_importer_whose_name_is_worked_out_is_seen(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.py").write_text(text)
    assert importing_by_name(tmp_path / "a.py") == [1]


def test_floors_stand_on_what_they_import() -> None:
    assert floors({"top": {"low", "mid"}, "mid": {"low"}, "low": set(), "aside": set()}) == [
        ["aside", "low"],
        ["mid"],
        ["top"],
    ]
