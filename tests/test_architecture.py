"""The layout: packages and folders import one way, hold one noun each, and the page shows them as they are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from architecture import BEGIN, END, PACKAGES, PAGE, ROOT, House, circles, floors, read, shown

MANY = 15
TABLES = frozenset({"envs/pocket/render/shapes"})
"""Folders of tables (one of shapes for each family of things) may hold more."""


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


def test_a_circle_is_found(tmp_path: Path) -> None:
    for name, text in {"a": "from envs.b import x", "b": "from envs import c", "c": "import envs.a", "d": ""}.items():
        (tmp_path / "envs").mkdir(exist_ok=True)
        (tmp_path / "envs" / f"{name}.py").write_text(text)
    graph = read(tmp_path, ["envs"]).children("envs")
    assert circles(graph) == [["a", "b", "c"]]
    with pytest.raises(ValueError, match="circle"):
        floors(graph)


def test_floors_stand_on_what_they_import() -> None:
    assert floors({"top": {"low", "mid"}, "mid": {"low"}, "low": set(), "aside": set()}) == [
        ["aside", "low"],
        ["mid"],
        ["top"],
    ]
