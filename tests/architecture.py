"""The house as it is built: which folder imports which, read from the source without importing anything.

``python tests/architecture.py`` writes the diagram in ``docs/architecture.md`` between its markers.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("assets", "envs", "perception", "memory", "agent", "eval", "homebody")
"""Each may import those before it."""
IMPORTERS = frozenset({"import_module", "__import__", "find_spec", "run_module", "resolve_name"})
"""What imports a module, or its package, whose name is handed to it."""
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- floors: python tests/architecture.py -->", "<!-- /floors -->"
_WIDTH = 92

Graph = Mapping[str, set[str]]


@dataclass(frozen=True)
class House:
    """Source files and what they import of each other.

    Attributes:
        imports: By path in the checkout without ``.py`` (``agent/belief/state``): the paths that it imports.
    """

    imports: Graph

    def folders(self) -> list[str]:
        """Every folder that holds modules, at any depth."""
        return sorted({"/".join(path.split("/")[:i]) for path in self.imports for i in range(1, path.count("/") + 1)})

    def children(self, folder: str) -> Graph:
        """Files and folders of a folder, and which of them import which of the others; "" is the checkout."""
        inside = f"{folder}/" if folder else ""
        graph: dict[str, set[str]] = defaultdict(set)
        for path, targets in self.imports.items():
            if not path.startswith(inside):
                continue
            child = path.removeprefix(inside).split("/")[0]
            graph[child] |= {
                other
                for target in targets
                if target.startswith(inside) and (other := target.removeprefix(inside).split("/")[0]) != child
            }
        graph.pop("__init__", None)
        return {child: targets - {"__init__"} for child, targets in graph.items()}


def read(root: Path = ROOT, packages: Iterable[str] = PACKAGES) -> House:
    """Read all modules of some packages."""
    files = {
        path.relative_to(root).with_suffix("").as_posix(): path
        for package in packages
        for path in sorted((root / package).rglob("*.py"))
    }
    return House({name: set(_imported(path, files)) - {name} for name, path in files.items()})


def _imported(path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in _names(node):
            yield from _places(name.replace(".", "/"), files)


def _names(node: ast.AST) -> list[str]:
    """What a statement imports, or a call by a name that is written out."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and _last_name(node.func) in IMPORTERS:
        return written_out(node)
    return []


def written_out(call: ast.Call) -> list[str]:
    """The name of a module that stands there as such; nothing when it is worked out."""
    first = call.args[0] if call.args else None
    return [first.value] if isinstance(first, ast.Constant) and isinstance(first.value, str) else []


def importing_by_name(path: Path) -> list[int]:
    """Lines in which modules are imported whose names do not stand there, or an importer is handed on as a value."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    seen = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call) and written_out(node)}
    others = (node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.alias) and id(node) not in seen)
    return sorted({node.lineno for node in others if _last_name(node) in IMPORTERS})


def _last_name(node: ast.AST) -> str:
    """Of a name, also one that is given another name."""
    if isinstance(node, ast.alias):
        return node.name if node.asname else ""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _places(name: str, files: Mapping[str, Path]) -> Iterator[str]:
    """The module that a dotted name leads to: itself, its package, or the module that it is a name in."""
    for place in (name, f"{name}/__init__", name.rpartition("/")[0], f"{name.rpartition('/')[0]}/__init__"):
        if place in files:
            yield place
            return


_SQL = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA|VACUUM|ATTACH|WITH RECURSIVE|ORDER BY|GROUP BY|WHERE|ROLLBACK|COMMIT|"
    r"(CREATE|DROP|ALTER) (TABLE|INDEX|VIEW|TRIGGER))\b"
)


def speaks_sql(source: str) -> list[int]:
    """Lines of a module whose strings, docstrings aside, hold words of SQL."""
    tree = ast.parse(source)
    bodies = (body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", None), list))
    said = {id(one.value) for body in bodies for one in body if isinstance(one, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said)
    return sorted({one.lineno for one in strings if isinstance(one.value, str) and _SQL.search(one.value)})


def circles(graph: Graph) -> list[list[str]]:
    """Groups of children that import each other in a circle."""
    left, found = {child: set(targets) for child, targets in graph.items()}, []
    while free := [child for child, targets in left.items() if not targets & left.keys()]:
        for child in free:
            del left[child]
    while left and (idle := [c for c in left if not any(c in targets for targets in left.values())]):
        for child in idle:
            del left[child]
    if left:
        found.append(sorted(left))
    return found


def floors(graph: Graph) -> list[list[str]]:
    """Children by the floor they stand on: the lowest import none of the others."""
    levels: dict[str, int] = {}
    left = dict(graph)
    while left:
        ready = [child for child, targets in left.items() if all(t in levels for t in targets if t in graph)]
        if not ready:
            raise ValueError(f"a circle: {circles(left)}")
        for child in ready:
            levels[child] = 1 + max((levels[t] for t in left[child] if t in graph), default=-1)
        for child in ready:
            del left[child]
    height = max(levels.values(), default=-1) + 1
    return [sorted(child for child, level in levels.items() if level == floor) for floor in range(height)]


def diagram(house: House) -> str:
    """All packages, the rightmost first; within each the top floor first, folders with a slash."""
    parts = []
    for package in reversed(PACKAGES):
        graph, known = house.children(package), set(house.folders())
        rows = [[f"{child}/" if f"{package}/{child}" in known else child for child in floor] for floor in floors(graph)]
        parts.append(f"{package}\n" + "\n".join(_row(number, row) for number, row in reversed(list(enumerate(rows)))))
    return "\n\n".join(part.rstrip() for part in parts)


def _row(number: int, names: list[str]) -> str:
    lines = textwrap.wrap("   ".join(names), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"  {number}  {lines[0]}", *(f"     {line}" for line in lines[1:])])


def shown(page: str, house: House) -> str:
    """The page with the diagram of a house between its markers."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n```text\n{diagram(house)}\n```\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(shown(PAGE.read_text(encoding="utf-8"), read()), encoding="utf-8")
