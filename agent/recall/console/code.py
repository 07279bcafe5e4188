"""What a language model types into the console: cut out of its words, and looked at before it is run.

The sandbox holds without this; refusing here what cannot work there saves the model a round and tells it why.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

_FENCE = re.compile(r"```([^`\n]*)\n")  # linear: what is tried at one fence ends before the next
_LANGUAGE = re.compile(r"[ \t]*\w*[ \t]*+")
_THOUGHTS = re.compile(r"(?is)<think>.*?(?:</think>|\Z)")
LONGEST_REPLY = 200_000
"""Characters of a reply that are looked at; code may have four in a hundred of that."""
MODULES = frozenset({"datetime", "math", "re", "json"})
"""What may be imported; the others that the sandbox has could do nothing there."""

_FORBIDDEN = frozenset(
    {"open", "eval", "exec", "compile", "input", "exit", "quit", "globals", "locals", "vars", "breakpoint", "help"}
    | {"getattr", "setattr", "delattr", "memoryview"}
)


def code_of(reply: str) -> str:
    """The code in a model's reply: without fences, prompt marks, thoughts, and the results it made up."""
    text = _fenced(_THOUGHTS.sub("", reply[:LONGEST_REPLY]).strip())
    lines = text.strip("\n").splitlines()
    marked = [number for number, line in enumerate(lines) if line.startswith(">>>")]
    if marked:
        lines = _first_statement(lines[marked[0] :])
    return "\n".join(lines).strip()


def _fenced(text: str) -> str:
    """What stands between the first fence and the next; the whole text without one."""
    opened = next((found for found in _FENCE.finditer(text) if _LANGUAGE.fullmatch(found[1])), None)
    if opened is None:
        return text
    kept: list[str] = []
    for line in text[opened.end() :].split("\n"):
        if kept and line.lstrip(" \t").startswith("```"):
            break
        kept.append(line)
    return "\n".join(kept)


def _first_statement(lines: list[str]) -> list[str]:
    """After a prompt mark: its line and the continued ones; what follows is made up."""
    kept = [lines[0].removeprefix(">>>").removeprefix(" ")]
    for line in lines[1:]:
        if not line.startswith("..."):
            break
        kept.append(line.removeprefix("...").removeprefix(" "))
    return kept


def refusal(code: str, reserved: Collection[str] = ()) -> str:
    """Why code is not run, for the model to read; empty when it is.

    Args:
        code: What it wants to run.
        reserved: Names of our functions, which must not be overwritten.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError) as error:  # ValueError: null bytes
        return f"SyntaxError: {getattr(error, 'msg', error)}. Reply with Python statements only, no prose."
    except (RecursionError, MemoryError):
        return "SyntaxError: nested too deeply. Keep it simple."
    return next(filter(None, (_objection(node, reserved) for node in ast.walk(tree))), "")


def _objection(node: ast.AST, reserved: Collection[str]) -> str:
    names = _names(node)
    if isinstance(node, ast.Import | ast.ImportFrom):
        wrong = [name for name in names if name.partition(".")[0] not in MODULES]
        return f"ImportError: {wrong[0]!r} cannot be imported; all you need is there already." if wrong else ""
    for name in names:
        if name.startswith("__") or name.endswith("__"):
            return f"NameError: {name!r} is out of bounds; names with double underscores are refused."
        if name in _FORBIDDEN and isinstance(node, ast.Name):
            return f"NameError: there is no {name}() in this console; it has no files, no network and no shell."
        if name in reserved and (not isinstance(node, ast.Name) or isinstance(node.ctx, ast.Store | ast.Del)):
            return f"NameError: {name!r} is a function of the console; take another name for your own."
    return ""


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or "."]
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr] if "__" in node.attr else []
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return [node.name]
    return []
