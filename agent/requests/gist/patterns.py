"""Patterns of what is said into the work, as the words file has them, with its slots filled in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from envs.vocabulary.data import english

_FILE = "gist.yaml"


@dataclass(frozen=True)
class EarlyFrame:
    """Words that are read otherwise by themselves.

    Attributes:
        pattern: The words.
        means: What they mean.
        of: The name of the errand of which alone it is meant so; "" for any.
        alone: Whether it is meant so only where nothing else is said.
    """

    pattern: re.Pattern[str]
    means: str
    of: str = ""
    alone: bool = False


@lru_cache(maxsize=1)
def early_frames() -> tuple[EarlyFrame, ...]:
    """Sentences that are said as usual before anything is read."""
    return _frames("early")


@lru_cache(maxsize=1)
def joined_frames() -> tuple[EarlyFrame, ...]:
    """The same where it takes more than a sentence."""
    return _frames("joined")


def _frames(kind: str) -> tuple[EarlyFrame, ...]:
    return tuple(
        EarlyFrame(re.compile(_filled(one["says"])), one["means"], one.get("of", ""), one.get("alone", False))
        for one in english(_FILE)[kind]
    )


@lru_cache(maxsize=4)
def phase_patterns(kind: str) -> tuple[str, ...]:
    """How it is said when something is to be done, for one kind of phase: after, first, on or none."""
    return tuple(map(_filled, english(_FILE)["phases"][kind]))


@lru_cache(maxsize=1)
def remark_pattern() -> re.Pattern[str]:
    """What asks for nothing."""
    return re.compile("|".join(f"(?:{says})" for says in english(_FILE)["remarks"]))


@lru_cache(maxsize=1)
def frame_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Clauses in other words, each with what it means."""
    return tuple((re.compile(_filled(one["says"])), one["means"]) for one in english(_FILE)["frames"])


def _filled(says: str) -> str:
    slots = english(_FILE)["slots"]
    return re.sub(r"\{([A-Z_]+)\}", lambda slot: slots[slot[1]], says)
