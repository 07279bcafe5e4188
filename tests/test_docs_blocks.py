"""What README and docs show works: Python blocks run, commands are understood, links and names lead somewhere."""

from __future__ import annotations

import ast
import builtins
import contextlib
import functools
import importlib.util
import io
import re
import shlex
import shutil
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import click
import gymnasium
import pytest
from pages import EVERY_PAGE, PAGES, ROOT, Block, anchors, blocks, links, spans
from talker import talker
from typer.main import get_command
from typer.testing import CliRunner

from envs.pocket.controller import PocketController
from envs.thor.build import EXECUTABLE
from envs.thor.controller import ThorController
from homebody.cli import app

PACKAGES = ("assets", "envs", "perception", "memory", "agent", "eval", "homebody", "tests", "benchmarks")
INSTALLED_FOR = {"unity": "ai2thor", "endpoint": "openai"}
"""Which package a need takes where that is not its name; the other side is a stand-in then."""
NO_VALUE = object()
Given = Callable[[str], None]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def python_blocks(page: Path) -> list[Block]:
    return [block for block in blocks(page) if block.language == "python"]


# -- Python


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty working directory, an endpoint, and a build that the ai2thor client starts."""
    (tmp_path / "pipes").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "pipes"))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    build = tmp_path / "thor"
    build.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(ROOT / "tests/standin/unity.py")])} "$@"\n')
    build.chmod(0o755)
    monkeypatch.setenv(EXECUTABLE, str(build))
    with talker(then='{"mugs": 2}') as endpoint:
        monkeypatch.setenv("HOMEBODY_LANGUAGE_URL", endpoint.url)
        monkeypatch.setenv("HOMEBODY_LANGUAGE_MODEL", "stand-in")
        yield


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Given:
    """Gives a command in the working directory; what one leaves there is made once and copied."""
    made: dict[str, Path] = {}

    def give(line: str) -> None:
        if line and line not in made:
            made[line] = tmp_path_factory.mktemp("given")
            with contextlib.chdir(made[line]):
                result = CliRunner().invoke(app, arguments(line.removeprefix("homebody ")))
            assert result.exit_code == 0, result.output
        if line:
            shutil.copytree(made[line], Path.cwd(), dirs_exist_ok=True)

    return give


@pytest.mark.parametrize("page", [page for page in PAGES if python_blocks(page)], ids=name_of)
@pytest.mark.usefixtures("world")
@pytest.mark.filterwarnings(
    "default:.*is set to None:UserWarning",  # what Minari would like to be told of a data set
    "default:Implicitly cleaning up:ResourceWarning",  # and how it clears up
)
def test_the_python_blocks_of_a_page_run_one_after_the_other(page: Path, given: Given) -> None:
    names: dict[str, Any] = {"__name__": "page", "__builtins__": builtins}
    left_out = []
    with ExitStack() as opened:
        opened.callback(close, names)
        for block in python_blocks(page):
            if missing := [need for need in block.needs if not there(need)]:
                left_out.append(f"{block.place} needs {' and '.join(missing)}, which is not installed")
            elif block.title:
                Path(block.title).write_text(block.text + "\n")
            else:
                given(block.notes.get("after", ""))
                run(block, names)
    if left_out:
        pytest.skip("the other blocks of the page ran; " + "; ".join(left_out))


def there(need: str) -> bool:
    return importlib.util.find_spec(INSTALLED_FOR.get(need, need)) is not None


def close(names: dict[str, Any]) -> None:
    """What a reader's program closes by ending."""
    for value in names.values():
        if isinstance(value, PocketController | ThorController):
            value.stop()
        elif isinstance(value, gymnasium.Env):
            value.close()


