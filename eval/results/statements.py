"""A module taken apart: its definitions, what each of them mentions, and what runs whenever it is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from eval.results.normal_form import normal_node

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class ImportBinding:
    """What an import binds.

    Attributes:
        module: From where.
        name: What of it; empty for the module itself.
    """

    module: str
    name: str = ""


@dataclass(frozen=True, eq=False)
class CodeStatement:
    """A statement of a module: a definition, or something that runs when the module is imported.

    Attributes:
        text: Its normal form.
        bare: Names that it mentions, other than to reach for an attribute.
        attributes: Attributes that it reaches for, by the name that they are attributes of.
        strings: Its string constants.
        imports: What it imports itself, by the name it is bound to.
        decorators: Names in the decorators of a definition.
    """

    text: str
    bare: set[str] = field(default_factory=set)
    attributes: dict[str, set[str]] = field(default_factory=dict)
    strings: set[str] = field(default_factory=set)
    imports: dict[str, ImportBinding] = field(default_factory=dict)
    decorators: set[str] = field(default_factory=set)


@dataclass(frozen=True, eq=False)
class Module:
    """A module.

    Attributes:
        path: Its file.
        parts: All of it in order, but imports and what only type checkers read.
        defined: The parts that define a name.
        running: The parts that run when it is imported and are no plain definitions.
        imports: What its imports bind, by name.
    """

    path: Path
    parts: list[CodeStatement] = field(default_factory=list)
    defined: dict[str, list[CodeStatement]] = field(default_factory=dict)
    running: list[CodeStatement] = field(default_factory=list)
    imports: dict[str, ImportBinding] = field(default_factory=dict)


def take_apart(path: Path) -> Module:
    """Read a module."""
    module = Module(path)
    for node in _statements(ast.parse(path.read_bytes()).body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module.imports.update(_bound(node))
        else:
            _add(module, node)
    return module


def _statements(nodes: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What counts: no documentation, and nothing for type checkers."""
    for node in nodes:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            yield from _statements(node.orelse)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield node


def _add(module: Module, node: ast.stmt) -> None:
    part = _part(node)
    names = list(_names(node))
    module.parts.append(part)
    for name in names:
        module.defined.setdefault(name, []).append(part)
    if not isinstance(node, (*_DEFINITIONS, ast.Assign, ast.AnnAssign)) or not names:
        module.running.append(part)
        module.imports.update(part.imports)  # try: import …


def _part(node: ast.stmt) -> CodeStatement:
    part = CodeStatement(normal_node(node))
    reached: set[int] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            part.attributes.setdefault(one.value.id, set()).add(one.attr)
            reached.add(id(one.value))
        elif isinstance(one, ast.Name) and id(one) not in reached:
            part.bare.add(one.id)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            part.strings.add(one.value)
        elif isinstance(one, (ast.Import, ast.ImportFrom)):
            part.imports.update(_bound(one))
    for mark in getattr(node, "decorator_list", ()):
        part.decorators.update(one.id for one in ast.walk(mark) if isinstance(one, ast.Name))
    return part


def _names(node: ast.AST) -> Iterator[str]:
    """Names that a statement gives to what it makes."""
    if isinstance(node, _DEFINITIONS):
        yield node.name
        return
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler)):
            yield from _names(child)


def _bound(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, ImportBinding]]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], ImportBinding(alias.name)
    elif node.module and not node.level:
        for alias in node.names:
            yield alias.asname or alias.name, ImportBinding(node.module, alias.name)
