"""Which classes of things count for those that are named, and whether a thing is in the states asked about."""

from __future__ import annotations

from collections.abc import Sequence

from envs.effects import PIECES_END
from memory.reading.view import View


def with_pieces(view: View, types: Sequence[str]) -> tuple[str, ...]:
    """The classes with those of their pieces that were seen: asked about potatoes, a potato slice counts."""
    pieces = {name + part for name in types for part in PIECES_END}
    return (*types, *sorted((pieces & view.types) - set(types)))


def fits(states: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether a thing in these states is as wanted (``+dirty``, ``-open``)."""
    return all((state[1:] in states) == (state[0] == "+") for state in wanted)
