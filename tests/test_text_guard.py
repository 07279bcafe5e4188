"""Nobody prints around ``envs.process.terminal``, and nobody writes a page around ``envs.process.plain_text``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("agent", "envs", "eval", "memory", "perception")
THE_WAY = {"envs/process/terminal.py", "envs/process/plain_text.py", "eval/report/html_page.py"}
READS_HTML = {"memory/erasing/redacting.py": "finds words of pages that were saved, as they are spelled there"}
NOT_A_TERMINAL = {"homebody/doctor/probes.py": "a process of its own that answers its parent in ASCII JSON"}
CALLS = {"print", "input", "breakpoint"}
OF_TYPER = {"echo", "secho", "confirm", "prompt", "progressbar", "echo_via_pager", "launch"}
OF_RICH = {
    "Console",
    "Live",
    "Spinner",
    "Progress",
    "Prompt",
    "Confirm",
    "Status",
    "track",
    "inspect",
    "print",
    "get_console",
}
MODULES_OF_RICH = {"rich.console", "rich.live", "rich.spinner", "rich.progress", "rich.prompt", "rich.status", "rich"}
POSSIBLE = re.compile(
    r"print|input\(|breakpoint|typer|click|sys\.(__)?std|os\.write|rich|html|jinja|markupsafe|logging|Console|markup"
)
"""A module without any of these is not read closely."""
MARKUP = {"rich.markup", "rich.emoji", "rich.markdown", "rich.logging", "rich.ansi", "html", "logging", "markupsafe"}
MARKUP |= {"jinja2"}


def faults(source: str) -> list[str]:
    """What a module does that goes around the one way."""
    if not POSSIBLE.search(source):
        return []
    tree = ast.parse(source)
    typing = {id(inner) for node in ast.walk(tree) if _for_types(node) for inner in ast.walk(node)}
    return [f"line {node.lineno}: {what}" for node, what in _found(tree) if id(node) not in typing]


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _own_words(write: ast.Call) -> bool:
    """Whether it goes to a file, or is a literal: nothing else can be said before our packages are imported."""
    file, said = write.args
    return not isinstance(file, ast.Constant) or isinstance(said, ast.Constant)


def _found(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in CALLS or name.rpartition(".")[2] == "from_markup":
                yield node, f"{name}(…)"
            owner, _, last = name.rpartition(".")
            if owner in ("typer", "click") and last in OF_TYPER:
                yield node, f"{name}(…)"
            if owner in ("sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__") and last.startswith("write"):
                yield node, f"{name}(…)"
            if name == "os.write" and not _own_words(node):
                yield node, "os.write to a standard stream"
            if name.rpartition(".")[2] == "status" and name != "status":
                yield node, f"{name}(…)"
            if name.rpartition(".")[2] == "Console":
                yield node, "a console of its own"
            marked = [word for word in node.keywords if word.arg == "markup" and ast.unparse(word.value) != "False"]
            if marked:
                yield node, "markup is switched on"
        elif isinstance(node, ast.ImportFrom):
            names = {one.name for one in node.names}
            if node.module in MARKUP or (node.module in MODULES_OF_RICH and names & (OF_RICH - {"Console"})):
                yield node, f"from {node.module} import {', '.join(sorted(names))}"
        elif isinstance(node, ast.Import):
            for one in node.names:
                if one.name in MARKUP | MODULES_OF_RICH:
                    yield node, f"import {one.name}"


def test_every_module_prints_only_the_one_way() -> None:
    modules = [ROOT / "homebody/cli.py", *(path for one in PACKAGES for path in (ROOT / one).rglob("*.py"))]
    assert len(modules) > 300
    around = {}
    for path in modules:
        name, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        if name not in THE_WAY | {*NOT_A_TERMINAL, *READS_HTML} and (found := faults(source)):
            around[name] = found
    assert not around, "print with say, Terminal, … of envs.process.terminal; write pages with eval.report.html_page"


def test_templates_escape_all_that_they_show() -> None:
    templates = list((ROOT / "assets/pages").rglob("*.*"))
    assert templates
    for path in templates:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\bsafe\b|\bautoescape\b|<script|https?:", text), path.name
    assert {path.suffix for path in templates} == {".html"}


@pytest.mark.parametrize(
    "source",
    [
        "print('x')",
        "import typer\ntyper.echo(x)",
        "import sys\nsys.stderr.write(x)",
        "from rich.console import Console\nConsole().print(x)",
        "def f():\n    from rich.progress import track\n    track(x)",
        "from rich.text import Text\nText.from_markup(x)",
        "from html import escape",
        "from markupsafe import Markup",
        "import jinja2",
        "console.print(x, markup=True)",
        "import rich\nrich.print(x)",
        "import os\nos.write(2, x.encode())",
    ],
)
def test_the_guard_sees_every_way_around(source: str) -> None:
    assert faults(source)


def test_the_guard_lets_the_way_and_types_pass() -> None:
    assert not faults("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rich.live import Live")
    assert not faults("from rich.console import Console\ndef f(console: Console) -> None:\n    console.print('x')")
    assert not faults("from envs.process.terminal import say\nsay('x')")