def run(block: Block, names: dict[str, Any]) -> None:
    """Run a block; an expression with a comment that is a value has to have that value."""
    source = "\n" * (block.line - 1) + block.text
    tree = ast.parse(source, block.place)
    said = values_in_comments(source)
    for number, statement in enumerate(tree.body):
        before = tree.body[number + 1].lineno if number + 1 < len(tree.body) else sys.maxsize
        if not isinstance(statement, ast.Expr):
            exec(compile(ast.Module([statement], []), block.place, "exec"), names)
            if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
                names[statement.name]()
            continue
        value = eval(compile(ast.Expression(statement.value), block.place, "eval"), names)
        for line in range(cast("int", statement.end_lineno), min(before, cast("int", statement.end_lineno) + 2)):
            if said.get(line, NO_VALUE) is not NO_VALUE:
                assert value == said[line], f"{block.place}, line {line}"


def values_in_comments(source: str) -> dict[int, Any]:
    """By line: what a comment says that is nothing but a Python value."""
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            try:
                found[token.start[0]] = ast.literal_eval(token.string.lstrip("# "))
            except (ValueError, SyntaxError):
                continue
    return found


@pytest.mark.parametrize(
    ("text", "error"),
    [("1 + 1  # 3", AssertionError), ("1 + 1\n# (3,)", AssertionError), ("nobody", NameError), ("1 + 1  # two", None)],
)
def test_a_block_that_does_not_do_what_it_says_fails(text: str, error: type[Exception] | None) -> None:
    block = Block(ROOT / "README.md", 1, "python", text)
    if error is None:
        run(block, {})
        return
    with pytest.raises(error):
        run(block, {})


def test_what_a_block_needs_is_a_package_or_a_stand_in() -> None:
    known = {"torch", "ultralytics", "transformers", "minari", "jax", "h5py", "pydantic_monty", *INSTALLED_FOR}
    assert {need for page in PAGES for block in blocks(page) for need in block.needs} <= known


# -- commands


def commands(page: Path) -> list[tuple[str, list[str]]]:
    """The commands of homebody in the blocks of a page that are no Python, with where they stand."""
    found = []
    for block in blocks(page):
        if block.language in ("", "sh", "bash", "console", "text"):
            lines = block.text.replace("\\\n", " " * 2).split("\n")
            typed = [re.match(r"^(?:\$ )?(?:\.venv/bin/)?homebody +(.*)", line) for line in lines if "─▶" not in line]
            found += [(block.place, arguments(match[1])) for match in typed if match]
    return found


def arguments(line: str) -> list[str]:
    """What a shell makes of a line: up to a comment, a pipe or a redirection."""
    words = shlex.split(line, comments=True)
    ends = [number for number, word in enumerate(words) if word in ("|", ">", "<", "&&", ";", "&")]
    return words[: ends[0]] if ends else words


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=name_of)
def test_the_commands_of_a_page_are_understood(page: Path) -> None:
    refused = [f"{place}: {' '.join(words)}: {why}" for place, words in commands(page) if (why := refusal(words))]
    assert not refused


@functools.cache
def command_line() -> Any:
    return get_command(app)


def refusal(words: list[str]) -> str:
    """Why the command line would not take these arguments; "" when it would. Nothing is run."""
    command = command_line()
    context = command.make_context("homebody", [], resilient_parsing=True)
    words = list(words)
    while words and hasattr(command, "commands"):
        if words[0] not in command.commands:
            return f"no such command {words[0]}"
        command = command.commands[words.pop(0)]
    try:
        command.make_context(command.name, words, parent=context)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return cast("click.ClickException", error).format_message()
    return ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("run --tsk Coffee", "--tsk"),
        ("fly", "no such command"),
        ("replay", "Missing"),
        ("eval teach --limit x", "limit"),
    ],
)
def test_a_command_that_is_none_is_noticed(line: str, why: str) -> None:
    assert why in refusal(arguments(line))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_in_prose_have_the_options_that_they_are_shown_with(page: Path) -> None:
    wrong = [f"{page.name}:{line}: {span}" for line, span in spans(page) if not known_options(span)]
    assert not wrong


def known_options(span: str) -> bool:
    """Whether a code span is no command of homebody, or one that exists with options that exist."""
    several = "|" in span and "…" in span  # of several words each
    if several or not re.match(r"homebody [a-z]", span):
        return True
    meant: list[Any] = [command_line()]
    words = re.sub(r"\s*\\?\|\s*", "|", span).split()[1:]
    while words and hasattr(meant[0], "commands"):
        names = words.pop(0).split("|")
        if not all(name in meant[0].commands for name in names):
            return False
        meant = [meant[0].commands[name] for name in names]
    shown = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", " ".join(words)))
    return all(
        shown <= {name for one in command.params for name in (*one.opts, *one.secondary_opts)} for command in meant
    )


