"""How a memory forgets, as a value."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta

from envs.errors import BadInput


@dataclass(frozen=True)
class Settings:
    """How a memory forgets, besides its lifetimes (``memory.store.lifetimes``).

    Attributes:
        grace: How long what was forgotten can be brought back with ``undo``; zero is not at all.
        log: How long the forget log remembers a decision.
        budget: Most bytes of the file that may hold something; None is no limit.
        strict: Whether lines of parents that quote a forgotten detail are written anew without it.
        words: Whether what was said lives as long as the goal in which it was said; else it goes with its event, as it
            does where ``strict`` is on.

    Raises:
        BadInput: A negative time, or a budget below ``SMALLEST_BUDGET``.
    """

    grace: timedelta = timedelta(days=1)
    log: timedelta = timedelta(days=30)
    budget: int | None = None
    strict: bool = False
    words: bool = True

    def __post_init__(self) -> None:
        for name in ("grace", "log"):
            given = getattr(self, name)
            if not timedelta(0) <= given <= timedelta(days=365_000):
                raise BadInput(f"{name} is {given}; it must be zero or longer and at most 1000 years")
        if self.budget is not None and self.budget < SMALLEST_BUDGET:
            raise BadInput(f"a budget of {self.budget} bytes is too small; give at least {SMALLEST_BUDGET:,}, or none")


SMALLEST_BUDGET = 300_000
"""Bytes; an empty memory file has about 270,000."""


def settings_from(text: str | None) -> Settings:
    """The settings as they lie in ``meta.forgetting``; None for the usual ones.

    Raises:
        ValueError, TypeError, KeyError, OverflowError: It cannot be read.
    """
    if text is None:
        return Settings()
    kept = json.loads(text)
    spans = (timedelta(seconds=kept["grace"]), timedelta(seconds=kept["log"]))
    return Settings(*spans, kept["budget"], kept["strict"], kept.get("words", True))
