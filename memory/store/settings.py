"""How a memory forgets: kept in the file itself, so that every program that opens it goes by the same settings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from envs.errors import BadInput
from memory.store.database import Store

_KEY = "forgetting"


@dataclass(frozen=True)
class Settings:
    """How a memory forgets, besides its lifetimes (``memory.store.lifetimes``).

    Attributes:
        grace: How long what was forgotten can be brought back with ``undo``; zero is not at all.
        log: How long the forget log remembers a decision.
        budget: Most bytes of the file that may hold something; None is no limit.
        strict: Whether lines of parents that quote a forgotten detail are written anew without it.

    Raises:
        BadInput: A negative time, or a budget below ``SMALLEST_BUDGET``.
    """

    grace: timedelta = timedelta(days=1)
    log: timedelta = timedelta(days=30)
    budget: int | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        for name in ("grace", "log"):
            given = getattr(self, name)
            if not timedelta(0) <= given <= timedelta(days=365_000):
                raise BadInput(f"{name} is {given}; it must be zero or longer and at most 1000 years")
        if self.budget is not None and self.budget < SMALLEST_BUDGET:
            raise BadInput(f"a budget of {self.budget} bytes is too small; give at least {SMALLEST_BUDGET:,}, or None")


SMALLEST_BUDGET = 300_000
"""Bytes; an empty memory file has about 245,000."""


def settings(store: Store) -> Settings:
    """The settings a memory goes by."""
    row = store.row("SELECT value FROM meta WHERE key = ?", _KEY)
    return settings_from(row[0] if row else None)


def settings_from(text: str | None) -> Settings:
    """The settings as they lie in ``meta.forgetting``; None for the usual ones.

    Raises:
        ValueError, TypeError, KeyError, OverflowError: It cannot be read.
    """
    if text is None:
        return Settings()
    kept = json.loads(text)
    return Settings(timedelta(seconds=kept["grace"]), timedelta(seconds=kept["log"]), kept["budget"], kept["strict"])


def set_settings(store: Store, new: Settings) -> None:
    """Have a memory go by other settings from now on; what lies in a grave stays there for its time."""
    kept = asdict(new) | {"grace": new.grace.total_seconds(), "log": new.log.total_seconds()}
    with store.transaction():
        store.write("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", _KEY, json.dumps(kept))
