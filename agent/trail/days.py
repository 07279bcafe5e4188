"""Going on with a life of days that was cut off: its trail lies next to its memory until its last night is over."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from agent.trail.course import Trail, begun, read_trail
from agent.trail.remembered import newest_number
from envs.errors import BadInput, Notice
from memory.store.database import Store


@dataclass(frozen=True)
class LifePlan:
    """How a life is lived.

    Attributes:
        seed: Decides the home, the chores and what happens at night.
        scene: Which room; None where a game is lived in.
        engine: What simulates it.
        record: Folder for the game files; None writes none.
        forget: Whether to forget.
        chores: Fewest and most chores on a day.
        max_steps: Steps after which a chore ends.
        start: When it begins, on the home's clock.
        after: Number of the newest experience before it.
    """

    seed: int
    scene: str | None
    engine: str
    record: Path | None
    forget: bool
    chores: tuple[int, int]
    max_steps: int
    start: datetime
    after: int

    def as_dict(self) -> dict[str, Any]:
        """For the head of a trail."""
        record = None if self.record is None else str(self.record.absolute())
        return {**vars(self), "record": record, "chores": list(self.chores), "start": self.start.isoformat()}


@dataclass(frozen=True)
class CutOffLife:
    """A life that was cut off.

    Attributes:
        header: How it was begun.
        done: What was done.
        plan: How it is lived.
    """

    header: Mapping[str, Any]
    done: tuple[Mapping[str, Any], ...]
    plan: LifePlan


def life_trail(memory: Path) -> Path:
    """Where a life is written down until it is over."""
    return memory.with_name(f"{memory.stem}.life.jsonl")


def cut_off_life(memory: Path) -> CutOffLife:
    """The life in a memory that was cut off.

    Raises:
        BadInput: There is none, or it cannot be gone on with.
    """
    path = life_trail(memory)
    if not begun(path):
        raise BadInput(f"no life that was cut off in {memory}; leave out --resume to begin one")
    if not memory.exists():
        raise BadInput(f"the memory {memory} of the life that was cut off is gone; remove {path} and begin a new one")
    header, done = read_trail(path)
    if header.get("engine") != "pocket":
        raise BadInput(f"that life was in {header.get('engine')}, whose home is gone; leave out --resume")
    try:
        fewest, most = header["chores"]
        if not 1 <= fewest <= most:
            raise ValueError(f"chores are {fewest} to {most}")
        plan = LifePlan(
            int(header["seed"]),
            header["scene"],
            "pocket",
            None if header["record"] is None else Path(header["record"]),
            bool(header["forget"]),
            (int(fewest), int(most)),
            int(header["max_steps"]),
            datetime.fromisoformat(header["start"]),
            int(header["after"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path} is damaged ({error!r}); remove it and begin a new life") from error
    return CutOffLife(header, tuple(done), plan)


def check_untouched(store: Store, life: CutOffLife) -> None:
    """See that nobody has lived on in a memory since a life was cut off.

    Raises:
        BadInput: Somebody has.
    """
    lines = [line for line in life.done if "again" not in line]
    last = lines[-1].get("n", 0) + 1 if lines else life.plan.after
    if newest_number(store) > last:
        raise BadInput(
            f"{store.path} has gone on since that life was cut off; leave out --resume: a new one begins on the "
            "morning after"
        )


def give_up_life(memory: Path) -> None:
    """Remove the trail of a life that a new one takes the place of."""
    path = life_trail(memory)
    if begun(path):
        told = f"the life that was cut off in {memory} can no longer be continued: a new one begins"
        warnings.warn(told, Notice, stacklevel=3)
    path.unlink(missing_ok=True)


def trail_of(memory: Path, plan: LifePlan, header: Mapping[str, Any], again: CutOffLife | None) -> Trail:
    """The trail of a life: a new one, or that of one that goes on."""
    path = life_trail(memory)
    return Trail(path, {**plan.as_dict(), **header}) if again is None else Trail(path, None, again.done)
