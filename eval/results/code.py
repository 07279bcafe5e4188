"""What a result depends on: the modules that its command may run, and the packaged files that these read.

Found in the source, without importing anything: imports are followed from the command's modules, also those within
functions. Modules behind a choice (``CHOICES``: Unity, language models, training) count only when they were loaded.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from eval.results.checkout import ROOT
from eval.results.normal import digest

PACKAGES = ("envs", "perception", "memory", "agent", "eval", "benchmarks")
CHOICES = (
    "agent.console",
    "agent.language",
    "agent.minds.language",
    "envs.testing",
    "envs.thor",
    "eval.collect_",
    "eval.doctor",
    "perception.detector_training",
    "perception.state_training",
)
"""Beginnings of the names of modules that a command uses only when it is told to."""

ASIDE = ("benchmarks.lines", "eval.output", "eval.results")
"""Modules that show and keep what was found: they change no figure."""

_READ = {".yaml", ".json", ".npz", ".pt", ".safetensors", ".onnx"}


def depends_on(
    modules: Iterable[str], loaded: Collection[str], alone: bool = True, root: Path = ROOT
) -> dict[str, str]:
    """Every file that a command with these modules depends on, by its path in the checkout, with its digest.

    Args:
        modules: Where the command begins.
        loaded: Names of all modules of this process, when the command is done.
        alone: Whether this process did everything; then only what it loaded counts.
        root: The checkout.
    """
    found = closure(tuple(modules), root)
    if alone:
        found = {name for name in found if name in loaded}
    else:
        found = {name for name in found if name in loaded or not name.startswith(CHOICES)}
    files = {path for name in found if (path := _source(name, root))}
    files |= {asset for path in files for asset in _assets(path, root)}
    return {path.relative_to(root).as_posix(): _digest(path) for path in sorted(files)}


def changed(code: dict[str, str], root: Path = ROOT) -> list[str]:
    """Those files of a result's code that are other ones today, or gone."""
    return [name for name, before in code.items() if not (root / name).is_file() or _digest(root / name) != before]


def closure(modules: tuple[str, ...], root: Path = ROOT) -> set[str]:
    """The modules and all of ours that they import, directly or not.

    Raises:
        ValueError: There is no such module.
    """
    seen: set[str] = set()
    waiting = list(modules)
    for name in modules:
        if _source(name, root) is None:
            raise ValueError(f"there is no module {name} in {root}")
    while waiting:
        name = waiting.pop()
        if name not in seen and not name.startswith(ASIDE):
            seen.add(name)
            waiting += _imported(name, root)
    return seen


def _digest(path: Path) -> str:
    state = path.stat()
    return _digest_of(path, state.st_mtime_ns, state.st_size)


@cache
def _digest_of(path: Path, _time: int, _size: int) -> str:
    return digest(path)


def _source(name: str, root: Path) -> Path | None:
    place = root.joinpath(*name.split("."))
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None


@cache
def _imported(name: str, root: Path) -> tuple[str, ...]:
    path = _source(name, root)
    assert path is not None
    found: set[str] = set()
    for wanted in _imports(ast.parse(path.read_bytes())):
        parts = wanted.split(".")
        steps = [".".join(parts[:count]) for count in range(1, len(parts) + 1)]
        found.update(step for step in steps if parts[0] in PACKAGES and _source(step, root))
    return tuple(sorted(found))


def _imports(node: ast.AST) -> Iterator[str]:
    """Names that are imported anywhere below, but not what only type checkers read."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        for other in node.orelse:
            yield from _imports(other)
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imports(child)


@cache
def _assets(path: Path, root: Path) -> tuple[Path, ...]:
    """Files under assets/ that a module names; all of a folder of which it names none, unless that holds weights."""
    if path.suffix != ".py":
        return ()
    tree = ast.parse(path.read_bytes())
    words = {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    if "assets" not in words | set(_imports(tree)) and not words & _weights(root):
        return ()
    known = [file for file in (root / "assets").rglob("*") if file.suffix in _READ]
    stems = {file.stem for file in known if file.name in words}
    named = {file for file in known if file.stem in stems}
    whole = [file for file in known if file.parent.name in words and file.parent.name not in ("assets", "weights")]
    return tuple(sorted(named or whole))


@cache
def _weights(root: Path) -> frozenset[str]:
    return frozenset(file.name for file in (root / "assets" / "weights").glob("*"))
