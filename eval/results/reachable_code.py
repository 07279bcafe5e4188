"""Which parts of which modules a command may run, found in the source without importing anything.

From the modules of the command on, names are followed to their definitions, through imports as well as within a module.
A definition that nothing mentions does not count, but what runs whenever a module is imported does, and so does a
definition under a decorator of ours, since it may be kept in a table. Over-careful where it cannot know: a module that
is handed on as a value counts whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from eval.results.statements import CodeStatement, ImportBinding, Module, take_apart

PACKAGES = ("envs", "perception", "memory", "agent", "eval", "homebody", "benchmarks", "assets")
_NAMED = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)+(?::\w+)?")


class ReachableCode:
    """Follows names from modules.

    Args:
        root: The checkout.
        allowed: Whether a module is to be looked at.
    """

    def __init__(self, root: Path, allowed: Callable[[str], bool]) -> None:
        self._root, self._allowed = root, allowed
        self._reached: dict[str, dict[int, CodeStatement]] = {}
        self._bindings: dict[str, set[str]] = {}
        self._waiting: list[tuple[str, CodeStatement]] = []
        self._known = cache(self._is_known)
        self._open = cache(lambda name: opened(name, root))

    def follow(self, modules: Iterable[str]) -> dict[str, tuple[Module, list[CodeStatement], list[str]]]:
        """By module: what it is, its parts that count in order, and what the names in them are bound to.

        Args:
            modules: Names of modules, or ``module:name`` for one definition.

        Raises:
            ValueError: There is no such module or definition.
        """
        for wanted in modules:
            name, _, symbol = wanted.partition(":")
            if source(name, self._root) is None or (symbol and symbol not in opened(name, self._root).defined):
                raise ValueError(f"there is no module {wanted} in {self._root}")
            if symbol:
                self._symbol(name, symbol)
            else:
                self._whole(name)
        while self._waiting:
            self._mentioned(*self._waiting.pop())
        return {name: self._found(name) for name in sorted(self._reached)}

    def _found(self, name: str) -> tuple[Module, list[CodeStatement], list[str]]:
        module = self._open(name)
        parts = [part for part in module.parts if id(part) in self._reached[name]]
        return module, parts, sorted(self._bindings[name])

    def _is_known(self, name: str) -> bool:
        return self._allowed(name) and source(name, self._root) is not None

    def _touch(self, name: str) -> None:
        """Import a module: what runs then counts."""
        if name in self._reached or not self._known(name):
            return
        self._reached[name], self._bindings[name] = {}, set()
        if "." in name:
            self._touch(name.rpartition(".")[0])
        module = self._open(name)
        for bound in module.imports.values():
            self._touch(bound.module)
            if bound.name:
                self._touch(f"{bound.module}.{bound.name}")
        running = set(map(id, module.running))
        for part in module.parts:
            if id(part) in running or any(self._is_ours(module, one) for one in part.decorators):
                self._add(name, part)

    def _is_ours(self, module: Module, name: str) -> bool:
        bound = module.imports.get(name)
        return name in module.defined or (bound is not None and bound.module.startswith(PACKAGES))

    def _add(self, name: str, part: CodeStatement) -> None:
        if id(part) not in self._reached[name]:
            self._reached[name][id(part)] = part
            self._waiting.append((name, part))

    def _whole(self, name: str) -> None:
        self._touch(name)
        if name in self._reached:
            for part in self._open(name).parts:
                self._add(name, part)

    def _mentioned(self, name: str, part: CodeStatement) -> None:
        """Follow everything that a part mentions."""
        module = self._open(name)
        for bound in part.imports.values():
            self._touch(bound.module)
        for word in part.bare:
            self._name(name, module, part, word, None)
        for word, attributes in part.attributes.items():
            self._name(name, module, part, word, attributes)
        if module.path.name != "__init__.py":  # packages offer things by name, too, but nobody has asked for them yet
            for text in part.strings:
                self._string(text)

    def _name(self, name: str, module: Module, part: CodeStatement, word: str, attributes: set[str] | None) -> None:
        bound = part.imports.get(word) or module.imports.get(word)
        if bound is not None:
            self._bindings[name].add(f"{word}={bound.module}:{bound.name}")
            self._import(bound, attributes)
        for found in module.defined.get(word, ()):
            self._add(name, found)

    def _import(self, bound: ImportBinding, attributes: set[str] | None) -> None:
        """A name that an import binds: a module, or something in one."""
        inner = f"{bound.module}.{bound.name}" if bound.name else bound.module
        if not bound.name or (self._known(inner) and not self._defines(bound)):
            self._touch(bound.module)
            if attributes is None:
                self._whole(inner)
            for attribute in attributes or ():
                self._symbol(inner, attribute)
            return
        self._symbol(bound.module, bound.name)

    def _defines(self, bound: ImportBinding) -> bool:
        if not self._known(bound.module):
            return False
        module = self._open(bound.module)
        return bound.name in module.defined or module.imports.get(bound.name, bound) != bound

    def _symbol(self, name: str, symbol: str) -> None:
        self._touch(name)
        if name not in self._reached:
            return
        module = self._open(name)
        found = module.defined.get(symbol) or module.defined.get("__getattr__", ())
        for part in found:
            self._add(name, part)
        if symbol in module.imports:
            self._bindings[name].add(f"{symbol}={module.imports[symbol].module}:{module.imports[symbol].name}")
            self._import(module.imports[symbol], None)
        elif not found:
            self._touch(f"{name}.{symbol}")

    def _string(self, text: str) -> None:
        """``module:Name`` and ``module.name`` say what is loaded later."""
        if _NAMED.fullmatch(text):
            module, _, symbol = text.partition(":")
            if symbol:
                self._symbol(module, symbol)
            elif self._known(module):
                self._whole(module)


def opened(name: str, root: Path) -> Module:
    """A module taken apart, as its file is now."""
    path = source(name, root)
    assert path is not None
    state = path.stat()
    return _opened(path, state.st_mtime_ns, state.st_size)


@cache
def _opened(path: Path, _time: int, _size: int) -> Module:
    return take_apart(path)


def source(name: str, root: Path) -> Path | None:
    """The file of a module of ours; None when there is none."""
    if name.partition(".")[0] not in PACKAGES:
        return None
    place = root.joinpath(*name.split("."))
    return next((path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()), None)
