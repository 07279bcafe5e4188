"""The history as a tree in a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from rich.text import Text
from rich.tree import Tree

from envs.process.plain_text import plain_text
from envs.process.terminal import styled
from envs.vocabulary.english import how_many
from envs.vocabulary.inflection import plural_form
from memory import levels
from memory.reading.outline import OutlineNode

_LONGEST = 160
"""Most characters of a line that is not asked for alone."""


_SHORT = timedelta(minutes=2)
"""A shorter stretch is told to the second."""


@dataclass(frozen=True)
class ShownDates:
    """What the lines above have said about time, and need not be said again.

    Attributes:
        year: The year.
        day: The day.
    """

    year: int | None = None
    day: date | None = None


def draw(history: OutlineNode, title: str) -> Tree:
    """An outline as a tree; print it with a rich console.

    Args:
        history: From ``memory.reading.outline.outline``.
        title: The first line.
    """
    tree = Tree(styled((title, "bold")), guide_style="dim")
    _grow(tree, history, ShownDates())
    return tree


def _grow(tree: Tree, branch: OutlineNode, known: ShownDates) -> None:
    gaps = dict(branch.left_out)
    for index, child in enumerate(branch.children):
        if index in gaps:
            _gap(tree, gaps[index], child)
        below = tree.add(_line(child, known))
        _grow(below, child, _told(child, known))


def _gap(tree: Tree, count: int, after: OutlineNode) -> None:
    tree.add(Text(f"… {_many(count, after.level)} more …", style="dim italic"))


def _many(count: int, level: int) -> str:
    return how_many(count, levels.kind(level))


def _line(branch: OutlineNode, known: ShownDates) -> Text:
    stretch = span(branch.start, branch.end, known)
    if branch.forgotten:
        return Text(f"forgotten {_many(branch.count, branch.level)} ({stretch})", style="dim italic")
    line = Text(f"{stretch}  ", style="cyan")
    line.append(_short(branch.summary) or "nothing in view", style=levels.level(branch.level).style)
    if branch.pinned:
        line.append("  pinned", style="bold magenta")
    more = "" if branch.children or not branch.below else f" +{branch.below}"
    line.append(f"  [{branch.node}]{more}", style="dim")
    return line


def _short(line: str) -> str:
    line = " ".join(plain_text(line).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _told(branch: OutlineNode, known: ShownDates) -> ShownDates:
    """What the line of a node has told about time."""
    one_year = branch.start.year == branch.end.year
    one_day = branch.start.date() == branch.end.date()
    return ShownDates(branch.start.year if one_year else known.year, branch.start.date() if one_day else known.day)


def span(start: datetime, end: datetime, known: ShownDates | None = None) -> str:
    """A stretch of time as people say it: ``Mon 5 Jan 2026 9:12–9:20``; to the second when it is a short one."""
    known = known or ShownDates()
    exact = end - start < _SHORT
    first, same_day = when(start, known, exact), start.date() == end.date()
    if same_day and clock(start, exact) == clock(end, exact):
        return first
    if same_day:
        return f"{first}–{clock(end, exact)}"
    return f"{first} – {when(end, ShownDates(start.year, known.day), exact)}"


def when(time: datetime, known: ShownDates | None = None, exact: bool = False) -> str:
    """An instant as people say it: ``Mon 5 Jan 2026 9:12``, less what the reader knows already."""
    known = known or ShownDates()
    if time.date() == known.day:
        return clock(time, exact)
    year = "" if known.year == time.year else f" {time.year}"
    return f"{time:%a} {time.day} {time:%b}{year} {clock(time, exact)}"


def clock(time: datetime, exact: bool = False) -> str:
    """The time of day, with seconds only when asked and where it is not a whole minute."""
    seconds = f":{time.second:02}" if exact and time.second else ""
    return f"{time.hour}:{time.minute:02}{seconds}"


def duration(length: timedelta) -> str:
    """A length of time in its largest whole unit: ``3 days``, ``15 minutes``."""
    for unit, seconds in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count = length.total_seconds() / seconds
        if count >= 1:
            return f"{count:.3g} {unit if count == 1 else plural_form(unit)}"
    return "no time"
