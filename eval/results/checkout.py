"""Where things are in a checkout of homebody, and which version of it this is."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from envs.errors import BadInput

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds the packages."""

RESULTS = Path("docs/results")


@dataclass(frozen=True)
class CodeVersion:
    """Which homebody measured something.

    Attributes:
        package: Of the installed distribution; empty when it is not installed.
        commit: Shortened; None outside of git.
        changed: Whether tracked files differed from that commit.
    """

    package: str
    commit: str | None
    changed: bool


def results_folder(root: Path = ROOT) -> Path:
    """The folder of the result files.

    Raises:
        BadInput: This is an installed package without docs.
    """
    folder = root / RESULTS
    if not folder.is_dir():
        raise BadInput(
            f"there is no folder {RESULTS.as_posix()} beside the code in use; result files are kept in a checkout of "
            "homebody (or name a file of your own: --result FILE.json)"
        )
    return folder


def version(root: Path = ROOT) -> CodeVersion:
    """The version in use."""
    try:
        package = importlib.metadata.version("homebody")
    except importlib.metadata.PackageNotFoundError:
        package = ""
    commit = _git(root, "rev-parse", "--short", "HEAD")
    changed = bool(commit and _git(root, "status", "--porcelain", "--untracked-files=no"))
    return CodeVersion(package, commit or None, changed)


def _git(root: Path, *arguments: str) -> str:
    if not (root / ".git").exists():
        return ""
    try:
        done = subprocess.run(("git", "-C", str(root), *arguments), capture_output=True, text=True, check=False)
    except OSError:  # no git here
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def shown_path(path: Path | str, root: Path = ROOT) -> str:
    """A path as it is written into a result: relative to the checkout, or to the folder that holds the checkout.

    Raises:
        BadInput: It lies elsewhere, so that it would name a place of this machine.
    """
    full = Path(os.path.abspath(Path(path).expanduser()))  # of links the place that one types
    if not full.is_relative_to(root.parent):
        raise BadInput(
            f"{path} lies outside of the folder that holds the checkout; a result may not name places of one machine. "
            "Keep the data beside the checkout, as in ../shared/data"
        )
    return Path(os.path.relpath(full, root)).as_posix()
