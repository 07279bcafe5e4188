"""What the commands, the public face and the benchmarks reach of the packages, read from the source.

A definition is reached when something that is reached names it: a command, a name of ``homebody/__init__``, a
benchmark, an entry point, or other product code that is reached itself. What only tests name is not.
``python tests/reachability.py`` lists what is not reached.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from architecture import PACKAGES, ROOT

from envs.process.terminal import say

Place = tuple[str, str]
"""A dotted module and a name in it; "" is what runs when the module is imported."""

BEGINNINGS = ("homebody", "homebody.__main__", "homebody.cli")
_PATH, _CODE = re.compile(r"[a-z_]\w*(\.\w+)+(:\w+)?"), re.compile(r"from ([\w.]+) import (\w+)")
_PLAIN = frozenset(
    ["cache", "cached_property", "compiled", "contextmanager", "dataclass", "final", "functools", "lru_cache", "njit"]
)
"""First words of decorators that enter nothing anywhere; all others count as tables that a definition stands in."""


@dataclass
class Module:
    """A module's definitions, and what each of them names.

    Attributes:
        names: By definition ("" for what runs on import): names and dotted names in it.
        imported: By name as it is known here: the dotted name that was imported.
        defined: Definitions that are public, functions and classes alone.
        members: Every name that stands behind a dot.
    """

    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    imported: dict[str, str] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)


def read(root: Path, folders: Iterable[str]) -> dict[str, Module]:
    """The modules below some folders, by dotted name."""
    paths = [path for folder in folders for path in sorted((root / folder).rglob("*.py"))]
    return {_dotted(path.relative_to(root)): _module(path) for path in paths}


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _module(path: Path) -> Module:
    module, tree = Module(), ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            module.members.add(node.attr)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                module.imported[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.module:
            module.imported |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for statement in tree.body:
        _enter(module, statement)
    return module


def _enter(module: Module, statement: ast.stmt) -> None:
    """What a statement at the top of a module defines, and what it names."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        module.names[statement.name] |= set(_named(statement))
        if not statement.name.startswith("_"):
            module.defined.add(statement.name)
        if any(_registers(decorator) for decorator in statement.decorator_list):
            module.names[""].add(f"*{statement.name}")
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and (targets := _targets(statement)):
        for target in targets:
            module.names[target] |= set(_named(statement)) - {f"*{target}" for target in targets}
    else:
        module.names[""] |= set(_named(statement))


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[str]:
    """Plain names that are assigned; none where something else is assigned, too."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    flat = [one for target in targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [one.id for one in flat if isinstance(one, ast.Name)] if all(isinstance(o, ast.Name) for o in flat) else []


def _registers(decorator: ast.expr) -> bool:
    """Whether a decorator enters the function somewhere, such as ``@app.command()``."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(target).partition(".")[0] not in _PLAIN


