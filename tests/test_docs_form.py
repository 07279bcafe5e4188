"""The form of the pages: short lines, a short README, and every page in the navigation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINE = 120


def prose(text: str) -> Iterator[str]:
    """The lines of a page without tables, code, pictures and what is made from results."""
    fenced = made = False
    for line in text.splitlines():
        fenced ^= line.lstrip().startswith("```")
        made = (made or line.startswith("<!-- results:")) and not line.startswith("<!-- /results")
        if not (fenced or made or line.lstrip().startswith(("|", "![", "```"))):
            yield re.sub(r"<!--.*?-->", "", line)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_lines_are_short(page: Path) -> None:
    assert [line for line in prose(page.read_text(encoding="utf-8")) if len(line) > LINE] == []


def test_the_readme_is_one_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LINE


def test_every_page_is_in_the_navigation() -> None:
    told = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in PAGES[1:]}
    assert set(_leaves(told)) == pages


def _leaves(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for part in nav.values():
            yield from _leaves(part)
    elif isinstance(nav, list):
        for part in nav:
            yield from _leaves(part)
