"""Commands to type, for this machine and this installation. Imports nothing of ours, so that probes start quickly."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path


def command(*words: str | Path) -> str:
    """A command line, quoted for the shell, with paths below the working folder made short."""
    return shlex.join(_short(str(word)) for word in words)


def _short(word: str) -> str:
    folder = os.getcwd() + os.sep
    return word[len(folder) :] if word.startswith(folder) and len(word) > len(folder) else word


def place(path: Path) -> str:
    """A path for reading: short when it lies below the working or the home folder."""
    below = _short(str(path))
    home = str(Path.home()) + os.sep
    return f"~{os.sep}{below[len(home) :]}" if below.startswith(home) else below


def python(*words: str | Path) -> str:
    """A command line for the Python that is running."""
    return command(sys.executable or "python3", *words)


def install(extra: str = "") -> str:
    """The command that installs homebody with one of its extras; the core alone without."""
    root, suffix = Path(__file__).parents[1], f"[{extra}]" if extra else ""
    if (root / "pyproject.toml").exists():
        place = "." if Path.cwd() == root else str(root)
        return python("-m", "pip", "install", "--editable", f"{place}{suffix}")
    return python("-m", "pip", "install", f"homebody{suffix}")


def reinstall(package: str) -> str:
    """The command that installs a package anew."""
    return python("-m", "pip", "install", "--force-reinstall", package)


def package_folder(name: str) -> Path | None:
    """The folder of a top-level package, without importing it; None when it is not installed."""
    try:
        spec = find_spec(name)
    except ValueError:  # it was imported, but not by the import system
        return None
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not spec or not (places or spec.origin):
        return None
    return Path(places[0]) if places else Path(str(spec.origin)).parent