# -- links and names


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    broken = [f"{page.name}:{line}: {link}" for line, link in links(page) if not leads_somewhere(page, link)]
    assert not broken


def leads_somewhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or target.suffix != ".md" or anchor in anchors(target))


def test_a_link_to_nothing_is_noticed() -> None:
    page = ROOT / "docs" / "memory.md"
    assert leads_somewhere(page, "#forgetting") and leads_somewhere(page, "recall.md")
    assert not leads_somewhere(page, "#nowhere") and not leads_somewhere(page, "nowhere.md")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_names_of_modules_and_files_are_those_of_the_checkout(page: Path) -> None:
    gone = [f"{page.name}:{line}: {span}" for line, span in spans(page) for name in named(span) if not exists(name)]
    assert not gone


def named(span: str) -> list[str]:
    """Paths and dotted names of this checkout in a code span; not files of the user's, or ids of environments."""
    ours = "|".join(PACKAGES)
    found = re.findall(rf"(?<![\w./-])(?:{ours})(?:/[\w./-]*\w|(?:\.\w+)+)", span)
    return [name for name in found if not re.search(r"-v\d+$|\.(sqlite|jsonl)$", name)]


def exists(name: str) -> bool:
    if "/" in name:
        return (ROOT / name).exists() or (ROOT / f"{name}.py").exists()
    parts = name.split(".")
    for depth in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:depth])
        source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if source.exists():
            text = source.read_text(encoding="utf-8")
            return all(re.search(rf"\b{word}\b", text) for word in parts[depth:])
    return False


@functools.cache
def words_of_the_code() -> frozenset[str]:
    """Every word in the source and in the names of its files."""
    files = [one for top in (*PACKAGES, "pyproject.toml") for one in (ROOT / top, *(ROOT / top).rglob("*"))]
    read = [one for one in files if one.suffix in (".py", ".yaml", ".toml")]
    text = "\n".join([*map(str, files), *(one.read_text(encoding="utf-8") for one in read)])
    return frozenset(re.findall(r"\w+", text))


@functools.cache
def folders() -> dict[str, list[Path]]:
    """The folders of the packages by their own names."""
    found: dict[str, list[Path]] = {}
    for init in (one for top in PACKAGES for one in (ROOT / top).rglob("__init__.py")):
        found.setdefault(init.parent.name, []).append(init.parent)
    return found


def known(span: str) -> bool:
    """Whether a code span is no name as modules, functions and columns have them, or one that the code has."""
    if re.fullmatch(r"[a-z]+(_[a-z]+)+", span):
        return span in words_of_the_code()
    folder, _, rest = span.partition("/")
    if folder in folders() and re.fullmatch(r"[a-z_/]+(\.py)?", rest):
        places = [(one / rest.removesuffix(".py")) for one in folders()[folder]]
        return any(place.is_dir() or place.with_suffix(".py").exists() for place in places)
    return True


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_names_in_prose_are_those_of_the_code(page: Path) -> None:
    gone = [f"{page.name}:{line}: {span}" for line, span in spans(page) if not known(span)]
    assert not gone


def test_a_name_that_is_gone_is_noticed() -> None:
    old = "recall" + "_rewording"  # in pieces, as this file is code as well
    assert not known(old) and not known("understanding/rewordings") and not known(f"envs/{old}.py")
    assert known("name_tasks") and known("understanding/dates") and known("planning/wants") and known("data/rooms")
    assert named("`envs/errors.py` and memory.store.database.Store") == [
        "envs/errors.py",
        "memory.store.database.Store",
    ]
    assert exists("envs/errors.py") and exists("memory.store.database.Store") and exists("agent/recall")
    assert not exists("envs/nothing.py") and not exists("memory.store.database.Shop") and not exists("agent.recal")
