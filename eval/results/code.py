"""What a result depends on: the parts of modules that its command may run, and the packaged files that these name.

Modules behind a choice (``CHOICES``: Unity, language models, training) count only when they were loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

from eval.results.checkout import ROOT
from eval.results.normal_form import digest
from eval.results.reachable_code import ReachableCode
from eval.results.statements import CodeStatement

CHOICES = (
    "agent.recall.console",
    "agent.language",
    "agent.mind.by_model",
    "envs.testing",
    "envs.thor.controller",
    "eval.collect",
    "homebody.doctor",
    "perception.detector.training",
    "perception.states.training",
)
"""Beginnings of the names of modules that a command uses only when it is told to."""

ASIDE = ("benchmarks.lines", "homebody.output", "eval.results")
"""Modules that show and keep what was found: they change no figure."""

BY_NAME = ("english",)
"""Folders of assets whose files are only read by names that stand in the code; of these only the named ones count."""

_READ = {".yaml", ".json", ".npz", ".pt", ".safetensors", ".onnx", ".txt"}
_SHOWN = 10


def depends_on(
    modules: Collection[str], loaded: Collection[str], alone: bool = True, root: Path = ROOT
) -> dict[str, str]:
    """Every file that a command with these modules depends on, by its path in the checkout, with a digest.

    That of a module is over the parts of it that the command may run.

    Args:
        modules: Where the command begins: modules, or ``module:name`` for one definition.
        loaded: Names of all modules of this process, when the command is done.
        alone: Whether this process did everything; then only what it loaded counts.
        root: The checkout.

    Raises:
        ValueError: There is no such module or definition.
    """
    begins = {name.partition(":")[0] for name in modules}  # as a program it is loaded under another name

    def allowed(name: str) -> bool:
        if name in begins or name.startswith(ASIDE):
            return name in begins
        return name in loaded or not (alone or name.startswith(CHOICES))

    return _digests(modules, allowed, root)


Digests = dict[tuple[frozenset[str], frozenset[str]], dict[str, str]]
"""Digests by file as they are, by where a command begins and which modules count."""


def changed(
    code: Mapping[str, str], modules: Collection[str], root: Path = ROOT, known: Digests | None = None
) -> list[str]:
    """Those files of a result's code that are other ones today, or gone.

    Args:
        code: Digests by file, as they were.
        modules: Where the command begins.
        root: The checkout.
        known: Where digests of the same checkout are kept: many results begin alike and count the same modules.
    """
    known = {} if known is None else known
    key = (frozenset(modules), frozenset(name for name in code if name.endswith(".py")))
    try:
        if key not in known:
            known[key] = _digests(modules, lambda name: _file(name, root) in code, root)
    except ValueError:  # what the command began with is gone
        return list(code)
    today = known[key]
    return [name for name, before in code.items() if today.get(name) != before and not _let_go(name, today, root)]


def _let_go(name: str, today: Mapping[str, str], root: Path) -> bool:
    """Whether a file that is read by name is still there and no code names it; code that ceased to is told itself."""
    return name not in today and Path(name).parent.name in BY_NAME and (root / name).is_file()


def _file(name: str, root: Path) -> str:
    place = name.replace(".", "/")
    return f"{place}/__init__.py" if (root / place).is_dir() else f"{place}.py"


def _digests(modules: Iterable[str], allowed: Callable[[str], bool], root: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    assets: set[Path] = set()
    words: set[str] = set()
    for module, parts, bindings in ReachableCode(root, allowed).follow(modules).values():
        said = "\n".join([part.text for part in parts] + bindings)
        found[module.path.relative_to(root).as_posix()] = hashlib.sha256(said.encode()).hexdigest()[:_SHOWN]
        assets |= _assets(parts, bindings, root)
        words |= {text for part in parts for text in part.strings}
    assets = {path for path in assets if path.parent.name not in BY_NAME or path.name in words}
    return {**found, **{path.relative_to(root).as_posix(): _digest(path) for path in sorted(assets)}}


def _digest(path: Path) -> str:
    state = path.stat()
    return _digest_of(path, state.st_mtime_ns, state.st_size)


@cache
def _digest_of(path: Path, _time: int, _size: int) -> str:
    return digest(path)


def _assets(parts: Iterable[CodeStatement], bindings: Iterable[str], root: Path) -> set[Path]:
    """Files under assets/ that a module names; all of a folder of which it names none, unless that holds weights."""
    words = {text for part in parts for text in part.strings}
    by_name, by_stem, by_folder = _packaged(root)
    weighs = any(path.parent.name == "weights" for word in words for path in by_name.get(word, ()))
    if "assets" not in words and not any("=assets:" in one for one in bindings) and not weighs:
        return set()
    stems = {path.stem for word in words for path in by_name.get(word, ())}
    named = {path for stem in stems for path in by_stem[stem]}
    return named or {path for word in words for path in by_folder.get(word, ())}


_ByWord = dict[str, list[Path]]


@cache
def _packaged(root: Path) -> tuple[_ByWord, _ByWord, _ByWord]:
    """The packaged files by their names, by their stems and, but for weights and the top, by their folders."""
    by_name, by_stem, by_folder = _ByWord(), _ByWord(), _ByWord()
    for path in sorted(path for path in (root / "assets").rglob("*") if path.suffix in _READ):
        by_name.setdefault(path.name, []).append(path)
        by_stem.setdefault(path.stem, []).append(path)
        if path.parent.name not in ("assets", "weights"):
            by_folder.setdefault(path.parent.name, []).append(path)
    return by_name, by_stem, by_folder
