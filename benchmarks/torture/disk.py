"""Commands on a disk that is nearly full: a sentence, a sound memory, nothing lost, and forgetting still makes room."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from benchmarks.torture.child import Ended, child, command
from benchmarks.torture.contents import contents, lost, unsound
from benchmarks.torture.ground import Ground
from benchmarks.torture.mounts import can_mount, own_mounts, small_disk
from benchmarks.torture.row import Row, chance
from benchmarks.torture.scenarios import Scenario

SIZE = 16_000_000
MOST_FREE = 600_000
"""Bytes that are free at most; the memory has about as many."""
FREEING, ENOUGH = ("forget --about", "budget"), 20_000
"""What frees the disk, and has to with so many bytes free."""


class FullDisk:
    """Commands that write, on a full disk.

    Args:
        ground: Has the memory.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("disks")
        self._scenarios = [one for one in ground.scenarios() if one.name != "run --days"]

    def row(self) -> Row:
        """As a row of the table."""
        what = f"{len(self._scenarios)} commands that write, on a disk with 0 to {MOST_FREE:,} bytes free"
        return Row("full disk", "full disk", what, self.attempt, 6 * len(self._scenarios), len(self._scenarios))

    def attempt(self, seed: int, case: int) -> str:
        """One command on one disk."""
        scenario = self._scenarios[case % len(self._scenarios)]
        free = chance("full disk", seed, case).choice((0, 4096, 20_000, 60_000, 150_000, 300_000, MOST_FREE))
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        ended = child(lambda: print(self._tried(scenario, folder / "disk", free)), folder)
        shutil.rmtree(folder)
        problem = ended.problem() or ended.out.strip()
        return f"{scenario.name} with {free:,} bytes free: {problem}" if problem else ""

    def _tried(self, one: Scenario, disk: Path, free: int) -> str:
        own_mounts()
        small_disk(disk, SIZE)
        at = disk / "home"
        self._ground.copy(at, one.needs)
        before = contents(at / one.memory)
        _fill(disk / "ballast", disk, free)
        ended = _near(disk, one.arguments, at)
        problem = _said(ended)
        if not problem and one.name in FREEING and free >= ENOUGH and ended.code == 2:
            problem = f"needs more than that: {ended.error.strip()[-200:]}"
        (disk / "ballast").unlink()
        memory = at / one.memory
        problem = problem or unsound(memory)
        found = contents(memory)
        if not problem and not one.name.startswith("forget") and one.name != "budget":
            problem = lost(before, before if ended.code == 2 else found, found, 0)
        return problem or _goes_on(one, at)


def _near(disk: Path, arguments: tuple[str, ...], at: Path) -> Ended:
    """The command; what it says goes beside the disk, where there is room."""
    elsewhere = disk.with_name("elsewhere")
    return command(arguments, elsewhere, prepare=lambda: os.chdir(at))


def _fill(ballast: Path, disk: Path, free: int) -> None:
    with ballast.open("wb", buffering=0) as file:
        file.write(b"x" * max(shutil.disk_usage(disk).free - free, 0))


def _said(ended: Ended) -> str:
    if ended.problem():
        return ended.problem()
    if ended.code in (0, 1):
        return ""
    lines = [line for line in ended.error.strip().splitlines() if not line.startswith("homebody: note")]
    return "" if ended.code == 2 and lines else f"ended with {ended.code}: {ended.error.strip()[-200:]}"


def _goes_on(one: Scenario, at: Path) -> str:
    """With room again the command that comes next does."""
    ended = command(one.then, at)
    if ended.code == 2 and one.again:
        ended = command(one.again, at)
    if ended.code not in (0, 1) or ended.problem():
        return f"with room again: {ended.code} {ended.problem() or ended.error.strip()[-200:]}"
    return unsound(at / one.memory)


def rows(ground: Ground) -> list[Row]:
    """The one row, where small disks can be mounted."""
    return [FullDisk(ground).row()] if can_mount() else []
