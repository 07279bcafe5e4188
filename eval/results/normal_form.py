"""The normal form of a source file: what it does, without comments, docstrings, layout and the Python that read it."""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from typing import Any

import yaml

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_SHOWN = 10
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def digest(path: Path) -> str:
    """Ten hexadecimal digits that change when what the file does or holds changes.

    Python without comments and documentation; YAML and JSON by what they say; anything else by its bytes.
    """
    content = path.read_bytes()
    if path.suffix == ".py":
        content = normal_code(content).encode()
    elif path.suffix in (".yaml", ".json"):
        said = yaml.load(content, _Loader) if path.suffix == ".yaml" else json.loads(content)
        content = json.dumps(said, sort_keys=True, default=str).encode()
    return hashlib.sha256(content).hexdigest()[:_SHOWN]


def normal_code(source: bytes | str) -> str:
    """One line that is equal for two sources that differ in comments, docstrings and layout only."""
    return _told(ast.parse(source))


def normal_node(node: ast.AST) -> str:
    """The same of a part of a source."""
    return _told(node)


def _told(value: Any) -> str:
    """Like ``ast.dump`` without what is empty, which differs from one Python to the next."""
    if isinstance(value, ast.expr_context):
        return ""
    if isinstance(value, ast.AST):
        parts = ((name, _told(_undocumented(value, name, part))) for name, part in ast.iter_fields(value))
        return f"{type(value).__name__}({','.join(f'{name}={part}' for name, part in parts if part)})"
    if isinstance(value, list):
        return f"[{','.join(map(_told, value))}]" if value else ""
    return "" if value is None else repr(value)


def _undocumented(node: ast.AST, name: str, part: Any) -> Any:
    """The body of a module, class or function without strings that stand alone."""
    if name == "value" and isinstance(node, ast.Constant) and part is None:
        return ...  # None is said, too
    if name != "body" or not isinstance(node, _DOCUMENTED):
        return part
    return [one for one in part if not (isinstance(one, ast.Expr) and _is_text(one.value))]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
