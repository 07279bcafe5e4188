"""The levels of the history are one table: nobody else knows their numbers or lists their names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TypeGuard

import pytest
from architecture import ROOT, read

from memory.file import schema
from memory.levels import GOAL, LEVELS, SCENE, SUMMARY, TOP, kind, kinds
from memory.store import lifetimes
from memory.store.database import Store

TABLE = "memory/levels"
_STEPS = "released steps of the schema are never edited; the tests below compare them"
RELEASED = {"memory/file/schema": _STEPS, "memory/file/schema_steps": _STEPS}
_SQL = re.compile(r"\blevel\b *(=|<>|<=?|>=?) *\d|\blevel (NOT )?IN \(\d|\blevel BETWEEN \d|m(in|ax)\([\w.]*level, \d")
_NAMES = ({"scene", "event"}, {"scene", "goal"}, {"subtask", "task"}, {"subtask", "day"})
"""Names that only a list of levels has together."""


def knows_levels(source: str) -> list[str]:
    """Where a module knows a level by its number, in code or in SQL, or lists levels by name."""
    return [f"line {line}: {what}" for line, what in _found(ast.parse(source))]


def _found(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.search(node.value):
            yield node.lineno, "a number in SQL"
        elif isinstance(node, ast.Compare) and _numbered([node.left, *node.comparators]):
            yield node.lineno, "a number in a comparison"
        elif isinstance(node, ast.Assign) and _names_one(node):
            yield node.lineno, "a name for a number"
        elif isinstance(node, ast.Dict | ast.List | ast.Tuple | ast.Set):
            parts = [*node.keys, *node.values] if isinstance(node, ast.Dict) else node.elts
            words = {one.value for one in parts if isinstance(one, ast.Constant)}
            if any(names <= words for names in _NAMES):
                yield node.lineno, "a list of names"


def _names_one(node: ast.Assign) -> bool:
    """``_DAY, _LONGEST = 6, 9``: the name of a level for a small number."""
    told = {one.id.strip("_").removesuffix("_LEVEL") for at in node.targets for one in ast.walk(at) if _is_name(one)}
    parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    numbers = [one.value for one in parts if isinstance(one, ast.Constant)]
    level_names = {level.name.upper() for level in LEVELS}
    return bool(told & level_names) and any(type(one) is int and 0 < one <= TOP for one in numbers)


def _is_name(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def _numbered(compared: list[ast.expr]) -> bool:
    numbers = [one for one in compared if isinstance(one, ast.Constant) and type(one.value) is int and one.value > 0]
    return bool(numbers) and any(re.search(r"\blevel('\])?$|_level$", ast.unparse(one)) for one in compared)


def test_nobody_else_knows_a_level() -> None:
    others = [path for path in read().imports if path.split("/")[0] in ("memory", "agent", "eval", "homebody")]
    found = {path: knows_levels((ROOT / f"{path}.py").read_text("utf-8")) for path in others if path != TABLE}
    assert {path: known for path, known in found.items() if known and path not in RELEASED} == {}
    assert all(found[path] for path in RELEASED)


@pytest.mark.parametrize(
    "source",
    [
        "if node.level > 3: pass",
        "x = 1 < row['level']",
        'sql = "SELECT id FROM nodes n WHERE n.level IN (3, 5)"',
        'sql = f"SELECT {x} FROM nodes WHERE min(level, 4) = ?"',
        'NAMES = {1: "scene", 2: "event"}',
        'NAMES = ("subtask", "task", "day")',
        "_DAY, _LONGEST = 6, 9",
        "TASK_LEVEL = 5",
    ],
)
def test_a_second_list_is_found(source: str) -> None:
    assert knows_levels(source)


def test_the_file_agrees_with_the_table(tmp_path: Path) -> None:
    """Its triggers and its row of lifetimes were written for these numbers; others need a new step of the schema."""
    with Store.open(tmp_path / "memory.sqlite") as store:
        kept = lifetimes.lifetimes(store)
        sql = " ".join(text for (text,) in store.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    assert kept == lifetimes.Lifetimes()
    assert [kept.of(at) for at in range(SUMMARY + 1)] == [level.lifetime for level in LEVELS[: SUMMARY + 1]]
    assert [one.name for one in fields(kept)] == [kind(at) for at in range(SCENE, SUMMARY + 1)]
    assert f"level = {lifetimes.ROW}) * {lifetimes.FACTOR}".replace("nodes.", "new.") in sql
    assert set(re.findall(r"level > (\d)", sql)) == {str(SCENE)}
    assert f"CASE n.level WHEN {GOAL} THEN" in " ".join(schema._SECOND)


def test_the_docs_show_the_table() -> None:
    page = (ROOT / "docs" / "memory.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (\d+(?:–\d+)?) \| ([a-z ]+)", page, re.MULTILINE)
    first = {level.name: at for at, level in reversed(list(enumerate(LEVELS)))}
    wanted = {name: str(at) if LEVELS.count(LEVELS[at]) == 1 else f"{at}–{TOP}" for name, at in first.items()}
    assert {name.strip(): at for at, name in shown} == wanted


def test_the_words_for_people_follow() -> None:
    assert kinds() == "1 scenes, 2 events, 3 goals, 4 and above summaries"
    assert [kind(at) for at in (0, 1, 2, 3, 4, TOP, TOP + 5)] == [
        *("experience", "scene", "event", "goal", "summary", "summary", "summary")
    ]
