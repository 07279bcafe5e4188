"""When the episodes of a history happen: read from a file, taken from a published question set, or drawn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Literal

from envs.errors import BadInput
from envs.files.dates import read_time
from envs.files.reading import MOST_BYTES, read_input
from envs.files.strict_json import parse_json

BASE_DAY = datetime(2024, 1, 1)
FARTHEST_DAY = 304
"""Drawn histories begin up to so many days before or after ``BASE_DAY`` (H-EMV's generator)."""
MOST_PER_DAY = 3
"""The published histories have 1, 2 or 3 episodes a day, about equally often, and no day without."""
FIRST_HOUR, LAST_HOUR = 8, 20

_FORMAT = (
    'expected [{"episode": "<game id>", "start": "2024-01-01T09:30:00"}, …] or one of the H-EMV question sets '
    "(test_set_<n>.json)"
)
_SHOWN = 10  # names listed in an error; the rest are counted


@dataclass(frozen=True)
class Slot:
    """One episode's place in time.

    Attributes:
        episode: Name of the game.
        start: Time of its first logged interaction.
    """

    episode: str
    start: datetime


@dataclass(frozen=True)
class Schedule:
    """The episodes of a history in order of time.

    Attributes:
        slots: Each episode once.
        overlaps: What to do with an episode that would begin before the one before it ends: ``refuse`` what somebody
            wrote by mistake, ``keep`` what was published that way, ``delay`` what was drawn.
    """

    slots: tuple[Slot, ...]
    overlaps: Literal["refuse", "keep", "delay"] = "refuse"

    @property
    def episodes(self) -> list[str]:
        """Names of the games."""
        return [slot.episode for slot in self.slots]

    def first(self, limit: int | None) -> Schedule:
        """The first so many episodes; all when there is no limit."""
        return Schedule(self.slots[:limit], self.overlaps)

    def begins(self, slot: Slot, before: Slot | None, free: datetime) -> datetime:
        """When an episode begins in fact.

        Args:
            slot: The episode.
            before: The one before it.
            free: When that one ends.

        Raises:
            BadInput: They overlap, which is refused.
        """
        if before is None or slot.start >= free or self.overlaps == "keep":
            return slot.start
        if self.overlaps == "delay":
            return free + timedelta(minutes=1)
        raise BadInput(
            f"the schedule has {slot.episode} begin at {slot.start}, but {before.episode}, which begins at "
            f"{before.start}, lasts until {free:%Y-%m-%d %H:%M:%S}; let one of them begin at another time"
        )


def read_schedule(path: Path, history: int | None = None) -> Schedule:
    """A schedule from a JSON file.

    Args:
        path: A list of ``{"episode": game id, "start": ISO time}``, or a published question set.
        history: Which history of a question set, counted from 0; may be left out when it has one.

    Raises:
        BadInput: The file cannot be used, names an episode twice or has times with a time zone; or no such history.
    """
    content = read_input(path, "schedule", MOST_BYTES)
    try:
        data = parse_json(content, str(path))
    except BadInput as error:
        raise BadInput(f"{path} is not a schedule ({error}); {_FORMAT}") from error
    if isinstance(data, dict) and isinstance(data.get("histories"), list):
        return _published(data["histories"], path, history)
    if history is not None:
        raise BadInput(f"--history {history} was given, but {path} is not a question set with histories")
    if not isinstance(data, list):
        raise BadInput(f"{path} is not a schedule; {_FORMAT}")
    slots = [_slot(entry, f"{path}: entry {number}") for number, entry in enumerate(data, 1)]
    return _checked(slots, path, "refuse")


def draw_schedule(episodes: Sequence[str], seed: int) -> Schedule:
    """A plausible schedule for all of the episodes, in random order.

    As in H-EMV's generator, and as found in its sets: one to three episodes on every day, at uniformly random times
    between 8 and 20 h.

    Args:
        episodes: Names of the games.
        seed: Decides everything.
    """
    chance = Random(seed)
    waiting = sorted(episodes)
    chance.shuffle(waiting)
    day = BASE_DAY + timedelta(days=chance.randint(-FARTHEST_DAY, FARTHEST_DAY))
    slots: list[Slot] = []
    while waiting:
        today = [waiting.pop() for _ in range(min(chance.randint(1, MOST_PER_DAY), len(waiting)))]
        seconds = sorted(chance.uniform(FIRST_HOUR * 3600, LAST_HOUR * 3600) for _ in today)
        slots += [
            Slot(name, day + timedelta(seconds=round(second))) for name, second in zip(today, seconds, strict=True)
        ]
        day += timedelta(days=1)
    return Schedule(tuple(slots), "delay")


def listed(names: Sequence[str]) -> str:
    """Names for an error message: the first few, and how many more."""
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _published(histories: list[Any], path: Path, history: int | None) -> Schedule:
    if history is None and len(histories) != 1:
        raise BadInput(f"{path} has {len(histories)} histories; say which: --history 0 to {len(histories) - 1}")
    number = history or 0
    if not 0 <= number < len(histories):
        raise BadInput(f"{path} has no history {number}; they count from 0 to {len(histories) - 1}")
    entry = histories[number]
    try:
        names = entry["episode_ids"]
        times = entry.get("time_stamps") or entry["time_stamps_synthetic"]
        pairs = list(zip(names, times, strict=True))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(f"history {number} of {path} has no episode_ids with as many time_stamps ({error})") from error
    where = f"{path}: history {number}"
    slots = [_slot({"episode": name, "start": time}, f"{where}, episode {k}") for k, (name, time) in enumerate(pairs)]
    return _checked(slots, path, "keep")


def _slot(entry: Any, where: str) -> Slot:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(key), str) for key in ("episode", "start")):
        raise BadInput(f"{where} is {json.dumps(entry)[:80]}; {_FORMAT}")
    return Slot(entry["episode"], read_time(entry["start"], f"{where}: start"))


def _checked(slots: list[Slot], path: Path, overlaps: Literal["refuse", "keep"]) -> Schedule:
    if not slots:
        raise BadInput(f"the schedule {path} names no episode; {_FORMAT}")
    twice = [name for name, count in Counter(slot.episode for slot in slots).items() if count > 1]
    if twice:
        raise BadInput(f"the schedule {path} names episodes more than once: {listed(twice)}; each can happen once")
    return Schedule(tuple(sorted(slots, key=lambda slot: slot.start)), overlaps)
