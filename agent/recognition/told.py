"""What a talk tells of where things are and how many there are, for who looks for all of a kind."""

from __future__ import annotations

from collections.abc import Iterable

from agent.belief.common_sense import can
from agent.recognition.lines import ReadUtterance, moves_in, read_line
from agent.space.prospects import Told
from envs.teach.tasks.classes import types_named

_BETWEEN = 2
"""So many words may lie between a number and what it counts: "three dirty mugs"."""


def told_by(texts: Iterable[str]) -> Told:
    """The places and numbers of things that are named in what was said."""
    lines = [read_line(text) for text in texts]
    named = {kind for line in lines for name in line.classes - _aims(line) for kind in types_named(name)}
    counted = {name: number for line in lines for name, number in _counted(line)}
    return Told(frozenset(kind for kind in named if can(kind, "receptacle")), tuple(sorted(counted.items())))


def _aims(line: ReadUtterance) -> set[str]:
    """Classes named as where something is to be put: that does not tell where anything is."""
    move = moves_in(line)
    return set() if move is None else set(move.places)


def _counted(line: ReadUtterance) -> Iterable[tuple[str, int]]:
    """Classes of things before which there is a number, with that."""
    for at, number in line.numbers:
        after = [name for where, name in line.things if at < where <= at + 1 + _BETWEEN]
        if number > 1 and after:
            yield after[0], number