def _named(node: ast.AST) -> Iterator[str]:
    """Names and dotted names, what is imported, and modules and plug-ins that a string names."""
    of_others = {id(child.value) for child in ast.walk(node) if isinstance(child, ast.Attribute)}
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            yield child.id if id(child) in of_others else f"*{child.id}"
        elif isinstance(child, ast.Attribute) and re.fullmatch(r"[\w.]+", dotted := ast.unparse(child)):
            yield dotted
        elif isinstance(child, ast.Import):
            yield from (f"={alias.name}" for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module:
            yield f"={child.module}"
            yield from (f"+{child.module}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield from (f"={module}.{name}" for module, name in _CODE.findall(child.value))
            if _PATH.fullmatch(child.value):
                yield f"~{child.value.replace(':', '.')}"


def reached(modules: Mapping[str, Module], beginnings: Iterable[Place]) -> set[Place]:
    """Everything that some places lead to."""
    waiting, found = list(beginnings), set()
    while waiting:
        place = waiting.pop()
        if place in found or place[0] not in modules:
            continue
        found.add(place)
        waiting += _leads(modules, place)
    return found


def _leads(modules: Mapping[str, Module], place: Place) -> Iterator[Place]:
    name, definition = place
    module = modules[name]
    parts = name.split(".")
    yield name, ""
    yield from ((".".join(parts[:count]), "") for count in range(1, len(parts)))
    if definition in module.imported:  # handed on
        yield from _place(modules, module.imported[definition])
    for word in module.names.get(definition, ()):
        kind, path = (word[0], word[1:]) if word[0] in "=+*~" else ("", word)
        first, _, rest = path.partition(".")
        if kind == "=":
            yield from _place(modules, path)
        elif kind == "+":
            yield from ((path, ""),) if path in modules else ()
        elif kind == "~":
            yield from _place(modules, path)
            yield from ((path, one) for one in modules[path].defined & module.members) if path in modules else ()
        elif first in module.imported:
            target = module.imported[first] + (f".{rest}" if rest else "")
            yield from _place(modules, target)
            if kind == "*" and target in modules:  # a module as a value
                yield from ((target, one) for one in modules[target].defined)
        elif first in module.names:
            yield name, first


def _place(modules: Mapping[str, Module], dotted: str) -> Iterator[Place]:
    """The place a dotted name leads to: a name in the longest module that it begins with."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        if (module := ".".join(parts[:count])) in modules:
            yield module, parts[count] if count < len(parts) else ""
            return


def entry_points(root: Path) -> Iterator[Place]:
    """What the package offers to others by ``pyproject.toml``."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project.get("scripts", {}), *project.get("entry-points", {}).values()]
    for target in (target for group in groups for target in group.values()):
        module, _, name = target.partition(":")
        yield module, name


def unread(root: Path = ROOT) -> list[str]:
    """Methods, constants and private functions of the packages that no other word of product, docs or assets names."""
    sources = {path: path.read_text(encoding="utf-8") for top in PACKAGES for path in (root / top).rglob("*.py")}
    others = [*(root / "benchmarks").rglob("*.py"), *(root / "docs").rglob("*.md"), *(root / "assets").rglob("*.yaml")]
    texts = [*sources.values(), *(path.read_text(encoding="utf-8") for path in others)]
    words = Counter(word for text in texts for word in re.findall(r"\w+", text))
    return sorted(
        f"{_dotted(path.relative_to(root))}.{name}"
        for path, text in sources.items()
        for name in _once(ast.parse(text))
        if words[name.rpartition(".")[2]] == 1
    )


def _once(tree: ast.Module) -> Iterator[str]:
    """What a module defines that enters itself nowhere: no decorator has it, and Python does not call it."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (name for name in _targets(node) if not name.startswith("__"))
        elif isinstance(node, ast.FunctionDef) and not any(map(_registers, node.decorator_list)):
            yield from (name for name in (node.name,) if not name.startswith("__"))
        elif isinstance(node, ast.ClassDef):
            methods = (one.name for one in node.body if isinstance(one, ast.FunctionDef))
            yield from (f"{node.name}.{name}" for name in methods if not name.startswith("__"))


def unreached(root: Path = ROOT) -> list[str]:
    """Public functions and classes of the packages, and whole modules, that nothing but tests can reach."""
    modules = read(root, (*PACKAGES, "benchmarks"))
    outside = [
        (name, word) for name, module in modules.items() if name.startswith("benchmarks") for word in module.names
    ]
    face = [("homebody", word) for word in modules["homebody"].imported]
    places = [*outside, *((name, "") for name in BEGINNINGS), *entry_points(root)]
    places += [place for _, word in face for place in _place(modules, modules["homebody"].imported[word])]
    found = reached(modules, places)
    product = {name: module for name, module in modules.items() if not name.startswith("benchmarks")}
    whole = [name for name in product if (name, "") not in found]
    parts = [
        f"{name}.{word}"
        for name, module in product.items()
        if name not in whole
        for word in sorted(module.defined)
        if (name, word) not in found
    ]
    return sorted([*whole, *parts])


if __name__ == "__main__":
    say("\n".join(unreached()))
