"""A kind of question is one entry: nothing else in recall lists kinds, and everything follows the table."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from architecture import ROOT

from agent.recall import kinds
from agent.recall.algebra.query import ASKS
from agent.recall.conversation import teller
from agent.recall.kinds import BY_NAME, KINDS, QuestionKind, Subject, kind_of, names

_PLAIN = {"when", "where", "which", "who", "why", "often", "said", "ever", "tasks", "failed", "state"}
"""Names that are words of questions, too, so that lists of words hold them."""


def lists_kinds(source: str) -> list[int]:
    """Lines of literals that hold two or more names of kinds."""
    return [line for line, told in _literals(ast.parse(source)) if len(told & (BY_NAME.keys() - _PLAIN)) > 1]


def _literals(tree: ast.AST) -> Iterator[tuple[int, set[object]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Set | ast.List | ast.Tuple | ast.Dict):
            parts = node.keys if isinstance(node, ast.Dict) else node.elts
            yield node.lineno, {one.value for one in parts if isinstance(one, ast.Constant)}


def test_nothing_else_lists_kinds() -> None:
    files = [path for path in (ROOT / "agent" / "recall").rglob("*.py") if path.name != "kinds.py"]
    files = [path for path in files if path.parent.name not in ("algebra", "executing", "reading", "tasks", "voice")]
    assert {path.name: found for path in files if (found := lists_kinds(path.read_text("utf-8")))} == {}
    assert lists_kinds('_LIMITED = frozenset({"put_where", "amount", "when"})') == [1]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_entry_names_who_answers(kind: QuestionKind) -> None:
    for name in filter(None, (kind.teller, kind.task_teller)):
        assert list(inspect.signature(teller(name)).parameters) == ["asked"]
    assert all(re.compile(shape) for shape in (*kind.first, *kind.shapes))
    assert not kind.task_at or re.compile(kind.task_at).groups == 1
    assert bool(kind.task_at) or kind.subject is not Subject.TASK


def test_the_table_has_each_name_once() -> None:
    assert len(BY_NAME) == len(KINDS)
    assert names(lambda kind: not kind.first and not kind.shapes) == {"placed"}, "nobody can ask it"


def test_the_docs_list_every_ask() -> None:
    page = (ROOT / "docs" / "recall.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == {*ASKS, "unknown"}


def test_special_shapes_come_before_general_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    last = replace(BY_NAME["which"], name="never", shapes=(), first=("which things did you never",))
    assert getattr(kind_of("which things did you never touch"), "name", None) == "which"
    monkeypatch.setattr(kinds, "KINDS", (*KINDS, last))
    assert getattr(kind_of("which things did you never touch"), "name", None) == "never"
    assert kind_of("mumble") is None
