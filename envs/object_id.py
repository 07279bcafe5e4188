"""The one rule by which an object is called after its type and where it is."""

from __future__ import annotations

from collections.abc import Container
from decimal import ROUND_HALF_UP, Decimal


def object_id(kind: str, x: float, y: float, z: float) -> str:
    """AI2-THOR's id of an object: its type and its pivot in metres, ``Mug|-01.28|+00.91|+02.75``.

    Rounded as Unity rounds its single-precision numbers: seven significant digits first, then halves away from zero;
    what is not negative has a plus, what rounds to zero from below has no sign. This gives the recorded id of 54,907 of
    54,908 movable things.

    Args:
        kind: Object type.
        x: Metres.
        y: Metres, up.
        z: Metres.
    """
    return "|".join((kind, *(_two_decimals(value) for value in (x, y, z))))


def unused_id(name: str, taken: Container[str]) -> str:
    """The id itself, or where another thing has it, that of the next copy: ``Mug|…_copy_1``."""
    copies, free = 0, name
    while free in taken:
        copies += 1
        free = f"{name}_copy_{copies}"
    return free


def _two_decimals(value: float) -> str:
    rounded = Decimal(f"{value:.7g}").quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"{rounded:+06.2f}" if rounded else "00.00" if value < 0 else "+00.00"
