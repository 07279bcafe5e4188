"""Whether the packages called ``envs``, ``memory``, … are homebody's own: their names are short, and others use them.

A folder of that name beside a script, in the working directory or on PYTHONPATH goes before ours, and a package of that
name from the index is written over ours. Both are said in one sentence, before anything of ours is imported.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("assets", "envs", "perception", "memory", "agent", "eval")
"""Each may import those before it."""

_HERE = Path(__file__).resolve().parent


class ForeignPackage(ImportError):
    """A package of somebody else stands where homebody's own should be."""


def check(package: str = "", here: Path = _HERE) -> None:
    """Make sure that the names of homebody's packages lead to homebody's packages.

    Args:
        package: The one that is being imported, which needs itself and those before it; "" for the command, which needs
            all, and ends with the sentence and exit code 2.
        here: Where they should be.

    Raises:
        ForeignPackage: One of them is somebody else's; names both places and the fix.
    """
    needed = PACKAGES[: PACKAGES.index(package) + 1] if package else PACKAGES
    problem = next((told for told in (_problem(name, here) for name in needed) if told), "")
    if problem and not package and _is_command():
        plain = "".join(c if c.isprintable() else "?" for c in problem)  # nothing of ours can be imported here
        print(f"homebody: {plain}", file=sys.stderr)
        raise SystemExit(2)
    if problem:
        raise ForeignPackage(problem)


def _problem(name: str, here: Path) -> str:
    own = here / name
    found = _found(name)
    if found is None:
        return f"the package {name!r} of homebody is not at {own}; install homebody again"
    if not _same(found, own):
        return (
            f"{found} goes before homebody's own package of that name, {own}; rename that one, take its "
            "folder off PYTHONPATH, or start elsewhere"
        )
    start = own / "__init__.py"
    if start.is_file() and b"homebody" not in start.read_bytes():
        return (
            f"{start} is not homebody's: another package called {name!r} was installed over it; give "
            "homebody a virtual environment of its own, or uninstall that package and install homebody again"
        )
    return ""


def _found(name: str) -> Path | None:
    """The folder, or file, that the name of a package leads to."""
    loaded = sys.modules.get(name)
    try:
        spec = loaded.__spec__ if loaded is not None else find_spec(name)
    except (ValueError, AttributeError):  # half imported
        spec = None
    if spec is None:
        return None
    folders = list(spec.submodule_search_locations or ())
    return Path(folders[0] if folders else spec.origin or name)


def _same(found: Path, own: Path) -> bool:
    try:
        return os.path.samefile(found, own)
    except OSError:
        return False


def _is_command() -> bool:
    """Whether this process is ``homebody``, and not a program of somebody that imports it."""
    started = Path(sys.argv[0] if sys.argv else "")
    return "homebody" in (started.stem, started.parent.name if started.stem == "__main__" else "")
