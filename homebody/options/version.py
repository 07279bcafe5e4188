"""``homebody --version``: which homebody this is."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import tomllib
from pathlib import Path

import typer

from envs.process.terminal import say
from eval.results.checkout import ROOT, version


def show_version(wanted: bool) -> None:
    """Print the version of the package, the commit where it is known, and Python's; nothing else is done then."""
    if wanted:
        say(version_line())
        raise typer.Exit


def version_line(root: Path = ROOT) -> str:
    """Version, commit and Python: ``homebody 0.1.0 (commit 1a2b3c4), Python 3.11.7``.

    Args:
        root: The folder that holds the packages: a checkout, or where they are installed.
    """
    found = version(root)
    number = _declared(root) or found.package or "of unknown version"
    commit = found.commit or _installed_commit(root)
    state = f" (commit {commit}{', changed since' if found.changed else ''})" if commit else ""
    return f"homebody {number}{state}, Python {platform.python_version()}"


def _declared(root: Path) -> str:
    """What the checkout says of itself; what is installed may be older."""
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        return str(project["version"]) if project["name"] == "homebody" else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _installed_commit(root: Path) -> str:
    """The commit that pip installed from, which it notes for addresses of version control."""
    found = next(iter(importlib.metadata.distributions(name="homebody", path=[str(root)])), None)
    text = found.read_text("direct_url.json") if found is not None else None
    try:
        return str(json.loads(text or "{}")["vcs_info"]["commit_id"])[:7]
    except (ValueError, KeyError, TypeError):
        return ""
