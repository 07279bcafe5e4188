"""Run by ``test_full_disk`` on a small disk of its own: fill it, then do something to a memory there.

    python full_disk.py DISK FOLDER FREE DEED

copies what lies in a folder (``memory.sqlite``, and files that were written from it) to a disk, fills that up to FREE
bytes, and erases mugs (``erase``) or halves the memory (``halve``).
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from life import START

from envs.errors import TryAgain
from memory.erasing import resuming  # noqa: F401 (finishes what was cut off)
from memory.erasing.files import erase_everywhere
from memory.erasing.words import SearchTerms
from memory.forgetting.budget import SizeBudget
from memory.settings import SMALLEST_BUDGET
from memory.store.database import Store

LATER = START + timedelta(days=9)
MUG = SearchTerms(("mug",))


def free(disk: Path) -> int:
    return shutil.disk_usage(disk).free


def erase(store: Store) -> Any:
    erased, files = erase_everywhere(store, "mug", LATER)
    return {"traces": erased.traces, "files": {Path(one.path).name: one.outcome for one in files}}


def halve(store: Store) -> Any:
    size = max(store.bytes_used // 2, SMALLEST_BUDGET)
    return {"within": SizeBudget(store, size).enforce(LATER).within}


def main(disk: Path, folder: Path, room: int, deed: str) -> None:
    shutil.copytree(folder, disk, dirs_exist_ok=True)
    path = disk / "memory.sqlite"
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        ballast.write(os.urandom(max(free(disk) - room, 0)))
    before = free(disk)
    told: dict[str, Any] = {"error": ""}
    try:
        with Store.open(path, sparing=True) as store:
            told |= {"erase": erase, "halve": halve}[deed](store)
    except TryAgain as error:
        told["error"] = str(error)
    told["gained"] = free(disk) - before
    told["said"] = [one.name for one in disk.iterdir() if one.name != "ballast" and MUG.found(_text(one))]
    (disk / "ballast").unlink()
    with Store.open(path) as store:
        told["problems"] = store.check()
        told["mugs"] = store.row("SELECT count(*) FROM objects WHERE type = 'Mug'")
    told["left"] = [one.name for one in disk.iterdir() if one.name not in os.listdir(folder)]
    print(json.dumps(told))


def _text(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
