"""Completing what a process that was killed had begun to change in a memory file where it lies."""

from __future__ import annotations

import os
from pathlib import Path

from envs.errors import BadInput, TryAgain
from envs.files import rewriting
from envs.files.writing import written
from memory.file import descriptors, opening
from memory.file.lock import WriterLock


def complete(path: Path) -> None:
    """Complete it; nothing is done where nothing was begun.

    Args:
        path: The memory file, whose writer lock is held.

    Raises:
        BadInput: The file cannot be written, or is not the one that was being changed.
        TryAgain: The disk failed.
    """
    name = opening.located(path)
    if not rewriting.redo_of(name).exists():
        return
    with written(path, "it was being changed when a process was killed, and is not whole until that is done"):
        descriptor = os.open(name, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            with open(descriptor, "r+b", closefd=False) as file:
                rewriting.finish(file, name)
        except rewriting.NotItsFile as error:
            raise BadInput(
                f"{path} is another file than the one that was being changed when a process was killed; remove "
                f"{rewriting.redo_of(name)} if this one is whole"
            ) from error
        finally:
            descriptors.close(descriptor)


def complete_for_reader(path: Path) -> None:
    """The same for somebody who only reads, and does not wait for a writer who is at it.

    Raises:
        BadInput: As for ``complete``.
        TryAgain: As for ``complete``.
    """
    if not rewriting.redo_of(opening.located(path)).exists():
        return
    try:
        lock = WriterLock(path)
    except TryAgain:
        return  # a living process completes it, and lets nobody in meanwhile
    except OSError as error:
        raise BadInput(
            f"{path} was being changed when a process was killed, and cannot be completed here ({error.strerror}); "
            "open it once where it can be written, with the file beside it whose name ends in -redo"
        ) from error
    try:
        complete(path)
    finally:
        lock.release()
