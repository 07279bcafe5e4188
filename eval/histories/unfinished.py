"""A memory while it is built from recordings: beside its name, which only a whole one bears."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from envs.errors import AlreadyExists, BadInput, HomebodyError
from envs.files.leftovers import sweep_once
from envs.files.writing import make_folder, written
from eval.journal import JournalKey, difference
from memory.reading.counts import newest_number
from memory.store.building import building, end_building, set_building
from memory.store.database import Store


def partial_of(out: Path) -> Path:
    """Where a memory grows until it is whole."""
    return out.with_name(f"{out.name}.partial")


class Unfinished:
    """A memory that is being built.

    Args:
        store: Its file.
        key: What it is built from, as ``eval.journal.wanted`` tells it.
        resume: Whether building goes on.

    Raises:
        BadInput: There is nothing to go on with, or it was something else.
    """

    def __init__(self, store: Store, key: JournalKey | None, resume: bool) -> None:
        self._store = store
        self._key = json.loads(json.dumps(key, default=str))
        kept = building(store)
        if resume:
            self._refuse_other(kept)
        self.progress: Any = kept["progress"] if resume else None
        if not resume:
            self.note(None)

    def _refuse_other(self, kept: Any) -> None:
        if kept is None or kept["progress"] is None:
            raise BadInput(f"nothing to go on with: {self._store.path} has no episode yet; leave out --resume")
        if differs := difference(kept["key"], self._key):
            raise BadInput(f"{self._store.path} cannot be continued: {differs}; leave out --resume to begin anew")

    def note(self, progress: Any) -> None:
        """Say how far it has come, inside the transaction of what has come."""
        self.progress = progress
        set_building(self._store, {"key": self._key, "progress": progress})

    def end(self) -> None:
        """It is whole; that stays written in it until it bears its name, so that whoever is killed before can tell."""
        whole = newest_number(self._store)
        set_building(self._store, {"key": self._key, "progress": self.progress, "whole": whole})


@contextmanager
def growing(out: Path, resume: bool) -> Iterator[Path]:
    """A name beside ``out`` to build under; what is there in the end becomes ``out``.

    After an error nothing is left of it; after a kill or a stop it can be gone on with.

    What is killed before that leaves nothing, or what can be gone on with, at the name beside it.

    Raises:
        AlreadyExists: There is something at ``out``, or something else where it would grow.
        BadInput: There is nothing to go on with, or the place cannot be written to.
        TryAgain: The disk is full, or somebody is building there.
    """
    refuse_taken(out)
    partial = partial_of(out)
    with written(out):
        make_folder(out.parent)
        sweep_once(out.parent)
    if resume and not partial.is_file():
        raise BadInput(f"nothing to go on with: there is no {partial}; leave out --resume")
    if not resume:
        _clear(partial)
    try:
        yield partial
    except BadInput:
        if not resume:
            _remove(partial)
        raise
    except Exception:
        _remove(partial)
        raise
    with written(out):
        os.replace(partial, out)
    with suppress(HomebodyError), Store.open(out, begin=False) as store:  # it is whole, noted or not
        end_building(store)


def refuse_taken(path: Path) -> None:
    """Make sure that a name is free.

    Raises:
        AlreadyExists: It is not.
    """
    if os.path.lexists(path):
        raise AlreadyExists(f"{path} exists; choose another name for the memory or remove it first")


def _clear(partial: Path) -> None:
    """Take away what was begun there; nothing else than that."""
    if not os.path.lexists(partial):
        return
    taken = AlreadyExists(f"{partial} is there and no memory that was being built; remove it first")
    if not partial.is_file() or partial.is_symlink():
        raise taken
    if partial.stat().st_size:
        try:
            with Store.open(partial, begin=False) as store:
                ours = _is_ours(store)
        except BadInput as error:
            raise taken from error
        if not ours:
            raise taken
    _remove(partial)


def _is_ours(store: Store) -> bool:
    """Whether it was being built, or has nothing in it; one that was whole and has lived on since is somebody's."""
    kept, newest = building(store), newest_number(store)
    return newest == 0 if kept is None else kept.get("whole", newest) == newest


def _remove(partial: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal", "-writer"):
        with suppress(OSError):
            partial.with_name(partial.name + ending).unlink()
