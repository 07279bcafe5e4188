"""The contributor's guide: every page is followed in a copy of the checkout, and what it promises is tried there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from object_types import missing

from envs.vocabulary.object_types import object_types

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "extending"
PAGES = sorted(page for page in GUIDE.glob("*.md") if page.name != "index.md")
MOST_LINES, MOST_WORDS, WIDTH = 135, 60, 120
"""Of a page, of its lines outside blocks that belong into files, characters of a line."""
NOT_RUN = "no test was run"
ROOTS = ("assets", "envs", "perception", "memory", "agent", "eval", "homebody", "tests", "docs")
_BLOCK = re.compile(r'^```\w+ title="(?P<title>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"(?P<path>\S+?)(?:, (?P<side>below|above): (?P<anchor>.+))?")
_PLACE = re.compile(rf"`((?:{'|'.join(ROOTS)})/[\w./]*)`")


@dataclass(frozen=True)
class Block:
    """A part of a page that belongs into a file: a whole file, or lines beside the first that begins with something."""

    path: str
    side: str | None
    anchor: str | None
    text: str

    @property
    def is_test(self) -> bool:
        return self.path.startswith("tests/test_")

    def put(self, root: Path) -> None:
        target = root / self.path
        target.parent.mkdir(parents=True, exist_ok=True)
        if self.anchor is None:
            assert not target.exists(), f"{self.path} is there already"
            target.write_text(self.text)
            return
        lines = target.read_text().splitlines(keepends=True)
        at = next((i for i, line in enumerate(lines) if line.startswith(self.anchor)), None)
        assert at is not None, f"no line of {self.path} begins with {self.anchor!r}"
        lines.insert(at + (self.side == "below"), self.text)
        target.write_text("".join(lines))


def blocks(page: Path) -> list[Block]:
    found = []
    for one in _BLOCK.finditer(page.read_text()):
        title = _TITLE.fullmatch(one["title"])
        assert title, f"{page.name}: {one['title']!r} is no place"
        found.append(Block(title["path"], title["side"], title["anchor"], one["text"]))
    return found


def copy(target: Path, own: Iterable[str]) -> Path:
    """A checkout of links; the files of these paths are copies, and their folders are folders."""
    folders = {"", "tests"} | {str(parent) for path in own for parent in Path(path).parents if str(parent) != "."}
    for folder in sorted(folders):
        (target / folder).mkdir(parents=True, exist_ok=True)
        if not (ROOT / folder).is_dir():
            continue
        for child in (ROOT / folder).iterdir():
            inner = (Path(folder) / child.name).as_posix()
            if inner in folders or child.name == ".git" or inner == "tests/__pycache__":
                continue
            if inner in own or inner == "homebody_packages.py":
                shutil.copy(child, target / inner)
            else:
                (target / inner).symlink_to(child)
    return target


def follow(target: Path, with_product: bool) -> dict[str, str]:
    """The outcome of each page's tests in a copy in which the guide was followed: by test file "passed" or why not."""
    every = [block for page in PAGES for block in blocks(page)]
    home = copy(target, {block.path for block in every})
    for block in every:
        if block.is_test or with_product:
            block.put(home)
    files = [block.path for block in every if block.is_test]
    report = home / "report.xml"
    environment = {**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    options = ["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", "-o", "junit_family=xunit1"]
    command = [sys.executable, "-m", "pytest", *options, f"--junitxml={report}", *files]
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=300)
    assert report.is_file(), done.stdout + done.stderr
    return {**dict.fromkeys(files, NOT_RUN), **outcomes(report)}


def outcomes(report: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        told = re.search(r"test_[a-z_]+", case.get("file") or case.get("name") or "")
        name = f"tests/{told[0] if told else ''}.py"
        bad = next((part for part in case if part.tag in ("failure", "error", "skipped")), None)
        said = "passed" if bad is None else f"{bad.get('message')}\n{bad.text}"
        found[name] = said if found.get(name, "passed") == "passed" else found[name]
    return found


def test_following_the_pages_leads_where_they_say(tmp_path: Path) -> None:
    for page in PAGES:
        assert any(block.is_test for block in blocks(page)), f"{page.name} has no test"
    failed = {path: why for path, why in follow(tmp_path, with_product=True).items() if why != "passed"}
    assert not failed, "\n\n".join(f"{path}: {why}" for path, why in failed.items())


def test_without_following_them_nothing_is_there(tmp_path: Path) -> None:
    for path, why in follow(tmp_path, with_product=False).items():
        assert why not in ("passed", NOT_RUN), f"{path} passes without what its page adds"


@pytest.mark.parametrize("page", [GUIDE / "index.md", *PAGES], ids=lambda page: page.stem)
def test_a_page_is_short_and_names_files_that_are_there(page: Path) -> None:
    text = page.read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert len(_BLOCK.sub("", text).splitlines()) <= MOST_WORDS
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []
    new = {block.path for block in blocks(page)}
    assert [name for name in _PLACE.findall(text) if name not in new and not (ROOT / name).exists()] == []


def test_the_index_leads_to_every_page() -> None:
    assert set(re.findall(r"\]\((\w+\.md)\)", (GUIDE / "index.md").read_text())) == {page.name for page in PAGES}


def test_no_type_lacks_anything() -> None:
    assert {name: lacks for name in object_types() if (lacks := missing(name))} == {}


def test_an_unknown_type_is_told_where_to_go() -> None:
    assert len(missing("Trampoline")) == 3
