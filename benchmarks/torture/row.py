"""A row of the table: a way to do harm, tried many times."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.torture.outcome import Attempt


@dataclass(frozen=True)
class Row:
    """A way to do harm.

    Attributes:
        name: For ``--only``; also seeds its draws.
        kind: What it belongs to: kills, escapes, fuzz, …
        what: For the table.
        attempt: Tries it once.
        cases: How many cases all of it has.
        sample: How many of them the sample has.
        each: How many attempts one case is.
        prepare: Called once before the first attempt; what it makes is there for all of them.
    """

    name: str
    kind: str
    what: str
    attempt: Attempt
    cases: int
    sample: int
    each: int = 1
    prepare: Callable[[], object] | None = None


def chance(name: str, seed: int, case: int) -> random.Random:
    """The draws of one attempt; the same on every machine and in every order."""
    digest = hashlib.sha256(f"{name}/{seed}/{case}".encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))
