"""Checks of what every run needs, and of the memory file: Python, numba's cache, pocket, the store."""

from __future__ import annotations

import platform
import re
import sqlite3
import sys
from contextlib import closing
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from homebody.doctor.finding import CheckResult, IntendedUse, broken, missing, ok
from homebody.doctor.fixes import command, install, package_folder, python
from homebody.doctor.process import EndedProcess, probe

_OLDEST = (3, 11)
_IMPORTED = ("numpy", "numba", "gymnasium", "yaml", "rich", "typer", "rapidfuzz", "jsonschema", "jinja2")
"""What homebody without extras imports."""
_SET_CACHE = 'export NUMBA_CACHE_DIR="$HOME/.cache/numba"'
_REQUIREMENT = re.compile(r"([\w.-]+)\s*>=\s*([\d.]+)\s*")


def check_python(_: IntendedUse) -> CheckResult:
    """The interpreter, its SQLite, and the packages that homebody always needs."""
    if sys.version_info < _OLDEST:
        return broken(f"Python {platform.python_version()}; homebody needs 3.11 or newer", "python3.11 -m venv .venv")
    absent = [name for name in _IMPORTED if package_folder(name) is None]
    if absent:
        return broken(f"not installed: {', '.join(absent)}", install())
    old = outdated(_core_requirements())
    if old:
        return broken(f"too old: {', '.join(old)}", install())
    if not _has_text_search():
        return broken(f"its SQLite {sqlite3.sqlite_version} has no text search (FTS5)", "python3 -m venv --clear .venv")
    return ok(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {len(_IMPORTED)} packages")


def _core_requirements() -> list[str]:
    """What the installed homebody asks for outside its extras; empty when it runs from a plain checkout."""
    try:
        return [line for line in requires("homebody") or () if "extra" not in line]
    except PackageNotFoundError:
        return []


def outdated(requirements: list[str]) -> list[str]:
    """Those of the requirements (``name>=1.2``) that the installed packages do not meet."""
    found = []
    for name, oldest in (match.groups() for line in requirements if (match := _REQUIREMENT.fullmatch(line))):
        try:
            installed = version(name)
        except PackageNotFoundError:
            found.append(f"{name} is not installed (needed {oldest})")
            continue
        if numbers(installed) < numbers(oldest):
            found.append(f"{name} {installed} (needed {oldest})")
    return found


def numbers(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: ``5.0.1rc2`` is (5, 0, 1); of anything else, none."""
    found = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, found[0].split("."))) if found else ()


def _has_text_search() -> bool:
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE t USING fts5 (words)")
        except sqlite3.OperationalError:
            return False
    return True


def check_numba_cache(_: IntendedUse) -> CheckResult:
    """Compiled functions can be made and kept, in ``NUMBA_CACHE_DIR`` when that is set."""
    ended = probe("numba_cache")
    if not ended.problem:
        return ok(ended.note)
    if "no locator available" in ended.problem:
        return broken("numba finds no folder where it may keep compiled functions", _SET_CACHE)
    return broken(ended.problem, ended.fix or install())


def check_pocket(_: IntendedUse) -> CheckResult:
    """The embedded engine starts a room, takes a step and draws a frame."""
    ended = _patient_probe("pocket")
    if not ended.problem:
        return ok(ended.note)
    done = f"; done before: {ended.note}" if ended.note else ""
    if ended.late:
        slow = f"{ended.problem} (the first run compiles the engine, which may take a minute){done}"
        return broken(slow, python("-m", "homebody.doctor.probes", "pocket"))
    return broken(f"{ended.problem}{done}", ended.fix or install())


def _patient_probe(name: str) -> EndedProcess:
    """A second try where the first ran out of time while it compiled: what it had compiled is kept."""
    ended = probe(name)
    return probe(name) if ended.late and ended.notes else ended


def check_store(wish: IntendedUse) -> CheckResult:
    """The memory file opens read-only, is of a version we know, and is sound."""
    path = wish.memory or wish.usual_memory
    if not path.exists():
        return missing(f"no memory at {path} yet", command("homebody", "run", "--memory", path))
    ended = probe("store", str(path))
    if not ended.problem:
        return ok(f"{path}: {ended.note}")
    if ended.late and ended.note:
        size = path.stat().st_size / 1e6
        return ok(f"{path}: {ended.note}; its {size:.0f} MB take too long to check here")
    return broken(ended.problem, _store_fix(path, ended.problem))


def _store_fix(path: Path, problem: str) -> str:
    if "newer version" in problem:
        root = Path(__file__).parents[1]
        return command("git", "-C", root, "pull") if (root / ".git").exists() else f"{install()} --upgrade"
    if "opened readonly" in problem:
        return python("-c", f"from memory.store.database import Store; Store.open({str(path)!r}).close()")
    if "may not be read" in problem:
        return command("chmod", "u+r", path)
    if "busy" in problem:
        return command("fuser", "-v", path)
    if "damaged" in problem or "malformed" in problem:
        return command("homebody", "memory", "repair", path, _beside(path))
    return command("homebody", "run", "--memory", path / "memory.sqlite" if path.is_dir() else _beside(path))


def _beside(path: Path) -> Path:
    """Another name in the same folder: ``memory-new.sqlite`` for ``memory.sqlite``."""
    return path.with_name(f"{path.stem}-new{path.suffix or '.sqlite'}")
