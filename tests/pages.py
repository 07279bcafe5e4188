"""README and docs as tests read them: their lines, fenced blocks, code spans, headings and links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
"""Pages about what there is; those in ``docs/extending`` make what is not there yet, and have a test of their own."""
EVERY_PAGE = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_FENCE = re.compile(r"^( *)```(\w*)(?: +title=\"(.*)\")?\s*$")
_NOTE = re.compile(r"^ *<!-- (needs|after): (.+?) -->\s*$")
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^()\s]*)\)")
_HEADING = re.compile(r"^#+ +(.*)$")


@dataclass(frozen=True)
class Block:
    """What stands between two fences.

    Attributes:
        page: Where it stands.
        line: Number of its first line, that after the fence, from 1.
        language: What the fence says: ``python``, ``sh``, or nothing.
        text: Its lines.
        notes: What the comments right before it say. ``needs``: packages that not everybody has, "torch, minari", or
            ``unity``, ``endpoint``; ``after``: a command that is given first.
        title: The file whose text it is; "" when it is none.
    """

    page: Path
    line: int
    language: str
    text: str
    notes: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """What it takes that not everybody has."""
        return tuple(re.findall(r"\w+", self.notes.get("needs", "")))

    @property
    def place(self) -> str:
        """Where it is, for messages."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    lines = page.read_text(encoding="utf-8").split("\n")
    fences = [(number, match) for number, line in enumerate(lines) if (match := _FENCE.match(line))]
    assert len(fences) % 2 == 0, f"{page}: a fence is not closed"
    found = []
    for (begin, opening), (end, _) in zip(fences[::2], fences[1::2], strict=True):
        inner = [line.removeprefix(opening[1]) for line in lines[begin + 1 : end]]
        found.append(Block(page, begin + 2, opening[2], "\n".join(inner), _notes(lines[:begin]), opening[3] or ""))
    return found


def _notes(before: list[str]) -> dict[str, str]:
    """The comments that a page ends with."""
    matches = [_NOTE.match(line) for line in reversed(before)]
    return {match[1]: match[2] for match in takewhile(lambda match: match is not None, matches) if match}


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """The lines outside fences, with their numbers."""
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def spans(page: Path) -> list[tuple[int, str]]:
    """What stands between backticks on a line, with the line's number."""
    return [(number, span) for number, line in prose(page) for span in _SPAN.findall(line)]


def links(page: Path) -> list[tuple[int, str]]:
    """Where links and pictures of a page lead, with the line's number; without those to other hosts."""
    found = [(number, link) for number, line in prose(page) for link in _LINK.findall(_SPAN.sub("", line))]
    return [(number, link) for number, link in found if not re.match(r"[a-z]+:", link)]


def anchors(page: Path) -> set[str]:
    """What can stand after ``#`` in a link to this page: headings in small letters, hyphens for blanks, no signs."""
    headings = [match[1] for _, line in prose(page) if (match := _HEADING.match(line))]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
