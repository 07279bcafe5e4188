"""Each command-line option is defined once, and commands show what they found in one way."""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import pytest
import typer
from typer.models import OptionInfo

from homebody.cli import app

ROOT = Path(__file__).parents[1]

_WISH = "names what must work; nothing is set by it"
_MADE = "what a command makes is its own: a folder, a memory, weights"
_MODES = "each has ways of its own in which it can be done"
_LISTED = "what is listed differs, and so does how much of it anybody wants to see"
_OPTIONAL = "its games and sets are optional: without them some are made, or none are needed"
OWN = {
    **{("doctor", f"--{name}"): _WISH for name in ("detector", "engine", "language", "memory", "weights")},
    ("collect", "--out"): _MADE,
    ("memory build", "--out"): _MADE,
    ("train states", "--out"): _MADE,
    ("train rescoring", "--out"): _MADE,
    ("train rescoring", "--data"): "pictures of several collections are learned from together",
    ("replay", "--mode"): _MODES,
    ("eval recall", "--mode"): _MODES,
    ("eval interruption", "--mode"): _MODES,
    ("memory show", "--most"): _LISTED,
    ("memory show", "--depth"): "levels of the tree, nothing of what a camera measures",
    ("memory log", "--most"): _LISTED,
    ("memory search", "--most"): _LISTED,
    ("collect", "--games"): _OPTIONAL,
    ("eval perception", "--games"): _OPTIONAL,
    ("eval perception", "--data"): _OPTIONAL,
    ("eval perception", "--labels"): "of pictures, nothing that people said of answers",
    ("memory profile", "--user"): "whose profile is listed, not who speaks",
    ("eval personalization", "--data"): "a folder of episodes as they are published, nothing that was collected",
    ("eval personalization", "--noise"): "what spoils remembered episodes, nothing of what is seen",
    ("eval personalization", "--memory"): "which memories the assistant has: an experimental condition, no file",
    ("collect", "--episodes"): "an episode in a room of its own, not one of a history",
    ("eval recall", "--episodes"): "without it no history is generated",
    ("memory rules", "--history"): "the versions of the list; no number",
    ("memory build", "--history"): "one history of a question set",
    ("eval teach", "--limit"): "instances of games that are drawn, not the first games",
    ("eval interruption", "--memory"): "which memories the agent has: an experimental condition, no file",
    ("memory pin", "--off"): "takes back what the command does",
    ("memory budget", "--off"): "takes back what the command does",
    ("train detector", "--processes"): "they share every batch; no games are looked at",
    ("train detector", "--workers"): "torch's name for processes that read pictures; 0 is none",
    ("train detector", "--weights"): "the network that learning begins with",
    ("train recognizer", "--weights"): "the network that learning begins with",
    ("eval teach", "--report"): "a file of JSON lines, no page",
    ("run", "--resume"): "goes on with what was lived; an evaluation with its own command",
    ("collect", "--rooms"): "kinds of rooms, not how many",
    ("eval perception", "--rooms"): "how many held-out rooms",
    ("train states", "--rooms"): "how many of each kind",
    ("memory build", "--seed"): "draws dates in place of a schedule; without it none are drawn",
    ("replay", "--size"): "of rendered frames, which need not be a multiple of 32",
}
"""Options that share a name with another command's and mean something else, and why that is so."""
DEFAULTS = {
    "--batch": "networks of different sizes",
    "--epochs": "networks that learn at different rates",
    "--patience": "networks that learn at different rates",
    "--rate": "networks that learn at different rates",
    "--histories": "as many as the published figures need, or as can be waited for",
    "--out": "a detector and a recogniser are different things",
    "--size": "what is exported is as large as what is looked at",
    "--steps": "collected episodes are longer than those that are only measured on",
}
"""Options that are defined once and begin differently in different commands, and why."""


@dataclass(frozen=True)
class Option:
    """One option of one command."""

    command: str
    name: str
    info: OptionInfo
    kind: Any
    default: Any
    in_a_row: bool


def commands(at: typer.Typer, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any, Any]]:
    for one in at.registered_commands:
        assert one.callback is not None
        yield " ".join([*path, one.name or one.callback.__name__.replace("_", "-")]), one.callback, one.cls
    for group in at.registered_groups:
        assert group.typer_instance is not None
        yield from commands(group.typer_instance, (*path, str(group.name)))


