"""Run by ``test_full_disk`` on a small disk of its own: fill it, then erase.

    python full_disk.py DISK MEMORY FREE

copies a memory to a disk and fills that up to FREE bytes.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from datetime import timedelta
from pathlib import Path

from life import START

from envs.errors import TryAgain
from memory.erasing.erase import erase_about
from memory.store.database import Store


def free(disk: Path) -> int:
    return shutil.disk_usage(disk).free


def main(disk: Path, memory: Path, room: int) -> None:
    path = Path(shutil.copy(memory, disk))
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        ballast.write(os.urandom(max(free(disk) - room, 0)))
    before = free(disk)
    try:
        with Store.open(path) as store:
            told = str(erase_about(store, "mug", START + timedelta(days=9)))
    except TryAgain as error:
        told = str(error)
    gained = free(disk) - before
    (disk / "ballast").unlink()
    with Store.open(path) as store:
        mugs = store.row("SELECT count(*) FROM objects WHERE type = 'Mug'")
        print(json.dumps({"told": told, "gained": gained, "problems": store.check(), "mugs": mugs}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
