"""A public type's name means one thing in the project, and what docstrings point to is there."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.architecture import PACKAGES, ROOT

_TYPE = re.compile(r"[A-Z](\w*[a-z]\w*)?")  # a class or an alias, not a constant
_DOTTED = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)`")
_PATH = re.compile(rf"(?<![\w./-])((?:docs|tests|benchmarks|{'|'.join(PACKAGES)})/[\w/.-]+\.(?:py|md|yaml|json))\b")
_UNNAMED = re.compile(r"§ ?\d|\bissue #?\d|\.\./shared/reference")
"""Sections of documents that are not in this repository, and talk about how it came about."""
_OTHER = re.compile(r"homebody\.(detectors|recognizers)|.*\.(html|sqlite)")
"""Groups of entry points, and files that commands write: they look like modules."""


def _modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def _types(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Public classes, protocols, enumerations, aliases and type variables of a module."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (name.id for name in targets if isinstance(name, ast.Name) and _TYPE.fullmatch(name.id))
        elif isinstance(node, ast.If):
            yield from _types([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from _types([*node.body, *(one for handler in node.handlers for one in handler.body)])


def test_a_public_type_is_defined_once() -> None:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in _modules(*PACKAGES):
        for name in _types(_tree(path).body):
            if not name.startswith("_"):
                found[name].add(path.relative_to(ROOT).as_posix())
    twice = {name: sorted(paths) for name, paths in found.items() if len(paths) > 1}
    assert not twice, "give each but one a name that says what it is there, or define it once"
    assert {"Store", "Task", "Vector"} <= found.keys()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _told(path: Path) -> list[tuple[int, str]]:
    """Comments and docstrings, line by line."""
    return list(_lines(path))


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
        elif token.type == tokenize.STRING and token.string.lstrip("rRbBfFuU").startswith('"""'):
            yield from enumerate(token.string.splitlines(), token.start[0])


@cache
def _offered(path: Path) -> dict[str, ast.stmt]:
    """What can be imported from a module, also when it is loaded late."""
    names: dict[str, ast.stmt] = {}
    for node in _tree(path).body:
        for part in ast.walk(node):
            if isinstance(part, ast.ClassDef | ast.FunctionDef):
                names.setdefault(part.name, part)
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                names.setdefault(part.id, node)
            elif isinstance(part, ast.ImportFrom):
                names.update({alias.asname or alias.name: node for alias in part.names})
    return names


def _is_there(dotted: str) -> bool:
    """Whether a dotted name leads to a folder, a module, or to something in one."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        file = next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)
        if file is None:
            continue
        if length == len(parts):
            return True
        names = _offered(file)
        owner, member = names.get(parts[length]), parts[length + 1 : length + 2]
        lazy = "__getattr__" in names and f'"{parts[length]}"' in file.read_text(encoding="utf-8")
        return lazy or (
            owner is not None and (not member or re.search(rf"\b{member[0]}\b", ast.unparse(owner)) is not None)
        )
    return False


def test_docstrings_and_comments_point_to_what_is_there() -> None:
    lost: list[str] = []
    for path in _modules(*PACKAGES, "benchmarks", "tests"):
        for number, line in _told(path):
            names = [name for name in _DOTTED.findall(line) if not _OTHER.fullmatch(name) and not _is_there(name)]
            files = [name for name in _PATH.findall(line) if "NAME" not in name and not (ROOT / name).exists()]
            lost += [f"{path.relative_to(ROOT)}:{number}: {name}" for name in names + files]
    assert not lost, "\n".join(lost)


def test_docstrings_and_comments_cite_nothing_that_is_elsewhere() -> None:
    cited = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in _modules(*PACKAGES, "benchmarks", "tests")
        for number, line in _told(path)
        if _UNNAMED.search(line) and "_UNNAMED" not in line
    ]
    assert not cited, "cite a page of this repository, a paper by its name, or nothing:\n" + "\n".join(cited)


def _named(doc: str, section: str) -> set[str]:
    """The names that a section of a Google-style docstring explains."""
    found = re.search(rf"^{section}:\n((?: {{4}}.*\n?|\n)*)", doc, re.MULTILINE)
    heads = re.findall(r"^ {4}(\*{0,2}\w+(?:, \*{0,2}\w+)*): ", found[1], re.MULTILINE) if found else []
    return {name.strip(" *") for head in heads for name in head.split(",")}


def _parameters(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    makers = [node] if isinstance(node, ast.FunctionDef) else node.body
    for maker in makers:
        if isinstance(maker, ast.FunctionDef) and (maker is node or maker.name in ("__init__", "__new__")):
            given = maker.args
            every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            return {one.arg for one in every if one is not None}
    return set()


def _definitions(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield node
            yield from _definitions(node.body)


def test_docstrings_explain_parameters_and_attributes_that_are_there() -> None:
    wrong: list[str] = []
    for path in _modules(*PACKAGES, "benchmarks"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in _definitions(_tree(path).body):
            doc = ast.get_docstring(node) or ""
            parameters, code = _parameters(node), "\n".join(lines[node.body[0].end_lineno : node.end_lineno])
            lost = _named(doc, "Args") - parameters if parameters else set()
            lost |= {name for name in _named(doc, "Attributes") if not re.search(rf"\b{name}\b", code)}
            wrong += [f"{path.relative_to(ROOT)}:{node.lineno}: {node.name} has no {name}" for name in sorted(lost)]
    assert not wrong, "\n".join(wrong)


PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")


def _headings(page: Path) -> set[str]:
    """Anchors of a page, as GitHub and mkdocs make them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", head).strip().lower()).replace(" ", "-") for head in heads}


def test_pages_point_to_what_is_there() -> None:
    lost: list[str] = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for link in _LINK.findall(text):
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            known = target.exists() and (not anchor or target.suffix != ".md" or anchor in _headings(target))
            lost += [] if known else [f"{page.name}: {link}"]
    assert not lost, "\n".join(lost)