def options(at: typer.Typer) -> Iterator[Option]:
    for command, function, cls in commands(at):
        row = _in_a_row(cls)
        hints = get_type_hints(function, include_extras=True)
        for parameter in inspect.signature(function).parameters.values():
            for info in getattr(hints[parameter.name], "__metadata__", ()):
                if isinstance(info, OptionInfo):
                    name = _name(info) or f"--{parameter.name.replace('_', '-')}"
                    kind = hints[parameter.name].__origin__
                    yield Option(command, name, info, kind, parameter.default, name in row)


def _name(info: OptionInfo) -> str:
    """As it was given; typer keeps the first word where it expects a default until a command is made."""
    given = (info.default, *(info.param_decls or ()))
    return next((word.split("/")[0] for word in given if isinstance(word, str) and word.startswith("--")), "")


def _in_a_row(cls: Any) -> tuple[str, ...]:
    """Options that take several values in a row, as ``many_values`` was told."""
    cells = getattr(cls.parse_args, "__closure__", None) or () if cls else ()
    return next((cell.cell_contents for cell in cells if isinstance(cell.cell_contents, tuple)), ())


def twice(found: list[Option], own: dict[tuple[str, str], str]) -> dict[str, list[str]]:
    """Options of one name that are not one definition, and the commands that have them."""
    groups: dict[str, list[Option]] = defaultdict(list)
    for one in found:
        if (one.command, one.name) not in own:
            groups[one.name].append(one)
    return {
        name: [one.command for one in group]
        for name, group in groups.items()
        if len({(id(one.info), str(one.kind), one.in_a_row) for one in group}) > 1
    }


@pytest.fixture(scope="module")
def found() -> list[Option]:
    return list(options(app))


def test_an_option_is_defined_once(found: list[Option]) -> None:
    assert len(found) > 150
    assert twice(found, OWN) == {}


def test_reasons_are_needed(found: list[Option]) -> None:
    names = {(one.command, one.name) for one in found}
    assert set(OWN) <= names
    infos = defaultdict(set)
    for one in found:
        infos[one.name].add(id(one.info))
    assert {name for _, name in OWN if len(infos[name]) < 2} == set()


def test_an_option_begins_alike_everywhere(found: list[Option]) -> None:
    defaults: dict[int, dict[str, str]] = defaultdict(dict)
    for one in found:
        defaults[id(one.info)][repr(one.default)] = one.name
    differing = {next(iter(values.values())) for values in defaults.values() if len(values) > 1}
    assert differing == set(DEFAULTS)


def test_two_definitions_are_found() -> None:
    other = typer.Typer()

    def one(seed: Annotated[int, typer.Option(help="Chance.")] = 0) -> None: ...
    def two(seed: Annotated[int, typer.Option(help="Chance.")] = 0) -> None: ...

    one.__annotations__["seed"] = Annotated[int, typer.Option(help="Chance.")]
    two.__annotations__["seed"] = Annotated[int, typer.Option(help="Chance.")]
    other.command()(one)
    other.command()(two)
    seen = list(options(other))
    assert twice(seen, {}) == {"--seed": ["one", "two"]}
    assert twice(seen, {("two", "--seed"): "a reason"}) == {}


# -- one way to print

PRINTS = {"homebody/output.py": "the one way"}
OTHERWISE = {
    "homebody/doctor/process.py": "words for a process of its own, which nobody reads",
    "homebody/doctor/probes.py": "that process: it answers its parent",
    "homebody/views/live_view.py": "a grid that holds two pictures side by side",
}
WAYS = {"json.dumps", "json.dump", "Table", "Table.grid", "rich.table.Table", "say_json", "json_text"}


def ways_around(source: str) -> list[str]:
    """Calls that make a table or JSON."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [name for call in calls if (name := ast.unparse(call.func)) in WAYS]


def test_tables_and_json_are_made_in_one_place() -> None:
    around = {
        name: ways
        for path in sorted((ROOT / "homebody").rglob("*.py"))
        if (ways := ways_around(path.read_text(encoding="utf-8")))
        and (name := path.relative_to(ROOT).as_posix()) not in PRINTS
    }
    assert around.keys() == OTHERWISE.keys(), around
    assert ways_around("Table(title='x')\nprint(json.dumps(1))\nout.show(table())") == ["Table", "json.dumps"]


def test_every_command_that_prints_figures_gives_them_as_json(found: list[Option]) -> None:
    told = {one.command for one in found if one.name == "--json"}
    assert {name for name, _, _ in commands(app)} - told == {"train export"}
